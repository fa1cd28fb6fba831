import type { Page } from '@playwright/test';
import { defaultTenantId, managementApiIndicator } from '@postern/contracts/wire';
import { createFirstAdministrator, expect, expectSignedIn, type Product, watchConsole } from './product.ts';

type SignedIn = NonNullable<Product['signedIn']>;

export type Administrator = {
  /** The management API of the default tenant, with the access token of the console. */
  api<Answer>(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, data?: unknown): Promise<Answer>;
  /** Expects no browser errors except those that contain one of these strings. */
  expectNoComplaints(...expected: (number | string)[]): void;
};

/** Gives the page a session of the console, without loading the console. */
export async function resume(page: Page, { adminEndpoint }: Product, signedIn: SignedIn): Promise<void> {
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
}

function administratorOf(page: Page, product: Product, signedIn: SignedIn, complaints: string[]): Administrator {
  const headers = { authorization: `Bearer ${managementToken(signedIn)}` };
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

/** Signs the page in to the console as the first administrator; the test can then open any console URL. */
export async function becomeAdministrator(page: Page, product: Product): Promise<Administrator> {
  const complaints = watchConsole(page);
  const { signedIn } = product;
  if (!signedIn) {
    throw new Error('There is no administrator yet. Use openConsole, which creates the account.');
  }
  await resume(page, product, signedIn);
  return administratorOf(page, product, signedIn, complaints);
}

/** Opens the console as the first administrator, creating the account if necessary. */
export async function openConsole(page: Page, product: Product): Promise<Administrator> {
  if (product.signedIn) {
    const administrator = await becomeAdministrator(page, product);
    await page.goto(product.consoleUrl);
    await expectSignedIn(page);
    return administrator;
  }
  const complaints = watchConsole(page);
  await createFirstAdministrator(page, product);
  await expectSignedIn(page);
  return administratorOf(page, product, await page.context().storageState(), complaints);
}

function managementToken({ origins }: SignedIn): string {
  const kept = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name.endsWith('console:session'));
  const { accessTokens } = JSON.parse(kept?.value ?? '{}');
  return accessTokens[managementApiIndicator(defaultTenantId)].token;
}
