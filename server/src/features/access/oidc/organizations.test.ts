import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { resourcesApi } from '@postern/contracts/access/resources';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { organizationApplicationsApi, organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import {
  organizationAudience,
  organizationsResource,
  tokenExchangeGrant,
  tokenTypes,
  scopes as wire,
} from '@postern/contracts/wire';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createClient,
  insertTestOrganization,
  insertTestOrganizationRole,
  redirectUri,
  type TestClient,
} from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import type { Running } from '../../../app.ts';

/** The second node shares only the database with the first one. */
let app: ListeningApp;
let other: Running;
let token: string;
let spa: TestClient;
let web: TestClient;
let userId: string;
let refundId: string;
const ada = { username: 'ada', password: 'correct horse battery' };
const shop = 'https://shop.example/api';

beforeAll(async () => {
  app = await listeningApp();
  other = await app.another();
  token = await app.managementToken();
  userId = (await app.call(usersApi.create, { token, body: { ...ada, name: 'Ada' } })).body.id;
  spa = await createClient(app, token, { type: 'SPA' });
  web = await createClient(app, token, { type: 'Traditional', customClientMetadata: { allowTokenExchange: true } });
  const { body: resource } = await app.call(resourcesApi.create, { token, body: { name: 'Shop', indicator: shop } });
  const params = { resourceId: resource.id };
  refundId = (await app.call(resourcesApi.createScope, { token, params, body: { name: 'refund' } })).body.id;
  await insertTestOrganizationRole(app, {
    id: 'manager',
    scopes: ['invite', 'report'],
    resourceScopeIds: [refundId],
  });
  await insertTestOrganizationRole(app, { id: 'owner', scopes: ['close'] });
  await insertTestOrganizationRole(app, { id: 'courier', type: 'MachineToMachine', scopes: ['report'] });
  await insertTestOrganization(app, { id: 'acme', members: { [userId]: ['manager'] } });
  await insertTestOrganization(app, { id: 'bare', members: { [userId]: [] } });
  await insertTestOrganization(app, { id: 'foreign' });
});
afterAll(() => app.close());

const allScopes = `openid offline_access refund invite report close ${wire.organizations} ${wire.organizationRoles}`;
const signIn = (more: Partial<Parameters<typeof authorize>[0]> = {}) =>
  authorize({
    issuer: `${app.endpoint}/oidc`,
    clientId: spa.id,
    redirectUri,
    person: ada,
    scope: allScopes,
    resource: [shop, organizationsResource],
    ...more,
  });

const scopesOf = (accessToken: string) =>
  String(decodeJwt(accessToken).scope ?? '')
    .split(' ')
    .filter(Boolean)
    .sort();

type Asked = Record<string, string>;

/** A token request at one of the nodes. */
async function requestOn(core: FastifyInstance, by: TestClient, params: Asked) {
  const { statusCode, payload } = await core.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: {
      host: new URL(app.endpoint).host,
      'content-type': 'application/x-www-form-urlencoded',
      ...(by.secret ? { authorization: `Basic ${btoa(`${by.id}:${by.secret}`)}` } : {}),
    },
    payload: new URLSearchParams({ ...(by.secret ? {} : { client_id: by.id }), ...params }).toString(),
  });
  return { status: statusCode, body: JSON.parse(payload) as Record<string, string> };
}

const denied = { status: 403, body: { error: 'access_denied' } };

describe('an organization as resource', () => {
  test('gives the same token as organization_id', async () => {
    const { config, tokens } = await signIn();
    const answer = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      resource: organizationAudience('acme'),
    });
    expect(decodeJwt(answer.access_token)).toMatchObject({ aud: organizationAudience('acme'), sub: userId });
    expect(scopesOf(answer.access_token)).toEqual(['invite', 'report']);
    await expect(
      client.refreshTokenGrant(config, answer.refresh_token ?? '', { resource: organizationAudience('foreign') }),
    ).rejects.toMatchObject({ error: 'access_denied', status: 403 });
  });

  test('requires the scope of organizations on every grant, like organization_id', async () => {
    const plain = { scope: 'openid offline_access invite', resource: [organizationsResource] };
    const { config, tokens } = await signIn(plain);
    const asked: Asked[] = [
      { organization_id: 'acme' },
      { organization_id: 'acme', resource: shop },
      { resource: organizationAudience('acme') },
    ];
    const narrow = await signIn({ ...plain, resource: [shop, organizationsResource] });
    for (const params of asked) {
      const [by, held] = params.resource === shop ? [narrow.config, narrow.tokens] : [config, tokens];
      await expect(client.refreshTokenGrant(by, held.refresh_token ?? '', params)).rejects.toMatchObject({
        error: 'insufficient_scope',
        status: 403,
      });
    }
    await expect(signIn({ ...plain, tokenParams: { resource: organizationAudience('acme') } })).rejects.toMatchObject({
      error: 'insufficient_scope',
      status: 403,
    });
  });

  test('is rejected together with the id of another organization', async () => {
    const { config, tokens } = await signIn();
    await expect(
      client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
        organization_id: 'bare',
        resource: organizationAudience('acme'),
      }),
    ).rejects.toMatchObject({ error: 'invalid_target' });
  });

  test('attack 20: one machine gets no token for the organization of another', async () => {
    const [member, stranger] = [
      await createClient(app, token, { type: 'MachineToMachine' }),
      await createClient(app, token, { type: 'MachineToMachine' }),
    ];
    await insertTestOrganization(app, { id: 'plant', machines: { [member.id]: ['courier'] } });
    const asked = { grant_type: 'client_credentials', resource: organizationAudience('plant'), scope: 'report' };
    const own = await requestOn(app.core, member, asked);
    expect(own.status).toBe(200);
    expect(scopesOf(own.body.access_token ?? '')).toEqual(['report']);
    // Both have the same roles outside of organizations, and the access of the first is cached.
    for (const core of [app.core, other.core]) {
      expect(await requestOn(core, stranger, asked)).toMatchObject(denied);
    }
  });
});

test('a refresh for an organization needs one statement to read and one to write', async () => {
  const { tokens } = await signIn();
  const params = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', organization_id: 'acme' };
  const run = vi.spyOn(app.app.tenancy, 'run');
  const { body } = await requestOn(app.core, spa, params);
  const statements = run.mock.calls.map(([, { name }]) => name);
  run.mockRestore();
  expect(statements).toEqual(['oidc_source_of_member', 'oidc_redeem']);
  expect(decodeJwt(body.id_token ?? '')).toMatchObject({
    organizations: expect.arrayContaining(['acme', 'bare']),
    organization_roles: ['acme:Role manager'],
  });
});

test('a token for the resource of all organizations has only permissions of the requester', async () => {
  const { config, tokens } = await signIn();
  const answer = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
    resource: organizationsResource,
  });
  expect(scopesOf(answer.access_token)).toEqual(['invite', 'report']);
  const machine = await createClient(app, token, { type: 'MachineToMachine' });
  const asked = { grant_type: 'client_credentials', resource: organizationsResource, scope: 'invite report close' };
  const { body } = await requestOn(app.core, machine, asked);
  expect(scopesOf(body.access_token ?? '')).toEqual([]);
});

describe('claims of organizations', () => {
  const claimsOf = async (scope: string) => {
    const { config, tokens } = await signIn({ scope: `openid ${scope}`, resource: [] });
    return { id: tokens.claims() ?? {}, info: await client.fetchUserInfo(config, tokens.access_token, userId) };
  };

  test('urn:logto:scope:organizations: ids in the ID token, names in userinfo only', async () => {
    const { id, info } = await claimsOf(wire.organizations);
    expect(id).toMatchObject({ organizations: ['acme', 'bare'] });
    expect(id).not.toHaveProperty('organization_data');
    expect(id).not.toHaveProperty('organization_roles');
    expect(info).toMatchObject({
      organizations: ['acme', 'bare'],
      organization_data: [
        { id: 'acme', name: 'Organization acme', description: null },
        { id: 'bare', name: 'Organization bare', description: null },
      ],
    });
  });

  test('urn:logto:scope:organization_roles: organization and role name, without the organizations', async () => {
    const { id, info } = await claimsOf(wire.organizationRoles);
    for (const claims of [id, info]) {
      expect(claims).toMatchObject({ organization_roles: ['acme:Role manager'] });
      expect(claims).not.toHaveProperty('organizations');
    }
  });

  test('are missing without the scopes', async () => {
    const { id, info } = await claimsOf('profile');
    for (const name of ['organizations', 'organization_data', 'organization_roles']) {
      expect([id, info].filter((claims) => name in claims)).toEqual([]);
    }
  });
});

describe('a user gets no further token on any node', () => {
  /** A member of a new organization, and what each grant needs to request a token there. */
  async function join(organizationId: string) {
    await insertTestOrganization(app, { id: organizationId, members: { [userId]: ['manager'] } });
    const { tokens } = await signIn();
    const { body: personal } = await app.call(personalAccessTokensApi.create, {
      token,
      params: { userId },
      body: { name: organizationId },
    });
    const subject = async () =>
      (await app.call(subjectTokensApi.create, { token, body: { userId } })).body.subjectToken;
    let refresh = tokens.refresh_token ?? '';
    const targets: Asked[] = [{ organization_id: organizationId }, { organization_id: organizationId, resource: shop }];
    const exchange = (value: string, type: string) => ({
      grant_type: tokenExchangeGrant,
      subject_token: value,
      subject_token_type: type,
      scope: 'invite report refund',
    });
    /** The answers of all grants to all requests on both nodes. */
    return async () => {
      const answers: Awaited<ReturnType<typeof requestOn>>[] = [];
      for (const core of [other.core, app.core]) {
        for (const target of targets) {
          const refreshed = await requestOn(core, spa, {
            grant_type: 'refresh_token',
            refresh_token: refresh,
            ...target,
          });
          refresh = refreshed.body.refresh_token ?? refresh;
          answers.push(
            refreshed,
            await requestOn(core, web, {
              ...exchange(personal.value, tokenTypes.personalAccessToken),
              ...target,
            }),
            await requestOn(core, web, { ...exchange(await subject(), tokenTypes.accessToken), ...target }),
          );
        }
      }
      return answers;
    };
  }

  async function expectDenied(organizationId: string, change: () => Promise<{ status: number }>): Promise<void> {
    const ask = await join(organizationId);
    expect((await ask()).map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect((await change()).status).toBe(204);
    for (const answer of await ask()) {
      expect(answer).toMatchObject(denied);
    }
  }

  test('attack 2: after removal from the organization', async () => {
    await expectDenied('left', () =>
      app.call(organizationMembersApi.remove, { token, params: { id: 'left', userId } }),
    );
  });

  test('attack 2: after another list of members replaced the old one', async () => {
    const change = { token, params: { id: 'replaced' }, body: { userIds: [] } };
    await expectDenied('replaced', () => app.call(organizationMembersApi.replace, change));
  });

  test('attack 2: after the organization was deleted', async () => {
    await expectDenied('gone', () => app.call(organizationsApi.remove, { token, params: { id: 'gone' } }));
  });

  test('attack 2: after the organization began to require a second factor', async () => {
    const change = { token, params: { id: 'strict' }, body: { isMfaRequired: true } };
    const ask = await join('strict');
    expect((await app.call(organizationsApi.update, change)).status).toBe(200);
    for (const answer of await ask()) {
      expect(answer).toMatchObject(denied);
    }
  });

  test('with the permissions of a role that was removed', async () => {
    const ask = await join('demoted');
    const held = async () => (await ask()).map(({ body }) => scopesOf(body.access_token ?? '').join(' '));
    expect(new Set(await held())).toEqual(new Set(['invite report', 'refund']));
    const params = { id: 'demoted', userId, organizationRoleId: 'manager' };
    expect((await app.call(organizationMembersApi.removeRole, { token, params })).status).toBe(204);
    expect(new Set(await held())).toEqual(new Set(['']));
  });

  test('with the permissions of a role that was deleted', async () => {
    await insertTestOrganizationRole(app, { id: 'temporary', scopes: ['close'] });
    await insertTestOrganization(app, { id: 'short', members: { [userId]: ['temporary'] } });
    const { tokens } = await signIn();
    let refresh = tokens.refresh_token ?? '';
    const scopesOn = async (core: FastifyInstance) => {
      const params = { grant_type: 'refresh_token', refresh_token: refresh, organization_id: 'short' };
      const { body } = await requestOn(core, spa, params);
      refresh = body.refresh_token ?? refresh;
      return scopesOf(body.access_token ?? '');
    };
    expect([await scopesOn(app.core), await scopesOn(other.core)]).toEqual([['close'], ['close']]);
    await app.call(organizationRolesApi.remove, { token, params: { id: 'temporary' } });
    expect([await scopesOn(app.core), await scopesOn(other.core)]).toEqual([[], []]);
  });
});

test('attack 2: a removed machine gets no further token for the organization', async () => {
  const machine = await createClient(app, token, { type: 'MachineToMachine' });
  await insertTestOrganization(app, { id: 'depot', machines: { [machine.id]: ['courier'] } });
  const targets: Asked[] = [
    { organization_id: 'depot' },
    { organization_id: 'depot', resource: shop },
    { resource: organizationAudience('depot') },
  ];
  const statusesOn = async (core: FastifyInstance) =>
    Promise.all(
      targets.map(
        async (target) => (await requestOn(core, machine, { grant_type: 'client_credentials', ...target })).status,
      ),
    );
  expect([await statusesOn(app.core), await statusesOn(other.core)]).toEqual([Array(3).fill(200), Array(3).fill(200)]);
  const params = { id: 'depot', applicationId: machine.id };
  expect((await app.call(organizationApplicationsApi.remove, { token, params })).status).toBe(204);
  expect(await statusesOn(app.core)).toEqual(Array(3).fill(403));
  await expect.poll(() => statusesOn(other.core)).toEqual(Array(3).fill(403));
});

test('attack 36: ids that cannot exist are refused like unknown ones', async () => {
  const machine = await createClient(app, token, { type: 'MachineToMachine' });
  for (const id of ['x'.repeat(10_000), "' or 1=1 --", '{"$ne":1}', '../acme', ' acme', 'ACME']) {
    const params = { grant_type: 'client_credentials', organization_id: id };
    expect(await requestOn(app.core, machine, params)).toMatchObject(denied);
  }
  const nul = { grant_type: 'client_credentials', organization_id: '\0' };
  expect(await requestOn(app.core, machine, nul)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});

test('attack 19: an organization of another tenant is unknown here', async () => {
  await app.write('admin', (db) => db.insertInto('organizations').values({ id: 'theirs', name: 'Theirs' }).execute());
  const { config, tokens } = await signIn();
  await expect(
    client.refreshTokenGrant(config, tokens.refresh_token ?? '', { organization_id: 'theirs' }),
  ).rejects.toMatchObject({ error: 'access_denied', status: 403 });
});
