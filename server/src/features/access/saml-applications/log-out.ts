import { deflateRawSync } from 'node:zlib';
import type { SamlSettings } from '@postern/contracts/access/saml-applications';
import type { FastifyReply } from 'fastify';
import { endSession, type HeldSession, notifyApplications } from '#features/access/oidc';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { addressesOf } from './addresses.ts';
import { getSettings, getSigningKey } from './application.ts';
import { hasSingleLogout } from './build-metadata.ts';
import { buildLogoutResponse } from './build-response.ts';
import { type Received, readLogoutRequest } from './read-request.ts';
import { deleteSessions, listIssued } from './sessions.store.ts';
import { signQuery } from './sign-xml.ts';

type Visit = { app: App; tenantId: string; reply: FastifyReply; id: string };

/** Ends the sessions of a name. A session that has ended already is not an error. */
async function endSessions({ app, tenantId, id }: Visit, nameId: string, index: string | undefined): Promise<void> {
  const ended = await app.tenancy.write(tenantId, async (db) => {
    const issued = await listIssued(db, id, nameId, index);
    const sessions: { userId: string; session: HeldSession }[] = [];
    for (const { userId, sessionUid } of issued) {
      const session = await endSession(db, userId, sessionUid);
      if (session) {
        sessions.push({ userId, session });
      }
    }
    await deleteSessions(
      db,
      issued.map((one) => one.id),
    );
    return sessions;
  });
  // It never throws, and the browser need not wait for other applications.
  void Promise.all(ended.map(({ userId, session }) => notifyApplications(app, tenantId, userId, [session])));
}

/** Single logout that an application starts (saml-profiles-2.0 §4.4). */
export async function logOut(visit: Visit, received: Received, relayState: string | undefined): Promise<void> {
  const { app, tenantId, reply, id } = visit;
  const settings: SamlSettings = await app.tenancy.read(tenantId, (db) => getSettings(db, id));
  if (!hasSingleLogout(settings) || !settings.singleLogoutUrl) {
    throw new AppError('application.saml.single_logout_not_configured');
  }
  const { logout, entityId: issuer } = addressesOf(app, tenantId, id);
  const request = readLogoutRequest(received, settings, logout);
  await endSessions(visit, request.nameId, request.sessionIndex);
  const key = await app.tenancy.read(tenantId, (db) => getSigningKey(app, tenantId, db, id));
  const destination = settings.singleLogoutUrl;
  const response = buildLogoutResponse({ issuer, destination, inResponseTo: request.id }, 'Success');
  const fields: [string, string][] = [['SAMLResponse', deflateRawSync(response).toString('base64')]];
  if (relayState !== undefined) {
    fields.push(['RelayState', relayState]);
  }
  const location = `${destination}${destination.includes('?') ? '&' : '?'}${signQuery(fields, key)}`;
  reply.headers({ location, 'cache-control': 'no-store' });
}
