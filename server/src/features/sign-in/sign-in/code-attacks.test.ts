import { normalizeEmail } from '@postern/contracts/normalize';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, forgetPauses, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { least } from '../../../platform/testing/measure.ts';

let app: TestApp;
let token: string;
const password = 'a long enough secret';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['email'], password: false, verify: true },
    signInMode: 'SignInAndRegister',
    sentinelPolicy: {},
  }),
);

let count = 0;
function unique(word: string): string {
  count += 1;
  return `${word}${count}`;
}

async function arrived(event: 'SignIn' | 'Register' = 'SignIn'): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  await person.start(event);
  return person;
}

const send = (person: Visitor, email: string, interactionEvent = 'SignIn') =>
  person.step('POST', '/verification/verification-code', {
    identifier: { type: 'email', value: email },
    interactionEvent,
  });
const show = (person: Visitor, email: string, verificationId: string, code: string) =>
  person.step('POST', '/verification/verification-code/verify', {
    identifier: { type: 'email', value: email },
    verificationId,
    code,
  });
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

describe('attack 14: session fixation', () => {
  test('creates a new session at sign-in, regardless of the existing one', async () => {
    const username = unique('fixed');
    await app.call(usersApi.create, { token, body: { username, password, primaryEmail: `${username}@example.com` } });
    const cookie = 'postern_default_session';
    const signInWith = async (person: Visitor) => {
      await person.start('SignIn');
      const { body } = await person.step('POST', '/verification/password', {
        identifier: { type: 'username', value: username },
        password,
      });
      await person.identify(body.verificationId);
      expect(await person.follow((await person.submit()).body.redirectTo)).toContain('code=');
    };
    const attacker = visitor(app);
    await attacker.arrive();
    const planted = attacker.cookies.get(cookie) ?? 'planted-by-the-attacker';
    const signature = attacker.cookies.get(`${cookie}.sig`) ?? 'x';
    const victim = visitor(app);
    victim.cookies.set(cookie, planted).set(`${cookie}.sig`, signature);
    await victim.arrive();
    await signInWith(victim);
    const first = victim.cookies.get(cookie);
    expect(first).toBeTruthy();
    expect(first).not.toBe(planted);
    attacker.cookies.set(cookie, planted).set(`${cookie}.sig`, signature);
    expect(await attacker.arrive()).toContain('/sign-in');
    // And again when the user authenticates again.
    await victim.arrive({ prompt: 'login' });
    await signInWith(victim);
    expect(victim.cookies.get(cookie)).not.toBe(first);
  });
});

describe('attack 16: look-alike addresses', () => {
  const forms = [
    'Mike@Example.com',
    ' mike@example.com ',
    'mike＠example.com',
    'ｍｉｋｅ@example.com',
    'mıke@example.com',
    'MİKE@example.com',
    'mike@example.com.',
    'mike@EXAMPLE。com',
    'mike@ｅxample.com',
    'mike@example.com。',
    'mike@example.com。.。',
    'mike@example.com.\u00ad',
    'mike@example.com .',
  ];

  test.each(forms)('normalizes %j', (form) => expect(normalizeEmail(form)).toBe('mike@example.com'));

  test('treats other alphabets as another address and encodes it as punycode', () => {
    expect(normalizeEmail('mike@ехample.com')).toMatch(/^mike@xn--[\w-]+\.com$/);
    expect(normalizeEmail('a@MÜNCHEN.de')).toBe(normalizeEmail('a@xn--mnchen-3ya.de'));
  });

  test('uses one account, one code and one message for all of them', async () => {
    const { status } = await app.call(usersApi.create, { token, body: { primaryEmail: 'mike@example.com', password } });
    expect(status).toBe(200);
    for (const primaryEmail of forms) {
      const { body } = await app.call(usersApi.create, { token, body: { primaryEmail } });
      expect(body).toMatchObject({ code: 'user.email_already_in_use' });
      const person = await arrived();
      const sent = await send(person, primaryEmail);
      const { code } = await lastMessage(app, 'mike@example.com');
      expect((await show(person, 'mike@example.com', sent.body.verificationId, code)).status).toBe(200);
      const byPassword = await person.step('POST', '/verification/password', {
        identifier: { type: 'email', value: primaryEmail },
        password,
      });
      expect([primaryEmail, byPassword.status]).toEqual([primaryEmail, 200]);
    }
    const registering = await arrived('Register');
    const id = await registering.proveAddress('Register', 'email', 'mike@example.com');
    expect((await registering.identify(id)).code).toBe('user.email_already_in_use');
  });
});

describe('attack 18: ids of other people in the body', () => {
  test('accepts neither user ids from the caller nor proofs of another browser', async () => {
    const { body: victim } = await app.call(usersApi.create, { token, body: { username: unique('victim'), password } });
    const person = await arrived();
    for (const [method, path, body] of [
      ['POST', '/identification', { userId: victim.id }],
      ['POST', '/profile', { type: 'username', value: 'x_y', userId: victim.id }],
      ['PUT', '', { interactionEvent: 'SignIn', userId: victim.id }],
      ['POST', '/verification/password', { identifier: { type: 'userId', value: victim.id }, password }],
    ] as const) {
      const { status, code } = await person.step(method, path, body);
      expect([path, status, code]).toEqual([path, 400, 'guard.invalid_input']);
    }
    const other = await arrived();
    const proven = await other.step('POST', '/verification/password', {
      identifier: { type: 'username', value: victim.username },
      password,
    });
    expect((await person.identify(proven.body.verificationId)).code).toBe('session.verification_session_not_found');
  });
});

describe('attack 27: guessing codes', () => {
  test('shares one counter per address between resends, browsers and parallel attempts', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 12, lockoutDuration: 10 } });
    const email = `${unique('brute')}@example.com`;
    let mismatches = 0;
    const codes = new Set<string | undefined>();
    for (let browser = 0; browser < 4; browser += 1) {
      const person = await arrived();
      const { body } = await send(person, email);
      const { code } = await lastMessage(app, email);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => show(person, email, body.verificationId, wrongFor(code))),
      );
      mismatches += answers.filter((one) => one.code === 'verification_code.code_mismatch').length;
      for (const { code: answered } of answers) {
        codes.add(answered);
      }
    }
    expect(mismatches).toBe(11);
    expect(codes).toEqual(
      new Set(['verification_code.code_mismatch', 'session.verification_blocked_too_many_attempts']),
    );
    const person = await arrived();
    const { body } = await send(person, email);
    const { code } = await lastMessage(app, email);
    expect((await show(person, email, body.verificationId, code)).code).toBe(
      'session.verification_blocked_too_many_attempts',
    );
  });

  test('rejects a code of another browser, purpose or address', async () => {
    const email = `${unique('bound')}@example.com`;
    const [one, two] = [await arrived(), await arrived()];
    const first = await send(one, email);
    const { code } = await lastMessage(app, email);
    const second = await send(two, email);
    const { code: other } = await lastMessage(app, email);
    if (code !== other) {
      expect((await show(two, email, second.body.verificationId, code)).code).toBe('verification_code.code_mismatch');
    }
    expect((await show(two, email, first.body.verificationId, code)).code).toBe(
      'session.verification_session_not_found',
    );
    // The same browser after a restart: the proof and its code belong to the dropped state.
    await one.start('SignIn');
    expect((await show(one, email, first.body.verificationId, code)).code).toBe(
      'session.verification_session_not_found',
    );
  });

  test('stores only digests that need the cookie of the browser', async () => {
    const email = `${unique('copied')}@example.com`;
    const person = await arrived();
    const { body } = await send(person, email);
    const { code } = await lastMessage(app, email);
    const { createHash, createHmac } = await import('node:crypto');
    const row = await app.read('default', (db) =>
      db.selectFrom('passcodes').selectAll().where('identifier', '=', email).executeTakeFirstOrThrow(),
    );
    const text = JSON.stringify([body.verificationId, 'SignIn', 'email', email, code]);
    const guesses = ['', row.owner, row.id, row.verification_id].flatMap((key) => [
      createHmac('sha256', key).update(text).digest('base64url'),
      createHmac('sha256', key).update(code).digest('base64url'),
      createHash('sha256')
        .update(key + code)
        .digest('base64url'),
    ]);
    expect(guesses).not.toContain(row.code_digest);
    const secret = person.cookies.get('postern_default_interaction') ?? '';
    expect(createHmac('sha256', secret).update(text).digest('base64url')).toBe(row.code_digest);
  });
});

describe('attack 29: locking out another user', () => {
  test('lets users in with a known browser, without granting more guesses', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 5, lockoutDuration: 10 } });
    const username = unique('locked');
    await app.call(usersApi.create, { token, body: { username, password, primaryEmail: `${username}@example.com` } });
    const guess = async (person: Visitor, word: string) => {
      await person.arrive({ prompt: 'login' });
      await person.start('SignIn');
      const answer = await person.step('POST', '/verification/password', {
        identifier: { type: 'username', value: username },
        password: word,
      });
      if (answer.status === 200) {
        await person.identify(answer.body.verificationId);
        await person.submit();
      }
      return answer.code;
    };
    const own = visitor(app);
    expect(await guess(own, password)).toBeUndefined();
    expect([...own.cookies.keys()]).toContain('postern_default_device');
    const attacker = visitor(app);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await guess(attacker, 'wrong');
    }
    expect(await guess(attacker, password)).toBe('session.verification_blocked_too_many_attempts');
    expect(await guess(visitor(app), password)).toBe('session.verification_blocked_too_many_attempts');
    expect(await guess(own, password)).toBeUndefined();
    // A forged or copied cookie changes nothing.
    const forged = visitor(app);
    const [text = '', signature = ''] = (own.cookies.get('postern_default_device') ?? '').split('~');
    forged.cookies.set('postern_default_device', `x${text}~${signature}`);
    expect(await guess(forged, password)).toBe('session.verification_blocked_too_many_attempts');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await guess(own, 'wrong');
    }
    expect(await guess(own, password)).toBe('session.verification_blocked_too_many_attempts');
  });

  test('ignores the cookie of a browser for users who never signed in there', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 10 } });
    const [mine, theirs] = [unique('mine'), unique('theirs')];
    await app.call(usersApi.create, { token, body: { username: mine, password, primaryEmail: `${mine}@example.com` } });
    await app.call(usersApi.create, { token, body: { username: theirs, password } });
    const person = await arrived();
    const { body } = await person.step('POST', '/verification/password', {
      identifier: { type: 'username', value: mine },
      password,
    });
    await person.identify(body.verificationId);
    expect((await person.submit()).status).toBe(200);
    await person.arrive({ prompt: 'login' });
    await person.start('SignIn');
    const stranger = await arrived();
    const guess = async (one: Visitor, word: string) =>
      (
        await one.step('POST', '/verification/password', {
          identifier: { type: 'username', value: theirs },
          password: word,
        })
      ).code;
    await guess(person, 'wrong');
    await guess(stranger, 'wrong');
    await guess(person, 'wrong');
    expect(await guess(stranger, password)).toBe('session.verification_blocked_too_many_attempts');
  });
});

describe('attack 31: message bombing', () => {
  test('sends a recipient five messages in half a minute from any number of browsers', async () => {
    const email = `${unique('bombed')}@example.com`;
    const browsers = await Promise.all(Array.from({ length: 8 }, () => arrived()));
    await forgetPauses(app);
    const answers = await Promise.all(browsers.map((person) => send(person, email)));
    const sent = await app.read('default', (db) =>
      db.selectFrom('mailbox_messages').select('id').where('recipient', '=', email).execute(),
    );
    expect(sent).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(['connector.rate_limit_exceeded']),
    );
  });
});

describe('attack 38: races', () => {
  test('creates one account for twenty parallel registrations with one address', async () => {
    const email = `${unique('popular')}@example.com`;
    const browsers: { person: Visitor; proof: string }[] = [];
    for (let index = 0; index < 8; index += 1) {
      const person = await arrived('Register');
      browsers.push({ person, proof: await person.proveAddress('Register', 'email', email) });
    }
    const answers = await Promise.all(browsers.map(({ person, proof }) => person.identify(proof)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ code }) => code))).toEqual(
      new Set(['user.email_already_in_use']),
    );
  });
});

describe('attack 36: malicious input', () => {
  test.each([
    [
      'a NUL byte in an address',
      { identifier: { type: 'email', value: 'a\u0000@example.com' }, interactionEvent: 'SignIn' },
    ],
    [
      'a header in an address',
      { identifier: { type: 'email', value: 'a@example.com\r\nBcc: b@x.y' }, interactionEvent: 'SignIn' },
    ],
    [
      'an address of a megabyte',
      { identifier: { type: 'email', value: `${'a'.repeat(1_000_000)}@example.com` }, interactionEvent: 'SignIn' },
    ],
    [
      'two addresses in one',
      { identifier: { type: 'email', value: 'a@example.com,b@example.com' }, interactionEvent: 'SignIn' },
    ],
    ['an event nobody knows', { identifier: { type: 'email', value: 'a@example.com' }, interactionEvent: 'BindMfa' }],
    ['a username to send to', { identifier: { type: 'username', value: 'a' }, interactionEvent: 'SignIn' }],
  ])('%s is a 400 and fast', async (_, body) => {
    const person = await arrived();
    const took = await least(400, async () => {
      const startedAt = process.cpuUsage();
      const { status, code } = await person.step('POST', '/verification/verification-code', body);
      const { user, system } = process.cpuUsage(startedAt);
      expect([status, code]).toEqual([400, 'guard.invalid_input']);
      return (user + system) / 1000;
    });
    expect(took).toBeLessThan(400);
  });
});
