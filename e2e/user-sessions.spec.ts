import type { Browser, Page } from '@playwright/test';
import { pathOf } from '@postern/contracts/endpoint';
import { type User, usersApi } from '@postern/contracts/people/users';
import { type Administrator, becomeAdministrator } from './administrator.ts';
import { expect, expectAccessible, expectToFit, type Product, test } from './product.ts';

const password = 'a sentence nobody guesses';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const createMaya = (administrator: Administrator) =>
  administrator.api<User>('post', usersApi.create.path, {
    username: 'maya',
    name: 'Maya Lindqvist',
    primaryEmail: 'maya@fjord.example',
    password,
  });

async function openDemoApp(browser: Browser, { endpoint }: Product, userAgent?: string): Promise<Page> {
  const page = await (await browser.newContext(userAgent ? { userAgent } : {})).newPage();
  await page.goto(`${endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
}

async function signIn(page: Page, secret = password): Promise<void> {
  await page.getByLabel('Username').fill('maya');
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
}

/** Starts a new sign-in of the demo app: it succeeds without a prompt if the session still exists. */
async function returnTo(page: Page, { endpoint }: Product): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(`${endpoint}/demo-app`);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('an administrator sees both devices of a user and signs one of them out', async ({ page, browser, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const maya = await createMaya(administrator);
  const computer = await openDemoApp(browser, oss);
  await signIn(computer);
  await expect(computer.getByText('Maya Lindqvist').first()).toBeVisible();
  const mobile = await openDemoApp(browser, oss, phone);
  await signIn(mobile);
  await expect(mobile.getByText('Maya Lindqvist').first()).toBeVisible();

  await page.goto(`${oss.consoleUrl}/users/${maya.id}/settings`);
  await page.getByRole('link', { name: 'Sessions' }).click();
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(sessions.getByRole('row')).toHaveCount(3);
  const row = sessions.getByRole('row', { name: /Safari 18 on iOS 18/ });
  await expect(row).toContainText('password');
  await expect(row).toContainText('Demo app');
  await expect(row).toContainText('127.0.0.1');
  await expectToFit(page);

  await row.getByRole('button', { name: 'Sign out Safari 18 on iOS 18' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign out Safari 18 on iOS 18?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(sessions.getByRole('row')).toHaveCount(2);

  await returnTo(mobile, oss);
  await expect(mobile.getByLabel('Password', { exact: true })).toBeVisible();
  await returnTo(computer, oss);
  await expect(computer.getByText('Maya Lindqvist').first()).toBeVisible();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('No active sessions.')).toBeVisible();
  await returnTo(computer, oss);
  await expect(computer.getByLabel('Password', { exact: true })).toBeVisible();
  await computer.context().close();
  await mobile.context().close();
  administrator.expectNoComplaints();
});

test('the timeline shows a wrong password, a sign-in and changes, and links to their log entries', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const maya = await createMaya(administrator);
  await administrator.api('patch', pathOf(usersApi.update, { userId: maya.id }), { name: 'Maya L.' });
  const visitor = await openDemoApp(browser, oss);
  await signIn(visitor, 'something else');
  await expect(visitor.getByText('The account or password is incorrect.')).toBeVisible();
  await signIn(visitor);
  await expect(visitor.getByText('Maya L.').first()).toBeVisible();
  await visitor.context().close();

  await page.goto(`${oss.consoleUrl}/users/${maya.id}/timeline`);
  const timeline = page.getByRole('table', { name: 'Timeline' });
  await expect(async () => {
    await page.reload();
    await expect(timeline.getByRole('row')).toHaveCount(5, { timeout: 5000 });
  }).toPass();
  await expect(timeline.getByRole('link', { name: /Signed in/ })).toBeVisible();
  await expect(timeline.getByRole('row', { name: /Sign-in failed/ })).toContainText('Wrong password');
  await expect(timeline.getByRole('row', { name: /Account changed/ })).toContainText('name');
  await expectToFit(page);

  await page.getByRole('button', { name: 'Kind' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Failed attempts' }).click();
  await page.keyboard.press('Escape');
  await expect(timeline.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/kind=failedTry/);
  await timeline.getByRole('link', { name: /Sign-in failed/ }).click();
  await expect(page.getByText('Interaction.SignIn.Verification.Password.Submit').first()).toBeVisible();
  await page.goBack();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Logs' }).click();
  const logs = page.getByRole('table', { name: 'Log entries' });
  await expect(logs.getByRole('row', { name: /Sign-in: completed/ })).toBeVisible();
  await expectAccessible(page);
  administrator.expectNoComplaints();
});

test('empty and failed states are shown', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const maya = await createMaya(administrator);
  await page.goto(`${oss.consoleUrl}/users/${maya.id}/sessions`);
  await expect(page.getByText('No active sessions.')).toBeVisible();
  await expect(page.getByText('No application has a refresh token.')).toBeVisible();
  await expectAccessible(page);
  await page.route('**/sessions', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  );
  await page.reload();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.unroute('**/sessions');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No active sessions.')).toBeVisible();
  administrator.expectNoComplaints('ERR_FAILED');
});
