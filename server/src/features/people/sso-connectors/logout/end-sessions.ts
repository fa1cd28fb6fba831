import type { FastifyRequest } from 'fastify';
import { endSessions, type HeldSession, takeProviderSessions } from '#features/access/oidc';
import { countLimits } from '#features/operations/throttle';
import { recordLog } from '#features/records/audit';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { type Actor, onBehalfOf } from '#platform/http/actor';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import type { SsoConnectorRow } from '../store.ts';

const maxUserAgent = 512;

export const originOf = ({ ip, headers }: FastifyRequest) => ({
  ip,
  userAgent: headers['user-agent']?.slice(0, maxUserAgent) ?? '',
});
type Origin = ReturnType<typeof originOf>;

type SignedOut = { subject: string | undefined; sids: string[] };

/** The ended sessions by user. */
type Ended = Map<string, HeldSession[]>;

async function endIn(db: Db, connectorId: string, { subject, sids }: SignedOut): Promise<Ended> {
  const uids = new Map<string, string[]>();
  for (const { userId, sessionUid } of await takeProviderSessions(db, { connectorId, subject, sids })) {
    uids.set(userId, [...(uids.get(userId) ?? []), sessionUid]);
  }
  const ended: Ended = new Map();
  // A subject of a provider is one user here.
  for (const [userId, list] of uids) {
    const sessions = await endSessions(db, userId, list);
    if (sessions.length > 0) {
      ended.set(userId, sessions);
      const sessionIds = sessions.map(({ uid }) => uid);
      const data = { sessionIds, ssoConnectorId: connectorId };
      await emit(db, { name: 'User.Sessions.Revoked', subjectId: userId, data });
    }
  }
  return ended;
}

/**
 * Ends the sessions that began at the provider of this connector, with their tokens. `isFirst` runs in the same
 * transaction and returns false if the message of the provider was used before.
 */
async function endOf(
  app: App,
  row: SsoConnectorRow,
  origin: Origin,
  { isFirst, ...who }: SignedOut & { isFirst: (db: Db) => Promise<boolean> },
): Promise<Ended> {
  const { tenantId, id } = row;
  const actor: Actor = { type: 'identityProvider', id, ...origin };
  return onBehalfOf(actor, () =>
    app.tenancy.write(tenantId, async (db) => {
      if (!(await isFirst(db))) {
        throw new AppError('connector.authorization_failed', { data: { error: 'replayed' } });
      }
      return endIn(db, id, who);
    }),
  );
}

const received = 'SsoConnector.SignOut.Received';

/** Anyone can send such a message, so that only some refusals of an hour are recorded. */
export const recordedRefusals = 100;

async function isWorthRecording(app: App, tenantId: string): Promise<boolean> {
  const limit = { what: 'refused sign-outs of identity providers', amount: 1, most: recordedRefusals };
  return (await app.tenancy.write(tenantId, (db) => countLimits(db, [limit], 3600))) === undefined;
}

/** Handles a logout of a provider, and writes to the audit log whether it was accepted. */
export async function acceptLogout<T extends SignedOut & { isFirst: (db: Db) => Promise<boolean> }>(
  app: App,
  { tenantId, connectorId, origin }: { tenantId: string; connectorId: string; origin: Origin },
  read: () => Promise<{ row: SsoConnectorRow; message: T }>,
): Promise<{ row: SsoConnectorRow; message: T }> {
  const payload = { ...origin, ssoConnectorId: connectorId, actor: { type: 'identityProvider', id: connectorId } };
  try {
    const { row, message } = await read();
    const ended = await endOf(app, row, origin, message);
    const [userId] = ended.keys();
    const sessionIds = [...ended.values()].flat().map(({ uid }) => uid);
    recordLog(app, tenantId, { key: received, payload: { ...payload, ...(userId ? { userId } : {}), sessionIds } });
    return { row, message };
  } catch (error) {
    if (error instanceof AppError && (await isWorthRecording(app, tenantId))) {
      const { code, options } = error;
      const about = { code, ...(options.details ? { details: options.details } : {}), data: options.data };
      recordLog(app, tenantId, { key: received, payload: { ...payload, result: 'Error', error: about } });
    }
    throw error;
  }
}
