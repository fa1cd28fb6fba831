import type { ErrorCode } from '@postern/contracts/errors';
import { factorTarget, type LockableFactor } from '@postern/contracts/operations/throttle';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { throttled } from '#features/operations/throttle';
import { interactionOf, type Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';

/** What a check of a stored factor needs: a sign-in or a request of the account API. */
export type FactorRequest = Pick<Started, 'app' | 'tenantId' | 'languages'> | Started;

/** A code has few digits, so that fewer wrong guesses are allowed than for passwords. */
const maxAttempts = 20;

/**
 * Checks a guess of a factor. Wrong ones are counted per user and factor, across sign-ins, browsers and IP addresses.
 * `check` returns undefined if it is wrong.
 */
export async function guess<T>(
  request: FactorRequest,
  { factor, userId, wrong }: { factor: LockableFactor; userId: string; wrong: ErrorCode },
  check: () => Promise<T | undefined>,
): Promise<T> {
  const { app, tenantId, languages } = request;
  const { sentinelPolicy } = await getSignInExperience(app, tenantId);
  const policy = {
    ...sentinelPolicy,
    maxAttempts: Math.min(sentinelPolicy.maxAttempts ?? maxAttempts, maxAttempts),
  };
  const target = factorTarget(factor, userId);
  const result = await throttled(
    app,
    tenantId,
    {
      target,
      locks: { type: 'userId', value: userId },
      interaction: 'secret' in request ? interactionOf(request) : undefined,
      action: 'VerificationCode',
      policy,
      languages,
    },
    check,
  );
  if (result === undefined) {
    throw new AppError(wrong);
  }
  return result;
}
