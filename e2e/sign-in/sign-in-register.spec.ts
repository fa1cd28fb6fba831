import { expect, expectToFit } from '../product.ts';
import { arrive, expectSignedIn, method, password, test, typeCode } from '../stage.ts';

const signUp = (identifiers: string[], more: object = {}) => ({
  identifiers,
  password: false,
  verify: !(identifiers.length === 1 && identifiers[0] === 'username'),
  secondaryIdentifiers: [],
  ...more,
});

test('registers with email address or phone number, plus a username and a password', async ({ page, stage }) => {
  await stage.settings({
    signUp: signUp(['email', 'phone'], {
      password: true,
      secondaryIdentifiers: [{ identifier: 'username', verify: false }],
    }),
    signIn: { methods: [method('email', 'both'), method('phone', 'both')] },
  });
  await stage.api('post', '/api/users', { username: 'gone' });
  await arrive(page, stage, { first_screen: 'register' });
  await page.getByLabel('Email address or phone number').fill('+47 401 23 456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Check your phone')).toBeVisible();
  await typeCode(page, (await stage.message('4740123456')).code);
  await expect(page).toHaveURL(/\/continue\/username/);
  await page.getByLabel('Username').fill('gone');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This username is taken. Choose another one.')).toBeVisible();
  await expectToFit(page);
  await page.getByLabel('Username').fill('not_gone');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/continue\/password/);
  await expectToFit(page);
  await page.reload();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
});

test('registers with username and password, then a verified address; each refusal is reported at its field', async ({
  page,
  stage,
}) => {
  await stage.settings({
    signUp: {
      ...signUp(['username'], { password: true }),
      secondaryIdentifiers: [{ identifier: 'emailOrPhone', verify: true }],
    },
    passwordPolicy: { rejects: { pwned: true, words: ['fjord'] } },
    emailBlocklistPolicy: { customBlocklist: ['@blocked.example'] },
  });
  await stage.api('post', '/api/users', { username: 'taken', primaryEmail: 'used@fjord.example' });
  await arrive(page, stage, { first_screen: 'register' });
  await page.getByLabel('Username').fill('taken');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This username is taken. Choose another one.')).toBeVisible();
  await page.getByLabel('Username').fill('nora');
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not found in a data breach (this one was)')).toBeVisible();
  await expectToFit(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/continue\/emailOrPhone/);
  const field = page.getByLabel('Email address or phone number');
  await field.fill('me@blocked.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('me@blocked.example is not allowed.')).toBeVisible();
  await expectToFit(page);
  await field.fill('used@fjord.example');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/continue\/verification-code/);
  await typeCode(page, (await stage.message('used@fjord.example')).code);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Already in use');
  await page.getByRole('link', { name: 'Use a different one' }).click();
  await field.fill('nora@fjord.example');
  await page.keyboard.press('Enter');
  await typeCode(page, (await stage.message('nora@fjord.example')).code);
  await expectSignedIn(page);
});

test('username or address in one field: a username sets its password on a separate page', async ({ page, stage }) => {
  await stage.settings({
    signUp: signUp(['username', 'email'], { password: true }),
    signIn: { methods: [method('username', 'password'), method('email', 'both')] },
  });
  await stage.api('post', '/api/users', { username: 'occupied' });
  await arrive(page, stage, { first_screen: 'register' });
  const field = page.getByLabel('Username or email address');
  await field.fill('occupied');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/register\/password/);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/register(\?|$)/);
  await expect(page.getByText('This username is taken. Choose another one.')).toBeVisible();
  await field.fill('vacant');
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/continue\/email/);
  await page.getByLabel('Email address').fill('vacant@fjord.example');
  await page.keyboard.press('Enter');
  await typeCode(page, (await stage.message('vacant@fjord.example')).code);
  await expectSignedIn(page);
});

test('terms are accepted by continuing or with a checkbox, and registration can be for providers or the only page', async ({
  page,
  stage,
}) => {
  const documents = { termsOfUseUrl: 'https://fjord.example/terms', privacyPolicyUrl: 'https://fjord.example/privacy' };
  await stage.settings({ ...documents, agreeToTermsPolicy: 'Automatic' });
  await arrive(page, stage);
  await expect(page.getByText(/By continuing you agree/)).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  await stage.settings({ ...documents, agreeToTermsPolicy: 'Manual' });
  await stage.api('post', '/api/users', { username: 'agreeable', password });
  await arrive(page, stage);
  await page.getByLabel('Username').fill('agreeable');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Select the checkbox to continue.')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await expectToFit(page);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectSignedIn(page);

  await page.context().clearCookies();
  await stage.settings({ ...documents, agreeToTermsPolicy: 'ManualRegistrationOnly' });
  await arrive(page, stage);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('checkbox')).toBeVisible();

  await stage.settings({ signUp: signUp([], { verify: false }) });
  await arrive(page, stage, { first_screen: 'register' });
  await expect(page.getByText('Registration is not available.')).toBeVisible();
  await stage.settings({ signInMode: 'Register' });
  await arrive(page, stage);
  await expect(page).toHaveURL(/\/register/);
});
