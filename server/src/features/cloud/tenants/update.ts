import type { UpdateTenant } from '@postern/contracts/cloud/tenants';
import { adminTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { countedBeyond, findQuotaOf } from '#features/cloud/plans';
import { requireTag } from '#features/cloud/regions';
import { actAs } from '#features/people/provision';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { requireFreeTenantSlot } from './create.ts';
import { findTenant, lockFor, type TenantChanges, type TenantRow, updateTenant } from './store.ts';

const freePlan = 'free';

/** Locks and returns the tenant; rejects a user who lost the permission while waiting. */
export async function getManaged(db: Db, id: string, userId: string): Promise<TenantRow> {
  const may = await lockFor(db, tenantOrganizationId(id), userId, 'manage:tenant');
  const tenant = await findTenant(db, id);
  if (!tenant) {
    throw new AppError('entity.not_found');
  }
  if (!may) {
    throw new AppError('auth.forbidden');
  }
  return tenant;
}

/**
 * Called before a development tenant becomes a production tenant on the free plan: counted usage must fit into the
 * plan, and features that it lacks stop. Nothing beyond the plan continues unpaid.
 */
export async function requireFit(app: App, id: string, { tag }: UpdateTenant): Promise<void> {
  const tenant = tag === 'production' ? await app.tenancy.system((db) => findTenant(db, id)) : undefined;
  if (!tenant || tenant.tag === 'production') {
    return;
  }
  requireTag(app.config, tenant.regionName, 'production');
  const free = await app.tenancy.system((db) => findQuotaOf(db, freePlan));
  const keys = tenant.planId === 'dev' ? await countedBeyond(app, id, free ?? {}) : [];
  if (keys.length > 0) {
    throw new AppError('subscription.quota_in_use', { data: { keys } });
  }
}

/** Development is free, and so is the plan after it until the customer chooses another one. */
async function convert(db: Db, tenant: TenantRow, userId: string): Promise<TenantChanges> {
  if (tenant.planId !== 'dev') {
    return { tag: 'production' };
  }
  await requireFreeTenantSlot(db, userId);
  return { tag: 'production', planId: freePlan };
}

/** For one transaction of the system handle. */
export async function updateAsMember(db: Db, id: string, wanted: UpdateTenant, userId: string): Promise<void> {
  const tenant = await getManaged(db, id, userId);
  const { name, tag = tenant.tag } = wanted;
  if (tag === 'development' && tenant.tag !== 'development') {
    throw new AppError('tenant.tag_not_allowed');
  }
  const changes: TenantChanges = {
    ...(name === undefined ? {} : { name }),
    ...(tag === tenant.tag ? {} : await convert(db, tenant, userId)),
  };
  if (Object.keys(changes).length === 0) {
    return;
  }
  await updateTenant(db, id, tenantOrganizationId(id), changes);
  await actAs(db, adminTenantId);
  await emit(db, { name: 'Tenant.Data.Updated', subjectId: id, data: { ...changes } });
}
