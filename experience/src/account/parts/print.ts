/** Joins names with the separators of the page language. */
export const printList = (names: string[]): string =>
  new Intl.ListFormat(document.documentElement.lang, { type: 'unit', style: 'short' }).format(names);

/** Formats times in the page language. */
export const printDay = (time: number | string) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(new Date(time));

export const printMoment = (time: number) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
