import type { AdaptiveMfaResult, AdaptiveRule } from '@postern/contracts/experience/adaptive-mfa';
import type { SignInPlace } from '#features/people/users';
import type { Signals } from './read-signals.ts';

const dayMs = 86_400_000;
const windowDays = 180;
const inactivityDays = 30;
const thresholdKmh = 900;
const leastBotScore = 30;
/** There are about 250 countries; nobody visits more than this in half a year. */
const mostCountries = 60;

export type History = { place: SignInPlace | null; lastSignInAt: number | null };

type Position = { latitude: number; longitude: number };
type Details = Record<string, unknown> | undefined;

const iso = (at: number) => new Date(at).toISOString();
const rounded = (value: number) => Math.round(value * 100) / 100;
const isRecent = (now: number) => (one: { lastSignInAt: string }) =>
  Date.parse(one.lastSignInAt) > now - windowDays * dayMs;

const positionOf = ({ latitude, longitude }: Partial<Position> = {}): Position | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

/** Great-circle distance, with the mean radius of the earth. */
export function distanceKm(one: Position, two: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, two.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(two.latitude)) * half(one.longitude, two.longitude);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function newCountry({ country }: Signals, { place, lastSignInAt }: History, now: number): Details {
  const known = place?.countries ?? [];
  if (!country || lastSignInAt === null || known.length === 0) {
    return undefined;
  }
  const recent = known.filter(isRecent(now));
  return recent.some((one) => one.country === country)
    ? undefined
    : { currentCountry: country, windowDays, ...(recent.length > 0 ? { recentCountries: recent } : {}) };
}

function geoVelocity(signals: Signals, { place, lastSignInAt }: History, now: number): Details {
  const [here, there] = [positionOf(signals), positionOf(place ?? {})];
  if (!here || !there || lastSignInAt === null) {
    return undefined;
  }
  const km = distanceKm(there, here);
  // Two sign-ins in the same second are still some time apart.
  const hours = Math.max(now - lastSignInAt, 1000) / 3_600_000;
  if (km / hours <= thresholdKmh) {
    return undefined;
  }
  const { country, city } = signals;
  return {
    previous: { ...(place?.country ? { country: place.country } : {}), at: iso(lastSignInAt) },
    current: { ...(country ? { country } : {}), ...(city ? { city } : {}), at: iso(now) },
    distanceKm: rounded(km),
    durationHours: rounded(hours),
    speedKmh: rounded(km / hours),
    thresholdKmh,
  };
}

function longInactivity(_: Signals, { lastSignInAt }: History, now: number): Details {
  const days = lastSignInAt === null ? 0 : (now - lastSignInAt) / dayMs;
  return lastSignInAt !== null && days > inactivityDays
    ? { lastSignInAt: iso(lastSignInAt), inactivityDays: Math.floor(days), thresholdDays: inactivityDays }
    : undefined;
}

function untrustedIp({ botScore, botVerified }: Signals): Details {
  const matchedSignals = [
    ...(botScore !== undefined && botScore < leastBotScore ? [`botScore<${leastBotScore}`] : []),
    ...(botVerified ? ['botVerified'] : []),
  ];
  const signals = {
    ...(botScore === undefined ? {} : { botScore }),
    ...(botVerified === undefined ? {} : { botVerified }),
  };
  return matchedSignals.length > 0 ? { signals, matchedSignals } : undefined;
}

const rules: Record<AdaptiveRule, (signals: Signals, history: History, now: number) => Details> = {
  new_country: newCountry,
  geo_velocity: geoVelocity,
  long_inactivity: longInactivity,
  untrusted_ip: untrustedIp,
};

/** Which rules say that the sign-in is unusual, and why. */
export function judgeAdaptively(signals: Signals, history: History, now: number): AdaptiveMfaResult {
  const triggeredRules = Object.entries(rules).flatMap(([rule, judge]) => {
    const details = judge(signals, history, now);
    // The names are those of the table.
    return details ? [{ rule: rule as AdaptiveRule, details }] : [];
  });
  return { requiresMfa: triggeredRules.length > 0, triggeredRules };
}

/** What is stored about the place: enough for the rules, and the position only to about a kilometer. */
export function placeOfSignals(signals: Signals, last: SignInPlace | null, now: number): SignInPlace {
  const { country } = signals;
  const position = positionOf(signals);
  const others = (last?.countries ?? []).filter(isRecent(now)).filter((one) => one.country !== country);
  const countries = [...(country ? [{ country, lastSignInAt: iso(now) }] : []), ...others].slice(0, mostCountries);
  return {
    ...(country ? { country } : {}),
    ...(position ? { latitude: rounded(position.latitude), longitude: rounded(position.longitude) } : {}),
    ...(countries.length > 0 ? { countries } : {}),
  };
}
