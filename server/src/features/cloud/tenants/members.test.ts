import { applicationsApi } from '@postern/contracts/access/applications';
import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import type { TenantRole } from '@postern/contracts/cloud/tenants';
import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId, tenantRoleScopes } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsolePerson, consoleMember, consolePerson, consoleRole, trailOf } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import type { Running } from '../../../app.ts';

let app: TestApp;
let other: Running;
let owner: ConsolePerson;
let tenantId: string;
let token: string;
let count = 0;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  other = await app.another();
  owner = await consolePerson(app, 'owner');
});
afterAll(() => app.close());
beforeEach(async () => {
  tenantId = await owner.createTenant('Acme');
  token = await owner.organization(tenantId);
});

const join = (role: string, name = 'member') => {
  count += 1;
  return consoleMember(app, tenantId, `${name}_${count}`, role);
};
const list = (by = token, query: Record<string, string> = {}, id = tenantId) =>
  app.call(tenantMembersApi.list, { token: by, params: { id }, query });
const setRole = (userId: string, roleName: TenantRole, by = token) =>
  app.call(tenantMembersApi.setRole, { token: by, params: { id: tenantId, userId }, body: { roleName } });
const remove = (userId: string, by = token) =>
  app.call(tenantMembersApi.remove, { token: by, params: { id: tenantId, userId } });
const rolesOf = async (userId: string) =>
  (await list()).body.find(({ id }) => id === userId)?.organizationRoles.map(({ name }) => name);

const lastAdmin = { status: 422, body: { code: 'tenant.last_admin' } };
const forbidden = { status: 403, body: { code: 'auth.forbidden' } };
const notFound = { status: 404, body: { code: 'entity.not_found' } };

/** Calls the management API with the token as the console does, on either node. */
const readData = async (by: string, node: Pick<Running, 'admin'> = app) =>
  (
    await node.admin.inject({
      method: 'GET',
      url: `/m/${tenantId}${pathOf(usersApi.list)}`,
      headers: { host: 'admin.test', authorization: `Bearer ${by}` },
    })
  ).statusCode;

describe('the list', () => {
  test('shows members with their roles in the order of joining', async () => {
    const helper = await join('collaborator', 'helper');
    const { status, body, headers } = await list();
    expect([status, headers['total-number']]).toEqual([200, '2']);
    expect(body).toEqual([
      {
        id: owner.id,
        name: null,
        username: 'owner',
        primaryEmail: 'owner@example.com',
        avatar: null,
        organizationRoles: [{ id: 'admin', name: 'admin' }],
        createdAt: expect.any(Number),
        lastSignInAt: expect.any(Number),
      },
      expect.objectContaining({ id: helper.id, organizationRoles: [{ id: 'collaborator', name: 'collaborator' }] }),
    ]);
  });

  test('is paginated', async () => {
    const [one, two] = [await join('collaborator'), await join('collaborator')];
    const page = await list(token, { page: '2', page_size: '2' });
    expect([page.body.map(({ id }) => id), page.headers['total-number']]).toEqual([[two.id], '3']);
    expect((await list(token, { page: '1', page_size: '2' })).body.map(({ id }) => id)).toEqual([owner.id, one.id]);
    expect(await list(token, { page: '0' })).toMatchObject({ status: 400, body: { code: 'guard.invalid_pagination' } });
  });

  test('is searched by name, username, address and id; a percent sign is literal', async () => {
    const ada = await join('collaborator', 'ada');
    await app.write(adminTenantId, (db) =>
      db.updateTable('users').set({ name: '100% Lovelace' }).where('id', '=', ada.id).execute(),
    );
    const found = async (q: string) => (await list(token, { q })).body.map(({ id }) => id);
    for (const q of ['lovelace', 'ADA_', `${ada.email}`, ada.id, '0% L']) {
      expect([q, await found(q)]).toEqual([q, [ada.id]]);
    }
    expect((await list(token, { q: 'lovelace' })).headers['total-number']).toBe('1');
    for (const q of ['%nobody', 'a%e', '\\', "';--", '_____________________________________________']) {
      expect([q, await found(q)]).toEqual([q, []]);
    }
    expect((await list(token, { q: 'x'.repeat(257) })).status).toBe(400);
  });

  test('is available to members who may read it', async () => {
    expect((await list((await join('collaborator')).token)).status).toBe(200);
    await consoleRole(app, 'blind', ['read:data']);
    expect(await list((await join('blind')).token)).toMatchObject(forbidden);
  });

  test('is hidden from other tenants', async () => {
    const stranger = await consolePerson(app, 'stranger');
    const theirs = await stranger.createTenant('Theirs');
    const foreign = await stranger.organization(theirs);
    for (const id of [tenantId, 'nowhere', adminTenantId, 'default']) {
      expect([id, await list(foreign, {}, id)]).toMatchObject([id, notFound]);
    }
    for (const answer of [await setRole(owner.id, 'collaborator', foreign), await remove(owner.id, foreign)]) {
      expect(answer).toMatchObject(notFound);
    }
    // The tenant's own address rejects users of another tenant as well.
    expect(
      await app.call(tenantMembersApi.setRole, {
        token: foreign,
        params: { id: theirs, userId: owner.id },
        body: { roleName: 'admin' },
      }),
    ).toMatchObject(notFound);
    expect((await list()).body.map(({ id }) => id)).toEqual([owner.id]);
  });
});

describe('a role', () => {
  test('is assigned and removed, and its permissions apply immediately on every node', async () => {
    const helper = await join('collaborator');
    expect(await setRole(helper.id, 'admin')).toMatchObject({
      status: 200,
      body: { id: helper.id, organizationRoles: [{ id: 'admin', name: 'admin' }] },
    });
    // The existing token has fewer scopes than the user; a new one has all of them.
    expect(await setRole(owner.id, 'admin', helper.token)).toMatchObject(forbidden);
    const promoted = await helper.organization(tenantId);
    expect((decodeJwt(promoted).scope as string).split(' ').sort()).toEqual([...tenantRoleScopes.admin].sort());
    expect((await setRole(owner.id, 'admin', promoted)).status).toBe(200);

    expect((await setRole(helper.id, 'collaborator')).body.organizationRoles).toEqual([
      { id: 'collaborator', name: 'collaborator' },
    ]);
    // The token has more scopes than the user by now.
    expect(await setRole(helper.id, 'admin', promoted)).toMatchObject(forbidden);
    expect(await remove(owner.id, promoted)).toMatchObject(forbidden);
    expect([await readData(promoted), await readData(promoted, other)]).toEqual([200, 200]);
    const trail = await trailOf(app, 'Tenant.Membership.Updated', helper.id);
    expect(trail.filter(({ userId }) => userId === helper.id)).toMatchObject([
      { subjectId: tenantId, role: 'admin', actor: { id: owner.id } },
      { role: 'collaborator' },
    ]);
  });

  test.each([{ roleName: 'owner' }, { roleName: '' }, {}, { roleName: 'admin', userId: 'x' }, []])(
    'rejects %j',
    async (body) => {
      const answer = await app.call(tenantMembersApi.setRole, {
        token,
        params: { id: tenantId, userId: owner.id },
        body: body as { roleName: 'admin' },
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    },
  );

  test('of a non-member is a 404', async () => {
    const outsider = await consolePerson(app, `outsider_${tenantId}`);
    for (const userId of ['nobody', outsider.id, "' or 1=1"]) {
      expect([userId, await setRole(userId, 'admin')]).toMatchObject([userId, notFound]);
      expect([userId, await remove(userId)]).toMatchObject([userId, notFound]);
    }
  });
});

test('a role that may only read gets no secrets and changes nothing', async () => {
  await consoleRole(app, 'observer', ['read:data']);
  const observer = await join('observer');
  const through = (by: string, method: 'GET' | 'POST', path: string, payload?: object) =>
    app.admin.inject({
      method,
      url: `/m/${tenantId}${path}`,
      headers: { host: 'admin.test', authorization: `Bearer ${by}` },
      ...(payload ? { payload } : {}),
    });
  const machine = { name: 'machine', type: 'MachineToMachine' };
  const { id } = (await through(token, 'POST', pathOf(applicationsApi.create), machine)).json();
  const secrets = pathOf(applicationsApi.listSecrets, { id });
  expect((await through(token, 'GET', secrets)).json()).toMatchObject([{ value: expect.stringMatching(/^\w{32}$/) }]);
  expect((await through(observer.token, 'GET', secrets)).json()).toMatchObject([{ value: '' }]);
  expect((await through(observer.token, 'POST', pathOf(applicationsApi.create), machine)).statusCode).toBe(403);
});

describe('the last administrator', () => {
  test('cannot leave, be demoted or be removed', async () => {
    await join('collaborator');
    await consoleRole(app, `steward_${tenantId}`.slice(0, 21), [
      'manage:tenant',
      'remove:member',
      'update:member:role',
      'read:member',
    ]);
    const steward = await join(`steward_${tenantId}`.slice(0, 21));
    expect(await remove(owner.id)).toMatchObject(lastAdmin);
    expect(await setRole(owner.id, 'collaborator')).toMatchObject(lastAdmin);
    expect(await remove(owner.id, steward.token)).toMatchObject(lastAdmin);
    expect(await setRole(owner.id, 'collaborator', steward.token)).toMatchObject(lastAdmin);
    expect(await rolesOf(owner.id)).toEqual(['admin']);
    const german = await app.call(tenantMembersApi.remove, {
      token,
      params: { id: tenantId, userId: owner.id },
      headers: { 'accept-language': 'de' },
    });
    expect(JSON.stringify(german.body)).toContain('Acme');
  });

  test('may stay administrator, and may leave once there is another one', async () => {
    expect((await setRole(owner.id, 'admin')).status).toBe(200);
    const heir = await join('admin');
    expect((await remove(owner.id)).status).toBe(204);
    expect((await list(heir.token)).body.map(({ id }) => id)).toEqual([heir.id]);
    expect(await remove(heir.id, heir.token)).toMatchObject(lastAdmin);
  });

  test('cannot be replaced by a suspended user', async () => {
    const idle = await join('admin');
    const admin = { token: await app.managementToken(adminTenantId), tenantId: adminTenantId };
    await app.call(usersApi.setSuspended, { ...admin, params: { userId: idle.id }, body: { isSuspended: true } });
    expect(await remove(owner.id)).toMatchObject(lastAdmin);
    expect(await setRole(owner.id, 'collaborator')).toMatchObject(lastAdmin);
    expect((await remove(idle.id)).status).toBe(204);
  });

  test('attack 38: one wins if two demote each other at the same time', async () => {
    const rival = await join('admin');
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([
        setRole(rival.id, 'collaborator'),
        setRole(owner.id, 'collaborator', rival.token),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const roles = [await rolesOf(owner.id), await rolesOf(rival.id)].flat().sort();
      expect(roles).toEqual(['admin', 'collaborator']);
      await app.write(adminTenantId, (db) =>
        db
          .updateTable('organization_users_roles')
          .set({ organization_role_id: 'admin' })
          .where('organization_id', '=', `t-${tenantId}`)
          .execute(),
      );
    }
  });

  test('attack 38: one stays if all administrators leave at the same time', async () => {
    const people = [owner, await join('admin'), await join('admin'), await join('admin')];
    const tokens = await Promise.all(people.map((person) => person.organization(tenantId)));
    const answers = await Promise.all(people.map(({ id }, index) => remove(id, tokens[index])));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 422]);
    const rows = await app.read(adminTenantId, (db) =>
      db.selectFrom('organization_users_roles').selectAll().where('organization_id', '=', `t-${tenantId}`).execute(),
    );
    expect(rows).toMatchObject([{ organization_role_id: 'admin' }]);
  });
});

describe('removal', () => {
  test('invalidates existing tokens immediately on every node', async () => {
    const helper = await join('admin');
    expect([await readData(helper.token), await readData(helper.token, other)]).toEqual([200, 200]);
    expect((await remove(helper.id)).status).toBe(204);
    expect([await readData(helper.token), await readData(helper.token, other)]).toEqual([404, 404]);
    expect(await list(helper.token)).toMatchObject(notFound);
    await expect(helper.organization(tenantId)).rejects.toMatchObject({ status: 403 });
    expect(await trailOf(app, 'Tenant.Membership.Updated', helper.id)).toMatchObject([{ role: null }]);
  });

  test('of other members needs a permission; leaving does not', async () => {
    const [one, two] = [await join('collaborator'), await join('collaborator')];
    expect(await remove(two.id, one.token)).toMatchObject(forbidden);
    expect((await remove(one.id, one.token)).status).toBe(204);
    expect(await remove(one.id, one.token)).toMatchObject(notFound);
    expect((await list()).body.map(({ id }) => id)).toEqual([owner.id, two.id]);
  });

  test('revokes the pending invitations of a removed or demoted member, but not of one who leaves', async () => {
    const [rogue, friend] = [await join('admin'), await join('admin')];
    const invite = (by: string, invitee: string) =>
      app.call(tenantInvitationsApi.create, {
        token: by,
        params: { id: tenantId },
        body: { invitee, roleName: 'admin' },
      });
    await invite(rogue.token, 'second-self@example.com');
    await invite(friend.token, 'successor@example.com');
    await remove(rogue.id);
    await remove(friend.id, friend.token);
    const { body } = await app.call(tenantInvitationsApi.list, { token, params: { id: tenantId } });
    expect(Object.fromEntries(body.map(({ invitee, status }) => [invitee, status]))).toEqual({
      'second-self@example.com': 'Revoked',
      'successor@example.com': 'Pending',
    });
    const demoted = await join('admin');
    await invite(demoted.token, 'third-self@example.com');
    await setRole(demoted.id, 'collaborator');
    const after = await app.call(tenantInvitationsApi.list, { token, params: { id: tenantId } });
    expect(after.body[0]).toMatchObject({ invitee: 'third-self@example.com', status: 'Revoked' });
  });
});

describe('attacks: privilege escalation', () => {
  test('a collaborator cannot change roles or remove members', async () => {
    const helper = await join('collaborator');
    for (const userId of [helper.id, owner.id]) {
      expect(await setRole(userId, 'admin', helper.token)).toMatchObject(forbidden);
      expect(await setRole(userId, 'collaborator', helper.token)).toMatchObject(forbidden);
    }
    expect(await remove(owner.id, helper.token)).toMatchObject(forbidden);
    expect(await rolesOf(helper.id)).toEqual(['collaborator']);
  });

  test('a user who may change roles but not manage the tenant cannot add or remove administrators', async () => {
    const role = `clerk_${tenantId}`.slice(0, 21);
    await consoleRole(app, role, ['update:member:role', 'remove:member', 'read:member']);
    const [clerk, helper] = [await join(role), await join('collaborator')];
    await join('admin');
    expect(await setRole(clerk.id, 'admin', clerk.token)).toMatchObject(forbidden);
    expect(await setRole(helper.id, 'admin', clerk.token)).toMatchObject(forbidden);
    expect(await setRole(owner.id, 'collaborator', clerk.token)).toMatchObject(forbidden);
    expect(await remove(owner.id, clerk.token)).toMatchObject(forbidden);
    expect((await setRole(helper.id, 'collaborator', clerk.token)).status).toBe(200);
    expect((await remove(helper.id, clerk.token)).status).toBe(204);
  });

  test('attack 20: headers do not override the caller or the tenant', async () => {
    const helper = await join('collaborator');
    const headers = { 'x-tenant-id': tenantId, 'x-organization-id': `t-${tenantId}`, 'x-user-id': owner.id };
    expect(
      await app.call(tenantMembersApi.setRole, {
        token: helper.token,
        params: { id: tenantId, userId: helper.id },
        body: { roleName: 'admin' },
        headers,
      }),
    ).toMatchObject(forbidden);
    expect(
      (await app.call(tenantMembersApi.list, { token: owner.cloud, params: { id: tenantId }, headers })).status,
    ).toBe(401);
  });
});
