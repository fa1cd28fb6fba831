import { applicationsApi } from '@postern/contracts/access/applications';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { type Tenant, tenantsApi, type UpdateTenant } from '@postern/contracts/cloud/tenants';
import { pathOf } from '@postern/contracts/endpoint';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertMember } from '#features/people/organizations';
import { type ConsolePerson, consoleMember, consolePerson, trailOf } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import type { Running } from '../../../app.ts';

let app: TestApp;
let other: Running;
let owner: ConsolePerson;
let tenantId: string;
let token: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  other = await app.another();
  owner = await consolePerson(app, 'owner');
});
afterAll(() => app.close());
beforeEach(async () => {
  tenantId = await owner.createTenant('Acme');
  token = await owner.organization(tenantId);
});

const update = (body: UpdateTenant, by = token, id = tenantId) =>
  app.call(tenantsApi.update, { token: by, params: { id }, body });
const remove = (by = token, id = tenantId) => app.call(tenantsApi.remove, { token: by, params: { id } });
const listed = async (person: ConsolePerson): Promise<Tenant[]> =>
  (await app.call(tenantsApi.list, { token: person.cloud })).body;
const setPlan = (planId: string) =>
  app.app.tenancy.system((db) =>
    db.updateTable('tenants').set({ plan_id: planId }).where('id', '=', tenantId).execute(),
  );

const forbidden = { status: 403, body: { code: 'auth.forbidden' } };
const notFound = { status: 404, body: { code: 'entity.not_found' } };

describe('changing a tenant', () => {
  test('renames it for all members', async () => {
    const helper = await consoleMember(app, tenantId, `helper_${tenantId}`, 'collaborator');
    expect(await update({ name: '  Acme & Sons ' })).toMatchObject({
      status: 200,
      body: { id: tenantId, name: 'Acme & Sons', tag: 'development', planId: 'dev', usage: {}, openInvoices: [] },
    });
    expect((await listed(helper)).map(({ name }) => name)).toEqual(['Acme & Sons']);
    const organization = await app.read(adminTenantId, (db) =>
      db.selectFrom('organizations').select('name').where('id', '=', `t-${tenantId}`).executeTakeFirst(),
    );
    expect(organization).toEqual({ name: 'Acme & Sons' });
    for (const nothing of [{}, { tag: 'development' }] as const) {
      expect(await update(nothing)).toMatchObject({ status: 200, body: { name: 'Acme & Sons' } });
    }
    // Updates without changes emit no event.
    expect(await trailOf(app, 'Tenant.Data.Updated', tenantId)).toMatchObject([{ name: 'Acme & Sons' }]);
  });

  test('does not convert development to production while usage exceeds the free plan', async () => {
    const management = await app.managementToken(tenantId);
    const body = (name: string) => ({ name, type: 'SPA' as const });
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      const made = await app.call(applicationsApi.create, { token: management, tenantId, body: body(name) });
      ids.push(made.body.id);
    }
    expect(await update({ tag: 'production' })).toMatchObject({
      status: 422,
      body: { code: 'subscription.quota_in_use', data: { keys: ['applicationsLimit'] } },
    });
    expect((await listed(owner)).find(({ id }) => id === tenantId)).toMatchObject({
      tag: 'development',
      planId: 'dev',
    });
    for (const id of ids.slice(1)) {
      await app.call(applicationsApi.remove, { token: management, tenantId, params: { id } });
    }
    expect(await update({ tag: 'production' })).toMatchObject({ status: 200, body: { planId: 'free' } });
  });

  test('converts development to production with the free plan on every node, and never back', async () => {
    const isDevelopment = async (node: Pick<Running, 'core'>) => {
      const url = pathOf(wellKnownApi.signInExperience);
      const answer = await node.core.inject({ method: 'GET', url, headers: { host: `${tenantId}.core.test` } });
      return (answer.json() as { isDevelopmentTenant: boolean }).isDevelopmentTenant;
    };
    expect([await isDevelopment(app), await isDevelopment(other)]).toEqual([true, true]);
    expect((await update({ tag: 'development' })).status).toBe(200);
    expect(await update({ tag: 'production' })).toMatchObject({
      status: 200,
      body: { tag: 'production', planId: 'free', quota: { mauLimit: 50_000 }, subscription: { planId: 'free' } },
    });
    expect(await isDevelopment(app)).toBe(false);
    await expect.poll(() => isDevelopment(other), { timeout: 20_000 }).toBe(false);
    expect(await update({ tag: 'development', name: 'Back' })).toMatchObject({
      status: 422,
      body: { code: 'tenant.tag_not_allowed' },
    });
    expect(await update({ tag: 'production' })).toMatchObject({ status: 200, body: { name: 'Acme' } });
  });

  test('enforces the number of free tenants for twelve parallel conversions', async () => {
    const greedy = await consolePerson(app, 'greedy');
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      ids.push(await greedy.createTenant(`Dev ${n}`));
    }
    const tokens: string[] = [];
    for (const id of ids) {
      tokens.push(await greedy.organization(id));
    }
    const answers = await Promise.all(ids.map((id, index) => update({ tag: 'production' }, tokens[index], id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status !== 200)).toMatchObject(
      Array(2).fill({ status: 422, body: { code: 'tenant.max_free_tenants' } }),
    );
    // Operators have no such limit.
    await app.write(adminTenantId, async (db) => {
      await db.insertInto('organizations').values({ id: 't-admin', name: 'Operators' }).execute();
      await insertMember(db, 't-admin', greedy.id, 'admin');
    });
    expect(
      (await app.call(tenantsApi.create, { token: greedy.cloud, body: { name: 'x', tag: 'production' } })).status,
    ).toBe(201);
    // Even operators cannot break the console for everyone.
    const operator = await greedy.organization(adminTenantId);
    expect(await remove(operator, adminTenantId)).toMatchObject({
      status: 400,
      body: { code: 'guard.not_allowed_for_admin_tenant' },
    });
  });

  test.each<[string]>([
    ['{"name":""}'],
    ['{"name":"   "}'],
    [`{"name":"${'x'.repeat(129)}"}`],
    ['{"tag":"staging"}'],
    ['{"unknown":true}'],
    ['[]'],
  ])('rejects %s', async (body) => {
    expect(await update(JSON.parse(body))).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test.each([{ planId: 'pro' }, { isSuspended: true }, { regionName: 'US' }, { id: 'mine' }])(
    'ignores %j, which is part of the tenant',
    async (body) => {
      const before = (await listed(owner)).find(({ id }) => id === tenantId);
      expect((await update(body as object)).status).toBe(200);
      expect((await listed(owner)).find(({ id }) => id === tenantId)).toEqual(before);
    },
  );

  test('is allowed for its managers; other tenants see nothing', async () => {
    const helper = await consoleMember(app, tenantId, `helper_${tenantId}`, 'collaborator');
    expect(await update({ name: 'Mine' }, helper.token)).toMatchObject(forbidden);
    expect(await remove(helper.token)).toMatchObject(forbidden);
    const stranger = await consolePerson(app, 'stranger');
    const foreign = await stranger.organization(await stranger.createTenant('Theirs'));
    for (const id of [tenantId, 'nowhere']) {
      expect(await update({ name: 'Mine' }, foreign, id)).toMatchObject(notFound);
      expect(await remove(foreign, id)).toMatchObject(notFound);
    }
    expect(await update({ name: 'Mine' }, owner.cloud)).toMatchObject({ status: 401 });
    expect((await listed(owner)).find(({ id }) => id === tenantId)).toMatchObject({ name: 'Acme' });
  });
});

describe('deleting a tenant', () => {
  test('attack 2: revokes all access immediately on every node', async () => {
    const helper = await consoleMember(app, tenantId, `helper_${tenantId}`, 'admin');
    const machine = await app.managementToken(tenantId);
    const headers = { host: `${tenantId}.core.test` };
    const ways: [string, 'core' | 'admin', string, Record<string, string>][] = [
      ['discovery', 'core', '/oidc/.well-known/openid-configuration', headers],
      ['keys', 'core', '/oidc/jwks', headers],
      ['sign-in page', 'core', '/sign-in', headers],
      ['settings', 'core', pathOf(wellKnownApi.signInExperience), headers],
      ['management', 'core', pathOf(usersApi.list), { ...headers, authorization: `Bearer ${machine}` }],
      [
        'console',
        'admin',
        `/m/${tenantId}${pathOf(usersApi.list)}`,
        { host: 'admin.test', authorization: `Bearer ${token}` },
      ],
      [
        'members',
        'admin',
        pathOf(tenantMembersApi.list, { id: tenantId }),
        { host: 'admin.test', authorization: `Bearer ${helper.token}` },
      ],
    ];
    const tryAll = async (node: Pick<Running, 'core' | 'admin'>) =>
      Object.fromEntries(
        await Promise.all(
          ways.map(async ([name, origin, url, more]) => [
            name,
            (await node[origin].inject({ method: 'GET', url, headers: more })).statusCode < 400,
          ]),
        ),
      );
    const open = Object.fromEntries(ways.map(([name]) => [name, true]));
    expect([await tryAll(app), await tryAll(other)]).toEqual([open, open]);

    expect((await remove()).status).toBe(204);
    const closed = Object.fromEntries(ways.map(([name]) => [name, false]));
    expect(await tryAll(app)).toEqual(closed);
    await expect.poll(() => tryAll(other), { timeout: 20_000, interval: 20 }).toEqual(closed);
    const look = (url: string, more: Record<string, string> = {}) =>
      app.core.inject({ method: 'GET', url, headers: { ...headers, ...more } });
    const answer = await look('/sign-in', { accept: '*/*' });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'request.not_found' }]);
    // Old links show a readable page.
    for (const host of [headers.host, 'never1.core.test', 'somewhere.else']) {
      const page = await look('/sign-in', { accept: 'text/html', 'accept-language': 'de-AT, en;q=0.5', host });
      expect([page.statusCode, page.headers['retry-after']]).toEqual([404, undefined]);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.payload).toContain('<html lang="de" dir="ltr">');
      expect(page.payload).toContain('<h1>Unter dieser Adresse gibt es nichts</h1>');
      expect(page.payload).not.toContain('<a ');
    }
    const english = await look('/', { accept: 'text/html', 'accept-language': 'xx' });
    expect(english.payload).toContain('<h1>Nothing found at this address</h1>');
    const program = await look('/api/.well-known/sign-in-exp', { accept: 'text/html' });
    expect([program.statusCode, program.json()]).toMatchObject([404, { code: 'request.not_found' }]);
    for (const person of [owner, helper]) {
      expect((await listed(person)).map(({ id }) => id)).not.toContain(tenantId);
      await expect(person.organization(tenantId)).rejects.toMatchObject({ status: 403 });
    }
    expect(await remove()).toMatchObject(notFound);
    expect(await trailOf(app, 'Tenant.Deleted', tenantId)).toHaveLength(1);
  });

  test('does not affect other tenants', async () => {
    const kept = await owner.createTenant('Kept');
    await remove();
    expect((await listed(owner)).map(({ id }) => id)).toContain(kept);
    const machine = await app.managementToken(kept);
    expect((await app.call(usersApi.list, { token: machine, tenantId: kept })).status).toBe(200);
  });

  test('attack 38: happens once for repeated requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove()));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    const rows = await app.app.tenancy.system((db) =>
      db.selectFrom('tenant_deletions').select(['name', 'requested_by as by']).where('id', '=', tenantId).execute(),
    );
    expect(rows).toEqual([{ name: 'Acme', by: owner.id }]);
  });

  test('lets either the demotion of an administrator or their deletion of the tenant win, never both', async () => {
    const rival = await consoleMember(app, tenantId, `rival_${tenantId}`, 'admin');
    const [demoted, deleted] = await Promise.all([
      app.call(tenantMembersApi.setRole, {
        token,
        params: { id: tenantId, userId: rival.id },
        body: { roleName: 'collaborator' },
      }),
      remove(rival.token),
    ]);
    expect([
      [200, 403],
      [404, 204],
    ]).toContainEqual([demoted.status, deleted.status]);
  });

  test.each(['pro-202509', 'pro', 'enterprise-x'])('is rejected while it has the plan %s', async (planId) => {
    await setPlan(planId);
    expect(await remove()).toMatchObject({ status: 422, body: { code: 'tenant.paid_subscription' } });
    expect((await listed(owner)).map(({ id }) => id)).toContain(tenantId);
    await setPlan('free');
    expect((await remove()).status).toBe(204);
  });

  test('lets managers delete a suspended tenant', async () => {
    await app.app.tenancy.system((db) =>
      db.updateTable('tenants').set({ is_suspended: true }).where('id', '=', tenantId).execute(),
    );
    expect((await remove()).status).toBe(204);
  });
});
