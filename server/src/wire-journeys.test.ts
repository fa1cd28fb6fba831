import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver } from './features/records/webhooks/testing.ts';
import { makeZip } from './platform/testing/zip.ts';
import { accountToken } from './testing/account.ts';
import { lastMessage } from './testing/sign-in.ts';
import { socialProvider } from './testing/social.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { expectAllReached, refuseWire, type WireInput, wireCaller } from './testing/wire-calls.ts';

/** Typical use of the API by programs: every operation succeeds once with a status of the index. */
let app: TestApp;
let manager: string;
let call: ReturnType<typeof wireCaller>;
const reached = new Set<string>();

beforeAll(async () => {
  // The social provider of the tests runs on localhost.
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  manager = await app.managementToken();
  call = wireCaller(app, manager, reached);
});
afterAll(() => app.close());

test('API resources and their scopes', async () => {
  const { id } = await call('POST /api/resources', { body: { name: 'Shop', indicator: 'https://shop.example/api' } });
  await call('GET /api/resources');
  await call('GET /api/resources/:id', { params: { id } });
  await call('PATCH /api/resources/:id', { params: { id }, body: { accessTokenTtl: 600 } });
  await call('PATCH /api/resources/:id/is-default', { params: { id }, body: { isDefault: true } });
  const resource = { resourceId: id };
  const scope = await call('POST /api/resources/:resourceId/scopes', { params: resource, body: { name: 'read' } });
  await call('GET /api/resources/:resourceId/scopes', { params: resource });
  const params = { ...resource, scopeId: scope.id };
  await call('PATCH /api/resources/:resourceId/scopes/:scopeId', { params, body: { description: 'Reads' } });
  await call('DELETE /api/resources/:resourceId/scopes/:scopeId', { params });
  await call('DELETE /api/resources/:id', { params: { id } });
});

test('roles and their holders', async () => {
  const { id: resourceId } = await call('POST /api/resources', { body: { name: 'A', indicator: 'https://a.example' } });
  const scope = await call('POST /api/resources/:resourceId/scopes', { params: { resourceId }, body: { name: 'x' } });
  const { id } = await call('POST /api/roles', { body: { name: 'Editor', description: 'Edits', type: 'User' } });
  const machine = await call('POST /api/roles', {
    body: { name: 'Bot', description: 'Works', type: 'MachineToMachine' },
  });
  const user = await call('POST /api/users', { body: { username: 'editor' } });
  const bot = await call('POST /api/applications', { body: { name: 'Bot', type: 'MachineToMachine' } });
  await call('GET /api/roles');
  await call('GET /api/roles/:id', { params: { id } });
  await call('PATCH /api/roles/:id', { params: { id }, body: { description: 'Edits all' } });
  await call('POST /api/roles/:id/users', { params: { id }, body: { userIds: [user.id] } });
  await call('GET /api/roles/:id/users', { params: { id } });
  await call('DELETE /api/roles/:id/users/:userId', { params: { id, userId: user.id } });
  await call('POST /api/roles/:id/applications', { params: { id: machine.id }, body: { applicationIds: [bot.id] } });
  await call('GET /api/roles/:id/applications', { params: { id: machine.id } });
  await call('DELETE /api/roles/:id/applications/:applicationId', {
    params: { id: machine.id, applicationId: bot.id },
  });
  await call('POST /api/roles/:id/scopes', { params: { id }, body: { scopeIds: [scope.id] } });
  await call('GET /api/roles/:id/scopes', { params: { id } });
  await call('DELETE /api/roles/:id/scopes/:scopeId', { params: { id, scopeId: scope.id } });
  const applicationId = bot.id;
  const roleIds = [machine.id];
  await call('POST /api/applications/:applicationId/roles', { params: { applicationId }, body: { roleIds } });
  await call('GET /api/applications/:applicationId/roles', { params: { applicationId } });
  await call('PUT /api/applications/:applicationId/roles', { params: { applicationId }, body: { roleIds } });
  await call('DELETE /api/applications/:applicationId/roles/:roleId', {
    params: { applicationId, roleId: machine.id },
  });
  const userId = user.id;
  await call('POST /api/users/:userId/roles', { params: { userId }, body: { roleIds: [id] } });
  await call('GET /api/users/:userId/roles', { params: { userId } });
  await call('PUT /api/users/:userId/roles', { params: { userId }, body: { roleIds: [id] } });
  await call('DELETE /api/users/:userId/roles/:roleId', { params: { userId, roleId: id } });
  await call('DELETE /api/roles/:id', { params: { id } });
});

test('applications, their secrets, branding and consent', async () => {
  const { id } = await call('POST /api/applications', {
    body: { name: 'Web', type: 'Traditional', isThirdParty: true },
  });
  await call('GET /api/applications');
  await call('GET /api/applications/:id', { params: { id } });
  await call('PATCH /api/applications/:id', { params: { id }, body: { description: 'Ours' } });
  await call('GET /api/applications/:id/organizations', { params: { id } });
  const access = { userIds: [], userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
  await call('PUT /api/applications/:applicationId/access-control', { params: { applicationId: id }, body: access });
  await call('GET /api/applications/:applicationId/access-control', { params: { applicationId: id } });
  await call('POST /api/applications/:id/secrets', { params: { id }, body: { name: 'second', expiresAt: null } });
  await call('GET /api/applications/:id/secrets', { params: { id } });
  const secret = { id, name: 'second' };
  await call('PATCH /api/applications/:id/secrets/:name', { params: secret, body: { name: 'second' } });
  await call('DELETE /api/applications/:id/secrets/:name', { params: secret });
  const params = { applicationId: id };
  await call('PATCH /api/applications/:applicationId/custom-data', { params, body: { plan: 'pro' } });
  const { id: resourceId } = await call('POST /api/resources', { body: { name: 'B', indicator: 'https://b.example' } });
  const { id: scopeId } = await call('POST /api/resources/:resourceId/scopes', {
    params: { resourceId },
    body: { name: 'read' },
  });
  const consent = { userScopes: ['email'], resourceScopes: [scopeId] };
  await call('POST /api/applications/:applicationId/user-consent-scopes', { params, body: consent });
  await call('GET /api/applications/:applicationId/user-consent-scopes', { params });
  await call('POST /api/cimd/user-consent-scopes', { body: consent });
  await call('GET /api/cimd/user-consent-scopes');
  await call('DELETE /api/cimd/user-consent-scopes/:scopeType/:scopeId', {
    params: { scopeType: 'user-scopes', scopeId: 'email' },
  });
  await call('DELETE /api/applications/:applicationId/user-consent-scopes/:scopeType/:scopeId', {
    params: { ...params, scopeType: 'resource-scopes', scopeId },
  });
  await call('PUT /api/applications/:applicationId/sign-in-experience', {
    params,
    body: { displayName: 'Shop', termsOfUseUrl: null, privacyPolicyUrl: null },
  });
  await call('GET /api/applications/:applicationId/sign-in-experience', { params });
  const user = await call('POST /api/users', { body: { username: 'buyer' } });
  const both = { id, userId: user.id };
  await call('GET /api/applications/:id/users/:userId/consent-organizations', { params: both });
  await call('PUT /api/applications/:id/users/:userId/consent-organizations', {
    params: both,
    body: { organizationIds: [] },
  });
  await call('DELETE /api/applications/:id', { params: { id } });
});

test('users', async () => {
  const { id: userId } = await call('POST /api/users', {
    body: { username: 'ada', password: 'a long phrase of words' },
  });
  const params = { userId };
  await call('GET /api/users');
  await call('GET /api/users/:userId', { params });
  await call('PATCH /api/users/:userId', { params, body: { name: 'Ada' } });
  await call('PATCH /api/users/:userId/custom-data', { params, body: { customData: { plan: 'pro' } } });
  await call('GET /api/users/:userId/custom-data', { params });
  await call('PATCH /api/users/:userId/profile', { params, body: { profile: { nickname: 'A' } } });
  await call('PATCH /api/users/:userId/password', { params, body: { password: 'another phrase of words' } });
  await call('PATCH /api/users/:userId/password/expiration', { params, body: { isExpired: false } });
  await call('POST /api/users/:userId/password/verify', { params, body: { password: 'another phrase of words' } });
  await call('GET /api/users/:userId/has-password', { params });
  await call('PATCH /api/users/:userId/is-suspended', { params, body: { isSuspended: true } });
  await call('PATCH /api/users/:userId/is-suspended', { params, body: { isSuspended: false } });
  await call('GET /api/users/:userId/organizations', { params });
  await call('GET /api/users/:userId/all-identities', { params });
  await call('POST /api/users/:userId/mfa-verifications', { params, body: { type: 'Totp' } });
  const [factor] = await call('GET /api/users/:userId/mfa-verifications', { params });
  await call('DELETE /api/users/:userId/mfa-verifications/:verificationId', {
    params: { ...params, verificationId: factor.id },
  });
  await call('POST /api/users/:userId/personal-access-tokens', { params, body: { name: 'ci', expiresAt: null } });
  await call('GET /api/users/:userId/personal-access-tokens', { params });
  const named = { ...params, name: 'ci' };
  await call('PATCH /api/users/:userId/personal-access-tokens/:name', { params: named, body: { name: 'ci' } });
  await call('PATCH /api/users/:userId/personal-access-tokens', { params, body: { currentName: 'ci', name: 'cd' } });
  await call('PATCH /api/users/:userId/personal-access-tokens', { params, body: { name: 'cd' } });
  await call('POST /api/users/:userId/personal-access-tokens', { params, body: { name: 'ci', expiresAt: null } });
  await call('POST /api/users/:userId/personal-access-tokens/delete', { params, body: { name: 'cd' } });
  await call('DELETE /api/users/:userId/personal-access-tokens/:name', { params: named });
  await call('GET /api/users/:userId/logto-configs', { params });
  await call('PATCH /api/users/:userId/logto-configs', { params, body: { mfa: { skipped: true } } });
  await call('POST /api/subject-tokens', { body: { userId } });
  await call('POST /api/sentinel-activities/delete', { body: { targetType: 'User', targets: ['x'] } });
  await call('DELETE /api/users/:userId', { params });
});

test('sessions and grants', async () => {
  const path = '/callback';
  const shop = await call('POST /api/applications', {
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [`http://core.test${path}`], postLogoutRedirectUris: [] },
    },
  });
  const person = { username: 'visitor', password: 'a long phrase of words' };
  const { id: userId } = await call('POST /api/users', { body: person });
  await accountToken(app, person, 'openid', 'default', { id: shop.id, path });
  const params = { userId };
  const { sessions } = await call('GET /api/users/:userId/sessions', { params });
  const session = { ...params, sessionId: sessions[0].payload.uid };
  await call('GET /api/users/:userId/sessions/:sessionId', { params: session });
  const { grants } = await call('GET /api/users/:userId/grants', { params });
  expect(grants).toMatchObject([{ application: { id: shop.id, name: 'Shop' } }]);
  await call('DELETE /api/users/:userId/grants/:grantId', { params: { ...params, grantId: grants[0].id } });
  await call('DELETE /api/users/:userId/sessions/:sessionId', { params: session });
});

test('linked identities', async () => {
  const provider = await socialProvider();
  provider.people.set('code', { id: 'social-1', email: 'social@example.org' });
  const connectorId = await provider.connect(app, manager, 'acme');
  const { id: userId } = await call('POST /api/users', { body: { username: 'linked' } });
  const params = { userId, target: 'acme' };
  await call('PUT /api/users/:userId/identities/:target', { params, body: { userId: 'social-0' }, free: ['target'] });
  await call('GET /api/users/:userId/identities/:target', { params });
  await call('DELETE /api/users/:userId/identities/:target', { params });
  await call('POST /api/connectors/:connectorId/authorization-uri', {
    params: { connectorId },
    body: { state: 'state', redirectUri: `http://core.test/callback/${connectorId}` },
  });
  await call('POST /api/users/:userId/identities', {
    params: { userId },
    body: { connectorId, connectorData: { code: 'code', redirectUri: `http://core.test/callback/${connectorId}` } },
  });
  provider.close();
});

test('codes and one-time tokens', async () => {
  const email = 'code@example.org';
  await call('POST /api/verification-codes', { body: { email } });
  const { code } = await lastMessage(app, email);
  await call('POST /api/verification-codes/verify', { body: { email, verificationCode: code } });
  const first = await call('POST /api/one-time-tokens', { body: { email } });
  const { id } = first;
  await call('GET /api/one-time-tokens');
  await call('GET /api/one-time-tokens/:id', { params: { id } });
  await call('POST /api/one-time-tokens/verify', { body: { email, token: first.token } });
  const second = await call('POST /api/one-time-tokens', { body: { email } });
  await call('PUT /api/one-time-tokens/:id/status', { params: { id: second.id }, body: { status: 'revoked' } });
  await call('DELETE /api/one-time-tokens/:id', { params: { id } });
});

test('connectors', async () => {
  const [first] = await call('GET /api/connector-factories');
  await call('GET /api/connector-factories/:id', { params: { id: first.id } });
  const { id } = await call('POST /api/connectors', {
    body: { connectorId: 'github-universal', config: { clientId: 'a', clientSecret: 'b' } },
  });
  await call('GET /api/connectors');
  await call('GET /api/connectors/:id', { params: { id } });
  await call('PATCH /api/connectors/:id', { params: { id }, body: { syncProfile: true } });
  await call('DELETE /api/connectors/:id', { params: { id } });
});

test('SSO connectors', async () => {
  await call('GET /api/sso-connector-providers');
  const { id } = await call('POST /api/sso-connectors', { body: { providerName: 'SAML', connectorName: 'Acme' } });
  const params = { id };
  await call('GET /api/sso-connectors');
  await call('GET /api/sso-connectors/:id', { params });
  await call('PATCH /api/sso-connectors/:id', { params, body: { domains: ['acme.example'] } });
  const { id: defaultApplicationId } = await call('POST /api/applications', {
    body: { name: 'A', type: 'Traditional' },
  });
  const body = { defaultApplicationId, autoSendAuthorizationRequest: true };
  await call('PUT /api/sso-connectors/:id/idp-initiated-auth-config', { params, body });
  await call('GET /api/sso-connectors/:id/idp-initiated-auth-config', { params });
  await call('DELETE /api/sso-connectors/:id/idp-initiated-auth-config', { params });
  await call('DELETE /api/sso-connectors/:id', { params });
});

test('email templates', async () => {
  const details = { subject: 'Code', content: '{{code}}' };
  const [{ id }] = await call('PUT /api/email-templates', {
    body: { templates: [{ languageTag: 'en', templateType: 'SignIn', details }] },
  });
  await call('GET /api/email-templates');
  await call('GET /api/email-templates/:id', { params: { id } });
  await call('PATCH /api/email-templates/:id/details', { params: { id }, body: { subject: 'Your code' } });
  await call('DELETE /api/email-templates/:id', { params: { id } });
  await call('DELETE /api/email-templates', { query: { languageTag: 'en' } });
});

test('sign-in experience and related settings', async () => {
  await call('GET /api/sign-in-exp');
  await call('GET /api/sign-in-exp/username-policy/case-sensitivity-conflicts');
  await call('PATCH /api/sign-in-exp', { body: { supportEmail: 'help@example.org' } });
  const { id: userId } = await call('POST /api/users', { body: { username: 'checked' } });
  const candidate = { password: 'Ls82 kkW quiet 91 river', userId };
  await call('POST /api/sign-in-exp/default/check-password', { body: candidate });
  const content = makeZip([{ name: 'index.html', content: '<title>x</title>' }]);
  await call('POST /api/sign-in-exp/default/custom-ui-assets', {
    file: { name: 'pages.zip', type: 'application/zip', content },
  });
  await call('PUT /api/custom-phrases/:languageTag', {
    params: { languageTag: 'nl' },
    body: { action: { copy: 'K' } },
  });
  await call('GET /api/custom-phrases');
  await call('GET /api/custom-phrases/:languageTag', { params: { languageTag: 'nl' } });
  await call('DELETE /api/custom-phrases/:languageTag', { params: { languageTag: 'nl' } });
  await call('GET /api/account-center');
  await call('GET /api/.well-known/account-center');
  await call('PATCH /api/account-center', { body: { enabled: true } });
  const config = { type: 'Turnstile', siteKey: 'a', secretKey: 'b' };
  await call('PUT /api/captcha-provider', { body: { config } });
  await call('GET /api/captcha-provider');
  await call('DELETE /api/captcha-provider');
});

test('custom domains', async () => {
  const { id } = await call('POST /api/domains', { body: { domain: 'login.acme.example' } });
  await call('GET /api/domains');
  await call('GET /api/domains/:id', { params: { id } });
  const verificationFiles = [{ path: '/proof.txt', content: 'ours', contentType: 'text/plain' }];
  await call('PUT /api/domains/:id/verification-files', { params: { id }, body: { verificationFiles } });
  await call('GET /api/domains/:id/verification-files', { params: { id } });
  await call('POST /api/domains/cleanup', { body: { staleDays: 30 } });
  await call('DELETE /api/domains/:id', { params: { id } });
});

test('custom profile fields', async () => {
  const field = (name: string) => ({ name, type: 'Text', label: name, required: false, config: {} });
  await call('POST /api/custom-profile-fields', { body: field('shoe') });
  await call('POST /api/custom-profile-fields/batch', { body: [field('hat'), field('coat')] });
  await call('GET /api/custom-profile-fields');
  const params = { name: 'shoe' };
  await call('GET /api/custom-profile-fields/:name', { params });
  const { name: _, ...rest } = field('shoe');
  await call('PUT /api/custom-profile-fields/:name', { params, body: { ...rest, label: 'Shoe' } });
  await call('POST /api/custom-profile-fields/properties/sie-order', {
    body: {
      order: [
        { name: 'hat', sieOrder: 1 },
        { name: 'shoe', sieOrder: 2 },
      ],
    },
  });
  await call('DELETE /api/custom-profile-fields/:name', { params });
});

test('configs, keys and scripts', async () => {
  await call('GET /api/configs/admin-console');
  await call('PATCH /api/configs/admin-console', { body: {} });
  // The token of this test is signed with a private key, so a cookie key is deleted.
  const params = { keyType: 'cookie-keys' };
  await call('GET /api/configs/oidc/:keyType', { params });
  const keys = await call('POST /api/configs/oidc/:keyType/rotate', { params, body: {} });
  await call('GET /api/configs/oidc/session');
  await call('PATCH /api/configs/oidc/session', { body: { ttl: 1_209_600 } });
  const claims = await call('GET /api/configs/id-token');
  await call('PUT /api/configs/id-token', { body: claims });
  await call('DELETE /api/configs/oidc/:keyType/:keyId', { params: { ...params, keyId: keys.at(-1).id } });
  const script = 'const getCustomJwtClaims = async () => ({ plan: "pro" });';
  const token = { tokenTypePath: 'access-token' };
  await call('PUT /api/configs/jwt-customizer/:tokenTypePath', { params: token, body: { script } });
  await call('PUT /api/configs/jwt-customizer/:tokenTypePath', { params: token, body: { script } });
  await call('PATCH /api/configs/jwt-customizer/:tokenTypePath', { params: token, body: { script } });
  await call('GET /api/configs/jwt-customizer');
  await call('GET /api/configs/jwt-customizer/:tokenTypePath', { params: token });
  await call('POST /api/configs/jwt-customizer/test', {
    body: { tokenType: 'client-credentials', script, token: {} },
  });
  await call('DELETE /api/configs/jwt-customizer/:tokenTypePath', { params: token });
  const action = { actionType: 'postSignIn' };
  const runAction = 'const runAction = async () => ({});';
  await call('PUT /api/configs/actions/:actionType', { params: action, body: { script: runAction } });
  await call('PUT /api/configs/actions/:actionType', { params: action, body: { script: runAction } });
  await call('PATCH /api/configs/actions/:actionType', { params: action, body: { enabled: false } });
  await call('GET /api/configs/actions');
  await call('GET /api/configs/actions/:actionType', { params: action });
  await call('POST /api/configs/actions/test', { body: { ...action, script: runAction, event: {} } });
  await call('DELETE /api/configs/actions/:actionType', { params: action });
});

test('the organization template', async () => {
  const scope = await call('POST /api/organization-scopes', { body: { name: 'invite' } });
  const { id: resourceId } = await call('POST /api/resources', { body: { name: 'O', indicator: 'https://o.example' } });
  const api = await call('POST /api/resources/:resourceId/scopes', { params: { resourceId }, body: { name: 'x' } });
  const { id } = await call('POST /api/organization-roles', { body: { name: 'Owner' } });
  const params = { id };
  await call('GET /api/organization-roles');
  await call('GET /api/organization-roles/:id', { params });
  await call('PATCH /api/organization-roles/:id', { params, body: { description: 'Owns' } });
  const organizationScopeIds = [scope.id];
  await call('POST /api/organization-roles/:id/scopes', { params, body: { organizationScopeIds } });
  await call('PUT /api/organization-roles/:id/scopes', { params, body: { organizationScopeIds } });
  await call('GET /api/organization-roles/:id/scopes', { params });
  await call('DELETE /api/organization-roles/:id/scopes/:organizationScopeId', {
    params: { ...params, organizationScopeId: scope.id },
  });
  const scopeIds = [api.id];
  await call('POST /api/organization-roles/:id/resource-scopes', { params, body: { scopeIds } });
  await call('PUT /api/organization-roles/:id/resource-scopes', { params, body: { scopeIds } });
  await call('GET /api/organization-roles/:id/resource-scopes', { params });
  await call('DELETE /api/organization-roles/:id/resource-scopes/:scopeId', { params: { ...params, scopeId: api.id } });
  await call('DELETE /api/organization-roles/:id', { params });
});

test('organizations and their members', async () => {
  const { id } = await call('POST /api/organizations', { body: { name: 'Acme' } });
  const params = { id };
  await call('GET /api/organizations', { query: { showFeatured: '1' } });
  await call('GET /api/organizations/:id', { params });
  await call('PATCH /api/organizations/:id', { params, body: { description: 'Anvils' } });
  const user = await call('POST /api/users', { body: { username: 'acme_user' } });
  const robot = await call('POST /api/applications', { body: { name: 'Robot', type: 'MachineToMachine' } });
  const role = await call('POST /api/organization-roles', { body: { name: 'Acme user' } });
  const machine = await call('POST /api/organization-roles', { body: { name: 'Robot', type: 'MachineToMachine' } });
  for (const { word, param, memberId, roleId } of [
    { word: 'users', param: 'userId', memberId: user.id, roleId: role.id },
    { word: 'applications', param: 'applicationId', memberId: robot.id, roleId: machine.id },
  ]) {
    const path = `/api/organizations/:id/${word}`;
    const body = { [`${param}s`]: [memberId] };
    const roles = { organizationRoleIds: [roleId] };
    await call(`POST ${path}`, { params, body });
    await call(`PUT ${path}`, { params, body });
    await call(`GET ${path}`, { params });
    await call(`POST ${path}/roles`, { params, body: { ...body, ...roles } });
    const member = { ...params, [param]: memberId };
    await call(`GET ${path}/:${param}/roles`, { params: member });
    await call(`POST ${path}/:${param}/roles`, { params: member, body: roles });
    await call(`PUT ${path}/:${param}/roles`, { params: member, body: roles });
    await call(`DELETE ${path}/:${param}/roles/:organizationRoleId`, {
      params: { ...member, organizationRoleId: roleId },
    });
    if (word === 'users') {
      await call(`GET ${path}/:${param}/scopes`, { params: member });
    }
    await call(`DELETE ${path}/:${param}`, { params: member });
  }
  await call('DELETE /api/organizations/:id', { params });
});

test('invitations and just-in-time provisioning', async () => {
  const { id } = await call('POST /api/organizations', { body: { name: 'Acme' } });
  const params = { id };
  const role = await call('POST /api/organization-roles', { body: { name: 'Newcomer' } });
  const user = await call('POST /api/users', { body: { primaryEmail: 'newcomer@example.org' } });
  const invitation = await call('POST /api/organization-invitations', {
    body: {
      invitee: 'newcomer@example.org',
      organizationId: id,
      expiresAt: Date.now() + 3_600_000,
      organizationRoleIds: [role.id],
    },
  });
  await call('GET /api/organization-invitations');
  await call('GET /api/organization-invitations/:id', { params: { id: invitation.id } });
  await call('POST /api/organization-invitations/:id/message', { params: { id: invitation.id }, body: {} });
  await call('PUT /api/organization-invitations/:id/status', {
    params: { id: invitation.id },
    body: { status: 'Accepted', acceptedUserId: user.id },
  });
  await call('DELETE /api/organization-invitations/:id', { params: { id: invitation.id } });
  const jit = '/api/organizations/:id/jit';
  await call(`POST ${jit}/email-domains`, { params, body: { emailDomain: 'acme.example' } });
  await call(`GET ${jit}/email-domains`, { params });
  await call(`PUT ${jit}/email-domains`, { params, body: { emailDomains: ['acme.example'] } });
  await call(`DELETE ${jit}/email-domains/:emailDomain`, { params: { ...params, emailDomain: 'acme.example' } });
  await app.write('default', (db) =>
    db.insertInto('sso_connectors').values({ id: 'sso', provider_name: 'OIDC', connector_name: 'SSO' }).execute(),
  );
  for (const { word, list, param, value } of [
    { word: 'roles', list: 'organizationRoleIds', param: 'organizationRoleId', value: role.id },
    { word: 'sso-connectors', list: 'ssoConnectorIds', param: 'ssoConnectorId', value: 'sso' },
  ]) {
    const body = { [list]: [value] };
    await call(`POST ${jit}/${word}`, { params, body });
    await call(`PUT ${jit}/${word}`, { params, body });
    await call(`GET ${jit}/${word}`, { params });
    await call(`DELETE ${jit}/${word}/:${param}`, { params: { ...params, [param]: value } });
  }
});

test('organization scopes', async () => {
  const { id } = await call('POST /api/organization-scopes', { body: { name: 'read' } });
  await call('GET /api/organization-scopes');
  await call('GET /api/organization-scopes/:id', { params: { id } });
  await call('PATCH /api/organization-scopes/:id', { params: { id }, body: { description: 'Reads' } });
  await call('DELETE /api/organization-scopes/:id', { params: { id } });
});

test('webhooks', async () => {
  const receiver = await startReceiver();
  try {
    const config = { url: receiver.url };
    const { id } = await call('POST /api/hooks', { body: { name: 'CRM', events: ['User.Created'], config } });
    await call('GET /api/hooks', { query: { includeExecutionStats: 'true' } });
    await call('GET /api/hooks/:id', { params: { id } });
    await call('PATCH /api/hooks/:id', { params: { id }, body: { enabled: false } });
    await call('PATCH /api/hooks/:id/signing-key', { params: { id } });
    await call('POST /api/hooks/:id/test', { params: { id }, body: { events: ['User.Created'], config } });
    await call('GET /api/hooks/:id/recent-logs', { params: { id } });
    await call('DELETE /api/hooks/:id', { params: { id } });
  } finally {
    receiver.close();
  }
});

test('logs and uploads', async () => {
  await expect.poll(async () => (await call('GET /api/logs')).length).toBeGreaterThan(0);
  const [log] = await call('GET /api/logs');
  await call('GET /api/logs/:id', { params: { id: log.id } });
  await call('GET /api/dashboard/users/total');
  await call('GET /api/dashboard/users/new');
  await call('GET /api/dashboard/users/active');
  await call('GET /api/user-assets/service-status');
  const content = Buffer.from('89504e470d0a1a0a0000', 'hex');
  await call('POST /api/user-assets', { file: { name: 'a.png', type: 'image/png', content } });
});

test('endpoints without a token', async () => {
  for (const label of ['sign-in-exp', 'phrases', 'experience']) {
    await call(`GET /api/.well-known/${label}`, { token: undefined });
  }
  await call('GET /api/.well-known/endpoints/:tenantId', { params: { tenantId: 'default' }, token: undefined });
  await call('GET /api/status', { token: undefined });
  await call('GET /.well-known/webauthn', { token: undefined });
});

test('operations that cannot succeed here return an error of the index', async () => {
  const refused = (label: string, status: number, code: string, input: WireInput = {}) =>
    refuseWire(app, reached, [label, status, code], { token: manager, ...input });
  // New applications have no legacy secret, and there are no organizations yet.
  await refused('DELETE /api/applications/:id/legacy-secret', 404, 'entity.not_exists_with_id');
  const consent = '/api/applications/:id/users/:userId/consent-organizations';
  const body = { organizationIds: ['x'] };
  await refused(`POST ${consent}`, 404, 'entity.not_exists_with_id', { body });
  await refused(`DELETE ${consent}/:organizationId`, 404, 'entity.not_exists_with_id');
  await refused('GET /api/systems/application', 501, 'application.protected_app_not_configured');
  const { id: applicationId } = await call('POST /api/applications', { body: { name: 'Web', type: 'Traditional' } });
  const domains = '/api/applications/:id/protected-app-metadata/custom-domains';
  const notConfigured = [501, 'application.protected_app_not_configured'] as const;
  const ofApplication = { params: { id: applicationId } };
  await refused(`GET ${domains}`, ...notConfigured, ofApplication);
  await refused(`POST ${domains}`, ...notConfigured, { ...ofApplication, body: { domain: 'a.acme.example' } });
  const ofDomain = { params: { id: applicationId, domain: 'a.acme.example' } };
  await refused(`DELETE ${domains}/:domain`, ...notConfigured, ofDomain);
  await refused('GET /api/users/:userId/sso-identities/:ssoConnectorId', 404, 'entity.not_found');
  await refused('DELETE /api/secrets/:id', 404, 'entity.not_found');
  const saml = { body: { SAMLResponse: 'x' }, token: undefined };
  await refused('POST /api/authn/single-sign-on/saml/:connectorId', 404, 'connector.not_found', saml);
  await refused('POST /api/authn/saml/:connectorId', 404, 'entity.not_found', saml);
  // A successful call would send a message.
  await refused('POST /api/connectors/:factoryId/test', 400, 'connector.unexpected_type', {
    params: { factoryId: 'github-universal' },
    body: { email: 'a@example.org', config: {} },
  });
  const query = { resource: 'https://shop.example/api' };
  await refused('GET /api/authn/hasura', 401, 'auth.authorization_header_missing', { query, token: undefined });
});

test('SAML applications and their certificates', async () => {
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
  const body = { name: 'Portal', entityId: 'urn:portal', acsUrl: { binding, url: 'https://portal.example/acs' } };
  const { id } = await call('POST /api/saml-applications', { body });
  await call('GET /api/saml-applications/:id', { params: { id } });
  await call('PATCH /api/saml-applications/:id', { params: { id }, body: { description: 'Expenses' } });
  await call('GET /api/saml-applications/:id/secrets', { params: { id } });
  const next = await call('POST /api/saml-applications/:id/secrets', { params: { id }, body: { lifeSpanInYears: 1 } });
  const secret = { id, secretId: next.id };
  await call('PATCH /api/saml-applications/:id/secrets/:secretId', { params: secret, body: { active: false } });
  await call('DELETE /api/saml-applications/:id/secrets/:secretId', { params: secret });
  await call('GET /api/saml-applications/:id/metadata', { params: { id } });
  const request = `<p:AuthnRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" IssueInstant="${new Date().toISOString()}"><Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">urn:portal</Issuer></p:AuthnRequest>`;
  const params = { id };
  await call('GET /api/saml/:id/authn', {
    params,
    query: { SAMLRequest: deflateRawSync(request).toString('base64') },
  });
  await call('POST /api/saml/:id/authn', { params, body: { SAMLRequest: Buffer.from(request).toString('base64') } });
  // A successful call needs a browser that has signed in.
  const code = 'application.saml.sp_initiated_saml_sso_session_not_found_in_cookies';
  await refuseWire(app, reached, ['GET /api/saml-applications/:id/callback', 400, code], { params });
  await call('DELETE /api/saml-applications/:id', { params: { id } });
});

test('covers every operation', () => {
  expectAllReached(reached, /^(?!\/me\b|\/api\/(?:my-account|verifications|experience|interaction)\b)/);
});
