import { SocialConnectorInfo } from '@postern/contracts/messages/connectors';
import { Interaction, signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { application } from '../../testing/answer-sign-in.ts';
import { api, endTest, leftFor, type Options, openPage, reloadPage } from '../../testing/open-page.tsx';

const provider = (name: string) =>
  sample(SocialConnectorInfo, {
    id: name.toLowerCase(),
    target: name.toLowerCase(),
    name: { en: name },
    platform: 'Web',
  });
const withAcme: Options['experience'] = {
  signUp: { identifiers: [], password: false, verify: false, secondaryIdentifiers: [] },
  socialConnectors: [provider('Acme')],
};
const atAcme = 'https://acme.example/authorize';
const acme = page.getByRole('button', { name: 'Continue with Acme' });
const title = (text: string) => page.getByRole('heading', { level: 1, name: text });

beforeEach(() => {
  api.on(signInApi.socialAuthorizationUri, { authorizationUri: atAcme, verificationId: 'social' });
  api.on(signInApi.verifySocial, { verificationId: 'social' });
});

afterEach(endTest);

/** Leaves for the provider, and returns with its answer. */
async function returnFrom(experience: Options['experience'] = withAcme, answer = 'code=x'): Promise<void> {
  await openPage('/sign-in', { experience });
  await acme.click();
  await expect.poll(leftFor).toEqual([atAcme]);
  const state = api.requestsOf(signInApi.socialAuthorizationUri).at(-1)?.body.state;
  history.replaceState(null, '', `/callback/acme?${answer}&state=${state}`);
  await reloadPage();
}

test('a refusal at the provider is explained without its words in the address, and another way is offered', async () => {
  await openPage('/sign-in', { experience: withAcme });
  await expect.element(acme).toHaveAccessibleDescription('');
  await expectToFit();
  await acme.dblClick();
  await expect.poll(leftFor).toEqual([atAcme]);
  expect(api.requestsOf(signInApi.socialAuthorizationUri)).toHaveLength(1);

  api.on(signInApi.verifySocial, refuse('connector.authorization_failed'));
  await returnFrom(withAcme, 'error=access_denied');
  await expect.element(title('Sign-in with Acme failed')).toBeVisible();
  expect(location.href).not.toContain('access_denied');
  await expectToFit();
  await page.getByRole('link', { name: 'Sign in another way' }).click();
  // Only a successful sign-in counts as last used.
  await expect.element(acme).toHaveAccessibleDescription('');
});

test('a provider that signed the person in is marked as last used', async () => {
  await returnFrom();
  await expect.poll(leftFor).toContain(application);
  history.replaceState(null, '', '/sign-in');
  await reloadPage({ experience: { ...withAcme, socialConnectors: [provider('Acme'), provider('Other')] } });
  await expect.element(acme).toHaveAccessibleDescription('Last used');
  await expectToFit();
});

test('many providers are logos, of which the first ones are shown', async () => {
  const names = ['Acme', 'Berg', 'Cove', 'Dune', 'Elm', 'Fjord', 'Glen', 'Hill', 'Isle', 'Jetty'];
  await openPage('/sign-in', { experience: { socialConnectors: names.map(provider) } });
  const list = page.getByRole('list', { name: 'Sign in with another account' });
  await expect.poll(() => list.getByRole('button', { name: /^Continue with/ }).elements().length).toBe(7);
  await expectToFit();
  await page.getByRole('button', { name: '3 more' }).click();
  await expect.poll(() => list.getByRole('button', { name: /^Continue with/ }).elements().length).toBe(10);
});

test('a response that this tab did not ask for is rejected', async () => {
  await openPage('/callback/acme?code=x&state=of-somebody-else', { experience: withAcme });
  await expect.element(page.getByText(/does not belong to a sign-in in this tab/)).toBeVisible();
  await expectToFit();
  await page.getByRole('link', { name: 'Sign in another way' }).click();
  await expect.element(acme).toBeVisible();
  expect(api.requestsOf(signInApi.verifySocial)).toEqual([]);
});

test('a reload continues after a lost connection', async () => {
  api.on(signInApi.verifySocial, failWith(0));
  await returnFrom();
  await expect.element(page.getByText(/^No connection to the server\./)).toBeVisible();
  api.on(signInApi.verifySocial, { verificationId: 'social' });
  await reloadPage();
  await expect.poll(leftFor).toContain(application);
});

test('an account with the same address is linked or a new one created, as the person chooses', async () => {
  const related = { relatedUser: { type: 'email', value: 'ada@fjord.example' } };
  const unknown = refuse('user.identity_not_exist', related);
  api.on(signInApi.identify, ({ body }) => (body.linkSocialIdentity ? undefined : unknown));
  await returnFrom();
  await expect.element(title('Is this account yours?')).toBeVisible();
  await expect.element(page.getByText(/ada@fjord\.example/)).toBeVisible();
  await expectToFit();
  await reloadPage();
  await page.getByRole('button', { name: 'Yes, link this account' }).click();
  await expect.poll(leftFor).toContain(application);
  expect(api.requestsOf(signInApi.identify).at(-1)?.body).toMatchObject({ linkSocialIdentity: true });

  await returnFrom();
  await expect.element(title('Is this account yours?')).toBeVisible();
  api.on(signInApi.identify, undefined);
  await page.getByRole('button', { name: 'No, create a new account' }).click();
  await expect.poll(leftFor).toContain(application);
  expect(api.requestsOf(signInApi.changeEvent).at(-1)?.body).toEqual({ interactionEvent: 'Register' });

  api.on(signInApi.identify, ({ body }) => (body.linkSocialIdentity ? undefined : unknown));
  await returnFrom({ ...withAcme, socialSignIn: { automaticAccountLinking: true } });
  await expect.poll(leftFor).toContain(application);
});

test('with registration closed, a new person is told that the account is not linked', async () => {
  api.on(signInApi.identify, refuse('user.identity_not_exist'));
  await returnFrom({ ...withAcme, signInMode: 'SignIn' });
  await expect.element(page.getByText(/^Your Acme account is not linked to an account/)).toBeVisible();
});

test('terms are accepted before an account is created, also if the application leads straight to the provider', async () => {
  const terms = { termsOfUseUrl: 'https://fjord.example/terms', agreeToTermsPolicy: 'ManualRegistrationOnly' as const };
  await openPage('/direct/social/acme?fallback=register', { experience: { ...withAcme, ...terms } });
  await expect.poll(leftFor).toEqual([atAcme]);
  api.on(signInApi.identify, refuse('user.identity_not_exist'));
  await returnFrom({ ...withAcme, ...terms });
  await expect.element(title('Create your account')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await expect.element(page.getByText('Select the checkbox to continue.')).toBeVisible();
  await expectToFit();
  expect(api.requestsOf(signInApi.changeEvent)).toEqual([]);
  await page.getByRole('checkbox').click();
  api.on(signInApi.identify, undefined);
  await create.click();
  await expect.poll(leftFor).toContain(application);
});

test('an unknown provider leads to the first page that the application names', async () => {
  await openPage('/direct/social/nowhere?fallback=register', { experience: withAcme });
  await expect.poll(() => location.pathname).toBe('/register');
});

test('a new person from a provider is asked for what is missing', async () => {
  await returnFrom({ socialConnectors: [provider('Acme')] });
  await expect.poll(leftFor).toContain(application);
  api.on(signInApi.identify, refuse('user.missing_profile', { missingProfile: ['username'] }));
  await returnFrom({ socialConnectors: [provider('Acme')] });
  await expect.element(page.getByLabelText('Username')).toBeVisible();
  expect(location.pathname).toBe('/continue/username');
});

test('an address that is missing starts with the one of the provider', async () => {
  const socialUserInfo = { id: 'ada-at-acme', email: 'ada@acme.example' };
  const record = { id: 'social', type: 'Social' as const, connectorId: 'acme', socialUserInfo };
  api.on(signInApi.identify, () =>
    api.requestsOf(signInApi.identify).length > 1
      ? refuse('user.missing_profile', { missingProfile: ['email'] })
      : refuse('user.identity_not_exist'),
  );
  api.on(signInApi.interaction, sample(Interaction, { interactionEvent: 'Register', verificationRecords: [record] }));
  await returnFrom({ socialConnectors: [provider('Acme')] });
  await expect.element(page.getByLabelText('Email address')).toHaveValue('ada@acme.example');
  expect(location.pathname).toBe('/continue/email');
});
