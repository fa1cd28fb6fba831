import type { Page } from '@playwright/test';
import { expect, type Product } from './product.ts';

export const newcomersPassword = 'a sentence nobody guesses';

/** All tokens are there once list and account are: leaving earlier could lose a refresh token on its way. */
export async function arriveInTenant(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  return new URL(page.url()).pathname.split('/')[1] ?? '';
}

/** Registers in the cloud edition, and creates a first tenant, which is one for development. Answers its id. */
export async function becomeNewcomer(page: Page, { consoleUrl }: Product, username: string, tenant: string) {
  await page.goto(`${consoleUrl}/?sign_up`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(newcomersPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/onboarding\/create-tenant$/);
  await expect(page.getByRole('radio', { name: 'Europe' })).toBeChecked();
  await page.getByLabel('Tenant name').fill(tenant);
  await page.keyboard.press('Enter');
  return arriveInTenant(page);
}
