import { createHash, pbkdf2Sync } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { type PasswordMethod, usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { least } from '../../../platform/testing/measure.ts';
import { hashPassword } from './password.ts';
import { upgradePassword } from './store.ts';

/** Digests of other systems: verified at the first sign-in and then stored in our format. */
let app: TestApp;
let token: string;
const password = 'correct horse battery';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await changeSettings(app, { signIn: ways({ identifier: 'username', password: true }) });
});
afterAll(() => app.close());

const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const legacy = (...parts: [string, (string | number)[], string]) => JSON.stringify(parts);
const slow = (salt: string, rounds: number, bytes: number, digest: string) =>
  pbkdf2Sync(password, salt, rounds, bytes, digest).toString('hex');
const weak = { memoryCost: 64, timeCost: 1, parallelism: 1 };

const kinds: [string, PasswordMethod, () => string | Promise<string>][] = [
  ['Argon2i', 'Argon2i', () => hash(password, { algorithm: 1, memoryCost: 8192, timeCost: 8, parallelism: 1 })],
  ['Argon2d', 'Argon2d', () => hash(password, { ...weak, algorithm: 0 })],
  ['weak Argon2id', 'Argon2id', () => hash(password, { ...weak, algorithm: 2 })],
  ['Bcrypt', 'Bcrypt', () => bcrypt.hash(password, 6)],
  ['Bcrypt of PHP', 'Bcrypt', async () => (await bcrypt.hash(password, 4)).replace(/^\$2\w/, '$2y')],
  ['MD5', 'MD5', () => hex('md5', password)],
  ['SHA1', 'SHA1', () => hex('sha1', password).toUpperCase()],
  ['SHA256', 'SHA256', () => hex('sha256', password)],
  ['salted SHA-512', 'Legacy', () => legacy('sha512', ['salt', '@'], hex('sha512', `salt${password}`))],
  ['pepper around', 'Legacy', () => legacy('md5', ['a', '@', 7, '@'], hex('md5', `a${password}7${password}`))],
  ['PBKDF2', 'Legacy', () => legacy('pbkdf2', ['salt', '1000', '20', 'sha512', '@'], slow('salt', 1000, 20, 'sha512'))],
  [
    'PBKDF2, password first',
    'Legacy',
    () => legacy('pbkdf2Sync', ['@', 'x', 9, 32, 'sha256'], slow('x', 9, 32, 'sha256')),
  ],
];

let count = 0;

async function importUser(passwordAlgorithm: PasswordMethod, passwordDigest: string) {
  count += 1;
  const username = `imported_${count}`;
  const answer = await app.call(usersApi.create, { token, body: { username, passwordDigest, passwordAlgorithm } });
  return { ...answer, username };
}

const stored = (id: string) =>
  app.read('default', (db) =>
    db
      .selectFrom('users')
      .select(['password_encryption_method as method', 'password_encrypted as digest'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

async function signIn(username: string, secret: string) {
  const person = visitor(app);
  await person.arrive();
  await person.start('SignIn');
  return person.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password: secret,
  });
}

describe.each(kinds)('a digest of %s', (_name, method, make) => {
  test('signs in, is rejected with another password, and is stored as argon2id afterwards', async () => {
    const digest = await make();
    const { status, body, username } = await importUser(method, digest);
    expect([status, body.hasPassword]).toEqual([200, true]);
    expect(JSON.stringify(body)).not.toContain(digest);
    expect(await signIn(username, `${password}!`)).toMatchObject({ status: 422, code: 'session.invalid_credentials' });
    expect(await signIn(username, '')).toMatchObject({ status: 400 });
    expect(await stored(body.id)).toEqual({ method, digest });
    expect((await signIn(username, password)).status).toBe(200);
    const upgraded = await stored(body.id);
    expect(upgraded).toEqual({
      method: 'Argon2id',
      digest: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
    expect((await signIn(username, password)).status).toBe(200);
    expect(await stored(body.id)).toEqual(upgraded);
  });

  test('is upgraded when the password is verified over the management API', async () => {
    const { body } = await importUser(method, await make());
    const verify = (secret: string) =>
      app.call(usersApi.verifyPassword, { token, params: { userId: body.id }, body: { password: secret } });
    expect((await verify('wrong')).body).toMatchObject({ code: 'session.invalid_credentials' });
    expect((await verify(password)).status).toBe(204);
    expect((await stored(body.id)).method).toBe('Argon2id');
    expect((await verify(password)).status).toBe(204);
  });
});

/** Published test vectors: RFC 1321, FIPS 180-4, RFC 6070, jBCrypt, and the reference implementation of Argon2. */
test.each<[PasswordMethod, string, string]>([
  ['MD5', 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['SHA1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['SHA256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['Bcrypt', 'a', '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'],
  ['Argon2i', 'password', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'],
  ['Argon2id', 'password', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  [
    'Legacy',
    'password',
    legacy('pbkdf2', ['salt', '4096', '20', 'sha1', '@'], '4b007901b765489abead49d926f721d065a429c1'),
  ],
  ['Legacy', 'bc', legacy('sha1', ['a', '@'], 'a9993e364706816aba3e25717850c26c9cd0d89d')],
])('%s: verifies the published digest of %s', async (method, right, digest) => {
  const { body } = await importUser(method, digest);
  const verify = async (given: string) =>
    (await app.call(usersApi.verifyPassword, { token, params: { userId: body.id }, body: { password: given } })).status;
  expect([await verify(`${right}x`), await verify(right)]).toEqual([422, 204]);
});

test('keeps a digest that is stronger than ours', async () => {
  const digest = await hash(password, { algorithm: 2, memoryCost: 32_768, timeCost: 3, parallelism: 1 });
  const { body, username } = await importUser('Argon2id', digest);
  expect((await signIn(username, password)).status).toBe(200);
  expect((await stored(body.id)).digest).toBe(digest);
});

test('does not overwrite a password that changed during an upgrade', async () => {
  const { body } = await importUser('MD5', hex('md5', password));
  const before = { digest: hex('md5', password), method: 'MD5' } as const;
  await app.call(usersApi.setPassword, { token, params: { userId: body.id }, body: { password: 'the new one' } });
  const changed = await stored(body.id);
  const late = await hashPassword(password);
  await app.write('default', (db) => upgradePassword(db, body.id, before, late));
  expect(await stored(body.id)).toEqual(changed);
});

describe('attack 36: a digest that cannot be verified, or only at high cost', () => {
  const tail = '$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA';
  const unsupported = 'password.unsupported_encryption_method';
  const format = 'password.invalid_legacy_password_format';
  test.each<[PasswordMethod, string, string]>([
    ['Argon2id', `$argon2id$v=19$m=4194304,t=1,p=1${tail}`, unsupported],
    ['Argon2id', `$argon2id$v=19$m=65536,t=1000000,p=1${tail}`, unsupported],
    ['Argon2id', `$argon2id$v=19$m=1024,t=1,p=64${tail}`, unsupported],
    ['Argon2id', `$argon2id$v=19$m=99999999999,t=1,p=1${tail}`, unsupported],
    ['Argon2id', `$argon2id$v=19$t=1,p=1${tail}`, unsupported],
    ['Argon2id', `$argon2i$v=19$m=64,t=1,p=1${tail}`, unsupported],
    ['Argon2id', `$argon2id$v=19$m=64,t=0,p=1${tail}`, unsupported],
    ['Argon2id', '$argon2id$v=19$m=64,t=1,p=1$$', unsupported],
    ['Argon2id', '$argon2id$', unsupported],
    ['Bcrypt', '$2b$31$m2SdRR.AkHdoAtApyKX6VuagSvfaOgRWXEzDAaLdUaZZn9hoa/6yu', unsupported],
    ['Bcrypt', '$2b$15$m2SdRR.AkHdoAtApyKX6VuagSvfaOgRWXEzDAaLdUaZZn9hoa/6yu', unsupported],
    ['Bcrypt', '$2x$04$m2SdRR.AkHdoAtApyKX6VuagSvfaOgRWXEzDAaLdUaZZn9hoa/6yu', unsupported],
    ['Bcrypt', '$2b$03$m2SdRR.AkHdoAtApyKX6VuagSvfaOgRWXEzDAaLdUaZZn9hoa/6yu', unsupported],
    ['MD5', 'z'.repeat(32), unsupported],
    ['SHA1', 'a'.repeat(39), unsupported],
    ['SHA256', '', unsupported],
    ['Legacy', 'sha256', format],
    ['Legacy', '{"algorithm":"md5"}', format],
    ['Legacy', legacy('md5', ['no mark'], '0'.repeat(32)), format],
    ['Legacy', legacy('md5', ['@'], '0'.repeat(40)), format],
    ['Legacy', legacy('md5', ['@'], 'not hex'), format],
    ['Legacy', legacy('pbkdf2', ['@', 's', '2000001', '20', 'sha512'], '00'), format],
    ['Legacy', legacy('pbkdf2', ['@', 's', '2000000', '120', 'sha1'], '00'), format],
    ['Legacy', legacy('pbkdf2', ['@', 's', '1', '1e9', 'sha1'], '00'), format],
    ['Legacy', legacy('pbkdf2', ['@', 's', '-1', '20', 'sha1'], '00'), format],
    ['Legacy', legacy('pbkdf2', ['@'], '00'), format],
    ['Legacy', legacy('pbkdf2', ['@', 's', '1', '2', 'nothing'], '0000'), 'password.unsupported_legacy_hash_algorithm'],
    ['Legacy', legacy('nothing', ['@'], '00'), 'password.unsupported_legacy_hash_algorithm'],
    ['Legacy', legacy('__proto__', ['@'], '00'), 'password.unsupported_legacy_hash_algorithm'],
  ])('%s %s is rejected immediately', async (method, digest, code) => {
    const took = await least(500, async () => {
      const startedAt = performance.now();
      const { status, body } = await importUser(method, digest);
      expect([status, body]).toMatchObject([400, { code }]);
      return performance.now() - startedAt;
    });
    expect(took).toBeLessThan(500);
  });

  test('is rejected if it is longer than the column', async () => {
    expect((await importUser('MD5', 'a'.repeat(257))).body).toMatchObject({ code: 'guard.invalid_input' });
  });
});

test('does not block other requests while verifying bcrypt', async () => {
  const { username } = await importUser('Bcrypt', await bcrypt.hash(password, 11));
  /** The share of time in which the event loop was blocked. */
  const heldUp = await least(0.5, async () => {
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const startedAt = performance.now();
    await signIn(username, 'wrong');
    const whole = performance.now() - startedAt;
    clearInterval(timer);
    return longest / whole;
  });
  expect(heldUp).toBeLessThan(0.5);
});
