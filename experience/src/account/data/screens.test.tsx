import { accountDataApi } from '@postern/contracts/account/account-data';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { confirmByPassword } from '../../testing/account-page.ts';
import { api, endTest, openPage } from '../../testing/open-page.tsx';

afterEach(endTest);

test('data is downloaded after one confirmation, and too many downloads are reported in view', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await openPage('/account/data');
  await expect.element(page.getByRole('button', { name: 'Download as JSON' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete my account' })).not.toBeInTheDocument();
  api.on(accountDataApi.exportData, undefined);
  await page.getByRole('button', { name: 'Download as JSON' }).click();
  await confirmByPassword();
  await expect.element(page.getByText('Data downloaded')).toBeVisible();
  const [link] = saved.mock.contexts as HTMLAnchorElement[];
  expect(link?.download).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  api.on(
    accountDataApi.exportData,
    refuse('session.verification_blocked_too_many_attempts', { relativeTime: '5 minutes' }),
  );
  await page.getByRole('button', { name: 'Download as HTML' }).click();
  const alert = page.getByText('Too many attempts. Try again in 5 minutes.');
  await expect.element(alert).toBeInViewport();
  await expectToFit();
});

test('accounts that are deleted on another page have a link to it', async () => {
  const deleteAccountUrl = 'https://shop.example/leave';
  await openPage('/account/data', { accountCenter: { deleteAccount: true, deleteAccountUrl } });
  const link = page.getByRole('link', { name: 'Delete my account' });
  await expect.element(link).toHaveAttribute('href', deleteAccountUrl);
  await expect.element(page.getByRole('button', { name: 'Delete my account' })).not.toBeInTheDocument();
  await expectToFit();
});

test('an account is deleted only after the checkbox, and the person sees the goodbye page', async () => {
  await openPage('/account/data', { accountCenter: { deleteAccount: true } });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await confirmByPassword();
  const dialog = page.getByRole('dialog', { name: 'Delete your account permanently?' });
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect.element(dialog.getByRole('checkbox')).toHaveAccessibleDescription('Select the checkbox to continue.');
  await expectToFit();
  api.on(accountDataApi.remove, undefined);
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect.element(page.getByRole('heading', { name: 'Your account was deleted' })).toBeVisible();
  await expectToFit();
});
