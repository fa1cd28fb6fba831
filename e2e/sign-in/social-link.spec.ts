import type { Page } from '@playwright/test';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, type Product, test } from '../product.ts';
import { type FakeProvider, type Person, startProvider } from '../provider.ts';
import { typeCode } from '../stage.ts';

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
  await Promise.all(
    ['ada', 'bea', 'cid'].map((username) =>
      administrator.api('post', '/api/users', { username, primaryEmail: `${username}@fjord.example` }),
    ),
  );
  await administrator.api('patch', '/api/sign-in-exp', {
    signUp: { identifiers: [], password: false, verify: false },
    color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' },
    socialSignInConnectorTargets: ['acme'],
  });
  return [administrator, provider];
}

/** Signs in with a provider, without a session. */
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

test('an existing user links their account, creates a new one, or is linked automatically or by a code', async ({
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

  await administrator.api('patch', '/api/sign-in-exp', { socialSignIn: { automaticAccountLinking: true } });
  await comeAs(visitor, oss, 'Cid');
  await visitor.waitForURL(/\/demo-app/);
  expect(await usersBy('cid')).toMatchObject([{ username: 'cid' }]);

  await administrator.api('patch', '/api/sign-in-exp', { signInMode: 'SignIn' });
  await comeAs(visitor, oss, 'Dan');
  await expect(visitor.getByText('Your Acme account is not linked to an account')).toBeVisible();
  expect(await usersBy('dan')).toEqual([]);

  await test.step('a user whose provider verifies no address links by verifying it with a code', async () => {
    await administrator.api('patch', '/api/sign-in-exp', {
      signInMode: 'SignInAndRegister',
      socialSignIn: { automaticAccountLinking: false },
      signUp: { identifiers: ['email'], password: false, verify: true },
      signIn: { methods: [{ identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true }] },
    });
    await comeAs(visitor, oss, 'Eve');
    await expect(visitor).toHaveURL(/\/continue\/email/);
    await visitor.getByLabel('Email address').fill('bea@fjord.example');
    await visitor.keyboard.press('Enter');
    await expect(visitor).toHaveURL(/\/continue\/verification-code/);
    const [message] = await administrator.api<{ code: string }[]>('get', '/api/mailbox');
    await typeCode(visitor, message?.code ?? '');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Is this account yours?');
    await visitor.getByRole('button', { name: 'Yes, link this account' }).click();
    await visitor.waitForURL(/\/demo-app/);
    expect(await usersBy('eve')).toMatchObject([{ username: 'bea' }]);
    // Bea created a second account before; nobody else did.
    expect(await administrator.api<User[]>('get', '/api/users')).toHaveLength(4);
  });
  await provider.stop();
});
