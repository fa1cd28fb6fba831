import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { invitationLinksApi } from '@postern/contracts/people/invitation-links';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, lastMessage, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

/** A link that was used counts no more when an administrator revokes it before the sign-in ends (attack 53). */
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: false, verify: false },
    // Nobody else may register.
    signInMode: 'SignIn',
    emailBlocklistPolicy: {},
  }),
);

let count = 0;
const newAddress = () => {
  count += 1;
  return `linked${count}@example.com`;
};

const ended = { status: 400, code: 'one_time_token.token_revoked' };
const peopleAt = async (email: string) =>
  (await app.call(usersApi.list, { token, query: { 'search.primaryEmail': email } })).body;

async function used(email: string, secret: string, event: 'SignIn' | 'Register' = 'SignIn') {
  const browser = visitor(app);
  await browser.arrive();
  await browser.start(event);
  const identifier = { type: 'email', value: email };
  const { body, status } = await browser.step('POST', '/verification/one-time-token/verify', {
    identifier,
    token: secret,
  });
  expect([status, body]).toMatchObject([200, {}]);
  return { browser, proof: body.verificationId as string };
}

const changes: Record<string, (id: string) => Promise<unknown>> = {
  revoked: (id) => app.call(oneTimeTokensApi.setStatus, { token, params: { id }, body: { status: 'revoked' } }),
  deleted: (id) => app.call(oneTimeTokensApi.remove, { token, params: { id } }),
};

describe.each(Object.entries(changes))('a one-time token that is %s after it was used', (_, change) => {
  test('signs in nobody', async () => {
    const email = newAddress();
    await app.call(usersApi.create, { token, body: { primaryEmail: email } });
    const make = async () => (await app.call(oneTimeTokensApi.create, { token, body: { email } })).body;
    const [one, two] = [await make(), await make()];
    const proven = await used(email, one.token);
    const identified = await used(email, two.token);
    expect((await identified.browser.identify(identified.proof)).status).toBe(204);
    await change(one.id);
    await change(two.id);
    expect(await proven.browser.identify(proven.proof)).toMatchObject(ended);
    expect(await identified.browser.submit()).toMatchObject(ended);
  });

  test('registers nobody', async () => {
    const email = newAddress();
    const { body: made } = await app.call(oneTimeTokensApi.create, { token, body: { email } });
    const { browser, proof } = await used(email, made.token, 'Register');
    expect((await browser.identify(proof)).code).toBe('user.missing_profile');
    await change(made.id);
    await browser.step('POST', '/profile', { type: 'username', value: `linked_${count}` });
    expect(await browser.identify()).toMatchObject(ended);
    expect(await peopleAt(email)).toEqual([]);
  });
});

describe('the link of an invitation to an organization', () => {
  async function invited() {
    const email = newAddress();
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: email } });
    const { body: invitation } = await app.call(organizationInvitationsApi.create, {
      token,
      body: {
        invitee: email,
        organizationId: organization.id,
        expiresAt: Date.now() + 3_600_000,
        messagePayload: { hostedLink: true },
      },
    });
    const { link } = await lastMessage(app, email);
    const shown = { params: { id: invitation.id }, body: { secret: new URL(link).hash.slice(1) } };
    const { body: begun } = await app.call(invitationLinksApi.begin, shown);
    return { email, invitation, secret: begun.token ?? '' };
  }

  test('registers nobody after the invitation was revoked, although it was used before', async () => {
    const { email, invitation, secret } = await invited();
    const { browser, proof } = await used(email, secret, 'Register');
    expect((await browser.identify(proof)).code).toBe('user.missing_profile');
    const params = { id: invitation.id };
    await app.call(organizationInvitationsApi.setStatus, { token, params, body: { status: 'Revoked' } });
    await browser.step('POST', '/profile', { type: 'username', value: `linked_${count}` });
    expect(await browser.identify()).toMatchObject(ended);
    expect(await peopleAt(email)).toEqual([]);
  });
});

test('an address that is blocked after it was proven registers nobody', async () => {
  await changeSettings(app, {
    signUp: { identifiers: ['email', 'username'], password: false, verify: true },
    signInMode: 'SignInAndRegister',
  });
  const email = newAddress();
  const browser = visitor(app);
  await browser.arrive();
  await browser.start('Register');
  const proof = await browser.proveAddress('Register', 'email', email);
  expect((await browser.identify(proof)).code).toBe('user.missing_profile');
  await changeSettings(app, { emailBlocklistPolicy: { customBlocklist: [email] } });
  await browser.step('POST', '/profile', { type: 'username', value: `linked_${count}` });
  expect((await browser.identify()).code).toContain('email');
  expect(await peopleAt(email)).toEqual([]);
});
