import type { DomainStatus } from '@postern/contracts/access/domains';
import type { LookUp } from './look-up.ts';

export type CheckedDomain = {
  status: DomainStatus;
  failures: number;
  failingSince: number | null;
  createdAt: number;
  certificateExpiresAt: number | null;
};

export type NextState = Pick<CheckedDomain, 'status' | 'failures' | 'failingSince'> & {
  errorMessage: string | null;
  /** Seconds until the next check. */
  again: number;
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const activePause = 10 * minute;
const failingPause = minute;
/** Wrong answers in a row after which an active domain is no longer served. */
const maxFailures = 3;
/** An active domain whose DNS servers do not answer is served for this long. */
const maxSilence = day;
/** A record that was not created in this time is reported as an error. The checks go on. */
const maxPending = 7 * day;

function pendingPause(ageSeconds: number): number {
  if (ageSeconds < 10 * minute) {
    return 10;
  }
  if (ageSeconds < hour) {
    return minute;
  }
  return ageSeconds < day ? 10 * minute : ageSeconds < maxPending ? hour : 6 * hour;
}

const isServed = (status: DomainStatus) => status === 'Active' || status === 'PendingSsl';

/** The state of a domain after a look-up. */
export function nextState(domain: CheckedDomain, result: LookUp, now: number, needsCertificate: boolean): NextState {
  const { status, failures, failingSince, createdAt, certificateExpiresAt } = domain;
  if (result.kind === 'right') {
    const hasCertificate = certificateExpiresAt !== null && certificateExpiresAt > now;
    const isActive = !needsCertificate || hasCertificate;
    return {
      status: isActive ? 'Active' : 'PendingSsl',
      failures: 0,
      failingSince: null,
      errorMessage: null,
      again: isActive ? activePause : minute,
    };
  }
  const age = (now - createdAt) / 1000;
  const since = failingSince ?? now;
  const count = failures + (result.kind === 'wrong' ? 1 : 0);
  const failing = { failures: count, failingSince: since, errorMessage: result.message };
  if (isServed(status)) {
    const isOver = count >= maxFailures || now - since >= maxSilence * 1000;
    return isOver
      ? { ...failing, status: 'Error', again: failingPause }
      : { ...failing, status, again: result.kind === 'wrong' ? failingPause : activePause };
  }
  if (status === 'PendingVerification' && age < maxPending) {
    return { ...failing, status, again: pendingPause(age) };
  }
  return { ...failing, status: 'Error', again: pendingPause(Math.max(age, day)) };
}
