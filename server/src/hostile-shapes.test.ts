import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { adminTenantId } from '@postern/contracts/wire';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findSlow, type Prepared } from './testing/find-slow.ts';
import { adminKinds, authorizer, creatorsOf } from './testing/fuzz/authorize.ts';
import { type FoundIds, foundIds } from './testing/fuzz/found-ids.ts';
import type { FuzzWorld } from './testing/fuzz/target.ts';
import { createFuzzWorld } from './testing/fuzz/world.ts';
import { hostileBodies } from './testing/hostile-bodies.ts';
import { hostileFiles, hostileForms, hostileQueries, hostileUploads } from './testing/hostile-texts.ts';
import { areAllTested, testedOperations } from './testing/tested-operations.ts';

// Thousands of requests one after another: minutes on a machine that does other work too.
vi.setConfig({ testTimeout: 900_000 });

/** Attack 54: sends shapes that cost much for their size to every operation. */
let world: FuzzWorld;
let ids: FoundIds;
let authOf: ReturnType<typeof authorizer>;
let operations: readonly AnyEndpoint[];
beforeAll(async () => {
  world = await createFuzzWorld();
  authOf = authorizer(world);
  ids = foundIds(creatorsOf(world), world.kept);
  await ids.createAll();
  operations = (await testedOperations(world.app)).filter(({ file }) => !file?.includes('text/event-stream'));
});
afterAll(() => world.app.close());

const hostOf = (tenantId: string) => new URL(world.app.app.endpointOf(tenantId)).host;

type Sent = { query?: string; payload?: string | Buffer; type?: string };

/** Everything but the request itself is done before, so that it is not measured. */
async function prepare(contract: AnyEndpoint, { query, payload, type }: Sent) {
  const { app, tenantId, otherTenantId } = world;
  const isAdmin = adminKinds.includes(contract.auth.kind);
  const onAdmin = isAdmin || contract.path.includes('/endpoints/');
  const path = ids.pathOf(contract.path, (name, kind) =>
    name === 'id' && isAdmin ? otherTenantId : (ids.pick(kind) ?? 'aaaaaaaaaaaa'),
  );
  const options: InjectOptions = {
    // Contracts have no other methods.
    method: contract.method as 'GET' | 'POST',
    url: query === undefined ? path : `${path}?${query}`,
    headers: {
      host: hostOf(onAdmin ? adminTenantId : tenantId),
      ...(await authOf(contract)),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload }),
  };
  return () => (onAdmin ? app.admin : app.core).inject(options);
}

function* requestsOf(chosen: AnyEndpoint[], shapes: (contract: AnyEndpoint) => Iterable<[string, Sent]>) {
  for (const contract of chosen) {
    for (const [shape, sent] of shapes(contract)) {
      const name = `${contract.method} ${contract.path} with ${shape}`;
      yield [name, () => prepare(contract, sent)] as Prepared;
    }
  }
}

const json = 'application/json';

test('no body of any operation blocks the requests of others', async () => {
  const withBody = operations.filter(({ body }) => body);
  const { slow, count } = await findSlow(
    requestsOf(withBody, ({ body }) =>
      hostileBodies(body).map(([shape, payload]): [string, Sent] => [shape, { payload, type: json }]),
    ),
  );
  expect(slow).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(areAllTested ? 1000 : withBody.length);
});

test('no query of any operation blocks the requests of others', async () => {
  const reads = operations.filter(({ method }) => method === 'GET');
  const namesOf = ({ query }: AnyEndpoint) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  const { slow, count } = await findSlow(
    requestsOf(reads, (contract) =>
      hostileQueries(namesOf(contract)).map(([shape, query]): [string, Sent] => [shape, { query }]),
    ),
  );
  expect(slow).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(areAllTested ? 500 : reads.length);
});

test('no file blocks the requests of others: columns, lines, keys, depth, parts, headers', async () => {
  const uploads = operations.filter(({ upload }) => upload);
  const files = operations.filter(({ rawBody }) => rawBody);
  expect([uploads.length, files.length].every((count) => count > 0 || !areAllTested)).toBe(true);
  const form = 'multipart/form-data; boundary=x';
  const { slow } = await findSlow([
    ...requestsOf(uploads, () => hostileUploads().map(([shape, payload]) => [shape, { payload, type: form }])),
    ...requestsOf(files, ({ rawBody = [] }) =>
      hostileFiles().map(([shape, payload]) => [shape, { payload, type: rawBody[0] ?? '' }]),
    ),
  ]);
  expect(slow).toEqual([]);
});

const protocolPaths = [
  ...['auth', 'token', 'token/introspection', 'token/revocation', 'device/auth', 'request', 'session/end', 'me'].map(
    (path) => `/oidc/${path}`,
  ),
];

test('no form of the protocol blocks the requests of others: scopes, names, claims, assertions', async () => {
  const headers = { host: hostOf(world.tenantId), 'content-type': 'application/x-www-form-urlencoded' };
  const requests = protocolPaths.flatMap((url) =>
    hostileForms.flatMap(([shape, payload]): Prepared[] => {
      const get = { url: `${url}?${payload.slice(0, 15_000)}`, headers: { host: headers.host } };
      return [
        [
          `POST ${url} with ${shape}`,
          async () => () => world.app.core.inject({ method: 'POST', url, payload, headers }),
        ],
        [`GET ${url} with ${shape}`, async () => () => world.app.core.inject({ method: 'GET', ...get })],
      ];
    }),
  );
  expect((await findSlow(requests)).slow).toEqual([]);
});
