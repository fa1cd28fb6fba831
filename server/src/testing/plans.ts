import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { clientOptions, type DatabaseAddress } from '#platform/db/db';
import { dropChecks } from './junk.ts';

/**
 * Updates the planner's statistics as the owner of the tables. Other roles may not: their `analyze` does nothing but
 * warn, and plans would depend on when the database collects statistics by itself.
 */
export async function analyzeTables(address: DatabaseAddress, ...tables: string[]): Promise<void> {
  const owner = new pg.Client(clientOptions(address, 'test'));
  await owner.connect();
  await owner.query(`analyze ${tables.join(', ')}`);
  await owner.end();
}

/** A statement of a request, with everything that affects its plan. */
type RecordedStatement = {
  path: string;
  role: string;
  tenantId: string | undefined;
  text: string;
  values: unknown[];
};

/** A known and an unknown name run the same statement with different values. */
const maxSamples = 4;

type Query = { text: string; values?: unknown[] };

/** Records the statements that requests actually run, without those of background jobs. */
export function recordStatements() {
  const context = new AsyncLocalStorage<string>();
  const sessions = new WeakMap<object, { role: string; tenantId: string | undefined }>();
  const recorded = new Map<string, RecordedStatement[]>();
  const { query } = pg.Client.prototype;

  function note(client: object, { text, values = [] }: Query) {
    const session = sessions.get(client) ?? { role: '', tenantId: undefined };
    sessions.set(client, session);
    session.role = /^set session role (\w+)/.exec(text)?.[1] ?? session.role;
    if (text.startsWith("select set_config('app.tenant_id'")) {
      session.tenantId = String(values[0]);
      return;
    }
    const path = context.getStore();
    if (path !== undefined && /^\s*(select|insert|update|delete|with)\b/i.test(text)) {
      const key = `${session.role} ${session.tenantId} ${text}`;
      const samples = recorded.get(key) ?? [];
      recorded.set(key, samples);
      if (samples.length < maxSamples && samples.every((sample) => sample.path !== path)) {
        samples.push({ path, ...session, text, values });
      }
    }
  }

  function noting(this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    note(this, typeof first === 'string' ? { text: first, values: second as unknown[] } : (first as Query));
    return Reflect.apply(query, this, given);
  }

  return {
    /** Call before the product connects, because the role of a connection is set then. */
    start() {
      // It has the same signature as the method it replaces.
      pg.Client.prototype.query = noting as typeof query;
    },
    aside: <T>(work: () => Promise<T>): Promise<T> => context.exit(work),
    during: <T>(path: string, work: () => Promise<T>): Promise<T> => context.run(path, work),
    statements: () => [...recorded.values()].flat(),
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}

export type Recorder = ReturnType<typeof recordStatements>;

type Column = { name: string; type: string; length: number | null; isNeeded: boolean };

const values: Record<string, string> = {
  jsonb: `'{}'`,
  boolean: 'false',
  integer: '0',
  bigint: '0',
  smallint: '0',
  'double precision': '0',
  uuid: 'gen_random_uuid()',
  date: 'current_date',
  bytea: `convert_to('f' || n, 'UTF8')`,
  inet: `'127.0.0.1'`,
  'timestamp with time zone': 'now()',
  ARRAY: `'{}'`,
};

/** Columns with few distinct values. */
const words = ['type', 'model', 'kind', 'status', 'state', 'target', 'target_type', 'application_type', 'key'];

function fillerFor({ name, type, length }: Column): string {
  if (type !== 'character varying' && type !== 'text') {
    return values[type] ?? `'f' || n`;
  }
  const text = words.includes(name) ? `'same'` : `'f' || n`;
  return length === null ? text : `left(${text}, ${length})`;
}

/**
 * Inserts many rows in each table, like a tenant that has grown. A table with one row per tenant gets rows of other
 * tenants. The test owns the database, so checks, references and triggers are disabled.
 */
export async function growTables(owner: pg.Client, tables: readonly string[], rows: number): Promise<void> {
  await dropChecks(owner);
  await owner.query('set session_replication_role = replica');
  for (const table of tables) {
    const { rows: found } = await owner.query<Column & { isOnlyKey: boolean }>(
      `select column_name as name, data_type as type, character_maximum_length as length,
          is_nullable = 'NO' and column_default is null as "isNeeded",
          column_name = 'tenant_id' and exists (select from pg_constraint where conrelid = $1::text::regclass and contype = 'p'
            and cardinality(conkey) = 1 and conkey[1] = ordinal_position) as "isOnlyKey"
        from information_schema.columns where table_schema = 'public' and table_name = $1::text
          and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    );
    const isText = ({ type }: Column) => type === 'character varying' || type === 'text';
    const columns = found.filter((column) => column.isNeeded || isText(column));
    const valueIn = (column: Column & { isOnlyKey: boolean }) =>
      column.name === 'tenant_id' && !column.isOnlyKey ? `'default'` : fillerFor(column);
    await owner.query(
      `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
        select ${columns.map(valueIn).join(', ')} from generate_series(1, $1::int) n on conflict do nothing`,
      [rows],
    );
    await owner.query(`analyze ${table}`);
  }
  await owner.query('set session_replication_role = origin');
}

type Plan = Record<string, unknown> & { Plans?: Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The parts of a plan whose cost grows with a table. */
function complaintsAbout(plan: Plan, isGrowing: (table: string) => boolean, ownFunctions: readonly string[]): string[] {
  return nodesOf(plan).flatMap((node) => {
    const table = String(node['Relation Name'] ?? '');
    const filter = String(node.Filter ?? '');
    // The values of the statement itself do not grow with a table. `unnest` of several arrays has no name in a plan.
    const isOfValues = node['Node Type'] === 'Function Scan' && (node['Function Name'] ?? 'unnest') === 'unnest';
    const run = isOfValues ? [] : ownFunctions.filter((name) => new RegExp(`\\b${name}\\(`).test(filter));
    return [
      ...(node['Node Type'] === 'Seq Scan' && isGrowing(table) ? [`Seq Scan on ${table}, filter ${filter}`] : []),
      ...run.map((name) => `${name}() runs for each row: ${filter}`),
    ];
  });
}

/** Maximum rows that one statement of a request without a login may touch in a growing table. */
const mostRows = 40;

/**
 * Runs each statement as the application role and rolls back: with the plan for its values and with the generic plan of
 * a prepared statement. Reads PostgreSQL's counters, so functions, triggers and references are included. Returns a
 * sentence for each statement whose cost grows with a table.
 */
export async function judgeStatements(
  address: DatabaseAddress,
  statements: readonly RecordedStatement[],
  options: { settings: string; isGrowing: (table: string) => boolean },
): Promise<string[]> {
  const client = new pg.Client(clientOptions(address, 'postern-test'));
  await client.connect();
  const { rows: functions } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'`,
  );
  const ownFunctions = functions.map(({ name }) => name);
  const { rows: versions } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const kinds = (versions[0]?.version ?? 0) >= 160_000 ? (['custom', 'generic'] as const) : (['custom'] as const);

  /** Rows that this connection has read per table, until PostgreSQL resets the counters. */
  async function rowsRead(): Promise<Map<string, number>> {
    const { rows } = await client.query<{ table: string; n: number }>(
      `select coalesce(pg_partition_root(relid)::regclass::text, relname) as table,
          sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
        from pg_stat_xact_user_tables where schemaname = 'public' group by 1`,
    );
    return new Map(rows.map(({ table, n }) => [table, n]));
  }

  async function judge({ path, role, tenantId, text, values }: RecordedStatement): Promise<string[]> {
    const found: string[] = [];
    for (const kind of kinds) {
      await client.query(`begin; set local role ${role}; set local plan_cache_mode = force_${kind}_plan;
        ${options.settings}`);
      await client.query("select set_config('app.tenant_id', $1, true)", [tenantId ?? '']);
      const { rows } =
        kind === 'custom'
          ? await client.query(`explain (format json) ${text}`, values)
          : await client.query(`explain (generic_plan, format json) ${text}`);
      const plan = rows[0]['QUERY PLAN'][0].Plan as Plan;
      const complaints = complaintsAbout(plan, options.isGrowing, ownFunctions);
      const before = await rowsRead();
      await client.query('savepoint before');
      // An insert of an existing row may fail; the reads before it are counted.
      await client.query(text, values).catch(() => client.query('rollback to savepoint before'));
      const after = await rowsRead();
      await client.query('rollback');
      for (const [table, count] of after) {
        const rows = count - (before.get(table) ?? 0);
        if (options.isGrowing(table) && rows > mostRows) {
          complaints.push(`reads ${rows} rows of ${table}`);
        }
      }
      found.push(
        ...complaints.map((complaint) => `${path} (${kind} plan): ${complaint}\n  ${text.trim().slice(0, 400)}`),
      );
    }
    return found;
  }

  const complaints: string[] = [];
  try {
    for (const statement of statements) {
      complaints.push(...(await judge(statement)));
    }
  } finally {
    await client.end();
  }
  return [...new Set(complaints)];
}
