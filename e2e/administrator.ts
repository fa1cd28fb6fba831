import type { Page } from '@playwright/test';
import { defaultTenantId, managementApiIndicator } from '@postern/contracts/wire';
import { createFirstAdministrator, expect, expectSignedIn, type Product, watchConsole } from './product.ts';

export type Administrator = {
  /** The management API of the default tenant, with the token that the console holds. */
  api<Answer>(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, data?: unknown): Promise<Answer>;
  /** Nothing went wrong in the browser but what holds one of these, because the test wanted it. */
  expectNoComplaints(...expected: (number | string)[]): void;
};

/** Takes up the session of the first administrator where it was left. */
async function resume(page: Page, { adminEndpoint, consoleUrl }: Product, signedIn: NonNullable<Product['signedIn']>) {
  await page.context().addCookies(signedIn.cookies);
  const empty = `${adminEndpoint}/empty`;
  await page.route(empty, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>-</title>' }),
  );
  await page.goto(empty);
  const kept = signedIn.origins.find(({ origin }) => origin === adminEndpoint)?.localStorage ?? [];
  await page.evaluate((entries) => {
    for (const { name, value } of entries) {
      localStorage.setItem(name, value);
    }
  }, kept);
  await page.unroute(empty);
  await page.goto(consoleUrl);
}

/** Becomes the first administrator in this page, creating the account in a fresh product, and stays in the console. */
export async function becomeAdministrator(page: Page, product: Product): Promise<Administrator> {
  const complaints = watchConsole(page);
  if (product.signedIn) {
    await resume(page, product, product.signedIn);
  } else {
    await createFirstAdministrator(page, product);
  }
  await expectSignedIn(page);
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
