import { readFile } from 'node:fs/promises';
import { request } from '@playwright/test';
import { confirmByPassword, createPerson, everything, expectTold } from '../account-person.ts';
import { createSession, demoApp, enterAccount } from '../account-session.ts';
import { expect, expectToFit } from '../product.ts';
import { test } from '../stage.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test.beforeEach(async ({ stage }) => {
  await stage.settings();
  await stage.api('patch', '/api/account-center', { enabled: true, fields: everything, deleteAccount: false });
});

test('a user exports their data as JSON and HTML, within the rate limit', async ({ browser, stage }) => {
  const { id, username } = await createPerson(stage, { name: '<b>Ada</b>', customData: { seat: 12 } });
  const page = await enterAccount(browser, stage, username, '/account/data');
  await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0);
  // One confirmation covers all exports.
  const take = async (button: RegExp, isFirst = false) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    if (isFirst) {
      await confirmByPassword(page);
    }
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const json = await take(/JSON/, true);
  expect(json.name).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(json.text)).toMatchObject({
    account: { id, username, name: '<b>Ada</b>', customData: { seat: 12 } },
  });
  await expectTold(page, 'Data downloaded');
  const html = await take(/HTML/);
  const reader = await (await browser.newContext()).newPage();
  await reader.setContent(html.text);
  await expect(reader.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await expect(reader.getByRole('cell', { name: '<b>Ada</b>' })).toBeVisible();
  for (let turn = 0; turn < 3; turn += 1) {
    await take(/JSON/);
  }
  await page.getByRole('button', { name: /JSON/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Too many attempts' })).toBeInViewport();
  await expectToFit(page);
});

test('signs out devices one by one and all at once, and revokes the access of an application', async ({
  browser,
  stage,
}) => {
  const { username } = await createPerson(stage);
  const page = await enterAccount(browser, stage, username, '/account/devices');
  const devices = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('listitem')).toContainText('This device');
  await expect(page.getByText('No applications have long-term access.')).toBeVisible();
  const elsewhere = async () => {
    const other = await request.newContext({ userAgent: phone });
    await createSession(other, stage.product, username, demoApp);
    await other.dispose();
  };
  await elsewhere();
  await page.reload();
  await expect(devices.getByRole('listitem').nth(1)).toContainText('Safari 18 on iOS 18');
  await expect(devices.getByRole('listitem').nth(1)).toContainText('Demo app');
  const applications = page.getByRole('region', { name: 'Applications with access' });
  await expect(applications.getByRole('listitem')).toContainText('Demo app');
  await expectToFit(page);

  await page.getByRole('button', { name: 'Remove access: Demo app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
  await confirmByPassword(page);
  await expectTold(page, 'Access of Demo app removed');
  await expect(page.getByText('No applications have long-term access.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out: Safari 18 on iOS 18' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);

  await Promise.all([elsewhere(), elsewhere()]);
  await page.reload();
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await confirmByPassword(page);
  await expectTold(page, 'Signed out everywhere else');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('No applications have long-term access.')).toBeVisible();
});
