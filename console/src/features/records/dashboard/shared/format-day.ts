import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { timeOf } from './days.ts';

/** Formats days and numbers of the dashboard. Days have no time zone. */
export function useDayFormat() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const { language } = i18n;
    const dayFormat = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      return (day: string) => format.format(timeOf(day));
    };
    const number = new Intl.NumberFormat(language);
    const compact = new Intl.NumberFormat(language, { notation: 'compact' });
    const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
    const signed = new Intl.NumberFormat(language, { signDisplay: 'always' });
    const languages = new Intl.DisplayNames(language, { type: 'language' });
    return {
      short: dayFormat({ month: 'short', day: 'numeric' }),
      long: dayFormat({ weekday: 'short', month: 'short', day: 'numeric' }),
      full: dayFormat({ dateStyle: 'medium' }),
      number: (value: number) => number.format(value),
      compact: (value: number) => compact.format(value),
      percent: (value: number) => percent.format(value),
      signed: (value: number) => signed.format(value),
      languageName: (code: string) => languages.of(code) ?? code,
    };
  }, [i18n]);
}
