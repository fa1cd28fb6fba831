import type { Page } from '@playwright/test';
import { operatorsApi } from '@postern/contracts/cloud/operators';
import { pathOf } from '@postern/contracts/endpoint';
import { arriveInTenant, newcomersPassword } from '../newcomer.ts';
import { askDatabase, expect, type Product, test } from '../product.ts';
import { signInByRequests } from '../sign-in-by-requests.ts';
import { prepareNewcomer, visit } from '../visit.ts';

/** Runs a CLI command as an operator does. */
const run = ({ cli }: Product, ...words: string[]) => cli(words);

/** Makes a user a collaborator of a tenant, as an invitation would. */
const join = (product: Product, tenantId: string, username: string) => {
  const person = `(select id from users where username = '${username}')`;
  return askDatabase(
    product,
    'admin',
    `insert into organization_users (organization_id, user_id) values ('t-${tenantId}', ${person})`,
    `insert into organization_users_roles (organization_id, user_id, organization_role_id)
      values ('t-${tenantId}', ${person}, 'collaborator')`,
  );
};

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function makeAdministrator(page: Page, name: string): Promise<void> {
  await act(page, name, 'Change role');
  const dialog = page.getByRole('dialog', { name: `Role of ${name}` });
  await dialog.getByRole('radio', { name: /Administrator/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

async function remove(page: Page, name: string): Promise<void> {
  await act(page, name, 'Remove from tenant');
  await page
    .getByRole('dialog', { name: `Remove ${name}?` })
    .getByRole('button', { name: 'Remove from tenant' })
    .click();
}

test('an open window shows who promoted, suspended or removed the user, and navigates to the right page', async ({
  page,
  browser,
  cloud,
}) => {
  const tenantId = await prepareNewcomer(page, cloud, 'iris', 'Northwind');
  const context = await browser.newContext();
  const other = await context.newPage();
  const own = await prepareNewcomer(other, cloud, 'oskar', 'Fjord');
  await join(cloud, tenantId, 'oskar');
  await run(cloud, 'operator', 'add', 'iris');
  const operator = await (await browser.newContext()).newPage();
  const token = await signInByRequests(operator, cloud, { username: 'iris', password: newcomersPassword });
  // The process that changes a tenant announces it at once. What the CLI changes is announced within 15 seconds.
  const changeTenant = async (action: 'suspend' | 'resume', data?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const path = pathOf(operatorsApi[action], { id: tenantId });
    const answer = await operator.request.post(cloud.adminEndpoint + path, { headers, data });
    expect(answer.ok()).toBe(true);
  };
  const members = `${cloud.consoleUrl}/${tenantId}/tenant-settings/members`;
  await page.goto(members);
  await other.goto(members);
  await expect(other.getByRole('row', { name: /iris/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Invite members' })).toBeHidden();
  const second = await context.newPage();
  await second.goto(`${cloud.consoleUrl}/${own}`);
  await arriveInTenant(second);

  await test.step('promoted: names the administrator, and the permissions apply without a reload', async () => {
    await makeAdministrator(page, 'oskar');
    await expect(other.getByText('iris made you an administrator of Northwind.')).toBeVisible();
    await expect(other.getByRole('button', { name: 'Invite members' })).toBeVisible();
    await other.getByRole('link', { name: 'Settings', exact: true }).click();
    await other.getByLabel('Tenant name').fill('Northwind Traders');
    await other.keyboard.press('Control+s');
    await expect(other.getByText('Changes saved')).toBeVisible();
    // Other windows of the browser get the same event through the one shared stream.
    await expect(second.getByText('iris made you an administrator of Northwind.')).toBeVisible();
  });

  await test.step('suspended: the page shows the reason, and disappears after the tenant is resumed', async () => {
    await changeTenant('suspend', { reason: 'Sends spam' });
    for (const window of [page, other]) {
      await expect(window.getByRole('heading', { name: 'This tenant is suspended' })).toBeVisible();
      await expect(window.getByText('Reason: Sends spam')).toBeVisible();
    }
    await expect(second.getByText('An operator suspended Northwind Traders. Reason: Sends spam')).toBeVisible();
    await changeTenant('resume');
    await expect(page.getByRole('row', { name: /oskar/ })).toBeVisible();
    await expect(other.getByLabel('Tenant name')).toBeVisible();
  });

  await test.step('removed: names the administrator, discards unsaved changes, and lists other tenants', async () => {
    await other.getByLabel('Tenant name').fill('Something that is lost');
    await remove(page, 'oskar');
    await expect(other.getByRole('heading', { name: 'You are no longer a member of Northwind Traders' })).toBeVisible();
    await expect(other.getByText('iris removed you from this tenant.')).toBeVisible();
    await other.reload();
    await expect(other.getByText('iris removed you from this tenant.')).toBeVisible();
    await other.getByRole('link', { name: /Fjord/ }).click();
    expect(await arriveInTenant(other)).toBe(own);
    await expect(second.getByRole('alert').filter({ hasText: 'iris removed you from this tenant.' })).toBeVisible();
  });

  await test.step('account suspended: shows a message and signs out', async () => {
    const [{ id } = { id: '' }] = await askDatabase<{ id: string }>(
      cloud,
      'admin',
      `select id from users where username = 'oskar'`,
    );
    await visit(page, `${cloud.consoleUrl}/admin/users/${id}`);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: /Suspend/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Suspend/ })
      .click();
    await expect(second.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
    await expect(second.getByText('iris suspended your account. You are signed out.')).toBeVisible();
  });
  await context.close();
});
