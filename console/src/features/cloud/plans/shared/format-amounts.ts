import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Truncated, not rounded: 49,999 of 50,000 must not read as 50K of 50K. */
const oneDecimal = (value: number) => Math.floor(value * 10) / 10;

/** Integer percentage; 100 only once everything is used. */
export function percentOf(used: number, whole: number): number {
  const percent = Math.round((used / whole) * 100);
  return used < whole ? Math.min(percent, 99) : percent;
}

export function amountsIn(language: string) {
  const number = new Intl.NumberFormat(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const money = (cents: number, currency = 'USD', digits = 2) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(cents / 100);
  const names = new Intl.ListFormat(language, { type: 'conjunction' });
  const short = (value: number) => {
    if (value < 1000) {
      return number.format(value);
    }
    return value < 1_000_000
      ? `${number.format(oneDecimal(value / 1000))}K`
      : `${number.format(oneDecimal(value / 1_000_000))}M`;
  };
  return {
    /** 999, 1K, 12.4K, 1.3M. */
    short,
    number: (value: number) => number.format(value),
    list: (items: readonly string[]) => names.format(items),
    /** From cents, with two decimals. */
    money,
    /** From cents; without decimals for a whole amount. */
    price: (cents: number) => money(cents, 'USD', cents % 100 === 0 ? 0 : 2),
    /** Periods are counted in UTC days. */
    day: (time: string | number) => date.format(new Date(time)),
  };
}

/** Formats quantities, prices and billing days in the console language. */
export function useAmounts() {
  const { i18n } = useTranslation();
  return useMemo(() => amountsIn(i18n.language), [i18n.language]);
}
