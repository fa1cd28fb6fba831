import { ssoConnectionTestsApi, ssoTestPath } from '@postern/contracts/people/sso-connection-tests';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#platform/http/caller';
import { route, type Scope } from '#platform/http/route';
import {
  listConnectionTests,
  openConnectionTest,
  readConnectionTest,
  receiveConnectionTest,
  startConnectionTest,
} from './connection-test.ts';
import { getConnector } from './find.ts';

const cookieName = '_sso_test';
const cookieSeconds = 600;

/** The console session of an administrator, or an application. */
const starterOf = ({ issuerTenantId = '', subject, clientId, sessionUid = '' }: Caller) =>
  JSON.stringify([issuerTenantId, subject, clientId, sessionUid]);

const isSecure = (endpoint: string) => endpoint.startsWith('https:');

/** The cookie of a test; empty if the browser sent none. */
function cookieOf(request: FastifyRequest): string {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
}

const cookieHeader = (value: string, seconds: number, endpoint: string) =>
  `${cookieName}=${value}; Path=/callback; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(endpoint) ? '; Secure' : ''}`;

/** Handles the callback of a provider that answers a test. Returns whether the test was known. */
export async function receiveTestCallback(
  { app, tenantOf }: Scope,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const tenantId = tenantOf(request);
  const data = request.query as Record<string, unknown>;
  const [path = ''] = request.url.split('?');
  const connectorId = decodePart(path.slice('/callback/'.length));
  reply.header('set-cookie', cookieHeader('', 0, app.endpointOf(tenantId)));
  return (
    connectorId !== undefined &&
    receiveConnectionTest(app, tenantId, { connectorId, state: String(data.state), cookie: cookieOf(request), data })
  );
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not a valid escape sequence, so not an address of ours.
    return undefined;
  }
}

export function connectionTestRoutes(scope: Scope): void {
  const { server, app, tenantOf } = scope;
  route(scope, ssoConnectionTestsApi.start, {
    respond: ({ tenantId, caller, params: { id } }) => startConnectionTest(app, tenantId, id, starterOf(caller)),
  });

  route(scope, ssoConnectionTestsApi.list, {
    respond: async ({ tenantId, caller, params: { id }, languages }) => {
      await getConnector(app, tenantId, id);
      return listConnectionTests(app, tenantId, { connectorId: id, starter: starterOf(caller), languages });
    },
  });

  route(scope, ssoConnectionTestsApi.get, {
    respond: ({ tenantId, caller, params: { id, testId }, languages }) =>
      readConnectionTest(app, tenantId, testId, { connectorId: id, starter: starterOf(caller), languages }),
  });

  server.get<{ Params: { secret: string } }>(ssoTestPath, async (request, reply) => {
    const tenantId = tenantOf(request);
    const opened = await openConnectionTest(app, tenantId, request.params.secret);
    reply.header('cache-control', 'no-store');
    if (opened === undefined || opened === 'finished') {
      return reply.redirect(opened === 'finished' ? '/sso-test/finished' : '/sso-test/unknown', 303);
    }
    return reply
      .header('set-cookie', cookieHeader(opened.cookie, cookieSeconds, app.endpointOf(tenantId)))
      .redirect(opened.uri, 303);
  });
}
