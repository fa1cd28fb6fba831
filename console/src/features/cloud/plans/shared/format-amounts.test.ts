import { expect, test } from 'vitest';
import { amountsIn, percentOf } from './format-amounts.ts';

const { short, number, money, price, day } = amountsIn('en');

test('quantities are abbreviated from a thousand on, with at most one decimal, and never rounded up', () => {
  expect([0, 999, 1000, 12_438, 49_999, 50_000, 999_999, 1_000_000, 1_349_000].map(short)).toEqual([
    '0',
    '999',
    '1K',
    '12.4K',
    '49.9K',
    '50K',
    '999.9K',
    '1M',
    '1.3M',
  ]);
});

test('exact numbers above 999 have separators', () => {
  expect([999, 1000, 1_234_567].map(number)).toEqual(['999', '1,000', '1,234,567']);
});

test('cents are formatted as dollars in the console language', () => {
  expect(money(1600)).toBe('$16.00');
  expect(money(123_456)).toBe('$1,234.56');
  expect(amountsIn('de').money(123_456).replace(/\s/g, ' ')).toBe('1.234,56 $');
  expect(money(1600, 'eur')).toBe('€16.00');
  expect([0, 1600, 1650].map(price)).toEqual(['$0', '$16', '$16.50']);
});

test('days are in UTC, with month, day and year', () => {
  expect(day('2026-11-30T23:59:59.999Z')).toBe('Nov 30, 2026');
});

test('percent is an integer, and 100 only when the limit is reached', () => {
  expect(percentOf(21_800, 50_000)).toBe(44);
  expect(percentOf(49_990, 50_000)).toBe(99);
  expect(percentOf(50_000, 50_000)).toBe(100);
  expect(percentOf(512_600, 500_000)).toBe(103);
});
