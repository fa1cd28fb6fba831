import type { EndSession } from '@postern/contracts/people/user-sessions';
import { endGrant, endSession, hasExpiredGrant, hasSession } from '#features/access/oidc';
import type { Db } from '#platform/db/db';
import { AppError, type ErrorOptions } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';

/** Ends a session of a user, and the grants that the query names. `refusal` is how the API reports a session it does not find. */
export async function endUserSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  { revokeGrantsTarget }: EndSession,
  refusal: Pick<ErrorOptions, 'status' | 'data'> = {},
): Promise<void> {
  if (!(await endSession(db, userId, sessionId, revokeGrantsTarget ?? 'none'))) {
    const isOther = await hasSession(db, sessionId);
    throw new AppError(isOther ? 'oidc.invalid_session_account_id' : 'oidc.session_not_found', refusal);
  }
  await emit(db, { name: 'User.Sessions.Revoked', subjectId: userId, data: { sessionIds: [sessionId] } });
}

/** Ends the access of an application. A grant that has expired needs nothing. */
export async function endUserGrant(db: Db, userId: string, grantId: string): Promise<void> {
  const grant = await endGrant(db, userId, grantId);
  if (grant) {
    await emit(db, { name: 'User.Grants.Revoked', subjectId: userId, data: { revoked: grant.clientId } });
  } else if (!(await hasExpiredGrant(db, userId, grantId))) {
    throw new AppError('oidc.invalid_grant', { status: 404 });
  }
}
