import type { APIRequestContext, Page } from '@playwright/test';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import {
  adminConsoleAppId,
  cloudApiIndicator,
  meApiIndicator,
  organizationsResource,
  scopes,
  tenantScopes,
} from '@postern/contracts/wire';
import { resume } from './administrator.ts';
import type { Product } from './product.ts';
import { read, signInSteps, signInWithPassword } from './sign-in-steps.ts';

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
  prompt: 'login consent',
  resources: [cloudApiIndicator, meApiIndicator, organizationsResource],
};

type Tokens = { access_token: string; refresh_token: string; id_token: string };

/** Gets tokens of the console in the same steps as its pages: authorization code with PKCE, and a password. */
async function getTokens(request: APIRequestContext, base: string, username: string, password: string) {
  const steps = signInSteps(request, base, { id: adminConsoleAppId, callback: '/callback', ...requested });
  const { refresh_token } = await steps.redeem<Tokens>(await signInWithPassword(steps, username, password));
  return steps.exchange<Tokens>({ grant_type: 'refresh_token', refresh_token, resource: cloudApiIndicator });
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
