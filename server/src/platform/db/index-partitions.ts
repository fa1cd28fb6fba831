import type pg from 'pg';

type Missing = { definition: string; parent: string; partition: string; isBroken: boolean };

/** Indexes that exist on a partitioned table, but not yet on all of its partitions. */
const listMissing = `
  select pg_get_indexdef(i.indexrelid) as definition, parent.relname as parent, part.relname as partition,
    coalesce(not own.indisvalid, false) as "isBroken"
  from pg_index i
  join pg_class parent on parent.oid = i.indexrelid
  join pg_inherits h on h.inhparent = i.indrelid
  join pg_class part on part.oid = h.inhrelid and part.relkind = 'r'
  left join pg_class named on named.relname = part.relname || '_' || parent.relname
    and named.relnamespace = parent.relnamespace
  left join pg_index own on own.indexrelid = named.oid
  where parent.relkind = 'I' and parent.relnamespace = 'public'::regnamespace and not i.indisvalid
    and not exists (select from pg_inherits a join pg_index c on c.indexrelid = a.inhrelid
      where a.inhparent = i.indexrelid and c.indrelid = part.oid)
  order by part.relname`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Creates the indexes that a migration declared on a partitioned table only (`create index … on only`) for each
 * partition. Writers continue meanwhile, which is impossible inside the transaction of a migration. Continues after an
 * interruption.
 */
export async function indexPartitions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<Missing>(listMissing);
  for (const { definition, parent, partition, isBroken } of rows) {
    const name = quoted(`${partition}_${parent}`);
    if (isBroken) {
      await client.query(`drop index concurrently ${name}`);
    }
    const rest = definition.replace(/^CREATE INDEX \S+ ON ONLY \S+ /, '');
    await client.query(`create index concurrently if not exists ${name} on ${quoted(partition)} ${rest}`);
    await client.query(`alter index ${quoted(parent)} attach partition ${name}`);
  }
  return rows.length;
}
