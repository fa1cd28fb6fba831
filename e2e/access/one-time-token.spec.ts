import type { Page } from '@playwright/test';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, fillDatabase, type Product, test } from '../product.ts';

type Token = { id: string; token: string; email: string };

const newToken = (administrator: Administrator, email: string) =>
  administrator.api<Token>('post', '/api/one-time-tokens', { email, expiresIn: 600 });

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

/** Requires nothing besides the address that the token proves. */
const settings = {
  signUp: { identifiers: [], password: false, verify: false },
  color: { primaryColor: '#6139F6', isDarkModeEnabled: true, darkPrimaryColor: '#8768F8' },
};

const expectArrived = (page: Page) => page.waitForURL(({ pathname }) => pathname === '/demo-app');

test('a token registers and signs in a user, asks a user who is signed in, and reports why it does not work', async ({
  page: person,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(await browser.newPage(), oss);
  await administrator.api('patch', '/api/sign-in-exp', { ...settings, signInMode: 'SignIn' });
  const first = await newToken(administrator, 'ada@fjord.example');
  await open(person, oss, first);
  await expectArrived(person);
  const emails = async () =>
    (await administrator.api<{ primaryEmail: string }[]>('get', '/api/users')).map(({ primaryEmail }) => primaryEmail);
  expect(await emails()).toEqual(['ada@fjord.example']);

  await test.step('when another user is signed in, they choose to stay or to switch', async () => {
    const token = await newToken(administrator, 'bea@fjord.example');
    await open(person, oss, token);
    await expect(person.getByRole('heading', { level: 1 })).toHaveText('Which account do you want to use?');
    await person.getByRole('link', { name: 'Stay with ada@fjord.example' }).click();
    await expectArrived(person);
    expect(await emails()).toHaveLength(1);

    await open(person, oss, token);
    await person.getByRole('link', { name: 'Switch to bea@fjord.example' }).click();
    await expectArrived(person);
    expect(await emails()).toHaveLength(2);
    // From now on the other user is signed in.
    await open(person, oss, await newToken(administrator, 'ada@fjord.example'));
    await expect(person.getByRole('link', { name: 'Stay with bea@fjord.example' })).toBeVisible();
  });

  await test.step('a used token offers another way', async () => {
    await person.context().clearCookies();
    await open(person, oss, first);
    await expect(person).toHaveURL(/\/one-time-token\/error\?code=one_time_token\.token_consumed(&|$)/);
    await expect(person.getByText('The link was already used.')).toBeVisible();
    await person.getByRole('link', { name: 'Sign in another way' }).click();
    await expect(person.getByLabel('Username')).toBeVisible();
  });

  await test.step('an expired token, one for another address and an unknown one are explained', async () => {
    const old = await newToken(administrator, 'ada@fjord.example');
    await fillDatabase(oss, `update one_time_tokens set expires_at = '2020-01-01' where id = '${old.id}'`);
    await open(person, oss, old);
    await expect(person.getByText('The link has expired.')).toBeVisible();
    await open(person, oss, { ...old, email: 'eve@fjord.example' });
    await expect(person.getByText('The link is for another email address.')).toBeVisible();
    await open(person, oss, { ...old, token: 'nonsense' });
    await expect(person.getByText('The link is incomplete or unknown.')).toBeVisible();
  });

  await test.step('another token signs the same user in', async () => {
    await open(person, oss, await newToken(administrator, 'ada@fjord.example'));
    await expectArrived(person);
    expect(await emails()).toHaveLength(2);
  });
});
