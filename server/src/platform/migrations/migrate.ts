import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientOptions, type DatabaseAddress, locks } from '#platform/db/db';
import { indexPartitions } from '#platform/db/index-partitions';
import { type LargeTables, noLargeTables, planMigration, type Step } from './plan-migration.ts';
import { undoRollback } from './roll-back-steps.ts';
import { runSteps } from './run-steps.ts';

const folder = new URL('../../../migrations/', import.meta.url);
/** Other ways to the result of a migration, for databases with data: they block nobody for long. */
const onlineFolder = new URL('online/', folder);

export type MigrationState = { name: string; appliedAt: number | undefined };

/** `online` replaces `sql` in a database with tenants. The checksum is that of `sql`. */
type File = { name: string; sql: string; online: string | undefined; checksum: string };

/** The migrations of this release. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

async function readFiles(): Promise<File[]> {
  const names = await migrationNames();
  const online = new Set(await readdir(onlineFolder));
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const other = online.has(name) ? await readFile(new URL(name, onlineFolder), 'utf8') : undefined;
      return { name, sql, online: other, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Roles belong to the cluster, so another database of the cluster may be creating them at the same time. */
const createRoles = `
do $$
declare role_name text;
begin
  foreach role_name in array array['postern_app', 'postern_system'] loop
    begin
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin nobypassrls', role_name);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, role_name, 'member') or not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant %I to current_user', role_name);
      exception when others then
        -- Another start made the same grant at the same moment, or an administrator made it before.
        if not pg_has_role(current_user, role_name, 'member') then raise; end if;
      end;
    end if;
  end loop;
end $$`;

/**
 * Migrations give functions to postern_system. An owner of the database who is no superuser may only do so while that
 * role may create objects. Some files grant and revoke it themselves, so it is granted before each file.
 */
const letSystemOwn = 'grant create on schema public to postern_system';
const endLetSystemOwn = 'revoke create on schema public from postern_system';

type Applied = Map<string, { checksum: string; appliedAt: number }>;

async function applied(client: pg.Client): Promise<Applied> {
  const { rows } = await client.query<{ name: string; checksum: string; applied_at: number }>(
    'select name, checksum, applied_at from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, { checksum: row.checksum, appliedAt: row.applied_at }]));
}

export async function withClient<T>(address: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientOptions(address, 'postern-migrate'));
  // Without a listener, a connection that is cut between two statements would end the process. The next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Polls instead of waiting in a statement: `create index concurrently` of the node that holds the lock waits for all
 * running statements, so both would wait for each other.
 */
export async function lockMigrations(client: pg.Client): Promise<void> {
  const text = 'select pg_try_advisory_lock($1) as "isLocked"';
  while (!(await client.query<{ isLocked: boolean }>(text, [locks.migrations])).rows[0]?.isLocked) {
    await sleep(100);
  }
}

type Limits = {
  /** The last migration to apply. */
  last?: string;
  /** Tables of more than this many bytes are indexed without blocking their writers. */
  largeBytes?: number;
};

async function findLargeTables(client: pg.Client, largeBytes: number): Promise<LargeTables> {
  const { rows } = await client.query<{ name: string; isPartitioned: boolean }>(
    `select c.relname as name, c.relkind = 'p' as "isPartitioned" from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and coalesce((select sum(pg_relation_size(relid)) from pg_partition_tree(c.oid)), pg_relation_size(c.oid)) > $1`,
    [largeBytes],
  );
  const named = (isPartitioned: boolean) =>
    new Set(rows.filter((row) => row.isPartitioned === isPartitioned).map(({ name }) => name));
  return { plain: named(false), partitioned: named(true) };
}

/** The name of the row that notes how far a migration is, in steps outside of its last transaction. */
const progressOf = (name: string) => `${name} (unfinished)`;

async function apply(client: pg.Client, file: File, known: Applied, largeBytes: number): Promise<void> {
  const isFilled = known.size > 0;
  const { rows } = isFilled ? await client.query('select from tenants limit 1') : { rows: [] };
  const sql = rows.length > 0 ? (file.online ?? file.sql) : file.sql;
  const large = isFilled ? await findLargeTables(client, largeBytes) : noLargeTables;
  const steps = planMigration(sql, large, Number(known.get(progressOf(file.name))?.checksum ?? 0));
  const finish = async () => {
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [file.name, file.checksum]);
    await client.query('delete from schema_migrations where name = $1', [progressOf(file.name)]);
  };
  const noteProgress = ({ through }: Step) =>
    client.query(
      'insert into schema_migrations (name, checksum) values ($1, $2) on conflict (name) do update set checksum = $2',
      [progressOf(file.name), String(through)],
    );
  await runSteps(client, steps, { onStep: noteProgress, onEnd: finish });
}

/**
 * Applies pending migrations, one transaction per file. In a large database, indexes of existing tables and steps that
 * take long run outside of it; an interrupted migration continues after its last step. Throws if an applied file has
 * changed.
 */
export async function migrate(
  address: DatabaseAddress,
  onApply: (name: string) => void = () => undefined,
  { last = '~', largeBytes = 8 * 1024 * 1024 }: Limits = {},
): Promise<number> {
  const files = (await readFiles()).filter(({ name }) => name <= last);
  return withClient(address, async (client) => {
    await lockMigrations(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const known = await applied(client);
    let count = 0;
    for (const file of files) {
      const before = known.get(file.name);
      if (before && before.checksum !== file.checksum) {
        throw new Error(`Migration ${file.name} was changed after it had been applied. Add a new file instead.`);
      }
      if (!before) {
        if (count === 0) {
          await client.query(createRoles);
        }
        onApply(file.name);
        await client.query(letSystemOwn);
        await apply(client, file, known, largeBytes);
        count += 1;
      }
    }
    if (count > 0) {
      await client.query(endLetSystemOwn);
    }
    await indexPartitions(client);
    await undoRollback(client, new Set(known.keys()));
    return count;
  });
}

/** The files of this release, and the checksums of the applied migrations. */
export async function readMigrations(client: pg.Client): Promise<{ files: File[]; applied: Map<string, string> }> {
  const { rows } = await client.query("select to_regclass('schema_migrations') is not null as exists");
  const known = rows[0]?.exists ? await applied(client) : new Map<string, { checksum: string }>();
  return { files: await readFiles(), applied: new Map([...known].map(([name, { checksum }]) => [name, checksum])) };
}

export async function migrationStates(address: DatabaseAddress): Promise<MigrationState[]> {
  const files = await readFiles();
  return withClient(address, async (client) => {
    const { rows } = await client.query("select to_regclass('schema_migrations') is not null as exists");
    const known = rows[0]?.exists ? await applied(client) : new Map<string, { appliedAt: number }>();
    return files.map(({ name }) => ({ name, appliedAt: known.get(name)?.appliedAt }));
  });
}
