import { readFile } from 'node:fs/promises';
import { request } from '@playwright/test';
import { confirmByPassword, createPerson, everything, expectTold, signIn } from '../account-person.ts';
import { createSession, demoApp, enterAccount } from '../account-session.ts';
import { expect } from '../product.ts';
import { test } from '../stage.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test('a user signs out other devices and takes back access, exports their data, and deletes the account', async ({
  browser,
  stage,
}) => {
  await stage.settings();
  await stage.api('patch', '/api/account-center', { enabled: true, fields: everything, deleteAccount: true });
  const email = 'leaving@harbor.example';
  const { id, username } = await createPerson(stage, { name: '<b>Ada</b>', primaryEmail: email });
  const { id: clubId } = await stage.api<{ id: string }>('post', '/api/applications', {
    name: 'Boat club',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [stage.product.endpoint + demoApp.callback], postLogoutRedirectUris: [] },
  });
  const elsewhere = async () => {
    const other = await request.newContext({ userAgent: phone });
    await createSession(other, stage.product, username, { ...demoApp, id: clubId });
    await other.dispose();
  };
  await elsewhere();
  const page = await enterAccount(browser, stage, username, '/account/devices');
  const devices = page.getByRole('region', { name: 'Where you are signed in' });

  await test.step('devices and applications lose their access', async () => {
    await page.getByRole('button', { name: 'Remove access: Boat club' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
    await confirmByPassword(page);
    await expectTold(page, 'Access of Boat club removed');
    await page.getByRole('button', { name: 'Sign out: Safari 18 on iOS 18' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await Promise.all([elsewhere(), elsewhere()]);
    await page.reload();
    await expect(devices.getByRole('listitem')).toHaveCount(3);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await confirmByPassword(page);
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('No applications have long-term access.')).toBeVisible();
  });

  await test.step('the export is a file, also one to read', async () => {
    await page.getByRole('link', { name: 'Your data' }).click();
    const take = async (button: RegExp) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      return readFile(await (await download).path(), 'utf8');
    };
    expect(JSON.parse(await take(/JSON/))).toMatchObject({ account: { id, username, name: '<b>Ada</b>' } });
    await expectTold(page, 'Data downloaded');
    const reader = await (await browser.newContext()).newPage();
    await reader.setContent(await take(/HTML/));
    await expect(reader.getByRole('cell', { name: '<b>Ada</b>' })).toBeVisible();
  });

  await test.step('the account is deleted, and its other tab signed out', async () => {
    const other = await page.context().newPage();
    await other.goto(`${stage.product.endpoint}/account`);
    await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account permanently?' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('heading', { name: 'Your account was deleted' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
    expect(await stage.api<object[]>('get', `/api/users?search=${id}`)).toEqual([]);
    // The messages about the new access and the deletion are sent after the response.
    await expect
      .poll(() => stage.api<object[]>('get', '/api/mailbox?page_size=100'))
      .toContainEqual(
        expect.objectContaining({
          recipient: email,
          subject: expect.stringMatching(/^Your account at \S+ was deleted$/),
        }),
      );
    await page.reload();
    await signIn(page, username);
    await expect(page.getByText(/incorrect/)).toBeVisible();
  });
  await stage.api('patch', '/api/account-center', { deleteAccount: false });
});
