import type { Page } from '@playwright/test';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { type Role, rolesApi } from '@postern/contracts/access/roles';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';

/**
 * Types into a field the moment it appears, then presses Ctrl+S, faster than any person. React defers effects until
 * after the next events, so a form must be ready for input on its first paint.
 */
const typeAtOnce = (page: Page, field: string, typed: string) =>
  page.addInitScript(`{
    const observer = new MutationObserver(async () => {
      const field = document.querySelector(${JSON.stringify(`[name="${field}"]`)});
      if (!field) {
        return;
      }
      observer.disconnect();
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
      set.call(field, ${JSON.stringify(typed)});
      field.dispatchEvent(new Event('input', { bubbles: true }));
      // React renders what an event has changed in microtasks, before the next event comes.
      for (let turn = 0; turn < 20; turn += 1) {
        await undefined;
      }
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
    });
    observer.observe(document, { childList: true, subtree: true });
  }`);

test('keeps input typed the moment a form appears, and Ctrl+S saves it', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const application = await administrator.api<Application>('post', applicationsApi.create.path, {
    name: 'Bookshop',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['https://books.example/callback'], postLogoutRedirectUris: [] },
  });
  const role = await administrator.api<Role>('post', rolesApi.create.path, { name: 'Reader', description: 'Reads' });
  for (const path of [`applications/${application.id}/settings`, `roles/${role.id}/general`]) {
    await test.step(path, async () => {
      const fresh = await page.context().newPage();
      await typeAtOnce(fresh, 'description', 'Typed at once');
      await fresh.goto(`${oss.consoleUrl}/${path}`);
      await expect(fresh.getByText('Changes saved')).toBeVisible();
      await expect(fresh.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed at once');
      await fresh.close();
    });
  }
  administrator.expectNoComplaints();
});

test('keeps input typed during a save, and saves it next', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const role = await administrator.api<Role>('post', rolesApi.create.path, { name: 'Writer', description: 'Writes' });
  await page.goto(`${oss.consoleUrl}/roles/${role.id}/general`);
  const name = page.getByRole('textbox', { name: 'Name' });
  const description = page.getByRole('textbox', { name: 'Description' });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: sent, resolve: noteSent } = Promise.withResolvers<void>();
  await page.route(`**/api/roles/${role.id}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      noteSent();
      await held;
    }
    await route.continue();
  });
  await name.fill('Author');
  await description.fill('Writes books');
  await page.keyboard.press('Control+s');
  await sent;
  await description.fill('Writes books and letters');
  letGo();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(name).toHaveValue('Author');
  await expect(description).toHaveValue('Writes books and letters');
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await administrator.api<Role>('get', `/api/roles/${role.id}`)).description)
    .toBe('Writes books and letters');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  administrator.expectNoComplaints();
});
