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

/** One per test, so that two windows do not disturb each other (attack 57). A state comes from the address of a browser. */
const cookieNameOf = (state: string) => `_sso_test_${state.replace(/[^\w-]/g, '').slice(4, 12)}`;
const cookieSeconds = 600;

/** The console session of an administrator, or an application. */
const starterOf = ({ issuerTenantId = '', subject, clientId, sessionUid = '' }: Caller) =>
  JSON.stringify([issuerTenantId, subject, clientId, sessionUid]);

const isSecure = (endpoint: string) => endpoint.startsWith('https:');

/** The cookie of a test; empty if the browser sent none. */
function cookieOf(request: FastifyRequest, name: string): string {
  const pairs = (request.headers.cookie ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

const cookieHeader = (name: string, value: string, seconds: number, endpoint: string) =>
  `${name}=${value}; Path=/callback; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(endpoint) ? '; Secure' : ''}`;

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
  const state = String(data.state);
  const name = cookieNameOf(state);
  reply.header('set-cookie', cookieHeader(name, '', 0, app.endpointOf(tenantId)));
  return (
    connectorId !== undefined &&
    receiveConnectionTest(app, tenantId, { connectorId, state, cookie: cookieOf(request, name), data })
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
      .header(
        'set-cookie',
        cookieHeader(cookieNameOf(opened.state), opened.cookie, cookieSeconds, app.endpointOf(tenantId)),
      )
      .redirect(opened.uri, 303);
  });
}
