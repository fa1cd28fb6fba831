import type { LogPayload } from '@postern/contracts/records/audit';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { SealedTarget } from './store.ts';

/** All of this is for the system handle. */
export type StreamKey = { tenantId: string; id: string };

export type ClaimedStream = SealedTarget & {
  claim: string;
  sentSeq: number;
  attempts: number;
  /** Seconds since the first failure after the last success. */
  failingFor: number | null;
};

/** Undefined if the stream is paused, waits, or another node sends it. The claim expires if the node stops. */
export async function claimStream(
  db: Db,
  { tenantId, id }: StreamKey,
  seconds: number,
): Promise<ClaimedStream | undefined> {
  const { rows } = await sql<ClaimedStream>`update log_streams set claim = gen_random_uuid(),
      claimed_until = now() + ${seconds} * interval '1 second'
    where tenant_id = ${tenantId} and id = ${id} and enabled and coalesce(next_at, now()) <= now()
      and coalesce(claimed_until, now()) <= now()
    returning claim, type, config, secrets, sent_seq as "sentSeq", attempts,
      extract(epoch from now() - failing_since)::float8 as "failingFor"`.execute(db);
  return rows[0];
}

type Wait = { isClaimed: boolean; seconds: number };

/** Why a stream cannot be claimed now; undefined if it is paused or deleted. */
export async function findWait(db: Db, { tenantId, id }: StreamKey): Promise<Wait | undefined> {
  const { rows } = await sql<Wait>`select coalesce(claimed_until > now(), false) as "isClaimed",
      greatest(0, extract(epoch from coalesce(next_at, now()) - now()))::float8 as seconds
    from log_streams where tenant_id = ${tenantId} and id = ${id} and enabled`.execute(db);
  return rows[0];
}

export type StreamedEntry = {
  seq: number;
  id: string;
  key: string;
  payload: LogPayload;
  createdAt: number;
  hash: string;
};

export async function findHead(db: Db, tenantId: string): Promise<number> {
  const row = await db.selectFrom('log_chains').select('seq').where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.seq ?? 0;
}

/**
 * The next entries of a chain, in order, up to a number and about a size. `until` must have been read before: all
 * entries up to it are committed, so a missing one was deleted.
 */
export async function listEntries(
  db: Db,
  tenantId: string,
  range: { after: number; until: number },
  most: { entries: number; characters: number },
): Promise<StreamedEntry[]> {
  const { rows } = await sql<StreamedEntry>`select seq, id, key, payload, created_at as "createdAt", hash from (
      select *, sum(length(payload::text)) over (order by seq, id) - length(payload::text) as before from (
        select seq, id, key, payload, created_at, hash from logs
        where tenant_id = ${tenantId} and seq > ${range.after} and seq <= ${range.until}
        order by seq, id limit ${most.entries}) first) measured
    where before < ${most.characters} order by seq, id`.execute(db);
  return rows;
}

type Held = StreamKey & { claim: string };

type Progress = { seq: number; missed: number; wasSent: boolean };

/** Stores the new place and keeps the claim. Returns false if the stream was paused, changed or taken over. */
export async function saveProgress(
  db: Db,
  { tenantId, id, claim }: Held,
  { seq, missed, wasSent }: Progress,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql<{
    enabled: boolean;
  }>`update log_streams set sent_seq = ${seq}, missed = missed + ${missed},
      claimed_until = now() + ${seconds} * interval '1 second',
      sent_at = ${wasSent ? sql`now()` : sql`sent_at`}, attempts = 0, failing_since = null, last_status = null,
      last_error = null
    where tenant_id = ${tenantId} and id = ${id} and claim = ${claim} returning enabled`.execute(db);
  return rows[0]?.enabled ?? false;
}

export type StreamFailure = { status: number | undefined; error: string; inSeconds: number };

export async function saveStreamFailure(
  db: Db,
  { tenantId, id, claim }: Held,
  { status, error, inSeconds }: StreamFailure,
): Promise<void> {
  await sql`update log_streams set claim = null, claimed_until = null, attempts = attempts + 1,
      failing_since = coalesce(failing_since, now()), last_status = ${status ?? null}, last_error = ${error},
      next_at = now() + ${inSeconds} * interval '1 second'
    where tenant_id = ${tenantId} and id = ${id} and claim = ${claim}`.execute(db);
}

/** Ends the claim. Nothing is sent for some seconds if they are given. */
export async function releaseStream(db: Db, { tenantId, id, claim }: Held, pauseSeconds?: number): Promise<void> {
  await sql`update log_streams set claim = null, claimed_until = null,
      next_at = now() + ${pauseSeconds ?? null}::float8 * interval '1 second'
    where tenant_id = ${tenantId} and id = ${id} and claim = ${claim}`.execute(db);
}

/** Due streams with waiting entries and no job. Normally there are none. */
export async function listForgottenStreams(db: Db, queue: string): Promise<StreamKey[]> {
  const { rows } = await sql<StreamKey>`select s.tenant_id as "tenantId", s.id from log_streams s
    join log_chains c on c.tenant_id = s.tenant_id and c.seq > s.sent_seq
    where s.enabled and coalesce(s.next_at, now()) <= now() and coalesce(s.claimed_until, now()) <= now()
      and not exists (select from jobs j where j.tenant_id = s.tenant_id and j.queue = ${queue}
        and j.key = s.id and j.dead_at is null)`.execute(db);
  return rows;
}
