import { type ApplicationCreator, applicationCreatorsApi } from '@postern/contracts/access/application-creators';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsolePerson, consoleMember, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { createApplication, secretSealer } from './index.ts';

let app: TestApp;
let owner: ConsolePerson;
let tenantId: string;
let token: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await consolePerson(app, 'owner');
  tenantId = await owner.createTenant('Acme');
  token = await owner.organization(tenantId);
});
afterAll(() => app.close());

/** Calls the API as the console does. */
async function inConsole<T>(by: string, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const { status, body: answer } = await app.inject(app.admin, {
    method,
    url: `/m/${tenantId}${path}`,
    headers: {
      host: 'admin.test',
      authorization: `Bearer ${by}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  expect([path, status]).toEqual([path, 200]);
  return answer as T;
}

const { path } = applicationCreatorsApi.list;
const createBy = (by: string, name: string, type = 'MachineToMachine') =>
  inConsole<Application>(by, 'POST', applicationsApi.create.path, { name, type });
const creatorOf = async (applicationId: string) =>
  (await inConsole<ApplicationCreator[]>(token, 'GET', `${path}?applicationId=${applicationId}`))[0]?.creator;

test('shows the member who created a machine, and that they have left', async () => {
  const helper = await consoleMember(app, tenantId, 'helper', 'collaborator');
  const machine = await createBy(helper.token, 'Sync');
  await createBy(helper.token, 'Shop', 'SPA');
  const person = { type: 'person', id: helper.id, name: 'helper' };
  expect(await creatorOf(machine.id)).toEqual({ ...person, isMember: true });
  const ofHelper = await inConsole<ApplicationCreator[]>(token, 'GET', `${path}?personId=${helper.id}`);
  expect(ofHelper).toEqual([
    {
      applicationId: machine.id,
      applicationName: 'Sync',
      createdAt: machine.createdAt,
      creator: { ...person, isMember: true },
    },
  ]);
  await app.call(tenantMembersApi.remove, { token, params: { id: tenantId, userId: helper.id } });
  expect(await creatorOf(machine.id)).toEqual({ ...person, isMember: false });
  await app.write(adminTenantId, (db) => db.deleteFrom('users').where('id', '=', helper.id).execute());
  expect(await creatorOf(machine.id)).toEqual({ ...person, name: null, isMember: false });
});

test('a suspended creator does not count as a member', async () => {
  const helper = await consoleMember(app, tenantId, 'later', 'collaborator');
  const machine = await createBy(helper.token, 'Sync');
  const body = { isSuspended: true };
  const admin = await app.managementToken(adminTenantId);
  await app.call(usersApi.setSuspended, { token: admin, tenantId: adminTenantId, params: { userId: helper.id }, body });
  expect(await creatorOf(machine.id)).toMatchObject({ name: 'later', isMember: false });
});

test('shows machines and the command line as creators; older applications have none', async () => {
  const machineToken = await app.managementToken(tenantId);
  const { body: made } = await app.call(applicationsApi.create, {
    token: machineToken,
    tenantId,
    body: { name: 'Made', type: 'MachineToMachine' },
  });
  expect(await creatorOf(made.id)).toMatchObject({ type: 'application', name: 'Machine', isMember: false });
  const { application } = await app.write(tenantId, (db) =>
    createApplication(
      db,
      secretSealer(app.app, tenantId),
      { name: 'CLI', type: 'MachineToMachine' },
      { type: 'command' },
    ),
  );
  expect(await creatorOf(application.id)).toEqual({ type: 'command', id: null, name: null, isMember: false });
  await app.write(tenantId, (db) =>
    sql`update applications set created_by_type = null where id = ${application.id}`.execute(db),
  );
  expect(await creatorOf(application.id)).toBeNull();
});

test('does not change the response of the application itself', async () => {
  const machine = await createBy(token, 'Plain');
  expect(Object.keys(machine).filter((name) => /creat/i.test(name))).toEqual(['createdAt']);
});

test('another tenant sees nothing, and exactly one query parameter is required', async () => {
  const machine = await createBy(token, 'Mine');
  const stranger = await consolePerson(app, 'stranger');
  const theirs = await stranger.createTenant('Theirs');
  const other = await app.managementToken(theirs);
  const [one, two]: Record<string, string>[] = [{ applicationId: machine.id }, { personId: owner.id }];
  for (const query of [one, two]) {
    const { status, body } = await app.call(applicationCreatorsApi.list, { token: other, tenantId: theirs, query });
    expect([status, body]).toEqual([200, []]);
  }
  for (const query of [{}, { ...one, ...two }]) {
    const { status } = await app.call(applicationCreatorsApi.list, { token: other, tenantId: theirs, query });
    expect(status).toBe(400);
  }
});
