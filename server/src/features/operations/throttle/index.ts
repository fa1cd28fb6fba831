import { announceLockout, type InInteraction, type LockedTarget } from '#features/records/webhooks';
import type { App, Feature } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { subjectOf } from './count-limits.ts';
import { hashTarget, sharedHash } from './hash-target.ts';
import { attemptsFrom, countWrongAttempt, networkOf, newSlowedNetworks, slowedUntil } from './limit-networks.ts';
import { throttleRoutes } from './routes.ts';
import { sealedIdentifiers, sealIdentifier } from './seal-identifier.ts';
import {
  deleteOldActivities,
  deleteOldCounters,
  describeBlock,
  findBlock,
  findBlocks,
  finishAttempt,
  reserveAttempt,
  returnAttempt,
} from './store.ts';

export { type CountedLimit, countLimits } from './count-limits.ts';
export { networkOf, sourceOf } from './limit-networks.ts';

type ThrottlePolicy = { maxAttempts?: number; lockoutDuration?: number };
type Guess = {
  target: string;
  /** A device whose attempts are counted separately for this target. */
  device?: string;
  /** The IP address of the caller. Attempts from one network are also limited over all targets. */
  address?: string;
  /** The identifier or the user that is locked if there are too many attempts; webhooks learn it. */
  locks?: LockedTarget;
  /** The sign-in in which the attempt is made. */
  interaction?: InInteraction | undefined;
  action: 'Password' | 'VerificationCode' | 'OneTimeToken' | 'DataExport';
  policy?: ThrottlePolicy;
  languages?: string[];
};

const defaults = { maxAttempts: 100, lockoutDuration: 60 };

function relativeTime(until: number, languages: string[] = []): string {
  const minutes = Math.max(1, Math.ceil((until - Date.now()) / 60_000));
  const language = languages.find(
    (tag) => Intl.DateTimeFormat.supportedLocalesOf([tag].filter((one) => /^[\w-]+$/.test(one))).length > 0,
  );
  return new Intl.NumberFormat(language ?? 'en', { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    minutes,
  );
}

const blocked = (until: number, { languages }: Pick<Guess, 'languages'>) =>
  new AppError('session.verification_blocked_too_many_attempts', {
    values: { relativeTime: relativeTime(until, languages) },
  });

async function refuseLocked(app: App, tenantId: string, guess: Guess, until: number): Promise<never> {
  if (guess.locks) {
    await announceLockout(app, tenantId, guess.locks, guess.interaction);
  }
  throw blocked(until, guess);
}

/** The guess that uses up the last attempt gets the same error as later ones. An export is not a guess. */
async function refuseLast(app: App, tenantId: string, guess: Guess, id: string): Promise<void> {
  if (guess.action === 'DataExport') {
    return;
  }
  const [last] = await app.tenancy.run<{ blockedUntil: number }>(tenantId, findBlock, [id]);
  if (last) {
    await app.tenancy.run(tenantId, describeBlock, [id, JSON.stringify(sealIdentifier(app, tenantId, guess))]);
    await refuseLocked(app, tenantId, guess, last.blockedUntil);
  }
}

/** A known device is not slowed down, so that an attack from a shared network does not stop the people in it. */
function refuseSlowed(app: App, tenantId: string, guess: Guess): void {
  const until = guess.address === undefined || guess.device ? undefined : slowedUntil(app, tenantId, guess.address);
  if (until !== undefined) {
    throw blocked(until, guess);
  }
}

async function settleWrong(app: App, tenantId: string, guess: Guess, id: string): Promise<void> {
  if (guess.address !== undefined) {
    await countWrongAttempt(app, tenantId, guess.address);
  }
  await refuseLast(app, tenantId, guess, id);
}

/** The guess was not checked, so it must not count: an overloaded server would lock people out. */
const isBusy = (error: unknown) => error instanceof AppError && error.code === 'server.busy';

/**
 * The common throttle for everything that can be guessed. Each guess first takes an attempt; only a correct one returns
 * it.
 */
export async function throttled<T>(
  app: App,
  tenantId: string,
  guess: Guess,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { maxAttempts = defaults.maxAttempts, lockoutDuration = defaults.lockoutDuration } = guess.policy ?? {};
  refuseSlowed(app, tenantId, guess);
  const id = newId();
  const target = hashTarget(guess);
  const [reserved] = await app.tenancy.run<{ blockedUntil: number | null }>(tenantId, reserveAttempt, [
    id,
    target,
    guess.action,
    maxAttempts,
    lockoutDuration,
  ]);
  if (reserved?.blockedUntil) {
    await refuseLocked(app, tenantId, guess, reserved.blockedUntil);
  }
  let result: T | undefined;
  try {
    result = await check();
  } catch (error) {
    if (isBusy(error)) {
      await app.tenancy.run(tenantId, returnAttempt, [id]);
    } else if (error instanceof AppError) {
      await settleWrong(app, tenantId, guess, id);
    }
    throw error;
  }
  if (result === undefined) {
    await settleWrong(app, tenantId, guess, id);
  } else {
    await app.tenancy.run(tenantId, finishAttempt, [id]);
  }
  return result;
}

/**
 * Looks for something that need not exist, such as an account with a passkey. Lookups that find nothing are counted like
 * wrong attempts of the network, so that nobody tries out many names.
 */
export async function lookedUp<T>(
  app: App,
  tenantId: string,
  caller: { address: string; languages: string[] },
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const until = slowedUntil(app, tenantId, caller.address);
  if (until !== undefined) {
    throw blocked(until, caller);
  }
  const found = await look();
  if (found === undefined) {
    await countWrongAttempt(app, tenantId, caller.address);
  }
  return found;
}

/** Which of these targets are currently blocked, on any device, and until when. */
export async function findLockouts(db: Db, targets: string[]): Promise<{ target: string; until: number }[]> {
  const blocks = await findBlocks(db, targets.map(sharedHash));
  return targets.flatMap((target) => {
    const until = blocks.get(sharedHash(target));
    return until === undefined ? [] : [{ target, until }];
  });
}

/** The keys under which failures of these targets and of the network of this address are counted. */
export function failureKeys(targets: string[], address: string): { targets: string[]; network: string | undefined } {
  const network = networkOf(address);
  return { targets: targets.map(sharedHash), network: network && subjectOf({ what: attemptsFrom(network) }) };
}

export const throttle: Feature = {
  name: 'throttle',
  sealed: [sealedIdentifiers],
  tenantRoutes: throttleRoutes,
  start: async () => newSlowedNetworks(),
  jobs: [
    { name: 'throttle.forget-activities', everySeconds: 3600, run: deleteOldActivities },
    { name: 'throttle.forget-counters', everySeconds: 3600, run: deleteOldCounters },
  ],
};
