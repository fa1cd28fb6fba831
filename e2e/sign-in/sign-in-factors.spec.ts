import type { Page } from '@playwright/test';
import { createPerson, signIn } from '../account-person.ts';
import { addPasskeyDevice, codeFor } from '../authenticator.ts';
import { expect } from '../product.ts';
import { arrive, expectSignedIn, test, typeCode, wrongFor } from '../stage.ts';

const mfa = (factors: string[], policy = 'Mandatory') => ({ mfa: { factors, policy } });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

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
  const secret = (await page.locator('.key-line code').innerText()).replaceAll(' ', '');
  await typeCode(page, wrongFor(codeFor(secret)));
  await expect(page.getByText('The code is incorrect.')).toBeVisible();
  await typeCode(page, codeFor(secret));

  await expect(heading(page, 'Save your backup codes')).toBeVisible();
  const items = page.getByRole('list', { name: 'Backup code' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allInnerTexts();
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
  await page.getByRole('link', { name: 'Backup code' }).click();
  await page.getByRole('textbox', { name: 'Backup code' }).fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
});

test('a passkey is offered after a password, then signs in alone, also by a suggestion, and is a second factor', async ({
  page,
  context,
  stage,
}) => {
  const offered = { enabled: true, showPasskeyButton: true };
  await stage.settings({ passkeySignIn: { ...offered, allowAutofill: true } });
  const { username } = await createPerson(stage);
  const device = await addPasskeyDevice(page);
  await arrive(page, stage);
  await signIn(page, username);
  await expect(heading(page, 'Sign in faster next time')).toBeVisible();
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

  await stage.settings({ ...mfa(['WebAuthn', 'Totp']), passkeySignIn: { ...offered, allowAutofill: false } });
  await context.clearCookies();
  await arrive(page, stage);
  await signIn(page, username);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  // The passkey signs in alone too, so another factor is suggested.
  await expect(heading(page, 'Add an authenticator app')).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expectSignedIn(page);
});
