import { applicationsApi } from '@postern/contracts/access/applications';
import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleMember } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { saveSubscription } from './store.ts';
import { agreeing, type Place, type TenantOwner, tenantOwner } from './testing.ts';

let app: TestApp;
let owner: TenantOwner;
const pro = 'pro-202509';
const day = 86_400_000;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await tenantOwner(app);
});
afterAll(() => app.close());

async function bought(): Promise<Place> {
  const place = await owner.tenantOn(pro);
  const subscription = {
    status: 'active',
    periodStart: new Date(Date.now() - day),
    periodEnd: new Date(Date.now() + day),
    cancelAtPeriodEnd: false,
  };
  await app.app.tenancy.system((db) => saveSubscription(db, place.tenantId, subscription));
  app.app.cache.drop(place.tenantId);
  return place;
}
const limitTo = async (tenantId: string, spendingLimit: number | null, token?: string) =>
  app.call(plansApi.setSpendingLimit, {
    token: token ?? (await owner.organization(tenantId)),
    params: { id: tenantId },
    body: { spendingLimit },
  });
const createMachine = (place: Place) =>
  app.call(applicationsApi.create, { ...place, headers: agreeing, body: { name: 'One', type: 'MachineToMachine' } });
const exceeded = (limit: number, total: number) => ({
  status: 422,
  body: { code: 'subscription.spending_limit_exceeded', data: { limit, total } },
});

describe('a spending limit', () => {
  test('refuses what would exceed it, also with agreement, and changes nothing', async () => {
    const place = await bought();
    expect((await limitTo(place.tenantId, 2400)).body.spendingLimit).toBe(2400);
    // The token of the test belongs to the machine that is included.
    expect((await createMachine(place)).status).toBe(200);
    expect(await createMachine(place)).toMatchObject(exceeded(2400, 3200));
    const { body } = await app.call(applicationsApi.list, { ...place, query: { types: 'MachineToMachine' } });
    expect(body).toHaveLength(2);
    await limitTo(place.tenantId, null);
    expect((await createMachine(place)).status).toBe(200);
  });

  test('holds for concurrent changes of different kinds', async () => {
    const place = await bought();
    // Room for one machine of 8 dollars, or four webhooks of 2 dollars.
    await limitTo(place.tenantId, 2400);
    const hook = (name: string) =>
      app.call(webhooksApi.create, {
        ...place,
        headers: agreeing,
        body: { name, events: ['User.Created'], config: { url: 'https://hooks.example' } },
      });
    for (let number = 1; number <= 10; number += 1) {
      expect((await hook(`Included ${number}`)).status).toBe(201);
    }
    const answers = await Promise.all([createMachine(place), hook('a'), createMachine(place), hook('b'), hook('c')]);
    expect(answers.filter(({ status }) => status === 422).length).toBeGreaterThan(0);
    const { body } = await app.call(plansApi.subscription, {
      token: await owner.organization(place.tenantId),
      params: { id: place.tenantId },
    });
    expect(body.upcomingInvoice?.total).toBeLessThanOrEqual(2400);
  });

  test('counts invited members, and everything that a new plan would cost', async () => {
    const { tenantId } = await bought();
    await limitTo(tenantId, 1600);
    const invite = async (...invitee: string[]) =>
      app.call(tenantInvitationsApi.create, {
        headers: agreeing,
        token: await owner.organization(tenantId),
        params: { id: tenantId },
        body: { invitee, roleName: 'collaborator' },
      });
    expect((await invite('a@x.example', 'b@x.example')).status).toBe(201);
    expect(await invite('c@x.example')).toMatchObject(exceeded(1600, 2400));
    const free = await owner.createTenant('Free', 'production');
    await limitTo(free, 1500);
    const body = { skuId: pro, tenantId: free, successCallbackUrl: 'http://admin.test/callback?state=a' };
    expect(await app.call(billingApi.checkout, { token: owner.cloud, body })).toMatchObject(exceeded(1500, 1600));
  });

  test('stops tokens before another pack of them would exceed it', async () => {
    const place = await bought();
    await limitTo(place.tenantId, 1600 + 8000);
    const use = (tokens: number) =>
      app.app.tenancy.system((db) =>
        sql`insert into period_usage (tenant_id, period, active_users, tokens)
          values (${place.tenantId}, usage_period(${place.tenantId}, now()), 0, ${tokens})
          on conflict (tenant_id, period) do update set tokens = excluded.tokens`.execute(db),
      );
    const may = async (tokens: number, limit: number) => {
      await use(tokens);
      // Another limit, so that the answer is not the cached one.
      await limitTo(place.tenantId, limit);
      app.app.stateOf<Map<string, unknown>>('plans').clear();
      return app.app.quota?.mayIssueTokens(place.tenantId);
    };
    expect(await may(1_999_999, 9600)).toBe(true);
    expect(await may(2_000_000, 9601)).toBe(false);
    expect(await may(2_000_000, 17_600)).toBe(true);
  });
});

describe('the billing role', () => {
  test('pays, sees invoices and sets the limit, reads the rest without secrets, and changes nothing else', async () => {
    const place = await bought();
    const { tenantId } = place;
    const keeper = await consoleMember(app, tenantId, `keeper_${tenantId}`, 'billing');
    const token = await keeper.organization(tenantId);
    const params = { id: tenantId };
    expect((await limitTo(tenantId, 5000, token)).status).toBe(200);
    expect((await app.call(billingApi.invoices, { token, params })).status).toBe(200);
    expect((await app.call(plansApi.planQuote, { token, params, query: { skuId: pro } })).status).toBe(200);
    expect((await app.call(tenantsApi.update, { token, params, body: { name: 'Mine' } })).status).toBe(403);
    expect(
      (
        await app.call(tenantMembersApi.setRole, {
          token,
          params: { ...params, userId: keeper.id },
          body: { roleName: 'admin' },
        })
      ).status,
    ).toBe(403);
    const own = await app.call(tenantMembersApi.scopes, { token, params: { ...params, userId: keeper.id } });
    expect(own.body.map(({ name }) => name).sort()).toEqual(['manage:billing', 'read:data', 'read:member']);
  });

  test('is what a collaborator lacks: collaborators neither set the limit nor see invoices', async () => {
    const { tenantId } = await bought();
    const helper = await consoleMember(app, tenantId, `helper_${tenantId}`, 'collaborator');
    const token = await helper.organization(tenantId);
    expect((await limitTo(tenantId, 0, token)).status).toBe(403);
    expect((await app.call(billingApi.invoices, { token, params: { id: tenantId } })).status).toBe(403);
  });
});
