import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { adminTenantId, agreedCostsHeader } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertMember } from '#features/people/organizations';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { billUsage } from './bill.ts';
import { saveSubscription } from './store.ts';
import { agreeing, setPlan, type TenantOwner, tenantOwner } from './testing.ts';

let app: TestApp;
let owner: TenantOwner;
let tenantId: string;
let token: string;

const period = () => ({ periodStart: new Date(Date.now() - 86_400_000), periodEnd: new Date(Date.now() + 86_400_000) });
const buy = (id: string) =>
  app.app.tenancy.system((db) => saveSubscription(db, id, { status: 'active', ...period(), cancelAtPeriodEnd: false }));

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await tenantOwner(app);
});
beforeEach(async () => {
  ({ tenantId, token } = await owner.tenantOn('pro-202509'));
  await buy(tenantId);
  app.app.cache.drop(tenantId);
});
afterAll(() => app.close());

const quote = async (
  key: 'machineToMachineLimit' | 'resourcesLimit' | 'tenantMembersLimit' | 'userRolesLimit',
  count = 1,
) => {
  const member = { token: await owner.organization(tenantId), params: { id: tenantId } };
  const { status, body } = await app.call(plansApi.quote, { ...member, query: { key, count: String(count) } });
  expect(status).toBe(200);
  return body;
};
const billed = async () => {
  const { periodStart: start, periodEnd: end } = period();
  const lines = await billUsage(app.app, tenantId, { start, end });
  return lines.map(({ description, quantity }) => [description, quantity]);
};
const invite = async (headers: Record<string, string>, ...invitee: string[]) =>
  app.call(tenantInvitationsApi.create, {
    headers,
    token: await owner.organization(tenantId),
    params: { id: tenantId },
    body: { invitee, roleName: 'collaborator' },
  });

describe('the price of the next use', () => {
  test('is zero while the plan includes it, and the overage price afterwards', async () => {
    expect(await quote('resourcesLimit', 3)).toMatchObject({ included: 3, used: 0, billed: 0, amount: 0 });
    expect(await quote('resourcesLimit', 5)).toEqual({
      included: 3,
      used: 0,
      billed: 2,
      unitPrice: 400,
      amount: 800,
      isFlat: false,
    });
  });

  test('excludes units that are already billed', async () => {
    for (const name of ['One', 'Two']) {
      await app.call(applicationsApi.create, {
        token,
        tenantId,
        headers: agreeing,
        body: { name, type: 'MachineToMachine' },
      });
    }
    const { used, billed: more, amount } = await quote('machineToMachineLimit');
    expect(used).toBeGreaterThanOrEqual(2);
    expect({ more, amount }).toEqual({ more: 1, amount: 800 });
  });

  test('is a flat price for roles of an older plan, and zero for the next role', async () => {
    await setPlan(app, tenantId, 'pro-202411');
    app.app.cache.drop(tenantId);
    expect(await quote('userRolesLimit')).toMatchObject({ billed: 1, unitPrice: 3200, amount: 3200, isFlat: true });
    await app.call(rolesApi.create, {
      token,
      tenantId,
      headers: agreeing,
      body: { name: 'reader', description: 'Reads' },
    });
    expect(await quote('userRolesLimit')).toMatchObject({ used: 1, billed: 0, amount: 0 });
  });

  test('is zero on a plan that is not billed', async () => {
    const given = await owner.tenantOn('pro-202509');
    ({ tenantId } = given);
    expect(await quote('resourcesLimit', 50)).toMatchObject({ billed: 0, amount: 0 });
    ({ tenantId } = await owner.tenantOn('free'));
    expect(await quote('resourcesLimit', 50)).toMatchObject({ billed: 0, amount: 0 });
  });

  test('is available to members only, for add-ons and valid counts', async () => {
    const stranger = await consoleTokens(app, 'stranger');
    const query = { key: 'resourcesLimit', count: '1' };
    const params = { id: tenantId };
    expect((await app.call(plansApi.quote, { token: stranger.cloud, params, query })).status).not.toBe(200);
    const member = { token: await owner.organization(tenantId), params };
    expect((await app.call(plansApi.quote, { ...member, query: { ...query, count: '0' } })).status).toBe(400);
    const other = { ...query, key: 'applicationsLimit' };
    expect((await app.call(plansApi.quote, { ...member, query: other })).status).toBe(400);
  });
});

test('the whole price of a plan contains the add-ons that the tenant uses now', async () => {
  const free = await owner.tenantOn('pro-202509');
  const place = { token: free.token, tenantId: free.tenantId };
  const mfa = { factors: ['Totp' as const], policy: 'UserControlled' as const };
  expect((await app.call(signInExperienceApi.update, { ...place, body: { mfa } })).status).toBe(200);
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    await app.call(resourcesApi.create, { ...place, body: { name, indicator: `https://${name}.test` } });
  }
  await setPlan(app, free.tenantId, 'free');
  app.app.cache.drop(free.tenantId);
  const ask = async (skuId: string) =>
    app.call(plansApi.planQuote, {
      token: await owner.organization(free.tenantId),
      params: { id: free.tenantId },
      query: { skuId },
    });
  const { body } = await ask('pro-202509');
  expect(body).toEqual({
    price: 1600,
    items: [
      { key: 'mfaEnabled', billed: 1, unitPrice: 4800, amount: 4800, isFlat: true },
      { key: 'resourcesLimit', billed: 2, unitPrice: 400, amount: 800, isFlat: false },
    ],
    total: 7200,
  });
  for (const skuId of ['free', 'dev', 'nothing']) {
    expect(await ask(skuId)).toMatchObject({ status: 422, body: { code: 'checkout.plan_not_available' } });
  }
});

test('does not bill pending invitations', async () => {
  const addresses = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
  expect(await invite({}, ...addresses)).toMatchObject({
    status: 422,
    body: {
      code: 'subscription.costs_not_agreed',
      data: { amount: 1600, items: [{ key: 'tenantMembersLimit', included: 3, used: 1, billed: 2, unitPrice: 800 }] },
    },
  });
  expect((await invite({ [agreedCostsHeader]: '1600' }, ...addresses)).status).toBe(201);
  expect(await billed()).toEqual([]);
  const { body } = await app.call(plansApi.usage, {
    token: await owner.organization(tenantId),
    params: { id: tenantId },
  });
  expect(body.usage.tenantMembersLimit).toBe(1);
  expect(body.pendingMembers).toBe(4);
  // Pending invitations count as members: the next one is billed if everyone accepts.
  expect(await quote('tenantMembersLimit')).toMatchObject({ included: 3, used: 5, billed: 1, amount: 800 });
  for (const name of ['ann', 'ben', 'cal']) {
    const subject = decodeJwt((await consoleTokens(app, name)).idToken).sub ?? '';
    await app.write(adminTenantId, (db) => insertMember(db, `t-${tenantId}`, subject, 'collaborator'));
  }
  expect(await billed()).toEqual([['Tenant member', 1]]);
});

test('offers every add-on', async () => {
  const { body } = await app.call(plansApi.skus, { token: owner.cloud, query: { type: 'AddOn' } });
  expect(body.map(({ id }) => id).sort()).toEqual([
    'enterprise-sso',
    'hook',
    'machine-to-machine',
    'mfa',
    'organizations',
    'resource',
    'saml-application',
    'security-features',
    'tenant-member',
    'third-party-application',
    'tokens',
  ]);
});
