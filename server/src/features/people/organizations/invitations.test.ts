import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetPauses, lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let server: Server;
let count = 0;
const received: { to: string; type: string; payload: Record<string, unknown> }[] = [];
let answer = 204;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    received.push(JSON.parse(text));
    response.writeHead(answer).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  // In production there is no mailbox, so messages need a connector.
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mail`;
  await app.call(connectorsApi.create, { token, body: { connectorId: 'http-email', config: { endpoint } } });
});
afterAll(async () => {
  await app.close();
  server.close();
});
beforeEach(async () => {
  received.length = 0;
  answer = 204;
  await forgetPauses(app);
});

function unique(): string {
  count += 1;
  return `n${count}`;
}
const address = () => `${unique()}@example.org`;
const inAnHour = () => Date.now() + 3_600_000;
const createOrganization = async () =>
  (await app.call(organizationsApi.create, { token, body: { name: 'Acme' } })).body.id;
const createRole = async (type: 'User' | 'MachineToMachine' = 'User') =>
  (await app.call(organizationRolesApi.create, { token, body: { name: unique(), type } })).body.id;
const createUser = async (more: Record<string, unknown> = {}) =>
  (await app.call(usersApi.create, { token, body: { username: unique(), ...more } })).body.id;
type InvitationDetails = Record<string, unknown>;
const invite = async (more: InvitationDetails = {}) =>
  app.call(organizationInvitationsApi.create, {
    token,
    body: {
      invitee: address(),
      organizationId: (more.organizationId as string) ?? (await createOrganization()),
      expiresAt: inAnHour(),
      ...more,
    },
  });
const setStatus = (id: string, body: { status: 'Accepted' | 'Revoked'; acceptedUserId?: string | null }) =>
  app.call(organizationInvitationsApi.setStatus, { token, params: { id }, body });
const expire = (id: string) =>
  app.write('default', (db) =>
    sql`update organization_invitations set expires_at = now() - interval '1 second' where id = ${id}`.execute(db),
  );
const list = (query: Record<string, string>) => app.call(organizationInvitationsApi.list, { token, query });

const relation = { status: 422, body: { code: 'entity.relation_foreign_key_not_found' } };
const refused = { status: 422, body: { code: 'request.invalid_input' } };
const notFound = { status: 404, body: { code: 'entity.not_found' } };

test('creates, reads, lists and deletes an invitation', async () => {
  const organizationId = await createOrganization();
  const inviterId = await createUser();
  const roles = [await createRole(), await createRole()];
  const invitee = address();
  const { status, body } = await invite({
    organizationId,
    inviterId,
    invitee: invitee.toUpperCase(),
    organizationRoleIds: roles,
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    tenantId: 'default',
    id: expect.stringMatching(/^[\da-z]{21}$/),
    inviterId,
    invitee,
    acceptedUserId: null,
    organizationId,
    status: 'Pending',
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
    expiresAt: expect.any(Number),
    organizationRoles: expect.arrayContaining(roles.map((id) => ({ id, name: expect.any(String) }))),
  });
  expect(body.organizationRoles).toHaveLength(2);
  expect(received).toEqual([]);
  const params = { id: body.id };
  expect((await app.call(organizationInvitationsApi.get, { token, params })).body).toEqual(body);
  const filters: Record<string, string>[] = [{ organizationId }, { inviterId }, { invitee: invitee.toUpperCase() }];
  for (const query of filters) {
    expect((await list(query)).body).toEqual([body]);
  }
  expect((await list({ organizationId, inviterId: 'nobody' })).body).toEqual([]);
  expect((await app.call(organizationInvitationsApi.remove, { token, params })).status).toBe(204);
  expect(await app.call(organizationInvitationsApi.remove, { token, params })).toMatchObject(notFound);
  expect(await app.call(organizationInvitationsApi.get, { token, params })).toMatchObject(notFound);
});

test('lists without pages, or in pages if wanted', async () => {
  const organizationId = await createOrganization();
  for (let index = 0; index < 25; index += 1) {
    await invite({ organizationId });
  }
  const all = await list({ organizationId });
  expect([all.body.length, all.headers['total-number']]).toEqual([25, undefined]);
  const page = await list({ organizationId, page: '2', page_size: '20' });
  expect([page.body.length, Number(page.headers['total-number'])]).toEqual([5, 25]);
});

describe('an invitation is refused', () => {
  test('with an expiry in the past', async () => {
    expect(await invite({ expiresAt: Date.now() - 1 })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input' },
    });
  });

  test.each(['nobody', 'a@b', 'a b@example.org', 'a@example.org\r\nBcc: x@example.org'])(
    'with the address %j',
    async (invitee) => {
      expect(await invite({ invitee })).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    },
  );

  test('with an unknown organization, inviter or role', async () => {
    expect(await invite({ organizationId: 'nowhere' })).toMatchObject(relation);
    expect(await invite({ inviterId: 'nobody' })).toMatchObject(relation);
    expect(await invite({ organizationRoleIds: ['nothing'] })).toMatchObject(relation);
  });

  test('with a role for machines', async () => {
    expect(await invite({ organizationRoleIds: [await createRole('MachineToMachine')] })).toMatchObject({
      status: 422,
      body: { code: 'entity.db_constraint_violated' },
    });
  });

  test('if the address belongs to a member, in any case of letters', async () => {
    const organizationId = await createOrganization();
    const invitee = address();
    const userId = await createUser({ primaryEmail: invitee });
    await app.call(organizationMembersApi.add, { token, params: { id: organizationId }, body: { userIds: [userId] } });
    expect(await invite({ organizationId, invitee: invitee.toUpperCase() })).toMatchObject(refused);
  });

  test('attack 38: if another one is pending, even with ten concurrent requests', async () => {
    const organizationId = await createOrganization();
    const invitee = address();
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite({ organizationId, invitee })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 422,
      body: { code: 'entity.unique_integrity_violation' },
    });
    expect((await invite({ invitee })).status).toBe(201);
  });
});

test('an expired invitation is shown as expired and final, and the address can be invited again', async () => {
  const organizationId = await createOrganization();
  const invitee = address();
  const userId = await createUser({ primaryEmail: invitee });
  const { body: first } = await invite({ organizationId, invitee });
  await expire(first.id);
  const stored = () =>
    app.read('default', (db) =>
      db.selectFrom('organization_invitations').select('status').where('id', '=', first.id).executeTakeFirstOrThrow(),
    );
  expect((await app.call(organizationInvitationsApi.get, { token, params: { id: first.id } })).body.status).toBe(
    'Expired',
  );
  expect(await stored()).toEqual({ status: 'Pending' });
  expect(await setStatus(first.id, { status: 'Accepted', acceptedUserId: userId })).toMatchObject(refused);
  expect(await setStatus(first.id, { status: 'Revoked' })).toMatchObject(refused);
  expect((await invite({ organizationId, invitee })).status).toBe(201);
  expect(await stored()).toEqual({ status: 'Expired' });
});

describe('accepting', () => {
  test('makes the owner of the address a member with the roles, once', async () => {
    const organizationId = await createOrganization();
    const roles = [await createRole(), await createRole()];
    const invitee = address();
    const userId = await createUser({ primaryEmail: invitee });
    const { body } = await invite({ organizationId, invitee, organizationRoleIds: roles });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => setStatus(body.id, { status: 'Accepted', acceptedUserId: userId })),
    );
    const [accepted] = answers.filter(({ status }) => status === 200);
    expect(accepted?.body).toMatchObject({ status: 'Accepted', acceptedUserId: userId });
    expect(answers.filter((one) => one.status === 422)).toHaveLength(4);
    const { body: members } = await app.call(organizationMembersApi.list, { token, params: { id: organizationId } });
    expect(members.map(({ id }) => id)).toEqual([userId]);
    expect(members[0]?.organizationRoles.map(({ id }) => id).sort()).toEqual([...roles].sort());
    expect(await setStatus(body.id, { status: 'Revoked' })).toMatchObject(refused);
  });

  test('needs a user with exactly this address', async () => {
    const organizationId = await createOrganization();
    const { body } = await invite({ organizationId });
    const thief = await createUser({ primaryEmail: address() });
    // An unknown user is not found (observed 2, row 32).
    expect(await setStatus(body.id, { status: 'Accepted', acceptedUserId: 'nobody' })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_found' },
    });
    for (const acceptedUserId of [undefined, null, '', thief, await createUser()]) {
      const answered = await setStatus(body.id, {
        status: 'Accepted',
        ...(acceptedUserId === undefined ? {} : { acceptedUserId }),
      });
      expect([acceptedUserId, answered]).toMatchObject([acceptedUserId, refused]);
    }
    expect((await app.call(organizationMembersApi.list, { token, params: { id: organizationId } })).body).toEqual([]);
  });

  test('a role that was deleted meanwhile is skipped', async () => {
    const organizationId = await createOrganization();
    const [kept, deleted] = [await createRole(), await createRole()];
    const invitee = address();
    const userId = await createUser({ primaryEmail: invitee });
    const { body } = await invite({ organizationId, invitee, organizationRoleIds: [kept, deleted] });
    await app.call(organizationRolesApi.remove, { token, params: { id: deleted } });
    expect((await setStatus(body.id, { status: 'Accepted', acceptedUserId: userId })).status).toBe(200);
    const { body: members } = await app.call(organizationMembersApi.list, { token, params: { id: organizationId } });
    expect(members[0]?.organizationRoles.map(({ id }) => id)).toEqual([kept]);
  });
});

test('a revoked invitation is final', async () => {
  const invitee = address();
  const userId = await createUser({ primaryEmail: invitee });
  const { body } = await invite({ invitee });
  expect(await setStatus(body.id, { status: 'Revoked' })).toMatchObject({ status: 200, body: { status: 'Revoked' } });
  expect(await setStatus(body.id, { status: 'Revoked' })).toMatchObject(refused);
  expect(await setStatus(body.id, { status: 'Accepted', acceptedUserId: userId })).toMatchObject(refused);
  expect(await setStatus('nothing', { status: 'Revoked' })).toMatchObject(notFound);
  expect(
    await app.call(organizationInvitationsApi.sendMessage, { token, params: { id: body.id }, body: {} }),
  ).toMatchObject(refused);
});

describe('the message', () => {
  test('has the template of invitations, the organization, the inviter and the language of the inviter', async () => {
    const inviterId = await createUser({ name: 'Ada', profile: { locale: 'fr' } });
    const invitee = address();
    const link = 'https://app.example/join';
    const { status, body } = await invite({ inviterId, invitee, messagePayload: { link, team: 'Blue' } });
    expect(status).toBe(201);
    expect(received).toMatchObject([
      {
        to: invitee,
        type: 'OrganizationInvitation',
        payload: {
          link,
          team: 'Blue',
          locale: 'fr',
          organization: { id: body.organizationId, name: 'Acme' },
          inviter: { id: inviterId, name: 'Ada' },
        },
      },
    ]);
  });

  test('without an inviter has the language of the caller, and the payload overrides both', async () => {
    const organizationId = await createOrganization();
    const body = { organizationId, expiresAt: inAnHour() };
    const create = (messagePayload: Record<string, unknown>) =>
      app.call(organizationInvitationsApi.create, {
        token,
        headers: { 'accept-language': 'de' },
        body: { ...body, invitee: address(), messagePayload },
      });
    await create({});
    await create({ locale: 'ja' });
    expect(received.map(({ payload }) => payload.locale)).toEqual(['de', 'ja']);
  });

  test('attack 34: markup in the name of an organization is text in the mail', async () => {
    const plain = await testApp();
    try {
      const mine = await plain.managementToken();
      const name = '<img src=x onerror=alert(1)> & Sons';
      const { body: organization } = await plain.call(organizationsApi.create, { token: mine, body: { name } });
      const invitee = address();
      const { status } = await plain.call(organizationInvitationsApi.create, {
        token: mine,
        body: { invitee, organizationId: organization.id, expiresAt: inAnHour(), messagePayload: {} },
      });
      expect(status).toBe(201);
      const mail = await lastMessage(plain, invitee);
      expect(mail.content).not.toContain('<img src=x');
    } finally {
      await plain.close();
    }
  });

  test('can be sent again', async () => {
    const { body } = await invite();
    const send = (id: string) =>
      app.call(organizationInvitationsApi.sendMessage, { token, params: { id }, body: { code: '1' } });
    expect((await send(body.id)).status).toBe(204);
    expect(received).toMatchObject([{ to: body.invitee, payload: { code: '1' } }]);
    expect(await send('nothing')).toMatchObject(notFound);
  });

  test('cannot replace the templates or the organization', async () => {
    const { body } = await invite({
      messagePayload: { notice: { subject: 'Pay now', text: 'x' }, organization: { id: 'x', name: 'Bank' } },
    });
    expect(received[0]?.payload).not.toHaveProperty('notice');
    expect(received[0]?.payload.organization).toMatchObject({ id: body.organizationId, name: 'Acme' });
  });

  test('that cannot be sent leaves no invitation behind', async () => {
    answer = 500;
    const organizationId = await createOrganization();
    const invitee = address();
    const { status } = await invite({ organizationId, invitee, messagePayload: {} });
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await list({ organizationId })).body).toEqual([]);
    answer = 204;
    await forgetPauses(app);
    expect((await invite({ organizationId, invitee, messagePayload: {} })).status).toBe(201);
  });

  test('is limited in size', async () => {
    expect(await invite({ messagePayload: { text: 'x'.repeat(20_000) } })).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input' },
    });
  });
});

test('without an email connector in production, nothing is written', async () => {
  const node = await app.another({ NODE_ENV: 'production' });
  const { body: connectors } = await app.call(connectorsApi.list, { token });
  for (const { id } of connectors) {
    await app.call(connectorsApi.remove, { token, params: { id } });
  }
  const organizationId = await createOrganization();
  const send = (method: 'POST', url: string, payload: object) =>
    app.inject(node.core, {
      method,
      url,
      headers: { host: 'core.test', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const body = { organizationId, invitee: address(), expiresAt: inAnHour() };
  const missing = { status: 501, body: { code: 'connector.not_found' } };
  expect(await send('POST', '/api/organization-invitations', { ...body, messagePayload: {} })).toMatchObject(missing);
  expect((await list({ organizationId })).body).toEqual([]);
  const { body: made } = await invite(body);
  expect(await send('POST', `/api/organization-invitations/${made.id}/message`, {})).toMatchObject(missing);
});

test('attack 19: another tenant sees nothing', async () => {
  const { body: mine } = await invite();
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: mine.id };
  expect((await app.call(organizationInvitationsApi.list, { ...calls, query: {} })).body).toEqual([]);
  for (const answered of [
    await app.call(organizationInvitationsApi.get, { ...calls, params }),
    await app.call(organizationInvitationsApi.remove, { ...calls, params }),
    await app.call(organizationInvitationsApi.sendMessage, { ...calls, params, body: {} }),
    await app.call(organizationInvitationsApi.setStatus, { ...calls, params, body: { status: 'Revoked' } }),
  ]) {
    expect(answered).toMatchObject(notFound);
  }
});
