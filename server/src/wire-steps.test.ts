import { randomBytes } from 'node:crypto';
import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { applicationsApi } from '@postern/contracts/access/applications';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeNow } from './testing/factors.ts';
import { createAuthenticator } from './testing/passkeys.ts';
import { changeSettings, lastMessage, type Visitor, visitor, ways } from './testing/sign-in.ts';
import { socialProvider } from './testing/social.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { expectAllReached, expectRefusal, operation, type WireBody } from './testing/wire-calls.ts';

/** Sign-in steps in both APIs for sign-in pages: every operation returns a status of the index. */
let app: TestApp;
let token: string;
let connectorId: string;
let provider: Awaited<ReturnType<typeof socialProvider>>;
const reached = new Set<string>();
const password = 'fjord-Lighthouse-42';
const email = 'maya@example.org';

beforeAll(async () => {
  // The social provider of the tests runs on localhost.
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true', SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  token = await app.managementToken();
  provider = await socialProvider();
  provider.people.set('code', { id: 'social-1' });
  connectorId = await provider.connect(app, token, 'acme');
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    forgotPasswordMethods: ['EmailVerificationCode'],
    signInMode: 'SignInAndRegister',
    socialSignInConnectorTargets: ['acme'],
  });
  await app.call(usersApi.create, { token, body: { username: 'maya', password, primaryEmail: email } });
});
afterAll(async () => {
  provider.close();
  await app.close();
});

async function arrived(): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  return person;
}

function send(person: Visitor, label: string, body?: unknown, query = '') {
  const { method, path } = operation(label);
  const filled = path.replace(':connectorId', connectorId) + query;
  return filled.startsWith('/api/experience')
    ? person.step(method, filled.slice('/api/experience'.length), body)
    : person.legacy(method, filled.slice('/api/interaction'.length), body);
}

async function take(person: Visitor, label: string, body?: unknown, query?: string): Promise<WireBody> {
  const answer = await send(person, label, body, query);
  const found = { label, status: answer.status, body: answer.body };
  expect(found).toEqual({ ...found, status: expect.toBeOneOf(operation(label).success) });
  reached.add(label);
  return answer.body;
}

async function refused(person: Visitor, label: string, status: number, code: string, body?: unknown): Promise<void> {
  const answer = await send(person, label, body);
  expectRefusal(app, operation(label), [status, code], [answer.status, answer.code]);
  reached.add(label);
}

const verification = '/api/experience/verification';

test('sign-in by password', async () => {
  const person = await arrived();
  await take(person, 'PUT /api/experience', { interactionEvent: 'SignIn' });
  const identifier = { type: 'username', value: 'maya' };
  const proof = await take(person, `POST ${verification}/password`, { identifier, password });
  await take(person, 'POST /api/experience/identification', proof);
  await take(person, 'GET /api/experience/interaction');
  await take(person, 'POST /api/experience/submit');
});

test('sign-in by code, one-time token and provider', async () => {
  const person = await arrived();
  await take(person, 'PUT /api/experience', { interactionEvent: 'SignIn' });
  const identifier = { type: 'email', value: email };
  const sent = await take(person, `POST ${verification}/verification-code`, { identifier, interactionEvent: 'SignIn' });
  const { code } = await lastMessage(app, email);
  await take(person, `POST ${verification}/verification-code/verify`, { identifier, ...sent, code });
  const { body } = await app.call(oneTimeTokensApi.create, { token, body: { email } });
  await take(person, `POST ${verification}/one-time-token/verify`, { identifier, token: body.token });
  const social = `POST ${verification}/social/:connectorId`;
  const redirectUri = `http://core.test/callback/${connectorId}`;
  const { verificationId } = await take(person, `${social}/authorization-uri`, { state: 's', redirectUri });
  await take(person, `${social}/verify`, { verificationId, connectorData: { code: 'code', state: 's' } });
});

test('registration', async () => {
  const person = await arrived();
  await take(person, 'PUT /api/experience', { interactionEvent: 'SignIn' });
  await take(person, 'PUT /api/experience/interaction-event', { interactionEvent: 'Register' });
  await take(person, 'POST /api/experience/profile', { type: 'username', value: 'newcomer' });
  await take(person, 'POST /api/experience/profile', { type: 'password', value: password });
  await take(person, 'POST /api/experience/identification', {});
  await take(person, 'POST /api/experience/submit');

  const another = await arrived();
  await take(another, 'PUT /api/experience', { interactionEvent: 'Register' });
  const identifier = { type: 'username', value: 'another' };
  const proof = await take(another, `POST ${verification}/new-password-identity`, { identifier, password });
  await take(another, 'POST /api/experience/identification', proof);
});

test('forgot password', async () => {
  const person = await arrived();
  await take(person, 'PUT /api/experience', { interactionEvent: 'ForgotPassword' });
  const verificationId = await person.proveAddress('ForgotPassword', 'email', email);
  await take(person, 'POST /api/experience/identification', { verificationId });
  await take(person, 'PUT /api/experience/profile/password', { password: 'another-Lighthouse-43' });
  await take(person, 'POST /api/experience/submit');
});

test('the legacy API', async () => {
  const person = await arrived();
  await take(person, 'PUT /api/interaction', { event: 'SignIn' });
  await take(person, 'POST /api/interaction/verification/verification-code', { email });
  const { code } = await lastMessage(app, email);
  await take(person, 'PATCH /api/interaction/identifiers', { email, verificationCode: code });
  await take(person, 'PUT /api/interaction/mfa-skipped', { mfaSkipped: true });
  await take(person, 'POST /api/interaction/submit');

  const newcomer = await arrived();
  await take(newcomer, 'PUT /api/interaction', { event: 'SignIn' });
  const redirectUri = `http://core.test/callback/${connectorId}`;
  const way = { connectorId, state: 's', redirectUri };
  await take(newcomer, 'POST /api/interaction/verification/social-authorization-uri', way);
  await take(newcomer, 'GET /api/interaction/single-sign-on/connectors', undefined, '?email=a@example.org');
  await take(newcomer, 'PUT /api/interaction/event', { event: 'Register' });
  await take(newcomer, 'PUT /api/interaction/profile', { username: 'legacy' });
  await take(newcomer, 'PATCH /api/interaction/profile', { password });
  await take(newcomer, 'DELETE /api/interaction/profile');
  await take(newcomer, 'DELETE /api/interaction');
});

test('second factors', async () => {
  const factors = ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode'] as const;
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    mfa: { factors: [...factors], policy: 'PromptAtSignInAndSignUp' },
  });
  const { body } = await app.call(usersApi.create, { token, body: { username: 'factors', password } });
  const signedIn = async () => {
    const person = await arrived();
    await take(person, 'PUT /api/experience', { interactionEvent: 'SignIn' });
    const identifier = { type: 'username', value: 'factors' };
    const proof = await take(person, `POST ${verification}/password`, { identifier, password });
    await take(person, 'POST /api/experience/identification', proof);
    return person;
  };
  const mfa = 'POST /api/experience/profile/mfa';

  const person = await signedIn();
  await refused(person, 'POST /api/experience/submit', 422, 'user.suggest_mfa');
  await take(person, `${mfa}/mfa-enabled`);
  await refused(person, 'POST /api/experience/submit', 422, 'user.missing_mfa');
  const { secret, ...app2fa } = await take(person, `POST ${verification}/totp/secret`);
  const { verificationId } = app2fa as { verificationId: string };
  await take(person, `POST ${verification}/totp/verify`, { code: codeNow(String(secret)), verificationId });
  await take(person, mfa, { type: 'Totp', verificationId });
  const authenticator = createAuthenticator();
  const created = await take(person, `POST ${verification}/web-authn/registration`);
  await take(person, `POST ${verification}/web-authn/registration/verify`, {
    verificationId: created.verificationId,
    payload: authenticator.register(created.registrationOptions.challenge),
  });
  await take(person, mfa, { type: 'WebAuthn', verificationId: created.verificationId });
  await refused(person, 'POST /api/experience/submit', 422, 'session.mfa.backup_code_required');
  const { codes, ...set } = await take(person, `POST ${verification}/backup-code/generate`);
  await take(person, mfa, { type: 'BackupCode', ...set });
  const email2 = 'factors@example.org';
  const sent = await take(person, `POST ${verification}/verification-code`, {
    identifier: { type: 'email', value: email2 },
    interactionEvent: 'SignIn',
  });
  const { code } = await lastMessage(app, email2);
  await take(person, `POST ${verification}/verification-code/verify`, {
    identifier: { type: 'email', value: email2 },
    ...sent,
    code,
  });
  await take(person, mfa, { type: 'EmailVerificationCode', ...sent });
  await take(person, `${mfa}/passkey`, { verificationId: created.verificationId });
  await take(person, `${mfa}/passkey-skipped`);
  await take(person, `${mfa}/mfa-skipped`);
  await take(person, `${mfa}/mfa-suggestion-skipped`);
  await take(person, 'POST /api/experience/submit');

  const again = await signedIn();
  await refused(again, 'POST /api/experience/submit', 403, 'session.mfa.require_mfa_verification');
  await take(again, `POST ${verification}/totp/verify`, { code: codeNow(String(secret), 1) });
  await take(again, `POST ${verification}/backup-code/verify`, { code: codes[0] });
  const asked = await take(again, `POST ${verification}/web-authn/authentication`);
  await take(again, `POST ${verification}/web-authn/authentication/verify`, {
    verificationId: asked.verificationId,
    payload: authenticator.authenticate(asked.authenticationOptions.challenge, body.id),
  });
  const mail = await take(again, `POST ${verification}/mfa-verification-code`, { identifierType: 'email' });
  const second = await lastMessage(app, email2);
  await take(again, `POST ${verification}/mfa-verification-code/verify`, {
    ...mail,
    code: second.code,
    identifierType: 'email',
  });
  await take(again, 'POST /api/experience/submit');

  await changeSettings(app, { passkeySignIn: { enabled: true } });
  const quick = await arrived();
  const preflight = await take(quick, 'POST /api/experience/preflight/sign-in-passkey/authentication');
  await take(quick, 'PUT /api/experience', { interactionEvent: 'SignIn' });
  const identifier = { type: 'username', value: 'factors' };
  await take(quick, `POST ${verification}/sign-in-passkey/authentication`, { identifier });
  const shown = await take(quick, `POST ${verification}/sign-in-passkey/authentication/verify`, {
    payload: authenticator.authenticate(preflight.authenticationOptions.challenge, body.id),
  });
  await take(quick, 'POST /api/experience/identification', shown);
  await take(quick, 'POST /api/experience/submit');
  await changeSettings(app, { passkeySignIn: {} });

  const legacy = 'POST /api/interaction';
  const late = await app.call(usersApi.create, { token, body: { username: 'late', password } });
  const older = await arrived();
  await take(older, 'PUT /api/interaction', { event: 'SignIn', identifier: { username: 'late', password } });
  const drawn = await take(older, `${legacy}/verification/totp`);
  await take(older, `${legacy}/bind-mfa`, { type: 'Totp', code: codeNow(String(drawn.secret)) });
  const key = createAuthenticator();
  const options = await take(older, `${legacy}/verification/webauthn-registration`);
  await take(older, `${legacy}/bind-mfa`, key.register(options.challenge));
  await refused(older, `${legacy}/submit`, 400, 'session.mfa.backup_code_required');
  await take(older, `${legacy}/bind-mfa`, { type: 'BackupCode' });
  await take(older, `${legacy}/submit`);

  const later = await arrived();
  await take(later, 'PUT /api/interaction', { event: 'SignIn', identifier: { username: 'late', password } });
  await refused(later, `${legacy}/submit`, 403, 'session.mfa.require_mfa_verification');
  const challenge = await take(later, `${legacy}/verification/webauthn-authentication`);
  await take(later, 'PUT /api/interaction/mfa', key.authenticate(challenge.challenge, late.body.id));
  await take(later, `${legacy}/submit`);

  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    mfa: { factors: [], policy: 'UserControlled' },
  });
});

test('rejects factors that are switched off, and unknown enterprise connectors', async () => {
  const legacy = 'POST /api/interaction';
  const forgetful = await arrived();
  await take(forgetful, 'PUT /api/interaction', { event: 'ForgotPassword' });
  const notHere = 'session.not_supported_for_forgot_password';
  await refused(forgetful, `${legacy}/verification/totp`, 400, notHere);
  await refused(forgetful, `${legacy}/verification/webauthn-registration`, 400, notHere);
  const newcomer = await arrived();
  await take(newcomer, 'PUT /api/interaction', { event: 'Register' });
  const totp = { type: 'Totp', code: '123456' };
  await refused(newcomer, 'PUT /api/interaction/mfa', 400, 'session.mfa.mfa_sign_in_only', totp);
  const onlySignIn = 'session.mfa.mfa_sign_in_only';
  await refused(newcomer, `${legacy}/verification/webauthn-authentication`, 400, onlySignIn);
  await refused(newcomer, `${legacy}/bind-mfa`, 422, 'user.sign_in_method_not_enabled', totp);
  const sso = `${legacy}/single-sign-on/:connectorId`;
  const way = { state: 's', redirectUri: `http://core.test/callback/${connectorId}` };
  await refused(newcomer, `${sso}/authorization-url`, 404, 'connector.not_found', way);
  await refused(newcomer, `${sso}/authentication`, 404, 'connector.not_found', { code: 'c' });
  await refused(newcomer, `${sso}/registration`, 400, 'session.connector_session_not_found');
});

test('enterprise connectors', async () => {
  const person = await arrived();
  await take(person, 'GET /api/experience/sso-connectors', undefined, '?email=maya@nowhere.example');
  const sso = `POST ${verification}/sso/:connectorId`;
  const proof = { connectorData: {}, verificationId: 'v' };
  await refused(person, `${sso}/verify`, 404, 'session.interaction_not_found', proof);
  await take(person, 'PUT /api/experience', { interactionEvent: 'SignIn' });
  const way = { state: 's', redirectUri: `http://core.test/callback/${connectorId}` };
  await refused(person, `${sso}/authorization-uri`, 404, 'entity.not_exists_with_id', way);
  await refused(person, `${sso}/verify`, 404, 'session.verification_session_not_found', proof);
});

test('a picture is uploaded in a registration only', async () => {
  const person = await arrived();
  await take(person, 'PUT /api/experience', { interactionEvent: 'SignIn' });
  const upload = 'POST /api/experience/user-assets/avatar';
  await refused(person, upload, 400, 'session.invalid_interaction_type');
});

test('consent to a third-party application', async () => {
  const redirectUri = 'https://shop.example/callback';
  const application = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'Traditional',
      isThirdParty: true,
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  const { id } = application.body;
  const body = { userScopes: ['profile' as const] };
  await app.call(applicationConsentApi.addScopes, { token, params: { applicationId: id }, body });
  await app.call(usersApi.create, { token, body: { username: 'consenter', password } });
  const person = visitor(app);
  await person.arrive({ client_id: id, redirect_uri: redirectUri, scope: 'openid profile' });
  const identifier = { username: 'consenter', password };
  await take(person, 'PUT /api/interaction', { event: 'SignIn', identifier });
  const { redirectTo } = await take(person, 'POST /api/interaction/submit');
  expect(await person.follow(redirectTo)).toMatch(/\/consent\?interaction=/);
  await take(person, 'GET /api/interaction/consent');
  const { redirectTo: back } = await take(person, 'POST /api/interaction/consent', {});
  expect(await person.follow(back)).toContain(`${redirectUri}?code=`);
});

test('covers every operation', () => {
  expectAllReached(reached, /^\/api\/(?:experience|interaction)\b/);
});
