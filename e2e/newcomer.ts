import type { Page } from '@playwright/test';
import { askDatabase, expect, type Product } from './product.ts';
import { createTenantByRequests } from './sign-in-by-requests.ts';

export const newcomersPassword = 'a sentence nobody guesses';

/** All tokens are stored once list and account are visible: leaving earlier could lose a refresh token in flight. */
export async function arriveInTenant(page: Page): Promise<string> {
  await expect(page.getByText(/^\d of 4 done$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  return new URL(page.url()).pathname.split('/')[1] ?? '';
}

type Mail = { code: string | null; link: string | null; content: string; subject: string };

/** The newest mail of the console, or of a tenant, to an address, as soon as there are at least `count`. */
export async function mailTo(product: Product, email: string, count = 1, tenantId = 'admin'): Promise<Mail> {
  let mails: Mail[] = [];
  await expect
    .poll(async () => {
      mails = await askDatabase<Mail>(
        product,
        tenantId,
        `select code, link, content, subject from mailbox_messages where recipient = '${email}' order by created_at desc`,
      );
      return mails.length;
    })
    .toBeGreaterThanOrEqual(count);
  return mails[0] ?? { code: null, link: null, content: '', subject: '' };
}

/** Signs up to the console of the cloud edition: address, code, password. */
export async function signUpByEmail(page: Page, product: Product, email: string, address = '/?sign_up=true') {
  await page.goto(new URL(address, product.consoleUrl).href);
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  await page.getByLabel('Six-digit code').pressSequentially((await mailTo(product, email)).code ?? '');
  await page.getByLabel('Password', { exact: true }).fill(newcomersPassword);
  await page.keyboard.press('Enter');
}

/** Browser errors except the one of a sign-up by email: the server first reports the password as missing. */
export const beyondSignUp = (complaints: readonly string[]) =>
  complaints.filter((text) => !/ 422 .*\/api\/experience\/identification:/.test(text));

/** Signs in to the console with an address or a username. */
export async function signInToConsole(page: Page, identifier: string, password = newcomersPassword): Promise<void> {
  await page.getByLabel(/username/i).fill(identifier);
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

export async function createFirstTenant(page: Page, tenant: string): Promise<string> {
  await page.waitForURL(/\/onboarding\/create-tenant$/);
  await expect(page.getByRole('radio', { name: 'Europe' })).toBeChecked();
  await page.getByLabel('Tenant name').fill(tenant);
  await page.keyboard.press('Enter');
  return arriveInTenant(page);
}

/**
 * Opens the console of the cloud edition as a new user with a first tenant for development. Returns its id. Signing in
 * and creating the tenant through the pages takes more than twice as long; console-sign-in and tenants test those.
 */
export async function becomeNewcomer(
  page: Page,
  product: Product,
  username: string,
  tenant: string,
  password = newcomersPassword,
) {
  await product.cli(['admin', 'create', '--username', username], { POSTERN_ADMIN_PASSWORD: password });
  const tenantId = await createTenantByRequests(page, product, { username, password, tenant });
  await page.goto(`${product.consoleUrl}/${tenantId}`);
  return arriveInTenant(page);
}
