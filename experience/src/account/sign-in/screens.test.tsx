import { type Account, accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { errors } from '@postern/contracts/errors';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { confirmByPassword, valueIn } from '../../testing/account-page.ts';
import { ada, ways } from '../../testing/answer-account.ts';
import { api, endTest, openPage, reloadPage } from '../../testing/open-page.tsx';

let account: Account;

beforeEach(() => {
  account = ada({ primaryEmail: 'old@harbor.example' });
  api.on(accountApi.get, () => account);
  api.on(accountApi.setEmail, ({ body }) => {
    account = { ...account, primaryEmail: body.email };
    return undefined;
  });
  api.on(accountApi.setPhone, ({ body }) => {
    account = { ...account, primaryPhone: body.phone };
    return undefined;
  });
});

afterEach(endTest);

const button = (name: string) => page.getByRole('button', { name });
const verify = page.getByRole('dialog', { name: 'Confirm that it is you' });
const email = page.getByRole('textbox', { name: 'Email address' });
const boxes = page.getByLabelText('Six-digit code');
const enter = () => userEvent.keyboard('{Enter}');
const lost = failWith(0);

test('an email address is changed after a confirmation and a code; each mistake is reported at its field', async () => {
  await openPage('/account/sign-in');
  await button('Add: Phone number').click();
  await expect.element(verify).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => valueIn('Phone number')).toBe('Not set');
  await expectToFit();

  await button('Change: Email address').click();
  const current = verify.getByRole('textbox', { name: 'Password' });
  await expect.element(current).toHaveFocus();
  await expectAccessible();
  api.on(accountVerificationsApi.password, refuse('session.invalid_credentials'));
  await confirmByPassword('not the password');
  await expect.element(current).toHaveAccessibleDescription('The password is incorrect.');
  api.on(accountVerificationsApi.password, { verificationRecordId: 'proof', expiresAt: '2099-01-01T00:00:00Z' });
  await confirmByPassword();

  await expect.element(email).toHaveFocus();
  await expect.element(page.getByText('old@harbor.example gets a message about the change.')).toBeVisible();
  await email.fill('nothing like it');
  await enter();
  await expect.element(email).toHaveAccessibleDescription(/valid email address/);
  await email.fill('old@harbor.example');
  await enter();
  await expect.element(email).toHaveAccessibleDescription('You already use this one.');
  await email.fill('new@harbor.example');
  await button('Send code').dblClick();
  await expect.element(boxes).toHaveFocus();
  expect(api.requestsOf(accountVerificationsApi.sendCode)).toHaveLength(1);
  await expect.element(page.getByText(/Resend in/)).toBeVisible();
  await expectAccessible();
  api.on(accountVerificationsApi.verifyCode, refuse('verification_code.code_mismatch'));
  await userEvent.type(boxes, '123456');
  await expect.element(boxes).toHaveAccessibleDescription(/code is incorrect/);
  await expect.element(boxes).toHaveValue('');
  await expect.element(boxes).toHaveFocus();
  api.on(accountVerificationsApi.verifyCode, { verificationRecordId: 'code' });
  await userEvent.type(boxes, '123456');
  await expect.element(page.getByText('Email address saved')).toBeVisible();
  await expect.poll(() => valueIn('Email address')).toBe('new@harbor.example');
  await expect.element(button('Change: Email address')).toHaveFocus();
});

test('a phone number is added with its country and removed again', async () => {
  api.on(accountApi.removePhone, () => {
    account = { ...account, primaryPhone: null };
    return undefined;
  });
  await openPage('/account/sign-in');
  await button('Add: Phone number').click();
  await confirmByPassword();
  await expect.element(page.getByText(/^Text messages are less safe than/)).toBeVisible();
  await page.getByLabelText('Country code').selectOptions('DE');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('030 123456');
  await enter();
  await userEvent.type(boxes, '123456');
  await expect.poll(() => valueIn('Phone number')).toBe('+49 30 123456');
  await button('Remove: Phone number').click();
  const dialog = page.getByRole('dialog', { name: 'Remove +49 30 123456?' });
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Removed', { exact: true })).toBeVisible();
  await expect.poll(() => valueIn('Phone number')).toBe('Not set');
});

test('a username follows its rule and must be free', async () => {
  api.on(accountApi.update, refuse('user.username_already_in_use'));
  await openPage('/account/sign-in');
  await button('Change: Username').click();
  const field = page.getByRole('textbox', { name: 'Username' });
  await expect.element(field).toHaveValue('ada');
  await field.fill('1st');
  await enter();
  await expect.element(field).toHaveAccessibleDescription(/must not be a digit/);
  await field.fill('taken');
  await enter();
  await confirmByPassword();
  await expect.element(field).toHaveAccessibleDescription(/taken/);
  await expectAccessible();
  api.on(accountApi.update, ({ body }) => {
    account = { ...account, ...body };
    return account;
  });
  await field.fill('countess');
  await enter();
  await expect.element(page.getByText('Username saved')).toBeVisible();
  await expect.poll(() => valueIn('Username')).toBe('countess');
});

test('an address of another account is rejected after its code, and stays in the field', async () => {
  api.on(accountApi.setEmail, refuse('user.email_already_in_use'));
  await openPage('/account/sign-in');
  await button('Change: Email address').click();
  await confirmByPassword();
  await email.fill('theirs@harbor.example');
  await enter();
  await userEvent.type(boxes, '123456');
  await expect.element(email).toHaveValue('theirs@harbor.example');
  await expect.element(email).toHaveAccessibleDescription(/belongs to another account/);
  await expectAccessible();
});

test('a confirmation that has expired is asked for again, and nothing that was typed is lost', async () => {
  api.on(accountApi.setEmail, refuse('verification_record.permission_denied'));
  await openPage('/account/sign-in');
  await button('Change: Email address').click();
  await confirmByPassword();
  await email.fill('slow@harbor.example');
  await enter();
  await userEvent.type(boxes, '123456');
  await expect
    .element(page.getByText('The confirmation has expired, or it was for another account. Confirm again.'))
    .toBeVisible();
  await expectAccessible();
  api.on(accountApi.setEmail, ({ body }) => {
    account = { ...account, primaryEmail: body.email };
    return undefined;
  });
  await confirmByPassword();
  await expect.element(page.getByText('Email address saved')).toBeVisible();
  await expect.poll(() => valueIn('Email address')).toBe('slow@harbor.example');
});

test('lost responses need no second confirmation and no second code', async () => {
  await openPage('/account/sign-in');
  await button('Change: Email address').click();
  await confirmByPassword();
  await email.fill('lost@harbor.example');
  await enter();
  // The server handles both calls, but the page receives neither response.
  api.on(accountVerificationsApi.verifyCode, lost);
  await userEvent.type(boxes, '123456');
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  api.on(accountVerificationsApi.verifyCode, refuse('verification_code.not_found'));
  api.on(accountApi.setEmail, ({ body }) => {
    account = { ...account, primaryEmail: body.email };
    return lost;
  });
  await again.click();
  await expect.poll(() => account.primaryEmail).toBe('lost@harbor.example');
  await expect.element(again).toBeVisible();
  api.on(accountApi.setEmail, refuse('verification_record.not_found'));
  await again.click();
  await expect.element(page.getByText('Email address saved')).toBeVisible();
  await expect.poll(() => valueIn('Email address')).toBe('lost@harbor.example');
});

test('a person without a password confirms with a code and sets one that follows the policy', async () => {
  account = ada({ primaryEmail: 'codes@harbor.example', hasPassword: false });
  api.on(accountVerificationsApi.ways, ways({ password: false, email: 'codes@harbor.example' }));
  api.on(accountApi.setPassword, () => {
    account = { ...account, hasPassword: true };
    return undefined;
  });
  await openPage('/account/sign-in');
  await expect.poll(() => valueIn('Password')).toBe('You have no password yet');
  await button('Add: Password').click();
  await expect.element(verify.getByRole('button', { name: 'Send code' })).toBeVisible();
  await expect.element(verify.getByRole('textbox', { name: 'Password' })).not.toBeInTheDocument();
  await verify.getByRole('button', { name: 'Send code' }).click();
  await userEvent.type(boxes, '123456');
  const dialog = page.getByRole('dialog', { name: 'Choose a password' });
  const field = dialog.getByRole('textbox', { name: 'Password' });
  await expect.element(field).toHaveFocus();
  await field.fill('12345678');
  await expect.element(dialog.getByText(/^Fewer simple sequences/)).toBeVisible();
  await enter();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  await field.fill('lovelace lovelace');
  await expect.element(dialog.getByText(/^Less of your name/)).toBeVisible();
  await field.fill('another sentence nobody guesses');
  await enter();
  await expect.element(page.getByText('Password saved')).toBeVisible();
  await expect.poll(() => valueIn('Password')).toBe('Set');

  // The confirmation is lost on reload. Two ways are available now.
  api.on(accountVerificationsApi.ways, ways({ email: 'codes@harbor.example' }));
  await reloadPage();
  await button('Change: Password').click();
  api.on(accountVerificationsApi.sendCode, refuse('connector.rate_limit_exceeded'));
  await verify.getByRole('button', { name: 'Send a code to codes@harbor.example instead' }).click();
  await expect.element(verify.getByText(errors['connector.rate_limit_exceeded'][1])).toBeVisible();
  api.on(accountVerificationsApi.sendCode, { verificationRecordId: 'code', expiresAt: '2099-01-01T00:00:00Z' });
  await verify.getByRole('button', { name: 'Send code' }).click();
  await userEvent.type(boxes, '123456');
  const change = page.getByRole('dialog', { name: 'Choose a new password' });
  await expect.element(change).toBeVisible();
  await expect.element(change.getByRole('checkbox', { name: 'Sign out everywhere else' })).toBeChecked();
  await expect.element(change.getByText(/You must sign in again on all other devices/)).toBeVisible();
  await expectToFit();
  await change.getByRole('textbox', { name: 'Password' }).fill('a third sentence nobody guesses');
  await enter();
  await expect.element(change).not.toBeInTheDocument();
  const bodies = api.requestsOf(accountApi.setPassword).map(({ body }) => body.endOtherSessions);
  expect(bodies).toEqual([false, true]);
});

async function focus(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible();
  control.element().focus();
}

test('a change that needs a second factor asks for one of the person, and all of it works by keyboard', async () => {
  api.on(accountVerificationsApi.ways, ways({ factors: ['Totp', 'BackupCode'] }));
  api.on(accountApi.removeEmail, () => {
    account = { ...account, primaryEmail: null };
    return undefined;
  });
  await openPage('/account/sign-in');
  await page.viewport(320, 640);
  await focus(button('Remove: Email address'));
  await enter();
  await focus(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
  await enter();
  await expect.element(verify.getByRole('textbox', { name: 'Password' })).toHaveFocus();
  await userEvent.keyboard('a sentence nobody guesses{Enter}');
  const second = page.getByRole('dialog', { name: 'Two-step verification' });
  await expect.element(second.getByText('Enter the code that your authenticator app shows')).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await expectAccessible();
  const field = second.getByLabelText('Six-digit code');
  await expect.element(field).toHaveFocus();
  api.on(accountVerificationsApi.factor, refuse('session.mfa.invalid_totp_code'));
  await userEvent.keyboard('000000');
  await expect.element(field).toHaveAccessibleDescription(/The code is incorrect/);
  await expect.element(field).toHaveValue('');
  await focus(second.getByRole('button', { name: 'Backup code' }));
  await enter();
  await expect.element(second.getByRole('textbox', { name: 'Backup code' })).toHaveFocus();
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await focus(second.getByRole('button', { name: 'Authenticator app' }));
  await enter();
  await expect.element(second.getByLabelText('Six-digit code')).toHaveFocus();
  api.on(accountVerificationsApi.factor, { verificationRecordId: 'proof' });
  await userEvent.keyboard('123456');
  await expect.element(page.getByText('Removed', { exact: true })).toBeVisible();
  await page.viewport(1440, 900);
});

test('the last way to sign in cannot be removed, and read-only fields have no button', async () => {
  account = ada();
  await openPage('/account/sign-in');
  await expect.element(button('Change: Username')).toBeVisible();
  await expect.element(button('Remove: Username')).not.toBeInTheDocument();
  const fields = { username: 'ReadOnly', email: 'Off', phone: 'Off', password: 'ReadOnly' } as const;
  await reloadPage({ accountCenter: { fields } });
  await expect.poll(() => valueIn('Username')).toBe('ada');
  expect(valueIn('Password')).toBe('Set');
  await expect.element(page.getByText('Phone number')).not.toBeInTheDocument();
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([]);
});

test('who signed in seconds ago changes the password without confirming it again', async () => {
  api.on(accountVerificationsApi.signIn, { verificationRecordId: 'fresh', expiresAt: '2099-01-01T00:00:00Z' });
  const claims = { sub: 'ada', iat: Math.floor(Date.now() / 1000) };
  await openPage('/account/sign-in', { claims });
  await button('Change: Password').click();
  await expect.element(page.getByRole('dialog', { name: 'Choose a new password' })).toBeVisible();
  await expect.element(verify).not.toBeInTheDocument();
});
