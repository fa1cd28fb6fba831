import { resourcesApi } from '@postern/contracts/access/resources';
import { operatorsApi } from '@postern/contracts/cloud/operators';
import { plansApi } from '@postern/contracts/cloud/plans';
import { invitationsApi, tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsolePerson, consolePerson, trailOf } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { appointOperator, dismissOperator } from './appoint.ts';

let app: TestApp;
let operator: ConsolePerson;
let owner: ConsolePerson;
let tenantId: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  operator = await consolePerson(app, 'olga');
  owner = await consolePerson(app, 'owen');
  await app.write(adminTenantId, (db) => appointOperator(db, operator.email));
});
afterAll(() => app.close());
beforeEach(async () => {
  tenantId = await owner.createTenant('Acme Rockets');
});

const notFound = { status: 404, body: { code: 'entity.not_found' } };

const list = (query: Record<string, string> = {}, token = operator.cloud) =>
  app.call(operatorsApi.list, { token, query });
const namesOf = async (query: Record<string, string>) => (await list(query)).body.map(({ name }) => name);
const get = (id = tenantId, token = operator.cloud) => app.call(operatorsApi.get, { token, params: { id } });
const suspend = (id = tenantId, reason = 'Spam', token = operator.cloud) =>
  app.call(operatorsApi.suspend, { token, params: { id }, body: { reason } });
const resume = (id = tenantId, token = operator.cloud) => app.call(operatorsApi.resume, { token, params: { id } });
const setPlan = (body: { planId: string; quota?: Record<string, number | boolean> }, id = tenantId) =>
  app.call(operatorsApi.setPlan, { token: operator.cloud, params: { id }, body });
const createPlan = (body: { id: string; name?: string; quota?: Record<string, number | boolean> }) =>
  app.call(operatorsApi.createPlan, { token: operator.cloud, body });
const statement = (text: ReturnType<typeof sql>) => app.app.tenancy.system((db) => text.execute(db));

describe('a user who is not an operator', () => {
  test('gets 404 for every operation, even on their own tenant', async () => {
    expect(await list({}, owner.cloud)).toMatchObject(notFound);
    expect(await get(tenantId, owner.cloud)).toMatchObject(notFound);
    expect(await suspend(tenantId, 'Spam', owner.cloud)).toMatchObject(notFound);
    expect(await resume(tenantId, owner.cloud)).toMatchObject(notFound);
    expect(
      await app.call(operatorsApi.setPlan, { token: owner.cloud, params: { id: tenantId }, body: { planId: 'free' } }),
    ).toMatchObject(notFound);
    expect(await app.call(operatorsApi.changes, { token: owner.cloud, params: { id: tenantId } })).toMatchObject(
      notFound,
    );
    expect((await get()).body).toMatchObject({ state: 'active', planId: 'dev' });
  });

  test('attack: a dismissed operator loses access immediately, even with an existing token', async () => {
    const helper = await consolePerson(app, 'former');
    await app.write(adminTenantId, (db) => appointOperator(db, 'former'));
    expect((await list({}, helper.cloud)).status).toBe(200);
    await app.write(adminTenantId, (db) => dismissOperator(db, 'former'));
    expect(await list({}, helper.cloud)).toMatchObject(notFound);
    expect(await suspend(tenantId, 'Revenge', helper.cloud)).toMatchObject(notFound);
  });

  test('becomes an operator by an invitation to the admin tenant, and sees it in their list of tenants', async () => {
    const guest = await consolePerson(app, 'guest');
    const { status, body } = await app.call(tenantInvitationsApi.create, {
      token: await operator.organization(adminTenantId),
      params: { id: adminTenantId },
      body: { invitee: guest.email, roleName: 'collaborator' },
    });
    expect(status).toBe(201);
    expect(await list({}, guest.cloud)).toMatchObject(notFound);
    const id = body[0]?.id ?? '';
    await app.call(invitationsApi.accept, { token: guest.cloud, params: { id }, body: { status: 'Accepted' } });
    expect((await list({}, guest.cloud)).status).toBe(200);
    const own = await app.call(tenantsApi.list, { token: guest.cloud });
    expect(own.body.map((tenant) => tenant.id)).toContain(adminTenantId);
    await app.write(adminTenantId, (db) => dismissOperator(db, 'guest'));
  });

  test('attack: a suspended operator is rejected', async () => {
    const helper = await consolePerson(app, 'sleeper');
    await app.write(adminTenantId, (db) => appointOperator(db, 'sleeper'));
    await statement(sql`update users set is_suspended = true where id = ${helper.id}`);
    expect((await list({}, helper.cloud)).status).toBe(401);
  });

  test('attack: a token of the admin tenant’s organization or of the me API is rejected', async () => {
    for (const token of [operator.me, await operator.organization(adminTenantId)]) {
      expect((await list({}, token)).status).toBe(401);
    }
  });
});

describe('the list', () => {
  test('shows tenants newest first with owner, plan, usage and the total, without the admin tenant', async () => {
    await statement(sql`insert into period_usage (tenant_id, period, active_users, tokens)
      values (${tenantId}, date_trunc('month', now() at time zone 'UTC')::date, 7, 70)`);
    const { status, body, headers } = await list({ page_size: '1' });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: tenantId,
        name: 'Acme Rockets',
        tag: 'development',
        regionName: 'EU',
        planId: 'dev',
        state: 'active',
        createdAt: expect.any(Number),
        owner: { id: owner.id, name: null, username: 'owen', primaryEmail: owner.email },
        usage: { activeUsers: 7, tokens: 70 },
        quota: { mauLimit: 100, tokenLimit: null },
      },
    ]);
    const { body: all } = await list({ page_size: '100' });
    expect(Number(headers['total-number'])).toBe(all.length);
    expect(all.map(({ id }) => id)).not.toContain(adminTenantId);
  });

  test('searches parts of the name, the id and an administrator’s address, ignoring case', async () => {
    const rare = await consolePerson(app, 'zelda_quux');
    const id = await rare.createTenant('Blue Wombat 100%');
    for (const q of ['wombat', 'WOMBAT', '100%', id, id.slice(1), 'ZELDA_quux@', '%']) {
      expect([q, (await list({ q })).body.map((tenant) => tenant.id)]).toEqual([q, [id]]);
    }
    for (const q of ['wombat\\', '%wombat', 'nobody@nowhere', '_____________________x', "'; drop table tenants; --"]) {
      expect([q, (await list({ q })).body]).toEqual([q, []]);
    }
  });

  test('filters by plan, tag, region and state, also combined', async () => {
    const other = await app.call(tenantsApi.create, {
      token: owner.cloud,
      body: { name: 'Filtered', tag: 'production', regionName: 'JP' },
    });
    const { id } = other.body;
    const ids = async (query: Record<string, string>) =>
      (await list({ q: 'filtered', ...query })).body.map((one) => one.id);
    expect(await ids({ planId: 'free', tag: 'production', regionName: 'JP', state: 'active' })).toEqual([id]);
    const others: Record<string, string>[] = [
      { planId: 'dev' },
      { tag: 'development' },
      { regionName: 'EU' },
      { state: 'overdue' },
    ];
    for (const query of others) {
      expect(await ids(query)).toEqual([]);
    }
    await statement(sql`insert into subscriptions (tenant_id, status) values (${id}, 'past_due')`);
    expect(await ids({ state: 'overdue' })).toEqual([id]);
    expect(await ids({ state: 'active' })).toEqual([]);
    await suspend(id);
    expect(await ids({ state: 'overdue' })).toEqual([]);
    expect((await list({ q: 'filtered', state: 'suspended' })).body).toMatchObject([{ id, state: 'suspended' }]);
    expect((await list({ state: 'asleep' })).status).toBe(400);
  });

  test('sorts by day, name and usage in both directions', async () => {
    const made = [await owner.createTenant('sorting b'), await owner.createTenant('Sorting A')];
    await statement(sql`insert into period_usage (tenant_id, period, active_users, tokens) values
      (${made[0] ?? ''}, date_trunc('month', now() at time zone 'UTC')::date, 3, 1)`);
    const q = 'sorting';
    expect(await namesOf({ q })).toEqual(['Sorting A', 'sorting b']);
    expect(await namesOf({ q, sort: 'createdAt' })).toEqual(['sorting b', 'Sorting A']);
    expect(await namesOf({ q, sort: 'name' })).toEqual(['Sorting A', 'sorting b']);
    expect(await namesOf({ q, sort: '-name' })).toEqual(['sorting b', 'Sorting A']);
    expect(await namesOf({ q, sort: '-usage' })).toEqual(['sorting b', 'Sorting A']);
    expect(await namesOf({ q, sort: 'usage' })).toEqual(['Sorting A', 'sorting b']);
    expect((await list({ sort: 'plan' })).status).toBe(400);
  });
});

describe('a tenant', () => {
  test('has members with roles, a subscription, counts and no suspension', async () => {
    const token = await app.managementToken(tenantId);
    await app.call(usersApi.create, { token, tenantId, body: { username: 'customer' } });
    expect((await get()).body.counts).toMatchObject({ resources: 0 });
    const body = { name: 'Orders', indicator: 'https://orders.example.com' };
    await app.call(resourcesApi.create, { token, tenantId, body });
    expect((await get()).body).toMatchObject({
      id: tenantId,
      members: [{ id: owner.id, roles: ['admin'], primaryEmail: owner.email }],
      subscription: { planId: 'dev', status: 'active' },
      agreedQuota: null,
      counts: { users: 1, applications: 1, resources: 1, organizations: 0 },
      suspensions: [],
    });
    expect(await get('nowhere')).toMatchObject(notFound);
  });

  test('is gone for operators after deletion', async () => {
    await app.call(tenantsApi.remove, { token: await owner.organization(tenantId), params: { id: tenantId } });
    expect(await get()).toMatchObject(notFound);
    expect(await suspend()).toMatchObject(notFound);
    expect(await setPlan({ planId: 'free' })).toMatchObject(notFound);
    expect((await list({ q: tenantId })).body).toEqual([]);
  });
});

describe('suspending', () => {
  const suspended = { status: 403, body: { code: 'subscription.tenant_suspended' } };
  const ask = (url: string, accept = 'application/json', server = app.core) =>
    app.inject(server, { method: 'GET', url, headers: { host: `${tenantId}.core.test`, accept } });

  test('stops sign-ins, tokens and calls immediately on every node with a clear error, and keeps all data', async () => {
    const second = await app.another();
    const machine = await app.managementToken(tenantId);
    const calls = () => app.call(usersApi.list, { token: machine, tenantId });
    await app.call(usersApi.create, { token: machine, tenantId, body: { username: 'stays' } });
    expect((await ask('/oidc/auth', undefined, second.core)).status).not.toBe(403);
    expect((await suspend()).body).toMatchObject({
      state: 'suspended',
      suspensions: [{ reason: 'Spam', suspendedBy: 'olga', resumedAt: null, resumedBy: null }],
    });
    expect(await calls()).toMatchObject(suspended);
    expect(await ask('/oidc/auth')).toMatchObject(suspended);
    await expect.poll(() => ask('/oidc/auth', undefined, second.core), { timeout: 20_000 }).toMatchObject(suspended);
    const put = { method: 'PUT', url: '/api/experience', headers: { host: `${tenantId}.core.test` } } as const;
    expect(await app.inject(app.core, put)).toMatchObject(suspended);
    await expect(app.managementToken(tenantId)).rejects.toThrow('tenant_suspended');
    for (const path of ['/oidc/auth', '/sign-in', '/unknown-session', '/account', '/register']) {
      const { status, headers } = await ask(path, 'text/html,*/*');
      const to = String(headers.location);
      expect([path, status, to]).toEqual([
        path,
        303,
        expect.stringMatching(/^\/error\?code=subscription.tenant_suspended&/),
      ]);
      expect((await ask(to, 'text/html')).status).toBe(200);
    }
    expect((await resume()).body).toMatchObject({
      state: 'active',
      suspensions: [{ reason: 'Spam', resumedAt: expect.any(Number), resumedBy: 'olga' }],
    });
    expect((await calls()).body.map(({ username }) => username)).toEqual(['stays']);
    await expect
      .poll(async () => (await ask('/oidc/auth', undefined, second.core)).status, { timeout: 20_000 })
      .not.toBe(403);
    expect((await ask('/unknown-session', 'text/html')).status).toBe(200);
  });

  test('requires a reason and applies once; so does resuming', async () => {
    for (const reason of ['', '   ', 'x'.repeat(257)]) {
      expect(await suspend(tenantId, reason)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    }
    expect(await resume()).toMatchObject({ status: 422, body: { code: 'tenant.not_suspended' } });
    const both = await Promise.all([suspend(), suspend(), suspend()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await get()).body.suspensions).toHaveLength(1);
    const again = await Promise.all([resume(), resume()]);
    expect(again.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('attack: a tenant cannot resume itself, and its members see that it is suspended', async () => {
    const token = await owner.organization(tenantId);
    await suspend();
    const { status } = await app.call(tenantsApi.update, {
      token,
      params: { id: tenantId },
      body: { isSuspended: false } as never,
    });
    // The key is part of the entity but not writable, so it is ignored.
    expect(status).toBe(200);
    const { body } = await app.call(tenantsApi.list, { token: owner.cloud });
    expect(body.find(({ id }) => id === tenantId)).toMatchObject({ isSuspended: true });
  });

  test('does not apply to the admin tenant', async () => {
    const refused = { status: 400, body: { code: 'guard.not_allowed_for_admin_tenant' } };
    expect(await suspend(adminTenantId)).toMatchObject(refused);
    expect(await resume(adminTenantId)).toMatchObject(refused);
    expect(await setPlan({ planId: 'free' }, adminTenantId)).toMatchObject(refused);
  });
});

describe('another plan', () => {
  const usage = async () =>
    (await app.call(plansApi.usage, { token: await owner.organization(tenantId), params: { id: tenantId } })).body;

  test('applies immediately on every node and makes the tenant a production tenant', async () => {
    const second = await app.another();
    const limitOn = async () =>
      (await second.app.quota?.limitsOf(tenantId, ['resourcesLimit'], { maySpend: true, agreed: 0 }))?.[0]?.limit;
    expect(await limitOn()).toBeUndefined();
    expect((await setPlan({ planId: 'free' })).body).toMatchObject({ planId: 'free', tag: 'production' });
    expect((await usage()).quota).toMatchObject({ resourcesLimit: 1, tenantMembersLimit: 1 });
    await expect.poll(limitOn, { timeout: 20_000 }).toBe(1);
    expect(await setPlan({ planId: 'dev' })).toMatchObject({ status: 422, body: { code: 'tenant.tag_not_allowed' } });
  });

  test('that is custom has its own quota, which is removed with it', async () => {
    await createPlan({ id: 'enterprise-acme' });
    const { status, body } = await setPlan({ planId: 'enterprise-acme', quota: { mauLimit: 5, mfaEnabled: false } });
    expect([status, body]).toMatchObject([
      200,
      { planId: 'enterprise-acme', agreedQuota: { mauLimit: 5, mfaEnabled: false }, quota: { mauLimit: 5 } },
    ]);
    expect(body.subscription).toMatchObject({ isEnterprisePlan: true, status: 'active' });
    expect((await usage()).quota).toMatchObject({ mauLimit: 5, mfaEnabled: false, hooksLimit: null });
    expect((await setPlan({ planId: 'pro-202509' })).body).toMatchObject({
      agreedQuota: null,
      quota: { mauLimit: null },
    });
  });

  test.each([
    ['admin', undefined],
    ['oss', undefined],
    ['developmnt', undefined],
    ['never-created', undefined],
    ['never-created', { mauLimit: 5 }],
    ['hook', undefined],
    ['free', { mauLimit: 5 }],
    ['No Such Plan', undefined],
    ['enterprise-x', { mauLimit: -1 }],
    ['enterprise-x', { everything: 1 }],
  ])('is rejected as %s with quota %j', async (planId, quota) => {
    expect((await setPlan({ planId, ...(quota ? { quota: quota as never } : {}) })).status).toBe(400);
    expect((await get()).body.planId).toBe('dev');
  });

  test('named development keeps a development tenant', async () => {
    expect((await setPlan({ planId: 'development' })).body).toMatchObject({ planId: 'dev', tag: 'development' });
  });

  test('of a customer is created first, limits what it says, and is not billed', async () => {
    const quota = { mauLimit: 9, organizationsLimit: 2 };
    expect(await createPlan({ id: 'enterprise-wing', name: 'Wing Ltd', quota })).toMatchObject({
      status: 201,
      body: { id: 'enterprise-wing', name: 'Wing Ltd', isAgreed: true, quota, tenants: 0 },
    });
    expect((await setPlan({ planId: 'enterprise-wing' })).body).toMatchObject({
      agreedQuota: null,
      quota: { mauLimit: 9, tokenLimit: null },
    });
    expect((await usage()).quota).toMatchObject({ ...quota, resourcesLimit: null });
    const { body } = await app.call(operatorsApi.plans, { token: operator.cloud });
    expect(body).toContainEqual({ id: 'enterprise-wing', name: 'Wing Ltd', isAgreed: true, quota, tenants: 1 });
    expect(body.slice(0, 2).map(({ id, isAgreed }) => [id, isAgreed])).toEqual([
      ['dev', false],
      ['free', false],
    ]);
    expect(body.map(({ id }) => id)).not.toContain('admin');
    const exists = { status: 422, body: { code: 'entity.unique_integrity_violation' } };
    for (const id of ['enterprise-wing', 'free', 'dev', 'development', 'admin', 'oss', 'hook']) {
      expect([id, await createPlan({ id })]).toMatchObject([id, exists]);
    }
    expect((await createPlan({ id: 'No Such' })).status).toBe(400);
    expect((await app.call(operatorsApi.createPlan, { token: owner.cloud, body: { id: 'mine' } })).status).toBe(404);
    expect(await trailOf(app, 'Plan.Created', 'enterprise-wing')).toMatchObject([{ after: { quota } }]);
  });

  test('is rejected while the old one is being charged', async () => {
    const refused = { status: 422, body: { code: 'tenant.paid_subscription' } };
    await statement(sql`insert into billing_subscriptions (tenant_id, provider, reference, sku_id, event_at)
      values (${tenantId}, 'stripe', ${`s-${tenantId}`}, 'pro-202509', now())`);
    expect(await setPlan({ planId: 'free' })).toMatchObject(refused);
    expect((await get()).body.planId).toBe('dev');
    await statement(sql`update billing_subscriptions set ended_at = now() where tenant_id = ${tenantId}`);
    expect((await setPlan({ planId: 'free' })).status).toBe(200);
  });
});

describe('the audit log', () => {
  test('shows who changed what on a tenant, with before and after', async () => {
    await suspend(tenantId, 'Phishing');
    await resume();
    await createPlan({ id: 'enterprise-log' });
    await setPlan({ planId: 'enterprise-log', quota: { mauLimit: 5 } });
    const reported = [
      ...(await trailOf(app, 'Tenant.SuspensionStatus.Updated', tenantId)),
      ...(await trailOf(app, 'Tenant.Plan.Updated', tenantId)),
    ];
    const by = { actor: { type: 'administrator', id: operator.id }, ip: expect.any(String) };
    expect(reported).toMatchObject([
      { ...by, before: { isSuspended: false }, after: { isSuspended: true }, reason: 'Phishing' },
      { ...by, before: { isSuspended: true }, after: { isSuspended: false } },
      { ...by, before: { planId: 'dev' }, after: { planId: 'enterprise-log', quota: { mauLimit: 5 } } },
    ]);
    const { body, headers } = await app.call(operatorsApi.changes, {
      token: operator.cloud,
      params: { id: tenantId },
      query: { page_size: '2' },
    });
    expect(headers['total-number']).toBe('4');
    expect(body).toMatchObject([
      { key: 'Tenant.Plan.Updated', actor: { id: operator.id, name: 'olga' }, data: { before: { planId: 'dev' } } },
      { key: 'Tenant.SuspensionStatus.Updated', data: { after: { isSuspended: false } } },
    ]);
    expect(JSON.stringify(body)).not.toContain('userAgent');
  });

  test('does not include other tenants', async () => {
    const other = await owner.createTenant('Other');
    await suspend(other);
    await app.worker.drain();
    const { body } = await app.call(operatorsApi.changes, { token: operator.cloud, params: { id: tenantId } });
    expect(body.map(({ key }) => key)).toEqual(['Tenant.Created']);
  });
});
