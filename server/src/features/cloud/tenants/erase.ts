import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { regionUnavailable } from '#platform/region-database';
import { createRunner, type Runner } from '#platform/runner';
import { claimDeletion, type Deletion, type Progress, postponeDeletion, saveProgress } from './deletions.store.ts';
import {
  countRows,
  eraseRows,
  eraseTenantRow,
  findDatabaseRegion,
  listTenantTables,
  lockTenant,
  type TenantTable,
} from './erase.store.ts';

const rowsPerStep = 2000;
const filesPerStep = 100;
/**
 * Requests that were running when the tenant was deleted, and log lines that wait for their batch, may still write. They
 * are over long before this, and the last look is taken after it.
 */
const settleSeconds = 60;

/** What refers to others goes before them, so that no deletion drags along rows without number. */
export function inErasingOrder(tables: TenantTable[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some((other) => other.name !== name && other.refersTo.includes(name)));
    // A circle of references has no beginning: the rest is taken as it comes.
    const next = free.length > 0 ? free : left;
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** Up to a step's worth of rows, table by table. */
async function eraseSome(db: Db, tenantId: string, tables: TenantTable[]): Promise<Progress> {
  let rows = 0;
  for (const table of tables) {
    rows += await eraseRows(db, table, tenantId, rowsPerStep - rows);
    if (rows >= rowsPerStep) {
      return { rows, position: table.name };
    }
  }
  return { rows, position: null };
}

type InRegion = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

async function lookAgain(db: Db, id: string, tables: TenantTable[]): Promise<Progress> {
  await lockTenant(db, id);
  const left = await eraseSome(db, id, tables);
  if (left.position === null) {
    await eraseTenantRow(db, id);
  }
  return left;
}

/** After the last table and the last file: a look at all of it, and then the tenant itself. */
async function finish(
  db: Db,
  { id, requestedAt }: Deletion,
  tables: TenantTable[],
  there: InRegion | undefined,
): Promise<Progress> {
  const waited = (Date.now() - requestedAt) / 1000;
  if (waited < settleSeconds) {
    return { position: null, inSeconds: settleSeconds - waited };
  }
  // Where its data is first: the home database remembers that it is to be erased.
  const regional = await there?.((elsewhere) => lookAgain(elsewhere, id, tables));
  if (regional && regional.position !== null) {
    return regional;
  }
  const { rows = 0, position } = await lookAgain(db, id, tables);
  return { rows: rows + (regional?.rows ?? 0), position, isFinished: position === null };
}

/** The database in which the data of a tenant lies, when it is not the home database that keeps the progress. */
async function findRegion({ tenancy }: App, db: Db, id: string): Promise<InRegion | undefined> {
  const region = await findDatabaseRegion(db, id);
  if (region === undefined) {
    return undefined;
  }
  if (tenancy.regionOf(id) !== region) {
    // Not configured any more. To forget the tenant here would leave its data there for ever.
    throw regionUnavailable(region);
  }
  return (work) => tenancy.system(work, region);
}

async function step(app: App, db: Db, deletion: Deletion): Promise<Progress> {
  const { id } = deletion;
  const tables = inErasingOrder(await listTenantTables(db));
  const there = await findRegion(app, db, id);
  if (deletion.rowsTotal === null) {
    const here = await countRows(db, tables, id);
    const others = await there?.((regional) => countRows(regional, tables, id));
    return { rowsTotal: here + (others ?? 0), position: tables[0]?.name ?? null };
  }
  const { rows = 0 } = (await there?.((regional) => eraseSome(regional, id, tables))) ?? {};
  if (rows > 0) {
    return { rows, position: deletion.position };
  }
  if (deletion.position !== null) {
    // A table that is gone with an upgrade: from the beginning.
    const turn = tables.findIndex(({ name }) => name === deletion.position);
    return eraseSome(db, id, tables.slice(Math.max(0, turn)));
  }
  const files = await app.storage.removeSome(id, filesPerStep);
  return files > 0 ? { files, position: null } : finish(db, deletion, tables, there);
}

/** One step of one deletion and the progress behind it, both or neither. False when nothing is due. */
export async function eraseNext(app: App): Promise<boolean> {
  let claimed: Deletion | undefined;
  try {
    await app.tenancy.system(async (db) => {
      claimed = await claimDeletion(db);
      if (claimed) {
        await saveProgress(db, claimed.id, await step(app, db, claimed));
      }
    });
  } catch (error) {
    if (!claimed) {
      throw error;
    }
    const { id } = claimed;
    if (!(error instanceof AppError)) {
      app.log.error({ err: error, tenantId: id }, 'a step of erasing a tenant failed');
    }
    await app.tenancy.system((db) => postponeDeletion(db, id, String(error)));
  }
  return claimed !== undefined;
}

const runners = new WeakMap<App, Runner>();

export function erasuresOf(app: App): Runner {
  const runner = runners.get(app) ?? createRunner('tenants.erase', app.log, () => eraseNext(app));
  runners.set(app, runner);
  return runner;
}

/** After the transaction in which they were deleted: this node forgets them at once, the others by NOTIFY. */
export function eraseSoon(app: App, tenantIds: readonly string[]): void {
  for (const tenantId of tenantIds) {
    app.cache.drop(tenantId);
  }
  erasuresOf(app).wake();
}
