import type { Phrases } from '../phrases.ts';

export const accountCenter: Phrases['accountCenter'] = {
  title: 'Centrum konta',
  help: 'Pozwól użytkownikom przeglądać i zmieniać wybrane przez Ciebie części ich konta: na wbudowanych stronach konta lub w Twoich aplikacjach przez API konta.',
  enabled: 'Włącz API konta',
  enabledHelp:
    'Gdy wyłączone, API konta jest niedostępne. Wyłączenie i zapisanie ustawia wszystkie pola poniżej na „Wyłączone”.',
  pages: 'Strony konta',
  access: {
    Off: 'Wyłączone',
    Edit: 'Edycja',
    ReadOnly: 'Tylko odczyt',
  },
  accessOf: 'Dostęp do: {{field}}',
  security: {
    title: 'Bezpieczeństwo konta',
    help: 'Przed zmianą któregokolwiek z tych pól trzeba potwierdzić swoją tożsamość.',
  },
  identifiers: 'Identyfikatory',
  authentication: 'Uwierzytelnianie',
  profile: {
    title: 'Profil użytkownika',
    help: 'Dane osobowe i dane, które Twoje aplikacje zapisują o tej osobie.',
  },
  fields: {
    email: 'Adres e-mail',
    phone: 'Numer telefonu',
    social: 'Konta społecznościowe',
    password: 'Hasło',
    mfa: 'Drugie składniki',
    username: 'Login',
    name: 'Imię i nazwisko',
    avatar: 'Zdjęcie',
    profile: 'Profil',
    customData: 'Dane niestandardowe',
  },
  hints: {
    profile: 'Pseudonim, data urodzenia, adres i inne standardowe dane.',
    customData: 'Wartości niestandardowych pól profilu i dane zapisywane przez aplikacje.',
  },
  missing: {
    email: 'Nowego adresu e-mail nie można potwierdzić, dopóki nie można wysyłać e-maili.',
    phone: 'Nowego numeru telefonu nie można potwierdzić, dopóki nie można wysyłać SMS-ów.',
    socialTitle: 'Nie ma jeszcze łącznika społecznościowego',
    social: 'Do połączenia konta potrzebny jest łącznik społecznościowy.',
    setUpSocial: 'Skonfiguruj łącznik społecznościowy',
    mfaTitle: 'Uwierzytelnianie wieloskładnikowe jest wyłączone',
    mfa: 'Nie ma drugiego składnika, który można by skonfigurować.',
  },
  origins: {
    label: 'Powiązane źródła dla kluczy dostępu',
    help: 'Twoje inne witryny, w których działają te same klucze dostępu, na przykład https://shop.example.com.',
    invalid: 'Wpisz źródło, na przykład https://shop.example.com, bez ścieżki.',
    duplicate: 'To źródło jest już na liście.',
    tooMany: 'Podaj najwyżej 50 źródeł.',
  },
  leaving: {
    title: 'Eksport i usuwanie',
    help: 'Każdy zawsze może wyeksportować swoje dane. Ty decydujesz, czy można usunąć swoje konto.',
    deleteAccount: 'Pozwól użytkownikom usuwać własne konto',
    deleteAccountHelp:
      'Najpierw trzeba potwierdzić tożsamość. Konto, jego sesje i tokeny są usuwane natychmiast i nie można ich przywrócić.',
  },
  vault: {
    title: 'Sejf sekretów',
    help: 'Łączniki przechowujące tokeny dostawców, dzięki którym Twoje aplikacje mogą wywoływać dostawcę w imieniu użytkowników.',
    none: 'Żaden łącznik nie przechowuje tokenów. Włącz przechowywanie tokenów w ustawieniach łącznika społecznościowego.',
    open: 'Łączniki społecznościowe',
    list: 'Łączniki przechowujące tokeny',
    columns: {
      connector: 'Łącznik',
      target: 'Nazwa dostawcy',
    },
  },
};
