import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectNarrow, expectReadable, test } from '../product.ts';
import { readCopied } from '../read-copied.ts';

const keysPath = (keyType: string) => signingKeysApi.list.path.replace(':keyType', keyType);

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
  // Its companion key, for applications that use the other algorithm.
  await expect(table.getByText('and RS256')).toBeVisible();
  // The only key cannot be deleted, so it has no button.
  await expect(table.getByRole('button', { name: /^Delete key/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Rotate private keys' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rotate private keys' });
  await expect(dialog.getByRole('radio', { name: /^EC/ })).toBeFocused();
  await expect(dialog.getByRole('radio', { name: /^In 1 hour/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Key rotated')).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText(/Nextstarts signing in (60 minutes|1 hour)/);
  await expect(table.getByRole('row').nth(2)).toContainText('Current');

  await page.getByRole('button', { name: 'Rotate private keys' }).click();
  await expect(dialog.getByText('A next key already exists')).toBeVisible();
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(table.getByRole('row').nth(1)).toContainText('Nextstarts signing in');
  await expect(table.getByRole('row').nth(2)).toContainText('Replacednever used');
  await expect(table.getByRole('row').nth(3)).toContainText('Current');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Rotate private keys' }).click();
  // Generating an RSA key can be slow on a busy machine; the API tests do it.
  await dialog.getByRole('radio', { name: /^RSA/ }).check();
  await dialog.getByRole('radio', { name: /^EC/ }).check();
  await dialog.getByRole('radio', { name: /^Now/ }).check();
  await expect(dialog.getByText('Some applications may refuse new tokens for a while')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(table.getByRole('row').nth(1)).toContainText(/Current.*EC/);
  await expect(table.getByRole('row').nth(2)).toContainText(/Previous.*EC/);

  const [current, previous] = await administrator.api<{ id: string; fingerprint: { sha256: { formatted: string } } }[]>(
    'get',
    keysPath('private-keys'),
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copy = table.getByRole('row').nth(1).getByRole('button', { name: 'Copy fingerprint' });
  expect(await readCopied(copy)).toBe(current?.fingerprint.sha256.formatted);

  await page.getByRole('button', { name: `Delete key ${previous?.id}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete the previous key?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Key deleted')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);

  await test.step('cookie keys are rotated in dark mode on a narrow screen, and the console stays signed in', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Rotate cookie keys' }).click();
    await page.getByRole('dialog', { name: 'Rotate cookie keys' }).getByRole('button', { name: 'Rotate' }).click();
    await expect(page.getByText('Key rotated').last()).toBeVisible();
    const cookieKeys = page.getByRole('table', { name: 'Cookie keys' });
    await expect(cookieKeys.getByRole('row')).toHaveCount(3);
    await expectReadable(page);
    await expectNarrow(page, 390);
    await page.reload();
    await expect(cookieKeys.getByText('Previous')).toBeVisible();
  });
  administrator.expectNoComplaints();
});
