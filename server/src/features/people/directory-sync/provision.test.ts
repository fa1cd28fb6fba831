import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { directorySyncApi } from '@postern/contracts/people/directory-sync';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { defaultTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDirectoryPerson } from '#features/people/directory-sync';
import { createClient, redirectUri } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { runBulk } from './bulk.ts';
import { type TestDirectory, testDirectory } from './testing.ts';

let app: ListeningApp;
let token: string;
let acme: TestDirectory;

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  acme = await testDirectory(app, token, ['acme.example']);
});
afterAll(() => app.close());

const person = (name: string, more: object = {}) => ({
  userName: `${name}@acme.example`,
  externalId: `ext-${name}`,
  emails: [{ value: `${name}@acme.example`, type: 'work', primary: true }],
  ...more,
});
const create = async (name: string, more: object = {}, directory = acme): Promise<string> =>
  (await directory.post('/Users', person(name, more))).body.id;
const account = async (userId: string) => (await app.call(usersApi.get, { token, params: { userId } })).body;
const setActive = (id: string, active: unknown) =>
  acme.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: active }]);
const suspendByHand = (userId: string, isSuspended: boolean) =>
  app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended } });

describe('deprovisioning', () => {
  /** A linked user with a password, who is signed in. */
  async function signedIn(name: string) {
    const spa = await createClient(app, token, { type: 'SPA' });
    const login = { username: name, password: 'correct horse battery' };
    const body = { ...login, primaryEmail: `${name}@acme.example` };
    const { body: user } = await app.call(usersApi.create, { token, body });
    const id = await create(name);
    expect(id).toBe(user.id);
    const flow = { issuer: `${app.endpoint}/oidc`, clientId: spa.id, redirectUri, person: login };
    const { tokens } = await authorize(flow);
    const refresh = async () => {
      const answer = await app.core.inject({
        method: 'POST',
        url: '/oidc/token',
        headers: { host: new URL(app.endpoint).host, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          client_id: spa.id,
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token ?? '',
        }).toString(),
      });
      return answer.statusCode;
    };
    const userinfo = async () => {
      const headers = { host: new URL(app.endpoint).host, authorization: `Bearer ${tokens.access_token}` };
      return (await app.core.inject({ method: 'GET', url: '/oidc/me', headers })).statusCode;
    };
    return { id, refresh, userinfo };
  }

  test('ends sessions and tokens with the answer of the request', async () => {
    const { id, refresh, userinfo } = await signedIn('ada');
    expect(await userinfo()).toBe(200);
    expect((await setActive(id, 'False')).body.active).toBe(false);
    expect([await userinfo(), await refresh()]).toEqual([401, 400]);
    expect((await account(id)).isSuspended).toBe(true);
    await setActive(id, true);
    expect((await account(id)).isSuspended).toBe(false);
    expect([await userinfo(), await refresh()]).toEqual([401, 400]);
  });

  test('by DELETE suspends the account, and the same person gets it back', async () => {
    const id = await create('ben');
    expect((await acme.remove(`/Users/${id}`)).status).toBe(204);
    expect((await acme.get(`/Users/${id}`)).status).toBe(404);
    expect((await acme.remove(`/Users/${id}`)).status).toBe(404);
    expect((await account(id)).isSuspended).toBe(true);
    expect(await create('ben')).toBe(id);
    expect((await account(id)).isSuspended).toBe(false);
  });

  test('deletes accounts that it created if the connector says so, and suspends all others', async () => {
    const cyan = await testDirectory(app, token, ['cyan.example']);
    const mail = (name: string) => ({
      userName: `${name}@cyan.example`,
      emails: [{ value: `${name}@cyan.example` }],
    });
    const update = { token, params: { id: cyan.id }, body: { deletion: 'delete' as const } };
    expect((await app.call(directorySyncApi.update, update)).body.deletion).toBe('delete');
    const created = await create('new', mail('new'), cyan);
    await app.call(usersApi.create, { token, body: { primaryEmail: 'old@cyan.example' } });
    const linked = await create('old', mail('old'), cyan);
    await cyan.remove(`/Users/${created}`);
    await cyan.remove(`/Users/${linked}`);
    expect((await app.call(usersApi.get, { token, params: { userId: created } })).status).toBe(404);
    expect((await account(linked)).isSuspended).toBe(true);
  });

  test('does not lift a suspension by an administrator', async () => {
    const id = await create('cleo');
    await suspendByHand(id, true);
    await setActive(id, false);
    await setActive(id, true);
    expect((await account(id)).isSuspended).toBe(true);
    await suspendByHand(id, false);
    await setActive(id, false);
    expect((await account(id)).isSuspended).toBe(true);
  });

  test('is not undone by a change that does not mention active', async () => {
    const id = await create('quiet');
    await setActive(id, false);
    const replaced = await acme.put(`/Users/${id}`, person('quiet', { title: 'Engineer' }));
    expect([replaced.status, replaced.body.active]).toEqual([200, false]);
    const removed = await acme.patch(`/Users/${id}`, [{ op: 'remove', path: 'active' }]);
    // The attribute is gone (RFC 7644 §3.5.2.2), the suspension is not; the next whole user shows it again.
    expect([removed.status, removed.body.active]).toEqual([200, undefined]);
    expect((await account(id)).isSuspended).toBe(true);
    const again = await acme.put(`/Users/${id}`, person('quiet', { title: 'Clerk' }));
    expect([again.status, again.body.active]).toEqual([200, false]);
    expect((await account(id)).isSuspended).toBe(true);
  });

  test('survives deactivations and reactivations at the same time (attack 46)', async () => {
    const id = await create('dora');
    const many = Array.from({ length: 12 }, (_, n) => setActive(id, n % 2 === 0));
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    const { body } = await acme.get(`/Users/${id}`);
    expect((await account(id)).isSuspended).toBe(!body.active);
    await setActive(id, false);
    expect((await account(id)).isSuspended).toBe(true);
  });

  test('of the same user twice at once creates it once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => acme.post('/Users', person('twice'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('existing accounts', () => {
  test('are linked by a verified address of a domain of the connector', async () => {
    const body = { primaryEmail: 'eve@acme.example', name: 'Eve' };
    const { body: user } = await app.call(usersApi.create, { token, body });
    const answer = await acme.post('/Users', person('eve'));
    expect([answer.status, answer.body.id]).toEqual([201, user.id]);
    const list = await app.call(directorySyncApi.listUsers, {
      token,
      params: { id: acme.id },
      query: { page_size: '100' },
    });
    expect(list.body.find(({ userId }) => userId === user.id)).toMatchObject({ isLinked: true, isActive: true });
  });

  test('of other domains are never taken over, whatever the directory says (attack 46)', async () => {
    const victim = { primaryEmail: 'victim@other.example', username: 'victim', name: 'Victim' };
    const { body: user } = await app.call(usersApi.create, { token, body: victim });
    const id = await create('mallory', {
      userName: 'victim@other.example',
      externalId: user.id,
      emails: [{ value: 'victim@other.example', primary: true }],
      displayName: 'Hijacked',
    });
    expect(id).not.toBe(user.id);
    const patched = await acme.patch(`/Users/${user.id}`, [{ op: 'replace', path: 'active', value: false }]);
    const deleted = await acme.remove(`/Users/${user.id}`);
    const replaced = await acme.put(`/Users/${user.id}`, person('victim'));
    expect([patched.status, deleted.status, replaced.status]).toEqual([404, 404, 404]);
    expect(await account(user.id)).toMatchObject({ ...victim, isSuspended: false });
  });

  test('keep their owner if the company gives the address to another person (attack 44)', async () => {
    const old = await create('sam', { externalId: 'sam-1' });
    await acme.remove(`/Users/${old}`);
    const next = await create('sam', { externalId: 'sam-2' });
    expect(next).not.toBe(old);
    expect(await account(old)).toMatchObject({ primaryEmail: null, isSuspended: true });
    expect(await account(next)).toMatchObject({ primaryEmail: 'sam@acme.example', isSuspended: false });
  });

  test('with an unverified claim of the address lose the claim', async () => {
    const { body: squatter } = await app.call(usersApi.create, {
      token,
      body: { primaryEmail: 'tess@acme.example', username: 'squatter' },
    });
    await app.write('default', (db) =>
      db.updateTable('users').set({ email_verified_at: null }).where('id', '=', squatter.id).execute(),
    );
    const id = await create('tess');
    expect([(await account(squatter.id)).primaryEmail, (await account(id)).primaryEmail]).toEqual([
      null,
      'tess@acme.example',
    ]);
  });

  test('are found by the sign-in through the identity provider', async () => {
    const id = await create('uma', { externalId: '00u-okta-id' });
    const found = (identityId: string, connectorId = acme.id) =>
      app.read('default', (db) => findDirectoryPerson(db, connectorId, identityId));
    expect(await found('00u-okta-id')).toEqual({ id, isSuspended: false, epoch: expect.any(Number) });
    expect(await found('UMA@acme.example')).toEqual({ id, isSuspended: false, epoch: expect.any(Number) });
    expect(await found('00U-OKTA-ID')).toBeUndefined();
    expect(await found('00u-okta-id', 'other')).toBeUndefined();
    await acme.remove(`/Users/${id}`);
    expect(await found('00u-okta-id')).toBeUndefined();
  });
});

describe('groups', () => {
  let organizationId: string;
  let [editor, viewer] = ['', ''];
  beforeAll(async () => {
    organizationId = (await app.call(organizationsApi.create, { token, body: { name: 'Acme' } })).body.id;
    const role = async (name: string) =>
      (await app.call(organizationRolesApi.create, { token, body: { name } })).body.id;
    [editor, viewer] = [await role('editor'), await role('viewer')];
  });

  const newGroup = async (displayName: string, ids: string[]) =>
    (await acme.post('/Groups', { displayName, members: ids.map((value) => ({ value })) })).body.id as string;
  const map = (groupId: string, organizationRoleIds: string[], id = acme.id) =>
    app.call(directorySyncApi.createMapping, {
      token,
      params: { id },
      body: { groupId, organizationId, organizationRoleIds },
    });
  /** The names of the roles; undefined if the user is not a member. */
  const rolesOf = async (userId: string) => {
    const params = { id: organizationId };
    const { body } = await app.call(organizationMembersApi.list, { token, params, query: { page_size: '100' } });
    return body.find(({ id }) => id === userId)?.organizationRoles.map(({ name }) => name);
  };

  test('give memberships and roles, and take away what they gave', async () => {
    const [one, two] = [await create('g1'), await create('g2')];
    const groupId = await newGroup('Editors', [one]);
    const { status, body: mapping } = await map(groupId, [editor]);
    expect([status, mapping]).toMatchObject([
      201,
      { group: { name: 'Editors' }, organization: { name: 'Acme' }, organizationRoles: [{ name: 'editor' }] },
    ]);
    expect([await rolesOf(one), await rolesOf(two)]).toEqual([['editor'], undefined]);
    await acme.patch(`/Groups/${groupId}`, [{ op: 'Add', path: 'members', value: [{ value: two }] }]);
    expect(await rolesOf(two)).toEqual(['editor']);
    await acme.patch(`/Groups/${groupId}`, [{ op: 'Remove', path: `members[value eq "${one}"]` }]);
    expect([await rolesOf(one), await rolesOf(two)]).toEqual([undefined, ['editor']]);
    const params = { id: acme.id, mappingId: mapping.id };
    await app.call(directorySyncApi.updateMapping, { token, params, body: { organizationRoleIds: [viewer] } });
    expect(await rolesOf(two)).toEqual(['viewer']);
    await app.call(directorySyncApi.removeMapping, { token, params });
    expect(await rolesOf(two)).toBeUndefined();
  });

  test('never take away what an administrator gave', async () => {
    const id = await create('g3');
    await app.call(organizationMembersApi.add, { token, params: { id: organizationId }, body: { userIds: [id] } });
    const assign = { userIds: [id], organizationRoleIds: [viewer] };
    await app.call(organizationMembersApi.assignRoles, { token, params: { id: organizationId }, body: assign });
    const groupId = await newGroup('Both', [id]);
    await map(groupId, [viewer, editor]);
    expect(await rolesOf(id)).toEqual(['editor', 'viewer']);
    expect((await acme.remove(`/Groups/${groupId}`)).status).toBe(204);
    expect(await rolesOf(id)).toEqual(['viewer']);
  });

  test('in two mappings keep a role until the last one is gone', async () => {
    const id = await create('g4');
    const [one, two] = [await newGroup('One', [id]), await newGroup('Two', [id])];
    await map(one, [editor]);
    await map(two, [editor, viewer]);
    await acme.put(`/Groups/${one}`, { displayName: 'One', members: [] });
    expect(await rolesOf(id)).toEqual(['editor', 'viewer']);
    await acme.remove(`/Users/${id}`);
    expect(await rolesOf(id)).toBeUndefined();
  });

  test('have members that clients add, replace, name and clear', async () => {
    const ids = [await create('g5'), await create('g6'), await create('g7')];
    const [one, two, three] = ids as [string, string, string];
    const groupId = await newGroup('Changing', []);
    const members = async () =>
      ((await acme.get(`/Groups/${groupId}`)).body.members as { value: string }[])
        .map(({ value }) => ids.indexOf(value) + 1)
        .sort();
    const patch = (...operations: object[]) => acme.patch(`/Groups/${groupId}`, operations);
    await patch(...ids.map((value) => ({ op: 'add', path: 'members', value: [{ value }] })));
    expect(await members()).toEqual([1, 2, 3]);
    await patch({ op: 'remove', path: 'members', value: [{ value: one }] });
    expect(await members()).toEqual([2, 3]);
    await patch({ op: 'replace', value: { id: groupId, displayName: 'Renamed', members: [{ value: one }] } });
    expect(await members()).toEqual([1]);
    await patch(
      { op: 'remove', path: `members[value eq "${one}" or value eq "${two}"]` },
      { op: 'add', value: { members: [{ value: three }] } },
    );
    expect(await members()).toEqual([3]);
    await patch({ op: 'remove', path: 'members' });
    expect(await members()).toEqual([]);
    expect((await acme.get(`/Groups/${groupId}`)).body.displayName).toBe('Renamed');
    const refused = await patch({ op: 'add', path: 'members', value: [{ value: 'nobody' }] });
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue']);
  });

  test('are mapped once per organization, and only groups of the connector', async () => {
    const groupId = await newGroup('Mapped', []);
    expect((await map(groupId, [])).status).toBe(201);
    expect((await map(groupId, [])).body).toMatchObject({ code: 'directory_sync.mapping_exists' });
    expect((await map('nothing', [])).status).toBe(422);
    expect((await map(groupId, ['nothing'])).status).toBe(422);
    const other = await testDirectory(app, token, ['brown.example']);
    expect((await map(groupId, [], other.id)).status).toBe(422);
  });
});

describe('tokens', () => {
  test('are shown once, stored as a hash, and listed with their last use', async () => {
    const { body } = await app.call(directorySyncApi.listTokens, { token, params: { id: acme.id } });
    expect(body).toEqual([expect.objectContaining({ name: 'Directory', lastUsedAt: expect.any(Number) })]);
    const rows = await app.read('default', (db) => db.selectFrom('directory_tokens').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(acme.token.slice(6));
  });

  test('overlap while one is replaced: two are valid, a third is refused, a deleted one stops at once', async () => {
    const blue = await testDirectory(app, token, ['blue.example']);
    const params = { id: blue.id };
    const { body: second } = await app.call(directorySyncApi.createToken, { token, params, body: { name: 'Next' } });
    expect((await blue.get('/Users', { token: second.token })).status).toBe(200);
    const third = await app.call(directorySyncApi.createToken, { token, params, body: { name: 'Third' } });
    expect([third.status, third.body]).toMatchObject([422, { code: 'directory_sync.too_many_tokens' }]);
    await app.call(directorySyncApi.removeToken, { token, params: { ...params, tokenId: blue.tokenId } });
    expect((await blue.get('/Users')).status).toBe(401);
    expect((await blue.get('/Users', { token: second.token })).status).toBe(200);
    expect((await app.call(directorySyncApi.get, { token, params })).body).toMatchObject({
      isOn: true,
      users: 0,
      groups: 0,
    });
  });

  test('attack: a bulk request that is running stops when its token is deleted', async () => {
    const leaked = await testDirectory(app, token, ['leaked.example']);
    const { tenancy } = app.app;
    let chunks = 0;
    const write: typeof tenancy.write = async (tenantId, work, options) => {
      const done = await tenancy.write(tenantId, work, options);
      chunks += 1;
      await app.call(directorySyncApi.removeToken, { token, params: { id: leaked.id, tokenId: leaked.tokenId } });
      return done;
    };
    const directory = {
      app: { ...app.app, tenancy: { ...tenancy, write } },
      tenantId: defaultTenantId,
      connectorId: leaked.id,
      tokenId: leaked.tokenId,
      domains: ['leaked.example'],
    };
    const Operations = Array.from({ length: 60 }, (_, n) => ({
      method: 'POST',
      path: '/Users',
      bulkId: String(n),
      data: { userName: `n${n}@leaked.example` },
    }));
    await expect(runBulk(directory, { Operations }, () => undefined)).rejects.toMatchObject({
      code: 'scim.unauthorized',
    });
    expect(chunks).toBe(1);
    const { headers } = await app.call(directorySyncApi.listUsers, { token, params: { id: leaked.id }, query: {} });
    expect(Number(headers['total-number'])).toBe(50);
  });

  test('expire', async () => {
    const red = await testDirectory(app, token, ['red.example']);
    const past = await app.call(directorySyncApi.createToken, {
      token,
      params: { id: red.id },
      body: { name: 'Past', expiresAt: Date.now() - 1 },
    });
    expect(past.status).toBe(400);
    await app.write('default', (db) =>
      db
        .updateTable('directory_tokens')
        .set({ expires_at: new Date(0) })
        .where('id', '=', red.tokenId)
        .execute(),
    );
    expect((await red.get('/Users')).status).toBe(401);
    expect((await app.call(directorySyncApi.get, { token, params: { id: red.id } })).body.isOn).toBe(false);
  });

  test('work for their own connector only (attack 46)', async () => {
    const green = await testDirectory(app, token, ['green.example']);
    const id = await create('own');
    const group = (await acme.post('/Groups', { displayName: 'Own' })).body.id;
    expect((await acme.get('/Users', { token: green.token })).status).toBe(401);
    for (const path of [`/Users/${id}`, `/Groups/${group}`]) {
      const answers = [
        await green.get(path),
        await green.remove(path),
        await green.patch(path, [{ op: 'replace', path: 'externalId', value: 'x' }]),
        await green.put(path, { userName: 'x', displayName: 'x' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    const members = await green.post('/Groups', { displayName: 'Theft', members: [{ value: id }] });
    expect([members.status, (await green.get('/Users')).body.totalResults]).toEqual([400, 0]);
    expect((await green.find('Users', `id eq "${id}"`)).body.totalResults).toBe(0);
    expect((await account(id)).isSuspended).toBe(false);
  });

  test.each([undefined, '', 'Bearer', 'Bearer x', 'Basic eA==', `Bearer ${'x'.repeat(5000)}`])(
    'are needed: %#',
    async (authorization) => {
      const answer = await acme.send('GET', '/Users', undefined, { headers: { authorization: authorization ?? '' } });
      expect([answer.status, answer.body.status, answer.headers['www-authenticate']]).toEqual([
        401,
        '401',
        'Bearer realm="scim"',
      ]);
    },
  );

  test('are no tokens for the management API, and the other way round', async () => {
    expect((await acme.get('/Users', { token })).status).toBe(401);
    expect((await app.call(usersApi.list, { token: acme.token, query: {} })).status).toBe(401);
  });
});

test('another tenant sees nothing', async () => {
  const admin = await app.managementToken('admin');
  const params = { id: acme.id };
  const answers = [
    await app.call(directorySyncApi.get, { token: admin, params, tenantId: 'admin' }),
    await app.call(directorySyncApi.listTokens, { token: admin, params, tenantId: 'admin' }),
    await app.call(directorySyncApi.createToken, { token: admin, params, tenantId: 'admin', body: { name: 'x' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const { status } = await app.inject(app.admin, {
    method: 'GET',
    url: `/scim/v2/${acme.id}/Users`,
    headers: { host: new URL(app.app.endpointOf('admin')).host, authorization: `Bearer ${acme.token}` },
  });
  expect(status).toBe(401);
});

test('changes are in the audit log, with the connector as the actor', async () => {
  const id = await create('logged');
  await setActive(id, false);
  await acme.post('/Groups', { displayName: 'Logged' });
  await app.worker.drain();
  const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
  const byDirectory = rows.filter(({ payload }) => {
    const { actor } = payload as { actor?: { type: string; id: string } };
    return actor?.type === 'directory' && actor.id === acme.id;
  });
  expect([...new Set(byDirectory.map(({ key }) => key))]).toEqual(
    expect.arrayContaining(['User.Created', 'User.SuspensionStatus.Updated', 'DirectorySync.Groups.Updated']),
  );
  expect(rows.map(({ key }) => key)).toContain('DirectorySync.Tokens.Updated');
});

test('a deleted connector keeps the accounts', async () => {
  const gray = await testDirectory(app, token, ['gray.example']);
  const { body } = await gray.post('/Users', { userName: 'pat@gray.example' });
  await app.call(ssoConnectorsApi.remove, { token, params: { id: gray.id } });
  expect([(await gray.get('/Users')).status, (await account(body.id)).primaryEmail]).toEqual([401, 'pat@gray.example']);
});
