import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'Personen, die sich an dieser Konsole anmelden können, und ihre Rollen.',
  help: 'Jede Änderung dieser Liste steht im Audit-Protokoll.',
  roles: { admin: 'Administrator', reader: 'Nur lesen' },
  roleHelp: {
    admin: 'Sieht und ändert alles, auch diese Liste',
    reader: 'Sieht alles außer Geheimnissen und ändert nichts',
  },
  roleNote: 'Die Person wird abgemeldet und muss sich neu anmelden.',
  invite: 'Administrator einladen',
  inviteHelp: 'Sie erhalten einen Link, der 72 Stunden gilt und einmal verwendet werden kann.',
  createLink: 'Link erstellen',
  link: 'Einladungslink',
  linkSent: 'Der Link wurde auch an {{email}} gesendet.',
  linkNotSent: 'Senden Sie diesen Link an {{email}}. Es wurde keine E-Mail gesendet.',
  once: 'Der Link wird nur jetzt gezeigt. Wer ihn hat, kann das Konto anlegen.',
  invitationsHelp: 'Links, die für neue Administratoren erstellt wurden.',
  remove: 'Entfernen',
  removeBody:
    'Das Konto wird gelöscht, und der Zugriff endet sofort. Offene Einladungen dieser Person werden zurückgezogen.',
  removeSelf: 'Ihr Konto wird gelöscht, und Sie werden abgemeldet. Für die Rückkehr brauchen Sie eine neue Einladung.',
  removed: 'Administrator entfernt',
};
