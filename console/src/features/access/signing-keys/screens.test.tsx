import { SigningKey, signingKeysApi } from '@postern/contracts/access/signing-keys';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen, press } from '../../../testing/open-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  expectNoProblems();
});

const printed = (formatted: string) => ({ sha256: { formatted, unformatted: formatted.replaceAll(':', '') } });
const key = (id: string, status: SigningKey['status'], effectiveAt?: number) =>
  sample(SigningKey, {
    id,
    status,
    effectiveAt,
    createdAt: 0,
    signingKeyAlgorithm: 'EC',
    fingerprint: printed(`AA:BB:${id}`),
    companions: [{ id: `${id}-rsa`, algorithm: 'RS256', fingerprint: printed('CC:DD') }],
  });

const table = page.getByRole('table', { name: 'Private keys' });
const dialog = page.getByRole('dialog', { name: 'Rotate private keys' });
const rotate = page.getByRole('button', { name: 'Rotate private keys' });

function answerKeys(...keys: SigningKey[]): void {
  api.on(signingKeysApi.list, ({ params }) => (params.keyType === 'cookie-keys' ? [key('cookie', 'Current')] : keys));
}

test('the only key cannot be deleted, and a rotation is in an hour unless chosen otherwise', async () => {
  answerKeys(key('first', 'Current'));
  api.on(signingKeysApi.rotate, []);
  await openScreen('/signing-keys');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Signing keys' })).toBeVisible();
  await expect.poll(() => table.getByRole('row').elements().length).toBe(2);
  await expect.element(table.getByText('Current')).toBeVisible();
  // Its companion key, for applications that use the other algorithm.
  await expect.element(table.getByText(/and RS256/)).toBeVisible();
  expect(table.getByRole('button', { name: /^Delete key/ }).elements()).toEqual([]);

  await press(rotate, '{Enter}');
  await expect.element(dialog.getByRole('radio', { name: /^EC/ })).toHaveFocus();
  await expect.element(dialog.getByRole('radio', { name: /^In 1 hour/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /^RSA/ }).click();
  await dialog.getByRole('radio', { name: /^EC/ }).click();
  await dialog.getByRole('radio', { name: /^Now/ }).click();
  await expect.element(dialog.getByText(/Some applications may refuse new tokens for a while/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expect.element(page.getByText('Key rotated')).toBeVisible();
  expect(api.requestsOf(signingKeysApi.rotate)[0]?.body).toEqual({ signingKeyAlgorithm: 'EC', rotationGracePeriod: 0 });
});

test('a next key is announced and named in the dialog, and previous keys are copied and deleted', async () => {
  const inAnHour = Date.now() + 3_600_000;
  answerKeys(key('next', 'Next', inAnHour), key('current', 'Current'), key('old', 'Previous'));
  api.on(signingKeysApi.remove, undefined);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openScreen('/signing-keys');
  const row = (index: number) => table.getByRole('row').nth(index);
  await expect.element(row(1)).toMatchTextContent(/Nextstarts signing in (60 minutes|1 hour)/);
  await expect.element(row(2)).toMatchTextContent(/Current.*EC/);
  await expect.element(row(3)).toMatchTextContent(/Previous.*EC/);
  // Only the previous key can be deleted.
  expect(table.getByRole('button', { name: /^Delete key/ }).elements()).toHaveLength(1);
  await expectToFit();
  await row(2).getByRole('button', { name: 'Copy fingerprint' }).first().click();
  await expect.poll(() => write.mock.lastCall?.[0]).toBe('AA:BB:current');
  await rotate.click();
  await expect.element(dialog.getByText(/A next key already exists/)).toBeVisible();
  expect(dialog.getByRole('radio', { name: /^Now/ }).elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Delete key old' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the previous key?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Key deleted')).toBeVisible();
  expect(api.requestsOf(signingKeysApi.remove)[0]?.params).toEqual({ keyType: 'private-keys', keyId: 'old' });
});
