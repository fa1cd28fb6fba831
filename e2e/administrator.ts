import type { Page } from '@playwright/test';
import { defaultTenantId, managementApiIndicator } from '@postern/contracts/wire';
import { createFirstAdministrator, expect, type Product, watchConsole } from './product.ts';

export type Administrator = {
  /** The management API of the default tenant, with the token that the console holds. */
  api<Answer>(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, data?: unknown): Promise<Answer>;
  /** Nothing went wrong in the browser but what holds one of these, because the test wanted it. */
  expectNoComplaints(...expected: (number | string)[]): void;
};

/** Creates the first administrator of a fresh product in this page, and stays in the console. */
export async function becomeAdministrator(page: Page, product: Product): Promise<Administrator> {
  const complaints = watchConsole(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await createFirstAdministrator(page, product);
  // With the list and the account all tokens are there; leaving earlier could lose a refresh token on its way.
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account: admin' })).toBeVisible();
  const headers = { authorization: `Bearer ${await managementToken(page)}` };
  return {
    async api(method, path, data) {
      const answer = await page.request[method](`${product.endpoint}${path}`, { headers, data });
      expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
      const text = await answer.text();
      return text ? JSON.parse(text) : undefined;
    },
    expectNoComplaints(...expected) {
      expect(complaints.filter((text) => !expected.some((part) => text.includes(String(part))))).toEqual([]);
    },
  };
}

async function managementToken(page: Page): Promise<string> {
  const { origins } = await page.context().storageState();
  const kept = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name.endsWith('console:session'));
  const { accessTokens } = JSON.parse(kept?.value ?? '{}');
  return accessTokens[managementApiIndicator(defaultTenantId)].token;
}
