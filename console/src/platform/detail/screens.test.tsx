import { ApplicationDetails, applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { Role, rolesApi } from '@postern/contracts/access/roles';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, expectNoProblems, openScreen, pressSave } from '../../testing/open-screen.tsx';

afterEach(expectNoProblems);

/**
 * Types into a field the moment it appears, then presses Ctrl+S, faster than any person. React defers effects until
 * after the next events, so a form must be ready for input on its first paint.
 */
function typeAtOnce(name: string, typed: string): void {
  const observer = new MutationObserver(async () => {
    const field = document.querySelector(`[name="${name}"]`);
    if (!field) {
      return;
    }
    observer.disconnect();
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // React renders what an event has changed in microtasks, before the next event comes.
    for (let turn = 0; turn < 20; turn += 1) {
      await undefined;
    }
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }));
  });
  observer.observe(document, { childList: true, subtree: true });
}

test.each(['/applications/one/settings', '/roles/one/general'])(
  'keeps input typed the moment the form at %s appears, and Ctrl+S saves it',
  async (path) => {
    let application = sample(ApplicationDetails, {
      id: 'one',
      name: 'Bookshop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: ['https://books.example/callback'], postLogoutRedirectUris: [] },
    });
    let role = sample(Role, { id: 'one', name: 'Reader', description: 'Reads' });
    api.on(domainsApi.list, []);
    api.on(applicationsApi.get, () => application);
    api.on(applicationsApi.update, ({ body }) => (application = { ...application, ...(body as typeof application) }));
    api.on(rolesApi.get, () => role);
    api.on(rolesApi.update, ({ body }) => (role = sample(Role, { ...role, ...body })));
    typeAtOnce('description', 'Typed at once');
    await openScreen(path);
    await expect.element(page.getByText('Changes saved')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: /^Description/ })).toHaveValue('Typed at once');
  },
);

test('keeps input typed during a save, and saves it next', async () => {
  let role = sample(Role, { id: 'one', name: 'Writer', description: 'Writes' });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  api.on(rolesApi.get, () => role);
  api.on(rolesApi.update, async ({ body }) => {
    await held;
    role = sample(Role, { ...role, ...body });
    return role;
  });
  await openScreen('/roles/one/general');
  const name = page.getByRole('textbox', { name: 'Role name' });
  const description = page.getByRole('textbox', { name: 'Description' });
  await name.fill('Author');
  await description.fill('Writes books');
  await pressSave();
  await expect.poll(() => api.requestsOf(rolesApi.update).length).toBe(1);
  await description.fill('Writes books and letters');
  letGo();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(name).toHaveValue('Author');
  await expect.element(description).toHaveValue('Writes books and letters');
  await pressSave();
  await expect.poll(() => role.description).toBe('Writes books and letters');
  await expect.element(page.getByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
});
