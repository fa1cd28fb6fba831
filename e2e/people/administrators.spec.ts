import type { Page } from '@playwright/test';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectToFit, test } from '../product.ts';
import { visit } from '../visit.ts';

const password = 'readers choose well too';

async function openAdministrators(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Administrators', exact: true })).toHaveAttribute('aria-current', 'page');
}

/** Invites a person and returns the link. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite administrator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite administrator' });
  await dialog.getByLabel('Email').fill(email);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const shown = page.getByRole('dialog', { name: 'Invitation link' });
  const link = await shown.getByRole('group', { name: 'Invitation link' }).locator('code').innerText();
  await expectToFit(page);
  await shown.getByRole('button', { name: 'Close', exact: true }).last().click();
  return link;
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

test('an administrator invites a read-only one, who sees no secrets and changes nothing, and removes them', async ({
  page,
  oss,
  browser,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  const application = await administrator.api<{ id: string }>('post', '/api/applications', {
    name: 'Shop',
    type: 'Traditional',
  });
  const [secret] = await administrator.api<{ value: string }[]>('get', `/api/applications/${application.id}/secrets`);
  expect(secret?.value).toHaveLength(32);
  await page.goto(`${oss.consoleUrl}/tenant-settings`);
  await expect(row(page, /admin You Administrator/)).toBeVisible();
  await expect(page.getByText('No invitations yet')).toBeVisible();
  const link = await invite(page, 'reader@example.com');
  await expect(row(page, /reader@example\.com.*Pending/)).toBeVisible();

  await test.step('the link does not replace the session of the administrator', async () => {
    await page.goto(link);
    await expect(page.getByText('You are signed in as admin. The invitation is for reader@example.com.')).toBeVisible();
    await expectToFit(page);
    await page.getByRole('link', { name: 'Go to the console' }).click();
    await openAdministrators(page);
  });

  const context = await browser.newContext();
  const other = await context.newPage();
  await test.step('the invited person reads the invitation and registers without a username', async () => {
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'You are invited to Default' })).toBeVisible();
    await expect(other.getByText('Read-only')).toBeVisible();
    await other.getByRole('button', { name: 'Create account and join' }).click();
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.keyboard.press('Enter');
    await expect(other.getByRole('button', { name: 'Account: reader@example.com' })).toBeVisible();
    await expect(other.getByRole('banner').getByText('Read-only')).toBeVisible();
  });

  await test.step('read-only access shows data, but no secrets and no way to change anything', async () => {
    await openAdministrators(other);
    await expect(row(other, /reader@example\.com You/)).toBeVisible();
    await expect(other.getByRole('button', { name: /^More actions for/ })).toHaveCount(0);
    await expect(other.getByRole('button', { name: 'Invite administrator' })).toHaveCount(0);
    await visit(other, `${oss.consoleUrl}/applications/${application.id}/settings`);
    await expect(other.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    const general = other.getByRole('region', { name: 'General' });
    await expect(general.getByRole('definition').filter({ hasText: 'Shop' })).toBeVisible();
    await expect(other.getByRole('textbox')).toHaveCount(0);
    await expect(other.getByRole('button', { name: 'More actions' })).toHaveCount(0);
    await expect(other.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    expect(await other.content()).not.toContain(secret?.value);
    await expectToFit(other);
    await visit(other, `${oss.consoleUrl}/applications/create`);
    await expect(other).toHaveURL(`${oss.consoleUrl}/applications`);
    await expect(other.getByRole('link', { name: 'Shop' })).toBeVisible();
    await expect(other.getByRole('button', { name: /Create application/ })).toHaveCount(0);
    await expect(other.getByRole('link', { name: /Create application/ })).toHaveCount(0);
  });

  await test.step('the administrator ends the sessions of the reader, and the last administrator stays', async () => {
    await expect(row(page, /reader@example\.com.*Accepted/)).toBeVisible({ timeout: 20_000 });
    await expectToFit(page);
    await page.getByRole('link', { name: 'reader@example.com', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2);
    await expectToFit(page);
    await page.goBack();
    await page.getByRole('button', { name: 'More actions for admin' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove admin?' }).getByRole('button', { name: 'Remove' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'There must be an administrator.' });
    await refusal.getByRole('button', { name: 'Dismiss' }).click();
  });

  await test.step('removal ends the access of the reader', async () => {
    await page.getByRole('button', { name: 'More actions for reader@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page
      .getByRole('dialog', { name: 'Remove reader@example.com?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(page.getByRole('button', { name: 'More actions for reader@example.com' })).toHaveCount(0);
    await other.reload();
    await expect(other).toHaveURL(/\/sign-in/);
    await other.getByLabel('Username or email address').fill('reader@example.com');
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.keyboard.press('Enter');
    await expect(other.getByText('The account or password is incorrect.')).toBeVisible();
  });

  await test.step('the audit log has the changes', async () => {
    await page.getByRole('link', { name: 'Audit logs' }).click();
    await expect(page.getByRole('link', { name: 'Administrator: created', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Administrator: deleted', exact: true })).toBeVisible();
  });
  await context.close();
});
