import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

export const channel = 'postern_changes';

const watchSeconds = 90;

/** Announces changes of the tenant of this unit of work from now on, until the time has passed. */
export async function watchChanges(db: Db): Promise<void> {
  await sql`insert into change_watches (watched_until) values (now() + interval '1 second' * ${watchSeconds})
    on conflict (tenant_id) do update set watched_until = excluded.watched_until`.execute(db);
}

export type Message = { tenantId: string; text: string };

/** Reaches every node when the transaction commits. Messages about tenants that nobody watches are not sent. */
export async function notifyNodes(db: Db, messages: readonly Message[]): Promise<void> {
  await sql`select pg_notify(${channel}, given.text)
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as given ("tenantId" varchar, text text)
    -- The limit makes the planner look up each tenant by its key.
    cross join lateral (select from change_watches where tenant_id = given."tenantId" and watched_until > now() limit 1)
      watched`.execute(db);
}
