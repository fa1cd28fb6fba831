import type { App } from '#platform/app';
import { byteOrderMark, csvLine } from '#platform/files/csv';
import { listFindingsAfter } from './findings.store.ts';
import { showFinding } from './job.ts';

const perRead = 1000;
const columns = ['line', 'level', 'code', 'field', 'subject', 'message', 'details'] as const;

/** Streams the report, so that a long one needs no more memory than a short one. */
export async function* writeReport(
  app: App,
  tenantId: string,
  jobId: string,
  languages: string[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  let last = { line: -1, position: 0 };
  for (;;) {
    const from = last;
    const rows = await app.tenancy.read(tenantId, (db) => listFindingsAfter(db, jobId, from, perRead));
    const end = rows.at(-1);
    if (!end) {
      return;
    }
    yield rows
      .map((row) => {
        const shown = showFinding(row, languages);
        return csvLine(columns.map((column) => String(shown[column] ?? '')));
      })
      .join('');
    last = end;
  }
}
