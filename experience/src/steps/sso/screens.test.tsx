import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, endTest, leftFor, method, type Options, openPage, reloadPage } from '../../testing/open-page.tsx';

const withSso: Options['experience'] = {
  singleSignOnEnabled: true,
  ssoConnectors: ['Fjord', 'Harbor'].map((connectorName) => ({
    id: connectorName.toLowerCase(),
    connectorName,
    logo: 'https://fjord.example/logo.png',
  })),
  signIn: { methods: [method('email', 'password')] },
  signUp: { identifiers: ['email'], password: true, verify: true },
};
const provider = 'https://idp.example/authorize';
const domains: Record<string, string[]> = {
  'fjord.example': ['fjord'],
  'both.example': ['fjord', 'harbor'],
};
const email = page.getByLabelText('Email address');
const password = page.getByLabelText('Password', { exact: true });

beforeEach(() => {
  api.on(signInApi.ssoConnectors, ({ query }) => ({ connectorIds: domains[query.email.split('@')[1] ?? ''] ?? [] }));
  api.on(signInApi.ssoAuthorizationUri, { authorizationUri: provider, verificationId: 'sso' });
});

afterEach(endTest);

test('the form recognizes the address of a company, and asks for no password', async () => {
  await openPage('/sign-in', { experience: withSso });
  await expect.element(password).toBeVisible();
  await email.fill('ada@fjord.example');
  await expect.element(password).not.toBeInTheDocument();
  await expectToFit();
  await page.getByRole('button', { name: 'Single sign-on' }).click();
  await expect.poll(leftFor).toEqual([provider]);

  const state = api.requestsOf(signInApi.ssoAuthorizationUri)[0]?.body.state;
  history.replaceState(null, '', `/callback/fjord?error=access_denied&state=${state}`);
  api.on(signInApi.verifySso, refuse('connector.authorization_failed'));
  await reloadPage();
  await expect.element(page.getByRole('heading', { name: 'Sign-in with Fjord failed' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in another way' }).click();
  await expect.element(email).toBeVisible();
});

test('an address that is pasted and sent at once leads there too', async () => {
  await openPage('/sign-in', { experience: withSso });
  await email.fill('grace@fjord.example');
  await userEvent.keyboard('{Enter}');
  await expect.poll(leftFor).toEqual([provider]);
});

test('the page for the address at work names an unknown domain, and lets people choose between two providers', async () => {
  await openPage('/register', { experience: withSso });
  await page.getByRole('link', { name: 'Single sign-on' }).click();
  await email.fill('ada@elsewhere.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Single sign-on is not available for this email address.')).toBeVisible();
  await expectToFit();
  await email.fill('ada@both.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Continue with Harbor' })).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Continue with Fjord' }).click();
  await expect.poll(leftFor).toEqual([provider]);
});
