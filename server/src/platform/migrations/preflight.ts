import type pg from 'pg';
import type { DatabaseAddress } from '#platform/db/db';
import { readMigrations, withClient } from './migrate.ts';

/** What a statement of a migration does to a table that exists. */
type Effect = { table: string; lock: 'all access' | 'writes' | 'rows'; action: string };

type Rule = { pattern: RegExp; lock: Effect['lock']; action: string };

const name = '(?:only\\s+)?"?(?:public\\.)?([a-z_][a-z_0-9]*)"?';

/** PostgreSQL, "Explicit Locking": which statements block reads and writes, and which block writes only. */
const rules: Rule[] = [
  { pattern: new RegExp(`^alter\\s+table\\s+(?:if\\s+exists\\s+)?${name}`), lock: 'all access', action: 'alter table' },
  { pattern: new RegExp(`^drop\\s+table\\s+(?:if\\s+exists\\s+)?${name}`), lock: 'all access', action: 'drop table' },
  { pattern: new RegExp(`^truncate\\s+(?:table\\s+)?${name}`), lock: 'all access', action: 'truncate' },
  { pattern: new RegExp(`^create\\s+policy\\s+.*?\\son\\s+${name}`), lock: 'all access', action: 'create policy' },
  { pattern: new RegExp(`^drop\\s+trigger\\s+.*?\\son\\s+${name}`), lock: 'all access', action: 'drop trigger' },
  {
    pattern: new RegExp(`^create\\s+(?:unique\\s+)?index\\s+.*?\\son\\s+${name}`),
    lock: 'writes',
    action: 'create index',
  },
  {
    pattern: new RegExp(`^create\\s+(?:or\\s+replace\\s+)?(?:constraint\\s+)?trigger\\s+.*?\\son\\s+${name}`),
    lock: 'writes',
    action: 'create trigger',
  },
  { pattern: new RegExp(`^update\\s+${name}`), lock: 'rows', action: 'update' },
  { pattern: new RegExp(`^delete\\s+from\\s+${name}`), lock: 'rows', action: 'delete' },
  { pattern: new RegExp(`^insert\\s+into\\s+${name}`), lock: 'rows', action: 'insert' },
];

/** Statements without comments and without the bodies of functions. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .filter(Boolean);
}

/** Effects on tables that the migration does not create itself, each once. `hasCode`: a block of code is not analyzed. */
export function readEffects(text: string): { effects: Effect[]; hasCode: boolean } {
  const statements = statementsOf(text);
  const own = new Set(
    statements.flatMap((one) => new RegExp(`^create table (?:if not exists )?${name}`).exec(one)?.[1] ?? []),
  );
  const found = new Map<string, Effect>();
  for (const statement of statements) {
    for (const { pattern, lock, action } of rules) {
      const table = pattern.exec(statement)?.[1];
      if (table && !own.has(table)) {
        found.set(`${table} ${action}`, { table, lock, action });
      }
    }
  }
  return { effects: [...found.values()], hasCode: statements.some((one) => /^do\b/.test(one)) };
}

type TableSize = { table: string; rows: number; bytes: number };

export type Preflight = {
  pending: { name: string; effects: Effect[]; hasCode: boolean }[];
  /** Migrations that this release does not know: a newer release has migrated the database. */
  unknown: string[];
  /** Applied migrations whose file has changed. The server would not start. */
  changed: string[];
  sizes: Map<string, TableSize>;
  /** Seconds of the oldest open transaction of others, which delays locks. */
  oldestTransaction: number;
};

/** Estimates of the planner: counting all rows would take long. */
async function readSizes(client: pg.Client, tables: string[]): Promise<Map<string, TableSize>> {
  const { rows } = await client.query<TableSize>(
    `select c.relname as table, greatest(0, (select sum(greatest(part.reltuples, 0)) from pg_class part
         where part.oid in (select relid from pg_partition_tree(c.oid)) or part.oid = c.oid))::bigint as rows,
       (select sum(pg_total_relation_size(part.oid)) from pg_class part
         where part.oid in (select relid from pg_partition_tree(c.oid)) or part.oid = c.oid)::bigint as bytes
     from pg_class c where c.relname = any($1) and c.relnamespace = 'public'::regnamespace`,
    [tables],
  );
  return new Map(rows.map((row) => [row.table, row]));
}

/** Says what an upgrade to this release would do to the database. Changes nothing and takes no locks on tables. */
export async function checkUpgrade(address: DatabaseAddress): Promise<Preflight> {
  return withClient(address, async (client) => {
    const { files, applied } = await readMigrations(client);
    const pending = files
      .filter((file) => !applied.has(file.name))
      .map((file) => ({ name: file.name, ...readEffects(file.sql) }));
    const known = new Set(files.map((file) => file.name));
    const { rows } = await client.query<{ seconds: number }>(
      `select coalesce(max(extract(epoch from now() - xact_start)), 0)::int as seconds from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return {
      pending,
      unknown: [...applied.keys()].filter((one) => one.endsWith('.sql') && !known.has(one)).sort(),
      changed: files
        .filter((file) => (applied.get(file.name) ?? file.checksum) !== file.checksum)
        .map((file) => file.name),
      sizes: await readSizes(client, [...new Set(pending.flatMap(({ effects }) => effects.map(({ table }) => table)))]),
      oldestTransaction: rows[0]?.seconds ?? 0,
    };
  });
}
