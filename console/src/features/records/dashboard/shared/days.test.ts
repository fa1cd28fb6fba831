import { expect, test } from 'vitest';
import { addDays, isDay, toDay } from './days.ts';

test('accepts days of the calendar only', () => {
  expect(['2026-11-30', '2024-02-29', '1970-01-01'].map(isDay)).toEqual([true, true, true]);
  expect(['2026-02-30', '2026-13-01', '2026-1-1', '', 'today', '0001-01-01'].map(isDay)).toEqual(Array(6).fill(false));
});

test('adds days across months, years and changes of the clock', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-30', -30)).toBe('2026-02-28');
});

test('the day of a moment is the day of the browser', () => {
  expect(toDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
