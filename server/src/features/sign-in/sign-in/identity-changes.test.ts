import { accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOwner, type Owner, openAccountCenter } from '#testing/account';
import { changeSettings, type StepAnswer, type Visitor, ways } from '#testing/sign-in';
import { arrived, proveSocial, socialProvider } from '#testing/social';
import { type TestApp, testApp } from '#testing/test-app';

/** A provider whose people change, and two providers with the same ids (attacks 15 and 44). */
let app: TestApp;
let token: string;
let social: Awaited<ReturnType<typeof socialProvider>>;
let acme: string;
let other: string;

beforeAll(async () => {
  social = await socialProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  acme = await social.connect(app, token, 'acme', { trustAddresses: true });
  other = await social.connect(app, token, 'other', { trustAddresses: true });
  await openAccountCenter(app, token);
});
afterAll(async () => {
  social.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: [], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    socialSignInConnectorTargets: ['acme', 'other'],
  }),
);

let count = 0;
/** A person with a verified address and an account at the first provider. `code` signs in there. */
async function linkedPerson() {
  count += 1;
  const [email, code] = [`changes${count}@example.com`, `at-acme-${count}`];
  const { body } = await app.call(usersApi.create, { token, body: { primaryEmail: email } });
  await app.call(userIdentitiesApi.set, {
    token,
    params: { userId: body.id, target: 'acme' },
    body: { userId: code },
  });
  social.people.set(code, { id: code, email, email_verified: true });
  return { id: body.id, email, code };
}

const answer = ({ status, code }: StepAnswer) => [status, code];
const userOf = async (userId: string) => (await app.call(usersApi.get, { token, params: { userId } })).body;
const userIn = async (browser: Visitor) => (await browser.step('GET', '/interaction')).body.userId as string;

test('another id at the provider does not get the account, whatever address it has', async () => {
  const person = await linkedPerson();
  social.people.set('newcomer', { id: 'newcomer', email: person.email, email_verified: true });
  const browser = await arrived(app);
  const proof = await proveSocial(browser, acme, 'newcomer');
  await browser.identify(proof, { linkSocialIdentity: true });
  expect((await browser.submit()).status).toBeGreaterThanOrEqual(400);
  expect((await userOf(person.id)).identities.acme?.userId).toBe(person.code);
});

test('the same id at another provider is another person', async () => {
  const person = await linkedPerson();
  social.people.set(person.code, { id: person.code });
  const browser = await arrived(app);
  const proof = await proveSocial(browser, other, person.code);
  expect(answer(await browser.identify(proof))).toEqual([404, 'user.identity_not_exist']);
  await browser.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
  expect((await browser.identify(proof)).status).toBe(201);
  expect(await userIn(browser)).not.toBe(person.id);
  expect(Object.keys((await userOf(person.id)).identities)).toEqual(['acme']);
});

test('a linked account whose address became that of somebody else opens only its own account', async () => {
  const [person, victim] = [await linkedPerson(), await linkedPerson()];
  social.people.set(person.code, { id: person.code, email: victim.email, email_verified: true });
  const browser = await arrived(app);
  const proof = await proveSocial(browser, acme, person.code);
  expect((await browser.identify(proof, { linkSocialIdentity: true })).status).toBe(204);
  expect(await userIn(browser)).toBe(person.id);
  expect((await browser.submit()).status).toBe(200);
  expect(await userOf(person.id)).toMatchObject({ primaryEmail: person.email });
  expect(await userOf(victim.id)).toMatchObject({ primaryEmail: victim.email, identities: { acme: {} } });
});

describe('one account at a provider that is linked at the same moment', () => {
  /** What links the account in the account center. */
  async function readyToLink(owner: Owner, code: string) {
    const redirectUri = 'https://app.example/linked';
    const begun = await app.call(accountVerificationsApi.beginSocial, {
      token: owner.token,
      body: { connectorId: acme, redirectUri, state: 'st' },
    });
    const { verificationRecordId } = begun.body;
    const shown = await app.call(accountVerificationsApi.verifySocial, {
      token: owner.token,
      body: { verificationRecordId, connectorData: { code, state: 'st', redirectUri } },
    });
    expect(shown.status).toBe(200);
    const headers = await owner.permit();
    const body = { newIdentifierVerificationRecordId: verificationRecordId };
    return () => app.call(accountApi.linkIdentity, { token: owner.token, headers, body });
  }

  test('by several people belongs to one of them, and the others are told', async () => {
    const code = 'wanted by many';
    social.people.set(code, { id: code });
    const owners = [await newOwner(app, token), await newOwner(app, token), await newOwner(app, token)];
    const links = await Promise.all(owners.map((owner) => readyToLink(owner, code)));
    // The fourth registers with it.
    const browser = await arrived(app, 'Register');
    const proof = await proveSocial(browser, acme, code);
    const answers = await Promise.all([...links.map((link) => link()), browser.identify(proof)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400 || status === 422)).toHaveLength(3);
    const holders = await app.read('default', (db) =>
      db.selectFrom('user_identities').select('user_id').where('identity_id', '=', code).execute(),
    );
    expect(holders).toHaveLength(1);
  });

  test('to one person who links two of them keeps the first', async () => {
    const owner = await newOwner(app, token);
    for (const code of ['first of two', 'second of two']) {
      social.people.set(code, { id: code });
    }
    const links = [await readyToLink(owner, 'first of two'), await readyToLink(owner, 'second of two')];
    const answers = await Promise.all(links.map((link) => link()));
    // The proof of the other one is from before the change.
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });
});
