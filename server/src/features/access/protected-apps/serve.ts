import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { protectedAppPaths } from '@postern/contracts/access/applications';
import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Agent } from 'undici';
import { mayUse } from '#features/access/applications';
import {
  closeProxySession,
  type FindProxySession,
  issueIdToken,
  type ProxySession,
  providerOf,
} from '#features/access/oidc';
import type { App } from '#platform/app';
import { EgressError } from '#platform/egress/egress';
import { clearCookie, findCookie, readCookies, type Scheme, sessionCookie } from './cookies.ts';
import { problems, sendProblem } from './error-page.ts';
import { findProtectedApp, type ProtectedApp } from './find.ts';
import { type Exchange, forwardRequest, forwardSocket } from './forward.ts';
import { hasBody, headersToOrigin } from './headers.ts';
import { needsSession } from './match-rules.ts';
import { beginSignIn, finishSignIn, type Redirect, signOutAddress } from './sign-in.ts';
import { findAccess } from './store.ts';
import type { WatchedSessions } from './watch-sessions.ts';

type Upgrade = { socket: Socket; head: Buffer };

/** Set by the server on requests that ask for another protocol. */
export const upgradeKey = Symbol('upgrade of a request to a protected application');
type Marked = IncomingMessage & { [upgradeKey]?: Upgrade };

type Call = {
  app: App;
  target: ProtectedApp;
  scheme: Scheme;
  raw: Marked;
  response: ServerResponse;
  ip: string;
  path: string;
  pairs: ReturnType<typeof readCookies>;
};

const maxTokens = 10_000;
const tokenMs = 300_000;

/** ID tokens for origins: issued anew every few minutes, so that they are valid and their claims current. */
export function createTokens() {
  const tokens = new LRUCache<string, string>({ max: maxTokens });
  return async (app: App, { tenantId, scope }: ProtectedApp, session: ProxySession): Promise<string | undefined> => {
    // With the scope: a change of it has an effect with the next request.
    const key = `${session.key} ${scope}`;
    const known = tokens.get(key);
    if (known) {
      return known;
    }
    const token = await issueIdToken(app, tenantId, await providerOf(app, tenantId), session, scope);
    if (token) {
      const left = (decodeJwt(token).exp ?? 0) * 1000 - Date.now();
      tokens.set(key, token, { ttl: Math.max(1, Math.min(tokenMs, left / 2)) });
    }
    return token;
  };
}

export type ProxyState = {
  app: App;
  agent: Agent;
  sessions: WatchedSessions;
  findSession: FindProxySession;
  tokenOf: ReturnType<typeof createTokens>;
  /** Open WebSockets, which end when the server stops. */
  sockets: Set<Duplex>;
};

/** Two lengths, or a coding that the parser does not remove, could be read differently by the origin (RFC 9112 §6.3). */
function isMalformed({ url = '', headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    hosts += rawHeaders[index]?.toLowerCase() === 'host' ? 1 : 0;
  }
  return (
    hosts !== 1 ||
    !/^\/[!"$-~]*$/.test(url) ||
    (coding !== undefined &&
      (coding.toLowerCase() !== 'chunked' || headers['content-length'] !== undefined || httpVersion !== '1.1'))
  );
}

const queryOf = ({ url = '' }: IncomingMessage) =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

function sendRedirect(response: ServerResponse, { location, cookies }: Redirect): void {
  response
    .writeHead(302, {
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    })
    .end();
}

/** Whether a person opens a page. Anything else cannot show the sign-in page. */
const isNavigation = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  (headers['sec-fetch-mode'] === undefined
    ? /\btext\/html\b/.test(headers.accept ?? '')
    : headers['sec-fetch-mode'] === 'navigate');

/** A page of a sibling host must not open a WebSocket as the user: browsers send cookies within a site. */
const isForeignSocket = ({ raw, target }: Call) =>
  raw[upgradeKey] !== undefined && raw.headers.origin !== undefined && raw.headers.origin !== target.address;

async function sessionOf({ findSession }: ProxyState, call: Call): Promise<ProxySession | undefined> {
  const { target, scheme, pairs } = call;
  const token = findCookie(pairs, sessionCookie(scheme));
  return token && !isForeignSocket(call) ? findSession(target.tenantId, target.id, token) : undefined;
}

async function signIn(call: Call, path: string, screen: 'sign_in' | 'register' = 'sign_in'): Promise<void> {
  const { app, target, scheme, pairs, response } = call;
  sendRedirect(response, await beginSignIn(app, target, scheme, { path, screen, pairs }));
}

const ownPaths: ReadonlySet<string> = new Set(Object.values(protectedAppPaths));

/** The paths that the proxy answers itself. Returns false for all others. */
async function answerOwnPath(proxy: ProxyState, call: Call): Promise<boolean> {
  const { app, target, scheme, raw, response, path } = call;
  if (!ownPaths.has(path)) {
    return false;
  }
  if (raw.method !== 'GET' || raw[upgradeKey]) {
    sendProblem(raw, response, problems.methodNotAllowed);
  } else if (path === protectedAppPaths.callback) {
    const finished = await finishSignIn(app, target, scheme, { pairs: call.pairs, query: queryOf(raw) });
    if (finished) {
      sendRedirect(response, finished);
    } else {
      sendProblem(raw, response, problems.signInFailed, { name: target.name, action: '/' });
    }
  } else if (path === protectedAppPaths.signOut) {
    const session = await sessionOf(proxy, call);
    const idToken = session && (await proxy.tokenOf(app, target, session));
    await (session && closeProxySession(app, target.tenantId, session));
    const cookies = [clearCookie(scheme, sessionCookie(scheme))];
    sendRedirect(response, { location: signOutAddress(app, target, idToken), cookies });
  } else {
    await signIn(call, '/', path === protectedAppPaths.register ? 'register' : 'sign_in');
  }
  return true;
}

const slowCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

function explainFailure({ app, target, raw, response }: Call, error: unknown): void {
  const hasLeft = response.destroyed || raw.socket.destroyed;
  if (!hasLeft) {
    const reason = error instanceof EgressError ? error.message : (error as NodeJS.ErrnoException).code;
    app.log.warn({ err: error, applicationId: target.id, reason }, 'origin of a protected application failed');
  }
  if (hasLeft || response.headersSent) {
    response.destroy();
    raw.socket.destroy();
    return;
  }
  const isSlow = slowCodes.has(String((error as NodeJS.ErrnoException).code));
  sendProblem(raw, response, isSlow ? problems.originSlow : problems.originDown, { name: target.name });
}

async function forward(proxy: ProxyState, call: Call, session: ProxySession | undefined): Promise<void> {
  const { app, agent, sessions, sockets } = proxy;
  const { target, raw, response, ip, scheme, pairs } = call;
  const idToken = session && (await proxy.tokenOf(app, target, session));
  const exchange: Exchange = {
    app: target,
    request: raw,
    response,
    headers: headersToOrigin(raw, { app: target, ip, idToken, scheme, pairs }),
    withSession: session !== undefined,
    timeoutMs: app.config.protectedApps?.timeoutMs ?? 0,
  };
  const end = () => raw.socket.destroy();
  const mayStay = async () => session !== undefined && (await mayStayIn(call, session));
  const release = session && sessions.add({ tenantId: target.tenantId, key: session.key, mayStay, end });
  const upgrade = raw[upgradeKey];
  // A connection carries many requests, so only an upgrade ends with it.
  (upgrade ? raw.socket : response).once('close', () => release?.());
  try {
    if (upgrade) {
      const connected = await forwardSocket(agent, exchange, upgrade);
      sockets.add(connected);
      connected.once('close', () => sockets.delete(connected));
    } else {
      await forwardRequest(agent, exchange);
    }
  } catch (error) {
    release?.();
    explainFailure(call, error);
  }
}

/** Asks the database with every request, so that a role or rule that is taken away has an effect at once. */
async function isAllowedUser({ app, target }: Call, { userId }: ProxySession): Promise<boolean> {
  const { roleIds, organizationIds } = target.allowed;
  if (target.isLimited && !(await mayUse(app.tenancy, target.tenantId, target.id, userId))) {
    return false;
  }
  if (roleIds.length === 0 && organizationIds.length === 0) {
    return true;
  }
  const [row] = await app.tenancy.run<{ isAllowed: boolean }>(target.tenantId, findAccess, [
    userId,
    roleIds,
    organizationIds,
  ]);
  return row?.isAllowed === true;
}

/** Whether an open response may go on: the same checks as for a new request. */
async function mayStayIn(call: Call, session: ProxySession): Promise<boolean> {
  const { app, raw, target: before } = call;
  const target = await findProtectedApp(app, raw.headers.host ?? '');
  const tenant = await app.tenants.find(before.tenantId);
  return target?.id === before.id && tenant?.isSuspended !== true && isAllowedUser({ ...call, target }, session);
}

/** Answers one request: nothing reaches the origin without a session where the rules demand one. */
export async function serve(proxy: ProxyState, request: FastifyRequest, response: ServerResponse): Promise<void> {
  const { app } = proxy;
  const raw = request.raw as Marked;
  if (isMalformed(raw)) {
    return sendProblem(raw, response, problems.badRequest);
  }
  if (raw.method === 'TRACE' || (raw[upgradeKey] && raw.headers.upgrade?.toLowerCase() !== 'websocket')) {
    return sendProblem(raw, response, problems.methodNotAllowed);
  }
  // The Host header only: clients could choose others.
  const target = await findProtectedApp(app, raw.headers.host ?? '');
  if (!target) {
    return sendProblem(raw, response, problems.unknownHost);
  }
  const { tenantId, name, address } = target;
  if (target.isCustom && app.config.customDomains.tls && request.protocol === 'http') {
    if ((raw.method !== 'GET' && raw.method !== 'HEAD') || raw.headers.authorization !== undefined) {
      // A program that sends its data unencrypted must fail: it would go unnoticed behind a redirect.
      return sendProblem(raw, response, problems.badRequest);
    }
    response.writeHead(308, { location: `${address}${raw.url}`, 'cache-control': 'no-store' }).end();
    return;
  }
  if ((await app.tenants.find(tenantId))?.isSuspended) {
    return sendProblem(raw, response, problems.suspended, { name });
  }
  const url = raw.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const call: Call = {
    app,
    target,
    scheme: target.address.startsWith('https:') ? 'https' : 'http',
    raw,
    response,
    ip: request.ip,
    path,
    pairs: readCookies(raw.headers.cookie),
  };
  if (await answerOwnPath(proxy, call)) {
    return;
  }
  const session = await sessionOf(proxy, call);
  const isAllowed = session !== undefined && (await isAllowedUser(call, session));
  if (isAllowed || !(await needsSession(target.rules, path))) {
    return forward(proxy, call, isAllowed ? session : undefined);
  }
  if (session) {
    return sendProblem(raw, response, problems.noAccess, { name });
  }
  if (isNavigation(raw) && !raw[upgradeKey] && !hasBody(raw)) {
    return signIn(call, raw.url ?? '/');
  }
  sendProblem(raw, response, problems.signInRequired, { name, action: protectedAppPaths.signIn });
}
