import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createPerson, signIn } from '../account-person.ts';
import { addPasskeyDevice, codeFor } from '../authenticator.ts';
import { expect, expectNarrow, expectToFit } from '../product.ts';
import { arrive, expectSignedIn, method, test, typeCode, wrongFor } from '../stage.ts';

const mfa = (factors: string[], policy = 'Mandatory') => ({ mfa: { factors, policy } });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** The person closes the dialog of the browser. */
const cancelOnce = (page: Page) =>
  page.evaluate(`
    const { create } = navigator.credentials;
    navigator.credentials.create = async () => {
      navigator.credentials.create = create;
      throw new DOMException('canceled', 'NotAllowedError');
    };
  `);

test('a required authenticator app is set up with backup codes; the next sign-in asks for one of them', async ({
  page,
  context,
  stage,
}) => {
  await stage.settings(mfa(['Totp', 'BackupCode']));
  const { username } = await createPerson(stage);
  await arrive(page, stage);
  await signIn(page, username);
  await expect(heading(page, 'Add an authenticator app')).toBeVisible();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0);
  await expectToFit(page);
  const secret = (await page.locator('.key-line code').innerText()).replaceAll(' ', '');
  await typeCode(page, wrongFor(codeFor(secret)));
  await expect(page.getByText('The code is incorrect.')).toBeVisible();
  await typeCode(page, codeFor(secret));

  await expect(heading(page, 'Save your backup codes')).toBeVisible();
  const items = page.getByRole('list', { name: 'Backup code' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allInnerTexts();
  await expectToFit(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0] ?? '')).toBeVisible();
  await expect(page.getByRole('button', { name: 'I saved the codes' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await expectSignedIn(page);

  await context.clearCookies();
  await arrive(page, stage);
  await signIn(page, username);
  await expect(heading(page, 'Two-step verification')).toBeVisible();
  await expectToFit(page);
  await page.getByRole('link', { name: 'Backup code' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Backup code' });
  await expect(field).toBeFocused();
  await page.keyboard.type('0000000000');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/incorrect, expired or already used/);
  await page.keyboard.type(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
});

test('a passkey is a second factor; a refused one is explained, and a reload stays on the page', async ({
  page,
  context,
  stage,
}) => {
  await stage.settings(mfa(['WebAuthn', 'Totp'], 'PromptAtSignInAndSignUp'));
  const { username } = await createPerson(stage);
  const device = await addPasskeyDevice(page);
  await arrive(page, stage);
  await signIn(page, username);
  await expect(heading(page, 'Set up two-step verification')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await expectToFit(page);
  await expectNarrow(page, 320);
  await page.reload();
  await page.getByRole('link', { name: 'Passkey' }).click();
  await cancelOnce(page);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was created.' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expectSignedIn(page);
  expect(await device.count()).toBe(1);

  await context.clearCookies();
  await arrive(page, stage);
  await signIn(page, username);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expectSignedIn(page);
});

test('an email code is sent at once to a masked address; the prompt for a factor can be skipped for good', async ({
  page,
  context,
  stage,
}) => {
  await stage.settings({
    ...mfa(['EmailVerificationCode', 'Totp'], 'PromptOnlyAtSignIn'),
    signIn: { methods: [method('username', 'password')] },
  });
  const email = `factor-${Date.now().toString(36)}@example.com`;
  const known = await createPerson(stage, { primaryEmail: email });
  await arrive(page, stage);
  await signIn(page, known.username);
  await expect(page.getByText('We sent a six-digit code to')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expectToFit(page);
  const { code } = await stage.message(email);
  await page.reload();
  await typeCode(page, wrongFor(code));
  await expect(page.getByText('The code is incorrect.')).toBeVisible();
  await typeCode(page, code);
  await expectSignedIn(page);
  expect(await stage.messages(email)).toHaveLength(1);

  await context.clearCookies();
  const { username } = await createPerson(stage);
  await arrive(page, stage);
  await signIn(page, username);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expectSignedIn(page);
  await context.clearCookies();
  await arrive(page, stage);
  await signIn(page, username);
  await expectSignedIn(page);
});

test('a passkey is offered after a password, then signs in alone, also by a suggestion of the browser', async ({
  page,
  context,
  stage,
}) => {
  const offered = { enabled: true, showButton: true };
  await stage.settings({ passkeySignIn: { ...offered, allowAutofill: true } });
  const { username } = await createPerson(stage);
  const device = await addPasskeyDevice(page);
  await arrive(page, stage);
  await expect(page.getByRole('textbox').first()).toHaveAttribute('autocomplete', 'username webauthn');
  await expectToFit(page);
  await signIn(page, username);
  await expect(heading(page, 'Sign in faster next time')).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectSignedIn(page);

  await context.clearCookies();
  await arrive(page, stage);
  await signIn(page, username);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expectSignedIn(page);
  expect(await device.count()).toBe(1);

  // The device of the test chooses the suggestion without a click.
  await context.clearCookies();
  await arrive(page, stage);
  await expectSignedIn(page);

  await stage.settings({ passkeySignIn: { ...offered, allowAutofill: false } });
  await context.clearCookies();
  await arrive(page, stage);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);
});
