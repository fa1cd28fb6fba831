import { meApi } from '@postern/contracts/account/me';
import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import { memberRequirementsApi, tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { administratorRequirementsApi, administratorsApi } from '@postern/contracts/people/administrators';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { consoleMember, consolePerson } from '#testing/members';
import { visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { administratorTokens } from '#testing/tokens';

let app: TestApp;
afterEach(() => app.close());

const password = 'a long enough secret';
const missing = { status: 403, body: { code: 'auth.second_factor_required' } };
const forbidden = { status: 403, body: { code: 'auth.forbidden' } };

/** Adds an authenticator app to the account of a console token. */
async function addApp(token: string): Promise<string> {
  await app.call(meApi.verifyPassword, { token, body: { password } });
  const { secret } = (await app.call(meSecondFactorsApi.drawTotp, { token })).body;
  expect((await app.call(meSecondFactorsApi.add, { token, body: { type: 'Totp', secret } })).status).toBe(204);
  return secret;
}

test('open source: administrators without a second factor are refused by the API until they have one', async () => {
  app = await testApp();
  const owner = await administratorTokens(app, 'owner', 'admin');
  const reader = await administratorTokens(app, 'reader', 'reader');
  const update = (token: string, isMfaRequired = true) =>
    app.call(administratorRequirementsApi.update, { token, body: { isMfaRequired } });
  const listUsers = (token: string) => app.call(usersApi.list, { token });
  expect(await update(reader.token)).toMatchObject(forbidden);
  expect(await update(await app.managementToken())).toMatchObject(forbidden);
  // Otherwise the owner would be locked out as well.
  expect(await update(owner.token)).toMatchObject({ status: 422, body: { code: 'tenant.own_factor_missing' } });
  expect((await app.call(administratorRequirementsApi.get, { token: reader.token })).body).toEqual({
    isMfaRequired: false,
  });

  await addApp(owner.me);
  expect((await update(owner.token)).status).toBe(200);
  expect((await listUsers(owner.token)).status).toBe(200);
  // A token from before the requirement is refused too, for reads as well.
  expect(await listUsers(reader.token)).toMatchObject(missing);
  expect(await app.call(administratorsApi.list, { token: reader.token })).toMatchObject(missing);
  // Applications are not people.
  expect((await listUsers(await app.managementToken())).status).toBe(200);

  // The own account stays open, so that a factor can be added there.
  await addApp(reader.me);
  expect((await listUsers(reader.token)).status).toBe(200);
  expect((await update(owner.token, false)).status).toBe(200);
});

test('open source: a token whose sign-in has not used the second factor of its administrator is refused', async () => {
  app = await testApp();
  const owner = await administratorTokens(app, 'owner', 'admin');
  const helper = await administratorTokens(app, 'helper', 'admin');
  const call = (token: string) => app.call(administratorRequirementsApi.get, { token });
  const require = (isMfaRequired: boolean) =>
    app.call(administratorRequirementsApi.update, { token: owner.token, body: { isMfaRequired } });
  await addApp(owner.me);
  await addApp(helper.me);
  expect((await require(true)).status).toBe(200);
  // The factors were set up, and so verified, after the tokens were issued.
  expect([(await call(owner.token)).status, (await call(helper.token)).status]).toEqual([200, 200]);
  await app.write(adminTenantId, (db) =>
    sql`update users set mfa_verifications = jsonb_set(mfa_verifications, '{0,createdAt}', '"2026-01-01T00:00:00.000Z"')
      where id = ${helper.id}`.execute(db),
  );
  expect(await call(helper.token)).toMatchObject(missing);
  expect((await require(false)).status).toBe(200);
  expect((await call(helper.token)).status).toBe(200);
});

test('open source: the sign-in leads a person without a second factor to its set-up', async () => {
  app = await testApp();
  const owner = await administratorTokens(app, 'owner', 'admin');
  await administratorTokens(app, 'helper', 'admin');
  await addApp(owner.me);
  await app.call(administratorRequirementsApi.update, { token: owner.token, body: { isMfaRequired: true } });
  const page = visitor(app, adminTenantId);
  await page.arrive({
    client_id: 'admin-console',
    redirect_uri: 'http://admin.test/console/callback',
    scope: 'openid profile email',
    prompt: 'login consent',
  });
  await page.start('SignIn');
  const identifier = { type: 'username', value: 'helper' };
  const { body } = await page.step('POST', '/verification/password', { identifier, password });
  await page.identify(body.verificationId);
  expect(await page.submit()).toMatchObject({ code: 'user.missing_mfa' });
});

test('cloud: only people who manage the tenant require it, for this tenant alone, and tokens without it are refused', async () => {
  app = await testApp({ EDITION: 'cloud' });
  const owner = await consolePerson(app, 'owner');
  const id = await owner.createTenant('Acme');
  const token = await owner.organization(id);
  const params = { id };
  const member = await consoleMember(app, id, 'member', 'collaborator');
  const otherId = await member.createTenant('Other');
  const otherToken = await member.organization(otherId);
  const update = (by: string, tenantId = id) =>
    app.call(memberRequirementsApi.update, { token: by, params: { id: tenantId }, body: { isMfaRequired: true } });
  expect(await update(member.token)).toMatchObject(forbidden);
  expect((await update(otherToken)).status).toBe(404);
  expect(await update(token)).toMatchObject({ status: 422, body: { code: 'tenant.own_factor_missing' } });

  await addApp(owner.me);
  expect((await update(token)).status).toBe(200);
  const listMembers = (by: string) =>
    app.call(tenantMembersApi.scopes, { token: by, params: { id, userId: member.id } });
  expect(await listMembers(member.token)).toMatchObject(missing);
  await expect(member.organization(id)).rejects.toMatchObject({ body: { error: 'access_denied' } });
  // Their own tenant requires nothing.
  expect((await app.call(memberRequirementsApi.get, { token: otherToken, params: { id: otherId } })).body).toEqual({
    isMfaRequired: false,
  });
  expect((await app.call(memberRequirementsApi.get, { token, params })).body).toEqual({ isMfaRequired: true });

  // Removing the own factor ends the access as well.
  const [factor] = (await app.call(meSecondFactorsApi.list, { token: owner.me })).body;
  expect(
    (await app.call(meSecondFactorsApi.remove, { token: owner.me, params: { verificationId: factor?.id ?? '' } }))
      .status,
  ).toBe(204);
  expect(await app.call(memberRequirementsApi.get, { token, params })).toMatchObject(missing);
});
