import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const units = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const lengths = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats dates and numbers in the console language. Times are milliseconds, as in the API. */
export function formatIn(language: string) {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const shortDate = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const number = new Intl.NumberFormat(language);
  const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    date: (time: number) => date.format(time),
    shortDate: (time: number) => shortDate.format(time),
    dateTime: (time: number) => dateTime.format(time),
    /** With seconds, for logs. */
    moment: (time: number) => moment.format(time),
    number: (value: number) => number.format(value),
    /** Prices are cents in the API. */
    dollars: (cents: number) => dollars.format(cents / 100),
    /** In the largest unit that is exact: 3600 is an hour, 5400 are 90 minutes. */
    duration: (seconds: number) => {
      const [unit, size] = lengths.find(([, length]) => seconds % length === 0) ?? lengths[3];
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
    },
    relative: (time: number, now = Date.now()) => {
      const distance = time - now;
      const [unit, size] = units.find(([, length]) => Math.abs(distance) >= length) ?? units[4];
      return relative.format(Math.round(distance / size), unit);
    },
  };
}

export function useFormat() {
  const { i18n } = useTranslation();
  return useMemo(() => formatIn(i18n.language), [i18n.language]);
}
