import type { Suspension } from '@postern/contracts/cloud/operators';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** The actor of suspensions on the command line. */
const commandLine = 'operator';

/** For the system handle, like all functions here. */
export async function insertSuspension(db: Db, tenantId: string, reason: string, by: string): Promise<void> {
  await db
    .insertInto('tenant_suspensions')
    .values({ tenant_id: tenantId, reason, suspended_by: by, is_shown: true })
    .execute();
}

export async function endSuspension(db: Db, tenantId: string, by: string): Promise<void> {
  await db
    .updateTable('tenant_suspensions')
    .set({ resumed_at: sql<string>`clock_timestamp()`, resumed_by: by })
    .where('tenant_id', '=', tenantId)
    .where('resumed_at', 'is', null)
    .execute();
}

const nameOf = (column: string) => sql<string>`coalesce((
  select coalesce(u.name, u.username, u.primary_email) from users u
  where u.tenant_id = ${adminTenantId} and u.id = ${sql.ref(column)}),
  case ${sql.ref(column)} when ${commandLine} then ${commandLine} else '' end)`;

/** Newest first. */
export async function listSuspensions(db: Db, tenantId: string): Promise<Suspension[]> {
  return db
    .selectFrom('tenant_suspensions as s')
    .select([
      's.suspended_at as suspendedAt',
      's.reason',
      nameOf('s.suspended_by').as('suspendedBy'),
      's.resumed_at as resumedAt',
      sql<string | null>`case when s.resumed_by is not null then ${nameOf('s.resumed_by')} end`.as('resumedBy'),
    ])
    .where('s.tenant_id', '=', tenantId)
    .orderBy('s.suspended_at', 'desc')
    .limit(50)
    .execute();
}
