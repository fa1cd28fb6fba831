import { adminTenantId } from '@postern/contracts/wire';
import { announceLogs } from '#features/records/changes';
import type { App } from '#platform/app';
import { type BatchWriter, createBatchWriter } from '#platform/db/batch-writes';
import type { Db } from '#platform/db/db';
import { isRegionUnavailable } from '#platform/db/region-database';
import { fromDatabaseError } from '#platform/http/errors';
import { newId } from '#platform/secrets/ids';
import { placeEntry } from './find-parties.ts';
import { kindOfEntry } from './place-on-timeline.ts';
import { isStorable, printPayload } from './redact.ts';
import { insertFreeRows, type LogOwner, type LogRow } from './write.store.ts';

type LogEntry = { key: string; payload: Record<string, unknown>; owner?: LogOwner | undefined };

const batchSize = 500;
const waitMs = 500;
const maxWaitMs = 5000;
/** Limits per process while the database is unavailable; further entries are counted and dropped. */
const maxEntries = 20_000;
const maxCharacters = 32 * 1024 * 1024;

const dropped = 'postern_audit_entries_dropped_total';

/** One per database, so that an unavailable one only delays its own entries. */
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

/** Serializes the payload. A payload that cannot be serialized must not fail the request. */
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

/** The database rejects one entry of the batch: write each one separately, so that only that one is lost. */
async function writeSingly(app: App, rows: LogRow[], region: string | undefined): Promise<void> {
  for (const row of rows) {
    try {
      await app.tenancy.system((db) => insertFreeRows(db, [row], app.vault), region);
    } catch (error) {
      if (!fromDatabaseError(error)) {
        throw error;
      }
      app.metrics.count(dropped);
      app.log.error({ err: error, key: row.key, tenantId: row.tenantId }, 'audit entry refused');
    }
  }
}

/** Returns true if the batch is done; otherwise the entries are back in the buffer. */
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
      const held = await app.tenancy.system(async (db) => {
        const rest = await insertFreeRows(db, rows, app.vault);
        await announceLogs(db, [...new Set(rows.map(({ tenantId }) => tenantId))]);
        return rest;
      }, region);
      putBack(buffer, held);
    } catch (error) {
      if (!fromDatabaseError(error)) {
        throw error;
      }
      await writeSingly(app, rows, region);
    }
    return true;
  } catch (error) {
    // Writing twice is harmless: the ids stay the same, and the second copy is ignored.
    putBack(buffer, rows);
    if (!isRegionUnavailable(error)) {
      app.log.error({ err: error, waiting: buffer.rows.length }, 'audit log write failed, will be retried');
    }
    return false;
  }
}

function toRow(app: App, tenantId: string, entry: LogEntry): LogRow {
  const key = entry.key.slice(0, 128);
  const result = entry.payload.result ?? ('error' in entry.payload ? 'Error' : 'Success');
  const payload = printEntry(app, key, entry.payload, result);
  const timeline = kindOfEntry(key, result);
  const owner = entry.owner && isStorable(entry.owner.value) ? entry.owner : undefined;
  return {
    tenantId,
    id: newId(),
    key,
    payload,
    createdAt: Date.now(),
    timeline,
    owner,
    place: placeEntry(key, entry.payload),
  };
}

/** Writes entries in a transaction of the system handle, for work whose outcome and entries must not differ. */
export async function writeLog(app: App, db: Db, tenantId: string, ...entries: LogEntry[]): Promise<void> {
  const rows = entries.map((entry) => toRow(app, tenantId, entry));
  await insertFreeRows(db, rows, app.vault);
}

/**
 * Adds an entry to the audit log without blocking the caller: it is kept in memory and written in batches. Removes
 * secrets; `result` is Success unless the payload says otherwise or contains an error.
 */
export function recordLog(app: App, tenantId: string, entry: LogEntry): void {
  const buffer = bufferOf(app, tenantId);
  if (buffer.rows.length >= maxEntries || buffer.characters >= maxCharacters || buffer.writer.isClosed()) {
    app.metrics.count(dropped);
    return;
  }
  const row = toRow(app, tenantId, entry);
  buffer.rows.push(row);
  buffer.characters += row.payload.length;
  buffer.writer.added();
}

/** Writes all waiting entries. Returns false if a database does not accept them now. */
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

/** The last write before the process ends. */
export async function closeLogs(app: App): Promise<void> {
  // Later entries are counted as lost, even if nothing was written before.
  bufferOf(app, adminTenantId);
  await Promise.all([...buffersOf(app).values()].map((buffer) => close(app, buffer)));
}
