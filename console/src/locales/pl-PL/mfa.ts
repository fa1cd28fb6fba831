import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: 'Drugi krok po pierwszej metodzie logowania, aby samo skradzione hasło nie wystarczyło.',
  factors: {
    title: 'Składniki',
    help: 'Co można skonfigurować jako drugi krok. Strony logowania pokazują je w tej kolejności.',
    names: {
      WebAuthn: 'Klucz dostępu',
      Totp: 'Aplikacja uwierzytelniająca',
      PhoneVerificationCode: 'Kod SMS-em',
      EmailVerificationCode: 'Kod e-mailem',
      BackupCode: 'Kody zapasowe',
    },
    about: {
      WebAuthn: 'Odcisk palca, twarz, blokada ekranu lub klucz bezpieczeństwa. Chroni przed phishingiem.',
      Totp: 'Kody jednorazowe z aplikacji takiej jak Google Authenticator lub 1Password.',
      PhoneVerificationCode:
        'Kod wysyłany na numer telefonu konta. Mniej bezpieczny niż aplikacja lub klucz dostępu, więc udostępnij też jedno z nich.',
      EmailVerificationCode: 'Kod wysyłany na adres e-mail konta.',
      BackupCode: 'Dziesięć kodów na wypadek, gdy inny składnik jest niedostępny. Każdy kod działa jeden raz.',
    },
    clash: {
      email: 'Niedostępne, bo kody e-mailem służą do logowania.',
      phone: 'Niedostępne, bo kody SMS-em służą do logowania.',
    },
    openMethods: 'Zmień metody logowania',
  },
  problems: {
    alone: 'Kody zapasowe wymagają innego składnika. Włącz co najmniej jeszcze jeden.',
    email: 'Kody e-mailem służą do logowania, więc nie mogą być drugim składnikiem. Wyłącz „Kod e-mailem”.',
    phone: 'Kody SMS-em służą do logowania, więc nie mogą być drugim składnikiem. Wyłącz „Kod SMS-em”.',
  },
  policy: {
    title: 'Zasady',
    help: 'Kiedy użytkownicy są proszeni o skonfigurowanie składnika. Kto go ma, podaje go przy każdym logowaniu z wyjątkiem zaufanych urządzeń.',
    noFactors: 'Włącz składnik, aby wybrać zasady.',
    require: 'Wymagaj drugiego składnika',
    requireOn: 'Użytkownicy bez składnika muszą go skonfigurować, aby zakończyć logowanie lub rejestrację.',
    requireOff: 'Gdy wyłączone, można się logować bez drugiego składnika.',
    prompt: 'Propozycja skonfigurowania składnika',
    prompts: {
      PromptAtSignInAndSignUp: 'Przy logowaniu i rejestracji',
      PromptOnlyAtSignIn: 'Tylko przy logowaniu',
      NoPrompt: 'Bez propozycji',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        'Użytkownicy bez składnika otrzymują propozycję przy rejestracji i logowaniu. Mogą ją pominąć.',
      PromptOnlyAtSignIn:
        'Użytkownicy bez składnika otrzymują propozycję przy logowaniu, ale nie przy tworzeniu konta. Mogą ją pominąć.',
      NoPrompt: 'Strony logowania nie proponują składników. Można skonfigurować składnik w centrum konta.',
    },
    organizations: 'Członkowie organizacji, które wymagają drugiego składnika',
    organizationPolicies: {
      NoPrompt: 'Według zasad powyżej',
      Mandatory: 'Muszą go skonfigurować, aby się zalogować',
    },
    organizationsHelp: {
      NoPrompt: 'Mogą się zalogować bez składnika, ale nie otrzymają tokenów dla takiej organizacji.',
      Mandatory: 'Członkowie co najmniej jednej takiej organizacji nie mogą pominąć konfiguracji.',
      All: 'Wszyscy potrzebują drugiego składnika, także członkowie organizacji.',
    },
  },
  trusted: {
    title: 'Zaufane urządzenia',
    help: 'Po zweryfikowaniu drugiego składnika można wybrać, aby przez pewien czas nie pytać o niego w tej przeglądarce.',
    enabled: 'Proponuj zaufanie urządzeniu',
    enabledHelp:
      'Aplikacje, organizacje i ryzykowne logowania, które żądają składnika, nadal o niego pytają. Nowe hasło, reset składników lub wylogowanie wszędzie kończą zaufanie.',
    noFactors: 'Zacznie działać po włączeniu składnika.',
    days: 'Pytaj ponownie po',
    daysHelp: 'Krótszy czas dotyczy też urządzeń już zaufanych.',
    unit: 'dniach',
    daysWrong: 'Wpisz liczbę całkowitą od 1 do {{max}}.',
  },
  passkeys: {
    title: 'Logowanie kluczem dostępu',
    help: 'Logowanie samym kluczem dostępu, bez hasła i kodu. Liczy się też jako drugi składnik.',
    enabled: 'Zezwól na logowanie kluczem dostępu',
    enabledHelp: 'Po zalogowaniu hasłem lub kodem użytkownicy otrzymują propozycję utworzenia klucza dostępu.',
    button: 'Pokaż przycisk na stronie logowania',
    buttonHelp: 'Użytkownicy wybierają „Zaloguj się kluczem dostępu” zamiast wpisywać identyfikator.',
    autofill: 'Podpowiadaj klucze dostępu w polu identyfikatora',
    autofillHelp: 'Przeglądarki, które to obsługują, pokazują klucze dostępu tak jak zapisane hasła.',
  },
};
