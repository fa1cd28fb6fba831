import { Application, applicationsApi } from '@postern/contracts/access/applications';
import { RoleWithHolders, rolesApi } from '@postern/contracts/access/roles';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { UserView, userViewsApi } from '@postern/contracts/people/user-views';
import { User, usersApi } from '@postern/contracts/people/users';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, openScreen, reloadScreen } from '../../../../testing/open-screen.tsx';

const people = Array.from({ length: 60 }, (_, index) =>
  sample(User, { id: `p${index}`, name: `Person ${String(index).padStart(2, '0')}`, applicationId: 'shop' }),
);

beforeEach(() => {
  api.on(userJobsApi.list, []);
  api.on(userViewsApi.list, []);
  api.on(applicationsApi.list, [sample(Application, { id: 'shop', name: 'Northwind Storefront' })]);
  api.on(rolesApi.list, [sample(RoleWithHolders, { id: 'agent', name: 'Support agent' })]);
  // A filter leaves twenty.
  api.on(usersApi.list, ({ query }) => (Object.keys(filterOf(query)).length > 0 ? people.slice(0, 20) : people));
});

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const filterOf = ({ page: _page, page_size: _size, count: _count, sort: _sort, ...filter }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
/** The query of the newest request for the list, without its page. */
const asked = () => {
  const { page: _page, page_size: _size, count: _count, ...query } = api.requestsOf(usersApi.list).at(-1)?.query ?? {};
  return query;
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const focus = (locator: ReturnType<typeof button>) => (locator.element() as HTMLElement).focus();
const headers = () => [...document.querySelectorAll<HTMLElement>('thead th')].map(({ innerText }) => innerText.trim());
const all = page.getByText('1–20 of 60');
const filtered = page.getByText('1–20 of 20');
const choose = (name: string | RegExp) => page.getByRole('menuitem', { name }).click();

async function addFilter(name: string): Promise<void> {
  await button('Filter').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('status and application are filters that work by keyboard, and stay after a reload', async () => {
  await openScreen('/users');
  await expect.element(all).toBeVisible();
  focus(button('Status'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitemradio', { name: 'Active' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(filtered).toBeVisible();
  expect(location.search).toContain('isSuspended=true');
  expect(asked()).toEqual({ isSuspended: 'true' });

  await button('Application').click();
  await expect.element(page.getByRole('searchbox', { name: 'Search applications' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('north');
  await page.getByRole('checkbox', { name: 'Northwind Storefront' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(asked).toEqual({ isSuspended: 'true', applicationId: 'shop' });
  await expect.element(button(/Application:/)).toHaveFocus();

  // Twice in one moment: both clicks count.
  const title = button('User').element() as HTMLElement;
  title.click();
  title.click();
  await expect.poll(asked).toEqual({ isSuspended: 'true', applicationId: 'shop', sort: '-name' });
  await reloadScreen();
  await expect.element(button('Application: Northwind Storefront')).toBeVisible();
  expect(asked()).toEqual({ isSuspended: 'true', applicationId: 'shop', sort: '-name' });
  await button('Clear filter Application').click();
  await button('Clear filter Status').click();
  await expect.poll(asked).toEqual({ sort: '-name' });
});

test('roles, times and flags are added as filters and cleared', async () => {
  await openScreen('/users');
  await expect.element(all).toBeVisible();
  await addFilter('Role');
  await page.getByRole('checkbox', { name: 'Support agent' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(asked).toEqual({ roleId: 'agent' });
  await button('Clear filter Role').click();
  await expect.element(button(/^Role/)).not.toBeInTheDocument();

  await addFilter('Latest sign-in');
  await expectAccessible();
  await page.getByRole('radio', { name: 'Never' }).click();
  await expect.poll(asked).toEqual({ neverSignedIn: 'true' });
  await button(/Latest sign-in:/).click();
  await page.getByRole('radio', { name: 'Not in the last 90 days' }).click();
  // Those who never signed in are included.
  await expect.poll(asked).toEqual({ lastSignInTo: '-90d', neverSignedIn: 'true' });
  await button('Clear filter Latest sign-in').click();

  await addFilter('Created');
  const [from, to] = [page.getByLabelText('From', { exact: true }), page.getByLabelText('To', { exact: true })];
  await from.fill('2026-03-05');
  await to.fill('2026-03-02');
  await expect.element(button('Apply')).toBeDisabled();
  await from.fill('2026-03-02');
  await to.fill('2026-03-05');
  await userEvent.keyboard('{Enter}');
  await expect.element(button(/Created: .+ – .+/)).toBeVisible();
  // Whole days of this browser.
  const [first, end] = [new Date(2026, 2, 2).getTime(), new Date(2026, 2, 6).getTime()];
  await expect.poll(() => Number(asked().createdFrom)).toBe(first);
  expect(end - Number(asked().createdTo)).toBeLessThanOrEqual(1);

  api.on(usersApi.list, ({ query }) => (query.hasMfa ? [] : people));
  await addFilter('Second factor');
  await page.getByRole('menuitemradio', { name: 'Yes' }).click();
  await expect.element(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  expect(asked()).toMatchObject({ hasMfa: 'true' });
  await expectToFit();
  await button('Clear search and filters').click();
  await expect.element(all).toBeVisible();
});

test('an address with invalid parameters still opens the list', async () => {
  await openScreen('/users?isSuspended=maybe&createdFrom=yesterday&sort=shoeSize&columns=feet');
  await expect.element(all).toBeVisible();
  expect(asked()).toEqual({});
});

test('columns are chosen, keep their order, and stay after a reload', async () => {
  await openScreen('/users');
  await button('Columns').click();
  await page.getByRole('menuitemcheckbox', { name: 'Username' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'From application' }).click();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  const chosen = ['User', 'Email or phone', 'Username', 'Latest sign-in', 'Created'];
  await expect.poll(() => headers().filter((text) => chosen.includes(text))).toEqual(chosen);
  expect(headers()).not.toContain('From application');
  await reloadScreen();
  await expect.poll(() => headers().filter((text) => chosen.includes(text))).toEqual(chosen);
  await expectToFit();
});

/** Keeps views as the server does. */
function keepViews(): () => UserView[] {
  let views: UserView[] = [];
  api.on(userViewsApi.list, () => views);
  api.on(userViewsApi.create, ({ body }) => {
    const made = sample(UserView, { id: 'locked', isMine: true, ...body });
    views = [made];
    return made;
  });
  api.on(userViewsApi.update, ({ body }) => {
    views = views.map((view) => ({ ...view, ...body }));
    return views[0] ?? refuse('entity.not_found');
  });
  api.on(userViewsApi.remove, () => {
    views = [];
  });
  return () => views;
}

test('filters, columns and order are saved as a view, changed, shared, renamed and deleted', async () => {
  const views = keepViews();
  await openScreen('/users?isSuspended=true&sort=lastSignInAt');
  await expect.element(filtered).toBeVisible();
  await button('Views').click();
  await expectAccessible();
  await choose('Save as new view');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription('Fill in this field.');
  await expectAccessible();
  await userEvent.keyboard('Locked out{Enter}');
  const current = button('Locked out');
  await expect.element(current).toBeVisible();
  expect(location.search).toContain('view=locked');
  expect(views()).toMatchObject([{ name: 'Locked out', filters: { isSuspended: 'true' }, sort: 'lastSignInAt' }]);

  await current.click();
  await page.getByRole('menuitemradio', { name: 'All users' }).click();
  await expect.element(all).toBeVisible();
  await button('Views').click();
  await page.getByRole('menuitemradio', { name: 'Locked out' }).click();
  await expect.element(filtered).toBeVisible();
  await expect.poll(() => document.querySelector('th[aria-sort="ascending"]')?.textContent).toBe('Latest sign-in');
  history.back();
  await expect.element(all).toBeVisible();
  history.forward();
  await expect.element(filtered).toBeVisible();

  await button('Columns').click();
  await page.getByRole('menuitemcheckbox', { name: 'Password' }).click();
  await userEvent.keyboard('{Escape}');
  await button('Locked out changed').click();
  await choose('Save changes');
  await expect.element(button('Locked out changed')).not.toBeInTheDocument();
  await expect.poll(headers).toContain('Password');
  expect(views()[0]?.columns).toContain('password');

  for (const item of ['Share with all administrators', 'Open the list with this view']) {
    await button(/^Locked out/).click();
    await choose(item);
    await expect.element(page.getByRole('menuitem', { name: item })).not.toBeInTheDocument();
  }
  await expect.element(page.getByText('Default view set')).toBeVisible();
  expect(views()).toMatchObject([{ isShared: true, isDefault: true }]);

  await button(/^Locked out/).click();
  await choose('Rename');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Out');
  await userEvent.keyboard('{Enter}');
  await button(/^Out/).click();
  await choose('Delete view');
  const question = page.getByRole('dialog', { name: 'Delete the view “Out”?' });
  await expect.element(question).toMatchTextContent(/all administrators/);
  await question.getByRole('button', { name: 'Delete view' }).click();
  await expect.element(page.getByText('View deleted')).toBeVisible();
  await expect.element(all).toBeVisible();
});

test('the list opens with its default view, unless all users are chosen', async () => {
  const view = { id: 'locked', name: 'Locked out', isMine: true, isDefault: true, filters: { isSuspended: 'true' } };
  api.on(userViewsApi.list, [sample(UserView, view as Partial<UserView>)]);
  await openScreen('/users');
  await expect.element(filtered).toBeVisible();
  await button(/^Locked out/).click();
  await page.getByRole('menuitemradio', { name: 'All users' }).click();
  await expect.element(all).toBeVisible();
  await reloadScreen();
  await expect.element(all).toBeVisible();
});
