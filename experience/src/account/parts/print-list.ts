/** Several names in one line, with the marks that the language of the page puts between them. */
export const printList = (names: string[]): string =>
  new Intl.ListFormat(document.documentElement.lang, { type: 'unit', style: 'short' }).format(names);
