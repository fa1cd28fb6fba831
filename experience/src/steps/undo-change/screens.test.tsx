import { AddressChange, addressChangesApi } from '@postern/contracts/account/address-changes';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, endTest, openPage, reloadPage } from '../../testing/open-page.tsx';

const change = sample(AddressChange, { type: 'email', address: 'owner@harbor.example', needsPassword: true });
const link = '/undo-change#token=link';

beforeEach(() => api.on(addressChangesApi.inspect, change));

afterEach(endTest);

test('the owner of the old address undoes the change with a new password; opening the link changes nothing', async () => {
  api.on(addressChangesApi.undo, refuse('user.same_password'));
  await openPage(link);
  await expect.element(page.getByRole('heading', { name: 'Undo the change' })).toBeVisible();
  const effect = page.getByText('The email address of your account will be owner@harbor.example again.');
  await expect.element(effect).toBeVisible();
  await expectToFit();
  await reloadPage();
  await expect.element(effect).toBeVisible();
  await page.getByRole('button', { name: 'Undo the change' }).click();
  const field = page.getByRole('textbox', { name: 'Password' });
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(api.requestsOf(addressChangesApi.undo)).toEqual([]);
  await field.fill('a sentence nobody guesses');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Different from your current password/)).toBeVisible();
  api.on(addressChangesApi.undo, { continueTo: 'https://fjord.example/account' });
  await field.fill('a sentence that the thief does not know');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'The change was undone' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Open your account' }))
    .toHaveAttribute('href', 'https://fjord.example/account');
  await expectAccessible();
});

test('the page is available in Arabic, right to left', async () => {
  await openPage(link, { language: 'ar' });
  await expect.element(page.getByRole('heading', { name: 'التراجع عن التغيير' })).toBeVisible();
  expect(document.documentElement.dir).toBe('rtl');
  await expectToFit();
});

test.each([
  ['address_change.taken', /^The old email address or phone number now belongs to another account\./],
  ['address_change.expired', /^The link was valid for 72 hours and has expired\./],
  ['address_change.used', /^The change was already undone/],
  ['address_change.not_found', /^The link is incomplete or no longer exists\./],
] as const)('a link that does not work says why: %s', async (code, text) => {
  api.on(addressChangesApi.inspect, refuse(code));
  await openPage(code === 'address_change.not_found' ? '/undo-change' : link);
  await expect.element(page.getByRole('heading', { name: 'This change cannot be undone' })).toBeVisible();
  await expect.element(page.getByText(text)).toBeVisible();
});
