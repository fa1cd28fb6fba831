import type { Page } from '@playwright/test';
import type { Application } from '@postern/contracts/access/applications';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, fillDatabase, type Product, test, watchConsole } from '../product.ts';
import { type RelyingParty, startRelyingParty } from '../relying-party.ts';

const ada = { username: 'ada', password: 'a sentence nobody guesses', name: 'Ada Lovelace' };
const organizations = 'urn:logto:scope:organizations';

/** A third-party application that may request profile, email address and organizations. */
async function registerLedgerly(administrator: Administrator, product: Product, party: RelyingParty): Promise<string> {
  const { id } = await administrator.api<Application>('post', '/api/applications', {
    name: 'ledgerly-web-eu',
    type: 'Traditional',
    isThirdParty: true,
    oidcClientMetadata: { redirectUris: [party.redirectUri], postLogoutRedirectUris: [party.url] },
  });
  await administrator.api('post', `/api/applications/${id}/user-consent-scopes`, {
    userScopes: ['profile', 'email', organizations],
  });
  await administrator.api('put', `/api/applications/${id}/sign-in-experience`, {
    displayName: 'Ledgerly',
    termsOfUseUrl: 'https://ledgerly.example/terms',
    privacyPolicyUrl: null,
  });
  const [secret] = await administrator.api<{ value: string }[]>('get', `/api/applications/${id}/secrets`);
  await party.connect(`${product.endpoint}/oidc`, id, {
    secret: secret?.value ?? '',
    scope: `openid profile email ${organizations}`,
  });
  return id;
}

/** A user with two organizations. */
async function createAda(administrator: Administrator, product: Product): Promise<string> {
  const person = { ...ada, primaryEmail: 'ada@fjord.example' };
  const { id } = await administrator.api<{ id: string }>('post', '/api/users', person);
  const rows = [1, 2].map((one) => [`org-${one}`, `Fjord ${one}`]);
  await fillDatabase(
    product,
    `insert into organizations (id, name) values ${rows.map(([one, name]) => `('${one}', '${name}')`).join()}`,
    `insert into organization_users (organization_id, user_id) values ${rows.map(([one]) => `('${one}', '${id}')`).join()}`,
  );
  return id;
}

async function signIn(page: Page, party: RelyingParty): Promise<void> {
  await page.goto(party.url);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(ada.username);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/consent\?/);
}

test('a user denies, then grants access to one organization, and is not asked again', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const party = await startRelyingParty();
  const clientId = await registerLedgerly(administrator, oss, party);
  const userId = await createAda(administrator, oss);
  const person = await (await browser.newContext()).newPage();
  const complaints = watchConsole(person);
  await signIn(person, party);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Ledgerly wants to access your account');
  const asked = person.getByRole('list', { name: 'Requested access' });
  await expect(asked.getByRole('listitem')).toHaveText([/picture.*Ada Lovelace/, /email.*ada@fjord/, /organizations/]);
  await expect(person.getByText(`You will return to ${new URL(party.url).host}.`)).toBeVisible();
  await expect(person.getByRole('link', { name: /terms of use/ })).toHaveAttribute('href', /ledgerly\.example/);

  await person.getByRole('button', { name: 'Cancel' }).click();
  await expect(person.getByRole('status')).toHaveText('Refused: access_denied');

  await person.getByRole('link', { name: 'Sign in' }).click();
  await expect(person).toHaveURL(/\/consent\?/);
  const choice = person.getByRole('group', { name: 'Choose organizations' });
  await choice.getByRole('checkbox', { name: /Fjord 2/ }).check();
  await person.getByRole('button', { name: 'Allow' }).click();
  const claims = person.getByRole('table', { name: 'Claims' });
  await expect(claims.getByRole('row', { name: 'email ada@fjord.example' })).toBeVisible();
  const { organizations: allowed } = await administrator.api<{ organizations: { id: string }[] }>(
    'get',
    `/api/applications/${clientId}/users/${userId}/consent-organizations`,
  );
  expect(allowed.map(({ id }) => id)).toEqual(['org-2']);

  await person.goto(`${party.url}/sign-in`);
  await expect(claims).toBeVisible();
  expect(complaints).toEqual([]);
  await person.context().close();
  await party.stop();
});
