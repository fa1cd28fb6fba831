import { describe, expect, test } from 'vitest';
import { offsetHours, readTimeZone, type Signals, scoreRisk } from './score.ts';

const now = Date.parse('2026-11-17T12:00:00Z');
const hour = 3_600_000;
const quiet: Signals = {
  isNewDevice: false,
  isLeaked: false,
  failures: 0,
  networkFailures: 0,
  place: { network: '203.0.114.0/24', timeZone: 'Europe/Berlin' },
  last: { at: now - hour, place: { network: '203.0.114.0/24', timeZone: 'Europe/Berlin' } },
};
const score = (more: Partial<Signals>) => scoreRisk({ ...quiet, ...more }, now);

test('a usual sign-in has no risk', () => {
  expect(score({})).toEqual({ score: 0, level: 'low', reasons: [] });
});

test.each([
  [{ isNewDevice: true }, 30, 'low', ['newDevice']],
  [{ isLeaked: true }, 40, 'medium', ['leakedPassword']],
  [{ failures: 5 }, 30, 'low', ['manyFailures']],
  [{ failures: 4, networkFailures: 19 }, 0, 'low', []],
  [{ networkFailures: 20 }, 20, 'low', ['networkFailures']],
  [{ isNewDevice: true, isLeaked: true }, 70, 'high', ['newDevice', 'leakedPassword']],
  [{ isNewDevice: true, failures: 9 }, 60, 'medium', ['newDevice', 'manyFailures']],
])('%j scores %i', (signals, points, level, reasons) => {
  expect(score(signals)).toEqual({ score: points, level, reasons });
});

test('the score ends at 100', () => {
  const all = { isNewDevice: true, isLeaked: true, failures: 50, networkFailures: 50 };
  expect(score(all).score).toBe(100);
});

describe('travel', () => {
  const from = (timeZone: string | undefined, hoursAgo: number, network = '198.51.101.0/24') =>
    score({ last: { at: now - hoursAgo * hour, place: { network, ...(timeZone ? { timeZone } : {}) } } }).reasons;

  test('is impossible from a far time zone and another network within too short a time', () => {
    expect(from('America/New_York', 5)).toEqual(['impossibleTravel']);
    expect(from('America/New_York', 7)).toEqual([]);
    expect(from('Asia/Tokyo', 7)).toEqual(['impossibleTravel']);
    expect(from('Asia/Tokyo', 9)).toEqual([]);
  });

  test('is not judged in the same network, within an hour of difference, or without a time zone', () => {
    expect(from('America/New_York', 1, '203.0.114.0/24')).toEqual([]);
    expect(from('Europe/London', 0.1)).toEqual([]);
    expect(from(undefined, 0.1)).toEqual([]);
  });

  test('goes the shorter way around the earth', () => {
    const place = { network: '203.0.114.0/24', timeZone: 'Pacific/Auckland' };
    const last = { at: now - 3 * hour, place: { network: '198.51.101.0/24', timeZone: 'Pacific/Honolulu' } };
    // 13 and -10 hours: one hour apart.
    expect(score({ place, last }).reasons).toEqual([]);
  });

  test('a forged time zone removes only this reason', () => {
    const last = { at: now - hour, place: { network: '198.51.101.0/24', timeZone: 'America/New_York' } };
    const honest = score({ isNewDevice: true, failures: 5, last });
    const forged = score({
      isNewDevice: true,
      failures: 5,
      last,
      place: { ...quiet.place, timeZone: 'America/New_York' },
    });
    expect(honest.reasons).toEqual(['newDevice', 'impossibleTravel', 'manyFailures']);
    expect(forged.reasons).toEqual(['newDevice', 'manyFailures']);
  });
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', undefined],
  ['', undefined],
  ['<script>', undefined],
  ['Europe/Berlin\r\nx: y', undefined],
  ['A'.repeat(5000), undefined],
  [undefined, undefined],
  [['Europe/Berlin'], undefined],
])('the time zone %j is read as %s', (given, zone) => {
  expect(readTimeZone(given)).toBe(zone);
});

test('offsets include half hours and summer time', () => {
  expect(offsetHours('Asia/Kolkata', now)).toBe(5.5);
  expect(offsetHours('America/New_York', now)).toBe(-5);
  expect(offsetHours('Europe/Berlin', Date.parse('2026-07-01T00:00:00Z'))).toBe(2);
  expect(offsetHours('UTC', now)).toBe(0);
});
