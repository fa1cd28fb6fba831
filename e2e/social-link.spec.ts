import type { Page } from '@playwright/test';
import { type Administrator, becomeAdministrator } from './administrator.ts';
import { expect, expectToFit, type Product, test } from './product.ts';
import { type FakeProvider, type Person, startProvider } from './provider.ts';
import { typeCode } from './stage.ts';

// The test provider runs on localhost.
test.use({ environment: { ALLOW_PRIVATE_EGRESS: 'true' } });

const person = (name: string, more: Partial<Person> = {}): Person => ({
  sub: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@fjord.example`,
  email_verified: true,
  ...more,
});
const people = ['Ada', 'Bea', 'Cid', 'Dan'].map((name) => person(name));

type User = { username: string | null; primaryEmail: string | null; identities: Record<string, { userId: string }> };

async function prepare(page: Page, product: Product): Promise<[Administrator, FakeProvider]> {
  const administrator = await becomeAdministrator(page, product);
  const provider = await startProvider([
    ...people,
    person('Eve', { email: 'ada@fjord.example', email_verified: false }),
  ]);
  await provider.connect(administrator);
  for (const username of ['ada', 'bea', 'cid']) {
    await administrator.api('post', '/api/users', { username, primaryEmail: `${username}@fjord.example` });
  }
  await administrator.api('patch', '/api/sign-in-exp', {
    signUp: { identifiers: [], password: false, verify: false },
    color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' },
    socialSignInConnectorTargets: ['acme'],
  });
  return [administrator, provider];
}

async function comeAs(page: Page, product: Product, name: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${product.endpoint}/demo-app`);
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  await page.goto(`${product.endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await page.getByRole('link', { name: `Continue as ${name}` }).click();
}

test('an existing user links their account, creates a new one, or is linked automatically', async ({
  page,
  browser,
  oss,
}) => {
  const [administrator, provider] = await prepare(page, oss);
  const visitor = await (await browser.newContext()).newPage();
  const usersBy = async (sub: string) =>
    (await administrator.api<User[]>('get', '/api/users')).filter(({ identities }) => identities.acme?.userId === sub);

  await comeAs(visitor, oss, 'Ada');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Is this account yours?');
  await expect(visitor.getByText('ada@fjord.example')).toBeVisible();
  await expectToFit(visitor);
  expect(await usersBy('ada')).toEqual([]);
  await visitor.reload();
  await visitor.getByRole('button', { name: 'Yes, link this account' }).click();
  await visitor.waitForURL(/\/demo-app/);
  expect(await usersBy('ada')).toMatchObject([{ username: 'ada' }]);

  await comeAs(visitor, oss, 'Bea');
  await visitor.getByRole('button', { name: 'No, create a new account' }).click();
  await visitor.waitForURL(/\/demo-app/);
  expect(await usersBy('bea')).toMatchObject([{ username: null, primaryEmail: null }]);

  // An address that the provider has not verified links no account (attack 15).
  await comeAs(visitor, oss, 'Eve');
  await visitor.waitForURL(/\/demo-app/);
  expect(await usersBy('eve')).toMatchObject([{ username: null, primaryEmail: null }]);

  await administrator.api('patch', '/api/sign-in-exp', { socialSignIn: { automaticAccountLinking: true } });
  await comeAs(visitor, oss, 'Cid');
  await visitor.waitForURL(/\/demo-app/);
  expect(await usersBy('cid')).toMatchObject([{ username: 'cid' }]);

  await administrator.api('patch', '/api/sign-in-exp', { signInMode: 'SignIn' });
  await comeAs(visitor, oss, 'Dan');
  await expect(visitor.getByText('Your Acme account is not linked to an account')).toBeVisible();
  expect(await usersBy('dan')).toEqual([]);
  await provider.stop();
});

test('a user whose provider verifies no address links by verifying it with a code', async ({ page, browser, oss }) => {
  const [administrator, provider] = await prepare(page, oss);
  await administrator.api('patch', '/api/sign-in-exp', {
    signUp: { identifiers: ['email'], password: false, verify: true },
    signIn: { methods: [{ identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true }] },
  });
  const visitor = await (await browser.newContext()).newPage();
  await comeAs(visitor, oss, 'Eve');
  await expect(visitor).toHaveURL(/\/continue\/email/);
  await visitor.getByLabel('Email address').fill('bea@fjord.example');
  await visitor.keyboard.press('Enter');
  await expect(visitor).toHaveURL(/\/continue\/verification-code/);
  const [message] = await administrator.api<{ code: string }[]>('get', '/api/mailbox');
  await typeCode(visitor, message?.code ?? '');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Is this account yours?');
  await expectToFit(visitor);
  await visitor.getByRole('button', { name: 'Yes, link this account' }).click();
  await visitor.waitForURL(/\/demo-app/);
  const users = await administrator.api<User[]>('get', '/api/users');
  expect(users.filter(({ identities }) => identities.acme?.userId === 'eve')).toMatchObject([{ username: 'bea' }]);
  expect(users).toHaveLength(3);
  await provider.stop();
});
