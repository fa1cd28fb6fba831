import type { User } from '@postern/contracts/people/users';
import { expect } from '../product.ts';
import { arrive, expectSignedIn, method, password, test, typeCode } from '../stage.ts';

test('a new user registers with a phone number, a free username, a password and the details that the tenant asks for', async ({
  page,
  stage,
}) => {
  await stage.settings({
    signUp: {
      identifiers: ['email', 'phone'],
      password: true,
      verify: true,
      secondaryIdentifiers: [{ identifier: 'username', verify: false }],
    },
    signIn: { methods: [method('email', 'both'), method('phone', 'both')] },
    passwordPolicy: { rejects: { pwned: true } },
    termsOfUseUrl: 'https://fjord.example/terms',
    agreeToTermsPolicy: 'ManualRegistrationOnly',
  });
  const fields = [
    { name: 'birthdate', type: 'Date', label: 'Birthday', required: true, config: { format: 'dd/MM/yyyy' } },
    { name: 'shoeSize', type: 'Number', label: 'Shoe size', required: true, config: { minValue: 20 } },
  ];
  await stage.api('post', '/api/custom-profile-fields/batch', fields);
  await stage.api('post', '/api/users', { username: 'gone' });
  await arrive(page, stage, { first_screen: 'register' });
  await page.getByLabel('Email address or phone number').fill('+47 401 23 456');
  await page.getByRole('checkbox').check();
  await page.keyboard.press('Enter');
  await typeCode(page, (await stage.message('4740123456')).code);
  await page.getByLabel('Username').fill('gone');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This username is taken. Choose another one.')).toBeVisible();
  await page.getByLabel('Username').fill('not_gone');
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not found in a data breach (this one was)')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Birthday').fill('1990-02-01');
  await page.getByLabel('Shoe size').fill('38,5');
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
  const [user] = await stage.api<User[]>('get', '/api/users?search=not_gone');
  expect(user).toMatchObject({
    primaryPhone: '4740123456',
    profile: { birthdate: '01/02/1990' },
    customData: { shoeSize: 38.5 },
  });
  await Promise.all(fields.map(({ name }) => stage.api('delete', `/api/custom-profile-fields/${name}`)));
});
