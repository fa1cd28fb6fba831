import type {
  MessageCount,
  MessageLimits,
  MessageLimitsState,
  MessageUnit,
} from '@postern/contracts/messages/message-limits';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { deleteSome } from '#platform/db/purge';
import type { Statement } from '#platform/tenancy/tenancy';

/** $1 recipient and limit, $2 recipient and purpose, $3 recipient, $4 IP address, $5 network, $6 kind, $7 limits. */
export const reserveMessage: Statement = {
  name: 'message_reserve',
  text: 'select outcome, wait, alerts from reserve_capped_send($1, $2, $3, $4, $5, $6, $7)',
};

/** $1 recipient and purpose, $2 recipient and limit of a message that was not sent. */
export const releaseMessage: Statement = {
  name: 'message_release',
  text: `update message_counters set count = count - 1, sent_at = sent_at[:cardinality(sent_at) - 1]
    where subject in ($1, $2) and count > 0`,
};

/** $1 kind, $2 sent, $3 refused messages. */
export const countMessage: Statement = {
  name: 'message_count',
  text: `insert into message_counts as c (channel, hour, sent, refused) values ($1, date_trunc('hour', now()), $2, $3)
    on conflict (tenant_id, channel, hour) do update set sent = c.sent + excluded.sent,
      refused = c.refused + excluded.refused`,
};

export const deleteOldCounters = (db: Db) =>
  deleteSome(db, 'message_counters', sql`window_start < now() - interval '25 hours'`);

export const deleteOldCounts = (db: Db) => deleteSome(db, 'message_counts', sql`hour < now() - interval '62 days'`);

const none: MessageLimits = { email: { hour: null, day: null }, sms: { hour: null, day: null } };

export async function findMessageLimits(db: Db): Promise<MessageLimits> {
  const row = await db
    .selectFrom('message_limits')
    .select(['email_hour', 'email_day', 'sms_hour', 'sms_day'])
    .executeTakeFirst();
  return row
    ? { email: { hour: row.email_hour, day: row.email_day }, sms: { hour: row.sms_hour, day: row.sms_day } }
    : none;
}

export async function saveMessageLimits(db: Db, { email, sms }: MessageLimits): Promise<void> {
  const values = { email_hour: email.hour, email_day: email.day, sms_hour: sms.hour, sms_day: sms.day };
  await db
    .insertInto('message_limits')
    .values(values)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

/** The counters of the current windows: four rows, by key. */
export async function findUsedMessages(db: Db): Promise<MessageLimitsState['used']> {
  const { rows } = await sql<{ subject: string; n: number }>`
    select subject, count as n from message_counters where subject in ('t:Email', 'd:Email', 't:Sms', 'd:Sms')
      and window_start >= now() - case when subject like 't:%' then interval '1 hour' else interval '1 day' end`.execute(
    db,
  );
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.n ?? 0;
  return { email: { hour: of('t:Email'), day: of('d:Email') }, sms: { hour: of('t:Sms'), day: of('d:Sms') } };
}

/** Days are in the time zone of the server, as on the dashboard. Reads at most one row per hour and kind, by key. */
export async function listMessageCounts(db: Db, unit: MessageUnit): Promise<MessageCount[]> {
  const slots =
    unit === 'hour'
      ? sql`select h as at, h + interval '1 hour' as until
          from generate_series(date_trunc('hour', now()) - interval '47 hours', now(), interval '1 hour') h`
      : sql`select d::timestamp at time zone z as at, (d + 1)::timestamp at time zone z as until
          from (select coalesce(nullif(current_setting('app.time_zone', true), ''), 'UTC') as z) zone,
            lateral (select local_day(now()) - n as d from generate_series(0, 29) n) days`;
  const { rows } = await sql<{ at: number; kind: string | null; sent: number; refused: number }>`
    with counted as materialized (select channel as kind, hour, sent, refused from message_counts
      where channel in ('Email', 'Sms') and hour >= now() - interval '31 days')
    select s.at, c.kind, coalesce(sum(c.sent), 0)::int as sent, coalesce(sum(c.refused), 0)::int as refused
    from (${slots}) s left join counted c on c.hour >= s.at and c.hour < s.until
    group by s.at, c.kind order by s.at`.execute(db);
  const counts = new Map<number, MessageCount>();
  for (const { at, kind, sent, refused } of rows) {
    const empty = { sent: 0, refused: 0 };
    const count = counts.get(at) ?? { at, email: empty, sms: empty };
    const own = { sent, refused };
    counts.set(at, { ...count, ...(kind === 'Email' ? { email: own } : {}), ...(kind === 'Sms' ? { sms: own } : {}) });
  }
  return [...counts.values()];
}
