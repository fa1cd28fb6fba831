import type { OperatedTenant, OperatedTenantDetails } from '@postern/contracts/cloud/operators';
import { adminTenantId } from '@postern/contracts/wire';
import { toPlan } from '#features/cloud/plans';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { countContents, findOperated, listPeople, lockTenant, type OperatedRow } from './store.ts';
import { listSuspensions } from './suspensions.store.ts';

/** Locks and returns the tenant. For the system handle. */
export async function getOperated(db: Db, id: string): Promise<OperatedRow> {
  if (id === adminTenantId) {
    // All users of the console sign in through it.
    throw new AppError('guard.not_allowed_for_admin_tenant');
  }
  const tenant = (await lockTenant(db, id)) ? await findOperated(db, id) : undefined;
  if (!tenant) {
    throw new AppError('entity.not_found');
  }
  return tenant;
}

function stateOf({ isSuspended, status }: OperatedRow): OperatedTenant['state'] {
  if (isSuspended) {
    return 'suspended';
  }
  return status === 'past_due' || status === 'unpaid' ? 'overdue' : 'active';
}

export function toOperated(row: OperatedRow): OperatedTenant {
  const { id, name, tag, regionName, planId, createdAt, owner, activeUsers, tokens } = row;
  const { mauLimit, tokenLimit } = toPlan(row).basicQuota;
  return {
    id,
    name,
    tag,
    regionName,
    planId,
    state: stateOf(row),
    createdAt,
    owner,
    usage: { activeUsers, tokens },
    quota: { mauLimit, tokenLimit },
  };
}

type Platform = Pick<App, 'tenancy' | 'log'>;

/** Counts from the tenant's own database; an unavailable one must not hide the rest. */
const contentsOf = ({ tenancy, log }: Platform, id: string) =>
  tenancy
    .read(id, (db) => countContents(db, id))
    .catch((error: unknown) => {
      log.warn({ err: error, tenantId: id }, 'tenant usage count failed');
      return null;
    });

async function read(db: Db, id: string) {
  const row = await findOperated(db, id);
  if (!row) {
    throw new AppError('entity.not_found');
  }
  return {
    ...toOperated(row),
    subscription: toPlan(row).subscription,
    agreedQuota: row.agreed,
    members: await listPeople(db, id),
    suspensions: await listSuspensions(db, id),
  };
}

export async function getDetails(platform: Platform, id: string): Promise<OperatedTenantDetails> {
  const details = await platform.tenancy.system((db) => read(db, id));
  return { ...details, counts: await contentsOf(platform, id) };
}
