import { expect } from '../product.ts';
import { arrive, expectSignedIn, method, password, test, typeCode } from '../stage.ts';

const next = 'another sentence nobody guesses';

test('a user who forgot their password verifies the address, sets a new password and signs in with it', async ({
  page,
  stage,
}) => {
  await stage.settings({ signIn: { methods: [method('username', 'password'), method('email', 'password')] } });
  const email = 'forgetful@fjord.example';
  await stage.api('post', '/api/users', { username: 'forgetful', primaryEmail: email, password });
  await arrive(page, stage, { first_screen: 'reset_password', login_hint: email });
  await page.getByRole('button', { name: 'Send code' }).click();
  await typeCode(page, (await stage.message(email)).code);
  await expect(page).toHaveURL(/\/forgot-password\/reset/);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Different from your current password')).toBeVisible();
  await field.fill(next);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password was changed. Sign in with your new password.')).toBeVisible();
  await expect(page.getByLabel('Username or email address')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(next);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
});
