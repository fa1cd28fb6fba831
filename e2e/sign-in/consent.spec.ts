import type { Page } from '@playwright/test';
import type { Application } from '@postern/contracts/access/applications';
import { createSession, demoApp } from '../account-session.ts';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import {
  expect,
  expectAccessible,
  expectNarrow,
  expectToFit,
  fillDatabase,
  type Product,
  test,
  watchConsole,
} from '../product.ts';
import { type RelyingParty, startRelyingParty } from '../relying-party.ts';

const ada = { username: 'ada', password: 'a sentence nobody guesses', name: 'Ada Lovelace' };
const hostile = '<img src=x onerror=alert(1)>';
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

/** A user with this many organizations, in a tenant that has a dark theme. */
async function createAda(administrator: Administrator, product: Product, count = 2): Promise<string> {
  const person = { ...ada, primaryEmail: 'ada@fjord.example' };
  const { id } = await administrator.api<{ id: string }>('post', '/api/users', person);
  const rows = Array.from({ length: count }, (_, index) => [`org-${index + 1}`, `Fjord ${index + 1}`]);
  await fillDatabase(
    product,
    `insert into organizations (id, name) values ${rows.map(([one, name]) => `('${one}', '${name}')`).join()}`,
    `insert into organization_users (organization_id, user_id) values ${rows.map(([one]) => `('${one}', '${id}')`).join()}`,
    `update sign_in_experiences set color = color || '{"isDarkModeEnabled": true}'`,
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
  await expect(person).toHaveTitle('Ledgerly wants to access your account');
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Ledgerly wants to access your account');
  const asked = person.getByRole('list', { name: 'Requested access' });
  await expect(asked.getByRole('listitem')).toHaveText([/picture.*Ada Lovelace/, /email.*ada@fjord/, /organizations/]);
  await expect(person.getByText(`You will return to ${new URL(party.url).host}.`)).toBeVisible();
  await expect(person.getByRole('link', { name: /terms of use/ })).toHaveAttribute('href', /ledgerly\.example/);
  await expectToFit(person);

  await person.getByRole('button', { name: 'Cancel' }).click();
  await expect(person.getByRole('status')).toHaveText('Refused: access_denied');

  await person.getByRole('link', { name: 'Sign in' }).click();
  await expect(person).toHaveURL(/\/consent\?/);
  const choice = person.getByRole('group', { name: 'Choose organizations' });
  await expect(choice.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await choice.getByRole('checkbox', { name: /Fjord 2/ }).focus();
  await person.keyboard.press('Space');
  await expect(choice.getByText('1 of 2 chosen')).toBeVisible();
  await person.getByRole('button', { name: 'Allow' }).press('Enter');
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

test('searches many organizations, retries after a lost connection, and submits two clicks once', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const party = await startRelyingParty();
  await registerLedgerly(administrator, oss, party);
  await createAda(administrator, oss, 30);
  const person = await (await browser.newContext()).newPage();
  await createSession(person.request, oss, ada.username, demoApp);
  await person.goto(`${party.url}/sign-in`);
  await expect(person.getByRole('searchbox', { name: 'Search organizations' })).toBeVisible();
  await expectToFit(person);
  await person.getByRole('searchbox', { name: 'Search organizations' }).fill('fjord 3');
  // Enter in the search must not submit the form.
  await person.keyboard.press('Enter');
  const choice = person.getByRole('group', { name: 'Choose organizations' });
  await expect(choice.getByRole('checkbox')).toHaveCount(2);
  await choice.getByRole('button', { name: 'Select all' }).click();
  await expect(choice.getByText('2 of 30 chosen')).toBeVisible();
  await person.getByRole('searchbox').fill('nowhere');
  await expect(choice.getByText('No organizations match your search.')).toBeVisible();
  await expectAccessible(person);

  await person.route('**/api/interaction/consent', (route) => route.abort());
  await person.getByRole('button', { name: 'Allow' }).click();
  await expect(person.getByRole('alert')).toContainText('No connection to the server.');
  await expectAccessible(person);
  await person.unroute('**/api/interaction/consent');
  let sent = 0;
  person.on('request', (request) => {
    sent += request.method() === 'POST' && request.url().endsWith('/api/interaction/consent') ? 1 : 0;
  });
  await person.getByRole('button', { name: 'Try again' }).dblclick({ noWaitAfter: true });
  await expect(person.getByRole('table', { name: 'Claims' })).toBeVisible();
  expect(sent).toBe(1);
  await person.context().close();
  await party.stop();
});

test('in German, on a small phone, with a hostile application, after the sign-in ended elsewhere', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const party = await startRelyingParty();
  await registerLedgerly(administrator, oss, party);
  await createAda(administrator, oss);
  // No API accepts these values; a row written by other means may still contain them.
  await fillDatabase(
    oss,
    `update application_sign_in_experiences set display_name = '${hostile}', terms_of_use_url = 'javascript:alert(1)',
      branding = '{"logoUrl": "javascript:alert(1)", "darkLogoUrl": "data:text/html,x"}'`,
    `update users set avatar = 'javascript:alert(1)'`,
    `update organizations set name = '${hostile}'`,
  );
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 320, height: 640 } });
  const person = await context.newPage();
  const dialogs: string[] = [];
  person.on('dialog', (dialog) => dialogs.push(dialog.message()));
  await createSession(person.request, oss, ada.username, demoApp);
  await person.goto(`${party.url}/sign-in`);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText(`${hostile} möchte Ihr Konto verwenden`);
  await expect(person.getByRole('checkbox', { name: hostile })).toHaveCount(2);
  await expect(person.locator('main img')).toHaveCount(0);
  await expect(person.getByRole('link', { name: /Nutzungsbedingungen/ })).toHaveCount(0);
  await expectNarrow(person, 320);
  // Both buttons are visible, however long the page is.
  await expect(person.getByRole('button', { name: 'Erlauben' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(person);
  await context.clearCookies();
  await person.getByRole('button', { name: 'Erlauben' }).click();
  await expect(person).toHaveURL(/\/unknown-session/);
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Hier läuft keine Anmeldung');
  expect(dialogs).toEqual([]);
  await context.close();
  await party.stop();
});
