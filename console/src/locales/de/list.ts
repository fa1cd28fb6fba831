import type { Phrases } from '../phrases.ts';

export const list: Phrases['list'] = {
  actions: 'Aktionen',
  range: '{{from}}–{{to}} von {{total}}',
  pages: 'Seiten',
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',
  page: 'Seite {{page}}',
  nothingFor: 'Nichts passt zu „{{search}}“',
  nothing: 'Nichts passt zu diesen Filtern',
  nothingFound: 'Nichts gefunden',
  nothingHint: 'Prüfen Sie die Schreibweise oder setzen Sie die Filter zurück.',
  clear: 'Suche und Filter zurücksetzen',
  clearSearch: 'Suche leeren',
  clearFilter: 'Filter {{filter}} zurücksetzen',
  filterIs: '{{filter}}:',
  loaded_one: '{{count}} Zeile',
  loaded_other: '{{count}} Zeilen',
};
