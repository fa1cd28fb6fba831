import { importLimits } from '@postern/contracts/people/user-imports';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { takeTurns } from '#platform/jobs/take-turns';
import { newId } from '#platform/secrets/ids';
import { guessColumns } from './columns.ts';
import { isStorable } from './json.ts';
import { type ImportRecord, readRecords, tooManyColumns } from './read-records.ts';
import type { Received } from './receive.ts';
import type { NewImportFile } from './store.ts';
import { createPartWriter, removeParts } from './stored-parts.ts';

const examplesPerColumn = 20;

/** Collects the columns and examples of their values. */
function createColumnCounter(header: string[]) {
  const columns = new Map<string, string[]>(header.map((name) => [name, []]));
  const check = () => {
    if (columns.size > importLimits.columns) {
      throw tooManyColumns();
    }
  };
  check();
  return {
    columns,
    add(record: ImportRecord) {
      if (!('values' in record)) {
        return;
      }
      for (const [name, value] of Object.entries(record.values)) {
        const values = columns.get(name) ?? [];
        if (values.length === 0) {
          columns.set(name, values);
          check();
        }
        if (values.length < examplesPerColumn) {
          const text = typeof value === 'string' ? value : JSON.stringify(value);
          values.push(text.replaceAll('\0', '').toWellFormed());
        }
      }
    },
  };
}

/** Reads the whole file once: analyzes its contents and stores its records in parts that any node can process. */
export async function analyze(
  app: Pick<App, 'storage' | 'log'>,
  tenantId: string,
  file: Received,
): Promise<Omit<NewImportFile, 'name' | 'createdBy'>> {
  const id = newId();
  const { format, delimiter, columns: header, records } = await readRecords(file);
  const counter = createColumnCounter(header);
  const writer = createPartWriter(app, tenantId, id);
  const turn = takeTurns();
  let count = 0;
  try {
    for await (const record of records) {
      count += 1;
      if (count > importLimits.records) {
        throw new AppError('user_import.too_many_records', { values: { max: importLimits.records } });
      }
      await turn();
      counter.add(record);
      await writer.add(record);
    }
    if (count === 0) {
      throw new AppError('user_import.empty_file');
    }
    const parts = await writer.end();
    // Names that cannot be stored cannot be selected either.
    const named = [...counter.columns].filter(([name]) => isStorable(name));
    const columns = guessColumns(named.map(([name, values]) => ({ name, values })));
    const needsFirebase = format === 'firebase' && counter.columns.has('passwordDigest');
    const { bytes, encoding } = file;
    return { id, bytes, records: count, parts, analysis: { format, encoding, delimiter, columns, needsFirebase } };
  } catch (error) {
    await removeParts(app, tenantId, id, writer.count());
    throw error;
  }
}
