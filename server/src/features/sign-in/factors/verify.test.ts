import { captchaApi } from '@postern/contracts/experience/captcha';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addBackupCodes,
  addTotp,
  appWithFactors,
  codeNow,
  createPerson,
  factorPassword,
  identified,
  wrongCode,
} from '#testing/factors';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings, forgetPauses, lastMessage, type Visitor, visitor } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';

let app: TestApp;
let token: string;
const mfa = {
  factors: ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode'],
  policy: 'NoPrompt',
} as const;
const defaultMfa = { factors: [...mfa.factors], policy: mfa.policy };

beforeAll(async () => {
  app = await appWithFactors(defaultMfa);
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(async () => {
  await changeSettings(app, { mfa: defaultMfa, sentinelPolicy: {}, passkeySignIn: {} });
  await app.write('default', (db) => db.deleteFrom('sentinel_activities').execute());
});

const answer = ({ status, code }: { status: number; code: string | undefined }) => [status, code];
const required = [403, 'session.mfa.require_mfa_verification'];
const totp = (person: Visitor, code: string) => person.step('POST', '/verification/totp/verify', { code });
const backup = (person: Visitor, code: string) => person.step('POST', '/verification/backup-code/verify', { code });

/** A person with an authenticator app and backup codes. */
async function personWithApp() {
  const person = await createPerson(app, { primary_email: null });
  const secret = await addTotp(app, person.id, token);
  const codes = await addBackupCodes(app, person.id, token);
  return { ...person, secret, codes };
}

const factorsOf = async (userId: string) => {
  const row = await app.read('default', (db) =>
    db.selectFrom('users').select('mfa_verifications').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  return row.mfa_verifications as { type: string; lastUsedAt?: string; counter?: number }[];
};

describe('an authenticator app', () => {
  test('is asked for at sign-in, and its code completes it', async () => {
    const { username, secret, id } = await personWithApp();
    const person = await identified(app, username);
    const asked = await person.submit();
    expect(answer(asked)).toEqual(required);
    expect(asked.body.data).toEqual({ availableFactors: ['Totp', 'BackupCode'], maskedIdentifiers: {} });
    expect(answer(await totp(person, wrongCode(secret)))).toEqual([400, 'session.mfa.invalid_totp_code']);
    expect(answer(await person.submit())).toEqual(required);
    expect((await totp(person, codeNow(secret))).status).toBe(200);
    const { body, status } = await person.submit();
    expect(status).toBe(200);
    expect(await person.follow(body.redirectTo)).toContain('code=');
    expect((await factorsOf(id)).find(({ type }) => type === 'Totp')?.lastUsedAt).toBeDefined();
  });

  test('accepts each code once, also in parallel and in another sign-in (attack 27)', async () => {
    const { username, secret } = await personWithApp();
    const people = await Promise.all([1, 2, 3].map(() => identified(app, username)));
    const code = codeNow(secret);
    const answers = await Promise.all(people.map((person) => totp(person, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await totp(await identified(app, username), code)).status).toBe(400);
    expect((await totp(await identified(app, username), codeNow(secret, 1))).status).toBe(200);
  });

  test('is locked after wrong codes across sign-ins, separately from backup codes (attack 27)', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 60 } });
    const { username, secret, codes } = await personWithApp();
    const blocked = [400, 'session.verification_blocked_too_many_attempts'];
    const answers = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      answers.push(answer(await totp(await identified(app, username), wrongCode(secret))));
    }
    expect(answers.at(-1)).toEqual(blocked);
    expect(answer(await totp(await identified(app, username), codeNow(secret)))).toEqual(blocked);
    expect((await backup(await identified(app, username), codes[0] ?? '')).status).toBe(200);
  });

  test('of one user is no factor of another (attack 50)', async () => {
    const [one, other] = [await personWithApp(), await personWithApp()];
    const person = await identified(app, one.username);
    expect((await totp(person, codeNow(other.secret))).status).toBe(400);
    expect((await backup(person, other.codes[0] ?? '')).status).toBe(400);
    expect(answer(await person.submit())).toEqual(required);
  });

  test('needs an identified user, and no secret is returned by the state', async () => {
    const person = visitor(app);
    await person.arrive();
    const missing = [404, 'session.identifier_not_found'];
    expect(answer(await totp(person, '123456'))).toEqual([404, 'session.interaction_not_found']);
    await person.start('SignIn');
    expect(answer(await totp(person, '123456'))).toEqual(missing);
    expect(answer(await backup(person, 'aaaaaaaaaa'))).toEqual(missing);
    expect(answer(await person.step('POST', '/verification/totp/secret'))).toEqual(missing);
    const { username, secret } = await personWithApp();
    const known = await identified(app, username);
    await totp(known, codeNow(secret));
    const state = await known.step('GET', '/interaction');
    expect(state.body.verificationRecords.at(-1)).toMatchObject({ type: 'Totp', verified: true });
    expect(JSON.stringify(state.body)).not.toContain(secret);
  });
});

test('backup codes can be drawn before the factor is verified, but not added (observed 2, row 33)', async () => {
  const { username, id } = await personWithApp();
  const person = await identified(app, username);
  const { status, body } = await person.step('POST', '/verification/backup-code/generate');
  expect([status, body]).toMatchObject([200, { codes: expect.any(Array) }]);
  const add = { type: 'BackupCode', verificationId: body.verificationId };
  expect(answer(await person.step('POST', '/profile/mfa', add))).toEqual(required);
  expect(answer(await backup(person, body.codes[0]))).toEqual([400, 'session.mfa.invalid_backup_code']);
  expect((await factorsOf(id)).map(({ type }) => type)).toEqual(['Totp', 'BackupCode']);
});

describe('a backup code', () => {
  test('works exactly once, also in parallel (attack 28)', async () => {
    const { username, codes, id } = await personWithApp();
    const people = await Promise.all([1, 2, 3, 4].map(() => identified(app, username)));
    const answers = await Promise.all(people.map((person) => backup(person, codes[3] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const { body } = await app.call(userMfaApi.list, { token, params: { userId: id } });
    expect(body.find(({ type }) => type === 'BackupCode')?.remainCodes).toBe(9);
  });

  test('completes the sign-in; the database holds no readable code', async () => {
    const { username, codes, id } = await personWithApp();
    const person = await identified(app, username);
    expect(answer(await backup(person, 'ffffffffff'))).toEqual([400, 'session.mfa.invalid_backup_code']);
    expect((await backup(person, (codes[0] ?? '').toUpperCase())).status).toBe(200);
    expect((await person.submit()).status).toBe(200);
    const stored = JSON.stringify(await factorsOf(id));
    expect(codes.some((code) => stored.includes(code))).toBe(false);
  });
});

describe('a code by email', () => {
  test('goes to the stored address only and is bound to its purpose', async () => {
    const { username, email, id } = await createPerson(app);
    const person = await identified(app, username);
    const asked = await person.submit();
    expect(asked.body.data).toEqual({
      availableFactors: ['EmailVerificationCode'],
      maskedIdentifiers: { EmailVerificationCode: `${id.slice(0, 1)}****@example.com` },
    });
    const sent = await person.step('POST', '/verification/mfa-verification-code', { identifierType: 'email' });
    expect(sent.status).toBe(200);
    expect(Object.keys(sent.body)).toEqual(['verificationId']);
    const { code, templateType } = await lastMessage(app, email);
    expect(templateType).toBe('MfaVerification');
    const { verificationId } = sent.body;
    const asSignIn = await person.step('POST', '/verification/verification-code/verify', {
      identifier: { type: 'email', value: email },
      verificationId,
      code,
    });
    expect(answer(asSignIn)).toEqual([404, 'session.verification_session_not_found']);
    const verify = (given: string, identifierType = 'email') =>
      person.step('POST', '/verification/mfa-verification-code/verify', {
        verificationId,
        code: given,
        identifierType,
      });
    expect(answer(await verify(code === '111111' ? '222222' : '111111'))).toEqual([
      400,
      'verification_code.code_mismatch',
    ]);
    expect((await verify(code)).status).toBe(200);
    expect((await person.submit()).status).toBe(200);
  });

  test('needs an enabled factor and an address', async () => {
    await forgetPauses(app);
    const { username } = await createPerson(app, { primary_email: null });
    const person = await identified(app, username);
    const send = (identifierType: string) =>
      person.step('POST', '/verification/mfa-verification-code', { identifierType });
    expect(answer(await send('phone'))).toEqual([400, 'session.mfa.mfa_factor_not_enabled']);
    expect(answer(await send('email'))).toEqual([400, 'session.identifier_not_found']);
  });

  test('does not replace the factor when it was sent to reset a password', async () => {
    const { username, email } = await createPerson(app);
    const forgetful = visitor(app);
    await forgetful.arrive();
    await forgetful.start('ForgotPassword');
    await forgetful.identify(await forgetful.proveAddress('ForgotPassword', 'email', email));
    await forgetful.step('PUT', '/profile/password', { password: 'a new lighthouse at sea' });
    expect((await forgetful.submit()).status).toBe(204);
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const { body } = await person.step('POST', '/verification/password', {
      identifier: { type: 'username', value: username },
      password: 'a new lighthouse at sea',
    });
    await person.identify(body.verificationId);
    expect(answer(await person.submit())).toEqual(required);
  });
});

describe('a temporary code of an administrator', () => {
  const create = (userId: string, body = {}) =>
    app.call(userMfaApi.createTemporaryCode, { token, params: { userId }, body });
  const use = (person: Visitor, code: string) => person.step('POST', '/verification/temporary-code/verify', { code });

  test('replaces the factor once, is announced, and is stored as a digest', async () => {
    const { username, id } = await personWithApp();
    const { body, status } = await create(id);
    expect(status).toBe(201);
    const { rows } = await app.read('default', (db) => sql`select * from mfa_temporary_codes`.execute(db));
    expect(JSON.stringify(rows)).not.toContain(body.code.replaceAll('-', ''));
    const person = await identified(app, username);
    expect((await person.submit()).body.data.hasTemporaryCode).toBe(true);
    expect(answer(await use(person, 'AAAA-AAAA-AAAA-AAAA'))).toEqual([400, 'session.mfa.invalid_temporary_code']);
    expect((await use(person, body.code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await person.submit()).status).toBe(200);
    const again = await identified(app, username);
    expect((await use(again, body.code)).status).toBe(400);
    expect(answer(await again.submit())).toEqual(required);
    await app.worker.drain();
    const logs = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
    const own = JSON.stringify(logs.filter(({ key }) => key === 'User.MfaVerifications.Updated'));
    expect([own.includes('created'), own.includes('used'), own.includes(body.code)]).toEqual([true, true, false]);
  });

  test('expires, is replaced by a newer one, and belongs to one user', async () => {
    const [one, other] = [await personWithApp(), await personWithApp()];
    const first = (await create(one.id)).body.code;
    const second = (await create(one.id)).body.code;
    expect((await use(await identified(app, one.username), first)).status).toBe(400);
    expect((await use(await identified(app, other.username), second)).status).toBe(400);
    await app.write('default', (db) =>
      sql`update mfa_temporary_codes set expires_at = now() - interval '1 second'`.execute(db),
    );
    expect((await use(await identified(app, one.username), second)).status).toBe(400);
    expect((await create('nobody')).status).toBe(404);
  });

  test('an administrator can remove all factors, which ends the sessions', async () => {
    const { username, secret, id } = await personWithApp();
    const person = await identified(app, username);
    await totp(person, codeNow(secret));
    await person.follow((await person.submit()).body.redirectTo);
    const params = { userId: id };
    expect((await app.call(userMfaApi.removeAll, { token, params })).status).toBe(204);
    expect((await app.call(userMfaApi.list, { token, params })).body).toEqual([]);
    expect(await person.arrive()).toContain('/sign-in');
    expect((await (await identified(app, username)).submit()).status).toBe(200);
    expect((await app.call(userMfaApi.removeAll, { token, params: { userId: 'nobody' } })).status).toBe(404);
  });
});

describe('a passkey', () => {
  /** Registers a passkey in a sign-in. */
  async function personWithPasskey() {
    const owner = await createPerson(app, { primary_email: null });
    const authenticator = createAuthenticator();
    const person = await identified(app, owner.username);
    const { body } = await person.step('POST', '/verification/web-authn/registration');
    const { verificationId, registrationOptions } = body;
    const payload = authenticator.register(registrationOptions.challenge);
    const verified = await person.step('POST', '/verification/web-authn/registration/verify', {
      verificationId,
      payload,
    });
    expect(answer(verified)).toEqual([200, undefined]);
    expect((await person.step('POST', '/profile/mfa', { type: 'WebAuthn', verificationId })).status).toBe(204);
    await changeSettings(app, { mfa: { factors: ['WebAuthn', 'Totp'], policy: 'NoPrompt' } });
    expect((await person.submit()).status).toBe(200);
    return { ...owner, authenticator };
  }

  const ask = (person: Visitor) => person.step('POST', '/verification/web-authn/authentication');
  const verify = (person: Visitor, verificationId: string, payload: object) =>
    person.step('POST', '/verification/web-authn/authentication/verify', { verificationId, payload });

  test('completes the sign-in and stores its counter', async () => {
    const { username, id, authenticator } = await personWithPasskey();
    const person = await identified(app, username);
    expect((await person.submit()).body.data.availableFactors).toEqual(['WebAuthn']);
    const { body } = await ask(person);
    expect(body.authenticationOptions).toMatchObject({
      rpId: 'core.test',
      userVerification: 'required',
      timeout: 60_000,
      allowCredentials: [{ id: authenticator.credentialId }],
    });
    const payload = authenticator.authenticate(body.authenticationOptions.challenge, id);
    expect((await verify(person, body.verificationId, payload)).status).toBe(200);
    expect(answer(await verify(person, body.verificationId, payload))).toEqual([
      400,
      'session.mfa.pending_info_not_found',
    ]);
    expect((await person.submit()).status).toBe(200);
    expect((await factorsOf(id))[0]).toMatchObject({ counter: 1, lastUsedAt: expect.any(String) });
  });

  test('of another challenge, origin, host, user or without user verification is rejected (attack 50)', async () => {
    const { username, id, authenticator } = await personWithPasskey();
    const stranger = await personWithPasskey();
    const person = await identified(app, username);
    const { body } = await ask(person);
    const { challenge } = body.authenticationOptions;
    const refused = [400, 'session.mfa.webauthn_verification_failed'];
    const answers = [
      authenticator.authenticate('AAAA', id),
      authenticator.authenticate(challenge, id, { origin: 'https://evil.example' }),
      authenticator.authenticate(challenge, id, { rpId: 'evil.example' }),
      authenticator.authenticate(challenge, id, { isVerified: false }),
      stranger.authenticator.authenticate(challenge, id),
    ];
    for (const payload of answers) {
      expect(answer(await verify(person, body.verificationId, payload))).toEqual(refused);
    }
    expect(answer(await person.submit())).toEqual(required);
  });

  test('signs in without an identifier and is the second factor too', async () => {
    const { id, authenticator } = await personWithPasskey();
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const begin = () => person.step('POST', '/verification/sign-in-passkey/authentication');
    expect(answer(await begin())).toEqual([422, 'user.sign_in_method_not_enabled']);
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const { body } = await begin();
    expect(body.authenticationOptions.allowCredentials).toBeUndefined();
    const verified = (payload: object) =>
      person.step('POST', '/verification/sign-in-passkey/authentication/verify', {
        verificationId: body.verificationId,
        payload,
      });
    const { challenge } = body.authenticationOptions;
    const unknown = createAuthenticator().authenticate(challenge, id);
    expect(answer(await verified(unknown))).toEqual([400, 'session.identifier_not_found']);
    expect(answer(await person.identify(body.verificationId))).toEqual([400, 'session.verification_failed']);
    expect((await verified(authenticator.authenticate(challenge, id))).status).toBe(200);
    expect((await person.identify(body.verificationId)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
  });

  test('needs no captcha', async () => {
    const { id, authenticator } = await personWithPasskey();
    const config = { type: 'ProofOfWork', difficulty: 'Low' } as const;
    await app.call(captchaApi.save, { token, body: { config } });
    const demand = (enabled: boolean) =>
      app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled } } });
    expect((await demand(true)).status).toBe(200);
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const { body } = await person.step('POST', '/verification/sign-in-passkey/authentication');
    const payload = authenticator.authenticate(body.authenticationOptions.challenge, id);
    const given = { verificationId: body.verificationId, payload };
    expect((await person.step('POST', '/verification/sign-in-passkey/authentication/verify', given)).status).toBe(200);
    await person.identify(body.verificationId);
    expect((await person.submit()).status).toBe(200);
    await demand(false);
  });

  const preflight = (person: Visitor) => person.step('POST', '/preflight/sign-in-passkey/authentication');
  const ask1 = '/verification/sign-in-passkey/authentication';
  const verifyIt = (person: Visitor, payload: object, verificationId?: string) =>
    person.step('POST', `${ask1}/verify`, { payload, verificationId });

  test('signs in with a request from before the sign-in began, once', async () => {
    const { id, authenticator } = await personWithPasskey();
    const person = visitor(app);
    expect(answer(await preflight(person))).toEqual([400, 'session.not_found']);
    await person.arrive();
    expect(answer(await preflight(person))).toEqual([422, 'user.sign_in_method_not_enabled']);
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const { body, status } = await preflight(person);
    expect([status, body.authenticationOptions.allowCredentials]).toEqual([200, undefined]);
    const payload = authenticator.authenticate(body.authenticationOptions.challenge, id);
    expect(answer(await verifyIt(person, payload))).toEqual([404, 'session.interaction_not_found']);
    await person.start('SignIn');
    // A captcha or another tab may begin it again.
    await person.start('SignIn');
    const stranger = visitor(app);
    await stranger.arrive();
    await stranger.start('SignIn');
    const none = [404, 'session.verification_session_not_found'];
    expect(answer(await verifyIt(stranger, payload))).toEqual(none);
    const verified = await verifyIt(person, payload);
    expect(verified.status).toBe(200);
    expect(answer(await verifyIt(person, payload))).toEqual(none);
    expect((await person.identify(verified.body.verificationId)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
  });

  test('of a named person is asked for, and no other one is accepted', async () => {
    const owner = await personWithPasskey();
    const other = await personWithPasskey();
    const plain = await createPerson(app);
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const askFor = (value: string) => person.step('POST', ask1, { identifier: { type: 'username', value } });
    for (const value of ['nobody_at_all', plain.username]) {
      expect(answer(await askFor(value))).toEqual([400, 'session.mfa.webauthn_verification_not_found']);
    }
    const { body } = await askFor(owner.username);
    const { challenge, allowCredentials } = body.authenticationOptions;
    expect(allowCredentials).toMatchObject([{ id: owner.authenticator.credentialId }]);
    // Nobody has proven anything yet, so that no account is named.
    expect(JSON.stringify((await person.step('GET', '/interaction')).body)).not.toContain(owner.id);
    const foreign = other.authenticator.authenticate(challenge, other.id);
    expect(answer(await verifyIt(person, foreign, body.verificationId))).toEqual([409, 'session.identity_conflict']);
    const unnamed = (key: typeof owner.authenticator) => {
      const payload = key.authenticate(challenge, owner.id);
      return { ...payload, response: { ...payload.response, userHandle: undefined } };
    };
    expect(answer(await verifyIt(person, unnamed(other.authenticator), body.verificationId))).toEqual([
      400,
      'session.identifier_not_found',
    ]);
    // Passkeys that were only second factors do not name their person.
    expect((await verifyIt(person, unnamed(owner.authenticator), body.verificationId)).status).toBe(200);
    expect((await person.identify(body.verificationId)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
  });

  test('does not sign in people with an account at a company', async () => {
    const { id, authenticator } = await personWithPasskey();
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const { body: connector } = await app.call(ssoConnectorsApi.create, {
      token,
      body: { providerName: 'OIDC', connectorName: 'Company' },
    });
    await app.write('default', (db) =>
      db
        .insertInto('user_sso_identities')
        .values({
          id: `sso${id}`,
          user_id: id,
          issuer: 'https://idp.test',
          identity_id: id,
          sso_connector_id: connector.id,
        })
        .execute(),
    );
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const { body } = await person.step('POST', ask1);
    const payload = authenticator.authenticate(body.authenticationOptions.challenge, id);
    expect((await verifyIt(person, payload, body.verificationId)).status).toBe(200);
    expect(answer(await person.identify(body.verificationId))).toEqual([
      400,
      'session.passkey_sign_in.sso_users_not_allowed',
    ]);
    expect(answer(await person.submit())).toEqual([404, 'session.identifier_not_found']);
  });

  test('must be stored by its authenticator, which verifies the user', async () => {
    const { username } = await createPerson(app);
    const person = await identified(app, username);
    await changeSettings(app, { mfa: { factors: ['WebAuthn'], policy: 'NoPrompt' } });
    const { body } = await person.step('POST', '/verification/web-authn/registration');
    expect(body.registrationOptions.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    });
    const payload = createAuthenticator().register(body.registrationOptions.challenge, { isVerified: false });
    const { verificationId } = body;
    const refused = await person.step('POST', '/verification/web-authn/registration/verify', {
      verificationId,
      payload,
    });
    expect(answer(refused)).toEqual([400, 'session.mfa.webauthn_verification_failed']);
  });

  test('is offered after a sign-in until the user declines for good', async () => {
    await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' }, passkeySignIn: { enabled: true } });
    const { username } = await createPerson(app);
    const offered = [422, 'user.passkey_preferred'];
    const skip = (person: Visitor, body: object) => person.step('POST', '/profile/mfa/passkey-skipped', body);
    const person = await identified(app, username);
    expect(answer(await person.submit())).toEqual(offered);
    expect((await skip(person, { never: false })).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    const again = await identified(app, username);
    expect(answer(await again.submit())).toEqual(offered);
    // Other clients send no body.
    await again.step('POST', '/profile/mfa/passkey-skipped');
    expect((await again.step('GET', '/interaction')).body.mfa).toEqual({ passkeySkipped: true });
    expect((await again.submit()).status).toBe(200);
    expect((await (await identified(app, username)).submit()).status).toBe(200);
  });

  test('is offered to new users, who are asked again at the next sign-in', async () => {
    await changeSettings(app, { mfa: { factors: ['WebAuthn'], policy: 'NoPrompt' }, passkeySignIn: { enabled: true } });
    const person = visitor(app);
    await person.arrive();
    await person.start('Register');
    await person.step('POST', '/profile', { type: 'username', value: 'offered_again' });
    await person.step('POST', '/profile', { type: 'password', value: factorPassword });
    await person.identify();
    const offered = [422, 'user.passkey_preferred'];
    expect(answer(await person.submit())).toEqual(offered);
    await person.step('POST', '/profile/mfa/passkey-skipped');
    expect((await person.submit()).status).toBe(200);
    const again = await identified(app, 'offered_again');
    expect(answer(await again.submit())).toEqual(offered);
    const none = await again.step('POST', '/profile/mfa/passkey', { verificationId: 'none' });
    expect(answer(none)).toEqual([404, 'session.verification_session_not_found']);
    const { body } = await again.step('POST', '/verification/web-authn/registration');
    const { verificationId, registrationOptions } = body;
    const early = await again.step('POST', '/profile/mfa/passkey', { verificationId });
    expect(answer(early)).toEqual([400, 'session.mfa.pending_info_not_found']);
    const payload = createAuthenticator().register(registrationOptions.challenge);
    await again.step('POST', '/verification/web-authn/registration/verify', { verificationId, payload });
    expect((await again.step('POST', '/profile/mfa/passkey', { verificationId })).status).toBe(204);
    const { userId } = (await again.step('GET', '/interaction')).body;
    expect((await again.submit()).status).toBe(200);
    const { rows } = await app.read('default', (db) =>
      sql<{ type: string; enabled: boolean }>`select mfa_verifications -> 0 ->> 'type' as type,
        logto_config -> 'mfa' -> 'enabled' as enabled from users where id = ${userId}`.execute(db),
    );
    // It does not turn second factors on, so that the password alone is still enough.
    expect(rows).toEqual([{ type: 'WebAuthn', enabled: false }]);
    expect((await (await identified(app, 'offered_again')).submit()).status).toBe(200);
  });
});

test('a restarted sign-in has to verify the factor again (attack 50)', async () => {
  const { username, secret } = await personWithApp();
  const person = await identified(app, username);
  await totp(person, codeNow(secret));
  await person.start('SignIn');
  const { body } = await person.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password: factorPassword,
  });
  await person.identify(body.verificationId);
  expect(answer(await person.submit())).toEqual(required);
  await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
  expect(answer(await person.submit())).toEqual(required);
});
