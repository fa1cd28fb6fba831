import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultUsernamePolicy } from '@postern/contracts/experience/username-policy';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { actionsApi } from '@postern/contracts/sign-in/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { identityProvider } from '#testing/identity-provider';
import { changeSettings, forgetPauses, visitor, ways } from '#testing/sign-in';
import { connectSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let count = 0;
let server: Server;
let origin: string;
/** What happens in the other system while the script waits for its answer. */
let meanwhile: (url: string) => Promise<unknown> = async () => undefined;
const params = { actionType: 'postFirstFactorVerification' } as const;
const old = 'the old password of 1999';

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  server = createServer(async ({ url = '' }, response) => {
    await meanwhile(url);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await app.close();
});
beforeEach(async () => {
  meanwhile = async () => undefined;
  await forgetPauses(app);
  await app.write('default', (db) => db.deleteFrom('actions').execute());
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
      { identifier: 'phone', password: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
    passwordPolicy: {},
    passwordExpiration: {},
    sentinelPolicy: {},
    emailBlocklistPolicy: {},
    usernamePolicy: defaultUsernamePolicy,
  });
});
const save = async (body: string, more: object = {}) => {
  const script = `const runAction = async ({ event, environmentVariables }) => {\n${body}\n};`;
  const answer = await app.call(actionsApi.save, { token, params, body: { script, enabled: true, ...more } });
  expect([200, 201]).toContain(answer.status);
};
/** Accepts the old password, as a system from before would. */
const accepts = (result: string, before = '') =>
  save(`${before}
    if (event.password !== ${JSON.stringify(old)}) return;
    return { passwordVerified: true, ...${result} };`);
const creates = (user = '{}', before = '') => accepts(`{ action: 'createUser', user: ${user} }`, before);
const updates = (user = '{}', before = '') => accepts(`{ action: 'updateUser', user: ${user} }`, before);

async function somebody(more: object = {}) {
  count += 1;
  const username = `moved${count}`;
  const primaryEmail = `${username}@example.com`;
  const { body, status } = await app.call(usersApi.create, { token, body: { username, primaryEmail, ...more } });
  expect(status).toBe(200);
  return { id: body.id, username, primaryEmail };
}
const newName = () => {
  count += 1;
  return `fresh${count}`;
};
const stored = async (username: string) =>
  app.read('default', (db) =>
    db
      .selectFrom('users')
      .select([
        'id',
        'username',
        'primary_email as email',
        'name',
        'custom_data as customData',
        'profile',
        'password_encryption_method as method',
        'is_password_expired as isExpired',
      ])
      .where('username', '=', username)
      .execute(),
  );

async function arrived(event: 'SignIn' | 'Register' = 'SignIn') {
  const browser = visitor(app);
  await browser.arrive();
  await browser.start(event);
  return browser;
}
type Browser = Awaited<ReturnType<typeof arrived>>;
const enter = (browser: Browser, value: string, password = old, type = 'username') =>
  browser.step('POST', '/verification/password', { identifier: { type, value }, password });
const tryOnce = async (value: string, password = old, type = 'username') =>
  enter(await arrived(), value, password, type);
/** The whole sign-in. */
async function signIn(value: string, password = old, type = 'username') {
  const browser = await arrived();
  const { status, code, body } = await enter(browser, value, password, type);
  if (status !== 200) {
    return { status, code, body };
  }
  await browser.identify(body.verificationId);
  const submitted = await browser.submit();
  return submitted.status === 200 ? { status: 200, at: await browser.follow(submitted.body.redirectTo) } : submitted;
}
const logs = async () => {
  await flushLogs(app.app);
  return app.read('default', (db) =>
    db.selectFrom('logs').select(['key', 'payload']).where('key', 'like', 'Action.%').orderBy('created_at').execute(),
  );
};
type Failed = { actionError: { message: string } };
const refused = { status: 422, code: 'session.invalid_credentials' };

describe('people from another system', () => {
  test('are created at their first sign-in, with the password they typed', async () => {
    await creates(`{ name: 'Ada', customData: { plan: 'pro' }, profile: { givenName: 'Ada' } }`);
    const username = newName();
    expect(await signIn(username)).toMatchObject({ status: 200, at: expect.stringContaining('/demo-app?code=') });
    expect(await stored(username)).toMatchObject([
      { name: 'Ada', customData: { plan: 'pro' }, profile: { givenName: 'Ada' }, method: 'Argon2id' },
    ]);
    // From now on without the script.
    await app.call(actionsApi.remove, { token, params });
    expect((await signIn(username)).status).toBe(200);
    expect(await tryOnce(username, 'another password')).toMatchObject(refused);
  });

  test('are found by their email address and their number', async () => {
    await creates(`/@/.test(event.identifier.value) ? { username: 'by_mail' } : {}`);
    count += 1;
    expect((await signIn(`Somebody${count}@Example.com`, old, 'email')).status).toBe(200);
    const rows = await app.read('default', (db) =>
      db.selectFrom('users').select('username').where('primary_email', '=', `somebody${count}@example.com`).execute(),
    );
    expect(rows).toEqual([{ username: 'by_mail' }]);
    const phone = `4915112345${100 + count}`;
    const browser = await arrived();
    expect((await enter(browser, phone, old, 'phone')).status).toBe(200);
    const numbers = await app.read('default', (db) =>
      db.selectFrom('users').select('id').where('primary_phone', '=', phone).execute(),
    );
    expect(numbers).toHaveLength(1);
  });

  test('who exist already get the password, and data is merged', async () => {
    const { username } = await somebody({ customData: { a: 1 }, profile: { givenName: 'Ada' }, name: 'Before' });
    await updates(`{ name: 'After', customData: { b: 2 }, profile: { familyName: 'L' } }`);
    expect((await signIn(username)).status).toBe(200);
    expect(await stored(username)).toMatchObject([
      { name: 'After', customData: { a: 1, b: 2 }, profile: { givenName: 'Ada', familyName: 'L' }, method: 'Argon2id' },
    ]);
  });

  test('are described to the script', async () => {
    const person = await somebody({ password: 'another good phrase', customData: { a: 1 } });
    await save('throw new Error(JSON.stringify({ ...event, password: "-" }));');
    expect(await tryOnce(person.username)).toMatchObject(refused);
    const failed = (await logs()).at(-1)?.payload as Failed | undefined;
    const message = failed?.actionError.message ?? '';
    expect(JSON.parse(message)).toEqual({
      key: 'action.postFirstFactorVerification',
      interactionEvent: 'SignIn',
      verificationType: 'Password',
      identifier: { type: 'username', value: person.username },
      user: {
        id: person.id,
        username: person.username,
        primaryEmail: person.primaryEmail,
        primaryPhone: null,
        name: null,
        avatar: null,
        customData: { a: 1 },
        profile: {},
        hasPassword: true,
      },
      password: '-',
    });
  });

  test('cannot go on with the right password of Postern into the script', async () => {
    const { username } = await somebody({ password: 'a good phrase here' });
    await save('throw new Error("never asked");');
    const before = (await logs()).length;
    expect((await tryOnce(username, 'a good phrase here')).status).toBe(200);
    expect(await logs()).toHaveLength(before);
  });

  test('a replaced password is announced to its owner', async () => {
    const { username, id } = await somebody({ password: 'a good phrase here' });
    await updates();
    expect((await signIn(username)).status).toBe(200);
    const { rows } = await app.read('default', (db) =>
      sql`select payload from jobs where queue = 'account.send-notice' and payload ->> 'userId' = ${id}`.execute(db),
    );
    expect(rows).toMatchObject([{ payload: { notice: 'password' } }]);
  });
});

describe('results', () => {
  test.each<[string, string]>([
    ['nothing', 'return;'],
    ['null', 'return null;'],
    ['an empty object', 'return {};'],
    ['true', 'return true;'],
    ['no proof', 'return { action: "createUser", user: {} };'],
    ['a proof that is not true', 'return { action: "createUser", user: {}, passwordVerified: 1 };'],
    ['no user', 'return { action: "createUser", passwordVerified: true };'],
    ['another action', 'return { action: "deleteUser", user: {}, passwordVerified: true };'],
    ['an unknown key beside the user', 'return { action: "createUser", user: {}, passwordVerified: true, more: 1 };'],
    [
      'an unknown key in the user',
      'return { action: "createUser", user: { isSuspended: false }, passwordVerified: true };',
    ],
    ['an ID', 'return { action: "createUser", user: { id: "admin" }, passwordVerified: true };'],
    ['roles', 'return { action: "createUser", user: { roles: ["admin"] }, passwordVerified: true };'],
    ['a digest', 'return { action: "createUser", user: { passwordDigest: "x" }, passwordVerified: true };'],
    ['a name that is no text', 'return { action: "createUser", user: { name: {} }, passwordVerified: true };'],
    [
      'a name that is too long',
      'return { action: "createUser", user: { name: "x".repeat(129) }, passwordVerified: true };',
    ],
    [
      'an avatar that runs',
      'return { action: "createUser", user: { avatar: "javascript:alert(1)" }, passwordVerified: true };',
    ],
    [
      'an address that is none',
      'return { action: "createUser", user: { primaryEmail: "x" }, passwordVerified: true };',
    ],
    ['a number that is none', 'return { action: "createUser", user: { primaryPhone: "12" }, passwordVerified: true };'],
    ['a list as data', 'return { action: "createUser", user: { customData: [] }, passwordVerified: true };'],
    [
      'a lone surrogate in data',
      'return { action: "createUser", user: { customData: { a: "\\ud800" } }, passwordVerified: true };',
    ],
    [
      'a NUL in data',
      'return { action: "createUser", user: { customData: { a: "\\u0000" } }, passwordVerified: true };',
    ],
    [
      'a huge result',
      'return { action: "createUser", user: { customData: { a: "x".repeat(20000) } }, passwordVerified: true };',
    ],
    ['an error', 'throw new Error("x");'],
    ['an endless loop', 'for (;;) {}'],
  ])('%s is a wrong password', async (_what, body) => {
    await save(body, { onExecutionError: 'allow' });
    const username = newName();
    expect(await tryOnce(username)).toMatchObject(refused);
    expect(await stored(username)).toEqual([]);
  });

  test('prototypes stay as they are', async () => {
    await save(
      `return JSON.parse('{"action":"createUser","passwordVerified":true,"user":{"__proto__":{"isSuspended":true},"customData":{"__proto__":{"a":1},"constructor":{"b":2}}}}');`,
    );
    const username = newName();
    expect((await signIn(username)).status).toBe(200);
    expect(await stored(username)).toMatchObject([{ customData: { constructor: { b: 2 } } }]);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  test('creating an existing person, or updating nobody, is a conflict', async () => {
    const { username } = await somebody();
    await creates();
    expect(await tryOnce(username)).toMatchObject({ status: 409, code: 'session.identity_conflict' });
    await updates();
    expect(await tryOnce(newName())).toMatchObject({ status: 409, code: 'session.identity_conflict' });
  });

  test.each<[string, (person: { username: string; primaryEmail: string }) => [string, string], string]>([
    ['a new username', ({ username }) => ['username', username], '{ username: "someone_else" }'],
    ['no username', ({ username }) => ['username', username], '{ username: null }'],
    ['an empty address', ({ primaryEmail }) => ['email', primaryEmail], '{ primaryEmail: "" }'],
    ['another address', ({ primaryEmail }) => ['email', primaryEmail], '{ primaryEmail: "else@example.com" }'],
  ])('the identifier of the sign-in does not change: %s', async (_what, typed, user) => {
    const person = await somebody();
    const [type, value] = typed(person);
    await updates(user);
    const answer = await tryOnce(value, old, type);
    expect(answer).toMatchObject({ status: 422, code: 'action.sign_in_identifier_changed' });
    expect(answer.body.data).toEqual({ identifierType: type });
    expect(await stored(person.username)).toMatchObject([{ method: null }]);
  });

  test('the same identifier in another spelling is no change', async () => {
    const { primaryEmail, username } = await somebody();
    await updates(`{ primaryEmail: ${JSON.stringify(primaryEmail.toUpperCase())} }`);
    expect((await tryOnce(primaryEmail, old, 'email')).status).toBe(200);
    expect(await stored(username)).toMatchObject([{ email: primaryEmail }]);
  });

  test.each([
    ['user.username_already_in_use', (other: { username: string }) => `{ username: '${other.username}' }`, 'email'],
    [
      'user.email_already_in_use',
      (other: { primaryEmail: string }) => `{ primaryEmail: '${other.primaryEmail}' }`,
      'username',
    ],
    ['user.phone_already_in_use', () => `{ primaryPhone: '4915199999999' }`, 'username'],
  ] as const)('identifiers of others are refused: %s', async (code, user, type) => {
    const other = await somebody();
    if (code === 'user.phone_already_in_use') {
      await app.call(usersApi.update, { token, params: { userId: other.id }, body: { primaryPhone: '4915199999999' } });
    }
    const person = await somebody();
    await updates(user(other));
    const answer = await tryOnce(type === 'email' ? person.primaryEmail : person.username, old, type);
    expect(answer).toMatchObject({ status: 422, code });
    expect(await stored(person.username)).toMatchObject([{ method: null }]);
  });
});

describe('rules that a script does not change', () => {
  test('it is asked only at sign-in', async () => {
    await creates();
    const username = newName();
    const browser = await arrived('Register');
    expect(await enter(browser, username)).toMatchObject(refused);
    expect(await stored(username)).toEqual([]);
  });

  test('it is asked only when it is enabled', async () => {
    await creates();
    await app.call(actionsApi.update, { token, params, body: { enabled: false } });
    expect(await tryOnce(newName())).toMatchObject(refused);
  });

  test('it creates nobody while registration is closed, but updates', async () => {
    await changeSettings(app, { signInMode: 'SignIn' });
    await creates();
    const username = newName();
    expect(await tryOnce(username)).toMatchObject(refused);
    expect(await stored(username)).toEqual([]);
    const { username: known } = await somebody();
    await updates();
    expect((await signIn(known)).status).toBe(200);
  });

  test('it is not asked while sign-in is closed, or with an identifier that has no password', async () => {
    const before = (await logs()).length;
    await creates();
    await changeSettings(app, { signInMode: 'Register' });
    const browser = visitor(app);
    await browser.arrive();
    await browser.start('SignIn');
    expect((await enter(browser, newName())).status).toBe(422);
    await changeSettings(app, {
      signInMode: 'SignInAndRegister',
      signIn: ways({ identifier: 'username', password: true }),
    });
    expect(await tryOnce('nobody@example.com', old, 'email')).toMatchObject(refused);
    expect(await logs()).toHaveLength(before);
  });

  test('a suspended person is never asked about', async () => {
    const { username, id } = await somebody();
    await app.call(usersApi.setSuspended, { token, params: { userId: id }, body: { isSuspended: true } });
    const before = (await logs()).length;
    await updates();
    expect(await tryOnce(username)).toMatchObject(refused);
    expect(await logs()).toHaveLength(before);
    expect(await stored(username)).toMatchObject([{ method: null }]);
  });

  test('the typed password must follow the policy', async () => {
    await changeSettings(app, { passwordPolicy: { length: { min: 40, max: 100 } } as never });
    await creates();
    const username = newName();
    expect(await tryOnce(username)).toMatchObject({ status: 422, code: 'password.rejected' });
    expect(await stored(username)).toEqual([]);
  });

  test('usernames follow their policy', async () => {
    await changeSettings(app, { usernamePolicy: { ...defaultUsernamePolicy, minLength: 20 } });
    await creates();
    const username = newName();
    expect(await tryOnce(username)).toMatchObject({ status: 422, code: 'user.username_too_short' });
    const { primaryEmail } = await somebody();
    await updates(`{ username: 'short_one' }`);
    expect(await tryOnce(primaryEmail, old, 'email')).toMatchObject({ status: 422, code: 'user.username_too_short' });
  });

  test('addresses follow the blocklist', async () => {
    await changeSettings(app, { emailBlocklistPolicy: { customBlocklist: ['@blocked.test'] } as never });
    await creates();
    expect(await tryOnce('somebody@blocked.test', old, 'email')).toMatchObject({
      status: 422,
      code: 'session.email_blocklist.email_not_allowed',
    });
    const { username } = await somebody();
    await updates(`{ primaryEmail: 'other@blocked.test' }`);
    expect(await tryOnce(username)).toMatchObject({ status: 422, code: 'session.email_blocklist.email_not_allowed' });
    expect(await stored(username)).toMatchObject([{ method: null }]);
  });

  test('a password that must be replaced is not accepted from elsewhere', async () => {
    await changeSettings(app, {
      passwordExpiration: { enabled: true, validPeriodDays: 90, enabledAt: Date.now() } as never,
    });
    const { username, id } = await somebody({ password: 'a good phrase here' });
    await app.call(usersApi.expirePassword, { token, params: { userId: id }, body: { isExpired: true } });
    await updates();
    expect(await tryOnce(username)).toMatchObject({ status: 422, code: 'password.expired' });
    expect(await stored(username)).toMatchObject([{ isExpired: true }]);
  });

  test('a wrong password counts, and a locked identifier is not asked about', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 2, lockoutDuration: 10 } });
    await creates();
    const username = newName();
    expect((await tryOnce(username, 'wrong one')).code).toBe('session.invalid_credentials');
    expect((await tryOnce(username, 'wrong two')).code).toBe('session.verification_blocked_too_many_attempts');
    const before = (await logs()).length;
    expect((await tryOnce(username)).code).toBe('session.verification_blocked_too_many_attempts');
    expect(await logs()).toHaveLength(before);
    // A password that the script has verified is no guess.
    const right = newName();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect((await tryOnce(right)).status).toBe(200);
    }
  });

  test('people of a company with SSO are not asked about, whatever they type', async () => {
    await changeSettings(app, { singleSignOnEnabled: true });
    const provider = await identityProvider();
    const { id, domain } = await connectSso(app, token, { config: provider.config });
    try {
      const before = (await logs()).length;
      await creates();
      expect(await tryOnce(`new@${domain}`, old, 'email')).toMatchObject({ code: 'session.sso_enabled' });
      const username = `company${count}`;
      await app.call(usersApi.create, { token, body: { username, primaryEmail: `${username}@${domain}` } });
      await updates();
      expect(await tryOnce(username)).toMatchObject(refused);
      expect(await logs()).toHaveLength(before);
      // Nor does a script give an address of the company to somebody else.
      const { username: other } = await somebody();
      await updates(`{ primaryEmail: 'thief@${domain}' }`);
      expect(await tryOnce(other)).toMatchObject({ code: 'session.sso_enabled' });
      expect(await stored(other)).toMatchObject([{ method: null }]);
    } finally {
      await app.call(ssoConnectorsApi.remove, { token, params: { id } });
      await provider.close();
    }
  });
});

describe('while the script runs', () => {
  const wait = () => `await fetch('${origin}/');`;

  test('it is deleted, disabled or replaced: its result has no effect', async () => {
    const changes: (() => Promise<unknown>)[] = [
      () => app.call(actionsApi.remove, { token, params }),
      () => app.call(actionsApi.update, { token, params, body: { enabled: false } }),
      () => creates('{}', '// another one'),
    ];
    for (const change of changes) {
      await creates('{}', wait());
      meanwhile = change;
      const username = newName();
      expect(await tryOnce(username)).toMatchObject(refused);
      expect(await stored(username)).toEqual([]);
    }
  });

  test('the person is suspended, deleted or gets another password: nothing is stored', async () => {
    const changes: ((id: string) => Promise<unknown>)[] = [
      (userId) => app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } }),
      (userId) => app.call(usersApi.remove, { token, params: { userId } }),
      (userId) =>
        app.call(usersApi.setPassword, { token, params: { userId }, body: { password: 'chosen by the person' } }),
    ];
    for (const change of changes) {
      const { id, username } = await somebody();
      await updates(`{ name: 'Patched' }`, wait());
      meanwhile = () => change(id);
      expect(await tryOnce(username)).toMatchObject(refused);
      expect((await stored(username)).filter(({ name }) => name === 'Patched')).toEqual([]);
    }
  });

  test('the person double-clicks: both requests succeed, and there is one account', async () => {
    await creates('{}', wait());
    const username = newName();
    const browser = await arrived();
    const answers = await Promise.all([enter(browser, username), enter(browser, username)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored(username)).toHaveLength(1);
    for (const { body } of answers) {
      expect((await browser.identify(body.verificationId)).status).toBe(204);
    }
    expect((await browser.submit()).status).toBe(200);
    const { username: known } = await somebody();
    await updates('{}', wait());
    const both = await Promise.all([tryOnce(known), tryOnce(known)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('a proof of the old state of the account has ended', async () => {
    const { username, primaryEmail } = await somebody();
    const parked = await arrived();
    const verificationId = await parked.proveAddress('SignIn', 'email', primaryEmail);
    await updates();
    expect((await tryOnce(username)).status).toBe(200);
    expect((await parked.identify(verificationId)).code).toBe('session.verification_session_not_found');
  });

  test('a person who was identified in the same sign-in goes on', async () => {
    const { username, primaryEmail } = await somebody();
    await updates();
    const browser = await arrived();
    await browser.identify(await browser.proveAddress('SignIn', 'email', primaryEmail));
    const { body, status } = await enter(browser, username);
    expect(status).toBe(200);
    expect((await browser.identify(body.verificationId)).status).toBe(204);
    expect((await browser.submit()).status).toBe(200);
  });
});

/** Time would reveal whom the script is not asked about. */
describe('people whom the script is not asked about', () => {
  const cases: [string, 'username' | 'email' | 'phone', boolean][] = [
    ['a suspended person by username', 'username', false],
    ['a suspended person by address', 'email', false],
    ['a suspended person by number', 'phone', false],
    ['a person of a company with SSO', 'username', true],
  ];
  test.each(cases)('wait for it as others do, and it learns nothing: %s', async (_who, type, isOfCompany) => {
    const provider = await identityProvider();
    const { id: connectorId, domain } = await connectSso(app, token, { config: provider.config });
    try {
      await changeSettings(app, { singleSignOnEnabled: isOfCompany });
      count += 1;
      const [username, primaryPhone] = [`quiet${count}`, `4915187654${100 + count}`];
      const primaryEmail = `${username}@${isOfCompany ? domain : 'example.com'}`;
      const { body } = await app.call(usersApi.create, { token, body: { username, primaryEmail, primaryPhone } });
      if (!isOfCompany) {
        await app.call(usersApi.setSuspended, { token, params: { userId: body.id }, body: { isSuspended: true } });
      }
      await save(`await fetch('${origin}/?' + encodeURIComponent(JSON.stringify(event)));
        return { action: 'createUser', user: {}, passwordVerified: true };`);
      const before = (await logs()).length;
      const asked: string[] = [];
      const gate = Promise.withResolvers<void>();
      const arrivedThere = Promise.withResolvers<void>();
      meanwhile = (url) => {
        asked.push(decodeURIComponent(url));
        arrivedThere.resolve();
        return gate.promise;
      };
      const value = { username, email: primaryEmail, phone: primaryPhone }[type];
      let isAnswered = false;
      const answer = tryOnce(value, old, type).finally(() => {
        isAnswered = true;
      });
      await Promise.race([arrivedThere.promise, answer]);
      expect(isAnswered).toBe(false);
      gate.resolve();
      expect(await answer).toMatchObject(refused);
      expect(asked).toHaveLength(1);
      const event = JSON.parse(asked[0]?.slice('/?'.length) ?? '');
      expect(event).toMatchObject({ interactionEvent: 'SignIn', verificationType: 'Password', user: null });
      expect([event.identifier.type, event.identifier.value.length]).toEqual([type, value.length]);
      expect(event.identifier.value.split('@')[1]).toBe(value.split('@')[1]);
      for (const secret of [username, primaryPhone, old, body.id]) {
        expect(asked[0]).not.toContain(secret);
      }
      expect(await logs()).toHaveLength(before);
      expect(await stored(event.identifier.value)).toEqual([]);
    } finally {
      await app.call(ssoConnectorsApi.remove, { token, params: { id: connectorId } });
      await provider.close();
    }
  });
});

describe('the audit log', () => {
  test('has each run, without the password', async () => {
    await creates(`{ name: 'Ada' }`);
    const username = newName();
    await tryOnce(username);
    const entry = (await logs()).at(-1);
    expect(entry?.key).toBe('Action.PostFirstFactorVerification');
    expect(entry?.payload).toMatchObject({
      result: 'Success',
      tenantId: 'default',
      actionType: 'postFirstFactorVerification',
      runtimeLocation: 'local',
      onExecutionError: 'block',
      event: { interactionEvent: 'SignIn', identifier: { type: 'username', value: username }, user: null },
      durationMs: expect.any(Number),
      decision: 'createUser',
      action: 'createUser',
      actionResult: { passwordVerified: true, userFields: ['name'], unknownFieldCount: 0 },
      applicationId: 'demo-app',
      sessionId: expect.any(String),
    });
    expect(JSON.stringify(entry)).not.toContain(old);
  });

  test('names failures with masked secrets, and counts unknown fields', async () => {
    await save('throw new Error([event.password, environmentVariables.KEY].join(" "));', {
      environmentVariables: { KEY: 'very-secret-key' },
    });
    await tryOnce(newName());
    const failed = (await logs()).at(-1);
    expect(failed?.payload).toMatchObject({
      result: 'Success',
      decision: 'refuse',
      errorPolicyOutcome: 'blocked',
      actionError: { message: '****** ******', line: 2 },
    });
    await accepts(`{ action: 'createUser', user: { name: 'x', more: 1, most: 2 } }`);
    await tryOnce(newName());
    expect((await logs()).at(-1)?.payload).toMatchObject({
      decision: 'refuse',
      actionResult: { passwordVerified: true, userFields: ['name'], unknownFieldCount: 2 },
    });
  });
});
