import { isException } from '@postern/contracts/events';
import type { TimelineKind } from '@postern/contracts/people/user-sessions';
import { sql } from 'kysely';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { enqueueNow } from '#platform/jobs/jobs';
import type { OutboxEvent } from '#platform/jobs/outbox';
import type { Vault } from '#platform/secrets/vault';
import { type ContinuedChain, lockChains, lockFreeChains, sealHeads } from './chain.store.ts';
import { type LogPlace, placeEvent } from './find-parties.ts';
import { kindOfEvent, organizationOf, personOf } from './place-on-timeline.ts';
import { streamJob, streamQueue } from './stream-job.ts';

/** An entry lists at most this many ids. */
const maxListed = 100;

const cutLists = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, maxListed) : value]),
  );

function payloadOf(event: OutboxEvent, userId: string | undefined) {
  const { name, subjectId, data, actor, noted } = event;
  const { ip, userAgent, applicationId, type, id } = actor ?? {};
  const organizationId = organizationOf(event);
  return {
    key: name,
    result: 'Success',
    subjectId,
    ...noted,
    ...cutLists(data),
    ...(userId ? { userId } : {}),
    ...(organizationId ? { organizationId } : {}),
    ...(applicationId ? { applicationId } : {}),
    ...(actor ? { ip, userAgent, actor: { type, id: id || userId } } : {}),
  };
}

/** The owner of an entry if only the entered identifier is known. */
export type LogOwner = { type: 'username' | 'email' | 'phone'; value: string };

export type LogRow = {
  tenantId: string;
  id: string;
  key: string;
  payload: string;
  createdAt: number;
  timeline: TimelineKind | undefined;
  owner: LogOwner | undefined;
  place: LogPlace;
};

function rowOf(event: OutboxEvent): LogRow {
  const userId = personOf(event);
  return {
    tenantId: event.tenantId,
    id: event.id,
    key: event.name,
    payload: JSON.stringify(payloadOf(event, userId)),
    createdAt: event.createdAt,
    timeline: userId === undefined ? undefined : kindOfEvent(event),
    owner: undefined,
    place: placeEvent(event, userId),
  };
}

/** Writes events to the audit log. The id is that of the event, so a batch that is delivered twice is stored once. */
export async function insertLogs(db: Db, events: OutboxEvent[], { vault }: Pick<App, 'vault'>): Promise<void> {
  const rows = events.filter(({ name }) => !isException(name)).map(rowOf);
  await lockChains(db, tenantsOf(rows));
  await insertLogRows(db, rows, vault);
}

/**
 * Writes entries of many tenants. Does not wait for a tenant whose chain another writer holds: returns its entries, so
 * that one tenant never delays another. Waits only if all of them are held.
 */
export async function insertFreeRows(db: Db, rows: LogRow[], vault: Vault): Promise<LogRow[]> {
  const tenants = tenantsOf(rows);
  let locked = await lockFreeChains(db, tenants);
  if (locked.size === 0) {
    await lockChains(db, tenants);
    locked = new Set(tenants);
  }
  const free = rows.filter(({ tenantId }) => locked.has(tenantId));
  await insertLogRows(db, free, vault);
  return rows.filter(({ tenantId }) => !locked.has(tenantId));
}

/** Sorted, so that two writers lock in the same order. */
const tenantsOf = (rows: LogRow[]) => [...new Set(rows.map(({ tenantId }) => tenantId))].sort();

/**
 * Inserts rows of many tenants in one statement with one parameter, so that all batches share one plan, and continues
 * the chains of their tenants, which the caller has locked.
 */
async function insertLogRows(db: Db, rows: LogRow[], vault: Vault): Promise<void> {
  // The payload is already JSON: it is inserted as is and parsed once instead of once per column.
  const given = rows.map(({ owner, payload, place, ...row }, position) => {
    const rest = JSON.stringify({ ...row, ...place, position, ownerType: owner?.type, owner: owner?.value });
    return `${rest.slice(0, -1)},"payload":${payload}}`;
  });
  const { rows: chains } = await sql<ContinuedChain & { streams: string[] | null }>`
    with given as (
      select "tenantId" as tenant_id, id, key, payload, to_timestamp("createdAt" / 1000.0) as created_at, position,
        coalesce(left(payload ->> 'userId', 64), case "ownerType"
          when 'username' then coalesce(
            (select u.id from users u where u.tenant_id = "tenantId" and u.username = owner),
            (select min(named) from users_named_in("tenantId", owner) named
              where (select folds_usernames("tenantId")) having count(*) = 1))
          when 'email' then (select u.id from users u where u.tenant_id = "tenantId" and u.primary_email = owner)
          when 'phone' then (select u.id from users u where u.tenant_id = "tenantId" and u.primary_phone = owner)
        end) as user_id, left(payload ->> 'applicationId', 64) as application_id,
        left(coalesce(payload ->> 'organizationId', payload -> 'params' ->> 'organization_id'), 64) as organization_id,
        timeline, left("actorId", 64) as given_actor_id, left("objectKind", 64) as object_kind,
        left("objectId", 64) as object_id
      from jsonb_to_recordset(${`[${given.join()}]`}::jsonb)
        as entry ("tenantId" varchar, id varchar, key varchar, payload jsonb, "createdAt" float8, timeline varchar,
          "ownerType" text, owner varchar, position int, "actorId" text, "objectKind" text, "objectId" text)
    ), numbered as (
      select g.*, c.hash as head, c.seq + row_number() over (partition by g.tenant_id order by position) as seq
      -- The limits make the planner look up each row by its key instead of reading whole tables.
      from given g cross join lateral (select hash, seq from log_chains where tenant_id = g.tenant_id limit 1) c
      -- A batch that is written again after an unclear failure.
      where (select true from logs l
        where l.tenant_id = g.tenant_id and l.created_at = g.created_at and l.id = g.id limit 1) is null
    ), digested as (
      select *, log_digest(tenant_id, seq, id, key, payload, created_at, user_id, application_id, organization_id,
        timeline) as digest from numbered
    ), inserted as (
      insert into logs (tenant_id, id, key, payload, created_at, user_id, application_id, organization_id, timeline,
        actor_id, object_kind, object_id, seq, hash)
      select tenant_id, id, key, payload, created_at, user_id, application_id, organization_id, timeline,
        -- Without another actor, the person or the application acted.
        coalesce(given_actor_id, user_id, application_id), object_kind, object_id, seq,
        log_chain(head, digest) over (partition by tenant_id order by seq)
      from digested
      returning tenant_id, seq, hash
    )
    update log_chains c set seq = last.seq, hash = last.hash, seal = null, sealed_from = null
    from (select distinct on (tenant_id) * from inserted order by tenant_id, seq desc) last
      cross join lateral (select seq, hash, seal, sealed_from from log_chains where tenant_id = last.tenant_id limit 1) b
    where c.tenant_id = last.tenant_id and c.tenant_id = any(${tenantsOf(rows)})
    returning c.tenant_id as "tenantId", c.seq, c.hash, c.protected_from as "protectedFrom",
      json_build_object('seq', b.seq, 'hash', b.hash, 'seal', b.seal, 'sealedFrom', b.sealed_from) as before, (
      select array_agg(s.id) from log_streams s
      where s.tenant_id = c.tenant_id and s.enabled
        -- A stream that becomes due during this transaction must not miss it.
        and coalesce(s.next_at, now()) <= now() + interval '5 seconds') as streams`.execute(db);
  await sealHeads(db, vault, chains);
  await enqueueNow(
    db,
    streamQueue,
    chains.flatMap(({ tenantId, streams }) => (streams ?? []).map((id) => streamJob({ tenantId, id }))),
  );
}
