import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { endOtherSessions } from '#features/access/oidc';
import { deleteTrustedDevice, findUser } from '#features/people/users';
import { countTimeline, listTimeline } from '#features/records/audit';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { endUserGrant, endUserSession } from './end-access.ts';
import { showApplicationGrants, showSessions, showTrustedDevices } from './show-sessions.ts';
import { showTimeline } from './show-timeline.ts';

/** Throws 404 if the lookup by the id in the path found nothing. */
export function known<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new AppError('entity.not_found');
  }
  return value;
}

const requireUser = async (db: Db, userId: string) => void known(await findUser(db, userId));

export function userSessionRoutes(scope: Scope): void {
  route(scope, userSessionsApi.list, async ({ app, tenantId, db, params: { userId } }) => ({
    sessions: await showSessions(app, tenantId, db, userId),
  }));

  route(scope, userSessionsApi.get, async ({ app, tenantId, db, params: { userId, sessionId } }) => {
    const session = (await showSessions(app, tenantId, db, userId, { only: sessionId }))[0];
    if (!session) {
      throw new AppError('oidc.session_not_found');
    }
    return session;
  });

  route(scope, userSessionsApi.remove, {
    respond: ({ app, tenantId, params, query }) =>
      app.tenancy.write(tenantId, (db) => endUserSession(db, params, query)),
  });

  route(scope, userSessionsApi.removeAll, {
    respond: async ({ app, tenantId, params: { userId } }) => {
      await app.tenancy.write(tenantId, async (db) => {
        await requireUser(db, userId);
        const sessions = await endOtherSessions(db, userId, undefined);
        const sessionIds = sessions.map(({ uid }) => uid);
        await emit(db, { name: 'User.Sessions.Revoked', subjectId: userId, data: { sessionIds } });
      });
    },
  });

  route(scope, userSessionsApi.listGrants, async ({ db, params: { userId }, query: { appType } }) => ({
    grants: await showApplicationGrants(db, userId, appType),
  }));

  route(scope, userSessionsApi.removeGrant, ({ db, params: { userId, grantId } }) => endUserGrant(db, userId, grantId));

  route(scope, userSessionsApi.listDevices, async ({ app, tenantId, db, params: { userId } }) => {
    await requireUser(db, userId);
    return showTrustedDevices(app, tenantId, db, userId);
  });

  route(scope, userSessionsApi.removeDevice, async ({ db, params: { userId, deviceId } }) => {
    known((await deleteTrustedDevice(db, userId, deviceId)) || undefined);
    await emit(db, { name: 'User.TrustedDevices.Revoked', subjectId: userId, data: { deviceId } });
  });

  route(
    scope,
    userSessionsApi.timeline,
    async ({ app, tenantId, db, params: { userId }, query: { kind }, page, total }) => {
      await requireUser(db, userId);
      if (!page) {
        // `paged: always` guarantees a page.
        return [];
      }
      const filter = { userId, kinds: [kind ?? []].flat() };
      total(await countTimeline(db, filter, page));
      return showTimeline(app, tenantId, db, await listTimeline(db, filter, page));
    },
  );
}
