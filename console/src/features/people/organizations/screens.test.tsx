import { applicationAccessApi, type NamedApplicationAccess } from '@postern/contracts/access/application-access';
import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { Application, ApplicationDetails, applicationsApi } from '@postern/contracts/access/applications';
import { Organization, OrganizationWithRoles } from '@postern/contracts/access/organization';
import { OrganizationRoleWithScopes, organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { OrganizationInvitation, organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { OrganizationSsoConnector, organizationJitApi } from '@postern/contracts/people/organization-jit';
import {
  OrganizationApplication,
  OrganizationMember,
  organizationApplicationsApi,
  organizationMembersApi,
} from '@postern/contracts/people/organization-members';
import { ListedOrganization, organizationsApi } from '@postern/contracts/people/organizations';
import { SsoConnectorWithProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { User, usersApi } from '@postern/contracts/people/users';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerPalette } from '../../../testing/answer-palette.ts';
import { answerUser } from '../../../testing/answer-user.ts';
import { api, openScreen } from '../../../testing/open-screen.tsx';

afterEach(() => {
  expect(api.reset()).toEqual([]);
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const row = (name: RegExp) => page.getByRole('row', { name });
const tab = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
const dialog = (name?: string) => page.getByRole('dialog', name ? { name } : {});
const save = () => userEvent.keyboard('{Control>}s{/Control}');

async function choose(row: string | RegExp, item: string): Promise<void> {
  await button(row).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const roles = [
  sample(OrganizationRoleWithScopes, { id: 'buyer', name: 'Buyer', type: 'User' }),
  sample(OrganizationRoleWithScopes, { id: 'approver', name: 'Approver', type: 'User' }),
  sample(OrganizationRoleWithScopes, { id: 'robot', name: 'Sync robot', type: 'MachineToMachine' }),
];
const namesOf = (ids: readonly string[] = []) =>
  roles.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));

/** Answers one organization with the members it gets. */
function keepOrganization() {
  const state = {
    organization: sample(Organization, { id: 'north', name: 'Northwind' }),
    members: [] as OrganizationMember[],
  };
  api.on(organizationsApi.get, () => state.organization);
  api.on(organizationsApi.update, ({ body }) => {
    state.organization = { ...state.organization, ...(body as Partial<Organization>) };
    return state.organization;
  });
  api.on(organizationRolesApi.list, ({ query }) => roles.filter(({ type }) => type === query.type));
  api.on(usersApi.list, [
    sample(User, { id: 'ada', name: 'Ada' }),
    sample(User, { id: 'bob', name: 'Bob Ray', username: 'bob' }),
  ]);
  api.on(organizationMembersApi.list, () => state.members);
  const nameOf = (id: string) => (id === 'ada' ? 'Ada' : 'Bob Ray');
  api.on(organizationMembersApi.add, ({ body }) => {
    state.members = body.userIds.map((id) => sample(OrganizationMember, { id, name: nameOf(id) }));
    return { userIds: body.userIds };
  });
  const give = (ids: readonly string[], roleIds: readonly string[] = [], keep = true) => {
    state.members = state.members.map((one) => {
      const had = keep ? one.organizationRoles.map(({ id }) => id) : [];
      return ids.includes(one.id) ? { ...one, organizationRoles: namesOf([...had, ...roleIds]) } : one;
    });
  };
  api.on(organizationMembersApi.assignRoles, ({ body }) => give(body.userIds, body.organizationRoleIds));
  api.on(organizationMembersApi.replaceRoles, ({ params, body }) =>
    give([params.userId], body.organizationRoleIds, false),
  );
  api.on(organizationMembersApi.remove, ({ params }) => {
    state.members = state.members.filter(({ id }) => id !== params.userId);
  });
  return state;
}

test('an empty list offers to create an organization, which needs a name', async () => {
  keepOrganization();
  api.on(organizationsApi.list, []);
  api.on(organizationsApi.create, ({ body }) => sample(Organization, { id: 'north', name: body.name }));
  await openScreen('/organizations');
  await expect.element(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await expectToFit();
  (page.getByRole('link', { name: 'Create organization' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const name = dialog('Create organization').getByRole('textbox', { name: 'Organization name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/Fill in/);
  await userEvent.keyboard('Northwind');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Organization created')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No members yet' })).toBeVisible();
});

test('members are added with roles, change them one by one and together, and are removed', async () => {
  keepOrganization();
  await openScreen('/organizations/north/members');
  await button('Add members').click();
  const add = dialog('Add members to Northwind');
  await add.getByRole('checkbox', { name: /Ada/ }).click();
  await add.getByRole('checkbox', { name: /Bob Ray/ }).click();
  await add.getByRole('checkbox', { name: /Buyer/ }).click();
  // Roles for machines are not offered to users.
  await expect.element(add.getByRole('checkbox', { name: /Sync robot/ })).not.toBeInTheDocument();
  await expectAccessible();
  await add.getByRole('button', { name: 'Add members' }).click();
  await expect.element(page.getByText('2 members added')).toBeVisible();
  await expect.element(row(/Ada/)).toMatchTextContent(/Buyer/);
  await expectToFit();

  await choose('More actions for Ada', 'Edit roles');
  const edit = dialog('Roles of Ada in Northwind');
  await edit.getByRole('checkbox', { name: /Buyer/ }).click();
  await edit.getByRole('checkbox', { name: /Approver/ }).click();
  await edit.getByRole('button', { name: 'Save roles' }).click();
  await expect.element(page.getByText('Roles saved')).toBeVisible();
  await expect.element(row(/Ada/)).toMatchTextContent(/Approver/);
  await expect.element(row(/Ada/)).not.toMatchTextContent(/Buyer/);

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await button('Assign roles').click();
  const assign = dialog('Assign roles to 2 members');
  await assign.getByRole('checkbox', { name: /Approver/ }).click();
  await assign.getByRole('button', { name: 'Assign roles' }).click();
  await expect.element(page.getByText('Roles assigned to 2 members')).toBeVisible();
  await expect.element(row(/Bob Ray/)).toMatchTextContent(/Approver/);
  await choose('More actions for Bob Ray', 'Remove from organization');
  await dialog('Remove Bob Ray from Northwind?').getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Member removed')).toBeVisible();
  await expect.element(page.getByText('1–1 of 1')).toBeVisible();
});

test('machines are added with roles, and lose the last one on their own page', async () => {
  keepOrganization();
  const machine = sample(Application, { id: 'run', name: 'Night run', type: 'MachineToMachine' });
  let held: OrganizationApplication[] = [];
  api.on(applicationsApi.list, [machine]);
  api.on(applicationsApi.get, sample(ApplicationDetails, { ...machine }));
  api.on(organizationApplicationsApi.list, () => held);
  api.on(organizationApplicationsApi.add, () => {
    held = [sample(OrganizationApplication, { ...machine })];
  });
  api.on(organizationApplicationsApi.assignRoles, ({ body }) => {
    held = held.map((one) => ({ ...one, organizationRoles: namesOf(body.organizationRoleIds) }));
  });
  api.on(organizationApplicationsApi.removeRole, () => {
    held = held.map((one) => ({ ...one, organizationRoles: [] }));
  });
  api.on(applicationConsentApi.listOrganizations, () =>
    held.map(({ organizationRoles }) =>
      sample(OrganizationWithRoles, { id: 'north', name: 'Northwind', organizationRoles }),
    ),
  );
  await openScreen('/organizations/north/machine-to-machine');
  await button('Add machines').click();
  const add = dialog('Add machines to Northwind');
  await add.getByRole('checkbox', { name: /Night run/ }).click();
  await add.getByRole('checkbox', { name: /Sync robot/ }).click();
  await add.getByRole('button', { name: 'Add machines' }).click();
  await expect.element(row(/Night run/)).toMatchTextContent(/Sync robot/);

  await openScreen('/applications/run/organizations');
  await expect.element(row(/Northwind/)).toMatchTextContent(/Sync robot/);
  await choose('More actions for Northwind', 'Edit roles');
  const last = dialog('Roles of Night run in Northwind');
  await last.getByRole('checkbox', { name: /Sync robot/ }).click();
  await last.getByRole('button', { name: 'Save roles' }).click();
  await expect.element(row(/Northwind/)).toMatchTextContent(/No role/);
  await expectToFit();
});

test('settings are saved, leaving asks first, and a deletion asks for the name', async () => {
  const state = keepOrganization();
  api.on(organizationsApi.list, []);
  api.on(organizationsApi.remove, undefined);
  await openScreen('/organizations/north/settings');
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Northwind Traders');
  await page.getByRole('switch', { name: /Require multi-factor authentication/ }).click();
  await expectToFit();
  await tab('Members').click();
  await dialog().getByRole('button', { name: 'Keep editing' }).click();
  await save();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Northwind Traders' })).toBeVisible();
  await expect.element(page.getByText('MFA required')).toBeVisible();
  expect(state.organization).toMatchObject({ name: 'Northwind Traders', isMfaRequired: true });

  await tab('Branding').click();
  await page.getByRole('switch', { name: /Use organization branding/ }).click();
  await page.getByRole('textbox', { name: /^Brand color(?!,)/ }).fill('#0B7A75');
  await expectToFit();
  await save();
  await expect.poll(() => state.organization.color.primaryColor).toBe('#0B7A75');
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();

  await tab('Settings').click();
  await button('Delete organization').click();
  const question = dialog('Delete “Northwind Traders”?');
  await expect.element(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByRole('textbox').fill('Northwind Traders');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Organization deleted')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
});

test('email domains, default roles and connectors of just-in-time provisioning are edited', async () => {
  keepOrganization();
  const connector = { id: 'fjord', connectorName: 'Fjord', providerName: 'OIDC' } as const;
  let domains: string[] = [];
  let given: string[] = [];
  let connectors: string[] = [];
  api.on(organizationJitApi.listDomains, () =>
    domains.map((emailDomain) => ({ tenantId: 'default', organizationId: 'north', emailDomain })),
  );
  api.on(organizationJitApi.addDomain, ({ body: { emailDomain } }) => {
    if (domains.includes(emailDomain)) {
      return refuse('entity.unique_integrity_violation');
    }
    domains = [...domains, emailDomain];
    return { tenantId: 'default', organizationId: 'north', emailDomain };
  });
  api.on(organizationJitApi.listRoles, () => roles.filter(({ id }) => given.includes(id)));
  api.on(organizationJitApi.replaceRoles, ({ body }) => {
    given = body.organizationRoleIds;
  });
  api.on(ssoConnectorsApi.list, [sample(SsoConnectorWithProviderConfig, connector)]);
  api.on(organizationJitApi.listConnectors, () => connectors.map(() => sample(OrganizationSsoConnector, connector)));
  api.on(organizationJitApi.replaceConnectors, ({ body }) => {
    connectors = body.ssoConnectorIds;
  });
  await openScreen('/organizations/north/just-in-time');
  await expect.element(page.getByText(/^No email domains\./)).toBeVisible();
  await button('Add email domain').click();
  const domain = dialog('Add email domain').getByRole('textbox');
  await expect.element(domain).toHaveFocus();
  await userEvent.keyboard('@northwind{Enter}');
  await expect.element(domain).toHaveAccessibleDescription(/without @/);
  await domain.fill('Northwind.example');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('northwind.example added')).toBeVisible();
  await button('Add email domain').click();
  await domain.fill('northwind.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText('This domain is already in the list.')).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();

  await button('Edit roles').click();
  await dialog('Default roles').getByRole('checkbox', { name: /Buyer/ }).click();
  await dialog('Default roles').getByRole('button', { name: 'Save roles' }).click();
  await expect.element(row(/Buyer/)).toBeVisible();
  await button('Edit connectors').click();
  await page.getByRole('checkbox', { name: /Fjord/ }).click();
  await button('Save connectors').click();
  const link = page.getByRole('table', { name: 'Enterprise connectors' }).getByRole('link', { name: 'Fjord' });
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/enterprise-sso\/fjord/));
  await expectToFit();
});

test('people are invited together, and their invitations are sent again, revoked and deleted', async () => {
  keepOrganization();
  let invitations: OrganizationInvitation[] = [];
  api.on(organizationInvitationsApi.list, () => invitations);
  api.on(organizationInvitationsApi.create, ({ body: { invitee, expiresAt } }) => {
    if (invitations.some((one) => one.invitee === invitee)) {
      return refuse('entity.unique_integrity_violation');
    }
    const made = sample(OrganizationInvitation, { id: invitee, invitee, expiresAt, status: 'Pending' });
    invitations = [made, ...invitations];
    return made;
  });
  api.on(organizationInvitationsApi.setStatus, ({ params, body: { status } }) => {
    invitations = invitations.map((one) => (one.id === params.id ? { ...one, status } : one));
    return invitations[0] ?? refuse('entity.not_found');
  });
  api.on(organizationInvitationsApi.remove, ({ params }) => {
    invitations = invitations.filter(({ id }) => id !== params.id);
  });
  api.on(organizationInvitationsApi.sendMessage, undefined);
  await openScreen('/organizations/north/invitations');
  await button('Invite people').click();
  const invite = dialog('Invite people to Northwind');
  await expect.element(invite.getByText(/^People become members when they accept the invitation/)).toBeVisible();
  const emails = invite.getByLabelText('Email addresses', { exact: true });
  await expect.element(emails).toHaveFocus();
  await userEvent.keyboard('cy@example.com dora@example.com ');
  await invite.getByRole('textbox', { name: /Link in the email/ }).fill('https://app.example.com/join');
  await invite.getByRole('checkbox', { name: /Buyer/ }).click();
  await expectAccessible();
  await invite.getByRole('button', { name: 'Send invitations' }).click();
  await expect.element(page.getByText('2 invitations sent')).toBeVisible();
  await expect.element(row(/cy@example.com/)).toMatchTextContent(/Pending/);
  expect(api.requestsOf(organizationInvitationsApi.create).map(({ body }) => body)).toMatchObject(
    ['cy@example.com', 'dora@example.com'].map((invitee) => ({
      invitee,
      organizationId: 'north',
      organizationRoleIds: ['buyer'],
      messagePayload: { link: 'https://app.example.com/join' },
    })),
  );
  await expectToFit();

  // An address with a pending invitation stays in the field; the others are invited.
  await button('Invite people').click();
  await emails.fill('cy@example.com,eve@example.com');
  await invite.getByRole('button', { name: 'Send invitations' }).click();
  await expect.element(invite.getByText('cy@example.com already has a pending invitation.')).toBeVisible();
  await expect.element(invite.getByRole('button', { name: 'Remove eve@example.com' })).not.toBeInTheDocument();
  await expectAccessible();
  await invite.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(row(/eve@example.com/)).toMatchTextContent(/Pending/);

  await choose('More actions for dora@example.com', 'Revoke');
  await dialog().getByRole('button', { name: 'Revoke' }).click();
  await expect.element(row(/dora@example.com/)).toMatchTextContent(/Revoked/);
  await button('More actions for dora@example.com').click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Send again' })).not.toBeInTheDocument();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await expect.element(row(/dora@example.com/)).not.toBeInTheDocument();
  await choose('More actions for cy@example.com', 'Send again');
  await expect.element(dialog('Send the invitation again')).toBeVisible();
  await expectAccessible();
  await dialog().getByRole('button', { name: 'Send email' }).click();
  await expect.element(page.getByText('Invitation sent again to cy@example.com')).toBeVisible();
});

test('a user is added to organizations with roles, and a removal that fails changes nothing', async () => {
  answerUser(api);
  const teams = ['042', '043'].map((number) => sample(ListedOrganization, { id: number, name: `Team ${number}` }));
  let held: OrganizationWithRoles[] = [];
  api.on(organizationRolesApi.list, ({ query }) => roles.filter(({ type }) => type === query.type));
  api.on(organizationsApi.list, ({ query }) => teams.filter(({ id }) => !query.q || query.q.includes(id)));
  api.on(usersApi.listOrganizations, () => held);
  api.on(organizationMembersApi.add, ({ params, body }) => {
    held = [...held, sample(OrganizationWithRoles, { id: params.id, name: `Team ${params.id}` })];
    return { userIds: body.userIds };
  });
  api.on(organizationMembersApi.assignRoles, ({ params, body }) => {
    const organizationRoles = namesOf(body.organizationRoleIds);
    held = held.map((one) => (one.id === params.id ? { ...one, organizationRoles } : one));
  });
  api.on(organizationMembersApi.remove, refuse('server.busy'));
  await openScreen('/users/maya/organizations');
  await expect.element(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  await expectToFit();
  await button('Add to organizations').click();
  const add = dialog('Add Maya Lindqvist to organizations');
  for (const number of ['042', '043']) {
    await add.getByRole('searchbox').first().fill(`team ${number}`);
    await add.getByRole('checkbox', { name: new RegExp(`Team ${number}`) }).click();
  }
  await add.getByRole('checkbox', { name: /Buyer/ }).click();
  await expectAccessible();
  // The message is short, so waiting for it begins before the click.
  const isTold = expect.element(page.getByText('Added to 2 organizations')).toBeVisible();
  await add.getByRole('button', { name: 'Add to organizations' }).click();
  await isTold;
  await expect.element(row(/Team 042/)).toMatchTextContent(/Buyer/);
  await expectToFit();
  await userEvent.keyboard('/');
  await userEvent.keyboard('043');
  await expect.element(page.getByText('1–1 of 1')).toBeVisible();
  await choose(/More actions for Team 043/, 'Remove from organization');
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/overloaded/);
  await expect.element(row(/Team 043/)).toBeVisible();
  api.on(organizationMembersApi.remove, () => {
    held = held.filter(({ id }) => id !== '043');
  });
  await choose(/More actions for Team 043/, 'Remove from organization');
  const isRemoved = expect.element(page.getByText('Member removed')).toBeVisible();
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await isRemoved;

  api.on(usersApi.listOrganizations, refuse('server.busy'));
  await openScreen('/users/maya/organizations');
  await expect.element(page.getByRole('heading', { name: 'Failed to load' })).toBeVisible();
  api.on(usersApi.listOrganizations, () => held);
  await button('Try again').click();
  await expect.element(row(/Team 042/)).toBeVisible();
});

test('many organizations with long names are paged, searched and found in the palette', async () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    sample(ListedOrganization, {
      id: `o${index}`,
      name: `Team ${String(index + 1).padStart(3, '0')}${' with a long name'.repeat(6)}`,
      usersCount: 1,
      featuredUsers: [{ id: 'ada', name: 'Ada', avatar: null }],
    }),
  );
  answerPalette(api);
  keepOrganization();
  api.on(organizationsApi.list, ({ query: { q = '' } }) =>
    many.filter(({ name }) => name.toLowerCase().includes(q.replaceAll('%', '').toLowerCase())),
  );
  await openScreen('/organizations?page=10');
  await expect.element(page.getByText('181–200 of 200')).toBeVisible();
  await expectToFit();
  await openScreen('/organizations');
  await expect.element(page.getByText('1–20 of 200')).toBeVisible();
  await userEvent.keyboard('/');
  await userEvent.keyboard('team 042');
  await expect.element(page.getByText('1–1 of 1')).toBeVisible();
  await expect.element(row(/Team 042/)).toMatchTextContent(/1 member/);
  api.on(organizationsApi.get, sample(Organization, { ...many[198] }));
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveFocus();
  await userEvent.keyboard('team 199');
  await page
    .getByRole('option', { name: /Team 199/ })
    .first()
    .click();
  await expect.element(page.getByRole('heading', { level: 1, name: /Team 199/ })).toBeVisible();
  await expectToFit();
  api.on(organizationsApi.get, refuse('entity.not_exists_with_id'));
  await openScreen('/organizations/nowhere');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

const nobody: NamedApplicationAccess = { users: [], userRoles: [], organizations: [], organizationRoles: [] };

/** Answers one application with the rules that say who may use it. */
function keepAccess(start: Partial<NamedApplicationAccess> = {}, isOn = false) {
  const state = { access: { ...nobody, ...start }, isOn };
  const shop = () =>
    sample(ApplicationDetails, {
      id: 'shop',
      name: 'Shop',
      type: 'SPA',
      isThirdParty: false,
      appLevelAccessControlEnabled: state.isOn,
    });
  api.on(applicationsApi.get, shop);
  api.on(applicationAccessApi.listNames, () => state.access);
  api.on(applicationAccessApi.save, ({ body }) => {
    const person = (id: string) => ({ id, name: id === 'bob' ? 'Bob Ray' : `Person ${id}`, username: id });
    state.access = {
      ...state.access,
      users: body.userIds.map((id) => ({ ...person(id), primaryEmail: null, primaryPhone: null, avatar: null })),
      organizationRoles: body.organizationRoleRules.map(({ organizationId, organizationRoleIds }) => ({
        organization: { id: organizationId, name: 'Northwind' },
        roles: namesOf(organizationRoleIds),
      })),
    };
    return body;
  });
  api.on(applicationsApi.update, ({ body }) => {
    state.isOn = body.appLevelAccessControlEnabled === true;
    return shop();
  });
  return state;
}

test('access to an application is limited to people who are added, and to roles in organizations', async () => {
  keepOrganization();
  keepAccess();
  api.on(organizationsApi.list, [sample(ListedOrganization, { id: 'north', name: 'Northwind' })]);
  await openScreen('/applications/shop/access');
  const limit = page.getByRole('switch', { name: /^Limit who may use it/ });
  await expect.element(page.getByText('No roles in organizations')).toBeVisible();
  await expect.element(limit).toBeDisabled();
  await expectToFit();
  await button('Add users').click();
  await dialog('Add users')
    .getByRole('checkbox', { name: /Bob Ray/ })
    .click();
  await dialog('Add users').getByRole('button', { name: 'Add users' }).click();
  await expect.element(row(/Bob Ray/)).toBeVisible();
  expect(api.requestsOf(applicationAccessApi.save).at(-1)?.body).toMatchObject({ userIds: ['bob'], userRoleIds: [] });

  await limit.click();
  await expect.element(page.getByText('Access limited')).toBeVisible();
  expect(api.requestsOf(applicationsApi.update)[0]?.body).toEqual({ appLevelAccessControlEnabled: true });

  await button('Add organization roles').click();
  const add = dialog('Add organization roles');
  await add.getByRole('checkbox', { name: /Northwind/ }).click();
  await expect.element(add.getByRole('button', { name: 'Add organization roles' })).toBeDisabled();
  await add.getByRole('checkbox', { name: /Buyer/ }).click();
  await expectAccessible();
  await add.getByRole('button', { name: 'Add organization roles' }).click();
  await expect.element(row(/Northwind.*Buyer/)).toBeVisible();
  await button('Remove Bob Ray').click();
  await expect.element(page.getByText('No users', { exact: true })).toBeVisible();
  expect(api.requestsOf(applicationAccessApi.save).at(-1)?.body).toEqual({
    userIds: [],
    userRoleIds: [],
    organizationIds: [],
    organizationRoleRules: [{ organizationId: 'north', organizationRoleIds: ['buyer'] }],
  });
});

test('two hundred people with access fold and can be searched; a failed list can be read again', async () => {
  keepOrganization();
  const users = Array.from({ length: 200 }, (_, index) => ({
    id: `user-${index}`,
    name: `Person ${index}`,
    username: null,
    primaryEmail: `person-${index}@fjord.example`,
    primaryPhone: null,
    avatar: null,
  }));
  keepAccess({ users }, true);
  api.on(applicationAccessApi.listNames, refuse('request.server_error'));
  await openScreen('/applications/shop/access');
  await expect.element(button('Try again')).toBeVisible();
  api.on(applicationAccessApi.listNames, () => ({ ...nobody, users }));
  await button('Try again').click();
  const table = page.getByRole('table', { name: 'Users' });
  await expect.element(table).toBeVisible();
  expect(table.getByRole('row').elements()).toHaveLength(21);
  await page.getByRole('searchbox', { name: /Users/ }).fill('person 19');
  await expect.poll(() => table.getByRole('row').elements().length).toBe(12);
  await expectToFit();
});
