import { factorAcr } from '@postern/contracts/access/authentication-context';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { pathOf } from '@postern/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { redeemCode } from '#features/access/oidc';
import { recordLog } from '#features/records/audit';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { signInContextOf } from '#platform/http/injected-headers';
import { newSecret } from '#platform/secrets/ids';
import { isSameText } from '#platform/secrets/vault';
import { addressesOf } from './addresses.ts';
import { getSettings, getSigningKey, listValidCertificates } from './application.ts';
import { buildMetadata, hasSingleLogout } from './build-metadata.ts';
import { buildFailure, buildResponse } from './build-response.ts';
import { needsFactor, usualContext } from './choose-context.ts';
import { attributesOf, nameIdOf, scopesFor } from './map-claims.ts';
import { sendPostForm } from './post-form.ts';
import { acsUrlsOf, type Received, readAuthnRequest } from './read-request.ts';
import { closeSession, findOpenSession, insertSession, type SamlSession, saveIssued } from './sessions.store.ts';

const cookieName = '_logto_sp_saml_sso_session_id';
const cookieSeconds = 3600;
/** Between the servers and the database, and the rest of the second of a sign-in. */
const maxClockDifference = 5000;

/** Where a browser call comes from and what it is about. */
export type Visit = { app: App; tenantId: string; request: FastifyRequest; reply: FastifyReply; id: string };

function record({ app, tenantId, request, id }: Visit, key: string, payload: Record<string, unknown>): void {
  recordLog(app, tenantId, {
    key: `SamlApplication.${key}`,
    payload: {
      applicationId: id,
      ip: request.ip,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 512),
      ...signInContextOf(app.config, request.raw),
      ...payload,
    },
  });
}

/** Records failures as well, because administrators look for them there. */
async function recorded<T>(visit: Visit, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code !== 'entity.not_found') {
      record(visit, key, { error: { code: error.code, details: error.options.details } });
    }
    throw error;
  }
}

/**
 * SameSite=Lax: a user who has a session comes back through redirects that began at the application, and browsers do
 * not send Strict cookies then.
 */
function setCookie({ app, tenantId, reply, id }: Visit, state: string, value: string, maxAge: number): void {
  const secure = app.endpointOf(tenantId).startsWith('https:') ? '; Secure' : '';
  const path = pathOf(samlApplicationsApi.callback, { id });
  // A node of the previous release reads the cookie without a state.
  for (const name of [cookieOf(state), cookieName]) {
    reply.header('set-cookie', `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`);
  }
}

/**
 * Several for the sign-ins that have begun, so that two tabs do not disturb each other (attack 57), and few, because
 * browsers keep those of abandoned sign-ins. The state names its own.
 */
const slots = 8;
let begun = 0;

function newState(): string {
  begun = (begun + 1) % slots;
  return `${begun}${newSecret().slice(1)}`;
}

const cookieOf = (state: string) => `${cookieName}_${/^[0-7]/.exec(state)?.[0] ?? 0}`;

/** A state of the previous release may begin with the digit of a slot too. */
function readCookies({ request }: Visit, state: string): string[] {
  const parts = (request.headers.cookie ?? '').split(/;\s*/);
  return [cookieOf(state), cookieName].flatMap((name) => {
    const found = parts.find((part) => part.startsWith(`${name}=`));
    return found ? [found.slice(name.length + 1)] : [];
  });
}

type NewSession = Pick<SamlSession, 'samlRequestId' | 'relayState' | 'acsUrl' | 'authnContext' | 'isForced'>;

/** The sign-in cannot be as the application requests it. */
const unmet = 'unmet_authentication_requirements';
/** It needs the user although the application forbids it. */
const passive = 'login_required';

type Start = { prompt?: 'login' | 'none'; failure?: string | undefined };

/** Keeps the request and sends the browser to the sign-in of this server. */
async function startSignIn(visit: Visit, session: NewSession, scope: string[], { prompt, failure }: Start = {}) {
  const { app, tenantId, reply, id } = visit;
  const [sessionId, state] = [newSecret(), newState()];
  await app.tenancy.write(tenantId, (db) =>
    insertSession(db, { id: sessionId, applicationId: id, oidcState: state, ...session }),
  );
  setCookie(visit, state, sessionId, cookieSeconds);
  const { endpoint, callback } = addressesOf(app, tenantId, id);
  if (failure) {
    // The answer is the same form as that of a sign-in.
    reply.headers({
      location: `${callback}?${new URLSearchParams({ state, error: failure })}`,
      'cache-control': 'no-store',
    });
    return;
  }
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: callback,
    response_type: 'code',
    scope: scope.join(' '),
    state,
    ...(prompt ? { prompt } : {}),
    // Asks the identity provider of a company too. The engine reads 0 as `prompt=login`.
    ...(session.isForced ? { max_age: '1' } : {}),
    ...(needsFactor(session.authnContext) ? { acr_values: factorAcr } : {}),
  });
  reply.headers({ location: `${endpoint}/oidc/auth?${query}`, 'cache-control': 'no-store' });
}

/** Accepts an authentication request. */
export async function acceptRequest(visit: Visit, received: Received, relayState: string | undefined): Promise<void> {
  const { app, tenantId, id } = visit;
  const settings = await app.tenancy.read(tenantId, (db) => getSettings(db, id));
  await recorded(visit, 'AuthnRequest', async () => {
    const request = readAuthnRequest(received, settings, addressesOf(app, tenantId, id).signIn);
    const session = {
      samlRequestId: request.id,
      relayState: relayState ?? null,
      acsUrl: request.acsUrl,
      authnContext: request.context ?? unmet,
      isForced: request.isForced,
    };
    // Both at once can never succeed (saml-core-2.0 §3.4.1).
    const failure = request.context === null ? unmet : request.isPassive && request.isForced ? passive : undefined;
    await startSignIn(visit, session, scopesFor(settings), { prompt: request.isPassive ? 'none' : 'login', failure });
    record(visit, 'AuthnRequest', { samlRequestId: request.id, binding: received.binding });
  });
}

/** The open sign-in of this browser. */
async function openSession(visit: Visit, state = '') {
  const { app, tenantId, id } = visit;
  const cookies = readCookies(visit, state);
  if (cookies.length === 0) {
    throw new AppError('application.saml.sp_initiated_saml_sso_session_not_found_in_cookies');
  }
  const ids = [...new Set(cookies)].filter((cookie) => /^[\dA-Za-z]{32}$/.test(cookie));
  const open = await app.tenancy.read(tenantId, async (db) => {
    const found = await Promise.all(ids.map((cookie) => findOpenSession(db, id, cookie)));
    return found.filter((one) => one !== undefined);
  });
  const session = open.find(({ oidcState }) => isSameText(state, oidcState));
  if (!session) {
    throw new AppError(
      open.length > 0 ? 'application.saml.state_mismatch' : 'application.saml.sp_initiated_saml_sso_session_not_found',
    );
  }
  return session;
}

type Returned = { code?: string | undefined; state?: string | undefined; error?: string | undefined };

/**
 * The status of the response for errors of the sign-in: it needs the user although the application forbade it
 * (saml-core-2.0 §3.4.1), or cannot reach the requested context (§3.3.2.2.1).
 */
const failures: Partial<Record<string, string>> = {
  [passive]: 'NoPassive',
  consent_required: 'NoPassive',
  interaction_required: 'NoPassive',
  [unmet]: 'NoAuthnContext',
};

async function answerRequest(visit: Visit, { code, state, error }: Returned, languages: string[]) {
  const { app, tenantId, request, reply, id } = visit;
  const settings = await app.tenancy.read(tenantId, (db) => getSettings(db, id));
  const session = await openSession(visit, state);
  if (!settings.acsUrl || !settings.entityId) {
    throw new AppError(settings.acsUrl ? 'application.saml.entity_id_required' : 'application.saml.acs_url_required');
  }
  const failure = error === undefined ? undefined : failures[error];
  if (error !== undefined && !failure) {
    throw new AppError('oidc.access_denied');
  }
  if (!failure && !code) {
    throw new AppError('oidc.invalid_request');
  }
  const key = await app.tenancy.read(tenantId, (db) => getSigningKey(app, tenantId, db, id));
  const { entityId: issuer, callback } = addressesOf(app, tenantId, id);
  const url = session.acsUrl ?? settings.acsUrl.url;
  if (!acsUrlsOf(settings).includes(url)) {
    // It was removed from the settings during the sign-in.
    throw new AppError('application.saml.acs_url_required');
  }
  const isFirst = await app.tenancy.write(tenantId, (db) => closeSession(db, session.id));
  if (!isFirst) {
    throw new AppError('application.saml.sp_initiated_saml_sso_session_not_found');
  }
  setCookie(visit, session.oidcState, '', 0);
  const { relayState, samlRequestId: inResponseTo } = session;
  const refuse = (status: string) => {
    record(visit, 'Callback', { samlRequestId: inResponseTo, error: { code: error ?? status } });
    const response = buildFailure({ issuer, destination: url, inResponseTo }, ['Responder', status], key);
    return sendPostForm(reply, { url, message: response, relayState, languages });
  };
  if (failure || !code) {
    return refuse(failure ?? 'AuthnFailed');
  }
  // A browser can leave out what the sign-in was asked for, so the result is compared with the request.
  const scope = scopesFor(settings);
  const user = await redeemCode(app, tenantId, { clientId: id, code, redirectUri: callback, scope, ip: request.ip });
  if (session.authnContext === unmet || (needsFactor(session.authnContext) && user.acr !== factorAcr)) {
    return refuse('NoAuthnContext');
  }
  if (session.isForced && user.authTime < session.createdAt - maxClockDifference) {
    return refuse('AuthnFailed');
  }
  const nameId = nameIdOf(settings, user.id, user.claims);
  const response = await buildResponse({
    issuer,
    audience: settings.entityId,
    acsUrl: url,
    inResponseTo,
    sessionIndex: session.id,
    authTime: user.authTime,
    authnContext: session.authnContext ?? usualContext,
    nameId,
    attributes: attributesOf(settings, user.claims),
    encryption: settings.encryption,
    key,
  });
  const { sessionUid } = user;
  if (hasSingleLogout(settings) && sessionUid) {
    const issued = { id: session.id, userId: user.id, sessionUid, nameId: nameId.value };
    await app.tenancy.write(tenantId, (db) => saveIssued(db, issued));
  }
  record(visit, 'Callback', { samlRequestId: inResponseTo, userId: user.id });
  return sendPostForm(reply, { url, message: response, relayState, languages });
}

/** Returns the form for the application after the sign-in. */
export function acceptCallback(
  visit: Visit,
  query: Returned & { redirectUri?: string | undefined },
  languages: string[],
) {
  const { app, tenantId, id } = visit;
  if (query.redirectUri !== undefined && query.redirectUri !== addressesOf(app, tenantId, id).callback) {
    throw new AppError('oidc.invalid_redirect_uri');
  }
  return recorded(visit, 'Callback', () => answerRequest(visit, query, languages));
}

/** Starts a sign-in without a request of the application. */
export async function startWithoutRequest(visit: Visit): Promise<void> {
  const { app, tenantId, id } = visit;
  const settings = await app.tenancy.read(tenantId, (db) => getSettings(db, id));
  if (!settings.idpInitiated) {
    throw new AppError('application.saml.idp_initiated_not_enabled');
  }
  if (!settings.acsUrl) {
    throw new AppError('application.saml.acs_url_required');
  }
  // The relay state comes from the settings only: some applications redirect to it.
  const relayState = settings.idpInitiated.relayState || null;
  const session = { samlRequestId: null, relayState, acsUrl: null, authnContext: null, isForced: false };
  await startSignIn(visit, session, scopesFor(settings));
}

export async function printMetadata(app: App, tenantId: string, id: string): Promise<string> {
  const { settings, certificates } = await app.tenancy.read(tenantId, async (db) => ({
    settings: await getSettings(db, id),
    certificates: await listValidCertificates(db, id),
  }));
  return buildMetadata(
    addressesOf(app, tenantId, id),
    settings,
    certificates.map(({ certificate }) => certificate),
  );
}
