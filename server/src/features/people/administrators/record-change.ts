import type { DomainEvent } from '@postern/contracts/events';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { actAs } from '#features/people/provision';
import type { Db } from '#platform/db/db';
import { emitAs } from '#platform/jobs/events';

/** Administrators are users of the admin tenant; their changes are in the audit log of the tenant that they manage. */
export async function recordChange(db: Db, ...events: DomainEvent[]): Promise<void> {
  await emitAs(db, defaultTenantId, ...events);
  await actAs(db, adminTenantId);
}
