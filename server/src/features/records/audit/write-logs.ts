import type { LogExportFormat } from '@postern/contracts/records/audit';
import type { App } from '#platform/app';
import { byteOrderMark, csvLine } from '#platform/files/csv';
import { toLog } from './name-parties.ts';
import { type ExportedLog, type LogFilter, listLogsAfter } from './store.ts';

const columns = [
  'id',
  'createdAt',
  'key',
  'result',
  'userId',
  'applicationId',
  'organizationId',
  'ip',
  'userAgent',
  'error',
  'payload',
] as const;

const textOf = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function cellOf(log: ExportedLog, column: (typeof columns)[number]): string {
  switch (column) {
    case 'id':
    case 'key':
      return log[column];
    case 'createdAt':
      return new Date(log.createdAt).toISOString();
    case 'organizationId':
      return textOf(log.organizationId);
    case 'payload':
      return JSON.stringify(log.payload);
    default:
      return textOf(log.payload[column]);
  }
}

const writeLine = {
  csv: (log: ExportedLog) => csvLine(columns.map((column) => cellOf(log, column))),
  ndjson: (log: ExportedLog) => `${JSON.stringify(toLog(log))}\n`,
};

const perRead = 1000;

async function* readPages(app: App, tenantId: string, filter: LogFilter): AsyncGenerator<ExportedLog[]> {
  let last: ExportedLog | undefined;
  do {
    const from = last;
    const logs = await app.tenancy.readStandby(tenantId, (db) => listLogsAfter(db, filter, from, perRead));
    if (logs.length > 0) {
      yield logs;
    }
    last = logs.length === perRead ? logs.at(-1) : undefined;
  } while (last);
}

/**
 * Streams the entries at the speed of the reader: keeps some in memory, and no connection while the reader is slow.
 * Reads the first page immediately, so that errors are reported before the response starts.
 */
export async function writeLogs(
  app: App,
  tenantId: string,
  filter: LogFilter,
  format: LogExportFormat,
): Promise<AsyncGenerator<string>> {
  const write = writeLine[format];
  const pages = readPages(app, tenantId, filter);
  const first = await pages.next();
  async function* content() {
    if (format === 'csv') {
      yield byteOrderMark + csvLine(columns);
    }
    if (!first.done) {
      yield first.value.map(write).join('');
      for await (const page of pages) {
        yield page.map(write).join('');
      }
    }
  }
  return content();
}
