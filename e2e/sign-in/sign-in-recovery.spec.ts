import { expect, expectToFit } from '../product.ts';
import { arrive, expectSignedIn, method, password, test, typeCode } from '../stage.ts';

const next = 'another sentence nobody guesses';

test('a user who forgot their password verifies the address, sets a new password and signs in with it', async ({
  page,
  stage,
}) => {
  await stage.settings({
    signIn: { methods: [method('username', 'password'), method('email', 'password')] },
    passwordPolicy: { length: { min: 10 }, characterTypes: { min: 2 } },
  });
  const email = 'forgetful@fjord.example';
  await stage.api('post', '/api/users', { username: 'forgetful', primaryEmail: email, password });
  await arrive(page, stage);
  await page.getByLabel('Username or email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('no idea');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The account or password is incorrect.')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/forgot-password/);
  // The identifier typed before is prefilled.
  await expect(page.getByLabel('Email address or phone number')).toHaveValue(email);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(/\/forgot-password\/verification-code/);
  await typeCode(page, (await stage.message(email)).code);
  await expect(page).toHaveURL(/\/forgot-password\/reset/);
  await page.reload();

  const field = page.getByLabel('Password', { exact: true });
  const rules = page.getByRole('list', { name: 'Password rules' });
  await field.pressSequentially('short');
  await expect(rules.getByText('At least 10 characters: not met yet')).toBeVisible();
  await field.fill(`${password} 1`.slice(0, 12));
  await expect(rules.getByText('At least 10 characters: met')).toBeVisible();
  await expectToFit(page);
  await field.fill(password);
  await page.keyboard.press('Enter');
  await expect(rules.getByText('Different from your current password')).toBeVisible();
  await field.fill(next);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText('Your password was changed. Sign in with your new password.')).toBeVisible();
  await expectToFit(page);
  await expect(page.getByLabel('Username or email address')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(next);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
});

test('the link appears only if a code can be sent, and an unknown address is reported only after its code', async ({
  page,
  stage,
}) => {
  await stage.settings({ forgotPasswordMethods: [] });
  await arrive(page, stage);
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0);

  await stage.settings({ forgotPasswordMethods: ['EmailVerificationCode'] });
  const email = 'stranger@fjord.example';
  await arrive(page, stage, { first_screen: 'reset_password', login_hint: email });
  await expect(page).toHaveURL(/\/reset-password/);
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await typeCode(page, (await stage.message(email)).code);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No account found');
  await page.getByRole('link', { name: 'Use a different one' }).click();
  await expect(page).toHaveURL(/\/reset-password/);
});
