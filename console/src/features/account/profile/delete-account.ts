import { accountDeletionApi } from '@postern/contracts/account/me';
import { meApiIndicator } from '@postern/contracts/wire';
import { call } from '#platform/client/call.ts';
import { reloadTenants } from '#platform/router/tenant-list.ts';
import { accessToken } from '#platform/session/access-token.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { dropAccessToken } from '#platform/session/store.ts';
import { type DeletionPlan, sortTenants } from './sort-tenants.ts';

/** What happens to the tenants, based on current data; undefined if the ID token has no roles. */
export async function readDeletionPlan(): Promise<DeletionPlan | undefined> {
  // A new access token comes with a new ID token: roles may have changed since the last one.
  dropAccessToken(meApiIndicator);
  await accessToken({ resource: meApiIndicator });
  if (!idTokenClaims()?.organization_roles) {
    return undefined;
  }
  const [tenants, { data: preview }] = await Promise.all([reloadTenants(), call(accountDeletionApi.preview, {}, '')]);
  return sortTenants(tenants, preview);
}

/** One request: the server deletes or leaves the tenants together with the account, or changes nothing. */
export const deleteAccount = () => call(accountDeletionApi.remove, {}, '');
