import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId, verificationIdHeader } from '@postern/contracts/wire';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appointOperator } from '#features/cloud/operators';
import { openApiDocuments } from './platform/http/openapi.ts';
import { registeredEndpoints } from './platform/http/route.ts';
import { accountToken, allEditable } from './testing/account.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { consoleTokens, createMachine } from './testing/tokens.ts';

/**
 * Calls every endpoint without a token, with a token of another tenant, with too small a scope, and with junk.
 * Generated from the contracts, so that no new route can be missed.
 */
let app: TestApp;
let tokens: Record<'default' | 'other' | 'weak' | 'me' | 'cloud' | 'operator' | 'organization' | 'account', string>;

// The cloud edition has all routes of the open-source edition except those of `openSourceFeatures`, which have their
// own tests.
beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  const owner = await consoleTokens(app, 'owner');
  const stranger = await consoleTokens(app, 'stranger');
  const [mine, theirs] = [await owner.createTenant('Mine'), await stranger.createTenant('Theirs')];
  tokens = {
    default: await app.managementToken(mine),
    other: await app.managementToken(theirs),
    weak: await createMachine(app, mine, []),
    me: owner.me,
    cloud: owner.cloud,
    operator: await createOperator(),
    organization: await owner.organization(mine),
    account: await createPerson(mine),
  };
  tenants = { mine, theirs };
});
afterAll(() => app.close());

async function createOperator(): Promise<string> {
  const { cloud } = await consoleTokens(app, 'operator');
  await app.write(adminTenantId, (db) => appointOperator(db, 'operator'));
  return cloud;
}

/** A user with all permissions on their own account. */
async function createPerson(tenantId: string): Promise<string> {
  const token = await app.managementToken(tenantId);
  const person = { username: 'person', password: 'a long phrase of words' };
  await app.call(usersApi.create, { token, tenantId, body: person });
  await app.call(accountCenterApi.update, { token, tenantId, body: { enabled: true, fields: allEditable } });
  return accountToken(app, person, undefined, tenantId);
}

let tenants: { mine: string; theirs: string };

const endpoints = () => registeredEndpoints(app.app);
/** Endpoints with a token. Those with a cookie have their own tests. */
const guarded = () => endpoints().filter(({ auth }) => !['none', 'interaction', 'setup'].includes(auth.kind));

function send(contract: AnyEndpoint, token: string | undefined, payload?: string, tenantId = tenants.mine) {
  const isAdmin = ['me', 'cloud', 'operator', 'tenant'].includes(contract.auth.kind);
  const url = contract.path.replace(/:(\w+)/g, (_, name) => (name === 'id' && isAdmin ? tenants.mine : 'aaaaaaaaaaaa'));
  const origin = isAdmin || contract.path.includes('/endpoints/') ? adminTenantId : tenantId;
  return app.inject(origin === adminTenantId ? app.admin : app.core, {
    method: contract.method,
    url,
    headers: {
      host: new URL(app.app.endpointOf(origin)).host,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

const label = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const tokenByKind: Partial<Record<AnyEndpoint['auth']['kind'], keyof typeof tokens>> = {
  me: 'me',
  cloud: 'cloud',
  operator: 'operator',
  tenant: 'organization',
  account: 'account',
};
const rightToken = ({ auth }: AnyEndpoint) => tokens[tokenByKind[auth.kind] ?? 'default'];

describe('every endpoint', () => {
  test('is part of a large enough set', () => {
    expect(guarded().length).toBeGreaterThan(25);
  });

  test('rejects a caller without a token', async () => {
    for (const contract of guarded()) {
      const { status, body } = await send(contract, undefined, contract.body ? '{}' : undefined);
      expect([label(contract), status, body]).toMatchObject([
        label(contract),
        401,
        { code: 'auth.authorization_header_missing' },
      ]);
    }
  });

  test('of the set-up portal rejects a caller without its cookie', async () => {
    const portal = endpoints().filter(({ auth }) => auth.kind === 'setup' && !auth.isEntrance);
    expect(portal.length).toBeGreaterThan(5);
    for (const contract of portal) {
      const { status, body } = await send(contract, tokens.default, contract.body ? '{}' : undefined);
      expect([label(contract), status, body]).toMatchObject([label(contract), 401, { code: 'sso_setup.no_session' }]);
    }
  });

  test('rejects a token of another tenant (attack 19)', async () => {
    for (const contract of guarded()) {
      const { status } = await send(contract, tokens.other, contract.body ? '{}' : undefined);
      expect([label(contract), [401, 403, 404].includes(status), status]).toEqual([label(contract), true, status]);
    }
  });

  test('rejects every kind of token but its own', async () => {
    for (const contract of guarded()) {
      for (const [kind, token] of Object.entries(tokens)) {
        // An operator's token is also a regular token of the cloud API, with additional permissions.
        const isMore = kind === 'operator' && contract.auth.kind === 'cloud';
        // A few endpoints accept two kinds of tokens; the slice tests check their tenant.
        const isOther = kind === 'organization' && contract.auth.kind === 'cloud' && contract.auth.orTenant;
        if (token !== rightToken(contract) && kind !== 'weak' && !isMore && !isOther) {
          const { status } = await send(contract, token, contract.body ? '{}' : undefined);
          expect([label(contract), kind, [401, 403, 404].includes(status)]).toEqual([label(contract), kind, true]);
        }
      }
    }
  });

  test('rejects a token with too small a scope', async () => {
    for (const contract of guarded().filter(({ auth }) => auth.kind === 'management')) {
      const { status, body } = await send(contract, tokens.weak, contract.body ? '{}' : undefined);
      expect([label(contract), status, body]).toMatchObject([label(contract), 403, { code: 'auth.forbidden' }]);
    }
  });

  test('rejects every write with a token of a third-party application (attack 43)', async () => {
    const { tokens: verifier } = app.app;
    const { isThirdParty } = verifier;
    verifier.isThirdParty = async () => true;
    try {
      const writes = guarded().filter(({ method }) => method !== 'GET');
      expect(new Set(writes.map(({ auth }) => auth.kind)).size).toBeGreaterThan(4);
      for (const contract of writes) {
        const { status, body } = await send(contract, rightToken(contract), contract.body ? '{}' : undefined);
        const code = contract.auth.kind === 'account' ? 'auth.third_party_application_forbidden' : 'auth.forbidden';
        expect([label(contract), status, body]).toMatchObject([label(contract), 403, { code }]);
      }
    } finally {
      verifier.isThirdParty = isThirdParty;
    }
  });

  const junk = [
    '',
    '[]',
    'null',
    '"x"',
    '{"a":',
    `{"name":${JSON.stringify('x'.repeat(100_000))}}`,
    '{"__proto__":{"a":1}}',
    '{"name":"\\u0000"}',
  ];

  test('responds to junk with a clear 4xx and never a 500', async () => {
    for (const contract of endpoints().filter(({ body }) => body)) {
      for (const payload of junk) {
        const { status, body } = await send(contract, rightToken(contract), payload);
        const isClear = status < 500 && (status < 400 || typeof (body as { code?: string }).code === 'string');
        expect([label(contract), payload.slice(0, 30), isClear, status]).toEqual([
          label(contract),
          payload.slice(0, 30),
          true,
          status,
        ]);
      }
    }
  });

  test('responds to invalid query values with a 400 and never a 500', async () => {
    for (const contract of endpoints().filter(({ query, method }) => query && method === 'GET')) {
      for (const query of [
        'page=%00',
        'page=abc&page_size=-1',
        'search=%5C',
        'types=Nonsense',
        'search=%25%EF%BF%BE',
      ]) {
        const { status } = await app.inject(app.core, {
          method: 'GET',
          url: `${contract.path.replace(/:(\w+)/g, 'aaaaaaaaaaaa')}?${query}`,
          headers: {
            host: new URL(app.app.endpointOf(tenants.mine)).host,
            authorization: `Bearer ${rightToken(contract)}`,
          },
        });
        expect([label(contract), query, status < 500]).toEqual([label(contract), query, true]);
      }
    }
  });

  test('sends a request id and strict headers with every response', async () => {
    for (const contract of endpoints()) {
      const { headers } = await send(contract, undefined);
      expect(headers['logto-core-request-id']).toMatch(/^[\dA-Za-z]{16}$/);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    }
  });
});

describe('OpenAPI documents', () => {
  test.each(openApiDocuments)('$path is valid', async ({ path }) => {
    const { status, body } = await app.inject(app.core, {
      method: 'GET',
      url: path,
      headers: { host: new URL(app.app.endpointOf(tenants.mine)).host },
    });
    expect(status).toBe(200);
    const { valid, errors } = await new Validator().validate(body as Parameters<Validator['validate']>[0]);
    expect([valid, errors]).toEqual([true, undefined]);
  });

  test('the proof header is documented where it is required', async () => {
    const { body } = await app.inject(app.core, {
      method: 'GET',
      url: '/api/.well-known/user.openapi.json',
      headers: { host: new URL(app.app.endpointOf(tenants.mine)).host },
    });
    type Operation = { parameters: { name: string; in: string; required: boolean }[] };
    const { paths } = body as unknown as { paths: Record<string, Record<string, Operation>> };
    const account = endpoints().filter(({ auth }) => auth.kind === 'account');
    expect(account.filter(({ proof }) => proof).length).toBeGreaterThan(12);
    for (const contract of account) {
      const isNeeded = contract.errors?.includes('verification_record.permission_denied') === true;
      const operation = paths[contract.path.replace(/:(\w+)/g, '{$1}')]?.[contract.method.toLowerCase()];
      const header = operation?.parameters.find(({ name }) => name === verificationIdHeader);
      expect([label(contract), contract.proof === true]).toEqual([label(contract), isNeeded]);
      expect([label(contract), header?.in]).toEqual([label(contract), isNeeded ? 'header' : undefined]);
    }
  });

  test('the full document contains every registered path', async () => {
    const { body } = await app.inject(app.admin, {
      method: 'GET',
      url: '/api/swagger.json',
      headers: { host: 'admin.test' },
    });
    const { paths } = body as unknown as { paths: Record<string, unknown> };
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(endpoints().map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))),
    );
  });
});
