import { applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { Role, RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { meApi, preferencesKey } from '@postern/contracts/account/me';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { mailboxApi } from '@postern/contracts/messages/mailbox';
import { installationJobsApi, JobOverview } from '@postern/contracts/operations/jobs';
import { administratorInvitationsApi, administratorsApi } from '@postern/contracts/people/administrators';
import { User } from '@postern/contracts/people/users';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, has, openScreen, press, pressSave } from '../../testing/open-screen.tsx';
import { queryClient } from '../client/queries.ts';
import { config } from '../config.ts';
import { pagePath } from '../router/page-path.ts';
import { storageKeys } from '../storage.ts';

afterEach(expectNoProblems);

const account = page.getByRole('button', { name: /^(Account|Konto): / });

/** A menu that opens takes the focus, after a moment. Keys before that would be of no use. */
const isFocused = (role: RegExp) => expect.poll(() => document.activeElement?.getAttribute('role')).toMatch(role);

/** By keyboard: opens the account menu, and then a submenu. */
async function openSubmenu(menu: RegExp) {
  await press(account, '{Enter}');
  await isFocused(/^menu/);
  await press(page.getByRole('menuitem', { name: menu }), '{ArrowRight}');
  await isFocused(/^menuitemradio$/);
}

async function choose(menu: RegExp, choice: string) {
  await openSubmenu(menu);
  await press(page.getByRole('menuitemradio', { name: has(choice) }), '{Enter}');
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.poll(() => page.getByRole('menu').elements().length).toBe(0);
}

test('the language is chosen in the account menu by keyboard, and so is the appearance', async () => {
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'one', name: 'Reader' })]);
  let me = sample(User, { id: 'administrator', username: 'admin', name: 'Ada Lovelace' });
  api.on(meApi.get, () => me);
  api.on(meApi.patchCustomData, ({ body }) => {
    me = { ...me, customData: { ...me.customData, ...body } };
    return me.customData;
  });
  await openScreen('/roles');
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toMatchTextContent('Roles');
  await choose(/Language/, 'Deutsch');
  await expect.element(heading).toMatchTextContent('Rollen');
  expect(document.documentElement.lang).toBe('de');
  await choose(/Sprache/, 'English');
  await expect.element(heading).toMatchTextContent('Roles');
  // That a chosen appearance is applied and kept is part of the journey in e2e/platform/console.spec.ts.
  await openSubmenu(/Appearance/);
  await expect.element(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();
  await expect.element(page.getByRole('menuitemradio', { name: 'Light' })).toBeVisible();
  await expectAccessible();
});

test('a language that a reload kept from being saved is shown and saved after it', async () => {
  const me = sample(User, {
    id: 'administrator',
    username: 'admin',
    customData: { [preferencesKey]: { language: 'de', appearanceMode: 'light' } },
  });
  api.on(meApi.get, me);
  api.on(meApi.patchCustomData, ({ body }) => body);
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'one', name: 'Reader' })]);
  const unsaved = { personId: me.id, change: { language: 'en' } };
  await openScreen('/roles', { kept: { [storageKeys.unsavedPreferences]: JSON.stringify(unsaved) } });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
  await expect
    .poll(() => api.requestsOf(meApi.patchCustomData).map(({ body }) => body))
    .toEqual([{ [preferencesKey]: { language: 'en', appearanceMode: 'light' } }]);
  expect(document.documentElement.lang).toBe('en');
  const left = () => JSON.parse(sessionStorage.getItem(storageKeys.unsavedPreferences) ?? '{}');
  await expect.poll(left).toEqual({ personId: me.id, change: {} });
});

test('ignores preferences that another person chose in this window', async () => {
  const me = sample(User, { id: 'administrator', customData: { [preferencesKey]: { language: 'de' } } });
  api.on(meApi.get, me);
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'one', name: 'Reader' })]);
  const unsaved = { personId: 'another', change: { language: 'en' } };
  await openScreen('/roles', { kept: { [storageKeys.unsavedPreferences]: JSON.stringify(unsaved) } });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rollen' })).toBeVisible();
  expect(api.requestsOf(meApi.patchCustomData)).toEqual([]);
});

test('an unknown address leads back to the start', async () => {
  await openScreen('/no-such-page');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expectToFit();
  await expect
    .element(page.getByRole('link', { name: 'Go to Get started' }))
    .toHaveAttribute('href', expect.stringContaining('/get-started'));
});

test('an object that does not exist leads to its list', async () => {
  const lists = [
    ['/applications/one/nothing', 'Applications', '/applications'],
    ['/connectors/social/one/nothing', 'Connectors', '/connectors/social'],
    ['/organization-template/organization-roles/one/nothing', 'Organization template', '/organization-roles'],
  ] as const;
  for (const [missing, name, list] of lists) {
    api.byDefault(applicationsApi.get, refuse('entity.not_found'));
    api.byDefault(connectorsApi.get, refuse('entity.not_found'));
    api.byDefault(organizationRolesApi.get, refuse('entity.not_found'));
    await openScreen(missing);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: `Go to ${name}`, exact: true }))
      .toHaveAttribute('href', expect.stringMatching(new RegExp(`${list}$`)));
  }
});

test('an object that is deleted while its page is open leads to its list', async () => {
  let isThere = true;
  api.on(rolesApi.get, () => (isThere ? sample(Role, { id: 'one', name: 'Reader' }) : refuse('entity.not_found')));
  await openScreen('/roles/one/general');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Reader' })).toBeVisible();
  isThere = false;
  await queryClient.refetchQueries();
  await expect.element(page.getByRole('heading', { level: 1, name: 'This was deleted' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to Roles' })).toHaveAttribute('href', '/roles');
  await expectToFit();
});

const connection = page.getByText(/^You are offline\.|The console tries again/);

test('a lost network is said at once, and what failed is read again when it is back', async () => {
  api.on(rolesApi.list, failWith(0));
  await openScreen('/roles');
  await expect.element(page.getByText(/The console tries again/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  dispatchEvent(new Event('offline'));
  await expect.element(page.getByText(/^You are offline\./)).toBeVisible();
  await expectToFit();
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'one', name: 'Reader' })]);
  dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('link', { name: 'Reader' })).toBeVisible();
  await expect.element(connection).not.toBeInTheDocument();
});

test('a server that does not answer a change is said at once, until a request gets a response', async () => {
  const role = sample(Role, { id: 'one', name: 'Reader', description: 'Reads' });
  api.on(rolesApi.get, role);
  api.on(rolesApi.update, failWith(0));
  await openScreen('/roles/one/general');
  await page.getByRole('textbox', { name: 'Description' }).fill('Reads books');
  await pressSave();
  await expect.element(connection).toBeVisible();
  api.on(rolesApi.update, role);
  await pressSave();
  await expect.element(connection).not.toBeInTheDocument();
});

test('Back closes a question and stays on the page', async () => {
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'one', name: 'Reader' })]);
  api.on(rolesApi.get, sample(Role, { id: 'one', name: 'Reader' }));
  api.byDefault(rolesApi.listScopes, []);
  await openScreen('/roles');
  await page.getByRole('link', { name: 'Reader' }).click();
  await expect.poll(() => location.pathname).toMatch(/^\/roles\/one/);
  const place = location.pathname;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Reader?' });
  await expect.element(question).toBeVisible();
  history.back();
  await expect.element(question).not.toBeInTheDocument();
  expect(location.pathname).toBe(place);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Reader' })).toBeVisible();
  // Back leaves the page again once nothing is asked.
  history.back();
  await expect.poll(() => location.pathname).toBe('/roles');
});

test('an error of a page is shown in the frame, which has the only main region', async () => {
  const Broken = () => {
    throw new Error('The page is broken.');
  };
  const path = pagePath('broken');
  await openScreen('/broken', { alsoShows: { phrases: [], pages: [{ path, component: Broken }] } });
  const main = page.getByRole('main');
  await expect.element(main.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  expect(main.elements()).toHaveLength(1);
  await expectToFit();

  await openScreen('/broken', { alsoShows: { phrases: [], publicPages: [{ path, component: Broken }] } });
  await expect.element(main.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  expect(main.elements()).toHaveLength(1);
});

const sidebar = page.getByRole('navigation', { name: 'Main' });
const inSidebar = () =>
  sidebar
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);

test('the sidebar has the pages of the product, and fits into a window of 900 pixels', async () => {
  await openScreen('/no-such-page');
  await expect.element(sidebar).toBeVisible();
  expect(inSidebar()).toEqual([
    ...['Get started', 'Dashboard'],
    ...['Applications', 'Sign-in experience', 'Multi-factor auth', 'Connectors', 'Enterprise SSO', 'Security'],
    ...['API resources', 'Roles', 'Organization template'],
    ...['Organizations', 'Users'],
    ...['Signing keys', 'Custom JWT', 'Actions', 'Webhooks', 'Audit logs'],
    'Settings',
  ]);
  const { scrollHeight, clientHeight } = sidebar.element();
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
  const icons = [...sidebar.element().querySelectorAll('svg')].map((icon) => icon.innerHTML);
  expect(new Set(icons).size).toBe(icons.length);
});

test('the settings have the pages of the installation, also at their old addresses', async () => {
  api.on(administratorsApi.list, []);
  api.on(administratorInvitationsApi.list, []);
  api.on(domainsApi.list, []);
  api.on(installationJobsApi.overview, sample(JobOverview));
  api.on(mailboxApi.list, []);
  const tabs = page.getByRole('navigation', { name: 'Sections' });
  await openScreen('/no-such-page');
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  for (const [name, path, old] of [
    ['Administrators', '/tenant-settings/administrators', '/administrators'],
    ['Custom domains', '/tenant-settings/domains', '/tenant-settings/domains'],
    ['Mailbox', '/tenant-settings/mailbox', '/mailbox'],
    ['Background jobs', '/tenant-settings/background-jobs', '/background-jobs'],
  ] as const) {
    const tab = tabs.getByRole('link', { name, exact: true });
    await tab.click();
    await expect.poll(() => location.pathname).toBe(path);
    await expect.element(tab).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => document.title).toBe(`${name} · Settings · Postern`);
    await expectToFit();
    await openScreen(old);
    await expect.poll(() => location.pathname).toBe(path);
    await expect.element(sidebar.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  }
});

test('the version leads to the highlights of dated releases, without a dot, and the focus returns', async () => {
  api.on(rolesApi.list, []);
  await openScreen('/roles');
  const version = page.getByRole('link', { name: /What’s new$/ });
  await expect.element(version).toHaveAttribute('href', '/docs/changelog');
  await version.click();
  const panel = page.getByRole('dialog', { name: 'What’s new' });
  await expect.element(panel.getByText(/^\w+ \d+, \d{4}$/).first()).toBeVisible();
  await expect.element(panel.getByText('Unreleased')).not.toBeInTheDocument();
  await expect
    .element(panel.getByRole('img', { name: 'The page Multi-factor auth of the console' }))
    .toBeInTheDocument();
  await expectToFit();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(version).toHaveFocus();
});

test('a newer release marks the version, and the news say how to upgrade', async () => {
  api.on(rolesApi.list, []);
  config.releaseInfoUrl = 'data:application/json,{"latestRelease":"v9.0.0"}';
  await openScreen('/roles');
  await page.getByRole('link', { name: /What’s new, v9\.0\.0 is available$/ }).click();
  const panel = page.getByRole('dialog', { name: 'What’s new' });
  await expect.element(panel.getByText('v9.0.0 is available')).toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'How to upgrade' })).toBeVisible();
  config.releaseInfoUrl = null;
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});
