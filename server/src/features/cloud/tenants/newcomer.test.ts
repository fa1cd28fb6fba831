import { tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestSecret } from '#platform/secrets/ids';
import { type ConsolePerson, consolePerson } from '#testing/members';
import { changeSettings, lastMessage, visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { accept } from './answer-invitation.ts';

let app: TestApp;
let owner: ConsolePerson;
let tenantId: string;
let token: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await consolePerson(app, 'owner');
  tenantId = await owner.createTenant('Acme');
  token = await owner.organization(tenantId);
});
afterAll(() => app.close());

const password = 'a sentence nobody guesses';
const console = {
  client_id: 'admin-console',
  redirect_uri: 'http://admin.test/callback',
  scope: 'openid profile email',
  prompt: 'login consent',
};

/** Invites an address and returns the contents of its mail. */
async function invite(email: string) {
  const { status, body } = await app.call(tenantInvitationsApi.create, {
    token,
    params: { id: tenantId },
    body: { invitee: email },
  });
  expect(status).toBe(201);
  await app.worker.drain();
  const { link } = await lastMessage(app, email, adminTenantId);
  return { id: body[0]?.id ?? '', secret: new URL(link).searchParams.get('one_time_token') ?? '' };
}

/** A browser that followed the link. */
async function follow(email: string, secret: string) {
  const page = visitor(app, adminTenantId);
  const first = await page.arrive({ ...console, one_time_token: secret, login_hint: email });
  expect(first).toContain('/one-time-token?');
  await page.start('SignIn');
  const proof = await page.step('POST', '/verification/one-time-token/verify', {
    identifier: { type: 'email', value: email },
    token: secret,
  });
  return { page, proof };
}

describe('the invitation link', () => {
  test('registers a new user without a code: the address is proven and the invitation is theirs', async () => {
    const { id, secret } = await invite('newcomer@example.com');
    const { page, proof } = await follow('newcomer@example.com', secret);
    const { verificationId } = proof.body;
    expect(await page.identify(verificationId)).toMatchObject({ code: 'user.sign_in_method_not_enabled' });
    await page.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect(await page.identify(verificationId)).toMatchObject({
      code: 'user.missing_profile',
      body: { data: { missingProfile: ['password'] } },
    });
    await page.step('POST', '/profile', { type: 'password', value: password });
    expect((await page.identify()).status).toBe(201);
    expect((await page.submit()).body.redirectTo).toBeTruthy();
    const user = await app.read(adminTenantId, (db) =>
      db
        .selectFrom('users')
        .select(['id', 'email_verified_at as verifiedAt'])
        .where('primary_email', '=', 'newcomer@example.com')
        .executeTakeFirstOrThrow(),
    );
    expect(user.verifiedAt).not.toBeNull();
    const accepted = await app.write(adminTenantId, (db) => accept(db, id, user.id, null));
    expect(accepted).toMatchObject({ status: 'Accepted', tenantId });
  });

  test('does not open an existing account: its owner has to sign in', async () => {
    const known = await consolePerson(app, 'known');
    const { secret } = await invite(known.email);
    const { page, proof } = await follow(known.email, secret);
    const { verificationId } = proof.body;
    expect(await page.identify(verificationId)).toMatchObject({ code: 'user.sign_in_method_not_enabled' });
    await page.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect(await page.identify(verificationId)).toMatchObject({ code: 'user.email_already_in_use' });
    expect(await page.submit()).toMatchObject({ code: 'session.identifier_not_found' });
  });

  test('does not reset a password', async () => {
    const { secret } = await invite('forgetful@example.com');
    const { page, proof } = await follow('forgetful@example.com', secret);
    await page.start('ForgotPassword');
    expect((await page.identify(proof.body.verificationId)).status).toBeGreaterThanOrEqual(400);
  });

  test('works again, for its address only, until the invitation ends', async () => {
    const first = await invite('once@example.com');
    const other = await follow('other@example.com', first.secret);
    expect(other.proof).toMatchObject({ code: 'one_time_token.email_mismatch' });
    expect((await follow('once@example.com', first.secret)).proof.status).toBe(200);
    // The person opened the link, left, and opens it again.
    expect((await follow('once@example.com', first.secret)).proof.status).toBe(200);
    const revoked = await invite('revoked@example.com');
    await app.call(tenantInvitationsApi.revoke, {
      token,
      params: { id: tenantId, invitationId: revoked.id },
      body: { status: 'Revoked' },
    });
    expect((await follow('revoked@example.com', revoked.secret)).proof).toMatchObject({
      code: 'one_time_token.token_revoked',
    });
    const late = await invite('late@example.com');
    await app.write(adminTenantId, (db) =>
      sql`update one_time_tokens set expires_at = now() - interval '1 second'
        where token_digest = ${digestSecret(late.secret)}`.execute(db),
    );
    expect((await follow('late@example.com', late.secret)).proof).toMatchObject({
      code: 'one_time_token.token_expired',
    });
  });

  test('stays the same when resent, and is new if the first one was used', async () => {
    const { id, secret } = await invite('twice@example.com');
    const again = async () => {
      await app.write(adminTenantId, (db) => sql`update organization_invitations set resent_at = null`.execute(db));
      await app.call(tenantInvitationsApi.resend, { token, params: { id: tenantId, invitationId: id } });
      const { link } = await lastMessage(app, 'twice@example.com', adminTenantId);
      return new URL(link).searchParams.get('one_time_token') ?? '';
    };
    await lastMessage(app, 'twice@example.com', adminTenantId);
    expect(await again()).toBe(secret);
    await follow('twice@example.com', secret);
    expect(await again()).not.toBe(secret);
  });

  test('allows registration even if it is closed to others', async () => {
    await changeSettings(app, { signInMode: 'SignIn' }, adminTenantId);
    try {
      const { secret } = await invite('welcome@example.com');
      const { page, proof } = await follow('welcome@example.com', secret);
      await page.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
      expect(await page.identify(proof.body.verificationId)).toMatchObject({ code: 'user.missing_profile' });
    } finally {
      await changeSettings(app, { signInMode: 'SignInAndRegister' }, adminTenantId);
    }
  });
});
