import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import {
  adminConsoleAppId,
  cloudApiIndicator,
  meApiIndicator,
  organizationsResource,
  scopes,
  tenantScopes,
} from '@postern/contracts/wire';
import { resume } from './administrator.ts';
import { expect, type Product } from './product.ts';

/** What the console of the cloud edition requests; with less it would start another sign-in. */
const requested = {
  scope: [
    'openid offline_access profile email',
    scopes.identities,
    scopes.customData,
    scopes.organizations,
    scopes.organizationRoles,
    scopes.all,
    ...tenantScopes,
    scopes.createTenant,
    scopes.manageTenantSelf,
  ].join(' '),
  resources: [cloudApiIndicator, meApiIndicator, organizationsResource],
};

type Tokens = { access_token: string; refresh_token: string; id_token: string };

async function read<Answer>(answer: APIResponse): Promise<Answer> {
  expect(answer.ok(), `${answer.status()} of ${answer.url()}`).toBe(true);
  return answer.json();
}

/** Gets tokens of the console in the same steps as its pages: authorization code with PKCE, and a password. */
async function getTokens(request: APIRequestContext, base: string, username: string, password: string) {
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: adminConsoleAppId, redirect_uri: `${base}/callback` };
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope: requested.scope,
    prompt: 'login consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  for (const resource of requested.resources) {
    query.append('resource', resource);
  }
  await request.get(`${base}/oidc/auth?${query}`, { headers: { accept: 'text/html' } });

  const send = (method: string, path: string, data?: object) =>
    request.fetch(base + path, { method, headers: { origin: base }, data });
  await send(signInApi.start.method, signInApi.start.path, { interactionEvent: 'SignIn' });
  const { verificationId } = await read<{ verificationId: string }>(
    await send(signInApi.verifyPassword.method, signInApi.verifyPassword.path, {
      identifier: { type: 'username', value: username },
      password,
    }),
  );
  await send(signInApi.identify.method, signInApi.identify.path, { verificationId });
  const { redirectTo } = await read<{ redirectTo: string }>(await send(signInApi.submit.method, signInApi.submit.path));
  const callback = new URL((await request.get(redirectTo, { headers: { accept: 'text/html' } })).url());

  const exchange = async (form: Record<string, string>) =>
    read<Tokens>(await request.post(`${base}/oidc/token`, { form: { ...client, ...form } }));
  const { refresh_token } = await exchange({
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
  return exchange({ grant_type: 'refresh_token', refresh_token, resource: cloudApiIndicator });
}

/** Signs the page in to the console of the cloud edition, without loading a page. Returns the access token. */
export async function signInByRequests(
  page: Page,
  product: Product,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const base = product.adminEndpoint;
  const tokens = await getTokens(page.request, base, username, password);
  const session = { refreshToken: tokens.refresh_token, idToken: tokens.id_token, accessTokens: {} };
  const localStorage = [{ name: 'postern:console:session', value: JSON.stringify(session) }];
  await resume(page, product, { cookies: [], origins: [{ origin: base, localStorage }] });
  return tokens.access_token;
}

/** Signs the page in to the cloud edition and creates a tenant, without loading a page. Returns the id of the tenant. */
export async function createTenantByRequests(
  page: Page,
  product: Product,
  { tenant, ...account }: { username: string; password: string; tenant: string },
): Promise<string> {
  const token = await signInByRequests(page, product, account);
  const { id } = await read<{ id: string }>(
    await page.request.post(product.adminEndpoint + tenantsApi.create.path, {
      headers: { authorization: `Bearer ${token}` },
      data: { name: tenant },
    }),
  );
  return id;
}
