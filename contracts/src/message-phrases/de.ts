import type { MessageWords } from './en.ts';

export const de: MessageWords = {
  purposes: {
    SignIn: {
      title: 'Bei {{app}} anmelden',
      code: '{{code}} ist Ihr Code für die Anmeldung bei {{app}}',
      action: 'Anmelden',
    },
    Register: {
      title: 'Ihr Konto bei {{app}} anlegen',
      code: '{{code}} ist Ihr Code, um ein Konto bei {{app}} anzulegen',
      action: 'Konto anlegen',
    },
    ForgotPassword: {
      title: 'Neues Passwort für {{app}} wählen',
      code: '{{code}} ist Ihr Code für ein neues Passwort bei {{app}}',
      action: 'Neues Passwort wählen',
    },
    OrganizationInvitation: {
      title: 'Sie sind zu {{app}} eingeladen',
      code: '{{code}} ist Ihr Code, um die Einladung zu {{app}} anzunehmen',
      action: 'Einladung annehmen',
    },
    Generic: {
      title: 'Bestätigen Sie bei {{app}}, dass Sie es sind',
      code: '{{code}} ist Ihr Code für {{app}}',
      action: 'Bestätigen',
    },
    UserPermissionValidation: {
      title: 'Änderung Ihres Kontos bei {{app}} bestätigen',
      code: '{{code}} ist Ihr Code, um eine Änderung Ihres Kontos bei {{app}} zu bestätigen',
      action: 'Änderung bestätigen',
    },
    BindNewIdentifier: {
      title: 'Ihre E-Mail-Adresse für {{app}} bestätigen',
      code: '{{code}} ist Ihr Code, um Ihre E-Mail-Adresse für {{app}} zu bestätigen',
      action: 'E-Mail-Adresse bestätigen',
    },
    BindNewPhone: {
      title: 'Ihre Telefonnummer für {{app}} bestätigen',
      code: '{{code}} ist Ihr Code, um Ihre Telefonnummer für {{app}} zu bestätigen',
      action: 'Telefonnummer bestätigen',
    },
    MfaVerification: {
      title: 'Anmeldung bei {{app}} abschließen',
      code: '{{code}} ist Ihr Code, um die Anmeldung bei {{app}} abzuschließen',
      action: 'Anmeldung abschließen',
    },
    BindMfa: {
      title: 'Anmeldung in zwei Schritten für {{app}} einrichten',
      code: '{{code}} ist Ihr Code, um die Anmeldung in zwei Schritten für {{app}} einzurichten',
      action: 'Einrichten',
    },
  },
  code: {
    lead: 'Geben Sie diesen Code auf der Seite ein, die danach fragt. Er gilt {{minutes}} Minuten.',
    orLink: 'Oder fahren Sie mit diesem Link fort, am besten in dem Browser, in dem Sie begonnen haben.',
  },
  link: {
    lead: 'Mit diesem Link geht es weiter.',
    copy: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link im Browser:',
  },
  ignore:
    'Haben Sie diese Nachricht nicht angefordert, können Sie sie ignorieren. Geben Sie sie nicht an andere weiter.',
  notices: {
    changed: 'Ihr Konto bei {{app}} wurde geändert',
    deleted: 'Ihr Konto bei {{app}} wurde gelöscht',
    exported: 'Ihre Daten bei {{app}} wurden exportiert',
    what: {
      password: 'Das Passwort Ihres Kontos wurde geändert.',
      email: 'Die E-Mail-Adresse Ihres Kontos wurde geändert.',
      phone: 'Die Telefonnummer Ihres Kontos wurde geändert.',
      identities: 'Die verknüpften Konten Ihres Kontos wurden geändert.',
      mfa: 'Die zweiten Faktoren Ihres Kontos wurden geändert.',
      export: 'Eine Kopie aller Daten Ihres Kontos wurde heruntergeladen.',
      deletion: 'Ihr Konto wurde mit allem, was dazugehört, gelöscht, wie in der Kontoverwaltung verlangt.',
    },
    warning: 'Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber der Anwendung.',
    undo: 'Wenn Sie das nicht waren, machen Sie die Änderung innerhalb von {{hours}} Stunden rückgängig:',
    undoAction: 'Änderung rückgängig machen',
  },
  newDevice: {
    title: 'Neue Anmeldung bei Ihrem Konto bei {{app}}',
    what: 'Jemand hat sich mit einem Gerät, das bisher nicht benutzt wurde, bei Ihrem Konto angemeldet: {{device}}, {{time}}, Netzwerkadresse {{ip}}.',
    advice:
      'Wenn Sie das waren, ignorieren Sie diese Nachricht. Sonst melden Sie das Gerät innerhalb von {{days}} Tagen ab:',
    action: 'Das war ich nicht',
    unknown: 'unbekanntes Gerät',
  },
  signInRequest: {
    title: 'Anmeldung bei {{app}} bestätigen',
    lead: 'Jemand hat mit Ihrem Konto eine Anmeldung bei {{app}} begonnen. Wenn Sie das waren, öffnen Sie diese Seite und bestätigen Sie sie innerhalb von {{minutes}} Minuten. Andernfalls lehnen Sie sie dort ab:',
    action: 'Anfrage anzeigen',
  },
  invitation: {
    subject: 'Einladung zu {{tenant}} bei {{product}}',
    lead: '{{inviter}} lädt Sie ein, dem Mandanten „{{tenant}}“ bei {{product}} beizutreten.',
    accept: 'Einladung annehmen',
    until: 'Die Einladung gilt bis {{expiresAt}}.',
    ignore:
      'Kennen Sie die einladende Person nicht, können Sie diese Nachricht ignorieren. Geben Sie den Link nicht weiter: Er beweist Ihre E-Mail-Adresse.',
  },
};
