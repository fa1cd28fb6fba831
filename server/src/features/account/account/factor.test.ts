import { accountApi } from '@postern/contracts/account/account';
import { accountDataApi } from '@postern/contracts/account/account-data';
import { type AddMfa, accountMfaApi } from '@postern/contracts/account/account-mfa';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { mySessionsApi } from '@postern/contracts/people/user-sessions';
import { verificationIdHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner, type Owner, openAccountCenter } from '#testing/account';
import { addBackupCodes, addTotp, appWithFactors, codeNow, wrongCode } from '#testing/factors';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';

let app: TestApp;
let manager: string;
const mfa = { factors: ['Totp', 'WebAuthn', 'BackupCode'], policy: 'NoPrompt' } as const;

beforeAll(async () => {
  app = await appWithFactors({ ...mfa, factors: [...mfa.factors] });
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
});
afterAll(() => app.close());

const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const scope = 'openid profile email phone address custom_data identities urn:logto:scope:sessions';
const needsFactor = [403, 'session.mfa.require_mfa_verification'];

/** A person with an authenticator app, whose token is of a sign-in before the app was added. */
async function guarded() {
  const person = await newOwner(app, manager, {}, scope);
  return { ...person, secret: await addTotp(app, person.id, manager) };
}

const addCode = (
  { token }: Owner,
  headers: Record<string, string>,
  code: string,
  type: 'Totp' | 'BackupCode' = 'Totp',
) =>
  app.call(accountVerificationsApi.factor, {
    token,
    body: { verificationRecordId: headers[verificationIdHeader] ?? '', type, code },
  });

const setPassword = ({ token }: Owner, headers: Record<string, string>) =>
  app.call(accountApi.setPassword, { token, headers, body: { password: 'another long phrase of words' } });

describe('a person with a second factor', () => {
  test('needs more than the password to change how they sign in (attack 26)', async () => {
    const person = await guarded();
    const { token } = person;
    const headers = await person.permit();
    const [factor] = (await app.call(accountMfaApi.list, { token })).body;
    const call = { token, headers };
    const refused = [
      await setPassword(person, headers),
      await app.call(accountApi.setEmail, {
        ...call,
        body: { email: 'new@example.com', newIdentifierVerificationRecordId: 'x' },
      }),
      await app.call(accountApi.removePhone, call),
      await app.call(accountApi.update, { ...call, body: { username: 'another_name' } }),
      await app.call(accountApi.unlinkIdentity, { ...call, params: { target: 'github' } }),
      await app.call(accountMfaApi.remove, { ...call, params: { verificationId: factor?.id ?? '' } }),
      await app.call(accountMfaApi.add, { ...call, body: { type: 'BackupCode', codes: ['0123456789'] } }),
      await app.call(accountMfaApi.updateSettings, { ...call, body: { skipMfaOnSignIn: true } }),
      await app.call(accountMfaApi.backupCodes, call),
      await app.call(accountDataApi.exportData, { ...call, body: {} }),
    ];
    expect(refused.map(outcome)).toEqual(refused.map(() => needsFactor));
    expect(refused[0]?.body).toMatchObject({ data: { availableFactors: ['Totp'] } });
    expect((await app.call(accountMfaApi.list, { token })).body).toHaveLength(1);
  });

  test('adds a code of the app to the proof, which then allows the change', async () => {
    const person = await guarded();
    const { token, secret } = person;
    const headers = await person.permit();
    expect((await app.call(accountVerificationsApi.ways, { token })).body.factors).toEqual(['Totp']);
    expect(outcome(await addCode(person, headers, wrongCode(secret)))).toEqual([400, 'session.mfa.invalid_totp_code']);
    expect(outcome(await setPassword(person, headers))).toEqual(needsFactor);
    expect((await addCode(person, headers, codeNow(secret))).status).toBe(200);
    expect((await setPassword(person, headers)).status).toBe(204);
    const [factor] = (await app.call(accountMfaApi.list, { token })).body;
    const params = { verificationId: factor?.id ?? '' };
    expect((await app.call(accountMfaApi.remove, { token, headers, params })).status).toBe(204);
  });

  test('a backup code works once, and not for the proof of another person', async () => {
    const person = await guarded();
    const [code = ''] = await addBackupCodes(app, person.id, manager);
    const headers = await person.permit();
    const other = await guarded();
    const foreign = await addCode(person, await other.permit(), code, 'BackupCode');
    expect(outcome(foreign)).toEqual([400, 'verification_record.not_found']);
    expect((await addCode(person, headers, code, 'BackupCode')).status).toBe(200);
    const again = await addCode(person, await person.permit(), code, 'BackupCode');
    expect(outcome(again)).toEqual([400, 'session.mfa.invalid_backup_code']);
    expect((await setPassword(person, headers)).status).toBe(204);
  });

  test('changes the username only with a proof that includes the factor', async () => {
    const person = await guarded();
    const { token, secret } = person;
    const rename = (headers: Record<string, string> = {}) =>
      app.call(accountApi.update, { token, headers, body: { username: `${person.username}_new` } });
    expect(outcome(await rename())).toEqual([401, 'verification_record.permission_denied']);
    const headers = await person.permit();
    expect(outcome(await rename(headers))).toEqual(needsFactor);
    await addCode(person, headers, codeNow(secret));
    expect((await rename(headers)).status).toBe(200);
    // Other fields of the same call need no proof, as for everyone.
    expect((await app.call(accountApi.update, { token, body: { name: 'Anna' } })).status).toBe(200);
  });

  test('ends other sessions with the password alone', async () => {
    const person = await guarded();
    const { token } = person;
    expect((await app.call(mySessionsApi.removeOthers, { token, headers: await person.permit() })).status).toBe(204);
  });

  test('wrong codes are counted together with those of the sign-in, and lock the factor', async () => {
    const person = await guarded();
    const headers = await person.permit();
    const answers = [];
    for (let index = 0; index < 20; index += 1) {
      answers.push(outcome(await addCode(person, headers, wrongCode(person.secret))));
    }
    expect(answers.slice(0, -1)).toEqual(Array(19).fill([400, 'session.mfa.invalid_totp_code']));
    expect(answers.at(-1)).toEqual([400, 'session.verification_blocked_too_many_attempts']);
    expect(outcome(await addCode(person, headers, codeNow(person.secret)))[1]).toBe(
      'session.verification_blocked_too_many_attempts',
    );
  });

  test('a sign-in with the factor in the last ten minutes counts', async () => {
    const person = await guarded();
    const sessions = (acr: string, ageSeconds: number) =>
      app.write('default', (db) =>
        sql`update oidc_models set payload = payload || jsonb_build_object('acr', ${acr}::text, 'loginTs',
          floor(extract(epoch from now()))::int - ${ageSeconds}::int)
          where model = 'Session' and account_id = ${person.id}`.execute(db),
      );
    const headers = await person.permit();
    await sessions('urn:postern:acr:mfa', 3600);
    expect(outcome(await setPassword(person, headers))).toEqual(needsFactor);
    await sessions('urn:postern:acr:1fa', 0);
    expect(outcome(await setPassword(person, headers))).toEqual(needsFactor);
    await sessions('urn:postern:acr:mfa', 60);
    expect((await app.call(accountVerificationsApi.ways, { token: person.token })).body.factors).toEqual([]);
    expect((await setPassword(person, headers)).status).toBe(204);
  });

  test('a factor that the tenant does not use is not asked for', async () => {
    const person = await guarded();
    await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
    const answer = await setPassword(person, await person.permit());
    await changeSettings(app, { mfa: { ...mfa, factors: [...mfa.factors] } });
    expect(answer.status).toBe(204);
  });

  test('who has just added an app adds backup codes with the same proof', async () => {
    const person = await newOwner(app, manager);
    const { token } = person;
    const headers = await person.permit();
    const add = (body: AddMfa) => app.call(accountMfaApi.add, { token, headers, body });
    expect((await add({ type: 'Totp', secret: 'A'.repeat(32) })).status).toBe(204);
    const { codes } = (await app.call(accountMfaApi.generateBackupCodes, { token })).body;
    expect((await add({ type: 'BackupCode', codes })).status).toBe(204);
    expect(outcome(await setPassword(person, await person.permit()))).toEqual(needsFactor);
  });
});

describe('a passkey', () => {
  /** Creates a passkey and adds it to the account. */
  async function addPasskey(person: Owner) {
    const key = createAuthenticator();
    const { token } = person;
    const { verificationRecordId, registrationOptions } = (
      await app.call(accountVerificationsApi.beginWebAuthn, { token })
    ).body;
    await app.call(accountVerificationsApi.verifyWebAuthn, {
      token,
      body: { verificationRecordId, payload: key.register(registrationOptions.challenge) },
    });
    const body = { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId } as const;
    const added = await app.call(accountMfaApi.add, { token, headers: await person.permit(), body });
    return { key, added };
  }

  type Key = ReturnType<typeof createAuthenticator>;
  async function useKey({ token, id }: Owner, key: Key, situation = {}) {
    const { verificationRecordId, authenticationOptions } = (
      await app.call(accountVerificationsApi.beginPasskey, { token })
    ).body;
    const payload = key.authenticate(authenticationOptions.challenge, id, situation);
    const answer = await app.call(accountVerificationsApi.verifyPasskey, {
      token,
      body: { verificationRecordId, payload },
    });
    return { answer, verificationRecordId, headers: { [verificationIdHeader]: verificationRecordId } };
  }

  test('is a proof of identity and a second factor at once', async () => {
    const person = await newOwner(app, manager);
    const { key } = await addPasskey(person);
    expect((await app.call(accountVerificationsApi.ways, { token: person.token })).body.factors).toEqual(['WebAuthn']);
    expect(outcome(await setPassword(person, await person.permit()))).toEqual(needsFactor);
    const { answer, headers } = await useKey(person, key);
    expect(answer.status).toBe(200);
    expect((await setPassword(person, headers)).status).toBe(204);
  });

  test('of another person, without user verification, or with a used challenge is refused', async () => {
    const [person, other] = [await newOwner(app, manager), await newOwner(app, manager)];
    const { key } = await addPasskey(person);
    const { key: foreign } = await addPasskey(other);
    const refused = [400, 'session.mfa.webauthn_verification_failed'];
    for (const attempt of [await useKey(person, foreign), await useKey(person, key, { isVerified: false })]) {
      expect(outcome(attempt.answer)).toEqual(refused);
      expect(outcome(await setPassword(person, attempt.headers))).toEqual([
        401,
        'verification_record.permission_denied',
      ]);
      const payload = key.authenticate('AAAA', person.id);
      const body = { verificationRecordId: attempt.verificationRecordId, payload };
      const again = await app.call(accountVerificationsApi.verifyPasskey, { token: person.token, body });
      expect(outcome(again)).toEqual([400, 'verification_record.not_found']);
    }
    const none = await app.call(accountVerificationsApi.beginPasskey, { token: (await newOwner(app, manager)).token });
    expect(outcome(none)).toEqual([400, 'session.mfa.webauthn_verification_not_found']);
  });

  test('is added where passkeys are used only to sign in, and the browser learns which are accepted', async () => {
    const [person, bare] = [
      await newOwner(app, manager, { name: 'Key Holder' }),
      await newOwner(app, manager, {}, 'openid profile'),
    ];
    await changeSettings(app, {
      mfa: { factors: [], policy: 'NoPrompt' },
      passkeySignIn: { enabled: true, showPasskeyButton: true, allowAutofill: true },
    });
    const { key, added } = await addPasskey(person);
    const { token } = person;
    const appFactor = await app.call(accountMfaApi.add, {
      token,
      headers: await person.permit(),
      body: { type: 'Totp', secret: 'E'.repeat(32) },
    });
    const signals = () => app.call(accountMfaApi.passkeySignals, { token });
    const before = await signals();
    const [factor] = (await app.call(accountMfaApi.list, { token })).body;
    await app.call(accountMfaApi.remove, {
      token,
      headers: await person.permit(),
      params: { verificationId: factor?.id ?? '' },
    });
    const after = await signals();
    const unscoped = await app.call(accountMfaApi.passkeySignals, { token: bare.token });
    await changeSettings(app, {
      mfa: { ...mfa, factors: [...mfa.factors] },
      passkeySignIn: { enabled: false, showPasskeyButton: false, allowAutofill: false },
    });
    expect(added.status).toBe(204);
    expect(outcome(appFactor)).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    expect([before.status, before.body]).toEqual([
      200,
      {
        rpId: 'core.test',
        userId: Buffer.from(person.id).toString('base64url'),
        allAcceptedCredentialIds: [key.credentialId],
        name: person.username,
        displayName: 'Key Holder',
      },
    ]);
    expect(after.body.allAcceptedCredentialIds).toEqual([]);
    expect(outcome(unscoped)).toEqual([401, 'auth.unauthorized']);
  });
});
