const dayMs = 86_400_000;

/** The day of the browser, as in the API. */
export const toDay = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

/** The start of a day in UTC, in milliseconds. */
export const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** A day from 1970 on, as the API accepts it. */
export const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? timeOf(text) : Number.NaN;
  return at >= 0 && new Date(at).toISOString().startsWith(text);
};

export const addDays = (day: string, days: number): string =>
  new Date(timeOf(day) + days * dayMs).toISOString().slice(0, 10);
