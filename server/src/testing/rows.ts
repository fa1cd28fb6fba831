import type { Client } from 'pg';
import { readTables } from '#platform/backup/read-catalog';
import type { DatabaseAddress } from '#platform/db/db';
import { withOwner } from './regions.ts';

/** Values by type, for required columns without a default. */
const values: Record<string, string> = {
  jsonb: '{}',
  boolean: 'false',
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-01',
  bytea: '\\x00ff',
  inet: '127.0.0.1',
  'timestamp with time zone': '2026-01-01T00:00:00.123456Z',
  ARRAY: '{}',
};
const numbers = ['integer', 'bigint', 'smallint', 'double precision', 'numeric'];

type Values = Record<string, string | null>;

type Column = { name: string; type: string; length: number | null; isNeeded: boolean; allowed: string | null };

const valueFor = ({ type, length, allowed }: Column): string =>
  allowed ?? values[type] ?? (numbers.includes(type) ? '1' : 'row'.slice(0, length ?? 3));

type Reference = { columns: string[]; parent: string; keys: string[] };

async function listColumns(owner: Client, table: string): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    // `allowed` is the first value of a check such as `type in ('Native', 'SPA')`.
    `select column_name as name, data_type as type, character_maximum_length as length,
        is_nullable = 'NO' and (column_default is null or column_name = 'tenant_id') as "isNeeded",
        (select substring(pg_get_constraintdef(oid) from '(?:ARRAY\\[|= (?!ANY))''?([^'',\\])]+)') from pg_constraint
          where conrelid = $1::text::regclass and contype = 'c' and conkey = array[ordinal_position::int2]
          order by 1 limit 1) as allowed
      from information_schema.columns where table_schema = 'public' and table_name = $1::text
        and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  return rows;
}

async function listReferences(owner: Client, table: string): Promise<Reference[]> {
  const names = (keys: string, relation: string) =>
    `array(select a.attname::text from unnest(${keys}) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number order by k.place)`;
  const { rows } = await owner.query<Reference>(
    `select ${names('f.conkey', 'f.conrelid')} as columns, p.relname as parent, ${names('f.confkey', 'f.confrelid')} as keys
      from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = $1::text::regclass and f.contype = 'f' and p.relname <> $1::text order by f.conname`,
    [table],
  );
  return rows;
}

/** The key of a row that the new one refers to. Values that are chosen already must agree. */
async function findParent(owner: Client, { columns, parent, keys }: Reference, chosen: Values): Promise<Values> {
  const given = columns.flatMap((column, index) => {
    const value = chosen[column];
    return value === undefined || value === null ? [] : [{ key: keys[index], value }];
  });
  const { rows } = await owner.query<Record<string, string>>(
    `select ${keys.map((key) => `"${key}"::text`).join(', ')} from "${parent}"
      where ${['true', ...given.map(({ key }, index) => `"${key}"::text = $${index + 1}`)].join(' and ')} limit 1`,
    given.map(({ value }) => value),
  );
  return Object.fromEntries(columns.map((column, index) => [column, rows[0]?.[keys[index] ?? ''] ?? null]));
}

async function fillTable(owner: Client, table: string, tenantId: string, given: Values): Promise<void> {
  const columns = await listColumns(owner, table);
  const hasTenant = columns.some(({ name }) => name === 'tenant_id');
  let chosen: Values = { ...(hasTenant ? { tenant_id: tenantId } : {}), ...given };
  for (const reference of await listReferences(owner, table)) {
    chosen = { ...(await findParent(owner, reference, chosen)), ...chosen };
  }
  for (const column of columns.filter(({ isNeeded, name }) => isNeeded && chosen[name] === undefined)) {
    chosen[column.name] = valueFor(column);
  }
  const names = Object.keys(chosen);
  await owner.query(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
      values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(chosen),
  );
}

const isLast = ({ name }: { name: string }) => name === 'trusted_devices';

/**
 * Inserts a row of a tenant in every table where it has none, with all constraints and triggers.
 * The tables come from the catalog: a new table is filled too, or its insert fails. `special` names values that a
 * constraint asks for.
 */
export async function fillEmptyTables(owner: Client, tenantId: string, special: Record<string, Values>): Promise<void> {
  const failures: string[] = [];
  // Last: a new row of a person in another table ends the trust in their devices.
  const tables = (await readTables(owner)).sort((one, two) => Number(isLast(one)) - Number(isLast(two)));
  for (const { name } of tables) {
    const { rowCount } = await owner.query(
      `select from "${name}" t where coalesce(to_jsonb(t) ->> 'tenant_id', $1) = $1 limit 1`,
      [tenantId],
    );
    if (rowCount === 0) {
      await fillTable(owner, name, tenantId, special[name] ?? {}).catch((error: Error) => {
        failures.push(`${name}: ${error.message}`);
      });
    }
  }
  if (failures.length > 0) {
    throw new Error(`These tables could not be filled:\n${failures.join('\n')}`);
  }
}

/** Every row of every table of the product as text, in a stable order. */
export const dumpTables = (address: DatabaseAddress): Promise<Record<string, string[]>> =>
  withOwner(address, async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname <> 'schema_migrations' order by relname`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await owner.query<{ line: string }>(`select t::text as line from ${name} t order by 1`);
      found[name] = rows.map(({ line }) => line);
    }
    return found;
  });
