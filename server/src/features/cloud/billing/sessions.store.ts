import type { CheckoutSession } from '@postern/contracts/cloud/billing';
import type { TenantTag } from '@postern/contracts/cloud/tenants';
import { sql } from 'kysely';
import type { Place } from '#features/cloud/regions';
import type { Db } from '#platform/db/db';

export type NewTenantData = { name: string; tag: TenantTag } & Place;

export type SessionRow = {
  id: string;
  tenantId: string | null;
  ownerId: string;
  provider: string;
  reference: string | null;
  redirectUri: string | null;
  skuId: string;
  replaces: string | null;
  /** The plan of the tenant when the session began. */
  fromPlan: string | null;
  status: CheckoutSession['status'];
  successUrl: string;
  newTenant: NewTenantData | null;
  createdAt: number;
  expiresAt: number;
};

const columns = [
  'id',
  'for_tenant as tenantId',
  'owner_id as ownerId',
  'provider',
  'reference',
  'redirect_uri as redirectUri',
  'sku_id as skuId',
  'replaces',
  'from_plan as fromPlan',
  'status',
  'success_url as successUrl',
  'new_tenant as newTenant',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

/** Serializes payments of one tenant, or of one person who buys a new tenant. */
export async function lockBilling(db: Db, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing ${subject}`}, 0))`.execute(db);
}

/** Serializes the checkout that stores a subscription with events about it. Taken after the lock of its billing. */
export async function lockNewSubscription(db: Db, provider: string, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subscription ${provider} ${reference}`}, 0))`.execute(db);
}

/** All functions are for the system handle. */
export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const row = await db.selectFrom('checkout_sessions').select(columns).where('id', '=', id).executeTakeFirst();
  // Guaranteed by the checks of the table and by this store.
  return row as SessionRow | undefined;
}

/** The open session of a tenant, or of a person who buys a new tenant. */
export async function findOpenSession(db: Db, of: { tenantId: string } | { ownerId: string }) {
  const query = db.selectFrom('checkout_sessions').select(columns).where('status', '=', 'open');
  const row = await ('tenantId' in of
    ? query.where('for_tenant', '=', of.tenantId)
    : query.where('owner_id', '=', of.ownerId).where('for_tenant', 'is', null)
  ).executeTakeFirst();
  return row as SessionRow | undefined;
}

export type NewSession = Pick<
  SessionRow,
  'id' | 'tenantId' | 'ownerId' | 'provider' | 'skuId' | 'replaces' | 'fromPlan'
> &
  Pick<SessionRow, 'successUrl' | 'newTenant'> & { expiresAt: Date };

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('checkout_sessions')
    .values({
      id: session.id,
      for_tenant: session.tenantId,
      owner_id: session.ownerId,
      provider: session.provider,
      sku_id: session.skuId,
      replaces: session.replaces,
      from_plan: session.fromPlan,
      success_url: session.successUrl,
      new_tenant: session.newTenant && JSON.stringify(session.newTenant),
      expires_at: session.expiresAt,
    })
    .execute();
}

type SessionChanges = {
  status?: SessionRow['status'];
  reference?: string;
  redirectUri?: string;
  successUrl?: string;
  ownerId?: string;
  tenantId?: string;
};

export async function updateSession(db: Db, id: string, changes: SessionChanges): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({
      status: changes.status,
      reference: changes.reference,
      redirect_uri: changes.redirectUri,
      success_url: changes.successUrl,
      owner_id: changes.ownerId,
      for_tenant: changes.tenantId,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('checkout_sessions').where('id', '=', id).execute();
}

/** Expires unpaid sessions. They have expired at the provider as well and can no longer be paid. */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`update checkout_sessions set status = 'expired'
    where status = 'open' and expires_at < now() - interval '1 hour'`.execute(db);
  await sql`delete from checkout_sessions where expires_at < now() - interval '90 days'`.execute(db);
}
