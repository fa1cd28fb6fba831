import type { Page } from '@playwright/test';
import { pathOf } from '@postern/contracts/endpoint';
import { type User, usersApi } from '@postern/contracts/people/users';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, test } from '../product.ts';

const createUser = async ({ api }: Administrator, body: object) =>
  (await api<User>('post', usersApi.create.path, body)).id;

async function save(page: Page) {
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
}

test('a profile is edited as fields and as JSON, is not lost, and gets a picture', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const { api } = administrator;
  for (const field of [
    { name: 'shirtSize', type: 'Select', label: 'Shirt size', config: { options: [{ value: 's', label: 'Small' }] } },
    { name: 'seats', type: 'Number', label: 'Seats', config: {} },
    { name: 'news', type: 'Checkbox', label: 'Newsletter', config: { defaultValue: 'false' } },
  ]) {
    await api('post', '/api/custom-profile-fields', { ...field, required: false });
  }
  const userId = await createUser(administrator, {
    username: 'maya',
    customData: { plan: 'gold' },
    profile: { address: { country: 'Sweden' } },
  });
  await createUser(administrator, { username: 'taken', name: 'Tove Taken', primaryEmail: 'tove@fjord.example' });
  await page.goto(`${oss.consoleUrl}/users/${userId}`);

  const email = page.getByLabel('Email', { exact: true });
  await email.fill('Tove@Fjord.Example');
  await expect(email).toHaveAccessibleDescription('This already belongs to Tove Taken.');
  await email.fill('');
  await page.getByLabel('Username', { exact: true }).fill('taken');
  await expect(page.getByText('This already belongs to Tove Taken.')).toBeVisible();
  await page.getByLabel('Username', { exact: true }).fill('maya');
  await expect(page.getByText('This already belongs to Tove Taken.')).toHaveCount(0);

  await page.getByLabel('Given name').fill('Maya');
  await page.getByLabel('Country').fill('');
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const profile = page.getByRole('textbox', { name: 'Profile (JSON)' });
  await expect(profile).toHaveText('{  "givenName": "Maya"}');
  await profile.fill('{"givenName": "Maya", "locale": "sv-SE"}');
  await page.getByRole('button', { name: 'Edit as fields' }).click();
  await expect(page.getByLabel('Language and region')).toHaveValue('sv-SE');

  await page.getByRole('combobox', { name: 'Shirt size' }).click();
  await page.getByRole('option', { name: 'Small' }).click();
  await page.getByLabel('Seats').fill('12');
  await page.getByLabel('Newsletter').check();
  const customData = page.getByRole('textbox', { name: 'Custom data (JSON)' });
  await expect(customData).toContainText('"seats": 12');
  await expectToFit(page);
  await save(page);
  expect(await api<User>('get', pathOf(usersApi.get, { userId }))).toMatchObject({
    username: 'maya',
    profile: { givenName: 'Maya', locale: 'sv-SE' },
    customData: { plan: 'gold', shirtSize: 's', seats: 12, news: true },
  });

  await customData.fill('{"plan": gold}');
  await page.keyboard.press('Control+s');
  await expect(customData).toHaveAccessibleDescription(/Line 1: a value is missing/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Roles' }).last().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(customData).toHaveText('{"plan": gold}');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(customData).toContainText('"plan": "gold"');

  await test.step('a picture is uploaded, rejected by its type, and shown in the header', async () => {
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload: Avatar URL' }).click();
      await (await chooser).setFiles({ name, mimeType, buffer });
    };
    await choose('me.exe', 'application/octet-stream', Buffer.from('MZ'));
    await expect(page.getByRole('alert')).toContainText('Use a file of one of these types');
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="red"/></svg>';
    await choose('me.svg', 'image/svg+xml', Buffer.from(picture));
    await expect(page.getByLabel('Avatar URL', { exact: true })).toHaveValue(/^http.*\.svg$/);
    await save(page);
    await expect(page.locator('h1').locator('xpath=ancestor::section').locator('img')).toBeVisible();
  });
  administrator.expectNoComplaints();
});
