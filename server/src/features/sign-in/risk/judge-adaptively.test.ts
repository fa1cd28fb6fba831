import { expect, test } from 'vitest';
import { distanceKm, type History, judgeAdaptively, placeOfSignals } from './judge-adaptively.ts';
import { readSignals, type Signals } from './read-signals.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
const iso = (at: number) => new Date(at).toISOString();
const berlin = { latitude: 52.52, longitude: 13.4 };
const sydney = { latitude: -33.87, longitude: 151.21 };
const history = (more: Partial<History['place']> = {}, ago = hour): History => ({
  lastSignInAt: now - ago,
  place: { country: 'DE', ...berlin, countries: [{ country: 'DE', lastSignInAt: iso(now - ago) }], ...more },
});
const firedBy = (signals: Signals, past = history()) => judgeAdaptively(signals, past, now).triggeredRules;
const namesOf = (signals: Signals, past?: History) => firedBy(signals, past).map(({ rule }) => rule);

test('a usual sign-in fires no rule, and neither does the first one or one without signals', () => {
  expect(judgeAdaptively({ country: 'DE', ...berlin, botScore: 30, botVerified: false }, history(), now)).toEqual({
    requiresMfa: false,
    triggeredRules: [],
  });
  expect(namesOf({}, history())).toEqual([]);
  expect(namesOf({ country: 'JP', ...sydney }, { lastSignInAt: null, place: null })).toEqual([]);
  expect(namesOf({ country: 'JP', ...sydney }, { lastSignInAt: now - hour, place: null })).toEqual([]);
});

test('new_country compares with the countries of the last 180 days', () => {
  const countries = [
    { country: 'DE', lastSignInAt: iso(now - day) },
    { country: 'FR', lastSignInAt: iso(now - 181 * day) },
  ];
  expect(firedBy({ country: 'NO' }, history({ countries }))).toEqual([
    {
      rule: 'new_country',
      details: { currentCountry: 'NO', windowDays: 180, recentCountries: [countries[0]] },
    },
  ]);
  expect(namesOf({ country: 'FR' }, history({ countries }))).toEqual(['new_country']);
  expect(namesOf({ country: 'DE' }, history({ countries }))).toEqual([]);
  const [old] = firedBy(
    { country: 'FR' },
    history({ countries: [{ country: 'FR', lastSignInAt: iso(now - 200 * day) }] }),
  );
  expect(old?.details).toEqual({ currentCountry: 'FR', windowDays: 180 });
});

test('geo_velocity is faster than a plane', () => {
  expect(Math.round(distanceKm(berlin, sydney))).toBe(16_095);
  const [fired] = firedBy({ country: 'DE', city: 'Sydney', ...sydney }, history({}, 2 * hour));
  expect(fired).toEqual({
    rule: 'geo_velocity',
    details: {
      previous: { country: 'DE', at: iso(now - 2 * hour) },
      current: { country: 'DE', city: 'Sydney', at: iso(now) },
      distanceKm: expect.closeTo(16_095, -1),
      durationHours: 2,
      speedKmh: expect.closeTo(8047, -1),
      thresholdKmh: 900,
    },
  });
  expect(namesOf({ ...sydney }, history({}, 18 * hour))).toEqual([]);
  expect(namesOf({ ...sydney }, history({}, 17 * hour))).toEqual(['geo_velocity']);
  const atOnce = firedBy({ ...sydney }, history({}, 0))[0]?.details.speedKmh;
  expect(Number.isFinite(atOnce)).toBe(true);
});

test('long_inactivity begins after 30 days', () => {
  expect(namesOf({}, history({}, 30 * day))).toEqual([]);
  expect(firedBy({}, history({}, 31.5 * day))).toEqual([
    {
      rule: 'long_inactivity',
      details: { lastSignInAt: iso(now - 31.5 * day), inactivityDays: 31, thresholdDays: 30 },
    },
  ]);
});

test('untrusted_ip is a low score or a known bot', () => {
  expect(firedBy({ botScore: 29, botVerified: true })).toEqual([
    {
      rule: 'untrusted_ip',
      details: { signals: { botScore: 29, botVerified: true }, matchedSignals: ['botScore<30', 'botVerified'] },
    },
  ]);
  expect(namesOf({ botScore: 0 })).toEqual(['untrusted_ip']);
  expect(namesOf({ botVerified: true })).toEqual(['untrusted_ip']);
});

test('the stored place has the recent countries, and a position of about a kilometer', () => {
  const last = {
    countries: [
      { country: 'FR', lastSignInAt: iso(now - day) },
      { country: 'IT', lastSignInAt: iso(now - 181 * day) },
    ],
  };
  expect(placeOfSignals({ country: 'DE', latitude: 52.520_008, longitude: 13.404_954 }, last, now)).toEqual({
    country: 'DE',
    latitude: 52.52,
    longitude: 13.4,
    countries: [
      { country: 'DE', lastSignInAt: iso(now) },
      { country: 'FR', lastSignInAt: iso(now - day) },
    ],
  });
  expect(placeOfSignals({}, last, now)).toEqual({ countries: [last.countries[0]] });
  const many = {
    countries: Array.from({ length: 300 }, (_, index) => ({ country: `${index}`, lastSignInAt: iso(now) })),
  };
  expect(placeOfSignals({ country: 'DE' }, many, now).countries).toHaveLength(60);
});

test('signals of a proxy are read strictly', () => {
  expect(
    readSignals({
      country: 'de',
      city: 'Köln',
      latitude: '50.9',
      longitude: '-6.95',
      botScore: '7',
      botVerified: 'false',
    }),
  ).toEqual({
    country: 'DE',
    city: 'Köln',
    latitude: 50.9,
    longitude: -6.95,
    botScore: 7,
    botVerified: false,
  });
  for (const country of ['XX', 'T1', 'DEU', '', 'D', '<a>']) {
    expect(readSignals({ country })).toEqual({});
  }
  expect(readSignals({ latitude: '91', longitude: '0' })).toEqual({});
  expect(readSignals({ latitude: '12' })).toEqual({});
  expect(readSignals({ latitude: '1e1', longitude: 'NaN', botScore: '101', botVerified: 'yes' })).toEqual({});
});
