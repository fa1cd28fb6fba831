import { adminTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { type BatchWriter, createBatchWriter } from '#platform/batch-writes';
import { fromDatabaseError } from '#platform/errors';
import { newId } from '#platform/ids';
import { isRegionUnavailable } from '#platform/region-database';
import { kindOfEntry } from './place-on-timeline.ts';
import { isStorable, printPayload } from './redact.ts';
import { insertLogRows, type LogOwner, type LogRow } from './store.ts';

type LogEntry = { key: string; payload: Record<string, unknown>; owner?: LogOwner | undefined };

const batchSize = 500;
const waitMs = 250;
const maxWaitMs = 5000;
/** What a process may hold while the database is away; what comes on top is counted and dropped. */
const maxEntries = 20_000;
const maxCharacters = 32 * 1024 * 1024;

const dropped = 'postern_audit_entries_dropped_total';

/** One for each database: one that is away keeps only its own entries waiting. */
type Buffer = { region: string | undefined; rows: LogRow[]; characters: number; writer: BatchWriter };

export type LogBuffers = Map<string | undefined, Buffer>;

/** The state of this feature. */
export function createLogBuffers({ metrics }: Pick<App, 'metrics'>): LogBuffers {
  const all: LogBuffers = new Map();
  metrics.gauge('postern_audit_entries_waiting', () =>
    [...all.values()].reduce((sum, { rows }) => sum + rows.length, 0),
  );
  return all;
}

const buffersOf = (app: App) => app.stateOf<LogBuffers>('audit');

function bufferOf(app: App, tenantId: string): Buffer {
  const all = buffersOf(app);
  const region = app.tenancy.regionOf(tenantId);
  const known = all.get(region);
  if (known) {
    return known;
  }
  const rows: LogRow[] = [];
  const buffer: Buffer = {
    region,
    rows,
    characters: 0,
    writer: createBatchWriter({
      waitMs,
      maxWaitMs,
      batchSize,
      waiting: () => rows.length,
      writeBatch: () => writeBatch(app, buffer),
    }),
  };
  all.set(region, buffer);
  return buffer;
}

/** The payload in its stored form; one that cannot be printed must not fail the request that it tells of. */
function printEntry(app: App, key: string, payload: LogEntry['payload'], result: unknown): string {
  try {
    return printPayload({ ...payload, key, result });
  } catch (error) {
    app.log.warn({ err: error, key }, 'audit entry payload not serializable');
    return printPayload({ key, result });
  }
}

function take(buffer: Buffer): LogRow[] {
  const rows = buffer.rows.splice(0, batchSize);
  for (const { payload } of rows) {
    buffer.characters -= payload.length;
  }
  return rows;
}

function putBack(buffer: Buffer, rows: LogRow[]): void {
  buffer.rows.unshift(...rows);
  for (const { payload } of rows) {
    buffer.characters += payload.length;
  }
}

/** One of the batch is refused for what it holds: each goes alone, so that only that one is lost. */
async function writeSingly(app: App, rows: LogRow[], region: string | undefined): Promise<void> {
  for (const row of rows) {
    try {
      await app.tenancy.system((db) => insertLogRows(db, [row]), region);
    } catch (error) {
      if (!fromDatabaseError(error)) {
        throw error;
      }
      app.metrics.count(dropped);
      app.log.error({ err: error, key: row.key, tenantId: row.tenantId }, 'audit entry refused');
    }
  }
}

/** True when the batch is dealt with; otherwise it is back in the buffer. */
async function writeBatch(app: App, buffer: Buffer): Promise<boolean> {
  const { region } = buffer;
  if (region !== undefined && !app.tenancy.reachable().includes(region)) {
    return false;
  }
  const rows = take(buffer);
  if (rows.length === 0) {
    return true;
  }
  try {
    try {
      await app.tenancy.system((db) => insertLogRows(db, rows), region);
    } catch (error) {
      if (!fromDatabaseError(error)) {
        throw error;
      }
      await writeSingly(app, rows, region);
    }
    return true;
  } catch (error) {
    // Written twice does no harm: the ids stay, and the second copy is ignored.
    putBack(buffer, rows);
    if (!isRegionUnavailable(error)) {
      app.log.error({ err: error, waiting: buffer.rows.length }, 'audit log write failed, will be retried');
    }
    return false;
  }
}

/**
 * Puts an entry on the audit trail without making the caller wait: it is kept in memory and written with others.
 * Secrets are taken out; `result` is Success unless the payload says otherwise or holds an error.
 */
export function recordLog(app: App, tenantId: string, entry: LogEntry): void {
  const buffer = bufferOf(app, tenantId);
  if (buffer.rows.length >= maxEntries || buffer.characters >= maxCharacters || buffer.writer.isClosed()) {
    app.metrics.count(dropped);
    return;
  }
  const key = entry.key.slice(0, 128);
  const result = entry.payload.result ?? ('error' in entry.payload ? 'Error' : 'Success');
  const payload = printEntry(app, key, entry.payload, result);
  const timeline = kindOfEntry(key, result);
  const owner = entry.owner && isStorable(entry.owner.value) ? entry.owner : undefined;
  buffer.rows.push({ tenantId, id: newId(), key, payload, createdAt: Date.now(), timeline, owner });
  buffer.characters += payload.length;
  buffer.writer.added();
}

/** Writes everything that waits; false when a database does not take it now. */
export async function flushLogs(app: App): Promise<boolean> {
  const results = await Promise.all([...buffersOf(app).values()].map(({ writer }) => writer.flush()));
  return results.every(Boolean);
}

async function close(app: App, { rows, writer }: Buffer): Promise<void> {
  if (!(await writer.close()) && rows.length > 0) {
    app.metrics.count(dropped, {}, rows.length);
    app.log.error({ lost: rows.length }, 'audit entries lost: database unavailable at shutdown');
  }
}

/** The last write of a process that ends. */
export async function closeLogs(app: App): Promise<void> {
  // What comes later is counted as lost, also where nothing was written before.
  bufferOf(app, adminTenantId);
  await Promise.all([...buffersOf(app).values()].map((buffer) => close(app, buffer)));
}
