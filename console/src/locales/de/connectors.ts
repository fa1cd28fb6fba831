import type { Phrases } from '../phrases.ts';

export const connectors: Phrases['connectors'] = {
  purpose: 'Was Codes an Personen sendet, und die Anbieter, mit denen sie sich anmelden können.',
  tabs: { passwordless: 'E-Mail und SMS', social: 'Soziale Anbieter' },
  columns: { connector: 'Konnektor', type: 'Art', state: 'Zustand', target: 'Ziel' },
  types: { Email: 'E-Mail', Sms: 'SMS', Social: 'Sozial' },
  typeOn: '{{type}}, {{platform}}',
  platforms: { Universal: 'Alle Plattformen', Web: 'Web', Native: 'Native Apps' },
  ready: 'Eingerichtet',
  setUp: { short: 'Einrichten', Email: 'E-Mail einrichten', Sms: 'SMS einrichten' },
  change: 'Anbieter wechseln',
  copyId: 'Konnektor-Id kopieren',
  created: 'Konnektor erstellt',
  emptyTitle: 'Noch keine sozialen Konnektoren',
  emptyBody:
    'Lassen Sie Personen sich mit einem Konto anmelden, das sie anderswo haben, etwa bei Google oder bei Ihrem eigenen Anbieter.',
  missing: {
    Email: 'Noch sendet nichts E-Mails',
    Sms: 'Noch sendet nichts SMS',
    mailboxTitle: 'Bis dahin landen Nachrichten im Postfach',
    mailboxBody:
      'Dieser Server läuft nicht im Produktivbetrieb, deshalb können Sie Codes und Links sofort ausprobieren: Sie stehen im <to>Postfach</to>.',
    title: 'Ohne Konnektor können keine Codes gesendet werden',
    body: 'Richten Sie einen ein, bevor sich Personen mit einem Code anmelden, registrieren oder ein Passwort zurücksetzen.',
  },
  create: {
    email: 'E-Mail-Konnektor einrichten',
    sms: 'SMS-Konnektor einrichten',
    social: 'Sozialen Konnektor hinzufügen',
    titles: { Email: 'E-Mail einrichten', Sms: 'SMS einrichten', Social: 'Sozialen Konnektor hinzufügen' },
    purposes: {
      Email: 'Wählen Sie, was Ihre E-Mails sendet.',
      Sms: 'Wählen Sie, was Ihre SMS sendet.',
      Social:
        'Wählen Sie einen Anbieter. OAuth 2.0 und OIDC sind für jeden Anbieter gedacht, der keine eigene Karte hat.',
    },
    taken: 'Schon hinzugefügt',
    platform: 'Plattform',
    platformHelp:
      'Dieser Anbieter unterscheidet Webseiten und native Apps. Wählen Sie eine Plattform; die andere können Sie später hinzufügen.',
    next: 'Weiter',
  },
  guide: {
    title: '{{name}} einrichten',
    readme: 'Anleitung',
    open: 'Anleitung öffnen',
    code: 'Beispiel',
    save: 'Konnektor speichern',
    replaces: 'Ersetzt {{name}}',
    replacesBody:
      'Es gibt einen Konnektor dieser Art. Die Einstellungen des bisherigen werden gelöscht, wenn Sie speichern.',
  },
  form: {
    title: 'Einstellungen',
    help: {
      Email: 'Was der Maildienst wissen will. In der Anleitung steht, wo Sie es finden.',
      Sms: 'Was der SMS-Dienst wissen will. In der Anleitung steht, wo Sie es finden.',
      Social: 'Was Ihnen der Anbieter gegeben hat, als Sie Ihre Anwendung dort registriert haben.',
    },
    config: 'Einstellungen als JSON',
    more_one: '{{count}} weitere Einstellung',
    more_other: '{{count}} weitere Einstellungen',
    templates:
      'Nachrichten werden in der Sprache der Person gesendet. Ihre Texte ändern Sie unter <a>E-Mail-Vorlagen</a>.',
    ownTemplates: 'Vorlagen dieses Connectors als JSON bearbeiten',
    number: 'Geben Sie eine Zahl ein.',
  },
  looks: {
    title: 'Auf den Anmeldeseiten',
    help: 'Woran Personen den Anbieter erkennen.',
    name: 'Name',
    nameHelp: 'Steht auf der Schaltfläche: Weiter mit …',
    namePlaceholder: 'Acme',
    target: 'Ziel',
    targetHelp: 'Bezeichnet den Anbieter in den Daten Ihrer Benutzer. Lässt sich später nicht ändern.',
    logo: 'Logo',
    logoDark: 'Logo auf dunklem Grund',
  },
  callback: {
    label: 'Callback-URI',
    help: 'Tragen Sie sie beim Anbieter ein: Dorthin kehren Personen zurück.',
  },
  sync: {
    title: 'Profil, Adressen und Tokens',
    help: 'Was vom Konto beim Anbieter übernommen wird.',
    label: 'Name und Bild',
    once: 'Bei der Registrierung',
    onceHelp: 'Einmal übernommen. Was Personen hier ändern, bleibt.',
    always: 'Bei jeder Anmeldung',
    alwaysHelp: 'Jedes Mal übernommen. Der Anbieter hat das letzte Wort.',
  },
  trust: {
    label: 'Bestätigten Adressen vertrauen',
    help: 'Eine Adresse, die dieser Anbieter bestätigt hat, öffnet das Konto, das sie hier hat. Schalten Sie es nur ein, wenn der Anbieter jede Adresse selbst prüft. Ohne diese Einstellung verknüpfen Personen ein Konto mit einem Code oder durch eine Anmeldung.',
  },
  tokens: {
    label: 'Tokens des Anbieters aufbewahren',
    help: 'Ihre Anwendungen können dann seine API für die angemeldeten Personen aufrufen. Tokens werden verschlüsselt gespeichert.',
  },
  oneTap: {
    title: 'Google One Tap',
    help: 'Ein Fenster über der Anmeldeseite für Personen, die bei Google angemeldet sind.',
    isEnabled: 'Google One Tap zeigen',
    isEnabledHelp: 'Anmeldung mit einem Tippen, ohne die Seite zu verlassen.',
    autoSelect: 'Ohne Tippen anmelden',
    autoSelectHelp: 'Hat sich schon ein Konto angemeldet, wählt Google es von selbst.',
    closeOnTapOutside: 'Ein Tippen daneben schließt es',
    closeOnTapOutsideHelp: 'Sonst bleibt es, bis man es schließt.',
    itpSupport: 'Auch bei Schutz vor Verfolgung',
    itpSupportHelp: 'Zeigt in Browsern wie Safari und Firefox eine Seite dazwischen.',
  },
  test: {
    title: 'Testnachricht',
    help: 'Sendet den Code 000000 mit den Einstellungen, wie sie hier stehen, gespeichert oder nicht.',
    to: { Email: 'E-Mail-Adresse', Sms: 'Telefonnummer' },
    invalid: {
      Email: 'Geben Sie eine Adresse wie ada@example.com ein.',
      Sms: 'Geben Sie eine Nummer mit Landesvorwahl ein, etwa +49 30 1234567.',
    },
    send: 'Testnachricht senden',
    sent: 'Nachricht an {{to}} gesendet',
    sentHelp: {
      Email: 'Der Maildienst hat sie angenommen. Kommt sie nicht an, sehen Sie im Spam-Ordner nach.',
      Sms: 'Der SMS-Dienst hat sie angenommen. Es kann eine Minute dauern, bis sie ankommt.',
    },
    failed: 'Die Nachricht wurde nicht gesendet',
  },
  offer: {
    title: 'Noch nicht auf den Anmeldeseiten: {{names}}',
    body: 'Personen sehen die Schaltfläche, sobald Sie sie bei der sozialen Anmeldung hinzufügen.',
    go: 'Zum Anmeldeerlebnis',
    dismiss: 'Nicht mehr erinnern',
  },
  delete: {
    what: '{{name}} löschen',
    title: '„{{name}}“ löschen?',
    inUse: 'Die Anmeldeseiten brauchen ihn für {{uses}}; das wird nicht mehr gehen.',
    uses: {
      signIn: 'die Anmeldung mit Code',
      signUp: 'die Registrierung',
      forgotPassword: 'vergessene Passwörter',
      mfa: 'den zweiten Faktor',
      social: 'seine Schaltfläche',
    },
    bodies: {
      Email: 'Seine Einstellungen werden gelöscht, und es werden keine E-Mails mehr über ihn gesendet.',
      Sms: 'Seine Einstellungen werden gelöscht, und es werden keine SMS mehr über ihn gesendet.',
      Social:
        'Seine Einstellungen werden gelöscht. Personen behalten ihre Konten, können sich aber nicht mehr mit diesem Anbieter anmelden.',
    },
    deleted: 'Konnektor gelöscht',
  },
  danger: {
    title: 'Gefahrenbereich',
    help: 'Löschen lässt sich nicht rückgängig machen.',
    what: 'Diesen Konnektor löschen',
    action: 'Konnektor löschen',
  },
  demo: {
    title: 'Dieser Anbieter ist nur zum Ansehen da',
    body: 'Er zeigt, wie eine Anmeldung mit einem Anbieter aussieht. Richten Sie einen eigenen Konnektor ein, um sich wirklich anzumelden. Sie können diese Seite schließen.',
  },
};
