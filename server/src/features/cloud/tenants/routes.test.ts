import { applicationsApi } from '@postern/contracts/access/applications';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { pathOf } from '@postern/contracts/endpoint';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId, reservedTenantIds, tenantRoleScopes } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMember } from '#features/people/organizations';
import { clientOptions } from '#platform/db/db';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { freshTenantId } from './create.ts';
import { setSuspended } from './index.ts';

type Person = Awaited<ReturnType<typeof consoleTokens>>;

let app: TestApp;
let owner: Person;
let stranger: Person;
let tenantId: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await consoleTokens(app, 'owner');
  stranger = await consoleTokens(app, 'stranger');
  tenantId = await owner.createTenant('Acme');
});
afterAll(() => app.close());

const idOf = ({ idToken }: Person) => decodeJwt(idToken).sub ?? '';
const create = (person: Person, body: Record<string, unknown>) =>
  app.call(tenantsApi.create, { token: person.cloud, body: { name: 'New', ...body } });
const list = async (person: Person) => (await app.call(tenantsApi.list, { token: person.cloud })).body;

/** A new user with a role of the tenant. */
async function member(username: string, roleId: string, organizationId = `t-${tenantId}`): Promise<Person> {
  const person = await consoleTokens(app, username);
  await app.write(adminTenantId, (db) => insertMember(db, organizationId, idOf(person), roleId));
  return person;
}

/** Connects as the owner of the database for what the product never does. */
async function asOwner(text: string) {
  const client = new pg.Client(clientOptions(app.address, 'test'));
  await client.connect();
  await client.query(text);
  await client.end();
}

describe('create', () => {
  test('creates a complete tenant with its creator as administrator', async () => {
    const { status, body } = await create(owner, { name: '  Acme Ltd ', tag: 'production', regionName: 'US' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[a-z][\da-z]{5,20}$/),
      name: 'Acme Ltd',
      tag: 'production',
      regionName: 'US',
      planId: 'free',
      indicator: `https://${body.id}.logto.app/api`,
      isSuspended: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      subscription: { planId: 'free', status: 'active', isEnterprisePlan: false },
      usage: { activeUsers: 0, tokenUsage: 0 },
      quota: { mauLimit: 50_000, tokenLimit: 500_000 },
      openInvoices: [],
    });
    const scopes = decodeJwt(await owner.organization(body.id)).scope as string;
    expect(scopes.split(' ').sort()).toEqual([...tenantRoleScopes.admin].sort());
    const token = await app.managementToken(body.id);
    expect((await app.call(usersApi.list, { token, tenantId: body.id })).status).toBe(200);
    const experience = await app.call(signInExperienceApi.get, { token, tenantId: body.id });
    expect(experience.body).toMatchObject({
      signUp: { identifiers: ['email'], password: true, verify: true },
      signIn: { methods: [{ identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true }] },
    });
  });

  test('defaults to development in Europe', async () => {
    const { body } = await create(owner, {});
    expect(body).toMatchObject({ tag: 'development', regionName: 'EU', planId: 'dev', quota: { mauLimit: 100 } });
  });

  test('is all or nothing', async () => {
    const count = async () => {
      const { rows } = await app.app.tenancy.system((db) =>
        sql<
          Record<string, number>
        >`select (select count(*) from tenants) as tenants, (select count(*) from oidc_keys) as keys,
          (select count(*) from organizations) as organizations, (select count(*) from organization_users) as members,
          (select count(*) from sign_in_experiences) as experiences, (select count(*) from outbox) + (select count(*) from logs where key not like 'ExchangeTokenBy%' and key not like 'Interaction.%') as events`.execute(
          db,
        ),
      );
      return rows[0];
    };
    await app.worker.drain();
    const before = await count();
    // Fails at the last row that a new tenant needs.
    await asOwner(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'canary'; end $$;
      create trigger refuse before insert on organization_users_roles for each row execute function refuse()`);
    const { status, body } = await create(owner, { name: 'Half' });
    await asOwner('drop trigger refuse on organization_users_roles; drop function refuse()');
    expect([status, body]).toMatchObject([500, { code: 'request.server_error' }]);
    expect(JSON.stringify(body)).not.toContain('canary');
    expect(await count()).toEqual(before);
    expect((await list(owner)).map(({ name }) => name)).not.toContain('Half');
    expect((await create(owner, { name: 'Whole' })).status).toBe(201);
  });

  test.each<[Record<string, unknown>, number, string]>([
    [{ regionName: 'MOON' }, 422, 'tenant.region_not_available'],
    [{ regionName: 'eu' }, 422, 'tenant.region_not_available'],
    [{ name: '' }, 400, 'guard.invalid_input'],
    [{ name: '   ' }, 400, 'guard.invalid_input'],
    [{ name: 'x'.repeat(129) }, 400, 'guard.invalid_input'],
    [{ tag: 'staging' }, 400, 'guard.invalid_input'],
    [{ id: 'mine' }, 400, 'guard.invalid_input'],
    [{ planId: 'pro' }, 400, 'guard.invalid_input'],
  ])('rejects %j', async (body, status, code) => {
    expect(await create(owner, body)).toMatchObject({ status, body: { code } });
  });

  test('enforces the number of development tenants of the installation, also for parallel requests', async () => {
    const small = await testApp({ EDITION: 'cloud', MAX_DEVELOPMENT_TENANTS: '2' });
    const [tester, other] = [await consoleTokens(small, 'tester'), await consoleTokens(small, 'other')];
    const make = (person: typeof tester, tag: 'development' | 'production') =>
      small.call(tenantsApi.create, { token: person.cloud, body: { name: 'Trial', tag } });
    const answers = await Promise.all(Array.from({ length: 4 }, () => make(tester, 'development')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status !== 201)).toMatchObject(
      Array(2).fill({ status: 422, body: { code: 'tenant.max_development_tenants' } }),
    );
    expect((await make(tester, 'production')).status).toBe(201);
    expect((await make(other, 'development')).status).toBe(201);
    const [{ id = '' } = {}] = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    await small.call(tenantsApi.remove, { token: await tester.organization(id), params: { id } });
    expect((await make(tester, 'development')).status).toBe(201);
    await small.close();
  });

  test('allows ten free production tenants, also for twelve parallel requests', async () => {
    const greedy = await consoleTokens(app, 'greedy');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => create(greedy, { name: `Free ${n}`, tag: 'production' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toMatchObject(Array(2).fill({ status: 422, body: { code: 'tenant.max_free_tenants' } }));
    expect(await list(greedy)).toHaveLength(10);
    expect(await create(greedy, { tag: 'production' })).toMatchObject({
      status: 422,
      body: { code: 'tenant.max_free_tenants' },
    });
    // Neither development tenants nor other users count.
    expect((await create(greedy, {})).status).toBe(201);
    expect((await create(stranger, { tag: 'production' })).status).toBe(201);
  });

  test('never uses a reserved word as id, and ids fit into a host name', () => {
    const words = [...reservedTenantIds];
    expect(freshTenantId(() => words.pop() ?? 'acme42')).toBe('acme42');
    expect(words).toEqual([]);
    const ids = Array.from({ length: 2000 }, () => freshTenantId());
    expect(ids.filter((id) => !/^[a-z][\da-z]{5,20}$/.test(id))).toEqual([]);
    // Collisions among thousands are possible, so a new id is looked up first.
    expect(new Set(ids.slice(0, 100)).size).toBe(100);
  });
});

describe('list', () => {
  test('shows only the user’s own tenants, oldest first', async () => {
    const person = await consoleTokens(app, 'lister');
    expect(await list(person)).toEqual([]);
    const made = [await person.createTenant('B'), await person.createTenant('A'), await person.createTenant('C')];
    expect((await list(person)).map(({ id }) => id)).toEqual(made);
    expect((await list(stranger)).map(({ id }) => id)).not.toContain(made[0]);
    await app.write(adminTenantId, (db) => insertMember(db, `t-${tenantId}`, idOf(person), 'collaborator'));
    expect((await list(person)).map(({ id }) => id)).toEqual([tenantId, ...made]);
  });

  test('shows the usage of a tenant in this period', async () => {
    const person = await consoleTokens(app, 'consumer');
    const id = await person.createTenant('Busy');
    await app.app.tenancy.system((db) =>
      sql`insert into period_usage (tenant_id, period, active_users, tokens) values
        (${id}, usage_period(${id}, now()), 7, 900), (${id}, '2020-01-01', 50, 50)`.execute(db),
    );
    expect(await list(person)).toMatchObject([
      { usage: { activeUsers: 7, tokenUsage: 900 }, quota: { mauLimit: 100, tokenLimit: null } },
    ]);
    await app.app.tenancy.system((db) =>
      db.updateTable('tenants').set({ plan_id: 'pro-202509' }).where('id', '=', id).execute(),
    );
    expect(await list(person)).toMatchObject([
      { quota: { mauLimit: null, tokenLimit: 1_000_000 }, subscription: { planId: 'pro-202509', status: 'active' } },
    ]);
  });

  test('shows the regions in which a tenant can be created', async () => {
    const { status, body } = await app.call(tenantsApi.regions, { token: owner.cloud });
    expect(status).toBe(200);
    // All share one database, so they are one choice, which holds no user data.
    expect(body.regions).toMatchObject([{ id: 'EU', holdsUserData: false }]);
    for (const id of ['EU', 'US', 'AU', 'JP']) {
      expect((await create(stranger, { regionName: id })).body).toMatchObject({ regionName: id });
    }
  });

  test('requires a token for the cloud API', async () => {
    for (const token of [owner.me, await owner.organization(tenantId), await app.managementToken(tenantId)]) {
      expect(await app.call(tenantsApi.list, { token })).toMatchObject({
        status: 401,
        body: { code: 'auth.unauthorized' },
      });
    }
  });
});

/** A management call as the console makes it: on the admin origin with the organization token of the tenant. */
function manage(
  token: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  id = tenantId,
) {
  return app.inject(app.admin, {
    method,
    url: `/m/${id}${path}`,
    headers: {
      host: 'admin.test',
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

describe('management through the console', () => {
  const users = pathOf(usersApi.list);
  const forbidden = { status: 403, body: { code: 'auth.forbidden' } };

  test('uses the tenant in the path', async () => {
    const token = await owner.organization(tenantId);
    const made = await manage(token, 'POST', users, { username: 'ada' });
    expect(made.status).toBe(200);
    const { id } = made.body as unknown as { id: string };
    const direct = await app.managementToken(tenantId);
    expect((await app.call(usersApi.get, { token: direct, tenantId, params: { userId: id } })).body.username).toBe(
      'ada',
    );
    const listed = await manage(token, 'GET', `${users}?page=1&page_size=1`);
    expect([listed.status, listed.headers['total-number']]).toEqual([200, '1']);
    expect(listed.headers.link).toContain(
      `<http://admin.test/m/${tenantId}/api/users?page=1&page_size=1>; rel="first"`,
    );
    expect((await manage(token, 'DELETE', `${users}/${id}`)).status).toBe(204);
  });

  test('GET needs read:data, POST and PATCH write:data, DELETE delete:data', async () => {
    const roles = [
      ['reader', ['read-data']],
      ['writer', ['write-data']],
      ['deleter', ['delete-data']],
      ['onlooker', []],
    ] as const;
    const admin = await owner.organization(tenantId);
    for (const [role, scopeIds] of roles) {
      await app.write(adminTenantId, async (db) => {
        await db.insertInto('organization_roles').values({ id: role, name: role }).execute();
        for (const scopeId of scopeIds) {
          await db
            .insertInto('organization_roles_scopes')
            .values({ organization_role_id: role, organization_scope_id: scopeId })
            .execute();
        }
      });
      const token = await (await member(`the_${role}`, role)).organization(tenantId);
      const { body } = await manage(admin, 'POST', users, { username: `for_${role}` });
      const path = `${users}/${(body as unknown as { id: string }).id}`;
      const statuses = [
        (await manage(token, 'GET', path)).status,
        (await manage(token, 'PATCH', path, { name: 'x' })).status,
        (await manage(token, 'POST', users, { username: `by_${role}` })).status,
        (await manage(token, 'DELETE', path)).status,
      ];
      expect([role, statuses]).toEqual([
        role,
        [
          role === 'reader' ? 200 : 403,
          role === 'writer' ? 200 : 403,
          role === 'writer' ? 200 : 403,
          role === 'deleter' ? 204 : 403,
        ],
      ]);
    }
  });

  test('lets a collaborator change data but not manage the tenant or its members', async () => {
    const token = await (await member('collaborator', 'collaborator')).organization(tenantId);
    expect((decodeJwt(token).scope as string).split(' ').sort()).toEqual([...tenantRoleScopes.collaborator].sort());
    const made = await manage(token, 'POST', pathOf(applicationsApi.list), { name: 'App', type: 'SPA' });
    const path = `/api/applications/${(made.body as unknown as { id: string }).id}`;
    expect((await manage(token, 'PATCH', path, { name: 'Changed' })).status).toBe(200);
    expect((await manage(token, 'GET', path)).status).toBe(200);
    expect((await manage(token, 'DELETE', path)).status).toBe(204);
    expect(
      await app.call(tenantInvitationsApi.create, {
        token,
        params: { id: tenantId },
        body: { invitee: 'a@example.com' },
      }),
    ).toMatchObject(forbidden);
  });

  test('rejects members of another tenant with any token', async () => {
    const theirs = await stranger.createTenant('Theirs');
    const tokens = [
      await stranger.organization(theirs),
      stranger.cloud,
      stranger.me,
      await app.managementToken(theirs),
    ];
    for (const token of tokens) {
      expect(await manage(token, 'GET', users)).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
    }
    await expect(stranger.organization(tenantId)).rejects.toMatchObject({
      status: 403,
      body: { error: 'access_denied' },
    });
    // A rejected request has no other effect: the session continues.
    expect(await stranger.organization(theirs)).toBeTruthy();
    // A token for one tenant does not work for another, and does not reveal whether it exists.
    for (const id of [tenantId, 'nowhere']) {
      expect(
        await app.call(tenantMembersApi.scopes, {
          token: await stranger.organization(theirs),
          params: { id, userId: idOf(stranger) },
        }),
      ).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
    }
  });

  test('rejects a path that does not name a tenant', async () => {
    const token = await owner.organization(tenantId);
    for (const id of ['admin', 'default', 'nowhere', 'A', '..', `${tenantId}%2f..`]) {
      expect([id, [401, 404].includes((await manage(token, 'GET', users, undefined, id)).status)]).toEqual([id, true]);
    }
  });

  test('rejects a removed member immediately, even with an existing token', async () => {
    const leaver = await member('leaver', 'admin');
    const token = await leaver.organization(tenantId);
    expect((await manage(token, 'GET', users)).status).toBe(200);
    await app.write(adminTenantId, (db) =>
      db.deleteFrom('organization_users').where('user_id', '=', idOf(leaver)).execute(),
    );
    expect(await manage(token, 'GET', users)).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
    expect(
      await app.call(tenantMembersApi.scopes, { token, params: { id: tenantId, userId: idOf(leaver) } }),
    ).toMatchObject({ status: 404 });
    await expect(leaver.organization(tenantId)).rejects.toMatchObject({ status: 403 });
  });

  test('attack 1: rejects a suspended member immediately with all of their tokens', async () => {
    const leaver = await member('suspended', 'admin');
    const token = await leaver.organization(tenantId);
    const params = { userId: idOf(leaver) };
    const admin = { token: await app.managementToken(adminTenantId), tenantId: adminTenantId };
    const suspend = (isSuspended: boolean) =>
      app.call(usersApi.setSuspended, { ...admin, params, body: { isSuspended } });
    expect((await suspend(true)).status).toBe(200);
    expect((await manage(token, 'GET', users)).status).toBe(401);
    expect((await create(leaver, {})).status).toBe(401);
    expect((await app.call(tenantsApi.list, { token: leaver.cloud })).status).toBe(401);
    await expect(leaver.organization(tenantId)).rejects.toMatchObject({ status: 400 });
    await suspend(false);
    // Their sessions have ended, and their tokens with them.
    expect((await manage(token, 'GET', users)).status).toBe(401);
    await app.call(usersApi.remove, { ...admin, params });
    expect((await manage(token, 'GET', users)).status).toBe(401);
    expect((await app.call(tenantsApi.list, { token: leaver.cloud })).status).toBe(401);
  });

  test('revokes a removed role immediately as well', async () => {
    const demoted = await member('demoted', 'admin');
    const token = await demoted.organization(tenantId);
    await app.write(adminTenantId, (db) =>
      db.deleteFrom('organization_users_roles').where('user_id', '=', idOf(demoted)).execute(),
    );
    expect(await manage(token, 'GET', users)).toMatchObject(forbidden);
  });
});

describe('the address of a tenant', () => {
  const discovery = (host: string) =>
    app.inject(app.core, { method: 'GET', url: '/oidc/.well-known/openid-configuration', headers: { host } });

  test('is returned by the admin origin and works', async () => {
    const { body } = await app.call(tenantsApi.endpointOf, { params: { tenantId } });
    expect(body).toEqual({ user: `http://${tenantId}.core.test` });
    expect((await discovery(`${tenantId}.core.test`)).body).toMatchObject({
      issuer: `http://${tenantId}.core.test/oidc`,
    });
    expect((await discovery(`${tenantId}.CORE.test`)).status).toBe(200);
  });

  test('of an unknown or deleted tenant is 404', async () => {
    const ask = (id: string) => app.call(tenantsApi.endpointOf, { params: { tenantId: id } });
    expect(await ask('nowhere')).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
    const gone = await owner.createTenant('Gone');
    expect((await ask(gone)).status).toBe(200);
    const token = await owner.organization(gone);
    expect((await app.call(tenantsApi.remove, { token, params: { id: gone } })).status).toBe(204);
    await expect.poll(async () => (await ask(gone)).status).toBe(404);
    for (const id of ['evil.test', 'evil.test/x', 'a@evil.test', 'x'.repeat(22), 'a:1']) {
      expect((await ask(id)).status).toBe(400);
    }
  });

  test.each(['nowhere.core.test', 'core.test', '.core.test', 'admin.core.test', 'core.test.evil.test', 'x'])(
    '%s belongs to no tenant',
    async (host) => {
      expect((await discovery(host)).status).toBe(404);
      expect((await app.inject(app.core, { method: 'GET', url: '/sign-in', headers: { host } })).status).toBe(404);
    },
  );

  test('is not taken from any header of the caller', async () => {
    const { status } = await app.inject(app.core, {
      method: 'GET',
      url: '/oidc/.well-known/openid-configuration',
      headers: { host: 'nowhere.core.test', 'x-forwarded-host': `${tenantId}.core.test`, 'x-tenant-id': tenantId },
    });
    expect(status).toBe(404);
  });
});

describe('a suspended tenant', () => {
  test('is rejected by the management API and at sign-in, and works again after resuming', async () => {
    const id = await owner.createTenant('Late payer');
    const machine = await app.managementToken(id);
    const organization = await owner.organization(id);
    const viaConsole = async () => manage(organization, 'GET', '/api/users', undefined, id);
    const viaMachine = () => app.call(usersApi.list, { token: machine, tenantId: id });
    const signIn = () =>
      app.inject(app.core, {
        method: 'POST',
        url: '/oidc/token',
        headers: { host: `${id}.core.test`, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'grant_type=client_credentials',
      });
    const suspended = { status: 403, body: { code: 'subscription.tenant_suspended' } };
    expect((await viaConsole()).status).toBe(200);
    await app.app.tenancy.system((db) => setSuspended(db, id, true));
    await expect.poll(viaMachine, { timeout: 20_000 }).toMatchObject(suspended);
    expect(await viaConsole()).toMatchObject(suspended);
    expect(await signIn()).toMatchObject(suspended);
    expect((await list(owner)).find((tenant) => tenant.id === id)).toMatchObject({ isSuspended: true });
    await expect(app.managementToken(id)).rejects.toThrow('tenant_suspended');
    await app.app.tenancy.system((db) => setSuspended(db, id, false));
    await expect.poll(async () => (await viaMachine()).status, { timeout: 20_000 }).toBe(200);
    expect((await viaConsole()).status).toBe(200);
  });
});

describe('permissions of a member', () => {
  const scopes = (token: string, userId: string) =>
    app.call(tenantMembersApi.scopes, { token, params: { id: tenantId, userId } });

  test('are shown to the member and to users who may read members', async () => {
    const helper = await member('helper', 'collaborator');
    const token = await helper.organization(tenantId);
    const own = await scopes(token, idOf(helper));
    expect(own.status).toBe(200);
    expect(own.body.map(({ name }) => name).sort()).toEqual([...tenantRoleScopes.collaborator].sort());
    const others = await scopes(token, idOf(owner));
    expect(others.body.map(({ name }) => name).sort()).toEqual([...tenantRoleScopes.admin].sort());
  });

  test('are not shown to others', async () => {
    await app.write(adminTenantId, (db) =>
      db.insertInto('organization_roles').values({ id: 'guest', name: 'guest' }).execute(),
    );
    const guest = await member('guest', 'guest');
    const token = await guest.organization(tenantId);
    expect(await scopes(token, idOf(guest))).toMatchObject({ status: 200, body: [] });
    expect(await scopes(token, idOf(owner))).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  });

  test('are a 404 for a non-member', async () => {
    const token = await owner.organization(tenantId);
    for (const userId of ['nobody', idOf(await consoleTokens(app, 'outsider'))]) {
      expect(await scopes(token, userId)).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
    }
  });
});
