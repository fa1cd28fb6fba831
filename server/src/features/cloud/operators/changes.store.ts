import type { Suspension, TenantChange } from '@postern/contracts/cloud/operators';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

/** The actor of changes on the command line. */
const commandLine = 'operator';

/** Must match the expression of the index logs__tenant_changes. */
const about = (tenantId: string) => sql`l.tenant_id = ${adminTenantId} and left(l.key, 7) = 'Tenant.'
  and l.payload ->> 'subjectId' = ${tenantId}`;

/** Audit log entries of the admin tenant about a tenant. For the system handle. */
export async function listChanges(db: Db, tenantId: string, { limit, offset }: Page): Promise<TenantChange[]> {
  const { rows } = await sql<TenantChange>`
    select l.id, l.key, l.created_at as "createdAt",
      l.payload - array['key', 'result', 'subjectId', 'actor', 'ip', 'userAgent', 'applicationId'] 
        || case when about.id is null then '{}'::jsonb else jsonb_build_object('userName',
          coalesce(about.name, about.username, about.primary_email, about.id)) end
        || case when i.number is null then '{}'::jsonb else jsonb_build_object('number', i.number) end as data,
      case when l.payload -> 'actor' ->> 'id' is null then null else jsonb_build_object(
        'id', l.payload -> 'actor' ->> 'id',
        'name', case when l.payload -> 'actor' ->> 'id' = ${commandLine} then ${commandLine}
          else coalesce(u.name, u.username, u.primary_email, '') end) end as actor
    from logs l left join users u on u.tenant_id = l.tenant_id and u.id = l.payload -> 'actor' ->> 'id'
      left join users about on about.tenant_id = l.tenant_id and about.id = l.payload ->> 'userId'
      left join invoices i on l.key = 'Tenant.Invoice.Updated' and i.tenant_id = ${tenantId}
        and i.reference = l.payload ->> 'reference'
    where ${about(tenantId)} order by l.created_at desc, l.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countChanges(db: Db, tenantId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from logs l where ${about(tenantId)}`.execute(db);
  return rows[0]?.n ?? 0;
}

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
  where u.tenant_id = ${adminTenantId} and u.id = ${sql.ref(column)}), ${sql.ref(column)})`;

/** Newest first. */
export async function listSuspensions(db: Db, tenantId: string): Promise<Suspension[]> {
  return db
    .selectFrom('tenant_suspensions as s')
    .select([
      's.suspended_at as suspendedAt',
      's.reason',
      nameOf('s.suspended_by').as('suspendedBy'),
      's.resumed_at as resumedAt',
      nameOf('s.resumed_by').as('resumedBy'),
    ])
    .where('s.tenant_id', '=', tenantId)
    .orderBy('s.suspended_at', 'desc')
    .limit(50)
    .execute();
}
