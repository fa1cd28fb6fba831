import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { plansApi } from '@postern/contracts/cloud/plans';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMember } from '#features/people/organizations';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { addUsage } from '../../records/metering/store.ts';
import { removeSubscription, saveSubscription } from './store.ts';

type Person = Awaited<ReturnType<typeof consoleTokens>>;

let app: TestApp;
let owner: Person;
let helper: Person;
let stranger: Person;
let id: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  [owner, helper, stranger] = [
    await consoleTokens(app, 'owner'),
    await consoleTokens(app, 'helper'),
    await consoleTokens(app, 'stranger'),
  ];
  id = await owner.createTenant('Acme');
  const helperId = decodeJwt(helper.idToken).sub ?? '';
  await app.write(adminTenantId, (db) => insertMember(db, `t-${id}`, helperId, 'collaborator'));
});
afterAll(() => app.close());

const setPlan = async (planId: string) => {
  await app.app.tenancy.system((db) =>
    db.updateTable('tenants').set({ plan_id: planId }).where('id', '=', id).execute(),
  );
  app.app.cache.drop(id);
};
const asMember = async (person: Person) => ({ token: await person.organization(id), params: { id } });

describe('plans on offer', () => {
  test('are free and pro, cheapest first', async () => {
    const { status, body } = await app.call(plansApi.skus, { token: owner.cloud, query: { type: 'Basic' } });
    expect(status).toBe(200);
    expect(body.map((sku) => [sku.id, sku.unitPrice, sku.isDefault])).toEqual([
      ['free', 0, true],
      ['pro-202509', 1600, false],
    ]);
    expect(body[0]?.quota).toMatchObject({ mauLimit: 50_000, applicationsLimit: 3, mfaEnabled: false });
    expect(body[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    // All keys are included, even unlimited ones.
    expect(body[1]?.quota).toEqual({
      mauLimit: null,
      tokenLimit: 1_000_000,
      applicationsLimit: null,
      machineToMachineLimit: 1,
      thirdPartyApplicationsLimit: 0,
      samlApplicationsLimit: 0,
      resourcesLimit: 3,
      scopesPerResourceLimit: null,
      userRolesLimit: null,
      machineToMachineRolesLimit: null,
      scopesPerRoleLimit: null,
      socialConnectorsLimit: null,
      hooksLimit: 10,
      organizationsLimit: 0,
      enterpriseSsoLimit: 0,
      tenantMembersLimit: 3,
      customDomainsLimit: 10,
      auditLogsRetentionDays: 14,
      mfaEnabled: false,
      securityFeaturesEnabled: false,
      customJwtEnabled: true,
      actionsEnabled: true,
      passkeySignInEnabled: true,
      subjectTokenEnabled: true,
      bringYourUiEnabled: true,
      collectUserProfileEnabled: true,
      idpInitiatedSsoEnabled: true,
      ticketSupportResponseTime: 48,
    });
  });

  test('include their add-ons', async () => {
    const { body } = await app.call(plansApi.skus, { token: owner.cloud, query: { type: 'AddOn' } });
    expect(body.find((sku) => sku.quota.tokenLimit)).toMatchObject({
      unitPrice: 8000,
      quota: { tokenLimit: 1_000_000 },
    });
    expect(body.every(({ type }) => type === 'AddOn')).toBe(true);
  });

  test('shows a tenant its current plan even if it is no longer offered', async () => {
    await setPlan('pro-202411');
    const { body } = await app.call(plansApi.availableSkus, { ...(await asMember(owner)), query: { type: 'basic' } });
    expect(body.map((sku) => sku.id)).toEqual(['free', 'pro-202411', 'pro-202509']);
    await setPlan('dev');
  });

  test('lets only managers of the tenant choose', async () => {
    expect(await app.call(plansApi.availableSkus, await asMember(helper))).toMatchObject({
      status: 403,
      body: { code: 'auth.forbidden' },
    });
  });
});

describe('subscription', () => {
  test('uses the calendar month for a plan that is not paid', async () => {
    const { status, body } = await app.call(plansApi.subscription, await asMember(helper));
    expect(status).toBe(200);
    expect(body).toMatchObject({ planId: 'dev', status: 'active', isEnterprisePlan: false, upcomingInvoice: null });
    expect(body.currentPeriodStart).toMatch(/-01T00:00:00.000Z$/);
    expect(Date.parse(body.currentPeriodEnd) - Date.parse(body.currentPeriodStart)).toBeGreaterThan(27 * 86_400_000);
  });

  test('has an upcoming invoice if bought, none if assigned, and is an enterprise plan if unknown', async () => {
    await setPlan('pro-202509');
    const given = await app.call(plansApi.subscription, await asMember(helper));
    expect(given.body).toMatchObject({ planId: 'pro-202509', upcomingInvoice: null });
    const now = Date.now();
    const period = { periodStart: new Date(now - 86_400_000), periodEnd: new Date(now + 86_400_000) };
    await app.app.tenancy.system((db) =>
      saveSubscription(db, id, { status: 'active', ...period, cancelAtPeriodEnd: false }),
    );
    app.app.cache.drop(id);
    const paid = await app.call(plansApi.subscription, await asMember(helper));
    expect(paid.body).toMatchObject({ upcomingInvoice: { subtotal: 1600, total: 1600 }, isEnterprisePlan: false });
    await setPlan('acme-2026');
    const agreed = await app.call(plansApi.subscription, await asMember(helper));
    expect(agreed.body).toMatchObject({ isEnterprisePlan: true });
    await app.app.tenancy.system((db) => removeSubscription(db, id));
    await setPlan('dev');
  });

  test('shows nothing to non-members', async () => {
    const foreign = { token: stranger.cloud, params: { id } };
    expect((await app.call(plansApi.subscription, foreign)).status).not.toBe(200);
    expect((await app.call(plansApi.usage, foreign)).status).not.toBe(200);
  });
});

describe('usage', () => {
  test('shows current counts and the limits of the plan', async () => {
    await setPlan('pro-202509');
    const token = await app.managementToken(id);
    await app.call(applicationsApi.create, { token, tenantId: id, body: { name: 'One', type: 'SPA' } });
    for (const [name, scopes] of [
      ['Orders', ['read', 'write']],
      ['Bills', ['read']],
    ] as const) {
      const made = await app.call(resourcesApi.create, {
        token,
        tenantId: id,
        body: { name, indicator: `https://${name}.example` },
      });
      for (const scope of scopes) {
        const params = { resourceId: made.body.id };
        await app.call(resourcesApi.createScope, { token, tenantId: id, params, body: { name: scope } });
      }
    }
    const { status, body } = await app.call(plansApi.usage, await asMember(helper));
    const { ticketSupportResponseTime: _hours, ...limited } = body.quota;
    expect(Object.keys(body.usage).sort()).toEqual(Object.keys(limited).sort());
    expect(status).toBe(200);
    expect(body.basicQuota).toMatchObject({ machineToMachineLimit: 1, mfaEnabled: false, tokenLimit: 1_000_000 });
    expect(body.quota).toMatchObject({ machineToMachineLimit: null, mfaEnabled: true, mauLimit: null });
    expect(body.usage).toMatchObject({
      applicationsLimit: 2,
      machineToMachineLimit: 1,
      resourcesLimit: 2,
      // The largest count of any of them.
      scopesPerResourceLimit: 2,
      scopesPerRoleLimit: 1,
      hooksLimit: 0,
      enterpriseSsoLimit: 0,
      userRolesLimit: 0,
      mfaEnabled: false,
      customJwtEnabled: false,
      tenantMembersLimit: 2,
    });
    // The machine of this test fetched its token a moment ago.
    expect(body.usage.tokenLimit).toBeGreaterThanOrEqual(1);
    expect(Object.values(body.resources).sort()).toEqual([1, 2]);
    // The role that machines of the tenant itself can have.
    expect(Object.values(body.roles)).toEqual([1]);
    await setPlan('dev');
  });

  test('is listed by day, in order, for managers of the tenant', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const ask = async (person: Person, from: string, to: string) =>
      app.call(plansApi.usageHistory, { ...(await asMember(person)), query: { from, to } });
    const { body } = await ask(owner, day, day);
    expect(body).toEqual([{ date: day, activeUsers: 0, tokens: expect.any(Number) }]);
    expect((await ask(owner, '2026-02-01', '2026-01-01')).status).toBe(400);
    expect((await ask(owner, '2020-01-01', day)).status).toBe(400);
    expect((await ask(owner, 'yesterday', day)).status).toBe(400);
    expect((await ask(helper, day, day)).status).toBe(403);
  });
});

test('stops tokens at the limit of a free plan, but not of a paid one or of a development tenant', async () => {
  const tenantId = await owner.createTenant('Busy');
  const day = new Date().toISOString().slice(0, 10);
  await app.app.tenancy.system((db) => addUsage(db, [{ tenantId, day, tokens: 50_000_000, userIds: [] }]));
  await expect(app.managementToken(tenantId)).resolves.toBeTruthy();
  await app.app.tenancy.system((db) =>
    db.updateTable('tenants').set({ plan_id: 'free' }).where('id', '=', tenantId).execute(),
  );
  app.app.cache.drop(tenantId);
  await expect(app.managementToken(tenantId)).rejects.toThrow('exceed_token_limit');
  await app.app.tenancy.system((db) =>
    db.updateTable('tenants').set({ plan_id: 'pro-202509' }).where('id', '=', tenantId).execute(),
  );
  app.app.cache.drop(tenantId);
  await expect(app.managementToken(tenantId)).resolves.toBeTruthy();
});
