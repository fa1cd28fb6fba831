import { adminTenantId, defaultTenantId, tenantOrganizationId } from '@postern/contracts/wire';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { enqueue, installation } from '#platform/jobs/jobs';
import { eraseQueue, insertDeletion, markDeleted } from './erase.store.ts';
import { listMemberIds } from './members.store.ts';
import { findTenant, hasOpenInvoices, type TenantRow } from './store.ts';
import { getManaged } from './update.ts';

/** Plans that cost nothing: their tenants can be deleted without settling payments. */
export const isFreeOfCharge = (planId: string) => planId === 'free' || planId === 'dev';

const maxToldMembers = 1000;

/** A paid plan or an open invoice must be settled first. */
async function refuseWhilePaid(db: Db, { id, planId }: TenantRow): Promise<void> {
  if (!isFreeOfCharge(planId) || (await hasOpenInvoices(db, id))) {
    throw new AppError('tenant.paid_subscription');
  }
}

/**
 * When this transaction commits, the tenant is unreachable for members and at its own address. A background job erases
 * its data. For the system handle.
 */
async function deleteTenant(db: Db, { id, name }: TenantRow, requestedBy: string): Promise<void> {
  const organizationId = tenantOrganizationId(id);
  await actAs(db, adminTenantId);
  // Read now because the members are unknown afterwards, and their open consoles must be notified.
  const memberIds = (await listMemberIds(db, organizationId)).slice(0, maxToldMembers);
  await markDeleted(db, id, organizationId);
  await insertDeletion(db, { id, name, requestedBy });
  await enqueue(db, { queue: eraseQueue, tenantId: installation, key: id, payload: { id } });
  await emit(db, { name: 'Tenant.Deleted', subjectId: id, data: { name, memberIds } });
}

/** Without these two tenants, signing in to the console is impossible. */
function refuseFirst(id: string): void {
  if (id === adminTenantId || id === defaultTenantId) {
    throw new AppError('guard.not_allowed_for_admin_tenant');
  }
}

export async function deleteAsMember(db: Db, id: string, userId: string): Promise<void> {
  refuseFirst(id);
  const tenant = await getManaged(db, id, userId);
  await refuseWhilePaid(db, tenant);
  await deleteTenant(db, tenant, userId);
}

export async function deleteAsOperator(db: Db, id: string): Promise<void> {
  refuseFirst(id);
  const tenant = await findTenant(db, id);
  if (!tenant) {
    throw new AppError('entity.not_found');
  }
  await refuseWhilePaid(db, tenant);
  await deleteTenant(db, tenant, 'operator');
}
