import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationApplicationsApi, organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { type WebhookEvent, webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { announceLimitedGrants, announceRateLimited } from './index.ts';
import { type Receiver, startReceiver } from './testing.ts';

let app: TestApp;
let token: string;
let receiver: Receiver;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  receiver = await startReceiver();
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    sentinelPolicy: { maxAttempts: 2, lockoutDuration: 10 },
  });
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

const subscribe = (...events: WebhookEvent[]) =>
  app.call(webhooksApi.create, { token, body: { events, config: { url: receiver.url } } });

const sent = async () => {
  await app.worker.drain();
  return receiver.received.map(({ json }) => json);
};

const tryPassword = (userId: string, password: string) =>
  app.call(usersApi.verifyPassword, { token, params: { userId }, body: { password } });

describe('Identifier.Lockout', () => {
  test('is sent for each blocked attempt of a sign-in, with the identifier and the sign-in', async () => {
    await subscribe('Identifier.Lockout');
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const identifier = { type: 'username', value: 'nobody_of_this_name' };
    const codes = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      codes.push((await person.step('POST', '/verification/password', { identifier, password: 'wrong' })).code);
    }
    const blocked = 'session.verification_blocked_too_many_attempts';
    expect(codes.slice(-2)).toEqual([blocked, blocked]);
    const events = await sent();
    expect(events).toHaveLength(codes.filter((code) => code === blocked).length);
    expect(events[0]).toEqual({
      hookId: expect.any(String),
      event: 'Identifier.Lockout',
      createdAt: expect.any(String),
      ip: '127.0.0.1',
      userAgent: expect.any(String),
      interactionEvent: 'SignIn',
      sessionId: expect.any(String),
      applicationId: 'demo-app',
      ...identifier,
    });
    const { body } = await app.call(auditApi.list, { token, query: { includeChanges: 'true' } });
    expect(body.map(({ key }) => key)).not.toContain('Identifier.Lockout');
  });

  test('attack: is sent at most twenty times in ten minutes for an identifier, however often it is tried', async () => {
    await subscribe('Identifier.Lockout');
    const { body: user } = await app.call(usersApi.create, { token, body: { username: 'flooded' } });
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await tryPassword(user.id, 'wrong');
    }
    expect(await sent()).toHaveLength(20);
  });

  test('names the user if there is no identifier, and has no sign-in outside of one', async () => {
    await subscribe('Identifier.Lockout');
    const { body: user } = await app.call(usersApi.create, {
      token,
      body: { username: 'guessed', password: 'correct horse battery' },
    });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await tryPassword(user.id, 'wrong');
    }
    const [event] = await sent();
    expect(event).toMatchObject({ type: 'userId', value: user.id });
    expect(event).not.toHaveProperty('sessionId');
    expect(event).not.toHaveProperty('path');
  });

  test('writes nothing without a webhook for it', async () => {
    await subscribe('User.Deleted');
    const { body: user } = await app.call(usersApi.create, { token, body: { username: 'unheard' } });
    await app.worker.drain();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await tryPassword(user.id, 'wrong');
    }
    const rows = await app.read('default', (db) => db.selectFrom('outbox').select('name').execute());
    expect(rows).toEqual([]);
  });

  test('reaches webhooks of older clients with a single event', async () => {
    const config = { url: receiver.url };
    await app.call(webhooksApi.create, { token, body: { event: 'Identifier.Lockout', config } });
    const { body: user } = await app.call(usersApi.create, { token, body: { username: 'older' } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await tryPassword(user.id, 'wrong');
    }
    expect((await sent()).length).toBeGreaterThan(0);
  });
});

test('Message.RateLimited has the recipient and the sign-in', async () => {
  await subscribe('Message.RateLimited');
  const interaction = { applicationId: 'demo-app', sessionId: 's', interactionEvent: 'Register' };
  await announceRateLimited(app.app, 'default', 'anna@example.com', interaction);
  expect(await sent()).toMatchObject([
    { event: 'Message.RateLimited', action: 'VerificationCodeSend', recipient: 'anna@example.com', ...interaction },
  ]);
});

test('Grant.LimitExceeded lists the revoked grants', async () => {
  await subscribe('Grant.LimitExceeded');
  const about = {
    userId: 'anna',
    applicationId: 'shop',
    revokedGrantIds: ['g1'],
    maxAllowedGrants: 1,
    preRevocationActiveGrantCount: 2,
  };
  await announceLimitedGrants(app.app, 'default', about);
  expect(await sent()).toMatchObject([{ event: 'Grant.LimitExceeded', ...about }]);
});

test('Organization.Membership.Updated lists at most 5000 added and removed members; its log entry 100', async () => {
  await subscribe('Organization.Membership.Updated');
  const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Large' } });
  await app.write('default', (db) =>
    sql`insert into users (id, username) select 'many' || n, 'many' || n from generate_series(1, 5001) n`.execute(db),
  );
  const params = { id: organization.id };
  const userIds = Array.from({ length: 5001 }, (_, n) => `many${n + 1}`);
  await app.call(organizationMembersApi.replace, { token, params, body: { userIds } });
  await app.call(organizationMembersApi.replace, { token, params, body: { userIds: ['many1', 'many2'] } });
  await app.call(organizationMembersApi.remove, { token, params: { ...params, userId: 'many2' } });
  await app.call(organizationMembersApi.add, { token, params, body: { userIds: ['many1', 'many3'] } });
  const events = await sent();
  expect(
    events.map(({ addedUserIds, removedUserIds, status }) => [addedUserIds?.length, removedUserIds?.length, status]),
  ).toEqual([
    [5000, undefined, 204],
    [undefined, 4999, 204],
    [undefined, 1, 204],
    [1, undefined, 201],
  ]);
  expect(events.at(-1)).toMatchObject({ organizationId: organization.id, addedUserIds: ['many3'], data: null });
  const { body: logs } = await app.call(auditApi.list, {
    token,
    query: { includeChanges: 'true', logKey: 'Organization.Membership.Updated' },
  });
  expect(logs.map(({ payload }) => (payload.addedUserIds as string[] | undefined)?.length)).toEqual([
    1,
    undefined,
    undefined,
    100,
  ]);
});

test('Organization.Membership.Updated lists the applications that were added and removed', async () => {
  await subscribe('Organization.Membership.Updated');
  const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Machines' } });
  const create = async () =>
    (await app.call(applicationsApi.create, { token, body: { name: 'Robot', type: 'MachineToMachine' } })).body.id;
  const [one, two] = [await create(), await create()];
  const params = { id: organization.id };
  await app.call(organizationApplicationsApi.add, { token, params, body: { applicationIds: [one, one] } });
  await app.call(organizationApplicationsApi.replace, { token, params, body: { applicationIds: [two] } });
  await app.call(organizationApplicationsApi.remove, { token, params: { ...params, applicationId: two } });
  const events = await sent();
  expect(
    events.map(({ addedApplicationIds, removedApplicationIds }) => [addedApplicationIds, removedApplicationIds]),
  ).toEqual([
    [[one], undefined],
    [[two], [one]],
    [undefined, [two]],
  ]);
});
