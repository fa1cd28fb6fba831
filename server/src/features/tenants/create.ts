import type { CreateTenant, Region } from '@postern/contracts/tenants';
import { adminTenantId, reservedTenantIds, tenantOrganizationId } from '@postern/contracts/wire';
import type { z } from 'zod';
import { actAs, insertMember, provisionTenant } from '#features/provision';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { newTenantId } from '#platform/ids';
import { countFreeTenants, findTenant, isOperator, type TenantRow, wasTenant } from './store.ts';

const tags: Region['tags'] = ['development', 'production'];
export const regions: Region[] = [
  { id: 'EU', name: 'Europe', country: 'EU', tags, isPrivate: false },
  { id: 'US', name: 'West US', country: 'US', tags, isPrivate: false },
  { id: 'AU', name: 'Australia', country: 'AU', tags, isPrivate: false },
  { id: 'JP', name: 'Japan', country: 'JP', tags, isPrivate: false },
];

const maxFreeTenants = 10;

/** Ten tenants for free, except for whoever runs the installation. */
export async function demandFreePlace(db: Db, userId: string): Promise<void> {
  if ((await countFreeTenants(db, userId)) >= maxFreeTenants && !(await isOperator(db, userId))) {
    throw new AppError('tenant.max_free_tenants');
  }
}

export function freshTenantId(make = newTenantId): string {
  const id = make();
  return (reservedTenantIds as readonly string[]).includes(id) ? freshTenantId(make) : id;
}

async function unusedTenantId(db: Db): Promise<string> {
  const id = freshTenantId();
  return (await wasTenant(db, id)) ? unusedTenantId(db) : id;
}

/**
 * Tenant, keys, settings, organization and, with an owner, their membership: for one transaction of the system handle,
 * which keeps all of it or nothing. An operator creates without an owner and beyond the number of free tenants.
 */
export async function createTenant(
  db: Db,
  { name, tag, regionName }: z.output<typeof CreateTenant>,
  ownerId: string | undefined,
): Promise<TenantRow> {
  const region = regions.find(({ id }) => id === regionName);
  if (!region) {
    throw new AppError('tenant.region_not_available');
  }
  if (!region.tags.includes(tag)) {
    throw new AppError('tenant.tag_not_allowed');
  }
  const id = await unusedTenantId(db);
  const planId = tag === 'production' ? 'free' : 'dev';
  if (ownerId && planId === 'free') {
    await demandFreePlace(db, ownerId);
  }
  await provisionTenant(db, { id, name, tag, regionName, planId });
  await actAs(db, adminTenantId);
  if (ownerId) {
    await insertMember(db, tenantOrganizationId(id), ownerId, 'admin');
  }
  await emit(db, { name: 'Tenant.Created', subjectId: id, data: ownerId ? { userId: ownerId } : {} });
  const row = await findTenant(db, id);
  if (!row) {
    throw new AppError('entity.create_failed', { values: { name: 'Tenant' } });
  }
  return row;
}
