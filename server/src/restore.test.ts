import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { rolesApi } from '@postern/contracts/access/roles';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mirrorAll } from './features/cloud/regions/mirror.ts';
import { backup, restore } from './platform/backup/backup.ts';
import type { DatabaseAddress } from './platform/db/db.ts';
import { createOwnedDatabase, databaseUrl } from './platform/testing/databases.ts';
import { type ConsolePerson, consolePerson } from './testing/members.ts';
import { asOwner, type RegionDatabase, regionDatabase, regionsText, withOwner } from './testing/regions.ts';
import { dumpTables, fillEmptyTables } from './testing/rows.ts';
import { visitor } from './testing/sign-in.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { useUsernames } from './testing/tokens.ts';

const password = 'a long enough secret';
const google = { userId: 'g-1', details: { name: 'Ada' } };

/** Values of columns that refer to one kind of application or role. */
const special = {
  application_secrets: { application_type: 'MachineToMachine' },
  organization_applications: { application_type: 'MachineToMachine' },
  applications_roles: { application_type: 'MachineToMachine', role_type: 'MachineToMachine' },
  organization_applications_roles: { role_type: 'MachineToMachine' },
  organization_users_roles: { role_type: 'User' },
  users_roles: { role_type: 'User' },
  application_access_roles: { role_type: 'User' },
  application_access_organization_roles: { role_type: 'User' },
};

/** People with an identity at Google and with a passkey, and the kinds of roles and applications that rows refer to. */
async function furnish(app: TestApp, tenantId: string): Promise<void> {
  const by = { tenantId, token: await app.managementToken(tenantId) };
  const { body: ada } = await app.call(usersApi.create, { ...by, body: { username: 'ada', password } });
  await app.call(usersApi.create, { ...by, body: { username: 'grace', password } });
  const params = { userId: ada.id, target: 'google' };
  expect(await app.call(userIdentitiesApi.set, { ...by, params, body: google })).toMatchObject({ status: 201 });
  const { body: role } = await app.call(rolesApi.create, { ...by, body: { name: 'Reader', description: 'Reads' } });
  await app.call(rolesApi.update, { ...by, params: { id: role.id }, body: { description: 'Reads all' } });
  const machines = { name: 'Machines', type: 'MachineToMachine' as const };
  await app.call(organizationRolesApi.create, { ...by, body: machines });
  await app.call(organizationRolesApi.create, { ...by, body: { name: 'Members' } });
  expect(await app.call(samlApplicationsApi.create, { ...by, body: { name: 'Wiki' } })).toMatchObject({ status: 201 });
}

/** A row in every table. Needs a product that has stopped, because it would write the same rows. */
const fillTables = (address: DatabaseAddress, tenantId: string) =>
  withOwner(address, async (owner) => {
    await owner.query(
      `update users set mfa_verifications = '[{"type": "WebAuthn", "id": "p1", "credentialId": "c1"}]'
        where username = 'grace'`,
    );
    await owner.query(
      `update applications set custom_client_metadata = custom_client_metadata || '{"corsAllowedOrigins": []}'`,
    );
    // As the previous release adds them: an event that says nothing of what changed, and a job.
    await owner.query("update outbox set noted = null where name = 'Role.Data.Updated'");
    await owner.query("insert into jobs (tenant_id, queue, key) values ($1, 'test.previous', 'one')", [tenantId]);
    await fillEmptyTables(owner, tenantId, special);
  });

/** Triggers that fire on insert and whose condition no row of the table meets. */
async function listIdleTriggers(address: DatabaseAddress): Promise<string[]> {
  const text = `select tgrelid::regclass::text as table, tgname as name,
      coalesce(substring(pg_get_triggerdef(oid) from ' WHEN \\((.*)\\) EXECUTE FUNCTION'), 'true') as condition
    from pg_trigger where not tgisinternal and tgparentid = 0 and (tgtype & 4) > 0`;
  const triggers = await asOwner<{ table: string; name: string; condition: string }>(address, text);
  expect(triggers.length).toBeGreaterThan(40);
  return withOwner(address, async (owner) => {
    await owner.query("set app.fold_usernames = 'on'; set app.noted = '{}'");
    const idle: string[] = [];
    for (const { table, name, condition } of triggers) {
      const { rowCount } = await owner.query(`select from ${table} as new where ${condition} limit 1`);
      idle.push(...(rowCount === 0 ? [`${name} on ${table}`] : []));
    }
    return idle;
  });
}

const listTriggers = (address: DatabaseAddress) =>
  asOwner(
    address,
    'select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
  );

/** The backup of a database, restored as an owner who is no superuser, like on a managed PostgreSQL. */
async function copyOf(address: DatabaseAddress) {
  const folder = await mkdtemp(join(tmpdir(), 'postern-restore-'));
  const file = join(folder, 'all.backup');
  await backup(address, file);
  const copy = await createOwnedDatabase(inject('postgres'));
  await restore(copy.asOwner, file);
  await rm(folder, { recursive: true });
  const right = `select has_schema_privilege('postern_system', 'public', 'create') as "mayCreate"`;
  expect(await asOwner(copy.address, right)).toEqual([{ mayCreate: false }]);
  return copy;
}

async function expectSame(address: DatabaseAddress, copy: DatabaseAddress): Promise<void> {
  const [before, after] = [await dumpTables(address), await dumpTables(copy)];
  expect(Object.keys(before).filter((table) => before[table]?.length === 0 && !/^logs_/.test(table))).toEqual([]);
  expect(after).toEqual(before);
  expect(await listTriggers(copy)).toEqual(await listTriggers(address));
}

/** Signs in on the sign-in pages and returns the address that the application gets. */
async function signIn(app: TestApp, tenantId: string, username: string, params: Record<string, string> = {}) {
  const browser = visitor(app, tenantId);
  await browser.arrive({ redirect_uri: `${app.app.endpointOf(tenantId)}/demo-app`, ...params });
  await browser.start('SignIn');
  const identifier = { type: 'username', value: username };
  const { body } = await browser.step('POST', '/verification/password', { identifier, password });
  await browser.identify(body.verificationId);
  return browser.follow((await browser.submit()).body.redirectTo);
}

/** What the rows that triggers keep are for: the owner of an identity, and the number of users. */
async function expectToWork(app: TestApp, tenantId: string): Promise<void> {
  const by = { tenantId, token: await app.managementToken(tenantId) };
  const list = () => app.call(usersApi.list, { ...by, query: { 'search.username': '%' } });
  const { body: users, headers } = await list();
  expect(users.find(({ username }) => username === 'ada')?.identities).toMatchObject({ google: { userId: 'g-1' } });
  const { body: eve } = await app.call(usersApi.create, { ...by, body: { username: 'eve', password } });
  expect(Number((await list()).headers['total-number'])).toBe(Number(headers['total-number']) + 1);
  const params = { userId: eve.id, target: 'google' };
  expect(await app.call(userIdentitiesApi.set, { ...by, params, body: google })).toMatchObject({
    status: 422,
    body: { code: 'user.identity_already_in_use' },
  });
}

describe('a restored installation of the open-source edition', () => {
  let app: TestApp;
  let restored: TestApp;

  beforeAll(async () => {
    app = await testApp();
    await app.worker.stop();
    // A tenant whose data would be in the database of a region, and changes that wait for it.
    await asOwner(app.address, `insert into tenants (id, name, database_region) values ('usfar', 'Far', 'us')`);
    await furnish(app, defaultTenantId);
    await app.stop();
    await fillTables(app.address, defaultTenantId);
    const copy = await copyOf(app.address);
    await expectSame(app.address, copy.address);
    expect(await listIdleTriggers(app.address)).toEqual([]);
    restored = await testApp({}, copy);
    await restored.worker.stop();
  });
  afterAll(async () => {
    await app.close();
    await restored.close();
  });

  test('signs people in', async () => {
    expect(await signIn(restored, defaultTenantId, 'ada')).toContain('code=');
  });

  test('keeps identities and counts, and its triggers work', () => expectToWork(restored, defaultTenantId));
});

describe('a restored installation of the cloud edition, with a region that has its own database', () => {
  let app: TestApp;
  let us: RegionDatabase;
  let person: ConsolePerson;
  let near: string;
  let far: string;
  let restored: TestApp;
  let restoredUs: DatabaseAddress;
  let token: string;

  async function rename(product: TestApp, name: string) {
    expect(await product.call(tenantsApi.update, { token, params: { id: far }, body: { name } })).toMatchObject({
      status: 200,
    });
    await mirrorAll({ signal: new AbortController().signal }, product.app);
  }

  const environment = (url: string) => ({
    EDITION: 'cloud',
    REGIONS: regionsText({ id: 'US', name: 'US', country: 'US', databaseUrl: url, endpoint: 'http://*.us.core.test' }),
  });

  beforeAll(async () => {
    us = await regionDatabase();
    app = await testApp(environment(us.url));
    person = await consolePerson(app, 'person');
    const create = async (name: string, regionName: string) => {
      const { body } = await app.call(tenantsApi.create, { token: person.cloud, body: { name, regionName } });
      await useUsernames(app, body.id);
      return body.id;
    };
    [near, far] = [await create('Near', 'EU'), await create('Far', 'US')];
    token = await person.organization(far);
    await app.worker.stop();
    await furnish(app, near);
    await furnish(app, far);
    // The region's copy has the number of this change, which the next one must exceed.
    await rename(app, 'Further');
    await app.stop();
    await fillTables(app.address, near);
    await fillTables({ connectionString: us.url }, far);
    const home = await copyOf(app.address);
    await expectSame(app.address, home.address);
    expect(await listIdleTriggers(app.address)).toEqual([]);
    const there = await copyOf({ connectionString: us.url });
    restoredUs = there.address;
    await expectSame({ connectionString: us.url }, restoredUs);
    restored = await testApp(environment(databaseUrl(restoredUs)), {
      ...home,
      drop: async () => void (await Promise.all([home.drop(), there.drop()])),
    });
    await restored.worker.stop();
  });
  afterAll(async () => {
    await app.close();
    await us.drop();
    await restored.close();
  });

  test('signs people in to their tenants and to the console', async () => {
    expect(await signIn(restored, near, 'ada')).toContain('code=');
    expect(await signIn(restored, far, 'ada')).toContain('code=');
    const redirect_uri = `${restored.app.endpointOf(adminTenantId)}/callback`;
    const atConsole = await signIn(restored, adminTenantId, 'person', { client_id: 'admin-console', redirect_uri });
    expect(atConsole).toContain('code=');
    const { body } = await restored.call(tenantsApi.list, { token: person.cloud });
    expect(body.map(({ name }) => name).sort()).toEqual(['Further', 'Near']);
  });

  test('keeps identities and counts, and its triggers work', async () => {
    await expectToWork(restored, near);
    await expectToWork(restored, far);
  });

  test('sends new changes of a tenant to its region, although sequences are not part of a backup', async () => {
    await rename(restored, 'Furthest');
    expect(await asOwner(restoredUs, 'select name from tenants where id = $1', [far])).toEqual([{ name: 'Furthest' }]);
  });
});
