import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, endTest, method, openPage, reloadPage } from '../../testing/open-page.tsx';

afterEach(endTest);

const email = 'forgetful@fjord.example';
const boxes = page.getByLabelText('Six-digit code');

test('a forgotten password is replaced after a code, by one that follows the rules and differs', async () => {
  await openPage('/sign-in', {
    experience: {
      signIn: { methods: [method('username', 'password'), method('email', 'password')] },
      passwordPolicy: { length: { min: 10 }, characterTypes: { min: 2 } },
    },
  });
  const first = page.getByLabelText('Username or email address');
  await first.fill(email);
  await page.getByLabelText('Password', { exact: true }).fill('no idea');
  api.on(signInApi.verifyPassword, refuse('session.invalid_credentials'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The account or password is incorrect.')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The identifier typed before is prefilled.
  await expect.element(page.getByLabelText('Email address or phone number')).toHaveValue(email);
  await expectToFit();
  await page.getByRole('button', { name: 'Send code' }).click();
  // The server asks for the new password by refusing the end of the sign-in.
  api.on(signInApi.submit, refuse('user.new_password_required_in_profile'));
  await userEvent.type(boxes, '123456');
  await expect.element(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  api.on(signInApi.submit, undefined);
  await reloadPage();

  const field = page.getByLabelText('Password', { exact: true });
  const rules = page.getByRole('list', { name: 'Password rules' });
  await userEvent.type(field, 'short');
  await expect.element(rules.getByText(/^At least 10 characters\W+not met yet$/)).toBeVisible();
  await field.fill('a sentence 1');
  await expect.element(rules.getByText(/^At least 10 characters\W+met$/)).toBeVisible();
  await expectAccessible();
  api.on(signInApi.setPassword, refuse('user.same_password'));
  await userEvent.keyboard('{Enter}');
  await expect.element(rules.getByText(/^Different from your current password/)).toBeVisible();
  await expectToFit();
  api.on(signInApi.setPassword, undefined);
  await field.fill('another sentence 1');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect.element(page.getByText('Your password was changed. Sign in with your new password.')).toBeVisible();
  await expectToFit();
  await expect.element(first).toHaveValue(email);
});

test('an expired password is replaced like a forgotten one, and the page says why', async () => {
  await openPage('/sign-in', {
    experience: { signIn: { methods: [method('username', 'password'), method('email', 'password')] } },
  });
  await page.getByLabelText('Username or email address').fill(email);
  await page.getByLabelText('Password', { exact: true }).fill('right but old');
  api.on(signInApi.verifyPassword, refuse('password.expired'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Your password has expired' })).toBeVisible();
  await expect.element(page.getByLabelText('Email address or phone number')).toHaveValue(email);
  await expect.element(page.getByText('Remember your password?')).not.toBeInTheDocument();
  await expectToFit();
  await reloadPage();
  await expect.element(page.getByRole('heading', { name: 'Your password has expired' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByText('Your password has expired. Choose a new one to sign in.')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  api.on(signInApi.submit, refuse('user.new_password_required_in_profile'));
  await userEvent.type(boxes, '123456');
  await expect.element(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
});

test('an application can open the page with an address, and an unknown one is reported after its code', async () => {
  await openPage(`/reset-password?login_hint=${email}`, {
    experience: { forgotPassword: { email: true, phone: false } },
  });
  await expect.element(page.getByLabelText('Email address')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  api.on(signInApi.identify, refuse('user.user_not_exist'));
  await userEvent.type(boxes, '123456');
  await expect.element(page.getByRole('heading', { level: 1, name: 'No account found' })).toBeVisible();
  await page.getByRole('link', { name: 'Use a different one' }).click();
  await expect.element(page.getByLabelText('Email address')).toHaveValue(email);
  expect(location.pathname).toBe('/reset-password');
});

const link = `/reset-password?one_time_token=secret&login_hint=${encodeURIComponent(email)}`;

test('a link for a new password needs no code, also where no codes are sent', async () => {
  const events: unknown[] = [];
  api.on(signInApi.start, ({ body }) => {
    events.push(body.interactionEvent);
  });
  api.on(signInApi.verifyOneTimeToken, ({ body }) => {
    events.push(body);
    return { verificationId: 'proven' };
  });
  api.on(signInApi.identify, ({ body }) => {
    events.push(body);
  });
  await openPage(link, { experience: { forgotPassword: { email: false, phone: false } } });
  await expect.element(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  expect(location.pathname).toBe('/forgot-password/reset');
  expect(events).toEqual([
    'ForgotPassword',
    { identifier: { type: 'email', value: email }, token: 'secret' },
    { verificationId: 'proven' },
  ]);
  await expectToFit();
});

test('a link for a new password that cannot be used is explained', async () => {
  api.on(signInApi.start, undefined);
  api.on(signInApi.verifyOneTimeToken, refuse('one_time_token.token_expired'));
  await openPage(link);
  await expect.element(page.getByText('The link has expired.', { exact: false })).toBeVisible();
  expect(location.pathname).toBe('/one-time-token/error');
});
