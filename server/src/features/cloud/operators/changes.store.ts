import type { TenantChange } from '@postern/contracts/cloud/operators';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { Page } from '#platform/paging';

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
        'name', coalesce(u.name, u.username, u.primary_email, l.payload -> 'actor' ->> 'id')) end as actor
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
