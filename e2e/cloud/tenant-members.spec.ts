import type { Page } from '@playwright/test';
import { arriveInTenant, beyondSignUp, mailTo, newcomersPassword, signInToConsole } from '../newcomer.ts';
import { askDatabase, expect, type Product, test, watchConsole } from '../product.ts';
import { prepareNewcomer, visit } from '../visit.ts';

/** Creates a user with a verified address who has finished onboarding, and a tenant. Loads no page. */
async function signUp(page: Page, product: Product, username: string, tenant: string): Promise<string> {
  const tenantId = await prepareNewcomer(page, product, username, tenant);
  await askDatabase(
    product,
    'admin',
    `update users set primary_email = '${username}@example.com', email_verified_at = now(),
       custom_data = '{"onboarding":{"isOnboardingDone":true}}' where username = '${username}'`,
  );
  return tenantId;
}

const row = (page: Page, name: RegExp | string) => page.getByRole('row', { name });
/** Error messages stay on the screen until they are closed. */
async function expectRefusal(page: Page, words: string | RegExp): Promise<void> {
  const reported = page.getByRole('alert').filter({ hasText: words });
  await expect(reported).toBeVisible();
  await reported.getByRole('button', { name: 'Dismiss' }).click();
  await expect(reported).toBeHidden();
}

const currentTenant = (page: Page) => page.getByRole('button', { name: /^Switch tenant, current:/ });

async function invite(page: Page, emails: string, role?: 'Administrator'): Promise<string> {
  await page.getByRole('button', { name: 'Invite members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite members' });
  await expect(dialog.getByLabel('Email addresses')).toBeFocused();
  await page.keyboard.type(emails);
  if (role) {
    await dialog.getByRole('radio', { name: role }).check();
  }
  const answer = page.waitForResponse((response) => /\/invitations$/.test(response.url()) && response.status() === 201);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  if (role) {
    await page
      .getByRole('dialog', { name: 'Invite as administrators?' })
      .getByRole('button', { name: 'Send invitations' })
      .click();
  }
  const [invitation] = (await (await answer).json()) as { id: string }[];
  await expect(dialog).toBeHidden();
  return invitation?.id ?? '';
}

test('one user invites, another joins, roles change, both leave, and a link works for new and existing users', async ({
  page,
  browser,
  cloud,
}) => {
  test.slow();
  const complaints = watchConsole(page);
  const tenantId = await signUp(page, cloud, 'iris', 'Northwind');
  const other = await (await browser.newContext()).newPage();
  const fjord = 'Fjord Outfitters of the whole northern coast and of all the islands before it';
  const theirs = await signUp(other, cloud, 'oskar', fjord);

  await page.goto(`${cloud.consoleUrl}/${tenantId}/tenant-settings/settings`);
  await test.step('the tenant gets another name, which the switcher shows', async () => {
    await page.getByLabel('Tenant name').fill('Northwind Traders');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Changes saved')).toBeVisible();
    await expect(currentTenant(page)).toContainText('Northwind Traders');
  });
  await page.getByRole('link', { name: 'Members', exact: true }).first().click();
  await expect(row(page, /iris/)).toContainText('Administrator');
  await invite(page, 'oskar@example.com ');
  await page.getByRole('link', { name: 'Invitations', exact: true }).click();
  await expect(row(page, /oskar@example\.com/)).toContainText('Pending');

  await test.step('the invited user sees a dot and joins from the switcher', async () => {
    await other.goto(`${cloud.consoleUrl}/${theirs}`);
    await expect(currentTenant(other)).toHaveAccessibleName(/1 pending invitation/);
    await currentTenant(other).click();
    const switcher = other.getByRole('dialog', { name: 'Switch tenant' });
    await expect(switcher.getByText('Invited by iris')).toBeVisible();
    await switcher.getByRole('button', { name: 'Join Northwind Traders' }).dblclick();
    await expect(other).toHaveURL(new RegExp(`/${tenantId}/`));
    await expect(currentTenant(other)).toHaveAccessibleName(/Northwind Traders Development$/);
    await arriveInTenant(other);
  });

  await test.step('a collaborator creates a machine, which names its creator', async () => {
    await visit(other, `/${tenantId}/applications/create?type=MachineToMachine`);
    await other
      .getByRole('dialog', { name: 'Create application' })
      .getByRole('textbox', { name: 'Name' })
      .fill('Night run');
    await other.keyboard.press('Enter');
    await other
      .getByRole('dialog', { name: 'Assign roles to Night run' })
      .getByRole('button', { name: 'Skip' })
      .click();
    await expect(other.getByRole('heading', { level: 2, name: 'Creator' })).toBeVisible();
    await expect(other.getByRole('definition').filter({ hasText: 'oskar' })).toBeVisible();
  });

  await test.step('another administrator is appointed', async () => {
    // Otherwise the list is read again every 15 seconds.
    await page.goto(`${cloud.consoleUrl}/${tenantId}/tenant-settings/members`);
    await page.getByRole('button', { name: 'More actions for oskar' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Role of oskar' });
    await dialog.getByRole('radio', { name: /Administrator/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, /oskar/)).toContainText('Administrator');
  });

  await test.step('a removed member loses access at once', async () => {
    await visit(other, `/${theirs}`);
    await arriveInTenant(other);
    await page.getByRole('button', { name: 'More actions for oskar' }).click();
    await page.getByRole('menuitem', { name: 'Remove from tenant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove oskar?' });
    await expect(dialog.getByRole('link', { name: 'Night run' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove from tenant' }).click();
    await expect(row(page, /oskar/)).toBeHidden();
    // The other window is in another tenant, and is notified there.
    await expectRefusal(other, 'You are no longer a member of Northwind Traders. iris removed you from this tenant.');
    await other.goto(`${cloud.consoleUrl}/${tenantId}/tenant-settings/members`);
    await expect(other.getByRole('heading', { name: 'You are not a member of this tenant' })).toBeVisible();
    await other.getByRole('link', { name: 'Go to your tenants' }).click();
    await expect(currentTenant(other)).toContainText('Fjord Outfitters');
  });

  await test.step('the machine of the removed member is marked, in the list and on its page', async () => {
    await visit(page, `/${tenantId}/applications`);
    await expect(row(page, /Night run/)).toContainText(/oskar\s*Former member/);
    await page.getByRole('link', { name: 'Night run' }).click();
    await expect(page.getByRole('note')).toContainText('oskar is no longer a member of this tenant');
    await page.getByRole('link', { name: 'Tenant settings' }).click();
  });

  await test.step('an administrator deletes the tenant after typing its name and has no tenant left', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Delete tenant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Northwind Traders?' });
    await dialog.getByRole('textbox').fill('Northwind Traders');
    await dialog.getByRole('button', { name: 'Delete tenant' }).click();
    await expect(page.getByRole('heading', { name: 'You have no tenants' })).toBeVisible();
  });

  await test.step('a user without a tenant sees pending invitations', async () => {
    await other.getByRole('link', { name: 'Tenant settings' }).click();
    await other.getByRole('link', { name: 'Members', exact: true }).first().click();
    const id = await invite(other, 'iris@example.com ');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Find your tenants' })).toBeVisible();
    await visit(page, `/accept/${id}`);
    expect(await arriveInTenant(page)).toBe(theirs);
  });
  expect(complaints).toEqual([]);

  const id = await invite(other, 'nora@example.com ', 'Administrator');
  const mail = await mailTo(cloud, 'nora@example.com');
  const link = mail.link ?? '';

  // Mails shorten long names.
  const short = 'Fjord Outfitters of the whole northern coast and of all the isl…';
  await test.step('the mail names inviter, product, tenant and expiry', async () => {
    expect(mail.subject).toBe(`Invitation to ${short} on Postern`);
    expect(mail.content).toContain(`oskar (oskar@example.com) invited you to join the tenant “${short}” on Postern.`);
    expect(mail.content).toMatch(/valid until .* UTC/);
    await page.setContent(mail.content);
    await expect(page.getByRole('link', { name: 'Accept the invitation' })).toHaveAttribute('href', link);
    expect(new URL(link).pathname).toBe(`/accept/${id}`);
  });

  await test.step('another account gets a clear choice', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This invitation is for another account' })).toBeVisible();
    await page.getByRole('link', { name: 'Stay signed in as iris@example.com' }).click();
    await expect(currentTenant(page)).toContainText('Fjord Outfitters');
  });

  const newcomer = await (await browser.newContext()).newPage();
  const ofNewcomer = watchConsole(newcomer);
  await test.step('a new user sets a password and lands in the tenant', async () => {
    await newcomer.goto(link);
    await expect(newcomer.getByText(/^oskar invites you to the console/)).toBeVisible();
    await newcomer.getByRole('button', { name: 'Create account and join' }).click();
    await expect(newcomer.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await expect(newcomer.getByLabel('Email address')).toHaveValue('nora@example.com');
    await expect(newcomer.getByLabel('Email address')).not.toBeEditable();
    await newcomer.getByLabel('Password', { exact: true }).fill(newcomersPassword);
    await newcomer.keyboard.press('Enter');
    await expect(newcomer).toHaveURL(new RegExp(`/${theirs}/`));
    expect(await arriveInTenant(newcomer)).toBe(theirs);
    await newcomer.getByRole('link', { name: 'Tenant settings' }).click();
    // For administrators the settings page comes first.
    await expect(newcomer).toHaveURL(/\/tenant-settings\/settings$/);
    expect(beyondSignUp(ofNewcomer)).toEqual([]);
  });
  await visit(other, `/${theirs}/tenant-settings/members/invitations`);
  await expect(row(other, /nora@example\.com/)).toContainText('Accepted');

  await test.step('an existing user signs in', async () => {
    const known = await (await browser.newContext()).newPage();
    await signUp(known, cloud, 'grace', 'Elsewhere');
    await invite(other, 'grace@example.com ');
    const hers = await (await browser.newContext()).newPage();
    await hers.goto((await mailTo(cloud, 'grace@example.com')).link ?? '');
    await hers.getByRole('button', { name: 'Sign in and join' }).click();
    await expect(hers).toHaveURL(/\/sign-in\?login_hint=/);
    await expect(hers.getByLabel(/username/i)).toHaveValue('grace@example.com');
    await signInToConsole(hers, 'grace@example.com');
    await expect(hers).toHaveURL(new RegExp(`/${theirs}/`));
    expect(await arriveInTenant(hers)).toBe(theirs);
  });
});
