import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { noLargeTables, planMigration } from './plan-migration.ts';
import { runSteps } from './run-steps.ts';

/** Steps that a migration needs before an earlier release runs on its tables, and their reverse after the mark. */
const folder = new URL('../../../migrations/down/', import.meta.url);
const upMark = '-- up again';
/** A row in schema_migrations: the steps down of this migration were taken. */
const markOf = (name: string) => `${name} (rolled back)`;

async function readDown(name: string): Promise<{ down: string; up: string }> {
  const [down = '', up = ''] = (await readFile(new URL(name, folder), 'utf8')).split(upMark);
  return { down, up };
}

/** Of these applied migrations, those with steps down that were not taken, newest first. */
export async function findStepsDown(migrations: string[], applied: ReadonlySet<string>): Promise<string[]> {
  const files = new Set(await readdir(folder));
  return migrations
    .filter((name) => files.has(name) && !applied.has(markOf(name)))
    .sort()
    .reverse();
}

export async function stepDown(client: pg.Client, name: string): Promise<void> {
  const { down } = await readDown(name);
  const onEnd = () => client.query("insert into schema_migrations (name, checksum) values ($1, '')", [markOf(name)]);
  await runSteps(client, planMigration(down, noLargeTables), { onEnd });
}

/** Takes steps down back, when a later release is started again. Needs the lock of migrations. */
export async function undoRollback(client: pg.Client, applied: ReadonlySet<string>): Promise<void> {
  for (const name of (await readdir(folder)).sort().filter((one) => applied.has(markOf(one)))) {
    const { up } = await readDown(name);
    const onEnd = () => client.query('delete from schema_migrations where name = $1', [markOf(name)]);
    await runSteps(client, planMigration(up, noLargeTables), { onEnd });
  }
}
