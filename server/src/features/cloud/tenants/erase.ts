import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { RegionUnavailable } from '#platform/db/region-database';
import type { Job, Outcome } from '#platform/jobs/jobs';
import {
  countRows,
  type Deletion,
  eraseRows,
  eraseTenantRow,
  findDatabaseRegion,
  findDeletion,
  listTenantTables,
  lockDeletion,
  lockTenant,
  noteFailure,
  type Progress,
  saveProgress,
  type TenantTable,
} from './erase.store.ts';

const rowsPerStep = 2000;
const filesPerStep = 100;
const sliceMs = 5000;
/**
 * Requests that were running at deletion, and log lines that wait for their batch, may still write. They finish well
 * within this time, and the final check runs after it.
 */
const graceSeconds = 60;

/** Erases referencing tables before referenced ones, so that no deletion cascades to an unlimited number of rows. */
export function inErasingOrder(tables: TenantTable[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some((other) => other.name !== name && other.refersTo.includes(name)));
    // Circular references have no start: take the rest in any order.
    const next = free.length > 0 ? free : left;
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** Erases up to one step of rows, table by table. */
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

/** The region whose database holds the tenant's data, if it is not the home database, which stores the progress. */
async function findRegion({ tenancy }: App, db: Db, id: string): Promise<InRegion | undefined> {
  const region = await findDatabaseRegion(db, id);
  if (region === undefined) {
    return undefined;
  }
  if (tenancy.regionOf(id) !== region) {
    // The region is no longer configured. Deleting the tenant here would leave its data there forever.
    throw new RegionUnavailable(region);
  }
  return (work) => tenancy.system(work, region);
}

type Step = { app: App; deletion: Deletion; tables: TenantTable[]; there: InRegion | undefined };

/**
 * Runs work in the home database and stores the progress in the same transaction. Undefined if the deletion is
 * finished.
 */
function atHome(
  { app, deletion: { id } }: Step,
  work: (db: Db, now: Deletion) => Promise<Progress>,
): Promise<Progress | undefined> {
  return app.tenancy.system(async (db) => {
    const now = await lockDeletion(db, id);
    if (!now) {
      return undefined;
    }
    const progress = await work(db, now);
    await saveProgress(db, id, progress);
    return progress;
  });
}

/** After the last table and file: checks all of them again and then deletes the tenant itself. */
async function finish(step: Step): Promise<Progress | undefined> {
  const { deletion, tables, there } = step;
  const { id, waitedSeconds } = deletion;
  if (waitedSeconds < graceSeconds) {
    return { position: null, inSeconds: graceSeconds - waitedSeconds };
  }
  // The region first: the home database still knows that it has to be erased.
  const regional = await there?.((elsewhere) => lookAgain(elsewhere, id, tables));
  if (regional && regional.position !== null) {
    return atHome(step, async () => regional);
  }
  return atHome(step, async (db) => {
    const { rows = 0, position } = await lookAgain(db, id, tables);
    return { rows: rows + (regional?.rows ?? 0), position, isFinished: position === null };
  });
}

/** The transaction of the home database never waits for a region or the storage. */
async function takeStep(step: Step): Promise<Progress | undefined> {
  const { app, deletion, tables, there } = step;
  const { id, position, rowsTotal } = deletion;
  if (rowsTotal === null) {
    const others = (await there?.((regional) => countRows(regional, tables, id))) ?? 0;
    return atHome(step, async (db, now) =>
      now.rowsTotal === null
        ? { rowsTotal: others + (await countRows(db, tables, id)), position: tables[0]?.name ?? null }
        : { position: now.position },
    );
  }
  const { rows = 0 } = (await there?.((regional) => eraseSome(regional, id, tables))) ?? {};
  if (rows > 0) {
    return atHome(step, async (_db, now) => ({ rows, position: now.position }));
  }
  if (position !== null) {
    // If an upgrade removed the table, start from the beginning.
    const turn = tables.findIndex(({ name }) => name === position);
    return atHome(step, (db) => eraseSome(db, id, tables.slice(Math.max(0, turn))));
  }
  const files = await app.storage.removeSome(id, filesPerStep);
  return files > 0 ? atHome(step, async () => ({ files, position: null })) : finish(step);
}

/** Runs one step of a deletion. Undefined if it is finished. */
export async function eraseStep(app: App, id: string): Promise<Progress | undefined> {
  try {
    const found = await app.tenancy.system(async (db) => {
      const deletion = await findDeletion(db, id);
      return (
        deletion && {
          app,
          deletion,
          tables: inErasingOrder(await listTenantTables(db)),
          there: await findRegion(app, db, id),
        }
      );
    });
    return found && (await takeStep(found));
  } catch (error) {
    await app.tenancy.system((db) => noteFailure(db, id, String(error)));
    throw error;
  }
}

/** Runs steps until the tenant is gone or has to wait; a large tenant yields to other jobs. */
export async function eraseTenant({ payload, signal }: Pick<Job, 'payload' | 'signal'>, app: App): Promise<Outcome> {
  const until = performance.now() + sliceMs;
  for (;;) {
    const progress = await eraseStep(app, String(payload.id));
    if (!progress || progress.isFinished) {
      return undefined;
    }
    if (progress.inSeconds || signal.aborted || performance.now() > until) {
      return { again: progress.inSeconds ?? 0 };
    }
  }
}
