import type { User } from '@postern/contracts/people/users';
import { expect, expectToFit } from '../product.ts';
import { arrive, expectSignedIn, password, test } from '../stage.ts';

const part = (name: string, required = false) => ({ enabled: true, name, type: 'Text', required });

const fields = [
  {
    name: 'fullname',
    type: 'Fullname',
    required: true,
    config: { parts: [part('givenName', true), part('familyName')] },
  },
  {
    name: 'nickname',
    type: 'Text',
    label: 'Nickname',
    description: 'As friends call you',
    required: true,
    config: { minLength: 2, maxLength: 10, placeholder: 'Bo' },
  },
  { name: 'shoeSize', type: 'Number', label: 'Shoe size', required: true, config: { minValue: 20, maxValue: 50 } },
  { name: 'birthdate', type: 'Date', label: 'Birthday', required: true, config: { format: 'dd/MM/yyyy' } },
  { name: 'newsletter', type: 'Checkbox', label: 'Send me news', required: false, config: { defaultValue: 'false' } },
  {
    name: 'plan',
    type: 'Select',
    label: 'Plan',
    required: true,
    config: { options: [{ value: 'small', label: 'Small' }, { value: 'large' }] },
  },
  { name: 'website', type: 'Url', label: 'Website', required: false },
  { name: 'badge', type: 'Regex', label: 'Badge', required: true, config: { format: '^[A-Z]{2}\\d{3}$' } },
  {
    name: 'address',
    type: 'Address',
    label: 'Home',
    required: true,
    config: { parts: [part('locality', true), part('country')] },
  },
];

test('a new user fills in all nine field types with validation, and the account stores the values', async ({
  page,
  stage,
}) => {
  await stage.settings();
  await stage.api('post', '/api/custom-profile-fields/batch', fields);
  await arrive(page, stage, { first_screen: 'register' });
  await page.getByLabel('Username').fill('detailed');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/continue\/extra-profile/);
  await expect(page.getByLabel('First name')).toBeFocused();

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Fill in this field.')).toHaveCount(7);
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectToFit(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Nickname').fill('A');
  await page.getByLabel('Shoe size').fill('7');
  await page.getByLabel('Birthday').fill('1990-02-01');
  await page.getByLabel('Plan').selectOption('large');
  await page.getByLabel('Website (optional)').fill('fjord');
  await page.getByLabel('Badge').fill('x');
  await page.getByLabel('City').fill('Bergen');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter at least 2 characters.')).toBeVisible();
  await expect(page.getByText('Enter at least 20.')).toBeVisible();
  await expect(page.getByText(/Enter a web address/)).toBeVisible();
  await expect(page.getByText('The format is not valid.')).toBeVisible();
  await page.getByLabel('Nickname').fill('Addi');
  await page.getByLabel('Shoe size').fill('38,5');
  await page.getByLabel('Website (optional)').fill('https://fjord.example');
  await page.getByLabel('Badge').fill('AB123');
  await page.getByLabel('Send me news').check();

  // Errors found only by the server are shown at their field too.
  await page.route('**/api/experience/profile', async (route) => {
    const body = route.request().postDataJSON();
    await route.continue({ postData: { ...body, values: { ...body.values, badge: 'zz' } } });
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This value is not accepted. Check your input.')).toBeVisible();
  await expect(page.getByLabel('Badge')).toBeFocused();
  await page.unroute('**/api/experience/profile');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);

  const [user] = await stage.api<User[]>('get', '/api/users?search=detailed');
  expect(user?.profile).toMatchObject({
    givenName: 'Ada',
    nickname: 'Addi',
    birthdate: '01/02/1990',
    website: 'https://fjord.example',
    address: { locality: 'Bergen' },
  });
  expect(user?.customData).toMatchObject({ shoeSize: 38.5, newsletter: true, plan: 'large', badge: 'AB123' });
  await Promise.all(fields.map(({ name }) => stage.api('delete', `/api/custom-profile-fields/${name}`)));
});
