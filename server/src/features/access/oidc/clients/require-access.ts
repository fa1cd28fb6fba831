import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { mayUse } from '#features/access/applications';
import type { App } from '#platform/app';
import { settingsOf } from './clients.ts';

/** Whether a user may use the application. A query only if its access control is on. */
export const isOpenTo = async (app: App, tenantId: string, client: Client, userId: string): Promise<boolean> =>
  !settingsOf(client).appLevelAccessControlEnabled || mayUse(app.tenancy, tenantId, client.clientId, userId);

export const refusalText = 'the person may not use this application';
export const accessRefused = () => new errors.AccessDenied(refusalText);

export async function requireAccess(app: App, tenantId: string, client: Client | undefined, userId: string) {
  if (client && !(await isOpenTo(app, tenantId, client, userId))) {
    throw accessRefused();
  }
}

/** Authorization requests whose user may not use the application. */
const refused = new WeakSet<object>();

/** Asks once for a request; `isRefused` knows the answer. */
export async function noteAccess(app: App, tenantId: string, { oidc }: KoaContextWithOIDC): Promise<void> {
  const { client, account } = oidc;
  if (client && account && !(await isOpenTo(app, tenantId, client, account.accountId))) {
    refused.add(oidc);
  }
}

export const isRefused = ({ oidc }: KoaContextWithOIDC): boolean => refused.has(oidc);
