import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { testDirectory } from '../../features/people/directory-sync/testing.ts';
import { expectAnswer, hostOf } from './answer.ts';
import { type Json, mutatedJson, mutatedText } from './mutate.ts';
import { operations } from './operations.ts';
import { samlRequests } from './saml-requests.ts';
import { asText, Defect, type Target } from './target.ts';

const jwts: Target = {
  name: 'jwts',
  slice: 300,
  open: async (world) => {
    await world.renew();
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
    await world.renew();
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
    await world.renew();
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
    await world.renew();
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

export const requestTargets: readonly Target[] = [operations, jwts, cookies, oauth, scim, samlRequests];
