import type { Page } from '@playwright/test';
import { type Administrator, becomeAdministrator } from './administrator.ts';
import { expect, expectToFit, type Product, test } from './product.ts';

type Token = { id: string; token: string; email: string };

const newToken = (administrator: Administrator, email: string, expiresIn = 600) =>
  administrator.api<Token>('post', '/api/one-time-tokens', { email, expiresIn });

/** Opens the page as an application does that sends the user with a token. */
const open = (page: Page, { endpoint }: Product, { token, email }: Token) =>
  page.goto(
    `${endpoint}/oidc/auth?${new URLSearchParams({
      client_id: 'demo-app',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${endpoint}/demo-app`,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      state: 's',
      one_time_token: token,
      login_hint: email,
    })}`,
  );

/** Requires nothing besides the address that the token proves; has two themes to check. */
const settings = {
  signUp: { identifiers: [], password: false, verify: false },
  color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' },
};

const expectArrived = (page: Page) => page.waitForURL(({ pathname }) => pathname === '/demo-app');

test('a token registers and signs in a user; a used, expired or revoked one shows an error', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('patch', '/api/sign-in-exp', { ...settings, signInMode: 'SignIn' });
  const first = await newToken(administrator, 'ada@fjord.example');
  const visit = async () => (await browser.newContext()).newPage();
  const ada = await visit();
  await open(ada, oss, first);
  await expectArrived(ada);
  const emails = async () =>
    (await administrator.api<{ primaryEmail: string }[]>('get', '/api/users')).map(({ primaryEmail }) => primaryEmail);
  expect(await emails()).toEqual(['ada@fjord.example']);

  const again = await visit();
  await open(again, oss, first);
  await expect(again).toHaveURL(/\/one-time-token\/error\?code=one_time_token\.token_consumed(&|$)/);
  await expect(again.getByText('The link was already used.')).toBeVisible();
  await expectToFit(again);
  await again.getByRole('link', { name: 'Sign in another way' }).click();
  await expect(again.getByLabel('Username')).toBeVisible();

  const second = await newToken(administrator, 'ada@fjord.example');
  await open(again, oss, second);
  await expectArrived(again);
  expect(await emails()).toEqual(['ada@fjord.example']);

  const other = await visit();
  const short = await newToken(administrator, 'ada@fjord.example', 1);
  await other.waitForTimeout(1500);
  await open(other, oss, short);
  await expect(other.getByText('The link has expired.')).toBeVisible();
  await open(other, oss, { ...short, email: 'eve@fjord.example' });
  await expect(other.getByText('The link is for another email address.')).toBeVisible();
  await open(other, oss, { ...short, token: 'nonsense' });
  await expect(other.getByText('The link is incomplete or unknown.')).toBeVisible();
});

test('when another user is signed in, they choose to stay or to switch', async ({ page, browser, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('patch', '/api/sign-in-exp', settings);
  const person = await (await browser.newContext()).newPage();
  await open(person, oss, await newToken(administrator, 'ada@fjord.example'));
  await expectArrived(person);
  const token = await newToken(administrator, 'bea@fjord.example');
  await open(person, oss, token);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Which account do you want to use?');
  await expectToFit(person);
  await person.getByRole('link', { name: 'Stay with ada@fjord.example' }).click();
  await expectArrived(person);
  const list = () => administrator.api<{ primaryEmail: string }[]>('get', '/api/users');
  expect(await list()).toHaveLength(1);

  await open(person, oss, token);
  await person.getByRole('link', { name: 'Switch to bea@fjord.example' }).click();
  await expectArrived(person);
  expect(await list()).toHaveLength(2);
  // From now on the other user is signed in.
  await open(person, oss, await newToken(administrator, 'ada@fjord.example'));
  await expect(person.getByRole('link', { name: 'Stay with bea@fjord.example' })).toBeVisible();
});
