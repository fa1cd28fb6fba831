import { directorySyncApi } from '@postern/contracts/people/directory-sync';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { changeSettings } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso, proveSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let provider: TestIdentityProvider;

beforeAll(async () => {
  provider = await identityProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  // Nobody can register: only people whom the directory has sent can enter.
  await changeSettings(app, { singleSignOnEnabled: true, signInMode: 'SignIn' });
});
afterAll(async () => {
  provider.close();
  await app.close();
});

/** A connector whose directory sends a user. */
async function sentByDirectory(user: object) {
  const { id, domain } = await connectSso(app, token, { config: provider.config });
  const created = await app.call(directorySyncApi.createToken, { token, params: { id }, body: { name: 'Directory' } });
  const send = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const answer = await app.inject(app.core, {
      method,
      url: `/scim/v2/${id}${path}`,
      headers: {
        host: 'core.test',
        authorization: `Bearer ${created.body.token}`,
        'content-type': 'application/scim+json',
      },
      payload: JSON.stringify(body),
    });
    // The answer of SCIM has no contract.
    return answer.body as unknown as { id: string };
  };
  const { id: userId } = await send('POST', '/Users', user);
  return { id, domain, userId, send };
}

/** Signs in, and returns whether it worked, or the code of the refusal. */
async function enter(connectorId: string): Promise<string | undefined> {
  const person = await arrived(app);
  const found = await person.identify(await proveSso(person, connectorId, provider));
  if (found.status !== 204) {
    return found.code;
  }
  const end = await person.submit();
  if (end.status !== 200) {
    return end.code;
  }
  return (await person.follow(end.body.redirectTo)).includes('code=') ? 'signed in' : 'not redirected';
}

const identitiesOf = async (userId: string) =>
  (await app.call(usersApi.get, { token, params: { userId }, query: { includeSsoIdentities: 'true' } })).body
    .ssoIdentities;

test('a user of the directory signs in by the external ID, without an email address', async () => {
  const { id, userId } = await sentByDirectory({ userName: 'ada', externalId: 'employee-ada' });
  provider.hire({ sub: 'employee-ada' });
  expect(await enter(id)).toBe('signed in');
  expect(await identitiesOf(userId)).toMatchObject([{ ssoConnectorId: id, identityId: 'employee-ada' }]);
  expect(await enter(id)).toBe('signed in');
});

test('a deactivated user of the directory is refused', async () => {
  const { id, userId, send } = await sentByDirectory({ userName: 'ben', externalId: 'employee-ben' });
  provider.hire({ sub: 'employee-ben' });
  await send('PATCH', `/Users/${userId}`, { Operations: [{ op: 'replace', value: { active: false } }] });
  expect(await enter(id)).toBe('user.suspended');
  await send('PATCH', `/Users/${userId}`, { Operations: [{ op: 'replace', value: { active: true } }] });
  expect(await enter(id)).toBe('signed in');
});

test('the same ID at another identity provider is another person', async () => {
  await sentByDirectory({ userName: 'cleo', externalId: 'employee-cleo' });
  const other = await connectSso(app, token, { config: provider.config });
  provider.hire({ sub: 'employee-cleo' });
  expect(await enter(other.id)).toBe('user.sso_identity_not_exist');
});

test('a person with the name of a user who has signed in before is not this user (attack 44)', async () => {
  const { id } = await sentByDirectory({ userName: 'employee-dan-2', externalId: 'employee-dan-1' });
  provider.hire({ sub: 'employee-dan-1' });
  expect(await enter(id)).toBe('signed in');
  provider.hire({ sub: 'employee-dan-2' });
  expect(await enter(id)).toBe('user.sso_identity_not_exist');
});
