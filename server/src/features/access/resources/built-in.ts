import {
  adminTenantId,
  cloudApiIndicator,
  isManagementApi,
  managementApiIndicator,
  meApiIndicator,
} from '@postern/contracts/wire';
import type { Db } from '#platform/db/db';
import { insertScopes } from './scopes.store.ts';
import { insertResource } from './store.ts';

/** Whether this is a management API: the tenant's own or, in the admin tenant, that of any tenant. */
export const isManagementApiIn = (tenantId: string, indicator: string) =>
  tenantId === adminTenantId ? isManagementApi(indicator) : indicator === managementApiIndicator(tenantId);

/** API resources that the product itself serves: changing one would lock users out. */
export const isBuiltIn = (tenantId: string, indicator: string) =>
  isManagementApiIn(tenantId, indicator) ||
  (tenantId === adminTenantId && [meApiIndicator, cloudApiIndicator].includes(indicator));

type SeededResource = {
  id: string;
  name: string;
  indicator: string;
  scopes: { id: string; name: string; description: string }[];
};

/** An API resource that the product itself serves. */
export async function seedResource(db: Db, { id, scopes, ...resource }: SeededResource): Promise<void> {
  await insertResource(db, id, resource);
  await insertScopes(db, id, scopes);
}
