import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

test('keys are rotated with and without a grace period, labeled, and deleted; cookie keys are rotated', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await page.goto(`${oss.consoleUrl}/signing-keys`);
  await expect(page.getByRole('heading', { level: 1, name: 'Signing keys' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Private keys' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByText('Current')).toBeVisible();

  await page.getByRole('button', { name: 'Rotate private keys' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rotate private keys' });
  await expect(dialog.getByRole('radio', { name: /^EC/ })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: /^In 1 hour/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /^Now/ }).check();
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(table.getByRole('row').nth(1)).toContainText(/Current.*EC/);
  await expect(table.getByRole('row').nth(2)).toContainText(/Previous.*EC/);

  await table.getByRole('button', { name: /^Delete key/ }).click();
  const question = page.getByRole('dialog', { name: 'Delete the previous key?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Key deleted')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: 'Rotate private keys' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(table.getByRole('row').nth(1)).toContainText(/Nextstarts signing in (60 minutes|1 hour)/);
  await expect(table.getByRole('row').nth(2)).toContainText('Current');

  await test.step('a next key is replaced by another one, and none overtakes it', async () => {
    await page.getByRole('button', { name: 'Rotate private keys' }).click();
    await expect(dialog.getByText('A next key already exists')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: /^Now/ })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table.getByRole('row').nth(1)).toContainText('Nextstarts signing in');
    await expect(table.getByRole('button', { name: /^Delete key/ })).toHaveCount(0);
  });

  await test.step('cookie keys are rotated, and the console stays signed in', async () => {
    await page.getByRole('button', { name: 'Rotate cookie keys' }).click();
    await page.getByRole('dialog', { name: 'Rotate cookie keys' }).getByRole('button', { name: 'Rotate' }).click();
    await expect(page.getByText('Key rotated').last()).toBeVisible();
    const cookieKeys = page.getByRole('table', { name: 'Cookie keys' });
    await expect(cookieKeys.getByRole('row')).toHaveCount(3);
    await page.reload();
    await expect(cookieKeys.getByText('Previous')).toBeVisible();
  });
  administrator.expectNoComplaints();
});
