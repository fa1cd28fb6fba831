import type { Page } from '@playwright/test';
import { becomeAdministrator } from '../administrator.ts';
import { expect, type Product, test, watchConsole } from '../product.ts';
import { type Person, startProvider } from '../provider.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

const person = (name: string): Person => ({
  sub: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@fjord.example`,
  email_verified: true,
});
const open = { signUp: { identifiers: [], password: false, verify: false }, signInMode: 'SignInAndRegister' };

type User = { username: string | null; primaryEmail: string | null; identities: Record<string, { userId: string }> };

async function leaveForAcme(page: Page, endpoint: string): Promise<void> {
  await page.goto(`${endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('heading', { name: 'Acme' })).toBeVisible();
}

/** The application leads straight to the provider. */
async function comeAs(page: Page, { endpoint }: Product, name: string): Promise<void> {
  const request = new URLSearchParams({
    client_id: 'demo-app',
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: `${endpoint}/demo-app`,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    direct_sign_in: 'social:acme',
  });
  await page.context().clearCookies();
  await page.goto(`${endpoint}/oidc/auth?${request}`);
  await page.getByRole('link', { name: `Continue as ${name}` }).click();
}

test('a user refuses at the provider, registers with it, and is recognized next time; others are linked or asked for more', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const provider = await startProvider(['Grace', 'Ada', 'Bea', 'Eve'].map(person));
  await provider.connect(administrator);
  await administrator.api('patch', '/api/sign-in-exp', { ...open, socialSignInConnectorTargets: ['acme'] });
  for (const username of ['ada', 'bea']) {
    await administrator.api('post', '/api/users', { username, primaryEmail: `${username}@fjord.example` });
  }
  const usersBy = async (sub: string) =>
    (await administrator.api<User[]>('get', '/api/users')).filter(({ identities }) => identities.acme?.userId === sub);
  const visitor = await (await browser.newContext()).newPage();
  const complaints = watchConsole(visitor);

  await leaveForAcme(visitor, oss.endpoint);
  await visitor.getByRole('link', { name: 'Refuse' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Sign-in with Acme failed');
  await visitor.getByRole('link', { name: 'Sign in another way' }).click();
  await visitor.getByRole('button', { name: 'Continue with Acme' }).click();
  await visitor.getByRole('link', { name: 'Continue as Grace' }).click();
  await visitor.waitForURL(/\/demo-app/);
  await expect(visitor.getByText('Grace').first()).toBeVisible();
  await visitor.getByRole('button', { name: 'Sign out' }).click();
  await expect(visitor.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await leaveForAcme(visitor, oss.endpoint);
  await visitor.getByRole('link', { name: 'Continue as Grace' }).click();
  await visitor.waitForURL(/\/demo-app/);
  expect(await usersBy('grace')).toMatchObject([{ primaryEmail: 'grace@fjord.example' }]);
  // A refusal responds with 401 and a new user with 404, which the browser reports; it may report nothing else.
  expect(complaints.filter((text) => !/40[14]/.test(text))).toEqual([]);

  await test.step('an existing user links their account, or creates a new one', async () => {
    await comeAs(visitor, oss, 'Ada');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Is this account yours?');
    expect(await usersBy('ada')).toEqual([]);
    await visitor.getByRole('button', { name: 'Yes, link this account' }).click();
    await visitor.waitForURL(/\/demo-app/);
    expect(await usersBy('ada')).toMatchObject([{ username: 'ada' }]);
    await comeAs(visitor, oss, 'Bea');
    await visitor.getByRole('button', { name: 'No, create a new account' }).click();
    await visitor.waitForURL(/\/demo-app/);
    expect(await usersBy('bea')).toMatchObject([{ username: null, primaryEmail: null }]);
  });

  await test.step('a new user is asked for required data, but not for a password', async () => {
    const signUp = { identifiers: ['username'], password: true, verify: false };
    await administrator.api('patch', '/api/sign-in-exp', { signUp });
    await comeAs(visitor, oss, 'Eve');
    await visitor.getByLabel('Username').fill('eve');
    await visitor.keyboard.press('Enter');
    await visitor.waitForURL(/\/demo-app/);
    expect(await usersBy('eve')).toMatchObject([{ username: 'eve', hasPassword: false }]);
  });
  await provider.stop();
});
