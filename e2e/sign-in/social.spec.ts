import type { Page } from '@playwright/test';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test, watchConsole } from '../product.ts';
import { startProvider } from '../provider.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

const grace = { sub: 'g1', name: 'Grace', email: 'grace@fjord.example', email_verified: true };
const open = { signUp: { identifiers: [], password: false, verify: false }, signInMode: 'SignInAndRegister' };
const dark = { color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' } };

async function leaveForAcme(page: Page, endpoint: string): Promise<void> {
  await page.goto(`${endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('heading', { name: 'Acme' })).toBeVisible();
}

async function expectSignedIn(page: Page, name: string): Promise<void> {
  await page.waitForURL(/\/demo-app/);
  await expect(page.getByText(name).first()).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
}

test('a user refuses at the provider, then registers with it, and is recognized next time', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const provider = await startProvider([grace]);
  await provider.connect(administrator);
  await administrator.api('patch', '/api/sign-in-exp', { ...open, ...dark, socialSignInConnectorTargets: ['acme'] });
  const person = await (await browser.newContext()).newPage();
  const complaints = watchConsole(person);

  await person.goto(`${oss.endpoint}/demo-app`);
  await person.getByRole('button', { name: 'Sign in' }).click();
  const acme = person.getByRole('button', { name: 'Continue with Acme' });
  await expect(acme).toBeVisible();
  await expect(acme).toHaveAccessibleDescription('');
  await expectToFit(person);
  let starts = 0;
  person.on('request', (request) => {
    starts += Number(request.url().includes('/authorization-uri'));
  });
  await person.getByRole('button', { name: 'Continue with Acme' }).dblclick();
  await expect(person.getByRole('heading', { name: 'Acme' })).toBeVisible();
  expect(starts).toBe(1);

  await person.getByRole('link', { name: 'Refuse' }).click();
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Sign-in with Acme failed');
  await expect(person).not.toHaveURL(/access_denied/);
  await expectToFit(person);
  await person.getByRole('link', { name: 'Sign in another way' }).click();
  // Only a successful sign-in counts as last used.
  await expect(acme).toHaveAccessibleDescription('');
  await acme.click();
  await person.getByRole('link', { name: 'Continue as Grace' }).click();
  await expectSignedIn(person, 'Grace');

  await signOut(person);
  await leaveForAcme(person, oss.endpoint);
  await person.goBack();
  await expect(acme).toHaveAccessibleDescription('Last used');
  await expectToFit(person);
  await person.getByRole('button', { name: 'Continue with Acme' }).click();
  await person.getByRole('link', { name: 'Continue as Grace' }).click();
  await expectSignedIn(person, 'Grace');
  const users = await administrator.api<{ identities: object }[]>('get', '/api/users');
  expect(users).toMatchObject([{ primaryEmail: grace.email, identities: { acme: { userId: 'g1' } } }]);
  // A refusal responds with 401 and a new user with 404, which the browser reports; it may report nothing else.
  expect(complaints.filter((text) => !/40[14]/.test(text))).toEqual([]);
  await provider.stop();
});

test('a response in another tab is rejected, and a reload continues the sign-in', async ({ page, browser, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const provider = await startProvider([grace]);
  const connectorId = await provider.connect(administrator);
  await administrator.api('patch', '/api/sign-in-exp', { ...open, socialSignInConnectorTargets: ['acme'] });
  const context = await browser.newContext();
  const person = await context.newPage();
  await leaveForAcme(person, oss.endpoint);
  const answer = await person.getByRole('link', { name: 'Continue as Grace' }).getAttribute('href');

  const other = await context.newPage();
  await other.goto(answer ?? '');
  await expect(other.getByText('does not belong to a sign-in in this tab')).toBeVisible();
  await expectToFit(other);
  await other.getByRole('link', { name: 'Sign in another way' }).click();
  await expect(other.getByRole('button', { name: 'Continue with Acme' })).toBeVisible();
  await other.goto(`${oss.endpoint}/callback/${connectorId}?code=x&state=of-somebody-else`);
  await expect(other.getByText('does not belong to a sign-in in this tab')).toBeVisible();

  // The first tab loses the response, and is reloaded.
  await person.route('**/verify', (route) => route.abort('connectionfailed'), { times: 1 });
  await person.goto(answer ?? '');
  await expect(person.getByText('No connection to the server.')).toBeVisible();
  await person.reload();
  await expectSignedIn(person, 'Grace');
  await context.close();
  await provider.stop();
});

test('an application redirects straight to a provider, or to its first page if the provider is unknown', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const provider = await startProvider([grace]);
  await provider.connect(administrator);
  await administrator.api('patch', '/api/sign-in-exp', {
    ...open,
    socialSignInConnectorTargets: ['acme'],
    termsOfUseUrl: 'https://fjord.example/terms',
    agreeToTermsPolicy: 'ManualRegistrationOnly',
  });
  const person = await (await browser.newContext()).newPage();
  const authorize = (direct: string) =>
    `${oss.endpoint}/oidc/auth?${new URLSearchParams({
      client_id: 'demo-app',
      response_type: 'code',
      scope: 'openid profile',
      redirect_uri: `${oss.endpoint}/demo-app`,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      first_screen: 'register',
      direct_sign_in: direct,
    })}`;
  await person.goto(authorize('social:nowhere'));
  await expect(person).toHaveURL(/\/register\?/);
  await person.goto(authorize('social:acme'));
  await person.getByRole('link', { name: 'Continue as Grace' }).click();
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Create your account');
  await person.getByRole('button', { name: 'Create account' }).click();
  await expect(person.getByText('Select the checkbox to continue.')).toBeVisible();
  await expectToFit(person);
  expect(await administrator.api('get', '/api/users')).toEqual([]);
  await person.getByRole('checkbox').check();
  await person.getByRole('button', { name: 'Create account' }).click();
  await person.waitForURL(/\/demo-app/);
  expect(await administrator.api('get', '/api/users')).toMatchObject([{ name: 'Grace' }]);
  await provider.stop();
});

test('a new user from a provider is asked for required data, but not for a password', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const provider = await startProvider([grace]);
  await provider.connect(administrator);
  await administrator.api('patch', '/api/sign-in-exp', { socialSignInConnectorTargets: ['acme'] });
  const person = await (await browser.newContext()).newPage();
  await leaveForAcme(person, oss.endpoint);
  await person.getByRole('link', { name: 'Continue as Grace' }).click();
  await expect(person).toHaveURL(/\/continue\/username/);
  await person.getByLabel('Username').fill('grace');
  await person.keyboard.press('Enter');
  await expectSignedIn(person, 'Grace');
  const users = await administrator.api('get', '/api/users');
  expect(users).toMatchObject([{ username: 'grace', hasPassword: false, identities: { acme: { userId: 'g1' } } }]);
  await provider.stop();
});
