import { endOtherSessions } from '#features/access/oidc';
import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';

/** Ends all sessions of a person but the one of the token. */
export async function endOthers(db: Db, userId: string, sessionUid: string | undefined): Promise<void> {
  const ended = await endOtherSessions(db, userId, sessionUid);
  await emit(db, {
    name: 'User.Sessions.Revoked',
    subjectId: userId,
    data: { sessionIds: ended.map(({ uid }) => uid) },
  });
}
