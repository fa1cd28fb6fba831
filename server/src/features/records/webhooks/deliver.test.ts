import { createHmac } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { usersApi } from '@postern/contracts/people/users';
import { type WebhookEvent, webhookEvents, webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emit } from '#platform/jobs/events';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { retryPauses } from './deliver.ts';
import { answer, deliveriesOf, passTime, type Receiver, startReceiver } from './testing.ts';

let app: TestApp;
let token: string;
let receiver: Receiver;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver.close();
  await app.close();
});
beforeEach(async () => {
  await app.worker.drain();
  receiver.clear();
  await app.write('default', (db) => db.deleteFrom('hooks').execute());
});

async function subscribe(events: readonly WebhookEvent[] = webhookEvents, more: object = {}) {
  const body = { events: [...events], config: { url: receiver.url, ...more } };
  return (await app.call(webhooksApi.create, { token, body })).body;
}

let count = 0;
async function createUser() {
  count += 1;
  return (await app.call(usersApi.create, { token, body: { username: `hooked${count}` } })).body;
}
const rename = (userId: string, name: string) =>
  app.call(usersApi.update, { token, params: { userId }, body: { name } });

describe('a delivery', () => {
  test('has the payload of the call, headers of the config and signatures', async () => {
    const hook = await subscribe(['User.Created'], { headers: { 'X-Key': 'key-of-receiver' } });
    const user = await createUser();
    await app.worker.drain();
    const [one, ...more] = receiver.received;
    expect(more).toEqual([]);
    const { hasPassword: _, ssoIdentities: __, ...fields } = user as typeof user & { ssoIdentities?: unknown };
    expect(one?.json).toMatchObject({
      hookId: hook.id,
      event: 'User.Created',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      userAgent: expect.any(String),
      ip: '127.0.0.1',
      path: '/users',
      method: 'POST',
      matchedRoute: '/users',
      status: 200,
      params: {},
      data: { id: user.id, username: user.username, customData: {}, isSuspended: false, createdAt: fields.createdAt },
    });
    expect(Object.keys(one?.json.data).toSorted()).toEqual(
      'applicationId avatar createdAt customData id identities isSuspended lastSignInAt name primaryEmail primaryPhone profile updatedAt username'.split(
        ' ',
      ),
    );
    const { body = '', headers = {} } = one ?? {};
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(hook.signingKey, 'base64');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Postern',
      'x-key': 'key-of-receiver',
      'logto-signature-sha-256': createHmac('sha256', hook.signingKey).update(body).digest('hex'),
      'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    });
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(300);
    expect(await deliveriesOf(app, token, hook.id)).toEqual([]);
  });

  test('is signed with both keys after a rotation, and with one when the overlap has ended', async () => {
    const hook = await subscribe(['User.Created']);
    const { body: rotated } = await app.call(webhooksApi.rotateKey, { token, params: { id: hook.id } });
    const sign = (key: string) => {
      const { headers, body } = receiver.received.at(-1) ?? receiver.nothing;
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return `v1,${createHmac('sha256', Buffer.from(key, 'base64')).update(signed).digest('base64')}`;
    };
    await createUser();
    await app.worker.drain();
    expect(receiver.received.at(-1)?.headers['webhook-signature']).toBe(
      `${sign(rotated.signingKey)} ${sign(hook.signingKey)}`,
    );
    await app.write('default', (db) =>
      sql`update hooks set previous_key_until = now() - interval '1 second'`.execute(db),
    );
    await createUser();
    await app.worker.drain();
    expect(receiver.received.at(-1)?.headers['webhook-signature']).toBe(sign(rotated.signingKey));
  });

  test('goes to enabled hooks that chose the event, also to hooks of older clients', async () => {
    const body = { event: 'User.Created' as const, config: { url: `${receiver.url}/legacy` } };
    await app.call(webhooksApi.create, { token, body });
    const off = await subscribe(['User.Created']);
    await app.call(webhooksApi.update, { token, params: { id: off.id }, body: { enabled: false } });
    await subscribe(['User.Deleted']);
    await createUser();
    await app.worker.drain();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/legacy']);
  });

  test('is never sent for a change that is rolled back', async () => {
    await subscribe();
    const { body: user } = await app.call(usersApi.create, { token, body: { username: 'kept' } });
    await expect(
      app.write('default', async (db) => {
        await emit(db, { name: 'User.Data.Updated', subjectId: user.id });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect((await app.call(usersApi.create, { token, body: { username: 'kept' } })).status).toBe(422);
    await app.worker.drain();
    expect(receiver.events()).toEqual(['User.Created']);
  });
});

describe('events', () => {
  test('of users carry the user, also after the deletion', async () => {
    await subscribe();
    const { id: userId } = await createUser();
    await rename(userId, 'Ada');
    await app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } });
    await app.call(usersApi.remove, { token, params: { userId } });
    await app.worker.drain();
    expect(
      receiver.received.map(({ json }) => [json.event, json.matchedRoute, json.data.name, json.data.isSuspended]),
    ).toEqual([
      ['User.Created', '/users', null, false],
      ['User.Data.Updated', '/users/:userId', 'Ada', false],
      ['User.SuspensionStatus.Updated', '/users/:userId/is-suspended', 'Ada', true],
      ['User.Deleted', '/users/:userId', 'Ada', true],
    ]);
    expect(receiver.received.at(-1)?.json).toMatchObject({ path: `/users/${userId}`, params: { userId }, status: 204 });
  });

  test('of roles, scopes and organization scopes carry the object', async () => {
    await subscribe();
    const { body: resource } = await app.call(resourcesApi.create, {
      token,
      body: { name: 'A', indicator: 'https://hooked.example' },
    });
    const params = { resourceId: resource.id };
    const { body: scope } = await app.call(resourcesApi.createScope, { token, params, body: { name: 'read' } });
    const { body: role } = await app.call(rolesApi.create, {
      token,
      body: { name: 'Hooked', description: 'x', scopeIds: [scope.id] },
    });
    await app.call(rolesApi.update, { token, params: { id: role.id }, body: { description: 'y' } });
    await app.call(rolesApi.removeScope, { token, params: { id: role.id, scopeId: scope.id } });
    await app.call(rolesApi.remove, { token, params: { id: role.id } });
    await app.call(resourcesApi.updateScope, {
      token,
      params: { ...params, scopeId: scope.id },
      body: { description: 'z' },
    });
    await app.call(resourcesApi.removeScope, { token, params: { ...params, scopeId: scope.id } });
    const { body: template } = await app.call(organizationScopesApi.create, { token, body: { name: 'read:hooked' } });
    await app.call(organizationScopesApi.update, { token, params: { id: template.id }, body: { description: 'd' } });
    await app.call(organizationScopesApi.remove, { token, params: { id: template.id } });
    await app.worker.drain();
    const of = (prefix: string) =>
      receiver.received.filter(({ json }) => json.event.startsWith(prefix)).map(({ json }) => [json.event, json.data]);
    expect(of('Role.')).toEqual([
      ['Role.Created', { ...role }],
      ['Role.Scopes.Updated', [expect.objectContaining({ id: scope.id, name: 'read' })]],
      ['Role.Data.Updated', { ...role, description: 'y' }],
      ['Role.Scopes.Updated', []],
      ['Role.Deleted', null],
    ]);
    expect(
      receiver.received.filter(({ json }) => json.event === 'Role.Scopes.Updated').map(({ json }) => json.roleId),
    ).toEqual([role.id, undefined]);
    expect(of('Scope.')).toEqual([
      ['Scope.Created', scope],
      ['Scope.Data.Updated', { ...scope, description: 'z' }],
      ['Scope.Deleted', null],
    ]);
    expect(of('OrganizationScope.')).toEqual([
      ['OrganizationScope.Created', template],
      ['OrganizationScope.Data.Updated', { ...template, description: 'd' }],
      ['OrganizationScope.Deleted', null],
    ]);
  });

  test('of organizations and their roles carry the object', async () => {
    await subscribe();
    await app.write('default', async (db) => {
      await db.insertInto('organizations').values({ id: 'acme', name: 'Acme' }).execute();
      await db.insertInto('organization_roles').values({ id: 'editor', name: 'Editor' }).execute();
      // Other slices emit these names.
      for (const [name, id] of [
        ['Organization.Created', 'acme'],
        ['Organization.Data.Updated', 'acme'],
        ['Organization.Membership.Updated', 'acme'],
        ['Organization.Deleted', 'acme'],
        ['OrganizationRole.Created', 'editor'],
        ['OrganizationRole.Scopes.Updated', 'editor'],
        ['OrganizationRole.Data.Updated', 'editor'],
        ['OrganizationRole.Deleted', 'editor'],
      ]) {
        await sql`insert into outbox (id, name, subject_id) values (gen_random_uuid(), ${name}, ${id})`.execute(db);
      }
    });
    await app.worker.drain();
    const organization = expect.objectContaining({ id: 'acme', name: 'Acme', customData: {}, isMfaRequired: false });
    const role = { tenantId: 'default', id: 'editor', name: 'Editor', description: null, type: 'User' };
    const of = (type: string) =>
      receiver.received
        .filter(({ json }) => json.event.startsWith(type))
        .map(({ json }) => [json.event, json.data, json.organizationId]);
    expect(of('Organization.')).toEqual([
      ['Organization.Created', organization, undefined],
      ['Organization.Data.Updated', organization, undefined],
      ['Organization.Membership.Updated', null, 'acme'],
      ['Organization.Deleted', null, undefined],
    ]);
    expect(of('OrganizationRole.')).toEqual([
      ['OrganizationRole.Created', role, undefined],
      ['OrganizationRole.Scopes.Updated', [], undefined],
      ['OrganizationRole.Data.Updated', role, undefined],
      ['OrganizationRole.Deleted', null, undefined],
    ]);
  });

  test('of sign-ins carry the user, the application and the session', async () => {
    await changeSettings(app, {
      signIn: ways({ identifier: 'username', password: true }),
      signUp: { identifiers: ['username'], password: true, verify: false },
      signInMode: 'SignInAndRegister',
    });
    await subscribe();
    const password = 'a long phrase of words';
    const { body: shop } = await app.call(applicationsApi.create, {
      token,
      body: {
        name: 'Shop',
        type: 'SPA',
        oidcClientMetadata: { redirectUris: ['http://core.test/demo-app'], postLogoutRedirectUris: [] },
      },
    });
    const newcomer = visitor(app);
    await newcomer.arrive({ client_id: shop.id });
    await newcomer.start('Register');
    await newcomer.step('POST', '/profile', { type: 'username', value: 'newcomer' });
    await newcomer.step('POST', '/profile', { type: 'password', value: password });
    await newcomer.identify(undefined);
    expect((await newcomer.submit()).status).toBe(200);
    const again = visitor(app);
    await again.arrive({ client_id: shop.id });
    await again.start('SignIn');
    const identifier = { type: 'username', value: 'newcomer' };
    const { body } = await again.step('POST', '/verification/password', { identifier, password });
    await again.identify(body.verificationId);
    expect((await again.submit()).status).toBe(200);
    await app.worker.drain();
    expect(receiver.events()).toEqual(['User.Created', 'PostRegister', 'PostSignIn']);
    const application = { id: shop.id, type: 'SPA', name: 'Shop', description: null };
    const [created, registered, signedIn] = receiver.received.map(({ json }) => json);
    const { id, lastSignInAt } = created.data;
    const user = expect.objectContaining({ id, username: 'newcomer' });
    expect(created).toMatchObject({
      interactionEvent: 'Register',
      sessionId: expect.any(String),
      applicationId: shop.id,
      application,
      data: user,
    });
    expect(created.path).toBeUndefined();
    const fields = { userId: id, user, application, userIp: '127.0.0.1', userAgent: expect.any(String) };
    expect(registered).toMatchObject({ interactionEvent: 'Register', sessionId: created.sessionId, ...fields });
    expect(signedIn).toMatchObject({ interactionEvent: 'SignIn', sessionId: expect.any(String), ...fields });
    expect(signedIn.sessionId).not.toBe(created.sessionId);
    // The event shows the user as the sign-in left them.
    expect(signedIn.user.lastSignInAt).toBeGreaterThan(lastSignInAt);
  });
});

describe('order, retries and dead deliveries', () => {
  const oneUser = ['User.Created', 'User.Data.Updated', 'User.Deleted'] as const;

  test('a later event of an object waits for the earlier one; other objects do not', async () => {
    await subscribe(oneUser);
    const first = await createUser();
    await app.worker.drain();
    receiver.clear();
    receiver.respond = answer(500);
    await rename(first.id, 'one');
    await app.worker.drain();
    await rename(first.id, 'two');
    await app.call(usersApi.remove, { token, params: { userId: first.id } });
    receiver.respond = (one, response) => void response.writeHead(one.json.data.id === first.id ? 500 : 200).end();
    const other = await createUser();
    await app.worker.drain();
    expect(receiver.received.map(({ json }) => [json.event, json.data.id])).toEqual([
      ['User.Data.Updated', first.id],
      ['User.Created', other.id],
    ]);
    receiver.clear();
    await passTime(app);
    expect(receiver.received.map(({ json }) => [json.event, json.data.name])).toEqual([
      ['User.Data.Updated', 'one'],
      ['User.Data.Updated', 'two'],
      ['User.Deleted', 'two'],
    ]);
  });

  test('an event that another node still holds in the outbox goes first', async () => {
    const hook = await subscribe(['User.Data.Updated']);
    const user = await createUser();
    await app.worker.drain();
    // An earlier event of the user: postponed after an error in a subscriber.
    await app.write('default', async (db) => {
      await sql`insert into outbox (id, name, subject_id, available_at)
        values (gen_random_uuid(), 'User.Data.Updated', ${user.id}, now() + interval '1 hour')`.execute(db);
    });
    await rename(user.id, 'later');
    await expect.poll(async () => (await deliveriesOf(app, token, hook.id)).length).toBe(1);
    await app.worker.drain();
    expect(receiver.received).toEqual([]);
    await app.app.tenancy.system((db) => sql`update outbox set available_at = now()`.execute(db));
    await app.worker.drain();
    await passTime(app);
    expect(receiver.received.map(({ json }) => json.data.name)).toEqual([null, 'later']);
  });

  test('is retried with the same id and body until the schedule of a day ends, and is then kept', async () => {
    const hook = await subscribe(['User.Created']);
    receiver.respond = answer(503, 'down');
    const user = await createUser();
    await app.worker.drain();
    const [waiting] = await deliveriesOf(app, token, hook.id, 'waiting');
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 503, objectId: user.id, deadAt: null });
    expect((waiting?.nextAttemptAt ?? 0) - Date.now()).toBeLessThan(6000);
    for (const _ of retryPauses) {
      await passTime(app);
    }
    expect(receiver.received).toHaveLength(retryPauses.length + 1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([waiting?.id]));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    await passTime(app);
    expect(receiver.received).toHaveLength(retryPauses.length + 1);
    expect(await deliveriesOf(app, token, hook.id, 'dead')).toMatchObject([
      {
        id: waiting?.id,
        state: 'dead',
        attempts: retryPauses.length + 1,
        nextAttemptAt: null,
        deadAt: expect.any(Number),
      },
    ]);
    expect(await deliveriesOf(app, token, hook.id, 'waiting')).toEqual([]);
    const { body: stats } = await app.call(webhooksApi.get, {
      token,
      params: { id: hook.id },
      query: { includeExecutionStats: '1' },
    });
    expect(stats.executionStats).toEqual({ successCount: 0, requestCount: retryPauses.length + 1 });
  });

  test('the number of retries of the config is a limit', async () => {
    const hook = await subscribe(['User.Created'], { retries: 1 });
    receiver.respond = answer(500);
    await createUser();
    await app.worker.drain();
    await passTime(app);
    await passTime(app);
    expect(receiver.received).toHaveLength(2);
    expect(await deliveriesOf(app, token, hook.id, 'dead')).toHaveLength(1);
  });

  test('a dead delivery lets later ones pass and is sent again by hand', async () => {
    const hook = await subscribe(oneUser, { retries: 0 });
    receiver.respond = answer(500);
    const user = await createUser();
    await app.worker.drain();
    receiver.respond = receiver.ok;
    await rename(user.id, 'after');
    await app.worker.drain();
    expect(receiver.events()).toEqual(['User.Created', 'User.Data.Updated']);
    const [dead] = await deliveriesOf(app, token, hook.id, 'dead');
    const params = { id: hook.id, deliveryId: dead?.id ?? '' };
    const { status, body } = await app.call(webhooksApi.replay, { token, params });
    expect([status, body]).toEqual([200, expect.objectContaining({ id: dead?.id, state: 'waiting', attempts: 0 })]);
    await app.worker.drain();
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(dead?.id);
    expect(receiver.events()).toEqual(['User.Created', 'User.Data.Updated', 'User.Created']);
    expect(await app.call(webhooksApi.replay, { token, params })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_exists_with_id' },
    });
  });

  test('a waiting delivery is sent now by hand, and keeps its attempts', async () => {
    const hook = await subscribe(['User.Created']);
    receiver.respond = answer(503);
    await createUser();
    await app.worker.drain();
    const [waiting] = await deliveriesOf(app, token, hook.id, 'waiting');
    expect(waiting).toMatchObject({ attempts: 1, lastStatus: 503 });
    receiver.clear();
    const params = { id: hook.id, deliveryId: waiting?.id ?? '' };
    const { body } = await app.call(webhooksApi.replay, { token, params });
    expect(body).toMatchObject({ id: waiting?.id, state: 'waiting', attempts: 1 });
    await app.worker.drain();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([waiting?.id]);
    expect(await deliveriesOf(app, token, hook.id)).toEqual([]);
  });

  test('a delivery can be looked up by its id, and the status counts what waits and what is dead', async () => {
    const hook = await subscribe(['User.Created'], { retries: 0 });
    receiver.respond = answer(500);
    await createUser();
    await createUser();
    await app.worker.drain();
    await app.call(webhooksApi.update, { token, params: { id: hook.id }, body: { config: { url: receiver.url } } });
    await createUser();
    await app.worker.drain();
    const [newest] = await deliveriesOf(app, token, hook.id);
    const query = { deliveryId: newest?.id ?? '' };
    const found = await app.call(webhooksApi.deliveries, { token, params: { id: hook.id }, query });
    expect(found.body).toEqual([newest]);
    const { body: status } = await app.call(webhooksApi.status, { token, params: { id: hook.id } });
    expect(status).toMatchObject({ waiting: 1, dead: 2, pausedUntil: null, previousKeyUntil: null });
  });

  test('all dead deliveries of a hook are sent again at once', async () => {
    const hook = await subscribe(['User.Created'], { retries: 0 });
    receiver.respond = answer(500);
    await createUser();
    await createUser();
    await app.worker.drain();
    receiver.clear();
    const { body } = await app.call(webhooksApi.replayAll, { token, params: { id: hook.id } });
    expect(body).toEqual({ replayed: 2 });
    await app.worker.drain();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveriesOf(app, token, hook.id)).toEqual([]);
  });

  test('waiting deliveries are kept while a hook is off, and deleted with it', async () => {
    const hook = await subscribe(['User.Created']);
    receiver.respond = answer(500);
    await createUser();
    await app.worker.drain();
    const params = { id: hook.id };
    await app.call(webhooksApi.update, { token, params, body: { enabled: false } });
    receiver.clear();
    await passTime(app);
    expect(receiver.received).toEqual([]);
    await app.call(webhooksApi.update, { token, params, body: { enabled: true } });
    await passTime(app);
    expect(receiver.received).toHaveLength(1);

    receiver.respond = answer(500);
    await createUser();
    await app.worker.drain();
    receiver.clear();
    await app.call(webhooksApi.remove, { token, params });
    await passTime(app);
    expect(receiver.received).toEqual([]);
    const left = await app.read('default', (db) => db.selectFrom('webhook_deliveries').select('id').execute());
    expect(left).toEqual([]);
  });

  test('a hook whose job was lost is woken, and old dead deliveries are deleted', async () => {
    const hook = await subscribe(['User.Created'], { retries: 0 });
    receiver.respond = answer(500);
    await createUser();
    await app.worker.drain();
    receiver.clear();
    await app.app.tenancy.system(async (db) => {
      await sql`update webhook_deliveries set dead_at = now() - interval '31 days'`.execute(db);
      await sql`insert into webhook_deliveries (tenant_id, id, hook_id, event, object_type, object_id, seq, body, next_at)
        values ('default', 'lost', ${hook.id}, 'User.Created', 'User', 'u', 1, '{"event":"User.Created"}',
          now() - interval '1 hour')`.execute(db);
      await sql`update job_schedules set next_at = now() where name = 'webhooks.sweep'`.execute(db);
    });
    await app.worker.drain();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['lost']);
    expect(await deliveriesOf(app, token, hook.id)).toEqual([]);
  });
});
