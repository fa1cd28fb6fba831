import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'Die Anmeldung unter Ihrer eigenen Domain, zum Beispiel auth.example.com.',
  title: 'Domains',
  help: 'Anmeldeseiten, Links und Tokens verwenden die Domain, über die eine Anfrage kommt. Die Standarddomain bleibt gültig.',
  add: 'Domain hinzufügen',
  added: 'Domain hinzugefügt',
  addHelp: 'Legen Sie danach beim Anbieter Ihrer Domain den angezeigten DNS-Eintrag an.',
  domain: 'Domain',
  none: 'Noch keine eigenen Domains.',
  deleted: 'Domain gelöscht',
  deleteWhat: '{{name}} löschen',
  deleteTitle: '{{name}} löschen?',
  deleteBody:
    'Die Domain funktioniert sofort nicht mehr. Anwendungen, die sie als Endpunkt verwenden, können niemanden mehr anmelden, und Passkeys, die unter ihr erstellt wurden, sind nicht mehr nutzbar.',
  records: 'DNS-Einträge von {{name}}',
  columns: { type: 'Typ', name: 'Name', value: 'Wert' },
  copyName: 'Namen kopieren',
  copyValue: 'Wert kopieren',
  lastCheck: 'Letzte Prüfung: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'Wartet auf DNS',
      help: 'Legen Sie diesen Eintrag beim Anbieter Ihrer Domain an. Bis er überall sichtbar ist, können einige Stunden vergehen.',
    },
    PendingSsl: {
      name: 'Wartet auf Zertifikat',
      help: 'Der DNS-Eintrag stimmt. Das Zertifikat wird ausgestellt.',
    },
    Active: {
      name: 'Aktiv',
      help: 'Die Anmeldung unter dieser Domain ist möglich. Behalten Sie den Eintrag: Ohne ihn wird die Domain nicht mehr bedient.',
    },
    Error: {
      name: 'Funktioniert nicht',
      help: 'Die Domain wird nicht bedient. Korrigieren Sie den Eintrag; danach wird sie von selbst wieder aktiv.',
    },
  },
  default: {
    title: 'Standarddomain',
    help: 'Funktioniert immer, auch neben eigenen Domains.',
    endpoint: 'Endpunkt',
  },
  shown: 'Domain',
  shownHelp: 'Die Adressen unten werden für diese Domain angezeigt.',
  howTo: 'So funktionieren eigene Domains',
};
