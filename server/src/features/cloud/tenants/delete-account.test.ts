import { accountDeletionApi, meApi } from '@postern/contracts/account/me';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
});
afterAll(() => app.close());

async function newPerson() {
  count += 1;
  const tokens = await consoleTokens(app, `leaver${count}`);
  const { me: token } = tokens;
  return { ...tokens, token, id: decodeJwt(token).sub ?? '' };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

const join = (tenantId: string, { id }: Person, role: 'admin' | 'collaborator') =>
  app.write(adminTenantId, async (db) => {
    const organization_id = tenantOrganizationId(tenantId);
    await db.insertInto('organization_users').values({ organization_id, user_id: id }).execute();
    await db
      .insertInto('organization_users_roles')
      .values({ organization_id, user_id: id, organization_role_id: role })
      .execute();
  });
const setPlan = (tenantId: string, plan: string) =>
  app.app.tenancy.system((db) => db.updateTable('tenants').set({ plan_id: plan }).where('id', '=', tenantId).execute());

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const preview = async ({ token }: Person) => (await app.call(accountDeletionApi.preview, { token })).body;
const remove = ({ token }: Person) => app.call(accountDeletionApi.remove, { token });
const verify = ({ token }: Person) =>
  app.call(meApi.verifyPassword, { token, body: { password: 'a long enough secret' } });
const tenantsOf = async ({ cloud: token }: Person) => (await app.call(tenantsApi.list, { token })).body;
const isThere = async ({ token }: Person) => (await app.call(meApi.get, { token })).status === 200;

test('deletes the account immediately with its sessions and the tenants in which the user is alone', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  await app.write(adminTenantId, (db) =>
    db.updateTable('users').set({ primary_email: 'leaver@example.com' }).where('id', '=', person.id).execute(),
  );
  const alone = await person.createTenant('Alone');
  const shared = await person.createTenant('Shared');
  const theirs = await other.createTenant('Theirs');
  await join(shared, other, 'admin');
  await join(theirs, person, 'collaborator');
  expect(await preview(person)).toEqual({
    deletes: [{ id: alone, name: 'Alone' }],
    leaves: [
      { id: shared, name: 'Shared' },
      { id: theirs, name: 'Theirs' },
    ],
    paid: [],
    lastAdmin: [],
  });
  await verify(person);
  expect(codeOf(await remove(person))).toEqual([204, undefined]);
  expect(codeOf(await app.call(meApi.get, { token: person.token }))).toEqual([401, 'auth.unauthorized']);
  expect(codeOf(await remove(person))).toEqual([401, 'auth.unauthorized']);
  await expect(person.refresh({})).rejects.toMatchObject({ body: { error: 'invalid_grant' } });
  expect((await tenantsOf(other)).map(({ id }) => id).sort()).toEqual([shared, theirs].sort());
  const gone = await app.inject(app.core, {
    method: 'GET',
    url: '/oidc/auth?client_id=demo-app',
    headers: { host: new URL(app.app.endpointOf(alone)).host },
  });
  expect(gone.status).toBeGreaterThanOrEqual(400);
  expect(gone.status).toBeLessThan(500);
  await expect
    .poll(async () => (await lastMessage(app, 'leaver@example.com', adminTenantId)).content)
    .toContain('deleted');
  await app.worker.drain();
  const keys = await app.read(adminTenantId, (db) =>
    db.selectFrom('logs').select('key').where('key', 'in', ['User.Deleted', 'Tenant.Deleted']).execute(),
  );
  expect(keys.map(({ key }) => key).sort()).toEqual(['Tenant.Deleted', 'User.Deleted']);
});

test('requires the password if there is one', async () => {
  const person = await newPerson();
  expect(codeOf(await remove(person))).toEqual([400, 'session.verification_session_not_found']);
  expect(await isThere(person)).toBe(true);
});

test('rejects the last administrator of shared tenants until there is another one', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const alone = await person.createTenant('Alone');
  const team = await person.createTenant('Team');
  await join(team, other, 'collaborator');
  await verify(person);
  const refused = await remove(person);
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'tenant.last_admin', data: { tenants: [{ id: team, name: 'Team' }] } },
  });
  expect((await preview(person)).lastAdmin).toEqual([{ id: team, name: 'Team' }]);
  // All or nothing: tenants that would have been deleted still exist.
  expect((await tenantsOf(person)).map(({ id }) => id)).toEqual([alone, team]);
  await app.write(adminTenantId, (db) =>
    db
      .insertInto('organization_users_roles')
      .values({ organization_id: tenantOrganizationId(team), user_id: other.id, organization_role_id: 'admin' })
      .execute(),
  );
  expect((await remove(person)).status).toBe(204);
});

test('does not count a suspended administrator', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  await join(await person.createTenant('Team'), other, 'admin');
  await app.write(adminTenantId, (db) =>
    db.updateTable('users').set({ is_suspended: true }).where('id', '=', other.id).execute(),
  );
  await verify(person);
  expect(codeOf(await remove(person))).toEqual([422, 'tenant.last_admin']);
});

test('requires an administrator to settle a paid tenant first', async () => {
  const [person, helper] = [await newPerson(), await newPerson()];
  const paid = await person.createTenant('Paid');
  await setPlan(paid, 'pro-202509');
  await join(paid, helper, 'collaborator');
  await verify(person);
  expect(await remove(person)).toMatchObject({
    status: 422,
    body: { code: 'user.owns_paid_tenant', data: { tenants: [{ id: paid, name: 'Paid' }] } },
  });
  await verify(helper);
  expect((await remove(helper)).status).toBe(204);
  await setPlan(paid, 'dev');
  expect((await remove(person)).status).toBe(204);
});

test('an operator leaves the admin tenant, unless they are the last one', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const operated = { id: adminTenantId, name: expect.any(String) };
  await app.write(adminTenantId, (db) =>
    db
      .insertInto('organizations')
      .values({ id: tenantOrganizationId(adminTenantId), name: 'Operators' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  await join(adminTenantId, person, 'admin');
  await verify(person);
  expect(await preview(person)).toEqual({ deletes: [], leaves: [], paid: [], lastAdmin: [operated] });
  expect(codeOf(await remove(person))).toEqual([422, 'tenant.last_admin']);
  await join(adminTenantId, other, 'admin');
  expect(await preview(person)).toEqual({ deletes: [], leaves: [operated], paid: [], lastAdmin: [] });
  expect((await remove(person)).status).toBe(204);
});

test('attack 38: keeps one of two administrators who leave at the same time', async () => {
  const [one, two, member] = [await newPerson(), await newPerson(), await newPerson()];
  const team = await one.createTenant('Team');
  await join(team, two, 'admin');
  await join(team, member, 'collaborator');
  await verify(one);
  await verify(two);
  const answers = await Promise.all([remove(one), remove(two)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  expect(await tenantsOf(member)).toHaveLength(1);
});

test('attack 18 and 19: does not delete accounts of others', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  await verify(person);
  const { token } = person;
  const asked = { token, query: { userId: other.id, id: other.id }, headers: { 'x-user-id': other.id } };
  expect((await app.call(accountDeletionApi.remove, asked)).status).toBe(204);
  expect([await isThere(person), await isThere(other)]).toEqual([false, true]);
  for (const foreign of [other.cloud, other.idToken, await app.managementToken(adminTenantId)]) {
    expect(codeOf(await app.call(accountDeletionApi.remove, { token: foreign }))).toEqual([401, 'auth.unauthorized']);
  }
});

test('is not available in the open-source edition', async () => {
  const oss = await testApp();
  const { status } = await oss.inject(oss.admin, { method: 'DELETE', url: '/api/me', headers: { host: 'admin.test' } });
  expect(status).toBe(404);
  await oss.close();
});
