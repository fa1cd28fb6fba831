import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { accountCenterAppId, scopes } from '@postern/contracts/wire';
import type { Product } from './product.ts';
import { type Client, demoClient, signInSteps, signInWithPassword } from './sign-in-steps.ts';
import { password } from './stage.ts';

const accountCenter: Client = {
  id: accountCenterAppId,
  callback: '/account/callback',
  scope: `openid profile email phone address ${scopes.customData} ${scopes.identities} ${scopes.sessions}`,
};

/** Keeps its access after the browser is closed. */
export const demoApp: Client = { ...demoClient, scope: 'openid profile offline_access', prompt: 'consent' };

/** Signs in in the same steps as the pages; returns the session that the pages of the tenant keep in a tab. */
export async function createSession(
  request: APIRequestContext,
  { endpoint }: Product,
  username: string,
  client: Client = accountCenter,
) {
  const steps = signInSteps(request, endpoint, client);
  const tokens = await steps.redeem<Record<string, string>>(await signInWithPassword(steps, username, password));
  const { id_token: idToken = '' } = tokens;
  return {
    idToken,
    claims: JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: Date.now() + Number(tokens.expires_in) * 1000,
    scope: tokens.scope,
  };
}

/**
 * Signs a page in to the account center, without loading a page of it, for the page an hour ago: it asks who the person is
 * before changes. The user has the usual password.
 */
export async function resumeAccount(page: Page, product: Product, username: string): Promise<void> {
  const signedIn = await createSession(page.request, product, username);
  const { iat } = signedIn.claims;
  const session = { ...signedIn, claims: { ...signedIn.claims, iat: iat - 3600, auth_time: iat - 3600 } };
  const empty = `${product.endpoint}/empty`;
  await page.route(empty, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>-</title>' }),
  );
  await page.goto(empty);
  await page.evaluate(
    ([key = '', value = '']) => sessionStorage.setItem(key, value),
    [`postern:${accountCenterAppId}:session`, JSON.stringify(session)],
  );
  await page.unroute(empty);
}

/** Opens a page of the account center in a new browser context, already signed in. account-profile tests the sign-in. */
export async function enterAccount(
  browser: Browser,
  { product }: { product: Product },
  username: string,
  path: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await resumeAccount(page, product, username);
  await page.goto(`${product.endpoint}${path}`);
  return page;
}
