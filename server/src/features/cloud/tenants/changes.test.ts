import { operatorsApi } from '@postern/contracts/cloud/operators';
import { tenantChangesApi } from '@postern/contracts/cloud/tenant-changes';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { adminTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appointOperator } from '#features/cloud/operators';
import { type ConsolePerson, consoleMember, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let owner: ConsolePerson;
let operator: ConsolePerson;
let id: string;
let token: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  operator = await consolePerson(app, 'olga');
  owner = await consolePerson(app, 'owen');
  await app.write(adminTenantId, (db) => appointOperator(db, operator.email));
  id = await owner.createTenant('Acme');
  token = await owner.organization(id);
});
afterAll(() => app.close());

async function changes(by = token, of = id) {
  await app.worker.drain();
  return app.call(tenantChangesApi.list, { token: by, params: { id: of } });
}

test('an owner sees who invited, removed and promoted whom', async () => {
  const member = await consoleMember(app, id, 'mia', 'collaborator');
  await app.call(tenantMembersApi.setRole, {
    token,
    params: { id, userId: member.id },
    body: { roleName: 'admin' },
  });
  const { body: invited } = await app.call(tenantInvitationsApi.create, {
    token,
    params: { id },
    body: { invitee: 'new@example.com', roleName: 'collaborator' },
  });
  const [invitation] = [invited].flat();
  await app.call(tenantInvitationsApi.revoke, {
    token,
    params: { id, invitationId: invitation?.id ?? '' },
    body: { status: 'Revoked' },
  });
  const { body } = await changes();
  const by = { name: 'owen', isOperator: false };
  expect(body).toMatchObject([
    { key: 'TenantInvitation.Data.Updated', actor: by, data: { email: 'new@example.com', status: 'Revoked' } },
    { key: 'TenantInvitation.Created', actor: by, data: { email: 'new@example.com', role: 'collaborator' } },
    { key: 'Tenant.Membership.Updated', actor: by, data: { userName: 'mia', role: 'admin' } },
    { key: 'Tenant.Created' },
  ]);
  expect(JSON.stringify(body.map(({ data }) => data))).not.toContain(member.id);
});

test('an owner does not learn which operator suspended the tenant; operators do', async () => {
  const suspended = await owner.createTenant('Stopped');
  await app.call(operatorsApi.suspend, {
    token: operator.cloud,
    params: { id: suspended },
    body: { reason: 'Spam' },
  });
  await app.call(operatorsApi.resume, { token: operator.cloud, params: { id: suspended } });
  const own = await changes(await owner.organization(suspended), suspended);
  expect(own.body).toMatchObject([
    { key: 'Tenant.SuspensionStatus.Updated', actor: { id: '', name: '', isOperator: true } },
    { actor: { id: '', name: '', isOperator: true }, data: { reason: 'Spam' } },
    { key: 'Tenant.Created' },
  ]);
  expect(JSON.stringify(own.body)).not.toMatch(/olga|userAgent/);
  const { body } = await app.call(operatorsApi.changes, { token: operator.cloud, params: { id: suspended } });
  expect(body[0]?.actor).toEqual({ id: operator.id, name: 'olga', isOperator: true });
});

test('only those who manage the tenant see it, and only of their own tenant', async () => {
  const collaborator = await consoleMember(app, id, 'carl', 'collaborator');
  expect((await changes(collaborator.token)).status).toBe(403);
  const stranger = await consolePerson(app, 'sam');
  const other = await stranger.createTenant('Other');
  const otherToken = await stranger.organization(other);
  expect((await changes(otherToken)).status).toBe(404);
  const { body } = await changes(otherToken, other);
  expect(body.map(({ key }) => key)).toEqual(['Tenant.Created']);
});
