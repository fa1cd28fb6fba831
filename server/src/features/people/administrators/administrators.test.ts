import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { administratorInvitationsApi, administratorsApi } from '@postern/contracts/people/administrators';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { administratorTokens, createMachine } from '#testing/tokens';
import type { Running } from '../../../app.ts';
import { cloudFeatures, coreFeatures } from '../../index.ts';

let app: TestApp;
let other: Running;
let owner: Awaited<ReturnType<typeof administratorTokens>>;
let count = 0;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  other = await app.another();
  owner = await administratorTokens(app, 'owner', 'admin');
});
afterAll(() => app.close());

const join = (role: 'admin' | 'reader') => {
  count += 1;
  return administratorTokens(app, `person_${count}`, role);
};
const list = async (token = owner.token) => (await app.call(administratorsApi.list, { token })).body;
const setRole = (userId: string, role: 'admin' | 'reader', token = owner.token) =>
  app.call(administratorsApi.setRole, { token, params: { userId }, body: { role } });
const remove = (userId: string, token = owner.token) =>
  app.call(administratorsApi.remove, { token, params: { userId } });
const invite = (email: string, role: 'admin' | 'reader' = 'admin', token = owner.token) =>
  app.call(administratorInvitationsApi.create, { token, body: { email, role } });
const invitations = async () => (await app.call(administratorInvitationsApi.list, { token: owner.token })).body;

const forbidden = { status: 403, body: { code: 'auth.forbidden' } };
const notFound = { status: 404, body: { code: 'entity.not_found' } };
const last = { status: 422, body: { code: 'administrator.last' } };

const readUsers = async (token: string, node: Pick<Running, 'core'> = app) =>
  (
    await node.core.inject({
      method: 'GET',
      url: '/api/users?page=1&page_size=1',
      headers: { host: 'core.test', authorization: `Bearer ${token}` },
    })
  ).statusCode;

/** Entries about a subject in the audit log of the default tenant. */
async function trailOf(subjectId: string) {
  await app.worker.drain();
  const rows = await app.read('default', (db) =>
    db
      .selectFrom('logs')
      .select(['key', 'payload'])
      .where('key', 'like', 'Administrator%')
      .orderBy('created_at')
      .execute(),
  );
  return rows
    .filter(({ payload }) => JSON.stringify(payload).includes(subjectId))
    .map(({ key, payload }) => ({ key, ...(payload as Record<string, unknown>) }));
}

describe('the list', () => {
  test('shows administrators with their roles to administrators and readers', async () => {
    const reader = await join('reader');
    const expected = expect.arrayContaining([
      expect.objectContaining({ id: owner.id, username: 'owner', role: 'admin', lastSignInAt: expect.any(Number) }),
      expect.objectContaining({ id: reader.id, role: 'reader', isSuspended: false }),
    ]);
    expect(await list()).toEqual(expected);
    expect(await list(reader.token)).toEqual(expected);
  });

  test('is not available to applications, which could make their owner an administrator', async () => {
    const machines = [await app.managementToken(), await createMachine(app, 'default', ['admin-role'])];
    for (const token of machines) {
      expect(await readUsers(token)).toBe(200);
      expect(await app.call(administratorsApi.list, { token })).toMatchObject(forbidden);
      expect(await invite('machine@example.com', 'admin', token)).toMatchObject(forbidden);
      expect(await remove(owner.id, token)).toMatchObject(forbidden);
    }
  });

  test('is not part of other tenants and not of the cloud edition', async () => {
    const token = await app.managementToken(adminTenantId);
    expect((await app.call(administratorsApi.list, { token, tenantId: adminTenantId })).status).toBeGreaterThan(400);
    expect([...coreFeatures, ...cloudFeatures].map(({ name }) => name)).not.toContain('administrators');
  });
});

describe('a role', () => {
  test('changes, ends the sessions, and applies at once on every node', async () => {
    const person = await join('admin');
    expect([await readUsers(person.token), await readUsers(person.token, other)]).toEqual([200, 200]);
    expect((await setRole(person.id, 'reader')).body).toMatchObject({ id: person.id, role: 'reader' });
    expect([await readUsers(person.token), await readUsers(person.token, other)]).toEqual([401, 401]);
    await expect(person.refresh({})).rejects.toMatchObject({ body: { error: 'invalid_grant' } });
    expect(await trailOf(person.id)).toMatchObject([
      {
        key: 'Administrator.Roles.Updated',
        before: 'admin',
        role: 'reader',
        actor: { type: 'administrator', id: owner.id },
      },
    ]);
    expect((await setRole(person.id, 'admin')).body.role).toBe('admin');
    expect(await readUsers(person.token)).toBe(401);
  });

  test('that stays the same emits nothing', async () => {
    const person = await join('reader');
    expect((await setRole(person.id, 'reader')).status).toBe(200);
    expect(await trailOf(person.id)).toEqual([]);
    expect(await readUsers(person.token)).toBe(200);
  });

  test('of another kind, which an operator may give, does not manage administrators', async () => {
    const person = await join('admin');
    await app.write(adminTenantId, (db) =>
      db
        .updateTable('organization_users_roles')
        .set({ organization_role_id: 'collaborator' })
        .where('user_id', '=', person.id)
        .execute(),
    );
    expect(await remove(owner.id, person.token)).toMatchObject(forbidden);
    expect(await invite('other@example.com', 'admin', person.token)).toMatchObject(forbidden);
    expect((await remove(person.id)).status).toBe(204);
  });

  test('cannot be changed by readers, nor given to unknown users', async () => {
    const reader = await join('reader');
    expect(await setRole(reader.id, 'admin', reader.token)).toMatchObject(forbidden);
    expect(await remove(owner.id, reader.token)).toMatchObject(forbidden);
    expect(await invite('x@example.com', 'admin', reader.token)).toMatchObject(forbidden);
    for (const userId of ['nobody', "' or 1=1"]) {
      expect(await setRole(userId, 'reader')).toMatchObject(notFound);
      expect(await remove(userId)).toMatchObject(notFound);
    }
  });
});

describe('removal', () => {
  test('deletes the account and ends access at once on every node', async () => {
    const person = await join('admin');
    expect([await readUsers(person.token), await readUsers(person.token, other)]).toEqual([200, 200]);
    const { body: invitation } = await invite('second-self@example.com', 'admin', person.token);
    expect((await remove(person.id)).status).toBe(204);
    expect([await readUsers(person.token), await readUsers(person.token, other)]).toEqual([401, 401]);
    await expect(person.refresh({})).rejects.toMatchObject({ body: { error: 'invalid_grant' } });
    expect((await list()).map(({ id }) => id)).not.toContain(person.id);
    expect(await remove(person.id)).toMatchObject(notFound);
    expect((await invitations()).find(({ id }) => id === invitation.id)).toMatchObject({ status: 'Revoked' });
    expect(await trailOf(person.id)).toMatchObject([
      { key: 'AdministratorInvitation.Created', actor: { id: person.id } },
      { key: 'Administrator.Deleted', role: 'admin', person: { username: `person_${count}` }, actor: { id: owner.id } },
    ]);
  });

  test('ends the stream of changes', async () => {
    const person = await join('reader');
    const address = await app.core.listen({ port: 0, host: '127.0.0.1' });
    const stream = await fetch(`${address}/api/changes`, {
      headers: { host: 'core.test', authorization: `Bearer ${person.token}` },
    });
    const reader = stream.body?.getReader();
    expect(stream.status).toBe(200);
    await remove(person.id);
    await app.worker.drain();
    let isDone = false;
    while (!isDone) {
      isDone = (await reader?.read())?.done ?? true;
    }
    expect(isDone).toBe(true);
  });
});

describe('the last administrator', () => {
  async function alone() {
    for (const { id } of await list()) {
      if (id !== owner.id) {
        await remove(id);
      }
    }
  }

  test('cannot be removed or demoted, not even if the others are suspended or readers', async () => {
    await alone();
    const idle = await join('admin');
    await join('reader');
    await app.call(usersApi.setSuspended, {
      token: await app.managementToken(adminTenantId),
      tenantId: adminTenantId,
      params: { userId: idle.id },
      body: { isSuspended: true },
    });
    expect(await remove(owner.id)).toMatchObject(last);
    expect(await setRole(owner.id, 'reader')).toMatchObject(last);
    expect((await setRole(owner.id, 'admin')).status).toBe(200);
    expect((await remove(idle.id)).status).toBe(204);
  });

  test('stays if two administrators remove or demote each other at the same time', async () => {
    await alone();
    for (let round = 0; round < 4; round += 1) {
      const rival = await join('admin');
      const answers = await Promise.all(
        round % 2 === 0
          ? [remove(rival.id), setRole(owner.id, 'reader', rival.token)]
          : [setRole(rival.id, 'reader'), setRole(owner.id, 'reader', rival.token)],
      );
      const isOwnerFirst = answers[0]?.status !== 403 && answers[0]?.status !== 401;
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(
        (
          await app.read(adminTenantId, (db) =>
            sql<{ count: string }>`select count(*) from users_roles
        where role_id = 'default-admin'`.execute(db),
          )
        ).rows,
      ).toEqual([{ count: 1 }]);
      if (isOwnerFirst) {
        await alone();
      } else {
        // The sessions and tokens of the demoted owner have ended.
        owner = rival;
        await alone();
      }
    }
  });

  test('is the one who stays if all remove themselves at the same time', async () => {
    await alone();
    const people = [await join('admin'), await join('admin'), await join('admin')];
    const successor = await join('admin');
    await remove(successor.id);
    const answers = await Promise.all(people.map(({ id, token }) => remove(id, token)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await remove(owner.id)).toMatchObject(last);
  });
});

/** A browser that opened the link of an invitation and proved its address. */
async function follow(url: string) {
  const query = new URL(url).searchParams;
  const [email, secret] = [query.get('email') ?? '', query.get('one_time_token') ?? ''];
  const page = visitor(app, adminTenantId);
  await page.arrive({
    client_id: 'admin-console',
    redirect_uri: 'http://admin.test/console/callback',
    scope: 'openid profile email',
    prompt: 'login consent',
    one_time_token: secret,
    login_hint: email,
  });
  await page.start('SignIn');
  const identifier = { type: 'email', value: email };
  const proof = await page.step('POST', '/verification/one-time-token/verify', { identifier, token: secret });
  return { page, proof };
}

/** Registers with a proven address and, if one is given, a username. Returns the answer of the last step. */
async function register({ page, proof }: Awaited<ReturnType<typeof follow>>, username?: string) {
  await page.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
  expect((await page.identify(proof.body.verificationId)).code).toBe('user.missing_profile');
  if (username) {
    await page.step('POST', '/profile', { type: 'username', value: username });
  }
  await page.step('POST', '/profile', { type: 'password', value: 'a sentence nobody guesses' });
  return page.identify();
}

describe('the link of an invitation', () => {
  test('registers an administrator with the role, although registration is closed, and works once', async () => {
    const { body } = await invite('ada@example.com', 'reader');
    const opened = await follow(body.url);
    expect((await register(opened, 'ada')).status).toBe(201);
    expect((await opened.page.submit()).status).toBe(200);
    const ada = (await list()).find(({ username }) => username === 'ada');
    expect(ada).toMatchObject({ role: 'reader', primaryEmail: 'ada@example.com' });
    expect((await invitations()).find(({ id }) => id === body.id)?.status).toBe('Accepted');
    expect((await follow(body.url)).proof).toMatchObject({ code: 'one_time_token.token_consumed' });
    expect(await trailOf(ada?.id ?? '-')).toMatchObject([
      { key: 'Administrator.Created', role: 'reader', invitationId: body.id },
    ]);
  });

  test('still works for its person if they opened it and left, and needs no username: they sign in by email', async () => {
    const email = 'half@example.com';
    const { body } = await invite(email, 'reader');
    expect((await follow(body.url)).proof.status).toBe(200);
    const again = await follow(body.url);
    expect(again.proof.status).toBe(200);
    expect((await register(again)).status).toBe(201);
    expect((await again.page.submit()).status).toBe(200);
    expect((await list()).find(({ primaryEmail }) => primaryEmail === email)).toMatchObject({ username: null });

    const page = visitor(app, adminTenantId);
    await page.arrive({
      client_id: 'admin-console',
      redirect_uri: 'http://admin.test/console/callback',
      scope: 'openid profile email',
      prompt: 'login consent',
    });
    await page.start('SignIn');
    const password = 'a sentence nobody guesses';
    const identifier = { type: 'email', value: email };
    const proof = await page.step('POST', '/verification/password', { identifier, password });
    await page.identify(proof.body.verificationId);
    expect((await page.submit()).body.redirectTo).toContain('/oidc/auth/');
    // The link opens no account.
    expect((await follow(body.url)).proof).toMatchObject({ code: 'one_time_token.token_consumed' });
  });

  test('does not register a second account, and dies with the invitation', async () => {
    const { body } = await invite('pair@example.com');
    const [first, second] = [await follow(body.url), await follow(body.url)];
    expect((await register(first)).status).toBe(201);
    await second.page.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await second.page.identify(second.proof.body.verificationId)).code).toBe('user.email_already_in_use');
    const revoked = await invite('gone@example.com');
    expect((await follow(revoked.body.url)).proof.status).toBe(200);
    await app.call(administratorInvitationsApi.revoke, { token: owner.token, params: { id: revoked.body.id } });
    expect((await follow(revoked.body.url)).proof.status).toBe(400);
  });

  test('leaves no account if the invitation was revoked after the link was opened', async () => {
    const { body } = await invite('eve@example.com');
    const opened = await follow(body.url);
    expect(opened.proof.status).toBe(200);
    await app.call(administratorInvitationsApi.revoke, { token: owner.token, params: { id: body.id } });
    await opened.page.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect(await opened.page.identify(opened.proof.body.verificationId)).toMatchObject({
      code: 'one_time_token.token_revoked',
    });
    expect((await opened.page.submit()).status).toBe(404);
    const found = await app.read(adminTenantId, (db) =>
      db.selectFrom('users').select('id').where('username', '=', 'eve').execute(),
    );
    expect(found).toEqual([]);
  });

  test('makes only the account with the invited address an administrator', async () => {
    const { body } = await invite('mallory@example.com');
    const { page, proof } = await follow(body.url);
    expect(proof.status).toBe(200);
    await page.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    const identity = await page.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value: 'mallory' },
      password: 'a sentence nobody guesses',
    });
    await page.identify(identity.body.verificationId);
    expect((await list()).map(({ username }) => username)).not.toContain('mallory');
  });
});

describe('an invitation', () => {
  test('returns its link once, is listed without it, and is revoked', async () => {
    const { status, body } = await invite('New@Example.com', 'reader');
    expect([status, body]).toMatchObject([201, { email: 'new@example.com', role: 'reader', status: 'Pending' }]);
    expect(Math.round((body.expiresAt - body.createdAt) / 3_600_000)).toBe(72);
    const url = new URL(body.url);
    expect([url.origin, url.searchParams.get('email')]).toEqual([app.app.endpointOf(adminTenantId), 'new@example.com']);
    const secret = url.searchParams.get('one_time_token') ?? '';
    expect(secret.length).toBeGreaterThan(30);
    expect(JSON.stringify(await invitations())).not.toContain(secret);
    expect(await trailOf(body.id)).toMatchObject([
      { key: 'AdministratorInvitation.Created', email: 'new@example.com', actor: { id: owner.id } },
    ]);
    expect(JSON.stringify(await trailOf(body.id))).not.toContain(secret);

    expect(await invite('new@example.com')).toMatchObject({ status: 422, body: { code: 'tenant.invitation_pending' } });
    const params = { id: body.id };
    expect((await app.call(administratorInvitationsApi.revoke, { token: owner.token, params })).status).toBe(204);
    expect(await app.call(administratorInvitationsApi.revoke, { token: owner.token, params })).toMatchObject({
      status: 422,
      body: { code: 'invitation.invalid_status' },
    });
    const verify = await app.call(oneTimeTokensApi.verify, {
      token: await app.managementToken(adminTenantId),
      tenantId: adminTenantId,
      body: { email: 'new@example.com', token: secret },
    });
    expect(verify).toMatchObject({ status: 400, body: { code: 'one_time_token.token_revoked' } });
    expect((await invite('new@example.com')).status).toBe(201);
  });

  test('is refused for the address of an account, and for junk', async () => {
    const person = await join('admin');
    await app.write(adminTenantId, (db) =>
      db.updateTable('users').set({ primary_email: 'known@example.com' }).where('id', '=', person.id).execute(),
    );
    expect(await invite('KNOWN@example.com')).toMatchObject({ status: 422, body: { code: 'tenant.already_member' } });
    for (const body of [{}, { email: 'no address', role: 'admin' }, { email: 'a@b.co', role: 'owner' }, []]) {
      const answer = await app.call(administratorInvitationsApi.create, { token: owner.token, body: body as never });
      expect([body, answer]).toMatchObject([body, { status: 400 }]);
    }
    expect(
      await app.call(administratorInvitationsApi.revoke, { token: owner.token, params: { id: 'x' } }),
    ).toMatchObject(notFound);
  });

  test('is also sent by email if the admin tenant has a connector; a failure does not withhold the link', async () => {
    expect((await invite('unsent@example.com')).body.isSent).toBe(false);
    const sent: { to: string; type: string; payload: { link: string } }[] = [];
    const receiver = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) {
        text += chunk;
      }
      sent.push(JSON.parse(text));
      response.end('{}');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const { status } = await app.call(connectorsApi.create, {
        token: await app.managementToken(adminTenantId),
        tenantId: adminTenantId,
        body: {
          connectorId: 'http-email',
          config: { endpoint: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` },
        },
      });
      expect(status).toBe(200);
      const { body } = await invite('sent@example.com');
      expect(body.isSent).toBe(true);
      expect(sent).toMatchObject([
        { to: 'sent@example.com', type: 'OrganizationInvitation', payload: { link: body.url } },
      ]);
    } finally {
      receiver.close();
      receiver.closeAllConnections();
    }
    const failed = await invite('failed@example.com');
    expect(failed).toMatchObject({
      status: 201,
      body: { isSent: false, url: expect.stringContaining('one_time_token') },
    });
    expect(app.logs.join('')).not.toContain(new URL(failed.body.url).searchParams.get('one_time_token'));
  });

  test('expires', async () => {
    const { body } = await invite('late@example.com');
    await app.write(adminTenantId, (db) =>
      sql`update organization_invitations set expires_at = now() where id = ${body.id}`.execute(db),
    );
    expect((await invitations()).find(({ id }) => id === body.id)?.status).toBe('Expired');
    expect((await invite('late@example.com')).status).toBe(201);
  });
});

test('sessions of administrators are listed and ended by administrators only', async () => {
  const person = await join('reader');
  const params = { userId: person.id };
  const call = (contract: (typeof administratorsApi)['listSessions'], token = owner.token) =>
    app.call(contract, { token, params });
  const body = (await call(administratorsApi.listSessions)).body.sessions;
  expect(body).toMatchObject([{ methods: ['Password'] }]);
  expect(await call(administratorsApi.listSessions, person.token)).toMatchObject(forbidden);
  const sessionId = body[0]?.id ?? '';
  expect(
    await app.call(administratorsApi.endSession, { token: owner.token, params: { ...params, sessionId: 'other' } }),
  ).toMatchObject(notFound);
  expect(
    (await app.call(administratorsApi.endSession, { token: owner.token, params: { ...params, sessionId } })).status,
  ).toBe(204);
  expect((await call(administratorsApi.listSessions)).body).toEqual({ sessions: [] });
  await expect(person.refresh({})).rejects.toMatchObject({ body: { error: 'invalid_grant' } });
  expect((await app.call(administratorsApi.endSessions, { token: owner.token, params })).status).toBe(204);
  expect(await trailOf(person.id)).toMatchObject([
    { key: 'Administrator.Sessions.Revoked', sessionIds: [sessionId], actor: { id: owner.id } },
    { key: 'Administrator.Sessions.Revoked', sessionIds: [] },
  ]);
  expect(
    await app.call(administratorsApi.listSessions, { token: owner.token, params: { userId: 'nobody' } }),
  ).toMatchObject(notFound);
});
