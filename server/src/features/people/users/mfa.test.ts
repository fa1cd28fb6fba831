import { inflateSync } from 'node:zlib';
import type { CreateMfaVerification } from '@postern/contracts/people/user-mfa';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const refused = (status: number, code: string) => ({ status, body: { code } });
const createUser = async (body = {}) => (await app.call(usersApi.create, { token, body })).body.id;
const bind = (userId: string, body: CreateMfaVerification) =>
  app.call(userMfaApi.create, { token, params: { userId }, body });
const list = async (userId: string) => (await app.call(userMfaApi.list, { token, params: { userId } })).body;

/** The modules of a QR code, read from the image. */
function readPicture(url: string): string {
  const png = Buffer.from(url.replace('data:image/png;base64,', ''), 'base64');
  const width = png.readUInt32BE(16);
  const at = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const rowLength = 1 + Math.ceil(width / 8);
  const modules = width / 6;
  return Array.from({ length: modules }, (_, y) =>
    Array.from({ length: modules }, (_, x) => {
      const pixel = x * 6 + 3;
      const byte = pixels[(y * 6 + 3) * rowLength + 1 + (pixel >> 3)] ?? 0;
      return (byte >> (7 - (pixel & 7))) & 1 ? ' ' : '#';
    }).join(''),
  ).join('\n');
}

describe('an authenticator app', () => {
  test('shows a generated secret and its QR code once', async () => {
    const userId = await createUser({ username: 'ada' });
    const { status, body } = await bind(userId, { type: 'Totp' });
    expect(status).toBe(200);
    const { secret, secretQrCode } = body as { secret: string; secretQrCode: string };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = `otpauth://totp/core.test:ada?secret=${secret}&issuer=core.test`;
    const { data } = encode(uri, { ecc: 'M', border: 4 });
    expect(readPicture(secretQrCode)).toBe(
      data.map((row) => row.map((isDark) => (isDark ? '#' : ' ')).join('')).join('\n'),
    );
    expect(await list(userId)).toEqual([{ id: expect.any(String), createdAt: expect.any(String), type: 'Totp' }]);
    expect(await bind(userId, { type: 'Totp' })).toMatchObject(refused(422, 'user.totp_already_in_use'));
  });

  test('accepts a given secret', async () => {
    const secret = 'JBSWY3DPEHPK3PXP';
    expect((await bind(await createUser(), { type: 'Totp', secret })).body).toMatchObject({ secret });
  });

  test.each(['', 'short', 'jbswy3dpehpk3pxp', 'JBSWY3DPEHPK3PX1', 'A'.repeat(33), 'JBSWY3DP EHPK3PXP'])(
    'rejects the secret %j',
    async (secret) =>
      expect(await bind(await createUser(), { type: 'Totp', secret })).toMatchObject(
        refused(422, 'user.totp_secret_invalid'),
      ),
  );

  test('is created once by ten parallel requests (attack 38)', async () => {
    const userId = await createUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bind(userId, { type: 'Totp' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
    expect(await list(userId)).toHaveLength(1);
  });
});

describe('backup codes', () => {
  const codes = Array.from({ length: 10 }, (_, n) => `00000000${n}a`);

  test('require another factor, are generated or given, and counted', async () => {
    const userId = await createUser();
    expect(await bind(userId, { type: 'BackupCode' })).toMatchObject(
      refused(422, 'session.mfa.backup_code_can_not_be_alone'),
    );
    await bind(userId, { type: 'Totp' });
    const made = (await bind(userId, { type: 'BackupCode' })).body as { codes: string[] };
    expect(new Set(made.codes).size).toBe(10);
    expect(made.codes.every((code) => /^[\da-f]{10}$/.test(code))).toBe(true);
    expect(await bind(userId, { type: 'BackupCode', codes })).toMatchObject(
      refused(422, 'user.backup_code_already_in_use'),
    );
    const [, backup] = await list(userId);
    expect(backup).toMatchObject({ type: 'BackupCode', remainCodes: 10 });
    const params = { userId, verificationId: backup?.id ?? '' };
    expect((await app.call(userMfaApi.remove, { token, params })).status).toBe(204);
    expect((await app.call(userMfaApi.remove, { token, params })).status).toBe(404);
    expect((await list(userId)).map(({ type }) => type)).toEqual(['Totp']);
    expect((await bind(userId, { type: 'BackupCode', codes })).body).toEqual({ type: 'BackupCode', codes });
  });

  test.each([
    [[]],
    [codes.slice(1)],
    [[...codes.slice(1), codes[1] ?? '']],
    [[...codes.slice(1), 'NOTHEX0000']],
    [[...codes, 'aaaaaaaaaa']],
    [[...codes, codes[0] ?? '']],
  ])('rejects %j', async (given) => {
    const userId = await createUser();
    await bind(userId, { type: 'Totp' });
    expect(await bind(userId, { type: 'BackupCode', codes: given })).toMatchObject(
      refused(422, 'user.wrong_backup_code_format'),
    );
  });
});

test('exposes no secret of a factor in the database, the list, the user or the logs (attack 21)', async () => {
  const userId = await createUser({ username: 'canary' });
  const { secret } = (await bind(userId, { type: 'Totp' })).body as { secret: string };
  const { codes } = (await bind(userId, { type: 'BackupCode' })).body as { codes: string[] };
  const { rows } = await app.read('default', (db) =>
    sql<{ row: string }>`select to_jsonb(u)::text as row from users u where id = ${userId}
      union all select to_jsonb(o)::text from outbox o`.execute(db),
  );
  const user = await app.call(usersApi.get, { token, params: { userId } });
  const seen = JSON.stringify([rows, await list(userId), user.body, app.logs]);
  expect(seen).toContain('Totp');
  for (const one of [secret, ...codes]) {
    expect(seen).not.toContain(one);
  }
});

test('stores what a user chose about factors and passkeys, key by key', async () => {
  const userId = await createUser();
  const params = { userId };
  const read = async () => (await app.call(userMfaApi.getSettings, { token, params })).body;
  const write = async (body: object) => (await app.call(userMfaApi.updateSettings, { token, params, body })).body;
  const none = { mfa: { skipped: false, skipMfaOnSignIn: false }, passkeySignIn: { skipped: false } };
  expect(await read()).toEqual(none);
  await app.write('default', (db) =>
    db.updateTable('users').set({ logto_config: '{"mfa":{"enabled":true},"x":1}' }).where('id', '=', userId).execute(),
  );
  const skipped = { ...none, mfa: { enabled: true, skipped: true, skipMfaOnSignIn: false } };
  expect(await write({ mfa: { skipped: true, additionalBindingSuggestionSkipped: true } })).toEqual(skipped);
  expect(await write({})).toEqual(skipped);
  const passkey = { ...skipped, passkeySignIn: { skipped: true } };
  expect(await write({ passkeySignIn: { skipped: true } })).toEqual(passkey);
  expect(await read()).toEqual(passkey);
  const row = await app.read('default', (db) =>
    db.selectFrom('users').select('logto_config as config').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  expect(row.config).toEqual({ mfa: { enabled: true, skipped: true, neverOfferPasskey: true }, x: 1 });
  await app.worker.drain();
  const logs = await app.read('default', (db) =>
    db
      .selectFrom('logs')
      .select('payload')
      .where('key', '=', 'User.Data.Updated')
      .where('user_id', '=', userId)
      .execute(),
  );
  expect(logs).toMatchObject([{ payload: { fields: ['mfa'] } }, { payload: { fields: ['mfa'] } }]);
});

test('returns 404 for unknown users and those of another tenant on every route', async () => {
  const userId = await createUser();
  await bind(userId, { type: 'Totp' });
  const [factor] = await list(userId);
  const admin = await app.managementToken('admin');
  const verificationId = factor?.id ?? '';
  for (const other of [
    { token, params: { userId: 'nobody', verificationId } },
    { token: admin, tenantId: 'admin', params: { userId, verificationId } },
  ]) {
    const answers = [
      await app.call(userMfaApi.list, other),
      await app.call(userMfaApi.create, { ...other, body: { type: 'Totp' } }),
      await app.call(userMfaApi.remove, other),
      await app.call(userMfaApi.getSettings, other),
      await app.call(userMfaApi.updateSettings, { ...other, body: { mfa: { skipped: true } } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(refused(404, 'entity.not_found'));
    }
  }
  expect(await list(userId)).toHaveLength(1);
});
