import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { emit } from '#platform/jobs/events';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { type Receiver, startReceiver } from '../../records/webhooks/testing.ts';
import { agreeing } from '../plans/testing.ts';
import { type Person, shop } from './testing.ts';

let app: TestApp;
let store: ReturnType<typeof shop>;
let owner: Person;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await testApp({ EDITION: 'cloud', ALLOW_PRIVATE_EGRESS: 'true' });
  store = shop(app);
  owner = await consoleTokens(app, 'owner');
});
afterAll(async () => {
  await app.close();
  receiver.close();
});

const statement = (text: ReturnType<typeof sql>) => app.app.tenancy.system((db) => text.execute(db));
const cancel = async (tenantId: string) =>
  app.call(billingApi.cancel, { token: await owner.organization(tenantId), params: { id: tenantId } });

/** A tenant on the paid plan with second factors, three webhooks and an organization. */
async function busyTenant() {
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId);
  const place = { tenantId, token: await app.managementToken(tenantId) };
  const mfa = { factors: ['Totp' as const], policy: 'Mandatory' as const };
  expect(
    (
      await app.call(signInExperienceApi.update, {
        ...place,
        headers: agreeing,
        body: { mfa, singleSignOnEnabled: true },
      })
    ).status,
  ).toBe(200);
  for (const name of ['first', 'second', 'third']) {
    const body = { name, events: ['User.Created' as const], config: { url: `${receiver.url}/${tenantId}/${name}` } };
    expect((await app.call(webhooksApi.create, { ...place, headers: agreeing, body })).status).toBe(201);
  }
  const { body: organization } = await app.call(organizationsApi.create, {
    ...place,
    headers: agreeing,
    body: { name: 'Team' },
  });
  return { ...place, organizationId: organization.id };
}
type Place = Awaited<ReturnType<typeof busyTenant>>;

const subscription = async ({ tenantId: id }: Place) =>
  (await app.call(plansApi.subscription, { token: await owner.organization(id), params: { id } })).body;

/** Whether enterprise SSO is offered at sign-in. */
const hasSso = async ({ tenantId }: Place) => (await getSignInExperience(app.app, tenantId)).singleSignOnEnabled;
const factorsOf = async ({ tenantId }: Place) => (await getSignInExperience(app.app, tenantId)).mfa.factors;

async function createUser({ tenantId, token }: Place, username: string): Promise<string> {
  const { body } = await app.call(usersApi.create, { tenantId, token, body: { username } });
  return body.id;
}

/** The webhooks that fire for a new user. */
async function fired(place: Place, username: string): Promise<string[]> {
  // Sends what earlier changes left.
  await app.worker.drain();
  receiver.clear();
  await createUser(place, username);
  await app.worker.drain();
  return receiver.received.map(({ path }) => path.split('/').at(-1) ?? '').sort();
}

async function endGrace({ tenantId }: Place): Promise<void> {
  await statement(sql`update tenants set grace_until = now() - interval '1 minute' where id = ${tenantId}`);
  app.app.cache.drop(tenantId);
}

test('what exceeds the free plan works for the days of grace and then stops; nothing grows; a new plan restores it', async () => {
  const place = await busyTenant();
  const join = async (username: string) =>
    app.call(organizationMembersApi.add, {
      ...place,
      params: { id: place.organizationId },
      body: { userIds: [await createUser(place, username)] },
    });
  expect((await join('anna')).status).toBe(201);
  expect((await subscription(place)).graceUntil).toBeUndefined();
  expect((await cancel(place.tenantId)).status).toBe(204);
  const days = (Date.parse((await subscription(place)).graceUntil ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(14);
  expect([await hasSso(place), await factorsOf(place)]).toEqual([true, ['Totp']]);
  expect(await fired(place, 'bela')).toEqual(['first', 'second', 'third']);
  expect(await join('carl')).toMatchObject({
    status: 403,
    body: { code: 'subscription.limit_exceeded', data: { key: 'organizationsLimit', limit: 0, usage: 1 } },
  });
  await endGrace(place);
  expect([await hasSso(place), await factorsOf(place)]).toEqual([false, []]);
  expect(await fired(place, 'dora')).toEqual(['first']);
  await store.buy(owner, place.tenantId);
  expect(await factorsOf(place)).toEqual(['Totp']);
  expect(await fired(place, 'emil')).toEqual(['first', 'second', 'third']);
  expect((await join('fred')).status).toBe(201);
  // Canceling again within a year gives no second grace.
  expect((await cancel(place.tenantId)).status).toBe(204);
  expect(await factorsOf(place)).toEqual([]);
});

test('a suspended tenant sends nothing until it is resumed', async () => {
  const place = await busyTenant();
  const userId = await createUser(place, 'gina');
  const suspend = async (isSuspended: boolean) => {
    await statement(sql`update tenants set is_suspended = ${isSuspended} where id = ${place.tenantId}`);
    app.app.cache.drop(place.tenantId);
  };
  /** The webhooks that fire for an event that is added now. */
  const firedNow = async () => {
    await app.worker.drain();
    receiver.clear();
    await app.write(place.tenantId, (db) => emit(db, { name: 'User.Created', subjectId: userId, data: {} }));
    await app.worker.drain();
    return [...new Set(receiver.received.map(({ path }) => path))].sort();
  };
  await suspend(true);
  expect(await firedNow()).toEqual([]);
  await suspend(false);
  expect(await firedNow()).toEqual(['first', 'second', 'third'].map((name) => `/hook/${place.tenantId}/${name}`));
});

test('attack: switching to the free plan does not give an eleventh free tenant', async () => {
  const person = await consoleTokens(app, 'hoarder');
  const paying = await store.createTenant(person);
  await store.buy(person, paying);
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    ids.push(await store.createTenant(person, `Free ${count}`));
  }
  const token = await person.organization(paying);
  const end = () => app.call(billingApi.cancel, { token, params: { id: paying } });
  expect(await end()).toMatchObject({ status: 422, body: { code: 'tenant.max_free_tenants' } });
  expect(await store.invoices(person, paying)).toHaveLength(1);
  const [first = ''] = ids;
  const other = await person.organization(first);
  expect((await app.call(tenantsApi.remove, { token: other, params: { id: first } })).status).toBe(204);
  expect((await end()).status).toBe(204);
});

test('attack: several tenants switched at the same moment do not give an eleventh free tenant', async () => {
  const person = await consoleTokens(app, 'juggler');
  const paying: string[] = [];
  for (const name of ['Bought', 'Bought too', 'Assigned', 'Assigned too']) {
    const id = await store.createTenant(person, name);
    await store.buy(person, id);
    paying.push(id);
  }
  const [, , ...assigned] = paying;
  // As after an agreement with the operator, without a subscription.
  await statement(sql`update billing_subscriptions set ended_at = now() where tenant_id = any(${assigned})`);
  const body = { name: 'Dev', tag: 'development' as const };
  const { id: development } = (await app.call(tenantsApi.create, { token: person.cloud, body })).body;
  for (let count = 0; count < 9; count += 1) {
    await store.createTenant(person, `Free ${count}`);
  }
  const tokens = await Promise.all([...paying, development].map((id) => person.organization(id)));
  const answers: { status: number; body: unknown }[] = await Promise.all([
    ...paying.map((id, index) => app.call(billingApi.cancel, { token: tokens[index] ?? '', params: { id } })),
    app.call(tenantsApi.update, {
      token: tokens.at(-1) ?? '',
      params: { id: development },
      body: { tag: 'production' },
    }),
  ]);
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused).toMatchObject(Array(4).fill({ body: { code: 'tenant.max_free_tenants' } }));
  const { rows } = await statement(sql`select id from tenants where plan_id = 'free' and deleted_at is null
    and id in (select substr(organization_id, 3) from organization_users_roles
      where user_id = (select id from users where username = 'juggler'))`);
  expect(rows).toHaveLength(10);
});
