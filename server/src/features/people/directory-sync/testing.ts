import { directorySyncApi } from '@postern/contracts/people/directory-sync';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { defaultTenantId } from '@postern/contracts/wire';
import type { TestApp } from '#testing/test-app';

type Options = { headers?: Record<string, string>; token?: string; tenantId?: string; type?: string };

let count = 0;

/** A connector with a token, and calls to its SCIM endpoints as a directory sends them. */
export async function testDirectory(app: TestApp, management: string, domains: string[], tenantId = defaultTenantId) {
  count += 1;
  const { body: connector } = await app.call(ssoConnectorsApi.create, {
    token: management,
    tenantId,
    body: { providerName: 'OIDC', connectorName: `Directory ${count}`, domains },
  });
  const { id } = connector;
  const { body: created } = await app.call(directorySyncApi.createToken, {
    token: management,
    tenantId,
    params: { id },
    body: { name: 'Directory' },
  });

  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    options: Options = {},
  ) => {
    const answer = await app.inject(app.core, {
      method,
      url: `/scim/v2/${id}${path}`,
      headers: {
        host: new URL(app.app.endpointOf(options.tenantId ?? tenantId)).host,
        authorization: `Bearer ${options.token ?? created.token}`,
        ...(body === undefined ? {} : { 'content-type': options.type ?? 'application/scim+json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of a protocol without contracts
    return answer as { status: number; body: any; headers: Record<string, string> };
  };

  return {
    id,
    token: created.token,
    tokenId: created.id,
    send,
    get: (path: string, options?: Options) => send('GET', path, undefined, options),
    post: (path: string, body: unknown, options?: Options) => send('POST', path, body, options),
    put: (path: string, body: unknown, options?: Options) => send('PUT', path, body, options),
    patch: (path: string, operations: object[], options?: Options) =>
      send(
        'PATCH',
        path,
        { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations },
        options,
      ),
    remove: (path: string, options?: Options) => send('DELETE', path, undefined, options),
    find: async (kind: string, filter: string) => send('GET', `/${kind}?filter=${encodeURIComponent(filter)}`),
  };
}

export type TestDirectory = Awaited<ReturnType<typeof testDirectory>>;
