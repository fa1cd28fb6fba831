import { meApi, meFactorsApi } from '@postern/contracts/account/me';
import { meSecondFactorsApi, meSessionsApi } from '@postern/contracts/account/me-security';
import { FullSignInExperience, wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { MyAccountSession } from '@postern/contracts/people/user-sessions';
import { User } from '@postern/contracts/people/users';
import { meAssetsApi } from '@postern/contracts/records/user-assets';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, openScreen } from '../../../testing/open-screen.tsx';
import { forgetProof } from './action.ts';

let me: User;

beforeEach(() => {
  me = sample(User, { id: 'administrator', username: 'admin', hasPassword: true });
  api.on(meApi.get, () => me);
  api.on(meApi.update, ({ body }) => {
    me = User.parse({ ...me, ...body });
    return me;
  });
  api.on(meAssetsApi.status, { status: 'not_configured' });
  api.on(meApi.getCustomData, {});
  api.on(meApi.patchCustomData, {});
});

afterEach(() => {
  const problems = [...api.problems];
  api.reset();
  forgetProof();
  expect(problems).toEqual([]);
});

const title = (name: string) => page.getByRole('heading', { level: 1, name });
const button = (name: string) => page.getByRole('button', { name });
const valueIn = (label: string) =>
  [...document.querySelectorAll('li')].find(({ textContent }) => textContent?.startsWith(label))?.textContent;
const enter = () => userEvent.keyboard('{Enter}');

test('a failed load is shown with a retry', async () => {
  api.on(meApi.get, refuse('request.invalid_input'));
  await openScreen('/profile');
  const again = button('Try again');
  await expect.element(again).toBeVisible();
  api.on(meApi.get, () => me);
  await again.click();
  await expect.poll(() => valueIn('Username')).toContain('admin');
  const cards = page.getByRole('heading', { level: 2 }).elements();
  await expect.element(page.getByRole('link', { name: 'Back to the console' })).toHaveAttribute('href', '/');
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'Profile information',
    'Email address',
    'Password',
    'Second factor',
    'Sessions',
    'Preferences',
  ]);
  await expectToFit();
});

test('the name is changed by keyboard, kept while a save fails, and shown in the top bar at once', async () => {
  await openScreen('/profile');
  await expect.element(button('Change: Name')).toBeVisible();
  button('Change: Name').element().focus();
  await enter();
  const dialog = page.getByRole('dialog', { name: 'Change your name' });
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('Ada Lovelace');
  api.on(meApi.update, failWith(0));
  await enter();
  await expect.element(page.getByText(/^The server cannot be reached\./).first()).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Ada Lovelace');
  api.on(meApi.update, ({ body }) => {
    me = User.parse({ ...me, ...body });
    return me;
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Profile updated')).toBeVisible();
  await expect.poll(() => valueIn('Name')).toContain('Ada Lovelace');
  await expect.element(button('Account: Ada Lovelace')).toBeVisible();
});

test('a picture has a web address, and an invalid or taken username is refused', async () => {
  await openScreen('/profile');
  await button('Change: Picture').click();
  const picture = page.getByRole('dialog', { name: 'Change your picture' });
  await expect.element(picture.getByRole('textbox')).toHaveFocus();
  await expectAccessible();
  await picture.getByRole('textbox', { name: /^Image URL/ }).fill('not an address');
  await enter();
  await expect.element(picture.getByText(/^Start with https:\/\/ or http:\/\//)).toBeVisible();
  await picture.getByRole('textbox', { name: /^Image URL/ }).fill('');
  await enter();
  await expect.element(picture).not.toBeInTheDocument();

  await button('Change: Username').click();
  const dialog = page.getByRole('dialog', { name: 'Change your username' });
  const field = dialog.getByLabelText(/^Username/);
  await field.fill('');
  await enter();
  await expect.element(dialog.getByText('Fill in this field.')).toBeVisible();
  await field.fill('1st');
  await enter();
  await expect.element(dialog.getByText(/must not be a digit/)).toBeVisible();
  api.on(meApi.update, refuse('user.username_already_in_use'));
  await field.fill('taken');
  await enter();
  const refusal = page.getByRole('dialog', { name: 'This is not possible' });
  await expect.element(refusal.getByText(/^This username is taken\./)).toBeVisible();
  await refusal.getByRole('button', { name: 'Got it' }).click();
  await expect.element(field).toHaveValue('taken');
});

const experience = sample(FullSignInExperience, {
  color: { primaryColor: '#6139f6', darkPrimaryColor: '#8768f8', isDarkModeEnabled: false },
  languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
  signIn: { methods: [] },
  signUp: { identifiers: ['username'], password: true, verify: false },
  mfa: { factors: [], policy: 'NoPrompt' },
  forgotPassword: { email: false, phone: false },
  passwordPolicy: { length: { min: 8, max: 256 } },
});
const fresh = page.getByLabelText('New password', { exact: true });
const repeated = page.getByLabelText('Confirm new password', { exact: true });

async function verifyPassword(password: string): Promise<void> {
  await expect.element(title('Confirm that it is you')).toBeVisible();
  await page.getByLabelText('Current password', { exact: true }).fill(password);
  await enter();
}

async function choosePassword(password: string): Promise<void> {
  await expect.element(title('Change your password')).toBeVisible();
  await fresh.fill(password);
  await repeated.fill(password);
  await enter();
}

test('a new password needs the old one, follows the rules and is typed twice', async () => {
  api.on(wellKnownApi.signInExperience, experience);
  api.on(meApi.verifyPassword, refuse('session.invalid_credentials'));
  api.on(meApi.setPassword, undefined);
  await openScreen('/profile');
  await expect.poll(() => valueIn('Password')).toContain('••••••••');
  await button('Change: Password').click();
  await expect.element(page.getByLabelText('Current password', { exact: true })).toHaveFocus();
  await expectToFit();
  await verifyPassword('wrong');
  await expect.element(page.getByText('The account or password is incorrect.')).toBeVisible();
  api.on(meApi.verifyPassword, undefined);
  await verifyPassword('administrators choose well');
  await expect.element(title('Change your password')).toBeVisible();
  // The rules come from the server; until they are loaded, no rule is shown as broken.
  await expect
    .element(page.getByRole('list', { name: 'Password rules' }).getByText(/^At least 8 characters/))
    .toBeVisible();
  await fresh.fill('short');
  await enter();
  await expect.element(page.getByText('The password does not meet the rules.')).toBeVisible();
  await expectToFit();
  await fresh.fill('another sentence nobody guesses');
  await repeated.fill('something else');
  await enter();
  await expect.element(page.getByText('The passwords do not match.')).toBeVisible();
  await repeated.fill('another sentence nobody guesses');
  await enter();
  await expect.element(page.getByText('Password changed')).toBeVisible();
  await expect.element(title('Profile')).toBeVisible();
});

test('without a confirmation nothing changes, and an unknown action or step leads back to the profile', async () => {
  api.on(wellKnownApi.signInExperience, experience);
  api.on(meApi.setPassword, refuse('session.verification_session_not_found'));
  await openScreen('/profile/change-password');
  await choosePassword('a third sentence of words');
  await expect.element(page.getByText(/Confirm again that it is you\./)).toBeVisible();
  await expect.element(title('Confirm that it is you')).toBeVisible();
  await openScreen('/profile/verify-password?action=nonsense');
  await expect.element(title('Profile')).toBeVisible();
  await openScreen('/profile/nonsense');
  await expect.element(title('Profile')).toBeVisible();
  expect(location.pathname).toMatch(/\/profile$/);
});

test('a person with an authenticator app enters its code before the password changes', async () => {
  api.on(wellKnownApi.signInExperience, experience);
  api.on(meApi.verifyPassword, undefined);
  api.on(
    meApi.setPassword,
    refuse('session.mfa.require_mfa_verification', { availableFactors: ['Totp', 'BackupCode'] }),
  );
  api.on(meFactorsApi.verify, refuse('session.mfa.invalid_totp_code'));
  await openScreen('/profile');
  await button('Change: Password').click();
  await verifyPassword('administrators choose well');
  await choosePassword('a third sentence of words');
  const dialog = page.getByRole('dialog', { name: 'Verify your second factor' });
  const field = dialog.getByLabelText('Code of the authenticator app');
  await expect.element(field).toHaveFocus();
  await expectToFit();
  await field.fill('000000');
  await enter();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  api.on(meFactorsApi.verify, undefined);
  api.on(meApi.setPassword, undefined);
  await field.fill('123456');
  await enter();
  await expect.element(title('Profile')).toBeVisible();
  await expect.element(page.getByText('Password changed')).toBeVisible();
});

test('an email address is linked with a code, and unlinked after the password and a question', async () => {
  api.on(meApi.sendCode, undefined);
  api.on(meApi.verifyCode, undefined);
  api.on(meApi.verifyPassword, undefined);
  await openScreen('/profile');
  await button('Link: Email address').click();
  await page.getByLabelText('Current password').fill('a long enough secret');
  await enter();
  await expect.element(title('Link an email address')).toBeVisible();
  await page.getByLabelText('New email address').fill('ada@example.com');
  await enter();
  await page.getByLabelText('Code').fill('123456');
  await enter();
  await expect.poll(() => valueIn('Email address')).toContain('ada@example.com');
  await button('Unlink: Email address').click();
  const question = page.getByRole('dialog', { name: 'Unlink your email address?' });
  await expect.element(question.getByText(/You can no longer sign in with ada@example.com/)).toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Unlink' }).click();
  await expect.poll(() => valueIn('Email address')).toContain('Not linked');
  expect(api.requestsOf(meApi.update).map(({ body }) => body)).toEqual([
    { primaryEmail: 'ada@example.com' },
    { primaryEmail: null },
  ]);
});

test('an address that is the only way to sign in is not unlinked', async () => {
  me = sample(User, { id: 'administrator', username: null, primaryEmail: 'ada@example.com', hasPassword: true });
  await openScreen('/profile');
  await expect.element(button('Change: Email address')).toBeVisible();
  expect(button('Unlink: Email address').elements()).toEqual([]);
});

test('a preference that cannot be saved says so', async () => {
  api.on(meApi.patchCustomData, failWith(0));
  await openScreen('/profile');
  await page.getByRole('combobox', { name: 'Appearance' }).click();
  await page.getByRole('option', { name: 'Dark' }).click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
});

const factorSample = (more: Partial<UserMfaVerification>) =>
  sample(UserMfaVerification, { createdAt: '2026-01-02T00:00:00Z', name: undefined, agent: undefined, ...more });

test('an authenticator app is added after the password, with a code that proves it works', async () => {
  let factors: UserMfaVerification[] = [];
  api.on(meSecondFactorsApi.list, () => factors);
  api.on(meApi.verifyPassword, undefined);
  api.on(meSecondFactorsApi.drawTotp, {
    secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    secretQrCode: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  });
  api.on(meSecondFactorsApi.add, () => {
    factors = [factorSample({ id: 'app', type: 'Totp' })];
  });
  await openScreen('/profile');
  await button('Set up: Authenticator app').click();
  await expect.element(title('Confirm that it is you')).toBeVisible();
  await page.getByLabelText('Current password').fill('secret');
  await enter();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect.element(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code of the app' }).fill('not a code');
  await expectAccessible();
  await expectToFit();
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await expect.element(dialog.getByText(/^The app shows another code/)).toBeVisible();
  expect(api.requestsOf(meSecondFactorsApi.add)).toEqual([]);
});

test('passkeys are renamed and removed, and sessions elsewhere are ended, with the second factor when asked', async () => {
  let factors = [
    factorSample({ id: 'app', type: 'Totp' }),
    factorSample({ id: 'key', type: 'WebAuthn', name: 'Laptop' }),
  ];
  const session = sample(MyAccountSession, { id: 'here', isCurrent: true, methods: ['NewPasswordIdentity'] });
  let sessions = [session, { ...session, id: 'there', isCurrent: false }];
  me = { ...me, hasPassword: false };
  api.on(meSecondFactorsApi.list, () => factors);
  api.on(meSessionsApi.list, () => sessions);
  api.on(meSecondFactorsApi.rename, ({ body }) => {
    factors = factors.map((one) => (one.id === 'key' ? { ...one, name: body.name } : one));
  });
  await openScreen('/profile', { appearance: 'dark' });
  await expect.element(page.getByRole('row').filter({ hasText: 'This browser' })).toMatchTextContent(/password/);
  await expect.element(page.getByText('new password')).not.toBeInTheDocument();
  await button('Rename: Laptop').click();
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
  await dialog.getByLabelText('Name').fill('Office');
  await enter();
  await expect.element(button('Rename: Office')).toBeVisible();

  let isVerified = false;
  api.on(meFactorsApi.verify, () => {
    isVerified = true;
  });
  api.on(meSecondFactorsApi.remove, ({ params }) => {
    if (!isVerified) {
      return refuse('session.mfa.require_mfa_verification', { availableFactors: ['Totp'] });
    }
    factors = factors.filter(({ id }) => id !== params.verificationId);
    return undefined;
  });
  await button('Remove Office').click();
  const question = page.getByRole('dialog', { name: 'Remove Office?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  const code = page.getByRole('dialog', { name: 'Verify your second factor' });
  await code.getByRole('textbox').fill('123456');
  await enter();
  await expect.element(button('Rename: Office')).not.toBeInTheDocument();

  api.on(meSessionsApi.removeOthers, () => {
    sessions = [session];
  });
  await button('Sign out all others').click();
  const others = page.getByRole('dialog', { name: 'Sign out all other browsers?' });
  await others.getByRole('button', { name: 'Sign out all others' }).click();
  await expect.element(page.getByText('All other browsers are signed out')).toBeVisible();
  await expectAccessible();
  await expectToFit();
});
