import { AccountCenter, accountCenterApi } from '@postern/contracts/experience/account-center';
import { CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerExperienceTabs, watchPreview } from '../../../../testing/answer-experience-tabs.ts';
import { api, expectNoProblems, has, openScreen, pressSave } from '../../../../testing/open-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  expectNoProblems();
});

const pane = page.getByRole('complementary', { name: 'Preview' });
const screens = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);

test('the preview shows the account center with unsaved settings, and only pages that people see', async () => {
  answerExperienceTabs(api);
  api.on(connectorsApi.list, []);
  api.on(customProfileFieldsApi.list, []);
  api.on(
    accountCenterApi.get,
    sample(AccountCenter, {
      enabled: true,
      fields: { name: 'Edit', password: 'Edit', mfa: 'Off' },
      deleteAccount: false,
    }),
  );
  const preview = watchPreview();
  await openScreen('/sign-in-experience/account-center');
  await expect
    .element(pane.getByTitle('Preview of the account center'))
    .toHaveAttribute('src', expect.stringContaining('/account?preview=true'));
  await expect
    .poll(() => preview())
    .toMatchObject({
      path: '/account',
      accountCenter: { enabled: true, fields: { name: 'Edit', mfa: 'Off' } },
    });
  const choice = pane.getByRole('combobox', { name: 'Screen' });
  await choice.click();
  expect(screens()).toEqual(['Overview', 'Profile', 'Sign-in methods', 'Your data']);
  await page.getByRole('option', { name: 'Sign-in methods' }).click();
  await expect.poll(() => preview()?.path).toBe('/account/sign-in');
  await expectToFit();

  await page.getByRole('switch', { name: has('Enable account API') }).click();
  await expect.poll(() => preview()).toMatchObject({ path: '/account', accountCenter: { enabled: false } });

  await page.getByRole('link', { name: 'Branding' }).click();
  await page.getByRole('button', { name: 'Leave page' }).click();
  await expect.element(pane.getByTitle('Preview of the sign-in page')).toBeInTheDocument();
  await expect.poll(() => preview()?.path).toBe('/sign-in');
  expect(preview()).not.toHaveProperty('accountCenter');
});

test('the page for deletion, the style and the shown profile fields are saved', async () => {
  answerExperienceTabs(api);
  api.on(connectorsApi.list, []);
  api.on(
    customProfileFieldsApi.list,
    ['shirt', 'shoes'].map((name) => sample(CustomProfileField, { name, label: name, type: 'Text' })),
  );
  let center = sample(AccountCenter, { enabled: true, fields: { mfa: 'Edit' }, profileFields: null });
  api.on(accountCenterApi.get, () => center);
  api.on(accountCenterApi.update, ({ body }) => {
    center = AccountCenter.parse({ ...center, ...body });
    return center;
  });
  await openScreen('/sign-in-experience/account-center');
  await page.getByRole('switch', { name: has('Show all profile fields') }).click();
  await expect.element(page.getByText('No profile field is shown.')).toBeVisible();
  for (const name of ['shoes', 'shirt']) {
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('menuitem', { name }).click();
  }
  const address = page.getByRole('textbox', { name: has('Page for deletion') });
  await address.fill('nowhere');
  await pressSave();
  await expect.element(address).toHaveAccessibleDescription(/an http or https URL/);
  await address.fill('https://shop.example.com/leave');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(center).toMatchObject({
    deleteAccountUrl: 'https://shop.example.com/leave',
    profileFields: [{ name: 'shoes' }, { name: 'shirt' }],
    fields: { mfa: 'Edit', passkey: 'Edit', session: 'Edit' },
  });
  await expectAccessible();
  await expectToFit();
});

test('people who may only read see what is allowed as text', async () => {
  answerExperienceTabs(api);
  api.on(connectorsApi.list, []);
  api.on(customProfileFieldsApi.list, []);
  api.on(
    accountCenterApi.get,
    sample(AccountCenter, { enabled: true, fields: { name: 'Edit', username: 'ReadOnly' } }),
  );
  await openScreen('/sign-in-experience/account-center', { role: 'reader' });
  await expect.element(page.getByText('Edit', { exact: true }).first()).toBeVisible();
  expect(document.querySelectorAll('main fieldset :is(input, select, button:disabled)')).toHaveLength(0);
});

test('on a phone, the row of tabs shows that another one follows the current one', async () => {
  answerExperienceTabs(api);
  api.on(connectorsApi.list, []);
  api.on(customProfileFieldsApi.list, []);
  api.on(accountCenterApi.get, sample(AccountCenter, { enabled: true, fields: {} }));
  await openScreen('/sign-in-experience/account-center');
  await page.viewport(390, 844);
  const row = page.getByRole('navigation', { name: 'Sections' });
  const right = () => row.getByRole('link', { name: 'Account center' }).element().getBoundingClientRect().right;
  await expect.poll(() => row.element().getBoundingClientRect().right - right()).toBeGreaterThan(40);
  await page.viewport(1440, 900);
});
