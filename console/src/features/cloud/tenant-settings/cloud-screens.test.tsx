import { ApplicationCreator, applicationCreatorsApi } from '@postern/contracts/access/application-creators';
import { ApplicationDetails, applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { meApi } from '@postern/contracts/account/me';
import { billingApi } from '@postern/contracts/cloud/billing';
import { plansApi } from '@postern/contracts/cloud/plans';
import { TenantChange, tenantChangesApi } from '@postern/contracts/cloud/tenant-changes';
import { Invitation, tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { TenantMember, tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { User } from '@postern/contracts/people/users';
import { tenantRoleScopes, tenantScopes } from '@postern/contracts/wire';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { failWith, refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerPalette } from '../../../testing/answer-palette.ts';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';
import { answerPlans, limitedUse, without } from '../../../testing/plans.ts';

afterEach(expectNoProblems);

const development = sample(Tenant, {
  id: 'abc123',
  name: 'Northwind',
  tag: 'development',
  regionName: 'EU',
  planId: 'dev',
});

test('the palette finds members and invitations of the tenant by ID', async () => {
  answerPalette(api);
  const member = sample(TenantMember, { id: 'u-grace', name: 'Grace Hopper' });
  api.on(tenantMembersApi.list, ({ query }) => (query.q === 'u-grace' ? [member] : []));
  api.on(tenantInvitationsApi.list, [sample(Invitation, { id: 'i-linus', invitee: 'linus@example.com' })]);
  await openScreen('/no-such-page');
  const search = page.getByRole('combobox');
  const open = async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(search).toHaveFocus();
  };
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await open();
  await search.fill('i-linus');
  await expect.element(page.getByRole('option', { name: /^linus@example\.com/ })).toBeVisible();
  await search.fill('u-grace');
  await page.getByRole('option', { name: /^Grace Hopper/ }).click();
  await expect.poll(() => location.pathname).toMatch(/tenant-settings\/members$/);

  // Who may not invite people must not ask for invitations: a refusal would end the session.
  const asked = api.requestsOf(tenantInvitationsApi.list).length;
  const readers = tenantRoleScopes.collaborator;
  api.on(
    tenantMembersApi.scopes,
    readers.map((name) => ({ id: name, name, description: null })),
  );
  await openScreen('/no-such-page', { role: 'collaborator', tenantScope: readers.join(' ') });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await open();
  await search.fill('u-grace');
  await expect.element(page.getByRole('option', { name: /^Grace Hopper/ })).toBeVisible();
  expect(api.requestsOf(tenantInvitationsApi.list)).toHaveLength(asked);
});

test('a conversion shows what exceeds each plan, and asks for the whole price before the payment', async () => {
  api.on(tenantsApi.list, [development]);
  answerPlans(api);
  const usage = { applicationsLimit: 4, machineToMachineLimit: 4, resourcesLimit: 3, customJwtEnabled: true };
  api.on(plansApi.usage, limitedUse({}, usage));
  api.on(plansApi.planQuote, {
    price: 1600,
    items: [{ key: 'machineToMachineLimit', billed: 3, unitPrice: 800, amount: 2400, isFlat: false }],
    total: 4000,
  });
  api.on(billingApi.checkout, { redirectUri: 'javascript:void 0', sessionId: 's1' });
  await openScreen('/tenant-settings/settings');
  await page.getByRole('button', { name: 'Convert to production' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convert Northwind to a production tenant?' });
  const free = dialog.getByRole('region', { name: 'Free' });
  const pro = dialog.getByRole('region', { name: 'Pro' });
  await expect.element(free).toBeVisible();
  expect(
    free
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Applications: 4 in use, 3 allowed. Reduce your usage first.',
    'Machine-to-machine apps: 4 in use, 1 allowed. Reduce your usage first.',
    'API resources: 3 in use, 1 allowed. Reduce your usage first.',
    'Custom token claims: not included, stops working.',
    'Audit logs are kept for 3 days.',
  ]);
  await expect.element(free.getByRole('button', { name: 'Convert with Free' })).toBeDisabled();
  await expect.element(pro).toMatchTextContent(/\$40 a month.*\$16 for the plan and \$24 for add-ons/s);
  await expectToFit();
  await pro.getByRole('button', { name: 'Convert with Pro' }).click();
  const amounts = page.getByRole('dialog', { name: 'Pro costs $40.00 a month with what you use now' });
  await expect.element(amounts).toMatchTextContent('Pro: $16.00');
  await expect.element(amounts).toMatchTextContent('3 × Machine-to-machine applications: $24.00');
  await amounts.getByRole('button', { name: 'Continue to payment' }).click();
  await expect
    .poll(() => api.requestsOf(billingApi.checkout).map(({ body }) => body))
    .toMatchObject([{ skuId: 'pro-202509', tenantId: 'abc123' }]);
  expect(JSON.parse(sessionStorage.getItem('postern:console:checkout') ?? '{}')).toMatchObject({
    sessionId: 's1',
    callbackPage: '/abc123/tenant-settings/subscription',
  });
});

const person = (id: string, roleName: string) =>
  sample(TenantMember, {
    id,
    username: id,
    primaryEmail: `${id}@example.com`,
    organizationRoles: [{ id: roleName, name: roleName }],
  });
const iris = { ...person('administrator', 'admin'), username: 'iris' };
const oskar = person('oskar', 'collaborator');
const row = (name: RegExp) => page.getByRole('row', { name });
const moreOf = (name: string) => page.getByRole('button', { name: `More actions for ${name}` });
const invitation = sample(Invitation, {
  id: 'inv1',
  tenantId: 'abc123',
  tenantName: 'Northwind',
  invitee: 'oskar@example.com',
  organizationRoles: [{ id: 'collaborator', name: 'collaborator' }],
  roleName: 'collaborator',
  status: 'Pending',
});

test('tenant settings open with the settings for administrators, and with the members for others', async () => {
  api.on(tenantMembersApi.list, [iris, oskar]);
  await openScreen('/tenant-settings');
  await expect.poll(() => location.pathname).toBe('/abc123/tenant-settings/settings');
  await expect.element(page.getByRole('textbox', { name: 'Tenant name' })).toHaveValue('Northwind');
  await expectToFit();

  const own = tenantRoleScopes.collaborator;
  api.on(tenantMembersApi.scopes, without(...tenantScopes.filter((scope) => !own.includes(scope))));
  const collaborator = { role: 'collaborator', tenantScope: own.join(' ') } as const;
  await openScreen('/tenant-settings', collaborator);
  await expect.poll(() => location.pathname).toBe('/abc123/tenant-settings/members');
  await expect.element(row(/oskar/)).toMatchTextContent('Collaborator');
  expect(page.getByRole('button', { name: 'Invite members' }).elements()).toEqual([]);
  expect(moreOf('oskar').elements()).toEqual([]);
  await openScreen('/tenant-settings/members/invitations', collaborator);
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('people are invited by keyboard; invalid and known addresses are refused at the field', async () => {
  api.on(tenantMembersApi.list, [iris]);
  api.on(tenantInvitationsApi.list, [invitation]);
  api.on(tenantInvitationsApi.create, refuse('tenant.invitation_pending', { email: 'oskar@example.com' }));
  await openScreen('/tenant-settings/members');
  await expect.element(row(/iris/)).toMatchTextContent('Administrator');
  await page.getByRole('button', { name: 'Invite members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite members' });
  const field = dialog.getByRole('textbox', { name: 'Email addresses' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Enter at least one email address.');
  await userEvent.keyboard('nobody ');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('complete email address');
  await expectAccessible();
  await field.fill('oskar@example.com');
  await dialog.getByRole('radio', { name: /Administrator/ }).click();
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await page
    .getByRole('dialog', { name: 'Invite as administrators?' })
    .getByRole('button', { name: 'Send invitations' })
    .click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('already has a pending invitation.');
  expect(api.requestsOf(tenantInvitationsApi.create)[0]?.body).toEqual({
    invitee: ['oskar@example.com'],
    roleName: 'admin',
  });
});

test('an invitation is resent, and a refusal to send it again stays on the screen', async () => {
  api.on(tenantInvitationsApi.list, [invitation]);
  api.on(tenantInvitationsApi.resend, undefined);
  await openScreen('/tenant-settings/members/invitations');
  await expect.element(row(/oskar@example\.com/)).toMatchTextContent('Pending');
  await expectToFit();
  const again = async () => {
    await moreOf('oskar@example.com').click();
    await page.getByRole('menuitem', { name: 'Resend' }).click();
  };
  await again();
  await expect.element(page.getByText('Invitation resent to oskar@example.com')).toBeVisible();
  api.on(tenantInvitationsApi.resend, refuse('connector.rate_limit_exceeded'));
  await again();
  const told = page.getByRole('alert').filter({ hasText: /Too many messages/ });
  await expect.element(told).toBeVisible();
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(told).not.toBeInTheDocument();
});

test('the last administrator cannot leave; a role is changed, and the focus returns', async () => {
  let members = [iris, oskar];
  api.on(tenantMembersApi.list, () => members);
  api.on(tenantMembersApi.remove, refuse('tenant.last_admin'));
  api.on(tenantMembersApi.setRole, () => {
    members = [iris, person('oskar', 'admin')];
    return members[1] as TenantMember;
  });
  await openScreen('/tenant-settings/members');
  await moreOf('iris').click();
  await page.getByRole('menuitem', { name: 'Leave tenant' }).click();
  await page.getByRole('dialog', { name: 'Leave Northwind?' }).getByRole('button', { name: 'Leave tenant' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'A tenant needs an administrator.' });
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await moreOf('oskar').click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Role of oskar' });
  await dialog.getByRole('radio', { name: /Administrator/ }).click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(row(/oskar/)).toMatchTextContent('Administrator');
  await expect.element(moreOf('oskar')).toHaveFocus();
  await expectToFit();
});

test('removing a member lists the machines that stay; deleting the tenant asks for its name', async () => {
  api.on(tenantMembersApi.list, [iris, oskar]);
  api.on(applicationCreatorsApi.list, [
    sample(ApplicationCreator, { applicationId: 'm1', applicationName: 'Night run' }),
  ]);
  await openScreen('/tenant-settings/members');
  await moreOf('oskar').click();
  await page.getByRole('menuitem', { name: 'Remove from tenant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove oskar?' });
  await expect
    .element(dialog.getByRole('note'))
    .toMatchTextContent('Machine-to-machine applications keep their access');
  await expect.element(dialog.getByRole('link', { name: 'Night run' })).toBeVisible();
  await expectToFit();

  let all = [development];
  api.on(tenantsApi.list, () => all);
  api.on(tenantsApi.remove, () => {
    all = [];
    return undefined;
  });
  api.on(meApi.get, sample(User, { id: 'administrator', customData: { onboarding: { isOnboardingDone: true } } }));
  await openScreen('/tenant-settings/settings');
  await page.getByRole('button', { name: 'Delete tenant' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Northwind?' });
  await expect.element(question.getByRole('button', { name: 'Delete tenant' })).toBeDisabled();
  await question.getByRole('textbox').fill('Northwind');
  await question.getByRole('button', { name: 'Delete tenant' }).click();
  await expect.element(page.getByRole('heading', { name: 'You have no tenants' })).toBeVisible();
});

test('the members are read again every 15 seconds, because changes of people are in another tenant', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let members: TenantMember[] = [iris];
  api.on(tenantMembersApi.list, () => members);
  await openScreen('/tenant-settings/members');
  await expect.element(row(/iris/)).toBeVisible();
  members = [iris, oskar];
  vi.advanceTimersByTime(15_000);
  await expect.element(row(/oskar/)).toBeVisible();
  vi.useRealTimers();
});

test('the machine of a former member says so', async () => {
  const machine = sample(ApplicationDetails, { id: 'm1', name: 'Night run', type: 'MachineToMachine' });
  api.on(applicationsApi.get, machine);
  api.on(applicationsApi.listSecrets, []);
  api.on(domainsApi.list, []);
  const creator = { type: 'person', id: 'oskar', name: 'oskar', isMember: false } as const;
  api.on(applicationCreatorsApi.list, [sample(ApplicationCreator, { applicationId: 'm1', creator })]);
  await openScreen('/applications/m1/settings');
  await expect.element(page.getByRole('note')).toMatchTextContent(/oskar is no longer a member of this tenant/);
  await expectToFit();
});

const change = (id: string, key: string, data: TenantChange['data'], actor: TenantChange['actor']) =>
  sample(TenantChange, { id, key, data, actor, createdAt: 1_790_000_000_000 });
const byOwen = { id: 'owen', name: 'owen', isOperator: false };

test('the history says who changed members, invitations, plan and payments', async () => {
  api.on(tenantsApi.list, [development]);
  api.on(tenantChangesApi.list, [
    change('c1', 'TenantInvitation.Created', { email: 'new@example.com', role: 'collaborator' }, byOwen),
    change('c2', 'TenantInvitation.Data.Updated', { email: 'new@example.com', status: 'Revoked' }, byOwen),
    change('c3', 'Tenant.Membership.Updated', { userName: 'mia', role: 'admin' }, byOwen),
    change('c4', 'Tenant.Membership.Updated', { role: null }, { id: 'gone', name: '', isOperator: false }),
    change(
      'c5',
      'Tenant.SuspensionStatus.Updated',
      { after: { isSuspended: true } },
      { id: '', name: '', isOperator: true },
    ),
    change('c6', 'Tenant.Data.Updated', { before: { spendingLimit: null }, after: { spendingLimit: 5000 } }, byOwen),
    change('c7', 'Tenant.Invoice.Updated', { number: 'A-1', amountDue: 1600, currency: 'usd', status: 'paid' }, null),
  ]);
  await openScreen('/tenant-settings/history');
  const rows = page.getByRole('table', { name: 'History' });
  await expect
    .element(rows.getByRole('row', { name: /new@example.com was invited as Collaborator owen/ }))
    .toBeVisible();
  await expect
    .element(rows.getByRole('row', { name: /The invitation of new@example.com was revoked owen/ }))
    .toBeVisible();
  await expect.element(rows.getByRole('row', { name: /mia became Administrator owen/ })).toBeVisible();
  await expect
    .element(rows.getByRole('row', { name: /a deleted account is no longer a member a deleted account/ }))
    .toBeVisible();
  await expect.element(rows.getByRole('row', { name: /Suspended Operator of the installation/ })).toBeVisible();
  await expect.element(rows.getByRole('row', { name: /Spending limit changed from none to \$50/ })).toBeVisible();
  await expect.element(rows.getByRole('row', { name: /Invoice A-1 of \$16.*: Paid Automatically/ })).toBeVisible();
  await expectToFit();
});

test('the history can be empty or fail, and only administrators have it', async () => {
  api.on(tenantsApi.list, [development]);
  api.on(tenantChangesApi.list, failWith(500));
  await openScreen('/tenant-settings/history');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  api.on(tenantChangesApi.list, []);
  await again.click();
  await expect.element(page.getByText('No changes yet.')).toBeVisible();

  const own = tenantRoleScopes.collaborator;
  api.on(tenantMembersApi.scopes, without(...tenantScopes.filter((scope) => !own.includes(scope))));
  await openScreen('/tenant-settings/history', { role: 'collaborator', tenantScope: own.join(' ') });
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
