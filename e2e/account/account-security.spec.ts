import { confirmByPassword, createPerson, everything, expectTold, row } from '../account-person.ts';
import { enterAccount } from '../account-session.ts';
import { addPasskeyDevice, codeFor } from '../authenticator.ts';
import { expect } from '../product.ts';
import { test } from '../stage.ts';

type Factor = { id: string; type: string; name?: string };

test('a passkey, an authenticator app and backup codes are set up; later a removal asks for a second factor', async ({
  browser,
  stage,
}) => {
  await stage.settings({ mfa: { factors: ['Totp', 'WebAuthn', 'BackupCode'], policy: 'NoPrompt' } });
  await stage.api('patch', '/api/account-center', { enabled: true, fields: { ...everything, mfa: 'Edit' } });
  const { id, username } = await createPerson(stage);
  const stored = () => stage.api<Factor[]>('get', `/api/users/${id}/mfa-verifications`);
  const page = await enterAccount(browser, stage, username, '/account/security');
  const device = await addPasskeyDevice(page);
  const remove = async (what: string) => {
    await page.getByRole('button', { name: `Remove: ${what}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  };

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirmByPassword(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Create passkey' }).dblclick();
  await expectTold(page, 'Passkey saved');
  expect(await stored()).toMatchObject([{ type: 'WebAuthn', name: 'Chrome on Linux' }]);
  expect(await device.count()).toBe(1);
  await remove('Chrome on Linux');
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  expect(await stored()).toEqual([]);

  // The recent confirmation is still valid for all that follows.
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Six-digit code').fill(codeFor(secret));
  await expectTold(page, 'Authenticator app set up');
  await page.getByRole('button', { name: 'Create codes: Backup codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I saved the codes' }).click();
  await expect(row(page, 'Backup codes')).toContainText('Codes left: 10');
  expect((await stored()).map(({ type }) => type)).toEqual(['Totp', 'BackupCode']);

  // The confirmation is lost on reload, and it had no second factor.
  await page.reload();
  await remove('Authenticator app');
  await confirmByPassword(page);
  const second = page.getByRole('dialog', { name: 'Two-step verification' });
  await second.getByLabel('Six-digit code').fill(codeFor(secret, 1));
  await expectTold(page, 'Removed');
  expect(await stored()).toEqual([]);
});
