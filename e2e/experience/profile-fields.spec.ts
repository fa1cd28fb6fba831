import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, test } from '../product.ts';
import { visit } from '../visit.ts';

test('fields are added, described, reordered by keyboard, shown on the real page, and deleted', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const stored = () => administrator.api<CustomProfileField[]>('get', '/api/custom-profile-fields');
  await page.goto(`${oss.consoleUrl}/sign-in-experience/collect-user-profile`);
  await expect(page.getByRole('heading', { name: 'No profile fields yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Add field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a profile field' });
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Nickname' }).click();
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nickname' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Maximum length' }).fill('0');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('textbox', { name: 'Maximum length' })).toHaveAccessibleDescription(
    /must not be less than/,
  );
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Maximum length' }).fill('12');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);
  expect(await stored()).toMatchObject([{ name: 'nickname', config: { maxLength: 12 } }]);
  await page.getByRole('link', { name: 'Collect user profile' }).click();

  await page.getByRole('button', { name: 'Add field' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Custom field' }).click();
  const key = dialog.getByRole('textbox', { name: 'Key' });
  await key.fill('shirt size');
  await page.keyboard.press('Enter');
  await expect(key).toHaveAccessibleDescription(/only letters and digits/);
  await expect(dialog.getByRole('textbox', { name: 'Label' })).toHaveAccessibleDescription(/Fill in this field/);
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Shirt size');
  await key.fill('username');
  await page.keyboard.press('Enter');
  await expect(key).toHaveAccessibleDescription(/username/);
  await key.fill('shirtSize');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Selection' }).click();
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shirt size' })).toBeVisible();
  await expect(page.getByText('customData.shirtSize')).toBeVisible();
  await page.getByRole('textbox', { name: 'Options' }).fill('s:Small\ns:Smaller');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('textbox', { name: 'Options' })).toHaveAccessibleDescription(/a unique value/);
  await page.getByRole('textbox', { name: 'Options' }).fill('s:Small\nxl:Extra large');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved').last()).toBeVisible();
  await expectToFit(page);

  await page.getByRole('link', { name: 'Collect user profile' }).click();
  const rows = page.getByRole('table', { name: 'Profile fields' }).getByRole('row');
  await expect(rows).toHaveText([/Label/, /Nickname.*Text.*profile\.nickname/, /Shirt size.*Selection/]);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Move Shirt size', exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(rows).toHaveText([/Label/, /Shirt size/, /Nickname/]);
  await expect(page.getByRole('button', { name: 'Move Shirt size', exact: true })).toBeFocused();
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

  await visit(page, `${oss.consoleUrl}/sign-in-experience/collect-user-profile/fields/shirtSize`);
  await page.getByRole('button', { name: 'Delete field' }).click();
  await page
    .getByRole('dialog', { name: 'Delete the field “Shirt size”?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Field deleted')).toBeVisible();
  await expect(rows).toHaveText([/Label/, /Nickname/]);

  // Parts of a full name are selected.
  await page.getByRole('button', { name: 'Add field' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Full name' }).click();
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect(page.getByText('profile.givenName, profile.familyName')).toBeVisible();
  const part = (name: string) => page.getByRole('group', { name, exact: true });
  await part('Given name').getByRole('checkbox', { name: 'Given name' }).uncheck();
  await part('Family name').getByRole('checkbox', { name: 'Family name' }).uncheck();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Show at least one part.')).toBeVisible();
  await expectToFit(page);
  await part('Family name').getByRole('checkbox', { name: 'Family name' }).check();
  await part('Family name').getByRole('checkbox', { name: 'Required' }).uncheck();
  await part('Family name').getByRole('textbox').fill('Surname');
  await page.keyboard.press('Control+s');
  const parts = async () => {
    const { config } = await administrator.api<CustomProfileField>('get', '/api/custom-profile-fields/fullname');
    return config.parts?.filter(({ enabled }) => enabled);
  };
  await expect.poll(parts).toMatchObject([{ name: 'familyName', label: 'Surname', required: false }]);
  await visit(page, `${oss.consoleUrl}/sign-in-experience/collect-user-profile/fields/nothing`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  administrator.expectNoComplaints(400, 404, 422);
});
