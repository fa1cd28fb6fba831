import type { Phrases } from '../phrases.ts';

export const emailTemplates: Phrases['emailTemplates'] = {
  purpose: 'Twoje własne treści e-maili według języka i celu. Zastępują szablony łącznika i wbudowane.',
  hosted: {
    title: 'Wbudowana usługa e-mail nie używa szablonów',
    body: 'Wysyła własne teksty w każdym języku. Aby używać swoich szablonów, podłącz własnego nadawcę w sekcji <to>Łączniki</to>.',
  },
  create: 'Utwórz szablon',
  createHelp: 'Użytkownicy otrzymują e-maile w swoim języku lub w języku zapasowym z ustawień logowania.',
  created: 'Szablon utworzony',
  copyId: 'Kopiuj ID szablonu',
  add: 'Dodaj szablon',
  addTo: 'Dodaj szablon: {{language}}',
  emptyTitle: 'Nie ma jeszcze szablonów',
  emptyBody: 'E-maile używają wbudowanych treści. Utwórz własne szablony, po jednym na każdy język i cel.',
  languageHelp_one: '{{count}} szablon',
  languageHelp_few: '{{count}} szablony',
  languageHelp_many: '{{count}} szablonów',
  languageHelp_other: '{{count}} szablonu',
  columns: {
    purpose: 'Cel',
    subject: 'Temat',
    format: 'Format',
  },
  types: {
    SignIn: 'Logowanie',
    Register: 'Tworzenie konta',
    ForgotPassword: 'Zapomniane hasło',
    OrganizationInvitation: 'Zaproszenie do organizacji',
    Generic: 'Wszystko inne',
    UserPermissionValidation: 'Potwierdzenie tożsamości',
    BindNewIdentifier: 'Nowy e-mail lub telefon',
    MfaVerification: 'Drugi składnik',
    BindMfa: 'Nowy drugi składnik',
  },
  formats: {
    'text/html': 'HTML',
    'text/plain': 'Zwykły tekst',
  },
  formatHelp: {
    'text/html': 'Z obrazami i stylami.',
    'text/plain': 'Tylko tekst.',
  },
  place: {
    title: 'Miejsce użycia',
    help: 'Dla każdego języka i celu istnieje jeden szablon.',
  },
  message: {
    title: 'Wiadomość',
    help: 'E-mail, który otrzymują użytkownicy.',
  },
  addresses: {
    title: 'Adresy',
    help: 'Zastępują adresy łącznika. Nie każda usługa e-mail to obsługuje.',
  },
  fields: {
    language: 'Język',
    languageHelp: 'Wybierz język lub wpisz jego kod, na przykład sv lub en-GB.',
    purpose: 'Cel',
    purposeTaken: 'Szablon dla tego języka i celu już istnieje. Edytuj tamten.',
    subject: 'Temat',
    subjectPlaceholder: 'Twój kod to {{code}}',
    format: 'Format',
    content: 'Treść',
    sendFrom: 'Nadawca',
    replyTo: 'Adres odpowiedzi',
  },
  variables: {
    title: 'Zmienne',
    code: 'kod weryfikacyjny',
    link: 'link do logowania lub link zaproszenia',
    application: 'aplikacja, do której loguje się użytkownik',
    user: 'imię i nazwisko osoby',
    organization: 'organizacja, której dotyczy zaproszenie',
    help: 'Zmienne bez wartości pozostają puste. W HTML znaki specjalne w wartościach są zabezpieczane.',
  },
  preview: {
    title: 'Podgląd',
    help: 'Używa przykładowych wartości, takich jak {{code}}. Skrypty nie są wykonywane.',
    noSubject: 'Brak tematu',
  },
  deleteWhat: 'Usuń szablon: {{purpose}}',
  deleteTitle: 'Usunąć „{{purpose}}” ({{language}})?',
  deleteBody: 'Ten e-mail będzie używać szablonu łącznika lub wbudowanej treści.',
  deleted: 'Szablon usunięty',
  deleteLanguage: 'Usuń język',
  deleteLanguageWhat: 'Usuń język: {{language}}',
  deleteLanguageTitle: 'Usunąć wszystkie szablony ({{language}})?',
  deleteLanguageBody_one:
    '{{count}} szablon zostanie usunięty. E-maile będą używać szablonów łącznika lub wbudowanych treści.',
  deleteLanguageBody_few:
    '{{count}} szablony zostaną usunięte. E-maile będą używać szablonów łącznika lub wbudowanych treści.',
  deleteLanguageBody_many:
    '{{count}} szablonów zostanie usuniętych. E-maile będą używać szablonów łącznika lub wbudowanych treści.',
  deleteLanguageBody_other:
    '{{count}} szablonu zostanie usunięte. E-maile będą używać szablonów łącznika lub wbudowanych treści.',
  languageDeleted: 'Szablony usunięte',
};
