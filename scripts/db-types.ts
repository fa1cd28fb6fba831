/**
 * Writes the types of the migrated database for the query builder. `--check` only compares, for CI, and also checks the
 * keys of all tables. Creates a new database from the migrations, so that the file always matches them.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../server/src/platform/migrations/migrate.ts';

const target = new URL('../server/src/platform/db/db-types.ts', import.meta.url);

type Column = {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: string;
  has_default: boolean;
  is_generated: boolean;
};

/** Database type → [read type, write type]. Times are read as milliseconds; JSON is written as text. */
const types: Record<string, [string, string]> = {
  bool: ['boolean', 'boolean'],
  int4: ['number', 'number'],
  int8: ['number', 'number'],
  jsonb: ['unknown', 'string'],
  text: ['string', 'string'],
  _text: ['string[]', 'string[]'],
  timestamptz: ['number', 'Date | string'],
  _timestamptz: ['Date[]', 'string[]'],
  date: ['string', 'string'],
  uuid: ['string', 'string'],
  varchar: ['string', 'string'],
};

function printColumn(column: Column): string {
  const known = types[column.udt_name];
  if (!known) {
    throw new Error(`No type for ${column.udt_name} (${column.table_name}.${column.column_name}).`);
  }
  const orNull = column.is_nullable === 'YES' ? ' | null' : '';
  const [read, written] = known.map((type) => `${type}${orNull}`);
  const inserted = column.is_generated ? 'never' : `${written}${column.has_default || orNull ? ' | undefined' : ''}`;
  return `    ${column.column_name}: ColumnType<${read}, ${inserted}, ${column.is_generated ? 'never' : written}>;`;
}

function print(columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ table_name: name }) => name);
  const body = [...tables].map(([name, list]) => `  ${name}: {\n${list.map(printColumn).join('\n')}\n  };`).join('\n');
  return `// Written by \`npm run db:types\` from the migrated database. Do not edit.
import type { ColumnType } from 'kysely';

export type Database = {
${body}
};
`;
}

/** Unique across tenants on purpose: a custom domain belongs to one tenant, and invoices have one series of numbers. */
const sharedKeys = ['domains__proven', 'invoices__number'];

/**
 * Unique and foreign keys of tables with tenants that do not start with `tenant_id`. They would make it impossible to
 * distribute tenants over several servers, see docs/scale.md.
 */
async function findKeysWithoutTenant(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; key: string }>(
    `select c.relname as table, k.name as key from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      join lateral (
        select i.relname as name, x.indkey[0] as first from pg_index x join pg_class i on i.oid = x.indexrelid
          where x.indrelid = c.oid and x.indisunique
        union all
        select f.conname, f.conkey[1] from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
      ) k on k.first <> a.attnum
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and k.name <> all($1)
      order by 1, 2`,
    [sharedKeys],
  );
  return rows.map(({ table, key }) => `${key} of ${table}`);
}

const folder = await mkdtemp(join(tmpdir(), 'postern-types-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
try {
  await migrate(postgres);
  const client = new pg.Client({
    host: postgres.host,
    port: postgres.port,
    user: postgres.user,
    database: postgres.database,
  });
  await client.connect();
  const { rows } = await client.query<Column>(`
    select c.relname as table_name, a.attname as column_name, t.typname as udt_name,
      case when a.attnotnull then 'NO' else 'YES' end as is_nullable,
      a.atthasdef as has_default, a.attgenerated <> '' as is_generated
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migrations'
    order by c.relname, a.attnum`);
  const wrongKeys = await findKeysWithoutTenant(client);
  await client.end();
  if (wrongKeys.length > 0) {
    console.error(`These keys must start with tenant_id: ${wrongKeys.join(', ')}`);
    process.exitCode = 1;
  }
  const printed = print(rows);
  const isCheck = process.argv.includes('--check');
  const current = await readFile(target, 'utf8').catch(() => '');
  if (isCheck && current !== printed) {
    console.error('server/src/platform/db/db-types.ts does not match the migrations. Run: npm run db:types');
    process.exitCode = 1;
  } else if (!isCheck) {
    await writeFile(target, printed);
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
