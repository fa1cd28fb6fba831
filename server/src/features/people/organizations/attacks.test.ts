import { AsyncLocalStorage } from 'node:async_hooks';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing.ts';

let app: TestApp;
let token: string;
let count = 0;

/** Counts the statements about organizations that a request runs, without those of background jobs. */
const statements = new AsyncLocalStorage<{ n: number }>();
const { query: send } = pg.Client.prototype;
function counting(this: pg.Client, ...given: unknown[]) {
  const [first] = given;
  const text = typeof first === 'string' ? first : (first as { text: string }).text;
  const counter = statements.getStore();
  if (counter && text.includes('organization')) {
    counter.n += 1;
  }
  return Reflect.apply(send, this, given);
}

beforeAll(async () => {
  // It has the same signature as the method it replaces.
  pg.Client.prototype.query = counting as typeof send;
  app = await testApp();
  token = await app.managementToken();
});
afterAll(async () => {
  pg.Client.prototype.query = send;
  await app.close();
});

function unique(): string {
  count += 1;
  return `n${count}`;
}
const createOrganization = async () =>
  (await app.call(organizationsApi.create, { token, body: { name: unique() } })).body.id;
const createUser = async (more: Record<string, unknown> = {}) =>
  (await app.call(usersApi.create, { token, body: { username: unique(), ...more } })).body.id;
const memberIds = async (id: string) =>
  (await app.call(organizationMembersApi.list, { token, params: { id } })).body.map((member) => member.id);
const expiresAt = () => Date.now() + 3_600_000;

const relation = { status: 422, body: { code: 'entity.relation_foreign_key_not_found' } };

test('attack 19: a role of another tenant can be given to nobody', async () => {
  const admin = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const { body: foreign } = await app.call(organizationRolesApi.create, { ...admin, body: { name: unique() } });
  const [id, userId] = [await createOrganization(), await createUser()];
  await app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds: [userId] } });
  const organizationRoleIds = [foreign.id];
  const at = { token, params: { id, userId } };
  expect(await app.call(organizationMembersApi.addRoles, { ...at, body: { organizationRoleIds } })).toMatchObject(
    relation,
  );
  expect(await app.call(organizationMembersApi.replaceRoles, { ...at, body: { organizationRoleIds } })).toMatchObject(
    relation,
  );
  const bulk = { userIds: [userId], organizationRoleIds };
  expect(await app.call(organizationMembersApi.assignRoles, { token, params: { id }, body: bulk })).toMatchObject(
    relation,
  );
  const jit = { token, params: { id }, body: { organizationRoleIds } };
  expect(await app.call(organizationJitApi.addRoles, jit)).toMatchObject(relation);
  const invitation = { organizationId: id, invitee: `${unique()}@example.org`, expiresAt: expiresAt() };
  expect(
    await app.call(organizationInvitationsApi.create, { token, body: { ...invitation, organizationRoleIds } }),
  ).toMatchObject(relation);
  expect((await app.call(organizationMembersApi.listRoles, at)).body).toEqual([]);
});

test('attack 17: bodies cannot set other columns', async () => {
  const id = await createOrganization();
  // Fields of the entity that an operation does not take are ignored; others are refused.
  for (const more of [{ id: 'chosen' }, { tenantId: 'admin' }, { searchText: 'x' }, { usersCount: 9 }]) {
    const made = await app.call(organizationsApi.create, { token, body: { name: unique(), ...more } as never });
    const changed = await app.call(organizationsApi.update, { token, params: { id }, body: more as never });
    for (const { status, body } of [made, changed]) {
      expect([200, 201, 400], JSON.stringify(more)).toContain(status);
      expect(body).not.toMatchObject(more);
    }
  }
  const { body: organization } = await app.call(organizationsApi.get, { token, params: { id } });
  expect(organization).toMatchObject({ id, tenantId: 'default' });
  for (const more of [{ status: 'Accepted' }, { acceptedUserId: 'x' }, { id: 'chosen' }, { tenantId: 'admin' }]) {
    const invitation = { organizationId: id, invitee: `${unique()}@example.org`, expiresAt: expiresAt() };
    const body = { ...invitation, ...more } as never;
    const made = await app.call(organizationInvitationsApi.create, { token, body });
    expect([200, 201, 400], JSON.stringify(more)).toContain(made.status);
    expect(made.body).not.toMatchObject(more);
  }
});

test('attack 18: the invitation of another address makes nobody a member', async () => {
  const [organizationId, primaryEmail] = [await createOrganization(), `${unique()}@example.org`];
  const owner = await createUser({ primaryEmail });
  const others = [
    await createUser(),
    await createUser({ primaryEmail: `x${primaryEmail}` }),
    await createUser({ primaryEmail: primaryEmail.replace('@', '+a@') }),
  ];
  const { body } = await app.call(organizationInvitationsApi.create, {
    token,
    body: { organizationId, invitee: primaryEmail, expiresAt: expiresAt() },
  });
  const accept = (acceptedUserId: string) =>
    app.call(organizationInvitationsApi.setStatus, {
      token,
      params: { id: body.id },
      body: { status: 'Accepted', acceptedUserId },
    });
  for (const acceptedUserId of [...others, 'unknown']) {
    expect((await accept(acceptedUserId)).status).toBe(422);
  }
  expect(await memberIds(organizationId)).toEqual([]);
  // Attack 38: only one of several concurrent answers counts.
  const answers = await Promise.all(Array.from({ length: 8 }, () => accept(owner)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await memberIds(organizationId)).toEqual([owner]);
});

test('lists need the same number of statements for one row and for many', async () => {
  const id = await createOrganization();
  const userIds = await Promise.all(Array.from({ length: 12 }, () => createUser()));
  await Promise.all(Array.from({ length: 12 }, () => createOrganization()));
  await app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds } });
  const counted = async (size: number, call: (query: { page_size: string }) => Promise<{ body: unknown[] }>) => {
    const counter = { n: 0 };
    const { body } = await statements.run(counter, () => call({ page_size: String(size) }));
    expect(body).toHaveLength(size);
    return counter.n;
  };
  const organizations = (query: { page_size: string }) =>
    app.call(organizationsApi.list, { token, query: { ...query, showFeatured: '1' } });
  const members = (query: { page_size: string }) =>
    app.call(organizationMembersApi.list, { token, params: { id }, query });
  for (const call of [organizations, members]) {
    const one = await counted(1, call);
    expect(one).toBeGreaterThan(0);
    expect(await counted(12, call)).toBe(one);
  }
});
