import type { CreateTenant } from '@postern/contracts/cloud/tenants';
import { adminTenantId, reservedTenantIds, tenantOrganizationId } from '@postern/contracts/wire';
import type { z } from 'zod';
import type { Place } from '#features/cloud/regions';
import { insertMember } from '#features/people/organizations';
import { actAs, provisionTenant } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newTenantId } from '#platform/secrets/ids';
import type { Vault } from '#platform/secrets/vault';
import { countTenantsOn, findTenant, isOperator, isTenantIdUsed, type TenantRow } from './store.ts';

const maxFreeTenants = 10;

/** Ten free tenants per user, unlimited for operators. `tenantId` is the one that becomes free, if it exists. */
export async function requireFreeTenantSlot(db: Db, userId: string, tenantId?: string): Promise<void> {
  if ((await countTenantsOn(db, 'free', userId, tenantId)) >= maxFreeTenants && !(await isOperator(db, userId))) {
    throw new AppError('tenant.max_free_tenants');
  }
}

/** The same for development tenants; the installation configures the number. */
export async function requireDevelopmentTenantSlot(db: Db, userId: string, max: number): Promise<void> {
  if ((await countTenantsOn(db, 'dev', userId)) >= max && !(await isOperator(db, userId))) {
    throw new AppError('tenant.max_development_tenants', { values: { max: String(max) } });
  }
}

export function freshTenantId(make = newTenantId): string {
  const id = make();
  return (reservedTenantIds as readonly string[]).includes(id) ? freshTenantId(make) : id;
}

async function unusedTenantId(db: Db, prefix: string): Promise<string> {
  const id = freshTenantId(() => newTenantId(prefix));
  return (await isTenantIdUsed(db, id)) ? unusedTenantId(db, prefix) : id;
}

/** A tenant at the place from `choosePlace`. */
export type NewTenantAt = Omit<z.output<typeof CreateTenant>, 'regionName'> & Place;

/**
 * Creates tenant, keys, settings, organization and, with an owner, their membership, in one transaction of the system
 * handle. Operators create without an owner and are not limited; paid tenants do not count as free ones. If the region
 * has its own database, it is filled after the transaction: see `mirrorNow`.
 */
export async function createTenant(
  db: Db,
  vault: Vault,
  { name, tag, regionName, idPrefix, databaseRegion }: NewTenantAt,
  ownerId: string | undefined,
  paidPlanId?: string,
): Promise<TenantRow> {
  const id = await unusedTenantId(db, idPrefix);
  const planId = paidPlanId ?? (tag === 'production' ? 'free' : 'dev');
  if (ownerId && planId === 'free') {
    await requireFreeTenantSlot(db, ownerId);
  }
  await provisionTenant(db, vault, { id, name, tag, regionName, planId, databaseRegion });
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
