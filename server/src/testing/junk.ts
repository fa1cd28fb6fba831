import type { Client } from 'pg';
import type { z } from 'zod';
import { inputSchema, type Schema } from './json-schema.ts';

/**
 * Part of every text of a junk tenant, so that leaks can be detected. Long enough that no random id contains it by
 * chance (four characters were not), short enough for a column of eight.
 */
export const mark = (number: number) => `zq${String(number).padStart(2, '0')}junk`;
export const anyMark = /zq\d\djunk/;

const values: Record<string, string> = {
  jsonb: `jsonb_build_object('mark', j.mark)`,
  boolean: 'false',
  integer: '0',
  bigint: '0',
  smallint: '0',
  'double precision': '0',
  uuid: 'gen_random_uuid()',
  date: 'current_date',
  bytea: `convert_to(j.mark, 'UTF8')`,
  inet: `'127.0.0.1'`,
  'timestamp with time zone': 'now()',
  ARRAY: `array[j.mark]`,
};

type Column = { name: string; type: string; length: number | null; isNeeded: boolean };

function junkFor({ type, length }: Column): string {
  const text = length === null ? 'j.mark' : `left(j.mark, ${length})`;
  return values[type] ?? text;
}

/**
 * Drops every check constraint. One transaction each: jobs of the running server use the same tables, and several locks
 * at once could deadlock.
 */
export async function dropChecks(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ drop: string }>(
    `select format('alter table %s drop constraint if exists %I', conrelid::regclass, conname) as drop from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conislocal`,
  );
  for (const { drop } of rows) {
    await owner.query(drop);
  }
}

/**
 * Inserts a row per tenant in every table, with the tenant's mark in every text and as every id. The test owns this
 * database, so checks, references and triggers are disabled. New tables are filled too.
 */
export async function fillEveryTable(owner: Client, tables: readonly string[], tenantIds: readonly string[]) {
  await dropChecks(owner);
  await owner.query('set session_replication_role = replica');
  const junk = JSON.stringify(tenantIds.map((id, index) => ({ id, mark: mark(index) })));
  for (const table of tables) {
    const { rows } = await owner.query<Column>(
      `select column_name as name, data_type as type, character_maximum_length as length,
          is_nullable = 'NO' and column_default is null as "isNeeded"
        from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name <> 'tenant_id'
          and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    );
    const isText = ({ type }: Column) => type === 'character varying' || type === 'text';
    const columns = rows.filter((column) => column.isNeeded || isText(column) || column.type === 'jsonb');
    await owner.query(
      `insert into ${table} (${['tenant_id', ...columns.map(({ name }) => `"${name}"`)].join(', ')})
        select ${['j.id', ...columns.map(junkFor)].join(', ')}
        from jsonb_to_recordset($1::jsonb) as j (id varchar, mark varchar) on conflict do nothing`,
      [junk],
    );
  }
  await owner.query('set session_replication_role = origin');
}

function sample(schema: Schema, text: string): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (schema.const !== undefined || schema.enum) {
    return schema.const ?? schema.enum?.[0];
  }
  if (first) {
    return sample(first, text);
  }
  switch (schema.type) {
    case 'string':
      return text;
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return [sample(schema.items ?? { type: 'string' }, text)];
    case 'null':
      return null;
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name, { type }]) => schema.required?.includes(name) || type === 'array')
          .map(([name, part]) => [name, sample(part, text)]),
      );
  }
}

/** A body that a contract may accept, with this text in every text field. */
export const sampleBody = (body: z.ZodType, text: string): unknown => sample(inputSchema(body), text);
