import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, APIResponse, Browser, Page } from '@playwright/test';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { accountCenterAppId, demoAppId, scopes } from '@postern/contracts/wire';
import { expect, type Product } from './product.ts';
import { password } from './stage.ts';

type Client = { id: string; callback: string; scope: string; prompt?: string };

const accountCenter: Client = {
  id: accountCenterAppId,
  callback: '/account/callback',
  scope: `openid profile email phone address ${scopes.customData} ${scopes.identities} ${scopes.sessions}`,
};

/** Keeps its access after the browser is closed. */
export const demoApp: Client = {
  id: demoAppId,
  callback: '/demo-app',
  scope: 'openid profile offline_access',
  prompt: 'consent',
};

async function read<Answer>(answer: APIResponse): Promise<Answer> {
  expect(answer.ok(), `${answer.status()} of ${answer.url()}`).toBe(true);
  return answer.json();
}

/** Signs in in the same steps as the pages; returns the session that the pages of the tenant keep in a tab. */
export async function createSession(
  request: APIRequestContext,
  { endpoint }: Product,
  username: string,
  { id, callback: path, scope, prompt }: Client = accountCenter,
) {
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: id, redirect_uri: endpoint + path };
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope,
    ...(prompt ? { prompt } : {}),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const html = { headers: { accept: 'text/html' } };
  await request.get(`${endpoint}/oidc/auth?${query}`, html);
  const send = ({ method, path }: { method: string; path: string }, data?: object) =>
    request.fetch(endpoint + path, { method, headers: { origin: endpoint }, data });
  await send(signInApi.start, { interactionEvent: 'SignIn' });
  const { verificationId } = await read<{ verificationId: string }>(
    await send(signInApi.verifyPassword, { identifier: { type: 'username', value: username }, password }),
  );
  await send(signInApi.identify, { verificationId });
  const { redirectTo } = await read<{ redirectTo: string }>(await send(signInApi.submit));
  const callback = new URL((await request.get(redirectTo, html)).url());
  const code = callback.searchParams.get('code') ?? '';
  const form = { ...client, grant_type: 'authorization_code', code, code_verifier: verifier };
  const tokens = await read<Record<string, string>>(await request.post(`${endpoint}/oidc/token`, { form }));
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

/** Signs a page in to the account center, without loading a page of it. The user has the usual password. */
export async function resumeAccount(page: Page, product: Product, username: string): Promise<void> {
  const session = await createSession(page.request, product, username);
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
