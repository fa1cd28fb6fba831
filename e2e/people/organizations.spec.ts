import { applicationsApi } from '@postern/contracts/access/applications';
import { type OrganizationRole, organizationRolesApi } from '@postern/contracts/access/organization-roles';
import {
  type OrganizationInvitation,
  organizationInvitationsApi,
} from '@postern/contracts/people/organization-invitations';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { type User, usersApi } from '@postern/contracts/people/users';
import { type Administrator, becomeAdministrator } from '../administrator.ts';
import { failOnce } from '../fail-once.ts';
import { askDatabase, expect, expectAccessible, expectNarrow, expectToFit, test } from '../product.ts';
import { visit } from '../visit.ts';

const createRole = (administrator: Administrator, name: string, type: OrganizationRole['type'] = 'User') =>
  administrator.api<OrganizationRole>('post', organizationRolesApi.create.path, { name, type });

const createOrganization = (administrator: Administrator, name: string) =>
  administrator.api<{ id: string }>('post', organizationsApi.create.path, { name });

test('an organization is created, set up with members and machines, and deleted', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  await Promise.all([
    createRole(administrator, 'Buyer'),
    createRole(administrator, 'Approver'),
    createRole(administrator, 'Sync robot', 'MachineToMachine'),
    administrator.api('post', usersApi.create.path, { name: 'Ada' }),
    administrator.api('post', usersApi.create.path, { name: 'Bob Ray' }),
    administrator.api('post', applicationsApi.create.path, { name: 'Night run', type: 'MachineToMachine' }),
  ]);
  const tab = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });

  await page.goto(`${oss.consoleUrl}/organizations`);
  await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('link', { name: 'Create organization' }).press('Enter');
  const create = page.getByRole('dialog', { name: 'Create organization' });
  await expect(create.getByRole('textbox', { name: 'Organization name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(create.getByRole('textbox', { name: 'Organization name' })).toHaveAccessibleDescription(/Fill in/);
  await page.keyboard.type('Northwind');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Organization created')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible();

  // Roles for machines are not offered to users.
  await page.getByRole('button', { name: 'Add members' }).click();
  const add = page.getByRole('dialog', { name: 'Add members to Northwind' });
  await add.getByRole('checkbox', { name: /Ada/ }).check();
  await add.getByRole('checkbox', { name: /Bob Ray/ }).check();
  await add.getByRole('checkbox', { name: /Buyer/ }).check();
  await expect(add.getByRole('checkbox', { name: /Sync robot/ })).toHaveCount(0);
  await expectAccessible(page);
  await add.getByRole('button', { name: 'Add members' }).click();
  await expect(page.getByText('2 members added')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada/ })).toContainText('Buyer');
  await expectToFit(page);

  await page.getByRole('button', { name: 'More actions for Ada' }).click();
  await page.getByRole('menuitem', { name: 'Edit roles' }).click();
  const edit = page.getByRole('dialog', { name: 'Roles of Ada in Northwind' });
  await edit.getByRole('checkbox', { name: /Buyer/ }).uncheck();
  await edit.getByRole('checkbox', { name: /Approver/ }).check();
  await edit.getByRole('button', { name: 'Save roles' }).click();
  await expect(page.getByText('Roles saved')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada/ })).toContainText('Approver');
  await expect(page.getByRole('row', { name: /Ada/ })).not.toContainText('Buyer');

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Assign roles' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign roles to 2 members' });
  await assign.getByRole('checkbox', { name: /Approver/ }).check();
  await assign.getByRole('button', { name: 'Assign roles' }).click();
  await expect(page.getByText('Roles assigned to 2 members')).toBeVisible();
  await expect(page.getByRole('row', { name: /Bob Ray/ })).toContainText('Approver');
  await page.getByRole('button', { name: 'More actions for Bob Ray' }).click();
  await page.getByRole('menuitem', { name: 'Remove from organization' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Bob Ray from Northwind?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('Member removed')).toBeVisible();
  await expect(page.getByText('1–1 of 1')).toBeVisible();

  await tab('Machine-to-machine').click();
  await page.getByRole('button', { name: 'Add machines' }).click();
  const machines = page.getByRole('dialog', { name: 'Add machines to Northwind' });
  await machines.getByRole('checkbox', { name: /Night run/ }).check();
  await machines.getByRole('checkbox', { name: /Sync robot/ }).check();
  await machines.getByRole('button', { name: 'Add machines' }).click();
  await expect(page.getByRole('row', { name: /Night run/ })).toContainText('Sync robot');

  // The same from the page of the machine; a machine can lose its last role.
  await page.getByRole('link', { name: /Night run/ }).click();
  await tab('Organizations').click();
  await expect(page.getByRole('row', { name: /Northwind/ })).toContainText('Sync robot');
  await page.getByRole('button', { name: 'More actions for Northwind' }).click();
  await page.getByRole('menuitem', { name: 'Edit roles' }).click();
  const last = page.getByRole('dialog', { name: 'Roles of Night run in Northwind' });
  await last.getByRole('checkbox', { name: /Sync robot/ }).uncheck();
  await last.getByRole('button', { name: 'Save roles' }).click();
  await expect(page.getByRole('row', { name: /Northwind/ })).toContainText('No role');
  await expectToFit(page);
  await page.getByRole('link', { name: /Northwind/ }).click();

  await tab('Settings').click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Northwind Traders');
  await page.getByRole('switch', { name: 'Require multi-factor authentication' }).click();
  await expectToFit(page);
  // Leaving asks first.
  await tab('Members').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Traders' })).toBeVisible();
  await expect(page.getByText('MFA required')).toBeVisible();

  await tab('Logs').click();
  await page.getByRole('link', { name: 'Organization: members changed' }).first().click();
  await expect(page.getByText('Organization.Membership.Updated').first()).toBeVisible();
  await expect(page.getByText(/^Administrator admin \(\w+\)$/)).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Logs' }).click();

  await tab('Branding').click();
  await page.getByRole('switch', { name: 'Use organization branding' }).click();
  await page.getByRole('textbox', { name: /^Brand color(?!,)/ }).fill('#0B7A75');
  await expectToFit(page);
  await page.keyboard.press('Control+s');
  const stored = async () => {
    const [one] = await administrator.api<{ color: { primaryColor?: string } }[]>('get', organizationsApi.list.path);
    return one?.color.primaryColor;
  };
  await expect.poll(stored).toBe('#0B7A75');

  await tab('Settings').click();
  await page.getByRole('button', { name: 'Delete organization' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Northwind Traders”?' });
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByRole('textbox').fill('Northwind Traders');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Organization deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  administrator.expectNoComplaints();
});

test('email domains and default roles are set up, people are invited, and members are listed', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const [buyer, { id }, cy] = await Promise.all([
    createRole(administrator, 'Buyer'),
    createOrganization(administrator, 'Northwind'),
    administrator.api<User>('post', usersApi.create.path, { primaryEmail: 'cy@example.com' }),
  ]);
  const tab = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });

  await page.goto(`${oss.consoleUrl}/organizations/${id}/just-in-time`);
  await expect(page.getByText('No email domains.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Add email domain' }).click();
  const domain = page.getByRole('dialog', { name: 'Add email domain' });
  await page.keyboard.type('@northwind');
  await page.keyboard.press('Enter');
  await expect(domain.getByRole('textbox')).toHaveAccessibleDescription(/without @/);
  await domain.getByRole('textbox').fill('Northwind.example');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('northwind.example added')).toBeVisible();
  await page.getByRole('button', { name: 'Add email domain' }).click();
  await domain.getByRole('textbox').fill('northwind.example');
  await page.keyboard.press('Enter');
  await expect(domain.getByText('This domain is already in the list.')).toBeVisible();
  await domain.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit roles' }).click();
  const roles = page.getByRole('dialog', { name: 'Default roles' });
  await roles.getByRole('checkbox', { name: /Buyer/ }).check();
  await roles.getByRole('button', { name: 'Save roles' }).click();
  await expect(page.getByRole('row', { name: /Buyer/ })).toBeVisible();
  await expectToFit(page);

  await tab('Invitations').click();
  await page.getByRole('button', { name: 'Invite people' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people to Northwind' });
  await expect(invite.getByLabel('Email addresses')).toBeFocused();
  await page.keyboard.type('cy@example.com dora@example.com ');
  await invite.getByRole('textbox', { name: /Link in the email/ }).fill('https://app.example.com/join');
  await invite.getByRole('checkbox', { name: /Buyer/ }).check();
  await expectAccessible(page);
  await invite.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByText('2 invitations sent')).toBeVisible();
  await expect(page.getByRole('row', { name: /cy@example.com/ })).toContainText('Pending');
  await expectToFit(page);
  const mails = () =>
    askDatabase<{ link: string | null }>(
      oss,
      'default',
      `select link from mailbox_messages where recipient = 'cy@example.com'`,
    );
  await expect.poll(mails).toEqual([{ link: 'https://app.example.com/join' }]);

  // An address with a pending invitation stays in the field; the others are invited.
  await page.getByRole('button', { name: 'Invite people' }).click();
  await invite.getByLabel('Email addresses').fill('cy@example.com,eve@example.com');
  await invite.getByRole('button', { name: 'Send invitations' }).click();
  await expect(invite.getByText('cy@example.com already has a pending invitation.')).toBeVisible();
  await expect(invite.getByRole('button', { name: 'Remove eve@example.com' })).toHaveCount(0);
  await expectAccessible(page);
  await invite.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('row', { name: /eve@example.com/ })).toContainText('Pending');

  await page.getByRole('button', { name: 'More actions for dora@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /dora@example.com/ })).toContainText('Revoked');
  await page.getByRole('button', { name: 'More actions for dora@example.com' }).click();
  await expect(page.getByRole('menuitem', { name: 'Send again' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /dora@example.com/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions for cy@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  const again = page.getByRole('dialog', { name: 'Send the invitation again' });
  await expectAccessible(page);
  await again.getByRole('button', { name: 'Send email' }).click();
  await expect(page.getByText('Invitation sent again to cy@example.com')).toBeVisible();
  await expect.poll(async () => (await mails()).length).toBe(2);

  // The application of the tenant accepts the invitation for its user.
  const invitations = await administrator.api<OrganizationInvitation[]>(
    'get',
    `${organizationInvitationsApi.list.path}?organizationId=${id}&invitee=cy@example.com`,
  );
  await administrator.api('put', organizationInvitationsApi.setStatus.path.replace(':id', invitations[0]?.id ?? ''), {
    status: 'Accepted',
    acceptedUserId: cy.id,
  });
  await expect(page.getByRole('row', { name: /cy@example.com/ })).toContainText('Accepted');
  await tab('Members').click();
  await expect(page.getByRole('row', { name: /cy@example.com/ })).toContainText(buyer.name);
  administrator.expectNoComplaints('422');
});

test('a user is added to organizations, and many organizations are searched and paged', async ({ page, oss }) => {
  const administrator = await becomeAdministrator(page, oss);
  const [user] = await Promise.all([
    administrator.api<User>('post', usersApi.create.path, { name: 'Maya' }),
    createRole(administrator, 'Buyer'),
    askDatabase(
      oss,
      'default',
      `insert into organizations (id, name) select 'o' || n, 'Team ' || lpad(n::text, 3, '0') || repeat(' with a long name', 6)
        from generate_series(1, 200) n`,
    ),
  ]);
  await page.goto(`${oss.consoleUrl}/users/${user.id}/organizations`);
  await page.getByRole('button', { name: 'Add to organizations' }).click();
  const add = page.getByRole('dialog', { name: 'Add Maya to organizations' });
  await add.getByRole('searchbox').first().fill('team 042');
  await add.getByRole('checkbox', { name: /Team 042/ }).check();
  await add.getByRole('searchbox').first().fill('team 043');
  await add.getByRole('checkbox', { name: /Team 043/ }).check();
  await add.getByRole('checkbox', { name: /Buyer/ }).check();
  await expectAccessible(page);
  await add.getByRole('button', { name: 'Add to organizations' }).click();
  await expect(page.getByText('Added to 2 organizations')).toBeVisible();
  await expect(page.getByRole('row', { name: /Team 042/ })).toContainText('Buyer');
  await page.keyboard.press('/');
  await page.keyboard.type('043');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('button', { name: /More actions for Team 043/ }).click();
  await page.getByRole('menuitem', { name: 'Remove from organization' }).click();
  await failOnce(page, 'DELETE', `**${organizationMembersApi.list.path.replace(':id', '*')}/**`);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The server had an error. Try again in a moment.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Team 043/ })).toBeVisible();
  await page.getByRole('button', { name: /More actions for Team 043/ }).click();
  await page.getByRole('menuitem', { name: 'Remove from organization' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Member removed')).toBeVisible();

  await visit(page, `${oss.consoleUrl}/organizations?page=10`);
  await expect(page.getByText('181–200 of 200')).toBeVisible();
  await expectNarrow(page, 390);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `${oss.consoleUrl}/organizations`);
  await expect(page.getByText('1–20 of 200')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('team 042');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(page.getByRole('row', { name: /Team 042/ })).toContainText('1 member');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
  await page.keyboard.type('team 199');
  await page
    .getByRole('option', { name: /Team 199/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Team 199/ })).toBeVisible();
  await expectNarrow(page, 390);
  await visit(page, `${oss.consoleUrl}/organizations/nowhere`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  administrator.expectNoComplaints('500', '404');
});
