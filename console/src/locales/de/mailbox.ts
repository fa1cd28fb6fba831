import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'Nachrichten, die kein Konnektor sendet, weil dieser Server nicht im Produktivbetrieb läuft. Sie bleiben einen Tag.',
  emptyTitle: 'Noch keine Nachrichten',
  emptyBody:
    'Melden Sie sich in Ihrer Anwendung mit einem Code an, registrieren Sie sich oder setzen Sie ein Passwort zurück. Solange kein Konnektor eingerichtet ist, erscheint die Nachricht mit dem Code binnen Sekunden hier.',
  toConnectors: 'Konnektor einrichten',
  show: 'Nachricht zeigen',
  hide: 'Nachricht verbergen',
  content: 'Nachricht an {{recipient}}',
  copyCode: 'Code kopieren',
  copyLink: 'Link kopieren',
  openLink: 'Link öffnen',
  clear: 'Postfach leeren',
  clearTitle: 'Das Postfach leeren?',
  clearBody: 'Alle Nachrichten werden gelöscht. Codes darin gelten, bis sie ablaufen.',
  cleared: 'Postfach geleert',
};
