import type pg from 'pg';

export type Table = { name: string; columns: { name: string; type: string }[] };

/** For example a month of the audit log. `from` and `to` are as PostgreSQL prints them in UTC. */
export type Partition = { table: string; name: string; from: string; to: string };

export type Migration = { name: string; checksum: string };

/** Without the migrations, which the header lists. Omits generated columns, because PostgreSQL computes them again. Partitions are read through their table. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migrations'
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     group by c.relname order by c.relname`,
  );
  return rows;
}

async function listReferences(client: pg.Client): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select child.relname as "from", parent.relname as "to" from pg_constraint k
     join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0`,
  );
  return rows;
}

/** Sorts the tables so that references only point to earlier tables. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const left = await listTables(client);
  const references = await listReferences(client);
  const ordered: Table[] = [];
  while (left.length > 0) {
    const isFree = ({ name }: Table) =>
      references.every(({ from, to }) => from !== name || !left.some((other) => other.name === to));
    const next = left.filter(isFree);
    if (next.length === 0) {
      throw new Error(`These tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}.`);
    }
    ordered.push(...next);
    left.splice(0, left.length, ...left.filter((table) => !next.includes(table)));
  }
  return ordered;
}

export async function readPartitions(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select parent.relname as table, c.relname as name, bound[1] as from, bound[2] as to
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class parent on parent.oid = i.inhparent
     cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid), '^FOR VALUES FROM \\(''([^'']+)''\\) TO \\(''([^'']+)''\\)$') bound
     where c.relispartition and c.relkind = 'r' and parent.relnamespace = 'public'::regnamespace and bound is not null
     order by c.relname`,
  );
  return rows;
}

export async function readMigrations(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>('select name, checksum from schema_migrations order by name');
  return rows;
}
