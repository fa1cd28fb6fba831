import { scopes, verificationIdHeader } from '@postern/contracts/wire';
import { afterAll, beforeAll, test } from 'vitest';
import { accountToken, newOwner, openAccountCenter } from './testing/account.ts';
import { codeNow } from './testing/factors.ts';
import { lastMessage } from './testing/sign-in.ts';
import { socialProvider } from './testing/social.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { consoleTokens } from './testing/tokens.ts';
import { expectAllReached, refuseWire, type WireInput, wireCaller } from './testing/wire-calls.ts';

/** Operations of people on their own accounts: every operation succeeds once with a status of the index. */
let app: TestApp;
let manager: string;
const reached = new Set<string>();

beforeAll(async () => {
  // The social provider of the tests runs on localhost.
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  manager = await app.managementToken();
});
afterAll(() => app.close());

/** A passkey registration in the format of a browser. */
const attestation = {
  type: 'WebAuthn',
  id: 'x',
  rawId: 'x',
  response: { clientDataJSON: 'x', attestationObject: 'x' },
  clientExtensionResults: {},
};

test('the account API', async () => {
  await openAccountCenter(app, manager);
  const factors = JSON.stringify({ factors: ['Totp', 'BackupCode', 'WebAuthn'], policy: 'NoPrompt' });
  await app.write('default', (db) => db.updateTable('sign_in_experiences').set({ mfa: factors }).execute());
  const owner = await newOwner(app, manager, { primaryEmail: 'owner@example.org' });
  const mine = wireCaller(app, owner.token, reached);
  await mine('GET /api/my-account');
  await mine('PATCH /api/my-account', { body: { name: 'Owner' } });
  await mine('PATCH /api/my-account/profile', { body: { nickname: 'O' } });
  await mine('GET /api/my-account/mfa-settings');

  const proof = await mine('POST /api/verifications/password', { body: { password: owner.password } });
  const headers = { [verificationIdHeader]: proof.verificationRecordId };
  await mine('PATCH /api/my-account/mfa-settings', { headers, body: { skipMfaOnSignIn: true } });
  const { secret } = await mine('POST /api/my-account/mfa-verifications/totp-secret/generate');
  await mine('POST /api/my-account/mfa-verifications', { headers, body: { type: 'Totp', secret } });
  const { codes } = await mine('POST /api/my-account/mfa-verifications/backup-codes/generate');
  await mine('POST /api/my-account/mfa-verifications', { headers, body: { type: 'BackupCode', codes } });
  await mine('GET /api/my-account/mfa-verifications/backup-codes', { headers });
  await mine('PUT /api/my-account/mfa-verifications/totp', { headers, body: { secret, code: codeNow(secret) } });
  await mine('GET /api/my-account/logto-configs');
  await mine('PATCH /api/my-account/logto-configs', { headers, body: { mfa: { skipped: true } } });
  const token = await accountToken(app, owner, `openid ${scopes.sessions}`);
  const looking = wireCaller(app, token, reached);
  await looking('GET /api/my-account/sessions', { headers });
  await looking('GET /api/my-account/grants', { headers });
  const factor = (await mine('GET /api/my-account/mfa-verifications'))[0];
  await mine('DELETE /api/my-account/mfa-verifications/:verificationId', {
    headers,
    params: { verificationId: factor.id },
  });
  await mine('POST /api/verifications/web-authn/registration');

  const identifier = { type: 'email', value: 'new@example.org' };
  const sent = await mine('POST /api/verifications/verification-code', { body: { identifier } });
  const { code } = await lastMessage(app, identifier.value);
  const email = { identifier, verificationId: sent.verificationRecordId, code };
  await mine('POST /api/verifications/verification-code/verify', { body: email });
  await mine('POST /api/my-account/primary-email', {
    headers,
    body: { email: identifier.value, newIdentifierVerificationRecordId: sent.verificationRecordId },
  });
  await mine('DELETE /api/my-account/primary-email', { headers });
  const newPhone = await owner.proveAddress('phone', '491511234567');
  await mine('POST /api/my-account/primary-phone', {
    headers,
    body: { phone: '491511234567', newIdentifierVerificationRecordId: newPhone },
  });
  await mine('DELETE /api/my-account/primary-phone', { headers });

  const provider = await socialProvider();
  provider.people.set('mine', { id: 'social-2' });
  const connectorId = await provider.connect(app, manager, 'mine');
  const redirectUri = `http://core.test/callback/${connectorId}`;
  const begun = await mine('POST /api/verifications/social', { body: { state: 's', redirectUri, connectorId } });
  const { verificationRecordId } = begun;
  await mine('POST /api/verifications/social/verify', {
    body: { verificationRecordId, connectorData: { code: 'mine', state: 's', redirectUri } },
  });
  await mine('POST /api/my-account/identities', {
    headers,
    body: { newIdentifierVerificationRecordId: verificationRecordId },
  });
  const again = await mine('POST /api/verifications/social', { body: { state: 's', redirectUri, connectorId } });
  await mine('POST /api/verifications/social/verify', {
    body: {
      verificationRecordId: again.verificationRecordId,
      connectorData: { code: 'mine', state: 's', redirectUri },
    },
  });
  await mine('PUT /api/my-account/identities', {
    headers,
    body: { newIdentifierVerificationRecordId: again.verificationRecordId },
  });
  await mine('DELETE /api/my-account/identities/:target', { headers, params: { target: 'mine' } });
  provider.close();

  const content = Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex');
  await mine('POST /api/my-account/user-assets/avatar', { file: { name: 'a.png', type: 'image/png', content } });

  const refused = (label: string, status: number, code: string, input: WireInput = {}) =>
    refuseWire(app, reached, [label, status, code], { token: owner.token, headers, ...input });
  await refused('DELETE /api/my-account/sessions/:sessionId', 400, 'oidc.session_not_found', { token });
  await refused('DELETE /api/my-account/grants/:grantId', 404, 'oidc.invalid_grant', { token });
  const noPasskey = 'verification_record.not_found';
  const verifyPasskey = { verificationRecordId: 'x', payload: attestation };
  await refused('POST /api/verifications/web-authn/registration/verify', 400, noPasskey, { body: verifyPasskey });
  await refused('PATCH /api/my-account/mfa-verifications/:verificationId/name', 400, noPasskey, {
    body: { name: 'A' },
  });
  await refused('GET /api/my-account/identities/:target/access-token', 404, 'connector.not_found');
  await refused('GET /api/my-account/sso-identities/:connectorId/access-token', 404, 'entity.not_found');
  const other = { body: { verificationRecordId: 'x' } };
  await refused('PUT /api/my-account/identities/:target/access-token', 400, 'verification_record.not_found', other);
  await mine('POST /api/my-account/password', { headers, body: { password: 'quite another phrase of words' } });
});

test('the profile API', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  const { me } = await consoleTokens(cloud, 'ada');
  const mine = wireCaller(cloud, me, reached);
  await mine('GET /me');
  await mine('PATCH /me', { body: { name: 'Ada' } });
  await mine('GET /me/custom-data');
  await mine('PATCH /me/custom-data', { body: { a: 1 } });
  await mine('POST /me/password/verify', { body: { password: 'a long enough secret' } });
  await mine('POST /me/password', { body: { password: 'quite another phrase of words' } });
  await mine('GET /me/social/connectors');
  const email = 'ada@example.org';
  await mine('POST /me/verification-codes', { body: { email } });
  const { code } = await lastMessage(cloud, email, 'admin');
  await mine('POST /me/verification-codes/verify', { body: { email, verificationCode: code } });
  await mine('GET /me/user-assets/service-status');
  const content = Buffer.from('89504e470d0a1a0a0000', 'hex');
  await mine('POST /me/user-assets', { file: { name: 'a.png', type: 'image/png', content } });

  const refused = (label: string, status: number, code: string, input: WireInput) =>
    refuseWire(cloud, reached, [label, status, code], { token: me, ...input });
  // Linked accounts can only be changed after a recent verification.
  await mine('POST /me/password/verify', { body: { password: 'quite another phrase of words' } });
  const unknown = { connectorId: 'x' };
  await refused('POST /me/social/authorization-uri', 404, 'entity.not_found', {
    body: { ...unknown, state: 's', redirectUri: 'http://admin.test/callback' },
  });
  await refused('POST /me/social/link-identity', 404, 'entity.not_found', { body: { ...unknown, connectorData: {} } });
  await refused('DELETE /me/social/identity/:connectorId', 404, 'entity.not_found', { params: unknown });
  await cloud.close();
});

test('covers every operation', () => {
  expectAllReached(reached, /^\/me\b|^\/api\/(?:my-account|verifications)\b/);
});
