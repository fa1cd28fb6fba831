import type { LogStream } from '@postern/contracts/records/log-streams';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { StreamConfig, StreamTarget } from './target.ts';

type StoredStream = Omit<LogStream, 'webhook' | 's3' | 'otlp'> & { config: StreamConfig; hasSecrets: boolean };

/**
 * Retention may have deleted entries that were not sent. They count as missed even before the stream gets there. The
 * lateral parts read one row each.
 */
const selectStreams = sql`select s.tenant_id as "tenantId", s.id, s.name, s.type, s.config,
    s.secrets is not null as "hasSecrets", s.enabled, s.created_at as "createdAt", s.sent_seq as "lastSequence",
    s.sent_at as "lastSentAt",
    greatest(0, coalesce(c.seq, 0) - greatest(s.sent_seq, coalesce(c.anchor_seq, 0))) as "entriesBehind",
    oldest.created_at as "oldestWaitingAt",
    s.missed + greatest(0, coalesce(c.anchor_seq, 0) - s.sent_seq) as "missedEntries",
    s.failing_since as "failingSince", s.last_status as "lastStatus", s.last_error as "lastError",
    case when s.failing_since is not null and s.enabled then s.next_at end as "nextAttemptAt"
  from log_streams s
  left join log_chains c on c.tenant_id = s.tenant_id
  left join lateral (select l.created_at from logs l where l.tenant_id = s.tenant_id and l.seq > s.sent_seq
    order by l.seq limit 1) oldest on true`;

/** The settings of its type, with flags instead of secrets. */
function toLogStream({ config, hasSecrets, ...stream }: StoredStream): LogStream {
  const { url, headerNames = [], region = '', bucket = '', prefix = '', accessKeyId = '', pathStyle = false } = config;
  switch (stream.type) {
    case 'webhook':
      return { ...stream, webhook: { url, headerNames, isSigningKeySet: hasSecrets } };
    case 's3':
      return {
        ...stream,
        s3: { endpoint: url, region, bucket, prefix, accessKeyId, pathStyle, isSecretAccessKeySet: hasSecrets },
      };
    case 'otlp':
      return { ...stream, otlp: { endpoint: url, headerNames } };
  }
}

export async function listLogStreams(db: Db): Promise<LogStream[]> {
  const { rows } = await sql<StoredStream>`${selectStreams} order by s.created_at, s.id`.execute(db);
  return rows.map(toLogStream);
}

export async function findLogStream(db: Db, id: string): Promise<LogStream | undefined> {
  const { rows } = await sql<StoredStream>`${selectStreams} where s.id = ${id}`.execute(db);
  return rows[0] && toLogStream(rows[0]);
}

export type SealedTarget = Pick<StreamTarget, 'type' | 'config'> & { secrets: string | null };

export async function findSealedTarget(db: Db, id: string): Promise<SealedTarget | undefined> {
  const row = await db
    .selectFrom('log_streams')
    .select(['type', 'config', 'secrets'])
    .where('id', '=', id)
    .executeTakeFirst();
  // Only this store writes the columns, after their contract has checked them.
  return row as SealedTarget | undefined;
}

/** Concurrent requests count one after the other. */
export async function countLogStreams(db: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_setting('app.tenant_id') || ':log-streams', 0))`.execute(
    db,
  );
  return (await db.selectFrom('log_streams').select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total;
}

type Start = 'now' | 'beginning';

/** The number of the last entry before the start. */
const sequenceBefore = (start: Start) =>
  start === 'now'
    ? sql<number>`coalesce((select seq from log_chains), 0)`
    : sql<number>`coalesce((select anchor_seq from log_chains), 0)`;

type NewStream = { id: string; name: string; target: SealedTarget; enabled: boolean; start: Start };

export async function insertLogStream(db: Db, { id, name, target, enabled, start }: NewStream): Promise<void> {
  const { type, config, secrets } = target;
  await db
    .insertInto('log_streams')
    .values({
      id,
      name,
      type,
      config: JSON.stringify(config),
      secrets,
      enabled,
      sent_seq: sequenceBefore(start),
    })
    .execute();
}

/** A running delivery with the previous settings may end, but no longer changes the stream. */
const interrupted = { claim: null, claimed_until: null, next_at: null };

type Changes = { name?: string | undefined; enabled?: boolean | undefined; target: SealedTarget | undefined };

export async function updateLogStream(db: Db, id: string, { name, enabled, target }: Changes): Promise<void> {
  await db
    .updateTable('log_streams')
    .set({
      // Keeps an update without changes valid SQL.
      id,
      ...(enabled === undefined && !target ? {} : interrupted),
      ...(name === undefined ? {} : { name }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(target ? { config: JSON.stringify(target.config), secrets: target.secrets } : {}),
    })
    .where('id', '=', id)
    .execute();
}

export async function restartLogStream(db: Db, id: string, start: Start): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_streams')
    .set({
      ...interrupted,
      sent_seq: sequenceBefore(start),
      missed: 0,
      attempts: 0,
      failing_since: null,
      last_status: null,
      last_error: null,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

export async function deleteLogStream(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('log_streams').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}
