import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'Pozwól logować się we własnej domenie, na przykład auth.example.com.',
  title: 'Domeny',
  help: 'Strony logowania, linki i tokeny używają domeny, przez którą przyszło żądanie. Domena domyślna pozostaje ważna.',
  add: 'Dodaj domenę',
  added: 'Domena dodana',
  addHelp: 'Po dodaniu utwórz u dostawcy swojej domeny wyświetlony rekord DNS.',
  domain: 'Domena',
  none: 'Nie ma jeszcze własnych domen.',
  deleted: 'Domena usunięta',
  deleteWhat: 'Usuń: {{name}}',
  deleteTitle: 'Usunąć {{name}}?',
  deleteBody:
    'Domena natychmiast przestanie działać. Aplikacje, które używają jej jako punktu końcowego, nie będą mogły logować użytkowników, a utworzone w niej klucze dostępu przestaną działać.',
  records: 'Rekordy DNS domeny {{name}}',
  columns: {
    type: 'Typ',
    name: 'Nazwa',
    value: 'Wartość',
  },
  copyName: 'Kopiuj nazwę',
  copyValue: 'Kopiuj wartość',
  lastCheck: 'Ostatnie sprawdzenie: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'Oczekiwanie na DNS',
      help: 'Utwórz ten rekord u dostawcy swojej domeny. Może minąć kilka godzin, zanim będzie widoczny wszędzie.',
    },
    PendingSsl: {
      name: 'Oczekiwanie na certyfikat',
      help: 'Rekord DNS jest prawidłowy. Trwa wystawianie certyfikatu.',
    },
    Active: {
      name: 'Aktywna',
      help: 'W tej domenie można się logować. Zachowaj rekord: bez niego domena przestanie być obsługiwana.',
    },
    Error: {
      name: 'Nie działa',
      help: 'Domena nie jest obsługiwana. Popraw rekord; domena sama stanie się znów aktywna.',
    },
  },
  default: {
    title: 'Domena domyślna',
    help: 'Działa zawsze, także obok własnych domen.',
    endpoint: 'Punkt końcowy',
  },
  shown: 'Domena',
  shownHelp: 'Poniższe adresy dotyczą tej domeny.',
  howTo: 'Jak działają własne domeny',
};
