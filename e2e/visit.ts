import type { Page } from '@playwright/test';
import { newcomersPassword } from './newcomer.ts';
import type { Product } from './product.ts';
import { createTenantByRequests } from './sign-in-by-requests.ts';

/** Opens another address in the loaded console. Its router follows, which takes a fifth of the time of a full load. */
export const visit = (page: Page, address: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(new URL(address, page.url()).href)})`);

/** Signs the page in to the cloud edition as a new user with a tenant for development. Loads no page. */
export async function prepareNewcomer(page: Page, product: Product, username: string, tenant: string): Promise<string> {
  const password = newcomersPassword;
  await product.cli(['admin', 'create', '--username', username], { POSTERN_ADMIN_PASSWORD: password });
  return createTenantByRequests(page, product, { username, password, tenant });
}
