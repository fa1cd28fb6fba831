import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { accountMfaApi } from '@postern/contracts/account/account-mfa';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import type { WebAuthnAttestation } from '@postern/contracts/people/webauthn';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEditable, newOwner, type Owner, openAccountCenter } from '#testing/account';
import { codeNow, wrongCode } from '#testing/factors';
import { changeSettings, lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let manager: string;

const enable = (factors: string[]) =>
  app.write('default', (db) =>
    db
      .updateTable('sign_in_experiences')
      .set({ mfa: JSON.stringify({ factors, policy: 'NoPrompt' }) })
      .execute(),
  );

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
  await enable(['Totp', 'BackupCode', 'WebAuthn']);
});
afterAll(() => app.close());

/** Uses one proof for everything: it also covers factors that were added with it. `factor.test.ts` tests other proofs. */
const owner = async (more = {}, scope?: string): Promise<Owner> => {
  const person = await newOwner(app, manager, more, scope);
  let proof: Promise<Record<string, string>> | undefined;
  return {
    ...person,
    permit: () => {
      proof ??= person.permit();
      return proof;
    },
  };
};
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const denied = [401, 'verification_record.permission_denied'];

const list = async ({ token }: Owner) => (await app.call(accountMfaApi.list, { token })).body;
const add = async (person: Owner, body: Parameters<typeof app.call<typeof accountMfaApi.add>>[1] & object) =>
  app.call(accountMfaApi.add, { token: person.token, headers: await person.permit(), ...body });

/** A software authenticator with as much of WebAuthn as a registration needs. */
function attest(
  challenge: string,
  { rpId = 'core.test', origin = 'http://core.test', id = randomBytes(16), isVerified = true } = {},
): WebAuthnAttestation {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
  const authData = Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    // User present, optionally verified, with attested credential data.
    Buffer.from([isVerified ? 0x45 : 0x41, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    key,
  ]);
  const object = isoCBOR.encode(
    new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ]),
  );
  const client = JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false });
  return {
    type: 'WebAuthn',
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    response: {
      clientDataJSON: Buffer.from(client).toString('base64url'),
      attestationObject: Buffer.from(object).toString('base64url'),
      transports: ['internal'],
    },
    clientExtensionResults: {},
  };
}

const begin = ({ token }: Owner) => app.call(accountVerificationsApi.beginWebAuthn, { token });
const show = ({ token }: Owner, verificationRecordId: string, payload: WebAuthnAttestation) =>
  app.call(accountVerificationsApi.verifyWebAuthn, { token, body: { verificationRecordId, payload } });

describe('an authenticator app', () => {
  test('is added with a generated secret, notifies the owner, is listed without the secret and removed', async () => {
    const person = await owner({ primaryEmail: 'factor@example.com' });
    const { token } = person;
    const made = await app.call(accountMfaApi.generateTotp, { token });
    expect(made.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(made.body.secretQrCode).toMatch(/^data:image\/png;base64,/);
    const body = { type: 'Totp', secret: made.body.secret } as const;
    expect(codeOf(await app.call(accountMfaApi.add, { token, body }))).toEqual(denied);
    expect((await add(person, { body })).status).toBe(204);
    const [factor] = await list(person);
    expect(factor).toEqual({ id: factor?.id, createdAt: factor?.createdAt, type: 'Totp' });
    const row = await app.read('default', (db) =>
      db.selectFrom('users').select('mfa_verifications').where('id', '=', person.id).executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(row)).not.toContain(made.body.secret);
    await expect.poll(async () => (await lastMessage(app, 'factor@example.com')).content).toContain('second factors');
    expect(codeOf(await add(person, { body }))).toEqual([422, 'user.totp_already_in_use']);
    const params = { verificationId: factor?.id ?? '' };
    expect(codeOf(await app.call(accountMfaApi.remove, { token, params }))).toEqual(denied);
    const headers = await person.permit();
    expect((await app.call(accountMfaApi.remove, { token, params, headers })).status).toBe(204);
    expect(codeOf(await app.call(accountMfaApi.remove, { token, params, headers }))).toEqual([
      400,
      'verification_record.not_found',
    ]);
  });

  test('requires a valid secret and an enabled factor', async () => {
    const person = await owner();
    const bad = await add(person, { body: { type: 'Totp', secret: 'lower case' } });
    expect(codeOf(bad)).toEqual([400, 'user.totp_secret_invalid']);
    await enable(['WebAuthn']);
    const off = await add(person, { body: { type: 'Totp', secret: 'A'.repeat(32) } });
    expect(codeOf(off)).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    await enable(['Totp', 'BackupCode', 'WebAuthn']);
  });

  test('is added with a code of it if one is sent, which then does not work again', async () => {
    const person = await owner();
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const wrong = await add(person, { body: { type: 'Totp', secret, code: wrongCode(secret) } });
    expect(codeOf(wrong)).toEqual([400, 'session.mfa.invalid_totp_code']);
    expect(await list(person)).toEqual([]);
    const code = codeNow(secret);
    expect((await add(person, { body: { type: 'Totp', secret, code } })).status).toBe(204);
    const { verificationRecordId } = (
      await app.call(accountVerificationsApi.password, {
        token: person.token,
        body: { password: person.password },
      })
    ).body;
    const again = await app.call(accountVerificationsApi.factor, {
      token: person.token,
      body: { verificationRecordId, type: 'Totp', code },
    });
    expect(codeOf(again)).toEqual([400, 'session.mfa.invalid_totp_code']);
  });

  test('is set and replaced with a code of the new app', async () => {
    const person = await owner();
    const { token } = person;
    const headers = await person.permit();
    const put = (secret: string, code: string, proof: Record<string, string> = headers) =>
      app.call(accountMfaApi.replaceTotp, { token, headers: proof, body: { secret, code } });
    const [first, second] = ['C'.repeat(32), 'D'.repeat(32)];
    expect(codeOf(await put(first, codeNow(first), {}))).toEqual(denied);
    expect(codeOf(await put('lower case', '000000'))).toEqual([400, 'user.totp_secret_invalid']);
    expect(codeOf(await put(first, wrongCode(first)))).toEqual([400, 'session.mfa.invalid_totp_code']);
    expect(await list(person)).toEqual([]);
    expect((await put(first, codeNow(first))).status).toBe(204);
    const [one] = await list(person);
    expect((await put(second, codeNow(second))).status).toBe(204);
    const [two, ...none] = await list(person);
    expect([none, two?.type, two?.id === one?.id]).toEqual([[], 'Totp', false]);
    expect((await app.call(accountMfaApi.getChoice, { token })).body.mfa.enabled).toBe(true);
    await enable(['WebAuthn']);
    expect(codeOf(await put(first, codeNow(first)))).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    await enable(['Totp', 'BackupCode', 'WebAuthn']);
  });

  test('is added once by two parallel requests (attack 38)', async () => {
    const person = await owner();
    const headers = await person.permit();
    const body = { type: 'Totp', secret: 'B'.repeat(32) } as const;
    const answers = await Promise.all([1, 2, 3].map(() => add(person, { headers, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422]);
    expect(await list(person)).toHaveLength(1);
  });
});

describe('backup codes', () => {
  test('require another factor and are shown again only with a proof', async () => {
    const person = await owner();
    const { token } = person;
    const { codes } = (await app.call(accountMfaApi.generateBackupCodes, { token })).body;
    expect(codes).toHaveLength(10);
    const body = { type: 'BackupCode', codes } as const;
    expect(codeOf(await add(person, { body }))).toEqual([422, 'session.mfa.backup_code_can_not_be_alone']);
    await add(person, { body: { type: 'Totp', secret: 'C'.repeat(32) } });
    const short = await add(person, { body: { type: 'BackupCode', codes: codes.slice(1) } });
    expect(codeOf(short)).toEqual([422, 'user.wrong_backup_code_format']);
    const headers = await person.permit();
    const none = await app.call(accountMfaApi.backupCodes, { token, headers });
    expect(codeOf(none)).toEqual([404, 'verification_record.not_found']);
    expect((await add(person, { body })).status).toBe(204);
    expect(await list(person)).toMatchObject([{ type: 'Totp' }, { type: 'BackupCode', remainCodes: 10 }]);
    expect(codeOf(await app.call(accountMfaApi.backupCodes, { token }))).toEqual(denied);
    const shown = await app.call(accountMfaApi.backupCodes, { token, headers });
    expect(shown.body.codes).toEqual(codes.map((code) => ({ code, usedAt: null })));
  });

  test('are replaced in one step, also if the same request is sent again', async () => {
    const person = await owner();
    const { token } = person;
    const headers = await person.permit();
    const draw = async () => (await app.call(accountMfaApi.generateBackupCodes, { token })).body.codes;
    const save = (codes: string[], replace?: boolean) => add(person, { body: { type: 'BackupCode', codes, replace } });
    const valid = async () =>
      (await app.call(accountMfaApi.backupCodes, { token, headers })).body.codes.map(({ code }) => code);
    await add(person, { body: { type: 'Totp', secret: 'C'.repeat(32) } });
    const [first, second] = [await draw(), await draw()];
    expect((await save(first, true)).status).toBe(204);
    expect(codeOf(await save(second))).toEqual([422, 'user.backup_code_already_in_use']);
    expect(codeOf(await save(second.slice(1), true))).toEqual([422, 'user.wrong_backup_code_format']);
    expect(await valid()).toEqual(first);
    expect((await save(second, true)).status).toBe(204);
    expect((await save(second, true)).status).toBe(204);
    expect(await valid()).toEqual(second);
    expect(await list(person)).toMatchObject([{ type: 'Totp' }, { type: 'BackupCode', remainCodes: 10 }]);
  });
});

describe('a passkey', () => {
  test('attack: is not added to fifty others, because its owner reads all of them with each use', async () => {
    const person = await owner();
    const addAnother = async () => {
      const { body } = await begin(person);
      await show(person, body.verificationRecordId, attest(body.registrationOptions.challenge));
      const wanted = { type: 'WebAuthn', newIdentifierVerificationRecordId: body.verificationRecordId } as const;
      return codeOf(await add(person, { body: wanted }));
    };
    expect(await addAnother()).toEqual([204, undefined]);
    await app.write('default', (db) =>
      sql`update users set mfa_verifications = (select jsonb_agg(mfa_verifications -> 0
          || jsonb_build_object('id', 'key' || n, 'credentialId', 'key' || n)) from generate_series(1, 50) n)
        where id = ${person.id}`.execute(db),
    );
    expect(await list(person)).toHaveLength(50);
    // Not a change of the person that ends their proof.
    await app.write('default', (db) =>
      sql`update verification_records set data = data || jsonb_build_object('epoch',
        (select security_epoch from users where id = ${person.id})) where user_id = ${person.id}`.execute(db),
    );
    expect(await addAnother()).toEqual([422, 'user.too_many_passkeys']);
    expect(await list(person)).toHaveLength(50);
  });

  test('is created for the host of the tenant, added, named and not offered twice', async () => {
    const person = await owner({ name: 'Key Holder' });
    const { token } = person;
    const { body } = await begin(person);
    expect(body.registrationOptions).toMatchObject({
      rp: { id: 'core.test' },
      user: { displayName: 'Key Holder' },
      attestation: 'none',
      timeout: 60_000,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
    });
    const id = body.verificationRecordId;
    const wanted = { type: 'WebAuthn', newIdentifierVerificationRecordId: id, name: 'Laptop' } as const;
    expect(codeOf(await add(person, { body: wanted }))).toEqual([400, 'verification_record.not_found']);
    expect(codeOf(await show(person, id, attest(body.registrationOptions.challenge)))).toEqual([200, undefined]);
    expect(codeOf(await show(person, id, attest(body.registrationOptions.challenge)))).toEqual([
      400,
      'session.mfa.pending_info_not_found',
    ]);
    expect((await add(person, { body: wanted })).status).toBe(204);
    expect(codeOf(await add(person, { body: wanted }))).toEqual([400, 'verification_record.not_found']);
    const [factor] = await list(person);
    expect(factor).toMatchObject({ type: 'WebAuthn', name: 'Laptop' });
    expect(factor).not.toHaveProperty('publicKey');
    const params = { verificationId: factor?.id ?? '' };
    const renamed = await app.call(accountMfaApi.rename, {
      token,
      params,
      headers: await person.permit(),
      body: { name: "Phone', '1" },
    });
    expect(renamed.status).toBe(200);
    expect(await list(person)).toMatchObject([{ id: factor?.id, name: "Phone', '1" }]);
    expect((await begin(person)).body.registrationOptions.excludeCredentials).toHaveLength(1);
  });

  test('gets a name from the browser that created it, and a number if the name is taken', async () => {
    const person = await owner();
    const headers = {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    };
    for (let count = 0; count < 2; count += 1) {
      const { verificationRecordId: id, registrationOptions } = (await begin(person)).body;
      const payload = attest(registrationOptions.challenge);
      const body = { verificationRecordId: id, payload };
      await app.call(accountVerificationsApi.verifyWebAuthn, { token: person.token, headers, body });
      expect((await add(person, { body: { type: 'WebAuthn', newIdentifierVerificationRecordId: id } })).status).toBe(
        204,
      );
    }
    expect((await list(person)).map(({ name }) => name)).toEqual(['Chrome on Windows', 'Chrome on Windows (2)']);
  });

  test('of another challenge, origin, host or user is rejected', async () => {
    const [person, other] = [await owner(), await owner()];
    const { verificationRecordId: id, registrationOptions } = (await begin(person)).body;
    const { challenge } = registrationOptions;
    const refused = [400, 'session.mfa.webauthn_verification_failed'];
    expect(codeOf(await show(other, id, attest(challenge)))).toEqual([400, 'verification_record.not_found']);
    expect(codeOf(await show(person, id, attest('AAAA')))).toEqual(refused);
    expect(codeOf(await show(person, id, attest(challenge, { origin: 'https://evil.example' })))).toEqual(refused);
    expect(codeOf(await show(person, id, attest(challenge, { rpId: 'evil.example' })))).toEqual(refused);
    const junk = { ...attest(challenge), response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
    expect(codeOf(await show(person, id, junk))).toEqual(refused);
  });

  /** Creates a passkey with a given credential id and adds it to the account. */
  async function bind(person: Owner, id: Buffer<ArrayBuffer>) {
    const { verificationRecordId, registrationOptions } = (await begin(person)).body;
    await show(person, verificationRecordId, attest(registrationOptions.challenge, { id }));
    return add(person, { body: { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId } });
  }
  const taken = [422, 'user.passkey_already_in_use'];

  test('belongs to one user: its credential id is rejected for others until it is removed', async () => {
    const [person, other] = [await owner(), await owner()];
    const id = randomBytes(16);
    expect((await bind(person, id)).status).toBe(204);
    expect(codeOf(await bind(other, id))).toEqual(taken);
    expect(codeOf(await bind(person, id))).toEqual(taken);
    expect(await list(other)).toEqual([]);
    const [factor] = await list(person);
    const params = { verificationId: factor?.id ?? '' };
    const headers = await person.permit();
    const renamed = await app.call(accountMfaApi.rename, {
      token: person.token,
      params,
      headers,
      body: { name: 'Key' },
    });
    expect(renamed.status).toBe(200);
    expect(codeOf(await bind(other, id))).toEqual(taken);
    expect((await app.call(accountMfaApi.remove, { token: person.token, params, headers })).status).toBe(204);
    expect((await bind(other, id)).status).toBe(204);
  });

  test('is bound once if two users bind it at the same time', async () => {
    const people = await Promise.all([owner(), owner(), owner()]);
    const id = randomBytes(16);
    const answers = await Promise.all(people.map((person) => bind(person, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422]);
  });

  test('must be stored by its authenticator if it can sign in', async () => {
    const person = await owner();
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const { body } = await begin(person);
    await changeSettings(app, { passkeySignIn: {} });
    expect(body.registrationOptions.authenticatorSelection).toMatchObject({ residentKey: 'required' });
  });

  test('requires user verification: possession of the device is not enough', async () => {
    const person = await owner();
    const { verificationRecordId: id, registrationOptions } = (await begin(person)).body;
    const { challenge } = registrationOptions;
    const refused = [400, 'session.mfa.webauthn_verification_failed'];
    expect(codeOf(await show(person, id, attest(challenge, { isVerified: false })))).toEqual(refused);
    expect((await show(person, id, attest(challenge))).status).toBe(200);
  });

  test('that was just created is not a permission', async () => {
    const person = await owner();
    const { verificationRecordId: id, registrationOptions } = (await begin(person)).body;
    await show(person, id, attest(registrationOptions.challenge));
    const { status, body } = await app.call(accountMfaApi.add, {
      token: person.token,
      headers: { 'logto-verification-id': id },
      body: { type: 'WebAuthn', newIdentifierVerificationRecordId: id },
    });
    expect(codeOf({ status, body })).toEqual(denied);
  });
});

describe('settings and access', () => {
  test('requires a proof to disable the second factor at sign-in', async () => {
    const person = await owner();
    const { token } = person;
    const body = { skipMfaOnSignIn: true };
    expect((await app.call(accountMfaApi.getSettings, { token })).body).toEqual({ skipMfaOnSignIn: false });
    expect(codeOf(await app.call(accountMfaApi.updateSettings, { token, body }))).toEqual(denied);
    const changed = await app.call(accountMfaApi.updateSettings, { token, body, headers: await person.permit() });
    expect([changed.status, changed.body]).toEqual([200, body]);
    expect((await app.call(accountMfaApi.getSettings, { token })).body).toEqual(body);
  });

  test('changes the choices about factors with a proof, for the caller only', async () => {
    const [person, other] = [await owner(), await owner()];
    const read = async ({ token }: Owner) => (await app.call(accountMfaApi.getChoice, { token })).body;
    const choose = async (who: Owner, body: object) =>
      app.call(accountMfaApi.updateChoice, { token: who.token, headers: await who.permit(), body });
    const none = { mfa: { skipped: false, skipMfaOnSignIn: false }, passkeySignIn: { skipped: false } };
    expect(await read(person)).toEqual(none);
    const skipped = { ...none, mfa: { ...none.mfa, skipped: true } };
    expect(await choose(person, { mfa: { skipped: true } })).toMatchObject({ status: 200, body: skipped });
    expect([await read(person), await read(other)]).toEqual([skipped, none]);
    const all = {
      mfa: { enabled: false, skipped: false, additionalBindingSuggestionSkipped: true, skipMfaOnSignIn: true },
      passkeySignIn: { skipped: true },
    };
    const { additionalBindingSuggestionSkipped, ...shown } = all.mfa;
    expect((await choose(person, all)).body).toEqual({ ...all, mfa: shown });
    const row = await app.read('default', (db) =>
      db.selectFrom('users').select('logto_config as config').where('id', '=', person.id).executeTakeFirstOrThrow(),
    );
    expect(row.config).toEqual({ mfa: { ...all.mfa, neverOfferPasskey: true } });
    expect(codeOf(await choose(person, { mfa: { skipped: 'no' } }))).toEqual([400, 'guard.invalid_input']);
    const { token } = person;
    const body = { mfa: { skipped: true } };
    expect(codeOf(await app.call(accountMfaApi.updateChoice, { token, body }))).toEqual(denied);
    await openAccountCenter(app, manager, { ...allEditable, mfa: 'Off', passkey: 'ReadOnly' });
    expect(await read(person)).toEqual({ ...all, mfa: shown });
    expect(codeOf(await choose(person, body))).toEqual([400, 'account_center.field_not_editable']);
    await openAccountCenter(app, manager, { ...allEditable, passkey: 'Off' });
    expect(codeOf(await app.call(accountMfaApi.getChoice, { token }))).toEqual([
      400,
      'account_center.field_not_enabled',
    ]);
    await openAccountCenter(app, manager);
    const bare = await owner({}, 'openid profile');
    expect(codeOf(await choose(bare, body))).toEqual([401, 'auth.unauthorized']);
  });

  test('a new factor turns second factors on', async () => {
    const person = await owner();
    const { token } = person;
    const headers = await person.permit();
    await app.call(accountMfaApi.updateChoice, { token, headers, body: { mfa: { enabled: false } } });
    const { secret } = (await app.call(accountMfaApi.generateTotp, { token })).body;
    const added = await app.call(accountMfaApi.add, { token, headers, body: { type: 'Totp', secret } });
    expect(added.status).toBe(204);
    expect((await app.call(accountMfaApi.getChoice, { token })).body.mfa.enabled).toBe(true);
  });

  test('shows read-only factors, hides disabled ones, and requires the scope identities', async () => {
    const [person, bare] = [await owner(), await owner({}, 'openid profile')];
    expect(codeOf(await app.call(accountMfaApi.list, { token: bare.token }))).toEqual([401, 'auth.unauthorized']);
    await openAccountCenter(app, manager, { ...allEditable, mfa: 'ReadOnly' });
    expect(await list(person)).toEqual([]);
    const secret = { body: { type: 'Totp', secret: 'D'.repeat(32) } } as const;
    expect(codeOf(await add(person, secret))).toEqual([400, 'account_center.field_not_editable']);
    await openAccountCenter(app, manager, { ...allEditable, mfa: 'Off', passkey: 'Off' });
    expect(codeOf(await app.call(accountMfaApi.list, { token: person.token }))).toEqual([
      400,
      'account_center.field_not_enabled',
    ]);
    await openAccountCenter(app, manager);
  });
});

describe('passkeys have a field of their own', () => {
  const fields = (more: object) => openAccountCenter(app, manager, { ...allEditable, ...more });
  const begin = async (person: Owner) => {
    const { body } = await app.call(accountVerificationsApi.beginWebAuthn, { token: person.token });
    const { verificationRecordId: id, registrationOptions } = body;
    await show(person, id, attest(registrationOptions.challenge));
    return { type: 'WebAuthn' as const, newIdentifierVerificationRecordId: id };
  };
  const closed = [400, 'account_center.field_not_editable'];

  test('which counts instead of that of second factors', async () => {
    const person = await owner();
    await fields({ mfa: 'Edit', passkey: 'ReadOnly' });
    expect(codeOf(await add(person, { body: await begin(person) }))).toEqual(closed);
    await fields({ mfa: 'Off', passkey: 'Edit' });
    expect((await add(person, { body: await begin(person) })).status).toBe(204);
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    expect(codeOf(await add(person, { body: { type: 'Totp', secret } }))).toEqual(closed);
    await fields({ mfa: 'Edit' });
    expect((await add(person, { body: { type: 'Totp', secret } })).status).toBe(204);

    await fields({ mfa: 'Off', passkey: 'Edit' });
    const shown = await list(person);
    expect(shown.map(({ type }) => type)).toEqual(['WebAuthn']);
    const call = { token: person.token, headers: await person.permit() };
    const params = { verificationId: shown[0]?.id ?? '' };
    expect((await app.call(accountMfaApi.rename, { ...call, params, body: { name: 'Key' } })).status).toBe(200);
    await fields({ mfa: 'Edit', passkey: 'ReadOnly' });
    expect(codeOf(await app.call(accountMfaApi.rename, { ...call, params, body: { name: 'No' } }))).toEqual(closed);
    expect(codeOf(await app.call(accountMfaApi.remove, { ...call, params }))).toEqual(closed);
    // The record is looked up before the field, the scope before the record, and the proof before everything.
    const unknown = { verificationId: 'nothing' };
    expect(codeOf(await app.call(accountMfaApi.remove, { ...call, params: unknown }))[1]).toBe(
      'verification_record.not_found',
    );
    expect(codeOf(await app.call(accountMfaApi.remove, { token: person.token, params: unknown }))).toEqual(denied);
    await fields({});
    expect((await app.call(accountMfaApi.remove, { ...call, params })).status).toBe(204);
  });

  test('which is that of second factors while it is missing', async () => {
    const person = await owner();
    const { passkey: _, ...others } = allEditable;
    await openAccountCenter(app, manager, { ...others, mfa: 'ReadOnly' });
    expect(codeOf(await add(person, { body: await begin(person) }))).toEqual(closed);
    await openAccountCenter(app, manager);
  });
});
