import type { Page } from '@playwright/test';
import { beyondSignUp, createFirstTenant, mailTo, newcomersPassword, signInToConsole } from '../newcomer.ts';
import { expect, type Product, test, watchConsole } from '../product.ts';

const account = /^Account: /;

test.use({
  environment: {
    ADMIN_GOOGLE_CLIENT_ID: 'google-id',
    ADMIN_GOOGLE_CLIENT_SECRET: 'google-secret',
    ADMIN_GITHUB_CLIENT_ID: 'github-id',
    ADMIN_GITHUB_CLIENT_SECRET: 'github-secret',
  },
});

/** Continues a sign-up by email that is open: address, the code of the newest of `count` mails, and a password. */
async function signUp(page: Page, product: Product, email: string, count = 1): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  await page.getByLabel('Six-digit code').pressSequentially((await mailTo(product, email, count)).code ?? '');
  await page.getByLabel('Password', { exact: true }).fill(newcomersPassword);
  await page.keyboard.press('Enter');
}

test('a new user signs up and in by email, resets a password, and joins by invitation before onboarding; providers are offered', async ({
  page,
  browser,
  cloud,
}) => {
  test.slow();
  const complaints = watchConsole(page);
  let tenantId = '';
  await test.step('signs up with address, code and password', async () => {
    await page.goto(`${cloud.consoleUrl}/?sign_up=true`);
    await expect(page.getByLabel('Email address')).toBeVisible();
    await expect(page.getByLabel('Username')).toBeHidden();
    await expect(page.getByRole('button', { name: /Google/ })).toBeVisible();
    await signUp(page, cloud, 'iris@example.com');
    tenantId = await createFirstTenant(page, 'Northwind');
    await expect(page.getByRole('button', { name: 'Account: iris@example.com' })).toBeVisible();
  });

  const signOut = async () => {
    await page.getByRole('button', { name: account }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByLabel(/username/i)).toBeVisible();
  };

  await test.step('signs in by email', async () => {
    await signOut();
    await signInToConsole(page, 'iris@example.com');
    await expect(page.getByRole('button', { name: 'Account: iris@example.com' })).toBeVisible();
  });

  await test.step('resets a forgotten password with a code', async () => {
    await signOut();
    await page.getByLabel(/username/i).fill('iris@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /forgot/i }).click();
    await expect(page.getByLabel('Email address')).toHaveValue('iris@example.com');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Six-digit code')).toBeVisible();
    await page.getByLabel('Six-digit code').pressSequentially((await mailTo(cloud, 'iris@example.com', 2)).code ?? '');
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    const changed = `${newcomersPassword} at all`;
    await page.getByLabel('Password', { exact: true }).fill(changed);
    await page.keyboard.press('Enter');
    await signInToConsole(page, 'iris@example.com', changed);
    await expect(page.getByRole('button', { name: 'Account: iris@example.com' })).toBeVisible();
  });
  await test.step('pending invitations come before onboarding', async () => {
    await page.goto(`${cloud.consoleUrl}/${tenantId}/tenant-settings/members`);
    await page.getByRole('button', { name: 'Invite members' }).click();
    await page.getByRole('dialog').getByLabel('Email addresses').pressSequentially('oskar@example.com ');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    // A user who signs up without the link of the mail.
    const other = await (await browser.newContext()).newPage();
    await other.goto(`${cloud.consoleUrl}/?sign_up`);
    await signUp(other, cloud, 'oskar@example.com', 2);
    await expect(other.getByRole('heading', { name: 'Find your tenants' })).toBeVisible();
    await expect(other.getByText('Invited by iris@example.com')).toBeVisible();
    // Creating their own tenant is one click away.
    await other.getByRole('button', { name: 'Create tenant' }).click();
    await other.waitForURL(/\/onboarding\/create-tenant$/);
    await other.goBack();
    await other.getByRole('button', { name: 'Join Northwind' }).dblclick();
    await expect(other).toHaveURL(new RegExp(`/${tenantId}/`));
    await expect(other.getByRole('alert')).toHaveCount(0);
    await other.context().close();
  });
  await test.step('leaves for a provider of the operator', async () => {
    await signOut();
    await page.route('https://github.com/**', (route) => route.fulfill({ body: 'GitHub' }));
    await page.getByRole('button', { name: /GitHub/ }).click();
    await page.waitForURL('https://github.com/**');
    expect(new URL(page.url()).searchParams.get('client_id')).toBe('github-id');
  });
  // During a reset the server asks for the new password by rejecting the submission.
  expect(beyondSignUp(complaints)).toEqual([expect.stringMatching(/ 422 .*\/api\/experience\/submit:/)]);
});
