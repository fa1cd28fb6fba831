import { applicationsApi } from '@postern/contracts/access/applications';
import { type OrganizationRole, organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationApplicationsApi, organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { becomeAdministrator } from '../administrator.ts';
import { askDatabase, expect, test } from '../product.ts';

test('an organization is created, gets members, machines and invited people, and is deleted', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const { api } = administrator;
  const createRole = (name: string, type: OrganizationRole['type'] = 'User') =>
    api<OrganizationRole>('post', organizationRolesApi.create.path, { name, type });
  await Promise.all([
    createRole('Buyer'),
    createRole('Sync robot', 'MachineToMachine'),
    api('post', usersApi.create.path, { name: 'Ada' }),
    api('post', usersApi.create.path, { name: 'Bob Ray' }),
    api('post', applicationsApi.create.path, { name: 'Night run', type: 'MachineToMachine' }),
  ]);
  const tab = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
  const dialog = page.getByRole('dialog');
  const row = (name: RegExp) => page.getByRole('row', { name });

  await page.goto(`${oss.consoleUrl}/organizations/create`);
  await dialog.getByRole('textbox', { name: 'Organization name' }).fill('Northwind');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Organization created')).toBeVisible();
  const [created] = await api<{ id: string }[]>('get', organizationsApi.list.path);
  const path = (template: string) => template.replace(':id', created?.id ?? '');

  await test.step('users and machines become members with roles', async () => {
    await page.getByRole('button', { name: 'Add members' }).click();
    await dialog.getByRole('checkbox', { name: /Ada/ }).check();
    await dialog.getByRole('checkbox', { name: /Bob Ray/ }).check();
    await dialog.getByRole('checkbox', { name: /Buyer/ }).check();
    await dialog.getByRole('button', { name: 'Add members' }).click();
    await expect(page.getByText('2 members added')).toBeVisible();
    await expect(row(/Ada/)).toContainText('Buyer');
    await page.getByRole('button', { name: 'More actions for Bob Ray' }).click();
    await page.getByRole('menuitem', { name: 'Remove from organization' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Member removed')).toBeVisible();
    expect(await api('get', path(organizationMembersApi.list.path))).toMatchObject([
      { name: 'Ada', organizationRoles: [{ name: 'Buyer' }] },
    ]);

    await tab('Machine-to-machine').click();
    await page.getByRole('button', { name: 'Add machines' }).click();
    await dialog.getByRole('checkbox', { name: /Night run/ }).check();
    await dialog.getByRole('checkbox', { name: /Sync robot/ }).check();
    await dialog.getByRole('button', { name: 'Add machines' }).click();
    await expect(row(/Night run/)).toContainText('Sync robot');
    // A machine can lose its last role, on its own page too.
    await page.getByRole('link', { name: /Night run/ }).click();
    await tab('Organizations').click();
    await page.getByRole('button', { name: 'More actions for Northwind' }).click();
    await page.getByRole('menuitem', { name: 'Edit roles' }).click();
    await dialog.getByRole('checkbox', { name: /Sync robot/ }).uncheck();
    await dialog.getByRole('button', { name: 'Save roles' }).click();
    await expect(row(/Northwind/)).toContainText('No role');
    expect(await api('get', path(organizationApplicationsApi.list.path))).toMatchObject([{ organizationRoles: [] }]);
    await page.getByRole('link', { name: /Northwind/ }).click();
  });

  await test.step('users of a domain join with a role, and invited people get a message', async () => {
    await tab('Just-in-time provisioning').click();
    await page.getByRole('button', { name: 'Add email domain' }).click();
    await dialog.getByRole('textbox').fill('Northwind.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('northwind.example added')).toBeVisible();
    await page.getByRole('button', { name: 'Edit roles' }).click();
    await dialog.getByRole('checkbox', { name: /Buyer/ }).check();
    await dialog.getByRole('button', { name: 'Save roles' }).click();
    await expect(row(/Buyer/)).toBeVisible();
    expect(await api('get', path(organizationJitApi.listRoles.path))).toMatchObject([{ name: 'Buyer' }]);

    await tab('Invitations').click();
    await page.getByRole('button', { name: 'Invite people' }).click();
    await dialog.getByLabel('Email addresses').fill('cy@example.com ');
    await dialog.getByRole('textbox', { name: /Link in the email/ }).fill('https://app.example.com/join');
    await dialog.getByRole('button', { name: 'Send invitations' }).click();
    await expect(row(/cy@example.com/)).toContainText('Pending');
    const mails = () =>
      askDatabase<{ link: string | null }>(
        oss,
        'default',
        `select link from mailbox_messages where recipient = 'cy@example.com'`,
      );
    await expect.poll(mails).toEqual([{ link: 'https://app.example.com/join' }]);
    await page.getByRole('button', { name: 'More actions for cy@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    await dialog.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByText('Invitation sent again to cy@example.com')).toBeVisible();
    await expect.poll(async () => (await mails()).length).toBe(2);
  });

  await test.step('settings are saved and logged, and the organization is deleted', async () => {
    await tab('Settings').click();
    await page.getByRole('switch', { name: 'Require multi-factor authentication' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('MFA required')).toBeVisible();
    await tab('Logs').click();
    await page.getByRole('link', { name: 'Organization: members changed' }).first().click();
    await expect(page.getByText('Organization.Membership.Updated').first()).toBeVisible();
    await expect(page.getByText(/^Administrator admin \(\w+\)$/)).toBeVisible();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Logs' }).click();
    await tab('Settings').click();
    await page.getByRole('button', { name: 'Delete organization' }).click();
    await dialog.getByRole('textbox').fill('Northwind');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Organization deleted')).toBeVisible();
    expect(await api('get', organizationsApi.list.path)).toEqual([]);
  });
  administrator.expectNoComplaints();
});
