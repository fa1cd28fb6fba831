import {
  type RiskLevel,
  type RiskReason,
  riskPoints,
  riskReasons,
  riskThresholds,
} from '@postern/contracts/experience/sign-in-protection';
import type { SignInPlace } from '#features/people/users';

/** Wrong attempts within the last hour from which on they count as many. */
const manyFailures = { person: 5, network: 20 };
/** Smaller differences between time zones can be the change to summer time, or a border. */
const minTravelHours = 2;

export type Signals = {
  isNewDevice: boolean;
  isLeaked: boolean;
  /** Wrong attempts within the last hour for the identifier and the factors of the person. */
  failures: number;
  /** Wrong attempts within the last hour from the network, for all people. */
  networkFailures: number;
  place: SignInPlace;
  last: { place: SignInPlace; at: number } | undefined;
};

/** Hours east of UTC now; undefined if it is not a time zone. */
export function offsetHours(timeZone: string | undefined, at: number): number | undefined {
  if (timeZone === undefined) {
    return undefined;
  }
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
}

/** The time zone that a browser reports; undefined if it is missing or unknown. */
export function readTimeZone(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^[A-Za-z][\w+/-]{0,63}$/.test(given)) {
    return undefined;
  }
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    // Not a time zone.
    return undefined;
  }
}

/**
 * Another network and another time zone, in less time than a flight takes: about an hour for each zone. Whoever forges
 * the time zone avoids this reason, but no other one.
 */
function isImpossibleTravel({ place, last }: Signals, now: number): boolean {
  if (!last?.place.network || !place.network || last.place.network === place.network) {
    return false;
  }
  const [here, there] = [offsetHours(place.timeZone, now), offsetHours(last.place.timeZone, now)];
  if (here === undefined || there === undefined) {
    return false;
  }
  const apart = Math.abs(here - there);
  // The other way around the earth may be shorter.
  const zones = Math.min(apart, 24 - apart);
  return zones >= minTravelHours && (now - last.at) / 3_600_000 < zones;
}

/** The risk of a sign-in from 0 to 100, and why. */
export function scoreRisk(
  signals: Signals,
  now: number,
): { score: number; reasons: RiskReason[]; level: 'low' | RiskLevel } {
  const holds: Record<RiskReason, boolean> = {
    newDevice: signals.isNewDevice,
    impossibleTravel: isImpossibleTravel(signals, now),
    leakedPassword: signals.isLeaked,
    manyFailures: signals.failures >= manyFailures.person,
    networkFailures: signals.networkFailures >= manyFailures.network,
  };
  const reasons = riskReasons.filter((reason) => holds[reason]);
  const score = Math.min(
    100,
    reasons.reduce((sum, reason) => sum + riskPoints[reason], 0),
  );
  const level = score >= riskThresholds.high ? 'high' : score >= riskThresholds.medium ? 'medium' : 'low';
  return { score, reasons, level };
}
