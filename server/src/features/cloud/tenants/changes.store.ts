import type { TenantChange } from '@postern/contracts/cloud/tenant-changes';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

/** The actor of changes on the command line. */
const commandLine = 'operator';

/** Must match the expression of the index logs__tenant_layer. */
const about = (tenantId: string) => sql`l.tenant_id = ${adminTenantId}
  and split_part(l.key, '.', 1) in ('Tenant', 'TenantInvitation')
  and coalesce(l.payload ->> 'tenantId', l.payload ->> 'subjectId') = ${tenantId}`;

const actorId = sql`l.payload -> 'actor' ->> 'id'`;

/** Only operators suspend a tenant, and give it a plan that is not paid. */
const isByOperator = sql`(${actorId} = ${commandLine} or l.key = 'Tenant.SuspensionStatus.Updated'
  or (l.key = 'Tenant.Plan.Updated' and coalesce(l.payload ->> 'isPaid' = 'false', false)))`;

const nameOf = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`coalesce(${column('name')}, ${column('username')}, ${column('primary_email')}, '')`;
};

/** The plans of a change, by their ID. The names of agreed plans are in the database only. */
const plans = sql`(select coalesce(jsonb_object_agg(s.id, s.name), '{}') from skus s
  where s.id in (l.payload -> 'before' ->> 'planId', l.payload -> 'after' ->> 'planId', l.payload ->> 'skuId'))`;

/**
 * Entries of the admin tenant's audit log about a tenant. For the system handle. The list of fields names all that may
 * be shown: no ids of other objects, no addresses of devices.
 */
export async function listChanges(db: Db, tenantId: string, { limit, offset }: Page): Promise<TenantChange[]> {
  const { rows } = await sql<TenantChange>`
    select l.id, l.key, l.created_at as "createdAt",
      (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(l.payload) f where f.key in (
          'before', 'after', 'reason', 'status', 'role', 'skuId', 'periodEnd', 'cancelAtPeriodEnd', 'amountDue',
          'amountPaid', 'currency', 'isPaid', 'name', 'tag', 'planId', 'email'))
        || case when about.id is null then '{}' else jsonb_build_object('userName', ${nameOf('about')}) end
        || case when i.number is null then '{}' else jsonb_build_object('number', i.number) end
        || case when invited.invitee is null then '{}' else jsonb_build_object('email', invited.invitee) end
        || jsonb_build_object('planNames', ${plans}) as data,
      case when ${actorId} is null then null else jsonb_build_object('id', ${actorId}, 'isOperator', ${isByOperator},
        'name', case when ${actorId} = ${commandLine} then ${commandLine} else ${nameOf('u')} end) end as actor
    from logs l left join users u on u.tenant_id = l.tenant_id and u.id = ${actorId}
      left join users about on about.tenant_id = l.tenant_id and about.id = l.payload ->> 'userId'
      left join invoices i on l.key = 'Tenant.Invoice.Updated' and i.tenant_id = ${tenantId}
        and i.reference = l.payload ->> 'reference'
      left join organization_invitations invited on split_part(l.key, '.', 1) = 'TenantInvitation'
        and invited.tenant_id = l.tenant_id and invited.id = l.payload ->> 'subjectId'
    where ${about(tenantId)} order by l.created_at desc, l.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countChanges(db: Db, tenantId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from logs l where ${about(tenantId)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The reasons of suspensions that the members of a tenant may see. For the system handle. */
export async function listShownReasons(db: Db, tenantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant_suspensions')
    .select('reason')
    .where('tenant_id', '=', tenantId)
    .where('is_shown', '=', true)
    .execute();
  return rows.map(({ reason }) => reason);
}
