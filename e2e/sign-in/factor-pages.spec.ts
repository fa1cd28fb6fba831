import type { Locator, Page } from '@playwright/test';
import { createPerson, everything, expectTold, row } from '../account-person.ts';
import { codeFor } from '../authenticator.ts';
import { expect, expectAccessible, expectNarrow } from '../product.ts';
import { password, test } from '../stage.ts';

/** Moves the focus with the Tab key until it is on the element. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let count = 0; count < 60; count += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('factors are set up, asked for and removed by keyboard only, on a screen of 320 pixels', async ({
  page,
  stage,
}) => {
  await stage.settings({ mfa: { factors: ['Totp', 'BackupCode'], policy: 'Mandatory' } });
  await stage.api('patch', '/api/account-center', { enabled: true, fields: { ...everything, mfa: 'Edit' } });
  const { id, username } = await createPerson(stage);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${stage.product.endpoint}/account/security`);
  await expect(page.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type(username);
  await tabTo(page, page.locator('input[type=password]'));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  const code = page.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expectNarrow(page, 320);
  const secret = (await page.locator('.key-line code').innerText()).replaceAll(' ', '');
  await page.keyboard.type(codeFor(secret));
  const saved = page.getByRole('button', { name: 'I saved the codes' });
  await tabTo(page, saved);
  await expectNarrow(page, 320);
  await page.keyboard.press('Enter');

  await expect(row(page, 'Authenticator app')).toContainText('Set up on');
  // An hour later the sign-in with the factor no longer counts for changes.
  await stage.product.ask('default', [
    `update oidc_models set payload = payload || jsonb_build_object('loginTs', (payload ->> 'loginTs')::int - 3600)
      where model = 'Session' and account_id = '${id}'`,
  ]);
  await stage.settings({ mfa: { factors: ['Totp', 'BackupCode'], policy: 'NoPrompt' } });
  await tabTo(page, page.getByRole('button', { name: 'Remove: Authenticator app' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const second = page.getByRole('dialog', { name: 'Two-step verification' });
  await expect(second.getByText('Enter the code that your authenticator app shows')).toBeVisible();
  await expectNarrow(page, 320);
  await expectAccessible(page);
  const field = second.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  await page.keyboard.type(codeFor(secret) === '000000' ? '111111' : '000000');
  await expect(field).toHaveAccessibleDescription(/The code is incorrect/);
  await tabTo(page, second.getByRole('button', { name: 'Backup code' }));
  await page.keyboard.press('Enter');
  await expect(second.getByRole('textbox', { name: 'Backup code' })).toBeFocused();
  await expectNarrow(page, 320);
  await tabTo(page, second.getByRole('button', { name: 'Authenticator app' }));
  await page.keyboard.press('Enter');
  await expect(second.getByLabel('Six-digit code')).toBeFocused();
  await page.keyboard.type(codeFor(secret, 1));
  await expectTold(page, 'removed');
  expect(await stage.api('get', `/api/users/${id}/mfa-verifications`)).toEqual([]);
});
