import { deflateRawSync } from 'node:zlib';
import type { SamlSettings } from '@postern/contracts/access/saml-applications';
import type { FastifyReply } from 'fastify';
import { endSession, useMessage } from '#features/access/oidc';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { newSecret } from '#platform/secrets/ids';
import { addressesOf } from './addresses.ts';
import { getSettings, getSigningKey } from './application.ts';
import { hasSingleLogout } from './build-metadata.ts';
import { buildLogoutRequest, buildLogoutResponse, newMessageId } from './build-response.ts';
import { insertLogout, type Logout, type Participant, takeLogout, takeParticipants } from './logouts.store.ts';
import { invalid } from './read-message.ts';
import { isLogoutConfirmed, type Received, readLogoutRequest, replayMs } from './read-request.ts';
import { deleteSessions, listIssued } from './sessions.store.ts';
import { signQuery } from './sign-xml.ts';

type Visit = { app: App; tenantId: string; reply: FastifyReply; id: string };

const settingsOf = ({ app, tenantId }: Visit, id: string): Promise<SamlSettings> =>
  app.tenancy.read(tenantId, (db) => getSettings(db, id));

type Request = ReturnType<typeof readLogoutRequest>;

/**
 * Ends the sessions of a name. Returns those of other applications. A session that has ended already is not an error. A
 * request counts once: somebody who found it in a log could sign the person out again after the next sign-in.
 */
async function endSessions({ app, tenantId, id }: Visit, { id: requestId, nameId, sessionIndex }: Request) {
  return app.tenancy.write(tenantId, async (db) => {
    if (!(await useMessage(db, `SAML logout ${id} ${requestId}`, replayMs / 1000))) {
      throw invalid('The request was used before.');
    }
    const issued = await listIssued(db, id, nameId, sessionIndex);
    for (const { userId, sessionUid } of issued) {
      await endSession(db, userId, sessionUid);
    }
    await deleteSessions(
      db,
      issued.map((one) => one.id),
    );
    const uids = [...new Set(issued.map(({ sessionUid }) => sessionUid))];
    return takeParticipants(db, id, uids);
  });
}

/** Sends the browser to an application with a signed message (HTTP-Redirect binding). */
async function redirect(
  { app, tenantId, reply }: Visit,
  id: string,
  { destination, field, message, relayState }: Record<'destination' | 'field' | 'message', string> & Relay,
): Promise<void> {
  const key = await app.tenancy.read(tenantId, (db) => getSigningKey(app, tenantId, db, id));
  const fields: [string, string][] = [[field, deflateRawSync(message).toString('base64')]];
  if (relayState !== null) {
    fields.push(['RelayState', relayState]);
  }
  const location = `${destination}${destination.includes('?') ? '&' : '?'}${signQuery(fields, key)}`;
  reply.headers({ location, 'cache-control': 'no-store' });
}

type Relay = { relayState: string | null };
type Chain = Omit<Logout, 'currentApplicationId' | 'currentRequestId'>;

/** Asks one application to end its session. Returns false if it cannot be asked. */
async function ask(visit: Visit, chain: Chain, { applicationId, nameId, sessionIndex }: Participant): Promise<boolean> {
  const { app, tenantId } = visit;
  const requestId = newMessageId();
  try {
    const settings = await settingsOf(visit, applicationId);
    const { singleLogoutUrl: destination, entityId: spNameQualifier } = settings;
    if (!hasSingleLogout(settings) || !destination || !spNameQualifier) {
      return false;
    }
    const { entityId: issuer } = addressesOf(app, tenantId, applicationId);
    const name = { format: settings.nameIdFormat, value: nameId, spNameQualifier };
    const message = buildLogoutRequest({ id: requestId, issuer, destination, name, sessionIndex });
    await redirect(visit, applicationId, { destination, field: 'SAMLRequest', message, relayState: chain.id });
  } catch (error) {
    // It was deleted or has no certificate any more. The others are still asked.
    if (error instanceof AppError) {
      return false;
    }
    throw error;
  }
  await app.tenancy.write(tenantId, (db) =>
    insertLogout(db, { ...chain, currentApplicationId: applicationId, currentRequestId: requestId }),
  );
  return true;
}

/** Visits the next application, or answers the one that asked for the logout. */
async function proceed(visit: Visit, chain: Chain): Promise<void> {
  let { remaining, isPartial } = chain;
  for (let next = remaining[0]; next; next = remaining[0]) {
    remaining = remaining.slice(1);
    if (await ask(visit, { ...chain, remaining, isPartial }, next)) {
      return;
    }
    isPartial = true;
  }
  const { app, tenantId } = visit;
  const { applicationId, samlRequestId: inResponseTo, relayState } = chain;
  const { singleLogoutUrl: destination } = await settingsOf(visit, applicationId);
  if (!destination) {
    throw new AppError('application.saml.single_logout_not_configured');
  }
  const { entityId: issuer } = addressesOf(app, tenantId, applicationId);
  const codes = isPartial ? ['Success', 'PartialLogout'] : ['Success'];
  const message = buildLogoutResponse({ issuer, destination, inResponseTo }, codes);
  await redirect(visit, applicationId, { destination, field: 'SAMLResponse', message, relayState });
}

/** Single logout that an application starts (saml-profiles-2.0 §4.4). */
export async function logOut(visit: Visit, received: Received, relayState: string | undefined): Promise<void> {
  const { app, tenantId, id } = visit;
  const settings = await settingsOf(visit, id);
  if (!hasSingleLogout(settings) || !settings.singleLogoutUrl) {
    throw new AppError('application.saml.single_logout_not_configured');
  }
  const request = readLogoutRequest(received, settings, addressesOf(app, tenantId, id).logout);
  const remaining = await endSessions(visit, request);
  await proceed(visit, {
    id: newSecret(),
    applicationId: id,
    samlRequestId: request.id,
    relayState: relayState ?? null,
    remaining,
    isPartial: false,
  });
}

/** An application that was visited comes back. Whatever it answers, the others follow. */
export async function continueLogOut(visit: Visit, received: Received, relayState: string | undefined): Promise<void> {
  const { app, tenantId, id } = visit;
  const settings = await settingsOf(visit, id);
  const logout =
    relayState && /^[\dA-Za-z]{32}$/.test(relayState)
      ? await app.tenancy.write(tenantId, (db) => takeLogout(db, relayState, id))
      : undefined;
  if (!logout) {
    throw invalid('No logout waits for this response. It took too long, or was already completed.');
  }
  const { logout: destination } = addressesOf(app, tenantId, id);
  const isConfirmed = isLogoutConfirmed(received, settings, destination, logout.currentRequestId);
  await proceed(visit, { ...logout, isPartial: logout.isPartial || !isConfirmed });
}
