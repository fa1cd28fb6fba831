import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Vault } from '#platform/secrets/vault';
import { anchorSealOf, findChain } from './chain.store.ts';

/** One partition per month, created in advance. Months that retention has emptied are dropped. */
export async function maintainPartitions(db: Db): Promise<void> {
  await sql`select create_log_partitions(), drop_empty_log_partitions()`.execute(db);
}

type Oldest = { seq: number; hash: string; isOld: boolean };

/**
 * Deletes the oldest entries of a chain before a date, and stores the last of them as the anchor, so that the rest can
 * still be verified. Entries are numbered in the order of their commits, which may differ from their times by seconds:
 * an old entry after a newer one is deleted together with it.
 */
async function deleteChained(db: Db, vault: Vault, tenantId: string, before: Date, most: number): Promise<number> {
  await sql`select from log_chains where tenant_id = ${tenantId} for no key update`.execute(db);
  const chain = await findChain(db, tenantId);
  if (!chain) {
    return 0;
  }
  const { rows } = await sql<Oldest>`select seq, hash, created_at < ${before} as "isOld" from logs
    where tenant_id = ${tenantId} and seq > ${chain.anchorSeq} order by seq limit ${most}`.execute(db);
  const kept = rows.findIndex(({ isOld }) => !isOld);
  const last = rows.slice(0, kept === -1 ? undefined : kept).at(-1);
  if (!last) {
    return 0;
  }
  const { numAffectedRows } = await sql`delete from logs
    where tenant_id = ${tenantId} and seq > ${chain.anchorSeq} and seq <= ${last.seq}`.execute(db);
  await sql`update log_chains set anchor_seq = ${last.seq}, anchor_hash = ${last.hash},
      anchor_seal = ${anchorSealOf(vault, tenantId, last.seq, last.hash) ?? null}
    where tenant_id = ${tenantId}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Entries of releases that had no chain. */
async function deleteUnchained(db: Db, tenantId: string, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from logs l using (
      select tenant_id, created_at, id from logs
      where tenant_id = ${tenantId} and created_at < ${before} and seq is null
      order by created_at limit ${most} for update skip locked) old
    where l.tenant_id = old.tenant_id and l.created_at = old.created_at and l.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes the oldest entries of a tenant before a date, up to a limit. Returns the number deleted. For the system
 * handle.
 */
export async function deleteLogsBefore(
  db: Db,
  vault: Vault,
  tenantId: string,
  before: Date,
  most: number,
): Promise<number> {
  const unchained = await deleteUnchained(db, tenantId, before, most);
  return unchained > 0 ? unchained : deleteChained(db, vault, tenantId, before, most);
}
