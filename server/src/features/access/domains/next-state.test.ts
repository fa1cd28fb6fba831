import { describe, expect, test } from 'vitest';
import type { LookUp } from './look-up.ts';
import { type CheckedDomain, nextState } from './next-state.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const right: LookUp = { kind: 'right' };
const wrong: LookUp = { kind: 'wrong', message: 'There is no CNAME record.' };
const unknown: LookUp = { kind: 'unknown', message: 'No answer.' };
const day = 86_400_000;

const domain = (given: Partial<CheckedDomain> = {}): CheckedDomain => ({
  status: 'PendingVerification',
  failures: 0,
  failingSince: null,
  createdAt: now - 1000,
  certificateExpiresAt: null,
  ...given,
});

describe('a domain whose record is right', () => {
  test('is active at once if an outer proxy has the certificate', () => {
    expect(nextState(domain(), right, now, false)).toMatchObject({ status: 'Active', errorMessage: null });
  });

  test('waits for its certificate if this server has the certificates', () => {
    expect(nextState(domain(), right, now, true)).toMatchObject({ status: 'PendingSsl', again: 60 });
  });

  test('is active with a valid certificate, and not with an expired one', () => {
    expect(nextState(domain({ certificateExpiresAt: now + 1 }), right, now, true).status).toBe('Active');
    expect(nextState(domain({ status: 'Active', certificateExpiresAt: now }), right, now, true).status).toBe(
      'PendingSsl',
    );
  });

  test('becomes active again after an error', () => {
    const state = nextState(domain({ status: 'Error', failures: 9, failingSince: now - day }), right, now, false);
    expect(state).toMatchObject({ status: 'Active', failures: 0, failingSince: null });
  });
});

describe('a pending domain without its record', () => {
  test('is checked less often the older it is, and is an error after a week', () => {
    const pauses = [1, 30 * 60, 3600 * 5, 3600 * 48].map((age) => {
      const { status, again } = nextState(domain({ createdAt: now - age * 1000 }), wrong, now, false);
      expect(status).toBe('PendingVerification');
      return again;
    });
    expect(pauses).toEqual([10, 60, 600, 3600]);
    expect(nextState(domain({ createdAt: now - 8 * day }), wrong, now, false)).toMatchObject({
      status: 'Error',
      again: 6 * 3600,
    });
  });
});

describe('an active domain', () => {
  const active = domain({ status: 'Active', createdAt: now - 100 * day });

  test('is no longer served after three wrong answers in a row', () => {
    const first = nextState(active, wrong, now, false);
    const second = nextState({ ...active, ...first }, wrong, now, false);
    const third = nextState({ ...active, ...second }, wrong, now, false);
    expect([first, second, third].map(({ status }) => status)).toEqual(['Active', 'Active', 'Error']);
    expect(first.again).toBe(60);
  });

  test('is served for a day while the DNS servers do not answer', () => {
    const first = nextState(active, unknown, now, false);
    expect(first).toMatchObject({ status: 'Active', failures: 0, failingSince: now });
    expect(nextState({ ...active, ...first }, unknown, now + day - 1, false).status).toBe('Active');
    expect(nextState({ ...active, ...first }, unknown, now + day, false).status).toBe('Error');
  });
});
