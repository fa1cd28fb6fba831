import { invitationLinksApi } from '@postern/contracts/people/invitation-links';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOwner } from '#testing/account';
import { changeSettings, forgetPauses, lastMessage, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let organizationId: string;
let count = 0;

beforeAll(async () => {
  // The account center is off: accepting does not need it.
  app = await testApp();
  token = await app.managementToken();
  organizationId = (await app.call(organizationsApi.create, { token, body: { name: 'Acme' } })).body.id;
});
afterAll(() => app.close());

function address(): string {
  count += 1;
  return `invited${count}@example.org`;
}

/** Invites with a link of ours, and reads the link from the message. */
async function invite(invitee = address(), more: Record<string, unknown> = {}) {
  await forgetPauses(app);
  const { body } = await app.call(organizationInvitationsApi.create, {
    token,
    body: { invitee, organizationId, expiresAt: Date.now() + 3_600_000, messagePayload: { hostedLink: true }, ...more },
  });
  return { invitee, ...linkIn((await lastMessage(app, invitee)).link), id: body.id };
}

function linkIn(text: string) {
  const { origin, pathname, search, hash } = new URL(text);
  return { origin, pathname, search, secret: hash.slice(1) };
}

type Link = { id: string; secret: string };
const inspect = ({ id, secret }: Link) => app.call(invitationLinksApi.inspect, { params: { id }, body: { secret } });
const begin = ({ id, secret }: Link) => app.call(invitationLinksApi.begin, { params: { id }, body: { secret } });
const accept = ({ id, secret }: Link, bearer: string) =>
  app.call(invitationLinksApi.accept, { token: bearer, params: { id }, body: { secret } });
const isMember = async (userId: string) =>
  (await app.call(organizationMembersApi.list, { token, params: { id: organizationId }, query: {} })).body.some(
    ({ id }) => id === userId,
  );

const unknown = { status: 404, body: { code: 'invitation.link_not_found' } };
const ended = { status: 422, body: { code: 'invitation.invalid_status' } };

test('the message links to the hosted page, with a secret that browsers do not send and the database does not have', async () => {
  const { id, origin, pathname, search, secret } = await invite();
  expect([origin, pathname, search]).toEqual(['http://core.test', `/invitation/${id}`, '']);
  expect(secret).toMatch(/^\w{32,}$/);
  const { rows } = await app.read('default', (db) =>
    sql<{ row: string }>`select to_jsonb(i)::text as row from organization_invitations i where id = ${id}`.execute(db),
  );
  expect(rows[0]?.row).not.toContain(secret);
  const listed = await app.call(organizationInvitationsApi.get, { token, params: { id } });
  expect(JSON.stringify(listed.body)).not.toMatch(/hash|secret/i);
});

test('a link that the caller gives is used instead, and without the option there is none', async () => {
  const invitee = address();
  const create = (messagePayload: Record<string, unknown>, to: string) =>
    app.call(organizationInvitationsApi.create, {
      token,
      body: { invitee: to, organizationId, expiresAt: Date.now() + 3_600_000, messagePayload },
    });
  await create({ link: 'https://app.example.com/join', hostedLink: true }, invitee);
  expect((await lastMessage(app, invitee)).link).toBe('https://app.example.com/join');
  const other = address();
  await create({}, other);
  expect((await lastMessage(app, other)).link).toBeFalsy();
});

test('the page gets the organization, the inviter and the address, but only with the secret', async () => {
  const { body: inviter } = await app.call(usersApi.create, { token, body: { username: 'inviter', name: 'Ivy' } });
  const link = await invite(address(), { inviterId: inviter.id });
  expect(await inspect(link)).toMatchObject({
    status: 200,
    body: {
      status: 'Pending',
      invitee: link.invitee,
      organization: { id: organizationId, name: 'Acme' },
      inviterName: 'Ivy',
    },
  });
  const other = await invite();
  expect(await inspect({ id: link.id, secret: 'x'.repeat(32) })).toMatchObject(unknown);
  expect(await inspect({ id: link.id, secret: other.secret })).toMatchObject(unknown);
  expect(await inspect({ id: 'nothing', secret: link.secret })).toMatchObject(unknown);
  expect(await begin({ id: link.id, secret: other.secret })).toMatchObject(unknown);
});

test('a person with the invited address accepts, also with the link of a second message, and twice', async () => {
  const first = await invite();
  await forgetPauses(app);
  await app.call(organizationInvitationsApi.sendMessage, {
    token,
    params: { id: first.id },
    body: { hostedLink: true },
  });
  const second = { id: first.id, ...linkIn((await lastMessage(app, first.invitee)).link) };
  expect(second.secret).not.toBe(first.secret);
  const person = await newOwner(app, token, { primaryEmail: first.invitee });
  expect(await accept(second, person.token)).toMatchObject({ status: 200, body: { status: 'Accepted' } });
  expect(await isMember(person.id)).toBe(true);
  expect(await accept(first, person.token)).toMatchObject({ status: 200, body: { status: 'Accepted' } });
  expect(await begin(first)).toMatchObject(ended);
});

describe('refuses', () => {
  test('another account, also if it has the link', async () => {
    const link = await invite();
    const stranger = await newOwner(app, token, { primaryEmail: address() });
    expect(await accept(link, stranger.token)).toMatchObject({
      status: 403,
      body: { code: 'invitation.email_mismatch' },
    });
    const nobody = await newOwner(app, token);
    expect(await accept(link, nobody.token)).toMatchObject({ status: 403 });
    expect(await isMember(stranger.id)).toBe(false);
  });

  test('an account that somebody created in advance with an address they did not verify', async () => {
    const link = await invite();
    const hijacker = await newOwner(app, token, { primaryEmail: link.invitee });
    await app.write('default', (db) =>
      sql`update users set email_verified_at = null where id = ${hijacker.id}`.execute(db),
    );
    expect(await accept(link, hijacker.token)).toMatchObject({
      status: 422,
      body: { code: 'invitation.email_not_verified' },
    });
    expect(await isMember(hijacker.id)).toBe(false);
  });

  test('the right account without the secret', async () => {
    const link = await invite();
    const person = await newOwner(app, token, { primaryEmail: link.invitee });
    expect(await accept({ id: link.id, secret: 'guess' }, person.token)).toMatchObject(unknown);
    expect(await isMember(person.id)).toBe(false);
  });

  test('a token of the link at an existing account: it proves an address, it does not sign in', async () => {
    const link = await invite();
    await newOwner(app, token, { primaryEmail: link.invitee });
    const { body } = await begin(link);
    const browser = visitor(app);
    await browser.arrive({ login_hint: body.email, one_time_token: body.token });
    await browser.start('SignIn');
    const proof = await browser.step('POST', '/verification/one-time-token/verify', {
      identifier: { type: 'email', value: body.email },
      token: body.token,
    });
    expect((await browser.identify(proof.body.verificationId)).status).toBeGreaterThanOrEqual(400);
  });

  test('an invitation that is revoked after the page was opened, and one that has expired', async () => {
    const revoked = await invite();
    const person = await newOwner(app, token, { primaryEmail: revoked.invitee });
    const { body } = await begin(revoked);
    await app.call(organizationInvitationsApi.setStatus, {
      token,
      params: { id: revoked.id },
      body: { status: 'Revoked' },
    });
    expect(await accept(revoked, person.token)).toMatchObject(ended);
    expect((await inspect(revoked)).body.status).toBe('Revoked');
    const browser = visitor(app);
    await browser.arrive({ login_hint: body.email, one_time_token: body.token });
    await browser.start('Register');
    const proof = await browser.step('POST', '/verification/one-time-token/verify', {
      identifier: { type: 'email', value: body.email },
      token: body.token,
    });
    expect(proof.code).toBe('one_time_token.token_revoked');

    const expired = await invite();
    const late = await newOwner(app, token, { primaryEmail: expired.invitee });
    await app.write('default', (db) =>
      sql`update organization_invitations set expires_at = now() - interval '1 second' where id = ${expired.id}`.execute(
        db,
      ),
    );
    expect(await accept(expired, late.token)).toMatchObject(ended);
    expect((await inspect(expired)).body.status).toBe('Expired');
    expect(await begin(expired)).toMatchObject(ended);
  });

  test('links of deleted invitations, and the link of another tenant', async () => {
    const link = await invite();
    const elsewhere = { tenantId: adminTenantId, params: { id: link.id }, body: { secret: link.secret } };
    expect(await app.call(invitationLinksApi.inspect, elsewhere)).toMatchObject(unknown);
    await app.call(organizationInvitationsApi.remove, { token, params: { id: link.id } });
    expect(await inspect(link)).toMatchObject(unknown);
  });

  test('the admin tenant: it has no hosted page', async () => {
    const answer = await app.call(organizationInvitationsApi.sendMessage, {
      token: await app.managementToken(adminTenantId),
      tenantId: adminTenantId,
      params: { id: 'any' },
      body: { hostedLink: true },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.not_allowed_for_admin_tenant' } });
  });
});

test('the page is sent even if the account center is off, without a referrer', async () => {
  const answer = await app.inject(app.core, {
    method: 'GET',
    url: '/invitation/any',
    headers: { host: 'core.test', accept: 'text/html' },
  });
  expect([answer.status, answer.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
});

// The last one, because it changes how people sign in.
test('a person without an account registers with the invited address, which the link proves', async () => {
  await changeSettings(app, {
    signUp: { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [] },
    signIn: ways({ identifier: 'email', verificationCode: true }, { identifier: 'username', password: true }),
  });
  const link = await invite();
  const { body } = await begin(link);
  expect(body.email).toBe(link.invitee);
  const browser = visitor(app);
  await browser.arrive({ login_hint: body.email, one_time_token: body.token });
  await browser.start('Register');
  const proof = await browser.step('POST', '/verification/one-time-token/verify', {
    identifier: { type: 'email', value: body.email },
    token: body.token,
  });
  expect(proof.status).toBe(200);
  expect((await browser.identify(proof.body.verificationId)).status).toBe(201);
  // The proof can be used once; the link works until the invitation is accepted.
  const again = await begin(link);
  expect(again.status).toBe(200);
  expect(again.body.token).not.toBe(body.token);
});
