import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { changesApi } from '@postern/contracts/records/changes';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, type Product, test } from '../product.ts';
import { visit } from '../visit.ts';

/** Goes to a page and waits until its window follows the changes. */
async function openWatched(page: Page, url: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().endsWith(changesApi.watch.path));
  await page.goto(url);
  expect((await stream).status()).toBe(200);
}

/** A second browser of the same administrator. */
async function secondBrowser(page: Page, context: BrowserContext): Promise<Page> {
  const state = await page.context().storageState();
  await context.addCookies(state.cookies);
  const [origin] = state.origins;
  await context.addInitScript((items) => {
    for (const { name, value } of items) {
      localStorage.setItem(name, value);
    }
  }, origin?.localStorage ?? []);
  return context.newPage();
}

/**
 * Two seconds, or the time that this browser needs for forty small requests, if that is longer: what slows the product
 * down, such as other programs on this machine, slows them down too.
 */
async function soon(page: Page, check: (options: { timeout: number }) => Promise<void>): Promise<void> {
  const end = Date.now() + 2000;
  for (let requests = 0; requests < 40 || Date.now() < end; requests += 1) {
    await page.evaluate(async () => (await fetch('/livez')).text());
    const isSeen = await check({ timeout: 20 }).then(
      () => true,
      () => false,
    );
    if (isSeen) {
      return;
    }
  }
  await check({ timeout: 1 });
}

test('lists and forms show what changes elsewhere within two seconds, without moving under the pointer', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const create = (name: string) =>
    administrator.api<Application>('post', applicationsApi.create.path, { name, type: 'SPA' });
  const first = await create('Night run');
  await openWatched(page, `${oss.consoleUrl}/applications`);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Night run')).toBeVisible();
  const show = page.getByRole('button', { name: 'Show', exact: true });

  await test.step('with the pointer elsewhere a new row appears', async () => {
    await page.mouse.move(0, 0);
    await create('Day run');
    await soon(page, (limit) => expect(row('Day run')).toBeVisible(limit));
    await expect(show).toBeHidden();
  });

  await test.step('with the pointer inside, contents change in place, and new rows wait', async () => {
    await row('Night run').hover();
    await administrator.api('patch', pathOf(applicationsApi.update, { id: first.id }), { name: 'Midnight run' });
    await soon(page, (limit) => expect(row('Midnight run')).toBeVisible(limit));
    await expect(show).toBeHidden();
    const before = await row('Midnight run').boundingBox();
    await create('Morning run');
    await soon(page, (limit) => expect(page.getByText('1 change', { exact: true })).toBeVisible(limit));
    await create('Noon run');
    await soon(page, (limit) => expect(page.getByText('2 changes', { exact: true })).toBeVisible(limit));
    expect(await row('Midnight run').boundingBox()).toEqual(before);
    await expect(row('Morning run')).toBeHidden();
    await show.click();
    await expect(row('Morning run')).toBeVisible();
    await expect(row('Noon run')).toBeVisible();
    await expect(show).toBeHidden();
  });

  await test.step('waiting rows appear when the pointer leaves', async () => {
    await row('Noon run').hover();
    await administrator.api('delete', pathOf(applicationsApi.remove, { id: first.id }));
    await soon(page, (limit) => expect(show).toBeVisible(limit));
    await expect(row('Midnight run')).toHaveAttribute('data-gone', 'true');
    await page.mouse.move(0, 0);
    await expect(row('Midnight run')).toBeHidden();
    await expect(show).toBeHidden();
  });

  await test.step('with the keyboard in the list, rows wait as well', async () => {
    await row('Noon run').getByRole('link').first().focus();
    await page.keyboard.press('ArrowDown');
    await create('Evening run');
    await soon(page, (limit) => expect(show).toBeVisible(limit));
    await expectToFit(page);
    await show.press('Enter');
    await expect(row('Evening run')).toBeVisible();
  });

  await test.step('own changes appear at once', async () => {
    await row('Evening run').hover();
    await page.getByRole('button', { name: 'More actions for Evening run' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Evening run');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await soon(page, (limit) => expect(row('Evening run')).toBeHidden(limit));
    await expect(show).toBeHidden();
  });

  await test.step('many new users are shown without a reload', async () => {
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible();
    await page.mouse.move(0, 0);
    const names = Array.from({ length: 25 }, (_, index) => `person${index + 1}`);
    // Few at a time: a slow machine would refuse some of them.
    while (names.length > 0) {
      const some = names.splice(0, 5);
      await Promise.all(some.map((username) => administrator.api('post', usersApi.create.path, { username })));
    }
    await soon(page, (limit) => expect(page.getByText('1–20 of 25')).toBeVisible(limit));
  });

  await test.step('an open form refreshes, keeps what was typed, and says that its object changed or was deleted', () =>
    changeOpenForm(page, browser, oss, administrator));
});

async function changeOpenForm(page: Page, browser: Browser, oss: Product, administrator: Administrator): Promise<void> {
  const { id } = await administrator.api<Application>('post', applicationsApi.create.path, {
    name: 'Shop',
    type: 'SPA',
    description: 'Sells things',
    oidcClientMetadata: { redirectUris: ['https://shop.example/callback'], postLogoutRedirectUris: [] },
  });
  const settings = `${oss.consoleUrl}/applications/${id}/settings`;
  await visit(page, settings);
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  const context = await browser.newContext();
  const other = await secondBrowser(page, context);
  await openWatched(other, settings);
  const name = (window: Page) => window.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name(other)).toHaveValue('Shop');

  await test.step('the other browser shows a saved change', async () => {
    await name(page).fill('Book shop');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Changes saved')).toBeVisible();
    await soon(other, (limit) => expect(name(other)).toHaveValue('Book shop', limit));
    await expect(page.getByText('Changed elsewhere')).toBeHidden();
  });

  await test.step('unsaved input stays, with a notice', async () => {
    await other.getByRole('textbox', { name: /^Description/ }).fill('Sells books');
    await name(page).fill('Bookshop');
    await page.keyboard.press('Control+s');
    await soon(other, (limit) => expect(other.getByText(/Changed elsewhere/)).toBeVisible(limit));
    await expect(other.getByRole('textbox', { name: /^Description/ })).toHaveValue('Sells books');
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Discard' }).click();
    await expect(name(other)).toHaveValue('Bookshop');
    await expect(other.getByText(/Changed elsewhere/)).toBeHidden();
  });

  await test.step('input that is saved elsewhere is not unsaved any more', async () => {
    await name(other).fill('Shop of books');
    await expect(other.getByText('1 unsaved change')).toBeVisible();
    await name(page).fill('Shop of books');
    await page.keyboard.press('Control+s');
    await expect(other.getByText('1 unsaved change')).toBeHidden();
    await expect(name(other)).toHaveValue('Shop of books');
  });

  await test.step('deleted elsewhere: the page says so', async () => {
    await administrator.api('delete', pathOf(applicationsApi.remove, { id }));
    await soon(other, (limit) => expect(other.getByRole('heading', { name: 'This was deleted' })).toBeVisible(limit));
    await expect(other.getByText('It was deleted elsewhere while this page was open.')).toBeVisible();
  });
  await context.close();
}
