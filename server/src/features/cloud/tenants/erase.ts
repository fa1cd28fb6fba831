import type { App } from '#platform/app';
import type { Db } from '#platform/db';
import type { Job, Outcome } from '#platform/jobs';
import { regionUnavailable } from '#platform/region-database';
import {
  type Deletion,
  findDeletion,
  lockDeletion,
  noteFailure,
  type Progress,
  saveProgress,
} from './deletions.store.ts';
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
const sliceMs = 5000;
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

type Step = { app: App; deletion: Deletion; tables: TenantTable[]; there: InRegion | undefined };

/** Work in the home database and the progress behind it, both or neither. Undefined when the deletion is over. */
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

/** After the last table and the last file: a look at all of it, and then the tenant itself. */
async function finish(step: Step): Promise<Progress | undefined> {
  const { deletion, tables, there } = step;
  const { id, requestedAt } = deletion;
  const waited = (Date.now() - requestedAt) / 1000;
  if (waited < settleSeconds) {
    return { position: null, inSeconds: settleSeconds - waited };
  }
  // Where its data is first: the home database remembers that it is to be erased.
  const regional = await there?.((elsewhere) => lookAgain(elsewhere, id, tables));
  if (regional && regional.position !== null) {
    return atHome(step, async () => regional);
  }
  return atHome(step, async (db) => {
    const { rows = 0, position } = await lookAgain(db, id, tables);
    return { rows: rows + (regional?.rows ?? 0), position, isFinished: position === null };
  });
}

/** The transaction of the home database waits neither for a region nor for the storage. */
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
    // A table that is gone with an upgrade: from the beginning.
    const turn = tables.findIndex(({ name }) => name === position);
    return atHome(step, (db) => eraseSome(db, id, tables.slice(Math.max(0, turn))));
  }
  const files = await app.storage.removeSome(id, filesPerStep);
  return files > 0 ? atHome(step, async () => ({ files, position: null })) : finish(step);
}

/** One step of a deletion. Undefined when it is over. */
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

/** Steps until the tenant is gone or has to settle; a large one lets others have their turn. */
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
