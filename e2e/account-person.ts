import type { Browser, Page } from '@playwright/test';
import { expect } from './product.ts';
import { password, type Stage } from './stage.ts';

export const everything = {
  name: 'Edit',
  avatar: 'Edit',
  profile: 'Edit',
  email: 'Edit',
  phone: 'Edit',
  password: 'Edit',
  username: 'Edit',
  customData: 'Edit',
} as const;

let count = 0;

/** Creates a user with a username, a password and the given fields. */
export async function createPerson({ api }: Stage, more: object = {}): Promise<{ id: string; username: string }> {
  count += 1;
  const username = `person_${count}_${Date.now().toString(36)}`;
  const { id } = await api<{ id: string }>('post', '/api/users', { username, password, ...more });
  return { id, username };
}

/** Opens the account center in a new browser context, on desktop or phone, and signs in. */
export async function openAccount(
  browser: Browser,
  { product }: Stage,
  username: string,
  path = '/account',
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(`${product.endpoint}${path}`);
  await signIn(page, username);
  await page.waitForURL(`${product.endpoint}${path}`);
  return page;
}

export async function signIn(page: Page, username: string, given = password): Promise<void> {
  await page.getByRole('textbox').first().fill(username);
  await page.locator('input[type=password]').fill(given);
  await page.keyboard.press('Enter');
}

/** Confirms the identity with the password in the dialog. */
export async function confirmByPassword(page: Page, given = password): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(given);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
}

export const row = (page: Page, label: string) =>
  page.locator('.account-row').filter({ has: page.getByText(label, { exact: true }) });

export const expectTold = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
