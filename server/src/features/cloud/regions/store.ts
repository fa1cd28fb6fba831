import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { installation, scheduleKey } from '#platform/jobs/jobs';

/**
 * One job for all pending changes of regions, which are listed in `region_mirrors`. It has the key of the schedule, so
 * that only one runs.
 */
export const mirrorJob = { queue: 'regions.mirror', key: scheduleKey, tenantId: installation };

/** The verified email address of a user of the admin tenant. For the system handle, like all functions here. */
export async function findProvenEmail(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('primary_email as email')
    .where('tenant_id', '=', adminTenantId)
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row?.email?.toLowerCase();
}

/** A pending change for a region: the current tenant, or the plans if the subject is empty. */
export type Mirror = { region: string; subject: string; version: number };

const leaseSeconds = 30;

/** Claims a pending change for one of these regions; other nodes skip it until the lease expires. */
export async function claimMirror(db: Db, regions: string[], subject?: string): Promise<Mirror | undefined> {
  const wanted = subject === undefined ? sql`` : sql`and subject = ${subject}`;
  const { rows } = await sql<Mirror>`update region_mirrors m
    set due_at = now() + ${leaseSeconds} * interval '1 second', attempts = attempts + 1
    from (select region, subject from region_mirrors
      where region = any(${regions}::varchar[]) and due_at <= now() ${wanted}
      order by due_at limit 1 for update skip locked) due
    where m.region = due.region and m.subject = due.subject
    returning m.region, m.subject, m.version`.execute(db);
  return rows[0];
}

/** Seconds until the next change for these regions is due; undefined if there is none. */
export async function untilNextMirror(db: Db, regions: string[]): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select greatest(0.05, extract(epoch from min(due_at) - now())::float8) as seconds from region_mirrors
    where region = any(${regions}::varchar[])
    having min(due_at) is not null`.execute(db);
  return rows[0]?.seconds ?? undefined;
}

export async function isWaiting(db: Db, subject: string): Promise<boolean> {
  const row = await db.selectFrom('region_mirrors').select('subject').where('subject', '=', subject).executeTakeFirst();
  return row !== undefined;
}

/** Removes the change unless there is a newer version, which stays due. */
export async function settleMirror(db: Db, { region, subject, version }: Mirror): Promise<void> {
  await db
    .deleteFrom('region_mirrors')
    .where('region', '=', region)
    .where('subject', '=', subject)
    .where('version', '=', version)
    .execute();
}

/** Retries with increasing delays, without a limit. */
export async function postponeMirror(db: Db, { region, subject, version }: Mirror, reason: string): Promise<void> {
  await sql`update region_mirrors set last_error = ${reason},
      due_at = now() + least(60, power(2, least(attempts, 10))) * interval '1 second'
    where region = ${region} and subject = ${subject} and version = ${version}`.execute(db);
}

/** Called when a region is back: pending changes become due, and the plans are sent because they may have changed. */
export async function queueRegion(db: Db, region: string): Promise<void> {
  await sql`update region_mirrors set due_at = now() where region = ${region}`.execute(db);
  await sql`insert into region_mirrors (region, subject) values (${region}, '')
    on conflict (region, subject) do nothing`.execute(db);
}

export type HomeTenant = {
  id: string;
  name: string;
  tag: string;
  regionName: string;
  planId: string;
  isSuspended: boolean;
  deletedAt: number | null;
  /** The row of subscriptions, as JSON. */
  subscription: string | null;
};

export async function findHomeTenant(db: Db, id: string): Promise<HomeTenant | undefined> {
  const { rows } = await sql<HomeTenant>`select t.id, t.name, t.tag, t.region_name as "regionName",
      t.plan_id as "planId", t.is_suspended as "isSuspended", t.deleted_at as "deletedAt",
      (select to_jsonb(s)::text from subscriptions s where s.tenant_id = t.id) as subscription
    from tenants t where t.id = ${id}`.execute(db);
  return rows[0];
}

/** Writes to the region's database. Older copies that arrive late are ignored. */
export async function saveMirror(db: Db, tenant: HomeTenant, version: number): Promise<void> {
  const { id, name, tag, planId, isSuspended, deletedAt, subscription } = tenant;
  const { numAffectedRows } = await sql`update tenants set name = ${name}, tag = ${tag}, plan_id = ${planId},
      is_suspended = ${isSuspended}, deleted_at = to_timestamp(${deletedAt}::float8 / 1000), mirror_version = ${version}
    where id = ${id} and mirror_version < ${version}`.execute(db);
  if (numAffectedRows === 0n) {
    return;
  }
  await db.deleteFrom('subscriptions').where('tenant_id', '=', id).execute();
  if (subscription !== null) {
    await sql`insert into subscriptions
      select * from jsonb_populate_record(null::subscriptions, ${subscription}::jsonb)`.execute(db);
  }
}

/** All plans and add-ons, as JSON. */
export async function readSkus(db: Db): Promise<string> {
  const { rows } = await sql<{
    all: string;
  }>`select coalesce(jsonb_agg(to_jsonb(s)), '[]')::text as all from skus s`.execute(db);
  return rows[0]?.all ?? '[]';
}

/** Writes to the region's database. */
export async function replaceSkus(db: Db, skus: string): Promise<void> {
  await db.deleteFrom('skus').execute();
  await sql`insert into skus select * from jsonb_populate_recordset(null::skus, ${skus}::jsonb)`.execute(db);
}
