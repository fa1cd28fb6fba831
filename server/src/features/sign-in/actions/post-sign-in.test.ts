import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { actionsApi } from '@postern/contracts/sign-in/actions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let count = 0;
let server: Server;
let origin: string;
let meanwhile: () => Promise<unknown> = async () => undefined;
/** The people of whose sign-ins the webhook was told. */
const told: string[] = [];
const params = { actionType: 'postSignIn' } as const;
const password = 'correct horse battery';

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  server = createServer(async (request, response) => {
    if (request.url === '/hook') {
      told.push((JSON.parse(await text(request)) as { userId: string }).userId);
    } else {
      await meanwhile();
    }
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hook = { name: 'told', events: ['PostSignIn'], config: { url: `${origin}/hook` } };
  expect((await app.call(webhooksApi.create, { token, body: hook as never })).status).toBe(201);
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    sentinelPolicy: {},
  });
});
afterAll(async () => {
  server.close();
  await app.close();
});
beforeEach(async () => {
  meanwhile = async () => undefined;
  await app.write('default', (db) => db.deleteFrom('actions').execute());
});

const save = async (body: string, more: object = {}) => {
  const script = `const runAction = async ({ event, environmentVariables }) => {\n${body}\n};`;
  const answer = await app.call(actionsApi.save, { token, params, body: { script, enabled: true, ...more } });
  expect([200, 201]).toContain(answer.status);
};

async function somebody(more: object = {}) {
  count += 1;
  const username = `regular${count}`;
  const { body } = await app.call(usersApi.create, { token, body: { username, password, ...more } });
  return { id: body.id, username };
}
const userOf = async (userId: string) => (await app.call(usersApi.get, { token, params: { userId } })).body;

/** Everything but the last step. */
async function identified(username: string, event: 'SignIn' | 'Register' = 'SignIn') {
  const browser = visitor(app);
  await browser.arrive();
  await browser.start('SignIn');
  const { body } = await browser.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password,
  });
  expect((await browser.identify(body.verificationId)).status).toBe(204);
  if (event !== 'SignIn') {
    expect((await browser.step('PUT', '/interaction-event', { interactionEvent: event })).status).toBe(204);
  }
  return browser;
}
const submit = async (username: string) => (await identified(username)).submit();
const logs = async () => {
  await flushLogs(app.app);
  return app.read('default', (db) =>
    db
      .selectFrom('logs')
      .select(['key', 'payload'])
      .where('key', '=', 'Action.PostSignIn')
      .orderBy('created_at')
      .execute(),
  );
};
/** How often webhooks were told, once the news of a later sign-in is there: they arrive in order. */
async function announced(userId: string): Promise<number> {
  await app.write('default', (db) => db.deleteFrom('actions').execute());
  const later = await somebody();
  expect((await submit(later.username)).status).toBe(200);
  await expect.poll(() => told.includes(later.id), { timeout: 10_000 }).toBe(true);
  return told.filter((one) => one === userId).length;
}
const blocked = { status: 400, code: 'session.verification_failed' };

test.each(['return;', 'return null;', 'return {};', 'return { action: "updateUser" };'])('%s goes on', async (body) => {
  const { username, id } = await somebody();
  await save(body);
  const browser = await identified(username);
  const { status, body: answer } = await browser.submit();
  expect(status).toBe(200);
  expect(await browser.follow(answer.redirectTo)).toContain('/demo-app?code=');
  expect(await announced(id)).toBe(1);
});

test.each([
  'return false;',
  'return "";',
  'return [];',
  'return { action: "block" };',
  'return { more: 1 };',
  'return { action: "createUser", user: {} };',
  'return { action: "updateUser", user: null };',
  'return { action: "updateUser", user: { isSuspended: false } };',
  'return { action: "updateUser", user: { name: 1 } };',
  'return { action: "updateUser", user: {}, more: 1 };',
  'return { action: "updateUser", user: { customData: { a: "\\ud800" } } };',
])('%s refuses the sign-in, also if errors are allowed', async (body) => {
  const { username, id } = await somebody();
  await save(body, { onExecutionError: 'allow' });
  const browser = await identified(username);
  expect(await browser.submit()).toMatchObject(blocked);
  expect(await announced(id)).toBe(0);
  // The browser has no session: it is asked again.
  expect(await browser.arrive()).toContain('/sign-in');
  // It is no dead end.
  await save('return;');
  expect((await submit(username)).status).toBe(200);
});

test.each([
  ['throws', 'throw new Error("x");'],
  ['never ends', 'for (;;) {}'],
  ['returns too much', 'return { action: "updateUser", user: { customData: { a: "x".repeat(20000) } } };'],
])('a script that %s blocks by default, and goes on if errors are allowed', async (_what, body) => {
  const { username } = await somebody();
  await save(body);
  expect(await submit(username)).toMatchObject(blocked);
  await save(body, { onExecutionError: 'allow' });
  expect((await submit(username)).status).toBe(200);
  expect((await logs()).slice(-2).map(({ payload }) => payload)).toMatchObject([
    { result: 'Success', onExecutionError: 'block', decision: 'refuse', errorPolicyOutcome: 'blocked' },
    { result: 'Success', onExecutionError: 'allow', decision: 'continue', errorPolicyOutcome: 'allowed' },
  ]);
});

test('the script reads what scripts for tokens read, after the sign-in was stored', async () => {
  const { username, id } = await somebody({ customData: { plan: 'pro' } });
  await save(`return { action: 'updateUser', user: { customData: { seen: {
    key: event.key, event: event.interactionEvent, id: event.user.id, plan: event.user.customData.plan,
    roles: event.user.roles, hasPassword: event.user.hasPassword, isNow: event.user.lastSignInAt !== null } } } };`);
  expect((await submit(username)).status).toBe(200);
  expect((await userOf(id)).customData).toEqual({
    plan: 'pro',
    seen: {
      key: 'action.postSignIn',
      event: 'SignIn',
      id,
      plan: 'pro',
      roles: [],
      hasPassword: true,
      isNow: true,
    },
  });
  const entry = (await logs()).at(-1);
  expect(entry?.payload).toMatchObject({
    actionType: 'postSignIn',
    userId: id,
    event: { key: 'action.postSignIn', interactionEvent: 'SignIn', user: { id } },
    decision: 'updateUser',
    action: 'updateUser',
    actionResult: { userFields: ['customData'], unknownFieldCount: 0 },
  });
  expect(JSON.stringify(entry)).not.toContain('plan');
});

test('a script may change identifiers, and the same sign-in goes on', async () => {
  const { username, id } = await somebody();
  await save(`return { action: 'updateUser', user: { primaryEmail: event.user.username + '@EXAMPLE.com' } };`);
  const browser = await identified(username);
  const { body } = await browser.submit();
  expect(await browser.follow(body.redirectTo)).toContain('/demo-app?code=');
  expect((await userOf(id)).primaryEmail).toBe(`${username}@example.com`);
});

test('identifiers of others, blocked addresses and bad usernames are refused', async () => {
  const other = await somebody();
  const { username } = await somebody();
  await save(`return { action: 'updateUser', user: { username: '${other.username}' } };`);
  expect(await submit(username)).toMatchObject({ status: 422, code: 'user.username_already_in_use' });
  await changeSettings(app, { emailBlocklistPolicy: { customBlocklist: ['@blocked.test'] } as never });
  await save(`return { action: 'updateUser', user: { primaryEmail: 'a@blocked.test' } };`);
  expect(await submit(username)).toMatchObject({ code: 'session.email_blocklist.email_not_allowed' });
});

test('calling the sign-in a registration does not avoid the script', async () => {
  const { username } = await somebody();
  await save('throw new Error("no");');
  const browser = await identified(username, 'Register');
  expect(await browser.submit()).toMatchObject(blocked);
});

test('a registration is not asked about', async () => {
  await save('throw new Error("no");');
  const browser = visitor(app);
  await browser.arrive();
  await browser.start('Register');
  count += 1;
  const { body } = await browser.step('POST', '/verification/new-password-identity', {
    identifier: { type: 'username', value: `fresh${count}` },
    password,
  });
  expect((await browser.identify(body.verificationId)).status).toBe(201);
  expect((await browser.submit()).status).toBe(200);
});

test('the last step of older pages asks too', async () => {
  const { username } = await somebody();
  await save('throw new Error("no");');
  const browser = visitor(app);
  await browser.arrive();
  await browser.legacy('PUT', '', { event: 'SignIn', identifier: { username, password } });
  const { status } = await browser.legacy('POST', '/submit');
  expect(status).toBe(400);
});

describe('while the script runs', () => {
  const wait = () => `await fetch('${origin}/'); return { action: 'updateUser', user: { name: 'Patched' } };`;

  test('it is deleted, disabled or replaced: the person tries again', async () => {
    const changes: (() => Promise<unknown>)[] = [
      () => app.call(actionsApi.remove, { token, params }),
      () => app.call(actionsApi.update, { token, params, body: { enabled: false } }),
      () => save('return;'),
    ];
    for (const change of changes) {
      const { username, id } = await somebody();
      await save(wait());
      meanwhile = change;
      const browser = await identified(username);
      expect(await browser.submit()).toMatchObject(blocked);
      expect((await userOf(id)).name).toBeNull();
      expect(await announced(id)).toBe(0);
      expect((await browser.submit()).status).toBe(200);
    }
  });

  test('the person is suspended, deleted or gets another password: the sign-in has ended', async () => {
    const changes: ((id: string) => Promise<unknown>)[] = [
      (userId) => app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } }),
      (userId) => app.call(usersApi.remove, { token, params: { userId } }),
      (userId) =>
        app.call(usersApi.setPassword, { token, params: { userId }, body: { password: 'a new one, chosen' } }),
    ];
    for (const change of changes) {
      const { username, id } = await somebody();
      await save(wait());
      meanwhile = () => change(id);
      const browser = await identified(username);
      const { status, body } = await browser.submit();
      expect([400, 401, 404, 422]).toContain(status);
      expect(body.redirectTo).toBeUndefined();
      expect(await announced(id)).toBe(0);
    }
  });

  test('a second submit gets the same redirect', async () => {
    const { username } = await somebody();
    await save(wait());
    const browser = await identified(username);
    const answers = await Promise.all([browser.submit(), browser.submit()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.redirectTo)).size).toBe(1);
  });
});

test('tenants without scripts take no query more', async () => {
  const { username } = await somebody();
  const counted = async () => {
    const browser = await identified(username);
    const statements: string[] = [];
    const { tenancy } = app.app;
    const { run, read, write } = tenancy;
    for (const [name, original] of Object.entries({ run, read, write })) {
      Object.assign(tenancy, {
        [name]: (...given: never[]) => {
          statements.push(name);
          return (original as (...all: never[]) => unknown)(...given);
        },
      });
    }
    try {
      expect((await browser.submit()).status).toBe(200);
    } finally {
      Object.assign(tenancy, { run, read, write });
    }
    return statements;
  };
  await counted();
  const without = await counted();
  await save('return;', { enabled: false });
  await counted();
  expect(await counted()).toEqual(without);
  await save('return;');
  await counted();
  expect((await counted()).length).toBeGreaterThan(without.length);
});
