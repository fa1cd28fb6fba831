import { mySessionsApi } from '@postern/contracts/people/user-sessions';
import { scopes } from '@postern/contracts/wire';
import { endOtherSessions, endSession, type HeldSession } from '#features/access/oidc';
import { known, showSessions, showTrustedDevices } from '#features/people/user-sessions';
import { deleteTrustedDevice } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { type AccountRequest, getAccess } from './access.ts';
import { getPerson, requireIdentity } from './change.ts';

/** IP addresses and devices are available only to applications with the sessions scope. */
const requireShown = async ({ app, tenantId, caller }: AccountRequest) =>
  (await getAccess(app, tenantId, caller)).requireShown('session', scopes.sessions);
const requireEditable = async ({ app, tenantId, caller }: AccountRequest) =>
  (await getAccess(app, tenantId, caller)).requireEditable('session', scopes.sessions);

/** Ends sessions of the caller, which requires a fresh proof. */
async function end(asked: AccountRequest, work: (db: Db, userId: string) => Promise<HeldSession[]>): Promise<void> {
  await requireEditable(asked);
  await requireIdentity(asked, async (db, { id }) => {
    const ended = await work(db, id);
    const sessionIds = ended.map(({ uid }) => uid);
    await emit(db, { name: 'User.Sessions.Revoked', subjectId: id, data: { sessionIds } });
    return {};
  });
}

export function mySessionRoutes(scope: Scope): void {
  route(scope, mySessionsApi.list, {
    respond: async (asked) => {
      await requireShown(asked);
      const { app, tenantId, caller } = asked;
      return app.tenancy.read(tenantId, async (db) => {
        const { id } = await getPerson(db, { caller });
        const sessions = await showSessions(app, tenantId, db, id);
        return sessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionUid }));
      });
    },
  });

  route(scope, mySessionsApi.remove, {
    respond: ({ params, ...asked }) =>
      end(asked, async (db, userId) => [known(await endSession(db, userId, params.sessionId))]),
  });

  route(scope, mySessionsApi.removeOthers, {
    respond: (asked) => end(asked, (db, userId) => endOtherSessions(db, userId, asked.caller.sessionUid)),
  });

  route(scope, mySessionsApi.listDevices, {
    respond: async (asked) => {
      await requireShown(asked);
      const { app, tenantId, caller } = asked;
      return app.tenancy.read(tenantId, async (db) => {
        const { id } = await getPerson(db, { caller });
        return showTrustedDevices(app, tenantId, db, id);
      });
    },
  });

  route(scope, mySessionsApi.removeDevice, {
    respond: async ({ params: { deviceId }, ...asked }) => {
      await requireEditable(asked);
      await requireIdentity(asked, async (db, { id }) => {
        known((await deleteTrustedDevice(db, id, deviceId)) || undefined);
        await emit(db, { name: 'User.TrustedDevices.Revoked', subjectId: id, data: { deviceId } });
        return {};
      });
    },
  });
}
