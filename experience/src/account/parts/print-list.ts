/** Joins names with the separators of the page language. */
export const printList = (names: string[]): string =>
  new Intl.ListFormat(document.documentElement.lang, { type: 'unit', style: 'short' }).format(names);
