import { expect, test } from 'vitest';
import { addDays, localDay } from './local-day.ts';

test('a day begins at midnight of its zone, in UTC too', () => {
  const at = new Date('2026-02-28T23:30:00Z');
  expect(['UTC', 'Europe/Berlin', 'America/Los_Angeles'].map((zone) => localDay(at, zone))).toEqual([
    '2026-02-28',
    '2026-03-01',
    '2026-02-28',
  ]);
  expect(localDay(new Date('2026-03-01T00:00:00Z'), 'UTC')).toBe('2026-03-01');
});

test('days are counted across months and years', () => {
  expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1), addDays('2028-02-28', 1)]).toEqual([
    '2027-01-01',
    '2026-02-28',
    '2028-02-29',
  ]);
});
