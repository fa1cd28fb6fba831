import { accountDeletionApi, meApi, meFactorsApi } from '@postern/contracts/account/me';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeNow, wrongCode } from '#testing/factors';
import { changeSettings } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let manager: string;
let count = 0;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  manager = await app.managementToken(adminTenantId);
  await changeSettings(
    app,
    { mfa: { factors: ['Totp', 'BackupCode', 'WebAuthn'], policy: 'NoPrompt' } },
    adminTenantId,
  );
});
afterAll(() => app.close());

/** The password of all users in these tests. */
const password = 'a long enough secret';
const next = 'quite another phrase of words';
const needsFactor = [403, 'session.mfa.require_mfa_verification'];

const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];

/** A console user with an authenticator app and backup codes. */
async function guarded() {
  count += 1;
  const { me: token } = await consoleTokens(app, `guarded${count}`);
  const params = { userId: decodeJwt(token).sub ?? '' };
  const add = (type: 'Totp' | 'BackupCode') =>
    app.call(userMfaApi.create, { token: manager, tenantId: adminTenantId, params, body: { type } });
  const [totp, backup] = [(await add('Totp')).body, (await add('BackupCode')).body];
  return {
    token,
    secret: totp.type === 'Totp' ? totp.secret : '',
    codes: backup.type === 'BackupCode' ? backup.codes : [],
    verifyPassword: () => app.call(meApi.verifyPassword, { token, body: { password } }),
    verify: (code: string, type: 'Totp' | 'BackupCode' = 'Totp') =>
      app.call(meFactorsApi.verify, { token, body: { type, code } }),
    due: async () => (await app.call(meFactorsApi.list, { token })).body.factors,
    setPassword: () => app.call(meApi.setPassword, { token, body: { password: next } }),
    rename: (username: string) => app.call(meApi.update, { token, body: { username } }),
    remove: () => app.call(accountDeletionApi.remove, { token }),
  };
}

test('a console user with a second factor needs it to change how they sign in, and to delete the account', async () => {
  const person = await guarded();
  expect(await person.due()).toEqual(['Totp', 'BackupCode']);
  await person.verifyPassword();
  const refused = await person.setPassword();
  expect(outcome(refused)).toEqual(needsFactor);
  expect(refused.body).toMatchObject({ data: { availableFactors: ['Totp', 'BackupCode'] } });
  expect(outcome(await person.rename('renamed'))).toEqual(needsFactor);
  expect(outcome(await person.remove())).toEqual(needsFactor);
  expect((await app.call(meApi.update, { token: person.token, body: { name: 'Ada' } })).status).toBe(200);

  expect(outcome(await person.verify(wrongCode(person.secret)))).toEqual([400, 'session.mfa.invalid_totp_code']);
  expect(outcome(await person.rename('renamed'))).toEqual(needsFactor);
  expect((await person.verify(codeNow(person.secret))).status).toBe(204);
  expect((await person.rename('renamed')).status).toBe(200);
  expect((await person.setPassword()).status).toBe(204);
});

test('a second factor alone does not replace the password', async () => {
  const person = await guarded();
  expect((await person.verify(person.codes[0] ?? '', 'BackupCode')).status).toBe(204);
  expect(outcome(await person.setPassword())).toEqual([400, 'session.verification_session_not_found']);
  await person.verifyPassword();
  expect((await person.remove()).status).toBe(204);
});

test('a factor of another person does not count', async () => {
  const [person, other] = [await guarded(), await guarded()];
  await other.verify(codeNow(other.secret));
  await person.verifyPassword();
  expect(outcome(await person.verify(codeNow(other.secret)))).toEqual([400, 'session.mfa.invalid_totp_code']);
  expect(outcome(await person.setPassword())).toEqual(needsFactor);
});
