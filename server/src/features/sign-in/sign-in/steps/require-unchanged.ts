import { findSecurityEpoch } from '#features/people/users';
import { isOutdated } from '#features/sign-in/interaction';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';

/** Throws if the account has changed since the sign-in was read. It stays locked until the transaction ends. */
export async function requireUnchanged(db: Db, userId: string, epoch: number | undefined): Promise<void> {
  const current = await findSecurityEpoch(db, userId, true);
  if (current === undefined || isOutdated({ epoch }, current)) {
    throw new AppError('session.interaction_not_found');
  }
}
