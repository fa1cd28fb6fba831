import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { application } from '../../testing/answer-sign-in.ts';
import { api, endTest, leftFor, method, openPage } from '../../testing/open-page.tsx';

afterEach(endTest);

const phrase = 'a sentence nobody guesses';
const password = page.getByLabelText('Password', { exact: true });
const taken = page.getByText('This username is taken. Choose another one.');

async function fillIn(username: string, secret = phrase): Promise<void> {
  await page.getByLabelText('Username').fill(username);
  await password.fill(secret);
  await userEvent.keyboard('{Enter}');
}

test('a taken username and a password from a data breach are reported at their fields', async () => {
  api.on(signInApi.newPasswordIdentity, refuse('user.username_already_in_use'));
  await openPage('/register');
  await fillIn('taken');
  await expect.element(taken).toBeVisible();
  await expect.element(page.getByLabelText('Username')).toHaveFocus();
  api.on(signInApi.newPasswordIdentity, refuse('password.rejected', [{ code: 'password_rejected.pwned' }]));
  await fillIn('nora', 'password');
  await expect.element(page.getByText(/^Not found in a data breach \(this one was\)/)).toBeVisible();
  await expectToFit();
});

test('the rules for usernames are under the field, and a name that breaks them is not sent', async () => {
  const allowedChars = { lowercase: true, uppercase: false, numbers: true, underscore: false };
  const usernamePolicy = { caseSensitive: false, minLength: 3, maxLength: 20, allowedChars };
  await openPage('/register', { experience: { usernamePolicy } });
  const rules = 'Use 3 to 20 characters. Use only lowercase letters and digits.';
  await expect.element(page.getByLabelText('Username')).toHaveAccessibleDescription(rules);
  for (const name of ['No', 'Nora', 'nora_b', 'x'.repeat(21)]) {
    await fillIn(name);
    await expect.element(page.getByLabelText('Username')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(rules)).toBeVisible();
  }
  expect(api.requestsOf(signInApi.newPasswordIdentity)).toEqual([]);
  await expectToFit();
  api.on(signInApi.newPasswordIdentity, refuse('user.username_too_short'));
  await fillIn('nora1');
  await expect.element(page.getByText(/A username needs at least/)).toBeVisible();
});

test('a registration whose last response was lost continues with the created account', async () => {
  api.on(signInApi.submit, failWith(0));
  await openPage('/register');
  await fillIn('lost_answer');
  await expect.element(page.getByText(/No connection to the server/)).toBeVisible();
  api.on(signInApi.submit, { redirectTo: application });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(leftFor).toEqual([application]);
  expect(api.requestsOf(signInApi.newPasswordIdentity)).toHaveLength(1);
});

test('username or address in one field: a username sets its password on another page, which returns if it is taken', async () => {
  api.on(signInApi.newPasswordIdentity, refuse('user.username_already_in_use'));
  await openPage('/register', {
    experience: {
      signUp: { identifiers: ['username', 'email'], password: true, verify: true, secondaryIdentifiers: [] },
      signIn: { methods: [method('username', 'password'), method('email', 'both')] },
    },
  });
  const field = page.getByLabelText('Username or email address');
  await field.fill('occupied');
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveFocus();
  expect(location.pathname).toBe('/register/password');
  await expectToFit();
  await password.fill(phrase);
  await userEvent.keyboard('{Enter}');
  await expect.element(taken).toBeVisible();
  expect(location.pathname).toBe('/register');
  await field.fill('vacant');
  await userEvent.keyboard('{Enter}');
  await password.fill(phrase);
  api.on(signInApi.newPasswordIdentity, { verificationId: 'proof' });
  api.on(signInApi.identify, refuse('user.missing_profile', { missingProfile: ['email'] }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Add your email address' })).toBeVisible();
  expect(location.pathname).toBe('/continue/email');
});

test('an application can ask for phone numbers only, with the country of the browser', async () => {
  await openPage('/identifier-register?identifier=phone', {
    experience: {
      signUp: { identifiers: ['email', 'phone'], password: false, verify: true, secondaryIdentifiers: [] },
    },
  });
  await expect.element(page.getByLabelText('Phone number')).toHaveAttribute('autocomplete', 'tel');
  await expect.element(page.getByLabelText('Country code')).toHaveValue('US');
});

test('registration can be for providers only, and closed', async () => {
  await openPage('/register', {
    experience: { signUp: { identifiers: [], password: false, verify: false, secondaryIdentifiers: [] } },
  });
  await expect.element(page.getByText('Registration is not available.')).toBeVisible();
  await openPage('/register', { experience: { signInMode: 'SignIn' } });
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
