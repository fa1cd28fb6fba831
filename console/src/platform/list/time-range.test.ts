import { expect, test } from 'vitest';
import { dayOf, isSameRange, momentOf } from './time-range.ts';

test('a day goes to the address and comes back as the same day, wherever the reader is', () => {
  for (const day of ['2026-11-15', '2026-03-29', '2026-10-25', '1999-12-31']) {
    expect(dayOf(momentOf(day))).toBe(day);
    // The last day of a span is in it: the moment is the midnight after it.
    expect(dayOf(momentOf(day, 1), -1)).toBe(day);
  }
});

test('what is no day is none', () => {
  expect([
    momentOf(''),
    momentOf('15.11.2026'),
    dayOf(undefined),
    dayOf('-30d'),
    dayOf('x'),
    dayOf('99999999999999999'),
  ]).toEqual([undefined, undefined, '', '', '', '']);
  expect(momentOf('1950-01-01')).toBe('0');
});

test('ranges are the same by what they mean', () => {
  expect(isSameRange({ to: '-30d', never: false }, { to: '-30d' })).toBe(true);
  expect(isSameRange({ to: '-30d', never: true }, { to: '-30d' })).toBe(false);
});
