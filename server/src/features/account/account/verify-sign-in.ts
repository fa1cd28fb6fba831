import { freshSignInSeconds } from '@postern/contracts/account/account-verifications';
import { accountCenterAppId } from '@postern/contracts/wire';
import { findFreshSession } from '#features/access/oidc';
import { AppError } from '#platform/http/errors';
import type { AccountRequest } from './access.ts';

/**
 * Who signed in seconds ago need not prove it again. Only for the token of the account center, which no other program
 * gets: elsewhere a stolen token alone could change the account. A second factor is asked for as usual.
 */
export async function requireFreshSignIn({ app, tenantId, caller }: AccountRequest): Promise<void> {
  const { clientId, sessionUid: uid, subject: userId } = caller;
  const isFresh =
    clientId === accountCenterAppId &&
    uid !== undefined &&
    (await app.tenancy.read(tenantId, (db) => findFreshSession(db, { uid, userId, seconds: freshSignInSeconds })));
  if (!isFresh) {
    throw new AppError('verification_record.not_found');
  }
}
