import { preferencesKey } from '@postern/contracts/account/me';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { enqueueEach } from '#platform/jobs/jobs';

export const mailQueue = 'tenant-mails.send';

export type TenantMail = {
  kind: 'receipt' | 'failed' | 'suspended' | 'resumed' | 'removed';
  tenantId: string;
  recipientId: string;
  /** The invoice of a receipt. */
  reference?: string;
  /** Why an operator suspended the tenant. */
  reason?: string;
  /** Of a removed tenant, which is no longer known when the mail is sent. */
  tenantName?: string;
};

/** All functions are for the system handle of the home database. */
export async function enqueueMails(db: Db, mails: TenantMail[]): Promise<void> {
  // Mails of the console belong to the admin tenant, and outlive a tenant that is being erased.
  await enqueueEach(
    db,
    mailQueue,
    mails.map((payload) => ({ tenantId: adminTenantId, payload })),
  );
}

const isReachable = sql`person.primary_email is not null and person.email_verified_at is not null
  and not person.is_suspended`;

/** Administrators, and members with the role for billing. */
export async function listPayers(db: Db, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct person.id from organization_users_roles r
    join users person on person.tenant_id = r.tenant_id and person.id = r.user_id
    where r.tenant_id = ${adminTenantId} and r.organization_id = 't-' || ${tenantId}::text
      and r.organization_role_id in ('admin', 'billing') and ${isReachable} order by person.id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function listReachable(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select person.id from users person
    where person.tenant_id = ${adminTenantId} and person.id = any(${[...ids]}) and ${isReachable}
    order by person.id`.execute(db);
  return rows.map(({ id }) => id);
}

export type Recipient = { email: string; language: string | null };

/** Undefined if the account or its verified address is gone. */
export async function findRecipient(db: Db, id: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`select person.primary_email as email,
      coalesce(person.custom_data -> ${preferencesKey} ->> 'language', person.profile ->> 'locale') as language
    from users person where person.tenant_id = ${adminTenantId} and person.id = ${id} and ${isReachable}`.execute(db);
  return rows[0];
}

export type MailFacts = {
  tenantName: string;
  /** The paid invoice of a receipt, otherwise the open invoices. */
  invoices: { number: string; amount: number; currency: string }[];
};

/** Undefined if the tenant is gone. */
export async function findFacts(db: Db, tenantId: string, reference?: string): Promise<MailFacts | undefined> {
  const { rows } = await sql<MailFacts>`select t.name as "tenantName", coalesce((
      select jsonb_agg(jsonb_build_object('number', coalesce(i.number, i.id), 'amount', i.amount_due,
        'currency', i.currency) order by i.created_at, i.id)
      from invoices i where i.tenant_id = t.id and case when ${reference ?? null}::text is null
        then i.status in ('open', 'uncollectible') else i.reference = ${reference ?? null} end), '[]') as invoices
    from tenants t where t.id = ${tenantId} and t.deleted_at is null`.execute(db);
  return rows[0];
}
