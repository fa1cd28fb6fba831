import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** `182 ms`, and from a second on `2.4 s`. */
export function durationIn(language: string) {
  const format = (unit: 'millisecond' | 'second') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
  const [milliseconds, seconds] = [format('millisecond'), format('second')];
  return (ms: number) => (ms < 1000 ? milliseconds.format(Math.round(ms)) : seconds.format(ms / 1000));
}

export function useDuration() {
  const { i18n } = useTranslation();
  return useMemo(() => durationIn(i18n.language), [i18n.language]);
}
