import { expect, test } from 'vitest';
import { fillDays, lastDays } from './fill-days.ts';

test('days end with today in UTC, and missing days count as zero', () => {
  const days = lastDays(3, Date.parse('2026-03-01T23:59:59Z'));
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(fillDays(days, [{ date: '2026-02-28', activeUsers: 4, tokens: 9 }])).toEqual([
    { date: '2026-02-27', activeUsers: 0, tokens: 0 },
    { date: '2026-02-28', activeUsers: 4, tokens: 9 },
    { date: '2026-03-01', activeUsers: 0, tokens: 0 },
  ]);
});
