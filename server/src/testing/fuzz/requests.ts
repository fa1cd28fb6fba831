import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { adminTenantId } from '@postern/contracts/wire';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { testDirectory } from '../../features/people/directory-sync/testing.ts';
import { registeredEndpoints } from '../../platform/route.ts';
import { bodiesOf } from './from-schema.ts';
import { type Json, mutatedJson, mutatedText } from './mutate.ts';
import { asText, Defect, type FuzzWorld, type Target } from './target.ts';

const hostOf = ({ app }: FuzzWorld, tenantId: string) => new URL(app.app.endpointOf(tenantId)).host;

/** Why the server failed, from its log. */
function reasonOf({ app }: FuzzWorld): string {
  const failed = app.logs.filter((line) => /"level":(50|60)|"level":"(error|fatal)"/.test(line)).at(-1);
  const { err, msg } = failed ? JSON.parse(failed) : { err: undefined, msg: 'no log' };
  return String(err?.message ?? msg).slice(0, 200);
}

/** A response of 500 is a defect, whoever caused it. So is a refusal without a code. */
export async function expectAnswer(world: FuzzWorld, label: string, options: InjectOptions, isAdmin = false) {
  world.app.logs.length = 0;
  const { admin, core } = world.app;
  const answer = await (isAdmin ? admin : core).inject(options);
  world.statuses.set(answer.statusCode, (world.statuses.get(answer.statusCode) ?? 0) + 1);
  if (answer.statusCode === 500 || answer.statusCode < 200) {
    throw new Defect(`${label}: ${answer.statusCode} ${reasonOf(world)}`);
  }
  return answer;
}

const adminKinds = ['me', 'cloud', 'operator', 'tenant'];

function tokenOf({ tokens }: FuzzWorld, { auth }: AnyEndpoint): string {
  const known = { me: tokens.me, cloud: tokens.cloud, operator: tokens.operator, tenant: tokens.organization };
  return { ...known, account: tokens.account }[auth.kind as keyof typeof known] ?? tokens.management;
}

/** Objects that operations can find, by the start of their path. */
async function createObjects({ app, tokens, tenantId }: FuzzWorld): Promise<[prefix: string, id: string][]> {
  const call = { token: tokens.management, tenantId };
  const [user, application, role, organization, resource, webhook] = await Promise.all([
    app.call(usersApi.create, { ...call, body: { username: 'fuzzed' } }),
    app.call(applicationsApi.create, { ...call, body: { name: 'Fuzzed', type: 'Traditional' } }),
    app.call(rolesApi.create, { ...call, body: { name: 'fuzzed', description: 'Fuzzed' } }),
    app.call(organizationsApi.create, { ...call, body: { name: 'Fuzzed' } }),
    app.call(resourcesApi.create, { ...call, body: { name: 'Fuzzed', indicator: 'https://fuzzed.example' } }),
    app.call(webhooksApi.create, {
      ...call,
      body: { name: 'Fuzzed', events: ['User.Created'], config: { url: 'https://fuzzed.example/hook' } },
    }),
  ]);
  return [
    ['/api/users/', user.body.id],
    ['/api/applications/', application.body.id],
    ['/api/roles/', role.body.id],
    ['/api/organizations/', organization.body.id],
    ['/api/resources/', resource.body.id],
    ['/api/hooks/', (webhook.body as { id: string }).id],
  ];
}

const labelOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

/** Operations that end the fixture itself. */
const excluded = (contract: AnyEndpoint) => contract.method === 'DELETE' && adminKinds.includes(contract.auth.kind);

type Call = { operation: string; path: string; query?: string; body?: Json };

const operations: Target = {
  name: 'operations',
  slice: 350,
  open: async (world) => {
    const objects = await createObjects(world);
    const contracts = registeredEndpoints(world.app.app).filter(
      (contract) => (contract.body || contract.query || contract.params) && !excluded(contract),
    );
    const byLabel = new Map(contracts.map((contract) => [labelOf(contract), contract]));
    const bodies = new Map<string, fc.Arbitrary<Json | undefined>>();
    const bodyOf = (contract: AnyEndpoint) => {
      const label = labelOf(contract);
      const known =
        bodies.get(label) ?? (contract.body ? mutatedJson(bodiesOf(contract.body)) : fc.constant(undefined));
      bodies.set(label, known);
      return known;
    };
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.constant('real') },
      fc.constant('aaaaaaaaaaaa'),
      mutatedText(['aaaaaaaaaaaa', 'en', 'username']),
    );
    const inputs = fc.constantFrom(...contracts).chain((contract) => {
      const names = contract.query ? Object.keys((contract.query as { shape?: object }).shape ?? {}) : [];
      const pair = fc.tuple(
        fc.constantFrom('page', 'page_size', 'search', ...names),
        fc.oneof(
          fc.constantFrom('1', '-1', '20', '%', 'true', 'a'),
          mutatedText(['1', 'abc', '%a%', '2026-01-01', '-30d']),
        ),
      );
      return fc.record({
        operation: fc.constant(labelOf(contract)),
        path: value,
        query: contract.query
          ? fc.array(pair, { maxLength: 3 }).map((pairs) => new URLSearchParams(pairs).toString())
          : fc.constant(''),
        body: bodyOf(contract),
      }) as fc.Arbitrary<Json>;
    });
    return {
      inputs,
      run: async (input) => {
        const { operation, path, query, body } = input as unknown as Call;
        const contract = byLabel.get(operation);
        if (!contract) {
          return;
        }
        const isAdmin = adminKinds.includes(contract.auth.kind);
        const real = objects.find(([prefix]) => contract.path.startsWith(prefix))?.[1];
        const filled = contract.path.replace(/:(\w+)/g, (_, name) =>
          isAdmin && name === 'id'
            ? world.tenantId
            : encodeURIComponent(path === 'real' ? (real ?? 'aaaa') : path.toWellFormed()),
        );
        const hasBody = contract.body !== undefined && body !== undefined;
        const onAdmin = isAdmin || contract.path.includes('/endpoints/');
        await expectAnswer(
          world,
          operation,
          {
            method: contract.method,
            url: query ? `${filled}?${query}` : filled,
            headers: {
              host: hostOf(world, onAdmin ? adminTenantId : world.tenantId),
              authorization: `Bearer ${tokenOf(world, contract)}`,
              ...(hasBody ? { 'content-type': 'application/json' } : {}),
            },
            ...(hasBody ? { payload: JSON.stringify(body) } : {}),
          },
          onAdmin,
        );
      },
    };
  },
};

const jwts: Target = {
  name: 'jwts',
  slice: 300,
  open: async (world) => {
    const good = world.tokens.management;
    const [header = '', payload = '', signature = ''] = good.split('.');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const changed = fc
      .tuple(mutatedJson(fc.constant(decode(header))), mutatedJson(fc.constant(decode(payload))))
      .map(([head, body]) => `${encode(head)}.${encode(body)}.${signature}`);
    return {
      inputs: fc.oneof(changed, mutatedText([good], ['.', 'eyJ', '=', '+'])) as fc.Arbitrary<Json>,
      run: async (input) => {
        // Headers are bytes: other characters never arrive.
        const token = asText(input).replace(/[^\x20-\x7e]/g, '');
        const isSame = token.trim() === good || decodeSafely(token) === decodeSafely(good);
        for (const url of ['/api/applications', '/oidc/me', '/api/my-account']) {
          const options = {
            method: 'GET',
            url,
            headers: { host: hostOf(world, world.tenantId), authorization: `Bearer ${token}` },
          };
          const { statusCode } = await expectAnswer(world, `GET ${url}`, options as InjectOptions);
          if (statusCode < 400 && !isSame) {
            throw new Defect(`GET ${url} accepted a changed token`);
          }
        }
      },
    };
  },
};

/** Base64url has unused bits at the end, so different texts may be the same token. */
const decodeSafely = (token: string) =>
  token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.');

const cookies: Target = {
  name: 'cookies',
  slice: 200,
  open: async (world) => {
    const name = (part: string) => `postern_${world.tenantId}_${part}`;
    const seed = ['session', 'interaction', 'resume'].map(
      (part) => `${name(part)}=abcdefghijklmnopqrstuv; ${name(part)}.sig=abcdefghijklmnopqrstuvwxyz0`,
    );
    const requests = [
      ['GET', '/oidc/auth?client_id=demo-app&redirect_uri=x&response_type=code'],
      ['GET', '/oidc/auth/abcdef'],
      ['GET', '/oidc/session/end'],
      ['PUT', '/api/experience'],
      ['GET', '/api/experience/interaction'],
      ['GET', '/sign-in'],
    ] as const;
    return {
      inputs: mutatedText(
        [seed.join('; '), ...seed, '_logto={"appId":"demo-app"}'],
        ['=', ';', '; ', ',', '.sig', name('session'), '"', '%22', '{"appId":{}}'],
      ),
      run: async (input) => {
        const cookie = asText(input).replace(/[^\x20-\x7e]/g, '');
        for (const [method, url] of requests) {
          const isWrite = method === 'PUT';
          await expectAnswer(world, `${method} ${url.split('?')[0]}`, {
            method,
            url,
            headers: {
              host: hostOf(world, world.tenantId),
              cookie,
              accept: 'text/html',
              ...(isWrite ? { 'content-type': 'application/json' } : {}),
            },
            ...(isWrite ? { payload: '{"interactionEvent":"SignIn"}' } : {}),
          });
        }
      },
    };
  },
};

/** Authorization and token requests with changed parameters. */
const oauth: Target = {
  name: 'oauth-requests',
  slice: 200,
  open: async (world) => {
    const auth = new URLSearchParams({
      client_id: 'demo-app',
      redirect_uri: `${world.app.app.endpointOf(world.tenantId)}/demo-app`,
      response_type: 'code',
      scope: 'openid profile',
      state: 'a',
      nonce: 'b',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      resource: 'https://api.example',
      prompt: 'login',
      max_age: '1',
      ui_locales: 'de en',
      request: 'eyJhbGciOiJub25lIn0.e30.',
      id_token_hint: 'a.b.c',
      first_screen: 'register',
      login_hint: 'a@example.com',
      response_mode: 'form_post.jwt',
    }).toString();
    const grants = [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:ietf:params:oauth:grant-type:device_code',
    ];
    const token = grants.map((grant) =>
      new URLSearchParams({
        grant_type: grant,
        client_id: 'demo-app',
        code: 'x',
        code_verifier: 'v'.repeat(43),
        refresh_token: 'x',
        subject_token: 'sub_x',
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: 'eyJhbGciOiJFUzI1NiJ9.e30.x',
        device_code: 'x',
        resource: 'https://api.example',
        organization_id: 'x',
      }).toString(),
    );
    const parts = [
      '&',
      '=',
      '%',
      '&prompt=none',
      '&scope=',
      '&client_id=',
      '&request=',
      '&resource=a&resource=b',
      '&response_mode=jwt',
    ];
    return {
      inputs: mutatedText([auth, ...token], parts),
      run: async (input) => {
        const query = asText(input).replace(/[^\x21-\x7e]/g, '');
        const host = hostOf(world, world.tenantId);
        await expectAnswer(world, 'GET /oidc/auth', { method: 'GET', url: `/oidc/auth?${query}`, headers: { host } });
        const posts = [
          '/oidc/auth',
          '/oidc/token',
          '/oidc/request',
          '/oidc/token/introspection',
          '/oidc/token/revocation',
          '/oidc/device/auth',
        ];
        for (const url of posts) {
          const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
          await expectAnswer(world, `POST ${url}`, { method: 'POST', url, headers, payload: query });
        }
      },
    };
  },
};

const scim: Target = {
  name: 'scim-requests',
  slice: 150,
  open: async (world) => {
    const directory = await testDirectory(world.app, world.tokens.management, ['fuzzed.example'], world.tenantId);
    const { body: created } = await directory.post('/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'ada@fuzzed.example',
      emails: [{ value: 'ada@fuzzed.example', primary: true }],
    });
    const user: Json = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'bob@fuzzed.example',
      externalId: 'b',
      active: true,
      name: { givenName: 'Bob', familyName: 'B' },
      emails: [{ value: 'bob@fuzzed.example', type: 'work', primary: true }],
      phoneNumbers: [{ value: '+1 202 555 0123' }],
    };
    const patch: Json = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'c@fuzzed.example' },
        { op: 'add', value: { name: { givenName: 'C' }, active: false } },
        { op: 'remove', path: 'externalId' },
      ],
    };
    const group: Json = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Group',
      members: [{ value: created.id }],
    };
    const bulk: Json = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [{ method: 'POST', path: '/Users', bulkId: 'a', data: user }],
    };
    const requests: [string, string, Json][] = [
      ['POST', '/Users', user],
      ['PUT', `/Users/${created.id}`, user],
      ['PATCH', `/Users/${created.id}`, patch],
      ['POST', '/Groups', group],
      ['POST', '/Bulk', bulk],
    ];
    const inputs = fc.constantFrom(...requests).chain(([method, path, body]) =>
      fc.record({
        method: fc.constant(method),
        path: fc.constant(path.replace(String(created.id), ':id')),
        body: mutatedJson(fc.constant(body)),
        filter: mutatedText(
          ['userName eq "ada"', 'emails[value co "@"]', 'displayName sw "G" or not (id pr)'],
          ['eq', '(', ')', '"', '['],
        ),
      }),
    ) as fc.Arbitrary<Json>;
    return {
      inputs,
      run: async (input) => {
        const { method, path, body, filter } = input as { method: 'POST'; path: string; body: Json; filter: string };
        const headers = {
          host: hostOf(world, world.tenantId),
          authorization: `Bearer ${directory.token}`,
          'content-type': 'application/scim+json',
        };
        const url = `/scim/v2/${directory.id}${path.replace(':id', String(created.id))}`;
        await expectAnswer(world, `SCIM ${method} ${path}`, { method, url, headers, payload: JSON.stringify(body) });
        const query = new URLSearchParams({ filter, sortBy: filter.slice(0, 9), attributes: filter.slice(0, 9) });
        const { host, authorization } = headers;
        for (const kind of ['Users', 'Groups']) {
          const list = `/scim/v2/${directory.id}/${kind}?${query}`;
          await expectAnswer(world, `SCIM GET ${kind}`, { method: 'GET', url: list, headers: { host, authorization } });
        }
      },
    };
  },
};

export const requestTargets: readonly Target[] = [operations, jwts, cookies, oauth, scim];
