/** Formats times in the page language. */
export const printDay = (time: number | string) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(new Date(time));

export const printMoment = (time: number) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
