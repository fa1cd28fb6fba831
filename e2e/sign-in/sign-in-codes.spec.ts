import { expect, expectToFit, fillDatabase, watchConsole } from '../product.ts';
import { arrive, expectSignedIn, method, password, test, typeCode, wrongFor } from '../stage.ts';

const byEmailCode = {
  signUp: { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [] },
  signIn: { methods: [method('email', 'code')] },
};

test('a new user registers with a code and later signs in instead; a wrong code is reported at the boxes', async ({
  page,
  stage,
}) => {
  await stage.settings(byEmailCode);
  const complaints = watchConsole(page);
  const email = 'codes@fjord.example';
  await arrive(page, stage, { first_screen: 'register' });
  await expect(page.getByLabel('Email address')).toHaveAttribute('autocomplete', 'email');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).dblclick({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/register\/verification-code/);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/Resend in 0:5\d/)).toBeVisible();
  const { code } = await stage.message(email);
  expect(await stage.messages(email)).toHaveLength(1);

  await typeCode(page, wrongFor(code));
  await expect(page.getByText('The code is incorrect. Check the digits.')).toBeVisible();
  // The boxes are cleared, and the next digit is typed into the first one.
  const boxes = page.getByLabel('Six-digit code');
  await expect(boxes).toHaveValue('');
  await expect(boxes).toBeFocused();
  await expect(page.locator('.code-box').first()).toHaveClass(/now/);
  await expect(boxes).toHaveAccessibleDescription('The code is incorrect. Check the digits.');
  await expectToFit(page);
  // A reload keeps the page, the address and the countdown.
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/Resend in 0:/)).toBeVisible();
  await page.getByLabel('Six-digit code').focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '${code.slice(0, 3)} ${code.slice(3)}');
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }`);
  await expectSignedIn(page);

  // A known address can sign in with the same verification.
  await page.context().clearCookies();
  await arrive(page, stage, { first_screen: 'register' });
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await typeCode(page, (await stage.message(email, 2)).code);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in instead?');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectSignedIn(page);
  expect(complaints.filter((text) => !/ 4(00|22) /.test(text))).toEqual([]);
});

test('an unknown address can register with the same verification, after accepting the terms', async ({
  page,
  stage,
}) => {
  await stage.settings({
    ...byEmailCode,
    termsOfUseUrl: 'https://fjord.example/terms',
    agreeToTermsPolicy: 'ManualRegistrationOnly',
  });
  const email = 'unknown@fjord.example';
  await arrive(page, stage);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await typeCode(page, (await stage.message(email)).code);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account?');
  await expectToFit(page);
  await page.reload();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Select the checkbox to continue.')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectSignedIn(page);
});

test('with registration closed, an unknown address is reported after verification, with a next step', async ({
  page,
  stage,
}) => {
  await stage.settings({ ...byEmailCode, signInMode: 'SignIn' });
  const email = 'nobody@fjord.example';
  await arrive(page, stage);
  await expect(page.getByText('Create an account')).toHaveCount(0);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const boxes = page.getByLabel('Six-digit code');
  await boxes.pressSequentially('1x2 3');
  await expect(boxes).toHaveValue('123');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('4');
  await expect(boxes).toHaveValue('143');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter all six digits.')).toBeVisible();
  await boxes.fill('');
  await typeCode(page, (await stage.message(email)).code);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No account found');
  await page.getByRole('link', { name: 'Use a different one' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue(email);
});

test('password and code link to each other, and a phone number gets its country', async ({ page, stage }) => {
  await stage.settings({
    signUp: { identifiers: ['phone'], password: true, verify: true, secondaryIdentifiers: [] },
    signIn: { methods: [method('username', 'password'), method('email', 'both'), method('phone', 'both', false)] },
  });
  const person = { username: 'pia', primaryEmail: 'pia@fjord.example', primaryPhone: '4915112345678', password };
  await stage.api('post', '/api/users', person);
  await arrive(page, stage);
  const field = page.getByLabel('Username, email address, or phone number');
  await field.fill('0151 12345678');
  await page.getByLabel('Country code').selectOption({ label: 'Germany +49' });
  await expectToFit(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/sign-in\/verification-code/);
  await expect(page.getByText('+49')).toBeVisible();
  await stage.message(person.primaryPhone);
  await page.getByRole('link', { name: 'Use your password instead' }).click();
  await expect(page).toHaveURL(/\/sign-in\/password/);
  await page.reload();
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The account or password is incorrect.')).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(field).toHaveValue(/^\+49/);

  await field.fill(person.primaryEmail);
  await expect(page.getByLabel('Country code')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sign-in\/password/);
  const codeInstead = page.getByRole('button', { name: 'Use a code instead' });
  await expect(codeInstead).toHaveAccessibleDescription('');
  await codeInstead.click();
  await expect(page).toHaveURL(/\/sign-in\/verification-code/);
  await typeCode(page, (await stage.message(person.primaryEmail)).code);
  await expectSignedIn(page);

  // Next time the last used method is marked.
  await page.context().clearCookies();
  await arrive(page, stage);
  await field.fill(person.primaryEmail);
  await page.keyboard.press('Enter');
  await expect(codeInstead).toHaveAccessibleDescription('Last used');
  await expectToFit(page);
});

test('another code can be requested after a while, and replaces the first one', async ({ page, stage }) => {
  await stage.settings(byEmailCode);
  const email = 'again@fjord.example';
  await page.clock.install();
  await arrive(page, stage);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  const first = await stage.message(email);
  // The countdown starts only here.
  await expect(page.getByText(/Resend in/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend' })).toHaveCount(0);
  await page.clock.fastForward('01:00');
  // The server refuses another code for ten seconds of its own clock.
  await fillDatabase(stage.product, `update passcodes set created_at = created_at - interval '1 minute'`);
  // It also sends no two messages of the same type within two seconds, which is faster than a person can request them.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('We sent a new code.')).toBeAttached();
  const second = await stage.message(email, 2);
  if (first.code !== second.code) {
    await typeCode(page, first.code);
    await expect(page.getByText(/code is incorrect|no longer valid/)).toBeVisible();
  }
  await typeCode(page, second.code);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account?');
});
