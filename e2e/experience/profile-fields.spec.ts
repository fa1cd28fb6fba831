import { type CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

test('a field is added, described, reordered by keyboard, shown on the real page, and deleted', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const stored = () => administrator.api<CustomProfileField[]>('get', customProfileFieldsApi.list.path);
  await administrator.api('post', customProfileFieldsApi.create.path, {
    name: 'nickname',
    type: 'Text',
    required: true,
    config: { minLength: 1, maxLength: 12 },
  });
  await page.goto(`${oss.consoleUrl}/sign-in-experience/collect-user-profile`);
  await page.getByRole('button', { name: 'Add field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a profile field' });
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Custom field' }).click();
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Shirt size');
  await dialog.getByRole('textbox', { name: 'Key' }).fill('shirtSize');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Selection' }).click();
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shirt size' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Options' }).fill('s:Small\nxl:Extra large');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();

  await page.getByRole('link', { name: 'Collect user profile' }).click();
  const rows = page.getByRole('table', { name: 'Profile fields' }).getByRole('row');
  await expect(rows).toHaveText([/Label/, /Nickname.*Text.*profile\.nickname/, /Shirt size.*Selection/]);
  await page.getByRole('button', { name: 'Move Shirt size', exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Order saved')).toBeVisible();
  expect((await stored()).map(({ name }) => name)).toEqual(['shirtSize', 'nickname']);

  const person = await page.context().newPage();
  await person.goto(`${oss.endpoint}/demo-app`);
  await person.getByRole('button', { name: 'Create account' }).click();
  await person.getByLabel('Username').fill('ada');
  await person.getByLabel('Password', { exact: true }).fill('a sentence nobody guesses');
  await person.keyboard.press('Enter');
  await expect(person.getByLabel('Shirt size')).toBeVisible();
  await expect(person.getByLabel('Nickname')).toBeVisible();
  await person.close();

  await page.getByRole('link', { name: 'Shirt size' }).click();
  await page.getByRole('button', { name: 'Delete field' }).click();
  await page
    .getByRole('dialog', { name: 'Delete the field “Shirt size”?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Field deleted')).toBeVisible();
  await expect(rows).toHaveText([/Label/, /Nickname/]);
  administrator.expectNoComplaints();
});
