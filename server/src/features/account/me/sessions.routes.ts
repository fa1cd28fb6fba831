import { meSessionsApi } from '@postern/contracts/account/me-security';
import { endOtherSessions, endSession, findSessionOfGrant, type HeldSession } from '#features/access/oidc';
import type { AccountRequest } from '#features/account/account';
import { known, showSessions } from '#features/people/user-sessions';
import type { Db } from '#platform/db/db';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { changeMe, getActiveUser } from './change.ts';
import { requirePasswordStatus } from './require-status.ts';

/** Ending sessions only takes access away, so it needs no second factor. */
const end = (asked: AccountRequest, work: (db: Db, userId: string) => Promise<HeldSession[]>): Promise<void> =>
  changeMe(asked, async (db, person) => {
    await requirePasswordStatus(db, person);
    const ended = await work(db, person.id);
    const sessionIds = ended.map(({ uid }) => uid);
    await emit(db, { name: 'User.Sessions.Revoked', subjectId: person.id, data: { sessionIds } });
    return { answer: undefined, isNothing: true };
  });

/** Tokens for this API name their grant and not their session. */
const sessionOf = async (db: Db, { subject, grantKey }: AccountRequest['caller']): Promise<string | undefined> =>
  grantKey === undefined ? undefined : findSessionOfGrant(db, subject, grantKey);

/** The browsers in which a console user is signed in. */
export function meSessionRoutes(scope: Scope): void {
  route(scope, meSessionsApi.list, {
    respond: async (asked) => {
      const { app, tenantId, caller } = asked;
      return app.tenancy.read(tenantId, async (db) => {
        const { id } = await getActiveUser(db, asked);
        const current = await sessionOf(db, caller);
        const sessions = await showSessions(app, tenantId, db, id);
        return sessions.map((session) => ({ ...session, isCurrent: session.id === current }));
      });
    },
  });

  route(scope, meSessionsApi.remove, {
    respond: ({ params, ...asked }) =>
      end(asked, async (db, userId) => [known(await endSession(db, userId, params.sessionId))]),
  });

  route(scope, meSessionsApi.removeOthers, {
    respond: (asked) =>
      end(asked, async (db, userId) => endOtherSessions(db, userId, await sessionOf(db, asked.caller))),
  });
}
