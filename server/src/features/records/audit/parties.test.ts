import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { rolesApi } from '@postern/contracts/access/roles';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/db/db';
import { consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { administratorTokens } from '#testing/tokens';
import { flushLogs, recordLog } from './index.ts';
import { planAll, readNames } from './name-parties.ts';
import { pageLogs } from './store.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

async function list(query: Record<string, string> = {}) {
  await flushLogs(app.app);
  await app.worker.drain();
  const all = { includeChanges: 'true', withNames: 'true', ...query };
  return (await app.call(auditApi.list, { token, query: all })).body;
}

async function newest(logKey: string) {
  const [log] = await list({ logKey, page_size: '1' });
  const { body } = await app.call(auditApi.get, {
    token,
    params: { id: log?.id ?? '' },
    query: { withNames: 'true' },
  });
  return body;
}

const createOrganization = async (name: string) =>
  (await app.call(organizationsApi.create, { token, body: { name } })).body.id;
const createUser = async (username: string) => (await app.call(usersApi.create, { token, body: { username } })).body.id;

test('an entry names who acted and what it was done to', async () => {
  const id = await createOrganization('Acme');
  const log = await newest('Organization.Created');
  expect(log.object).toEqual({ kind: 'Organization', id, name: 'Acme', exists: true });
  expect(log.actor).toMatchObject({ kind: 'application', exists: true });
  expect(log.actor?.name).toBeTruthy();
});

test('an administrator has a name, although administrators are in another tenant', async () => {
  const admin = await administratorTokens(app, 'ada', 'admin');
  await app.call(rolesApi.create, { token: admin.token, body: { name: 'Seen', description: 'x' } });
  const [log] = await list({ logKey: 'Role.Created' });
  expect(log?.actor).toMatchObject({ kind: 'administrator', name: 'ada', exists: true });
});

test('without withNames the answer is that of the wire', async () => {
  await createOrganization('Plain');
  await app.worker.drain();
  const { body } = await app.call(auditApi.list, { token, query: { includeChanges: 'true' } });
  expect(Object.keys(body[0] ?? {}).sort()).toEqual(['createdAt', 'id', 'key', 'payload', 'tenantId']);
});

test('a deleted organization keeps its name, a deleted person does not', async () => {
  const id = await createOrganization('Gone Ltd.');
  await app.call(organizationsApi.remove, { token, params: { id } });
  const ofOrganization = await list({ objectId: id });
  expect(ofOrganization.map(({ key }) => key)).toEqual(['Organization.Deleted', 'Organization.Created']);
  for (const { object } of ofOrganization) {
    expect(object).toEqual({ kind: 'Organization', id, name: 'Gone Ltd.', exists: false });
  }
  const person = await createUser('leaving');
  await app.call(usersApi.remove, { token, params: { userId: person } });
  for (const { object } of await list({ objectId: person })) {
    expect(object).toEqual({ kind: 'User', id: person, name: null, exists: false });
  }
  expect(JSON.stringify(await list({ objectId: person }))).not.toContain('leaving');
});

test('a change says which fields changed, from which value to which', async () => {
  const id = await createOrganization('Before');
  const body = { name: 'After', isMfaRequired: true, customData: { secret: 'hidden' } };
  await app.call(organizationsApi.update, { token, params: { id }, body });
  const log = await newest('Organization.Data.Updated');
  expect(log.payload.changes).toEqual({
    name: { before: 'Before', after: 'After' },
    isMfaRequired: { before: false, after: true },
    customData: {},
  });
  expect(JSON.stringify(log)).not.toContain('hidden');
});

test('of a person only the names of the fields are recorded', async () => {
  const id = await createUser('quiet');
  await app.call(usersApi.update, {
    token,
    params: { userId: id },
    body: { name: 'Quentin', primaryEmail: 'q@example.com' },
  });
  const log = await newest('User.Data.Updated');
  expect(log.payload.changes).toEqual({ name: {}, primaryEmail: {} });
  await app.call(usersApi.setPassword, { token, params: { userId: id }, body: { password: 'Secret-word-7!' } });
  expect((await newest('User.Data.Updated')).payload.changes).toEqual({ password: {} });
});

test('an update without changes notes none, and a later transaction does not see those of an earlier one', async () => {
  const id = await createOrganization('Same');
  await app.call(organizationsApi.update, { token, params: { id }, body: { name: 'Same' } });
  expect((await newest('Organization.Data.Updated')).payload.changes).toBeUndefined();
});

test('added and removed members and permissions have names', async () => {
  const organizationId = await createOrganization('Crew');
  const userId = await createUser('nora');
  await app.call(organizationMembersApi.add, {
    token,
    params: { id: organizationId },
    body: { userIds: [userId] },
  });
  const joined = await newest('Organization.Membership.Updated');
  expect(joined.payload.addedUserIds).toEqual([userId]);
  expect(joined.names).toMatchObject({ [userId]: 'nora' });

  const { body: role } = await app.call(organizationRolesApi.create, { token, body: { name: 'Captain' } });
  await app.call(organizationMembersApi.addRoles, {
    token,
    params: { id: organizationId, userId },
    body: { organizationRoleIds: [role.id] },
  });
  const promoted = await newest('Organization.Roles.Updated');
  expect(promoted.payload.addedOrganizationRoleIds).toEqual([role.id]);
  expect(promoted.names).toMatchObject({ [userId]: 'nora', [role.id]: 'Captain' });
});

test('filters by actor, object, kind and outcome', async () => {
  const id = await createOrganization('Filtered');
  const entries = [
    ['Interaction.SignIn.Submit', { userId: 'someone' }],
    ['Interaction.SignIn.Submit', { userId: 'someone', error: { code: 'user.missing_mfa' } }],
    ['Interaction.SignIn.Submit', { userId: 'someone', error: { code: 'session.invalid_credentials' } }],
    ['SendMessage.Email', { userId: 'someone' }],
  ] as const;
  for (const [key, payload] of entries) {
    recordLog(app.app, 'default', { key, payload });
  }
  const outcomes = async (outcome: 'Success' | 'Continues' | 'Error') =>
    (await list({ actorId: 'someone', outcome })).map(({ payload }) => payload.error);
  expect(await outcomes('Success')).toEqual([undefined]);
  expect(await outcomes('Continues')).toEqual([{ code: 'user.missing_mfa' }]);
  expect(await outcomes('Error')).toEqual([{ code: 'session.invalid_credentials' }]);
  expect((await list({ objectId: 'someone' })).map(({ key }) => key)).toEqual(['SendMessage.Email']);
  expect((await list({ actorId: 'system', objectId: 'someone' })).map(({ actor }) => actor?.kind)).toEqual(['system']);
  expect((await list({ objectKind: 'Organization', objectId: id })).map(({ key }) => key)).toEqual([
    'Organization.Created',
  ]);
  expect(await list({ objectKind: 'Role', objectId: id })).toEqual([]);
});

test('names are read with one query per kind, whatever the number of entries', async () => {
  for (let n = 0; n < 12; n++) {
    await createOrganization(`Many ${n}`);
  }
  await app.worker.drain();
  const filter = { objectKind: 'Organization', includesChanges: true };
  const statements = (size: number) =>
    app.read('default', async (db) => {
      let count = 0;
      const watching = db.withPlugin({
        transformQuery: ({ node }) => {
          count += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const page = { page: 1, size, limit: size, offset: 0 };
      const plans = planAll((await pageLogs(db, filter, page)).logs, false);
      await readNames(watching as Db, plans);
      return { count, entries: plans.length };
    });
  expect(await statements(12)).toEqual({ count: (await statements(2)).count, entries: 12 });
});

test('another tenant sees neither entries nor names, and cannot verify this log', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const owner = await consolePerson(cloud, 'owen');
    const [own, foreign] = [await owner.createTenant('Own'), await owner.createTenant('Foreign')];
    const call = (tenantId: string, managementToken: string) => ({ tenantId, token: managementToken });
    const ownToken = await cloud.managementToken(own);
    const { body } = await cloud.call(organizationsApi.create, { ...call(own, ownToken), body: { name: 'Private' } });
    await cloud.worker.drain();
    const query = { includeChanges: 'true', withNames: 'true', objectId: body.id };
    const seen = await cloud.call(auditApi.list, { ...call(own, ownToken), query });
    expect(seen.body.map(({ object }) => object?.name)).toEqual(['Private']);
    const other = await cloud.call(auditApi.list, { ...call(foreign, await cloud.managementToken(foreign)), query });
    expect(other).toMatchObject({ status: 200, body: [] });
    expect((await cloud.call(auditApi.verifyChain, call(own, await cloud.managementToken(foreign)))).status).toBe(401);
  } finally {
    await cloud.close();
  }
});
