import { expect, test } from 'vitest';
import { capOf, filterNames, queryOf, validFilters } from './log-filters.ts';

test('keeps valid filters and ignores others', () => {
  const given = {
    logKey: ['Unknown'],
    userId: [''],
    start_time: ['-7d'],
    end_time: ['soon'],
    applicationId: ['app', 'b'],
    objectKind: ['Role'],
    outcome: ['Perhaps'],
  };
  expect(validFilters(given, filterNames)).toEqual({
    logKey: ['Unknown'],
    actorId: [],
    objectKind: ['Role'],
    objectId: [],
    outcome: [],
    userId: [],
    applicationId: ['app'],
    organizationId: [],
    start_time: ['-7d'],
    end_time: [],
  });
});

test.each([
  ['2000', '1000'],
  ['1000', '1000'],
  ['-1d', '-7d'],
  ['-7d', '1000'],
])('ignores the end of a range from %s to %s', (start, end) => {
  const range = { start_time: [start], end_time: [end] };
  expect(validFilters(range, filterNames)).toMatchObject({ start_time: [start], end_time: [] });
  const turned = { start_time: [end], end_time: [start] };
  expect(validFilters(turned, filterNames).end_time).toEqual(start === end ? [] : [start]);
});

test('ignores filters that the list does not offer', () => {
  expect(validFilters({ userId: ['u'], logKey: ['Unknown'] }, ['logKey'])).toMatchObject({
    userId: [],
    logKey: ['Unknown'],
  });
});

test('sends relative times as milliseconds, the same within a minute', () => {
  const filters = { ...validFilters({ start_time: ['-1d'] }, filterNames), end_time: ['1700000000000'] };
  const expected = { start_time: String(1_700_000_040_000 - 86_400_000), end_time: '1699999999999' };
  expect(queryOf(filters, 1_700_000_040_000)).toEqual(expected);
  expect(queryOf(filters, 1_700_000_099_999)).toEqual(expected);
});

test('the count has an upper limit that grows with the page', () => {
  expect([capOf('1', 10_000), capOf('499', 10_000), capOf('500', 10_000)]).toEqual([9999, 9999, 19_999]);
});
