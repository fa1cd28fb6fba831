import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery, Timestamp } from '../fields.ts';

const guessActions = ['Password', 'VerificationCode', 'OneTimeToken'] as const;

/** Second factors whose wrong codes are counted per person. Passkeys cannot be guessed. */
export const lockableFactors = [
  'Totp',
  'BackupCode',
  'EmailVerificationCode',
  'PhoneVerificationCode',
  'TemporaryCode',
] as const;
export type LockableFactor = (typeof lockableFactors)[number];

/** The target under which wrong codes of a factor are counted. No username contains a colon. */
export const factorTarget = (factor: LockableFactor, userId: string) => `factor:${factor}:${userId}`;

export function readFactorTarget(target: string): { factor: LockableFactor; userId: string } | undefined {
  const [prefix, name, userId, ...rest] = target.split(':');
  const factor = lockableFactors.find((one) => one === name);
  return prefix === 'factor' && factor && userId && rest.length === 0 ? { factor, userId } : undefined;
}

/** An identifier that is locked because of too many wrong attempts. */
export const LockedIdentifier = z.object({
  id: z.string(),
  /** What was guessed last. */
  action: z.enum(guessActions),
  /** Null if the installation has no vault key: then only a hash of the identifier is stored. */
  identifier: z.string().nullable(),
  /** Set if a second factor of a person is locked instead of an identifier. */
  factor: z.object({ type: z.enum(lockableFactors), userId: z.string(), userName: z.string().nullable() }).nullable(),
  /** The attempts came from a browser in which the person had signed in before. Other browsers are not locked. */
  isKnownDevice: z.boolean(),
  /** Wrong attempts in the hour before the lock. */
  failures: z.int(),
  lockedAt: Timestamp,
  lockedUntil: Timestamp,
});
export type LockedIdentifier = z.infer<typeof LockedIdentifier>;

const common = { auth: { kind: 'management' }, document: 'management', tag: 'Users' } as const;

export const throttleApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sentinel-activities/locked',
    summary: 'List identifiers that are locked because of too many wrong attempts, the latest first.',
    query: PageQuery,
    paged: 'always',
    response: z.array(LockedIdentifier),
  }),
  unlockSome: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sentinel-activities/unlock',
    summary: 'Unlock identifiers of the list. Attempts of the same identifier on other devices are deleted too.',
    body: z.strictObject({ ids: z.array(z.string().min(1).max(21)).min(1).max(100) }),
    response: z.object({ unlocked: z.int() }),
  }),
  /** The wire names the table of attempts; we name its purpose. */
  unlock: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sentinel-activities/delete',
    summary: 'Delete failed attempts, so that people who are locked out can sign in again.',
    body: z.strictObject({
      targetType: z.enum(['User', 'App']),
      targets: z.array(z.string().min(1).max(256)).max(100),
    }),
  }),
} as const;
