import type { Phrases } from '../phrases.ts';

export const jobs: Phrases['jobs'] = {
  purpose:
    'Was der Server später erledigt: E-Mails, Importe, Aufräumen. Sehen Sie, was fehlgeschlagen ist, und starten Sie es neu.',
  installation: 'Installation',
  ofTenant: 'Mandant {{id}}',
  ending: 'Wird beendet',
  noError: 'Kein Fehler',
  onlyFirst: 'Nur die ersten {{number}} werden gezeigt.',
  unreachableTitle: 'Einige Aufgaben fehlen hier',
  unreachableBody:
    'Diese Regionen sind nicht erreichbar: {{regions}}. Ihre Aufgaben laufen weiter, sobald sie wieder da sind.',
  columns: {
    queue: 'Warteschlange',
    error: 'Letzter Fehler',
    attempts: 'Versuche',
    due: 'Fällig',
    failed: 'Gescheitert',
    age: 'Angelegt',
  },
  dead: {
    title: 'Gescheitert',
    help: 'Alle Versuche sind fehlgeschlagen. Starten Sie diese Aufgaben neu oder beenden Sie sie; nach 30 Tagen werden sie entfernt.',
    none: 'Keine Aufgabe ist gescheitert.',
  },
  retrying: {
    title: 'Wird noch einmal versucht',
    help: 'Diese Aufgaben sind fehlgeschlagen und haben noch Versuche übrig.',
    none: 'Keine Aufgabe wartet auf einen neuen Versuch.',
  },
  running: { title: 'Läuft', help: 'Woran die Server gerade arbeiten.', none: 'Keine Aufgabe läuft.' },
  queues: {
    title: 'Warteschlangen',
    help: 'Jede Art von Arbeit mit der Zahl ihrer Aufgaben.',
    none: 'Es gibt noch keine Warteschlangen.',
    waiting: 'Wartend',
    running: 'Laufend',
    dead: 'Gescheitert',
    oldest: 'Älteste fällige',
    atLeast: '{{number}}+',
    retry: 'Gescheiterte neu starten',
    retryWhat: 'Alle gescheiterten Aufgaben von {{queue}} neu starten',
    retried_one: '{{count}} Aufgabe läuft noch einmal.',
    retried_other: '{{count}} Aufgaben laufen noch einmal.',
  },
  refresh: 'Aktualisieren',
  retry: 'Neu starten',
  retried: 'Die Aufgabe läuft noch einmal.',
  cancel: 'Aufgabe beenden',
  keep: 'Aufgabe behalten',
  cancelTitle: 'Diese Aufgabe beenden?',
  cancelBody:
    'Was {{queue}} noch nicht erledigt hat, wird nie erledigt. Eine laufende Aufgabe endet innerhalb von Sekunden.',
  cancelDead: 'Was {{queue}} erledigen sollte, wird nie erledigt, und der Eintrag verschwindet.',
  canceled: 'Die Aufgabe wird beendet.',
};
