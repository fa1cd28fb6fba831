import type { Page } from '@playwright/test';
import { newcomersPassword as password } from './newcomer.ts';
import type { Product } from './product.ts';
import { createTenantByRequests } from './sign-in-by-requests.ts';

/** Signs the page in to the cloud edition as a new user with a tenant, without loading the console. Returns its id. */
export async function enter(page: Page, product: Product, username: string, tenant: string): Promise<string> {
  await product.cli(['admin', 'create', '--username', username], { POSTERN_ADMIN_PASSWORD: password });
  return createTenantByRequests(page, product, { username, password, tenant });
}
