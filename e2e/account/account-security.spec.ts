import { readFile } from 'node:fs/promises';
import { confirmByPassword, createPerson, everything, expectTold, row } from '../account-person.ts';
import { enterAccount } from '../account-session.ts';
import { addPasskeyDevice, codeFor } from '../authenticator.ts';
import { expect, expectAccessible, expectToFit } from '../product.ts';
import { test } from '../stage.ts';

type Factor = { id: string; type: string; name?: string; remainCodes?: number };

const factors = ['Totp', 'WebAuthn', 'BackupCode'];

test.beforeEach(async ({ stage }) => {
  await stage.settings({ mfa: { factors, policy: 'NoPrompt' } });
  await stage.api('patch', '/api/account-center', { enabled: true, fields: { ...everything, mfa: 'Edit' } });
});

test('a passkey, an authenticator app and backup codes are set up and removed; read-only settings allow no changes', async ({
  browser,
  stage,
}) => {
  const { id, username } = await createPerson(stage);
  const stored = () => stage.api<Factor[]>('get', `/api/users/${id}/mfa-verifications`);
  const page = await enterAccount(browser, stage, username, '/account/security');
  await expect(row(page, 'Backup codes')).toContainText('Set up another second step first');
  await expectToFit(page);

  await test.step('a passkey is created, named after the device, renamed, not created twice, and removed', async () => {
    const device = await addPasskeyDevice(page);
    const begin = () => page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    const name = page.getByRole('textbox', { name: 'Name' });
    const made = 'Chrome on Linux';

    await begin();
    await confirmByPassword(page);
    await expect(dialog).toBeVisible();
    await expectToFit(page);
    await dialog.getByRole('button', { name: 'Create passkey' }).dblclick();
    await expectTold(page, 'Passkey saved');
    expect(await stored()).toMatchObject([{ type: 'WebAuthn', name: made }]);
    await expect(row(page, made)).toBeVisible();
    expect(await device.count()).toBe(1);

    await begin();
    await dialog.getByRole('button', { name: 'Create passkey' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This device already has a passkey for your account.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: `Rename: ${made}` }).click();
    await expect(name).toHaveValue(made);
    await name.fill(' ');
    await page.keyboard.press('Enter');
    await expect(name).toHaveAccessibleDescription('Enter a name.');
    await name.fill('x'.repeat(65));
    await page.keyboard.press('Enter');
    await expect(name).toHaveAccessibleDescription('Use at most 64 characters.');
    await name.fill('Work laptop');
    await page.keyboard.press('Enter');
    await expectTold(page, 'Passkey renamed');
    await expect(row(page, 'Work laptop')).toBeVisible();
    await expectToFit(page);

    await page.getByRole('button', { name: 'Remove: Work laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
    expect(await stored()).toEqual([]);
  });

  // The recent confirmation is still valid for all that follows.
  await test.step('an authenticator app is added after its first code', async () => {
    await page.getByRole('button', { name: 'Set up: Authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectToFit(page);
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    const right = codeFor(secret);
    const field = dialog.getByLabel('Six-digit code');
    await field.fill(right === '000000' ? '111111' : '000000');
    await expect(field).toHaveAccessibleDescription(/The code is incorrect/);
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    expect(await stored()).toEqual([]);
    await field.fill(codeFor(secret));
    await expectTold(page, 'Authenticator app set up');
    await expect(row(page, 'Authenticator app')).toContainText('Set up on');
    await expect(page.getByText('After your first sign-in method, sign-in asks for one of these.')).toBeVisible();
    expect(await stored()).toMatchObject([{ type: 'Totp' }]);
  });

  await test.step('backup codes require an authenticator app and are removed with it', async () => {
    await page.getByRole('button', { name: 'Create codes: Backup codes' }).click();
    const codes = page.getByRole('dialog', { name: 'Save these codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await expectToFit(page);
    const shown = await codes.getByRole('listitem').allInnerTexts();
    const download = page.waitForEvent('download');
    await codes.getByRole('button', { name: 'Download' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.trim().split('\n').slice(-10)).toEqual(shown);
    // Closing the dialog without confirming discards the codes.
    await page.keyboard.press('Escape');
    expect(await stored()).toHaveLength(1);
    await page.getByRole('button', { name: 'Create codes: Backup codes' }).click();
    await codes.getByRole('button', { name: 'I saved the codes' }).click();
    await expectTold(page, 'Backup codes saved');
    await expect(row(page, 'Backup codes')).toContainText('Codes left: 10');

    await page.getByRole('button', { name: 'Create new codes: Backup codes' }).click();
    await codes.getByRole('button', { name: 'I saved the codes' }).click();
    await expect(codes).toBeHidden();
    expect((await stored()).map(({ type }) => type)).toEqual(['Totp', 'BackupCode']);

    await page.getByRole('button', { name: 'Remove: Authenticator app' }).click();
    await expect(page.getByText(/so your backup codes are removed too/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Set up: Authenticator app' })).toBeVisible();
    expect(await stored()).toEqual([]);
  });

  await test.step('read-only settings show what is set up, and disabled ones have no page', async () => {
    await stage.api('post', `/api/users/${id}/mfa-verifications`, { type: 'Totp' });
    await stage.api('patch', '/api/account-center', { fields: { ...everything, mfa: 'ReadOnly' } });
    await page.reload();
    await expect(row(page, 'Authenticator app')).toContainText('Set up on');
    await expect(page.getByRole('button', { name: /Remove|Set up|Add a passkey|Turn/ })).toHaveCount(0);
    await stage.api('patch', '/api/account-center', { fields: { ...everything, mfa: 'Off' } });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Two-step verification' })).toHaveCount(0);
  });
});
