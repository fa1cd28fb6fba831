import { expect, test } from 'vitest';
import { dayOf, isSameRange, momentOf } from './time-range.ts';

test('a day survives a round trip through the URL in any time zone', () => {
  for (const day of ['2026-11-15', '2026-03-29', '2026-10-25', '1999-12-31']) {
    expect(dayOf(momentOf(day))).toBe(day);
    // The last day of a range is included: the moment is the following midnight.
    expect(dayOf(momentOf(day, 1), -1)).toBe(day);
  }
});

test('rejects text that is not a day', () => {
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

test('compares ranges by meaning', () => {
  expect(isSameRange({ to: '-30d', never: false }, { to: '-30d' })).toBe(true);
  expect(isSameRange({ to: '-30d', never: true }, { to: '-30d' })).toBe(false);
});
