import { mySessionsApi } from '@postern/contracts/people/user-sessions';
import { endOtherSessions } from '#features/access/oidc';
import { endUserSession, known, showSessions, showTrustedDevices } from '#features/people/user-sessions';
import { deleteTrustedDevice } from '#features/people/users';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { endSessionsWithProof, readSessions } from './session-access.ts';

/** The account API reports an unknown session as on the wire: 400, with the meant status in the data. */
const unknownSession = { status: 400, data: { status: 404 } };

export function mySessionRoutes(scope: Scope): void {
  route(scope, mySessionsApi.list, {
    respond: (asked) =>
      readSessions(asked, async (db, { id }) => {
        const { app, tenantId, caller } = asked;
        const sessions = await showSessions(app, tenantId, db, id);
        return { sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionUid })) };
      }),
  });

  route(scope, mySessionsApi.remove, {
    respond: ({ params: { sessionId }, query, ...asked }) =>
      endSessionsWithProof(asked, async (db, { id: userId }) => {
        await endUserSession(db, { userId, sessionId }, query, unknownSession);
        return {};
      }),
  });

  route(scope, mySessionsApi.removeOthers, {
    respond: (asked) =>
      endSessionsWithProof(asked, async (db, { id }) => {
        const ended = await endOtherSessions(db, id, asked.caller.sessionUid);
        const sessionIds = ended.map(({ uid }) => uid);
        await emit(db, { name: 'User.Sessions.Revoked', subjectId: id, data: { sessionIds } });
        return {};
      }),
  });

  route(scope, mySessionsApi.listDevices, {
    respond: (asked) => readSessions(asked, (db, { id }) => showTrustedDevices(asked.app, asked.tenantId, db, id)),
  });

  route(scope, mySessionsApi.removeDevice, {
    respond: ({ params: { deviceId }, ...asked }) =>
      endSessionsWithProof(asked, async (db, { id }) => {
        known((await deleteTrustedDevice(db, id, deviceId)) || undefined);
        await emit(db, { name: 'User.TrustedDevices.Revoked', subjectId: id, data: { deviceId } });
        return {};
      }),
  });
}
