import type { MessageWords } from './en.ts';

export const plPl: MessageWords = {
  purposes: {
    SignIn: {
      title: 'Zaloguj się do {{app}}',
      code: '{{code}} to Twój kod logowania do {{app}}',
      action: 'Zaloguj się',
    },
    Register: {
      title: 'Utwórz konto w {{app}}',
      code: '{{code}} to Twój kod do utworzenia konta w {{app}}',
      action: 'Utwórz konto',
    },
    ForgotPassword: {
      title: 'Ustaw nowe hasło do {{app}}',
      code: '{{code}} to Twój kod do ustawienia nowego hasła w {{app}}',
      action: 'Ustaw nowe hasło',
    },
    OrganizationInvitation: {
      title: 'Masz zaproszenie do {{app}}',
      code: '{{code}} to Twój kod do przyjęcia zaproszenia do {{app}}',
      action: 'Przyjmij zaproszenie',
    },
    Generic: {
      title: 'Potwierdź swoją tożsamość w {{app}}',
      code: '{{code}} to Twój kod do {{app}}',
      action: 'Potwierdź',
    },
    UserPermissionValidation: {
      title: 'Potwierdź zmianę na swoim koncie w {{app}}',
      code: '{{code}} to Twój kod do potwierdzenia zmiany w {{app}}',
      action: 'Potwierdź zmianę',
    },
    BindNewIdentifier: {
      title: 'Potwierdź swój adres e-mail w {{app}}',
      code: '{{code}} to Twój kod do potwierdzenia adresu e-mail w {{app}}',
      action: 'Potwierdź adres e-mail',
    },
    BindNewPhone: {
      title: 'Potwierdź swój numer telefonu w {{app}}',
      code: '{{code}} to Twój kod potwierdzenia numeru telefonu w {{app}}',
      action: 'Potwierdź numer telefonu',
    },
    MfaVerification: {
      title: 'Dokończ logowanie do {{app}}',
      code: '{{code}} to Twój kod do dokończenia logowania do {{app}}',
      action: 'Dokończ logowanie',
    },
    BindMfa: {
      title: 'Skonfiguruj weryfikację dwuetapową w {{app}}',
      code: '{{code}} to Twój kod weryfikacji dwuetapowej w {{app}}',
      action: 'Skonfiguruj',
    },
  },
  code: {
    lead: 'Wpisz ten kod na stronie, która o niego prosi. Jest ważny przez {{minutes}} minut.',
    orLink: 'Możesz też skorzystać z tego linku, najlepiej w przeglądarce, w której zaczęto.',
  },
  link: {
    lead: 'Użyj tego linku, aby kontynuować.',
    copy: 'Jeśli przycisk nie działa, otwórz ten link w przeglądarce:',
  },
  ignore: 'Jeśli ta wiadomość nie została wysłana na Twoją prośbę, możesz ją zignorować. Nie przekazuj jej nikomu.',
  notices: {
    changed: 'Twoje konto w {{app}} zostało zmienione',
    deleted: 'Twoje konto w {{app}} zostało usunięte',
    exported: 'Twoje dane w {{app}} zostały wyeksportowane',
    what: {
      password: 'Hasło Twojego konta zostało zmienione.',
      email: 'Adres e-mail Twojego konta został zmieniony.',
      phone: 'Numer telefonu Twojego konta został zmieniony.',
      identities: 'Konta połączone z Twoim kontem zostały zmienione.',
      mfa: 'Weryfikacja dwuetapowa Twojego konta została zmieniona.',
      export: 'Kopia wszystkich danych Twojego konta została pobrana.',
      deletion: 'Twoje konto zostało usunięte wraz z całą zawartością zgodnie z żądaniem na stronie konta.',
    },
    warning: 'Jeśli to nie Ty, natychmiast skontaktuj się z operatorem aplikacji.',
    undo: 'Jeśli to nie Ty, cofnij zmianę w ciągu {{hours}} godzin:',
    undoAction: 'Cofnij zmianę',
  },
  newDevice: {
    title: 'Nowe logowanie na Twoje konto w {{app}}',
    what: 'Ktoś zalogował się na Twoje konto z urządzenia, które nie było wcześniej używane: {{device}}, {{time}}, adres sieciowy {{ip}}.',
    advice: 'Jeśli to Ty, zignoruj tę wiadomość. W przeciwnym razie wyloguj to urządzenie w ciągu {{days}} dni:',
    action: 'To nie ja',
    unknown: 'nieznane urządzenie',
  },
  signInRequest: {
    title: 'Zatwierdź logowanie do {{app}}',
    lead: 'Ktoś rozpoczął logowanie do {{app}} na Twoje konto. Jeśli to Ty, otwórz tę stronę i zatwierdź je w ciągu {{minutes}} minut. W przeciwnym razie odrzuć je tam:',
    action: 'Pokaż prośbę',
  },
  invitation: {
    subject: 'Zaproszenie do {{tenant}} w {{product}}',
    lead: '{{inviter}} zaprasza Cię do „{{tenant}}” w {{product}}.',
    accept: 'Przyjmij zaproszenie',
    until: 'Zaproszenie jest ważne do {{expiresAt}}.',
    ignore:
      'Jeśli nie znasz osoby, która Cię zaprasza, możesz zignorować tę wiadomość. Nie przekazuj linku dalej: potwierdza on Twój adres e-mail.',
  },
};
