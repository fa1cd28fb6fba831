import { applicationsApi } from '@postern/contracts/access/applications';
import { meApi } from '@postern/contracts/account/me';
import { billingApi } from '@postern/contracts/cloud/billing';
import { Invoice } from '@postern/contracts/cloud/invoices';
import { Invitation, invitationsApi, tenantInvitationsApi } from '@postern/contracts/cloud/tenant-invitations';
import { Region, Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { User, usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, expectNoProblems, openScreen } from '../../../testing/open-screen.tsx';
import { answerPlans } from '../../../testing/plans.ts';

afterEach(expectNoProblems);

const settings = '/tenant-settings/settings';
const create = page.getByRole('dialog', { name: 'Create tenant' });
const plans = page.getByRole('dialog', { name: 'Choose a plan for Fjord' });
const switcher = page.getByRole('dialog', { name: 'Switch tenant', exact: true });
const currentTenant = page.getByRole('button', { name: /^Switch tenant, current:/ });
const choice = (name: string | RegExp) => create.getByRole('radio', { name });
const tenant = (id: string, given: Partial<Tenant> = {}) =>
  sample(Tenant, { id, name: 'Northwind', tag: 'production', regionName: 'EU', planId: 'free', ...given });
const development = tenant('abc123', { tag: 'development', planId: 'dev' });
const region = (id: string, name: string, given: Partial<Region> = {}) =>
  sample(Region, { id, name, tags: ['development', 'production'], ...given });
const regions = [region('EU', 'Europe'), region('US', 'West US')];
/** What the first page of a tenant asks for. */
function answerGetStarted(): void {
  api.on(applicationsApi.list, []);
  api.on(usersApi.list, []);
  api.on(connectorsApi.list, []);
  api.on(signInExperienceApi.get, refuse('request.invalid_input'));
  api.on(auditApi.list, []);
}
/** The browser stays here instead of leaving to pay. */
const checkout = { redirectUri: 'javascript:void 0', sessionId: 's1' };

test('from development to production: banner, private regions, plans, and one payment before a paid plan', async () => {
  const fjord = region('fjord-1', 'Fjord Bergen', { country: 'Norway', tags: ['production'], isPrivate: true });
  api.on(tenantsApi.list, [development]);
  api.on(tenantsApi.regions, { regions: [fjord, ...regions] });
  api.on(billingApi.checkout, checkout);
  answerPlans(api);
  await openScreen(settings);
  const banner = page.getByRole('region', { name: 'For development only' });
  await expect.element(banner).toMatchTextContent('development tenant');
  await expectToFit();
  await banner.getByRole('button', { name: 'Go to production' }).click();
  await expect.element(choice(/Production/)).toBeChecked();
  await expect.element(choice(/Shared public cloud/)).toBeChecked();
  await expect.element(choice('Europe')).toBeChecked();
  const public_ = create.getByRole('group', { name: 'Region' });
  await expect.element(public_).not.toMatchTextContent('Fjord Bergen');
  await expect.element(choice(/Development/)).toBeVisible();
  await choice(/Fjord Bergen/).click();
  await expect.element(public_).not.toBeInTheDocument();
  await expect.element(choice(/Development/)).not.toBeInTheDocument();
  await expect.element(choice(/Production/)).toBeChecked();
  await expectToFit();
  await create.getByRole('textbox', { name: 'Tenant name' }).fill('Fjord');
  await create.getByRole('button', { name: 'Choose a plan' }).click();

  const pro = plans.getByRole('region', { name: 'Pro' });
  await expect.element(pro).toMatchTextContent(/Most popular.*\$16 a month/s);
  await expect.element(plans.getByRole('region', { name: 'Free' })).not.toMatchTextContent('Most popular');
  await expect
    .element(plans.getByRole('list', { name: 'What Free includes' }))
    .toMatchTextContent(/50,000 monthly active users.*3 days of audit logs/s);
  await expectToFit();
  await plans.getByRole('button', { name: 'Choose Pro' }).dblClick();
  await expect
    .poll(() => api.requestsOf(billingApi.checkout).map(({ body }) => body))
    .toMatchObject([
      { skuId: 'pro-202509', tenantName: 'Fjord', tenantTag: 'production', tenantRegionName: 'fjord-1' },
    ]);
});

test('going back keeps the input, and the free plan creates the tenant at once', async () => {
  const all = [development];
  api.on(tenantsApi.list, () => all);
  api.on(tenantsApi.create, ({ body }) => {
    all.push(tenant('fjord1', { name: body.name }));
    return all[1] as Tenant;
  });
  api.on(meApi.patchCustomData, ({ body }) => body);
  answerGetStarted();
  answerPlans(api);
  await openScreen(settings, { alsoAdministers: ['fjord1'] });
  await page.getByRole('button', { name: 'Go to production' }).click();
  await expect.element(choice('Europe')).toBeChecked();
  await userEvent.keyboard('{Enter}');
  const name = create.getByRole('textbox', { name: 'Tenant name' });
  await expect.element(name).toHaveAccessibleDescription(/Fill in this field\./);
  await expectAccessible();
  await name.fill('Fjord');
  await create.getByRole('button', { name: 'Choose a plan' }).click();
  await expect.element(plans.getByRole('button', { name: 'Choose Pro' })).toHaveFocus();
  await plans.getByRole('button', { name: 'Back' }).click();
  await expect.element(name).toHaveValue('Fjord');
  await create.getByRole('button', { name: 'Choose a plan' }).click();
  await plans.getByRole('button', { name: 'Choose Free' }).click();
  await expect.element(page.getByText('Tenant created')).toBeVisible();
  await expect.element(currentTenant).toMatchTextContent('Fjord');
  expect(location.pathname).toMatch(/^\/fjord1\b/);
  expect(page.getByRole('region', { name: 'For development only' }).elements()).toEqual([]);
  expect(api.requestsOf(tenantsApi.create)[0]?.body).toMatchObject({
    name: 'Fjord',
    tag: 'production',
    regionName: 'EU',
  });
});

test('ten free tenants is the limit, but a paid one is possible', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `free00${index}`);
  api.on(tenantsApi.list, [tenant('abc123'), ...ids.map((id) => tenant(id))]);
  api.on(billingApi.checkout, checkout);
  answerPlans(api);
  await openScreen(settings, { alsoAdministers: ids });
  await expect.element(page.getByRole('textbox', { name: 'Tenant name' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('>create tenant');
  await page.getByRole('option', { name: /Create tenant/ }).click();
  await create.getByRole('textbox', { name: 'Tenant name' }).fill('Fjord');
  await choice(/Production/).click();
  await expect.element(choice('Europe')).toBeChecked();
  await expect.element(choice(/Shared/)).not.toBeInTheDocument();
  await create.getByRole('button', { name: 'Choose a plan' }).click();
  await expect.element(plans.getByRole('button', { name: 'Choose Free' })).toBeDisabled();
  await expect.element(plans).toMatchTextContent('You have reached the limit of 10 free production tenants');
  await expectAccessible();
  await plans.getByRole('button', { name: 'Choose Pro' }).click();
  await expect
    .poll(() => api.requestsOf(billingApi.checkout).map(({ body }) => body))
    .toMatchObject([{ skuId: 'pro-202509', tenantRegionName: 'EU' }]);
});

test('two hundred tenants with long names: each shows its most urgent state', async () => {
  const long = 'An extraordinarily long name of a tenant that nobody would ever read to its end, number';
  const openInvoices = [sample(Invoice, { id: 'in_1', amountDue: 1600, currency: 'USD', status: 'open' })];
  const busy = { usage: { activeUsers: 50_000, tokenUsage: 1 }, quota: { mauLimit: 50_000, tokenLimit: 500_000 } };
  const tokens = { usage: { activeUsers: 1, tokenUsage: 500_000 }, quota: busy.quota };
  const states = [{ isSuspended: true, openInvoices }, { ...busy, openInvoices }, busy, tokens, {}];
  api.on(tenantsApi.list, [
    tenant('abc123'),
    ...Array.from({ length: 199 }, (_, index) =>
      tenant(`many${index}`, { name: `${long} ${index}`, ...states[index % states.length] }),
    ),
  ]);
  await openScreen(settings);
  await currentTenant.click();
  const rows = switcher.getByRole('link');
  await expect.element(rows).toHaveLength(200);
  await expect.element(rows.first()).toHaveAttribute('aria-current');
  await page.getByRole('textbox', { name: 'Find a tenant' }).fill('number 19');
  await expect.element(rows).toHaveLength(10);
  const expected = [
    /number 19.*Free$/,
    /number 190.*Suspended/,
    /number 191.*Payment overdue/,
    /number 192.*MAU limit reached/,
    /number 193.*Token limit reached/,
    /number 194.*Free$/,
    ...[195, 196, 197, 198].map((number) => new RegExp(`number ${number}`)),
  ];
  const texts = rows.elements().map(({ textContent }) => textContent ?? '');
  for (const [index, text] of expected.entries()) {
    expect(texts[index]).toMatch(text);
  }
  await expectToFit();
});

const newcomer = sample(User, { id: 'administrator', username: 'iris', primaryEmail: 'iris@example.com' });

test('onboarding rejects invalid addresses, and asks for a region only until the regions are loaded', async () => {
  const listed = Promise.withResolvers<void>();
  api.on(tenantsApi.list, []);
  api.on(meApi.get, newcomer);
  api.on(tenantsApi.regions, async () => {
    await listed.promise;
    return { regions };
  });
  await openScreen('/', { isOuter: true, appearance: 'dark' });
  const name = page.getByRole('textbox', { name: 'Tenant name' });
  await expect.element(name).toHaveFocus();
  expect(location.pathname).toBe('/onboarding/create-tenant');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Choose a region.')).toBeVisible();
  listed.resolve();
  await expect.element(page.getByRole('radio', { name: 'Europe' })).toBeChecked();
  await expect.element(page.getByText('Choose a region.')).not.toBeInTheDocument();
  expect(document.documentElement.dataset.mantineColorScheme).toBe('light');
  await expectToFit();
  const field = page.getByRole('textbox', { name: /Invite collaborators/ });
  const tags = page.getByRole('list', { name: 'People to invite' }).getByRole('listitem');
  await field.click();
  await userEvent.keyboard('ada@northwind.example bo@northwind.example nobody{Enter}');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Enter a complete email address');
  await expect.element(field).toHaveValue('nobody');
  await expect.element(tags).toHaveLength(2);
  expect(tags.elements().map(({ textContent }) => textContent)).toEqual([
    'ada@northwind.example',
    'bo@northwind.example',
  ]);
  await expectAccessible();
  await field.fill('');
  await userEvent.keyboard('{Backspace}');
  await expect.element(tags).toHaveLength(2);
  await userEvent.keyboard('{Backspace}');
  await expect.element(tags).toHaveLength(1);
  await page.getByRole('button', { name: 'Remove ada@northwind.example' }).click();
  await expect.element(tags).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

test('a refused invitation does not stop onboarding, and text left in the field is an address', async () => {
  const all: Tenant[] = [];
  api.on(tenantsApi.list, () => all);
  api.on(meApi.get, newcomer);
  api.on(tenantsApi.create, ({ body }) => {
    all.push(tenant('fjord1', { name: body.name, tag: 'development' }));
    return all[0] as Tenant;
  });
  answerGetStarted();
  api.on(tenantInvitationsApi.create, refuse('tenant.already_member'));
  api.on(meApi.patchCustomData, ({ body }) => body);
  await openScreen('/onboarding/create-tenant', { isOuter: true, appearance: 'dark', alsoAdministers: ['fjord1'] });
  await expect.element(page.getByRole('radio', { name: 'Europe' })).toBeChecked();
  await page.getByRole('textbox', { name: /Invite collaborators/ }).fill('cy@northwind.example');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect.element(page.getByText(/The invitations could not be sent\./)).toBeVisible();
  await expect.element(currentTenant).toMatchTextContent('My project');
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe('dark');
  expect(api.requestsOf(tenantInvitationsApi.create)[0]?.body).toEqual({
    invitee: ['cy@northwind.example'],
    roleName: 'collaborator',
  });
});

const invitation = sample(Invitation, {
  id: 'inv1',
  tenantId: 'xyz789',
  tenantName: 'Fjord',
  invitee: 'iris@example.com',
  inviter: { id: 'oskar', name: null, username: 'oskar', primaryEmail: null },
  roleName: 'collaborator',
  status: 'Pending',
});

test('pending invitations are shown by a dot, in the switcher, and to a person without a tenant', async () => {
  api.on(invitationsApi.list, [invitation]);
  await openScreen(settings);
  await expect.element(currentTenant).toHaveAccessibleName(/1 pending invitation/);
  await currentTenant.click();
  await expect.element(switcher.getByText(/As collaborator/)).toBeVisible();
  await expect.element(switcher.getByText('Invited by oskar')).toBeVisible();
  await expectAccessible();

  api.on(tenantsApi.list, []);
  api.on(meApi.get, sample(User, { ...newcomer, customData: { onboarding: { isOnboardingDone: true } } }));
  api.on(meApi.patchCustomData, ({ body }) => body);
  await openScreen('/', { isOuter: true });
  await expect.element(page.getByRole('heading', { name: 'Find your tenants' })).toBeVisible();
  await expectToFit();
  api.on(meApi.get, newcomer);
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect.element(page.getByRole('radio', { name: 'Europe' })).toBeChecked();
  expect(location.pathname).toBe('/onboarding/create-tenant');

  api.on(invitationsApi.list, []);
  api.on(meApi.get, sample(User, { ...newcomer, customData: { onboarding: { isOnboardingDone: true } } }));
  await openScreen('/', { isOuter: true });
  await expect.element(page.getByRole('heading', { name: 'You have no tenants' })).toBeVisible();
  await expectAccessible();
});

test('an invitation link explains itself when it is used, unknown, or for another account', async () => {
  api.on(meApi.get, newcomer);
  answerGetStarted();
  const open = (id: string) => openScreen(`/accept/${id}`, { isOuter: true });
  for (const [status, words] of [
    ['Revoked', 'This invitation was revoked'],
    ['Expired', 'This invitation has expired'],
    ['Accepted', 'This invitation was already used'],
  ] as const) {
    api.on(invitationsApi.get, { ...invitation, status });
    await open('inv1');
    await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
  }
  await expectAccessible();
  api.on(invitationsApi.get, invitation);
  api.on(invitationsApi.accept, refuse('subscription.limit_exceeded'));
  await open('inv1');
  await expect.element(page.getByRole('heading', { name: 'This tenant has no room for another member' })).toBeVisible();
  await expectToFit();
  api.on(invitationsApi.get, refuse('entity.not_found'));
  await open('nothing');
  await expect.element(page.getByRole('heading', { name: 'Invitation not found' })).toBeVisible();
  await expectAccessible();
  await open('');
  await expect.element(page.getByRole('heading', { name: 'Invitation not found' })).toBeVisible();
  expect(location.pathname).toMatch(/^\/accept\/?$/);
  api.on(invitationsApi.get, refuse('invitation.email_mismatch'));
  await open('inv1?email=oskar%40example.com');
  await expect.element(page.getByRole('heading', { name: 'This invitation is for another account' })).toBeVisible();
  await expect
    .element(page.getByText('You are signed in as iris@example.com. The invitation is for oskar@example.com.'))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Continue as oskar@example.com' })).toBeVisible();
  await expectToFit();
  await page.getByRole('link', { name: 'Stay signed in as iris@example.com' }).click();
  await expect.element(currentTenant).toMatchTextContent('Northwind');
});

test('the switcher works by keyboard', async () => {
  api.on(tenantsApi.list, [tenant('abc123')]);
  await openScreen(settings);
  await expect.element(currentTenant).toBeVisible();
  (currentTenant.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(switcher.getByRole('link', { name: /Northwind/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(create.getByRole('textbox', { name: 'Tenant name' })).toHaveFocus();
});

test('the address of a foreign tenant says so and leads to the own ones, and a landing page without a token to the root', async () => {
  api.on(tenantsApi.list, [tenant('abc123')]);
  answerGetStarted();
  await openScreen('/xyz789/applications', { isOuter: true });
  await expect.element(page.getByRole('heading', { name: 'You are not a member of this tenant' })).toBeVisible();
  await expect.element(page.getByText(/The address names the tenant xyz789/)).toBeVisible();
  expect(location.pathname).toBe('/xyz789/applications');
  await expectToFit();
  await page.getByRole('link', { name: 'Go to your tenants' }).click();
  await expect.element(currentTenant).toMatchTextContent('Northwind');
  await openScreen('/one-time-token?email=ada%40example.com', { isOuter: true });
  await expect.element(currentTenant).toMatchTextContent('Northwind');
  expect(location.pathname).toMatch(/^\/abc123/);
});
