import pg from 'pg';
import { BackupError, type Row } from './backup-file.ts';
import type { Table } from './read-catalog.ts';

const quote = (name: string) => pg.escapeIdentifier(name);

/** The largest batch of rows that is kept in memory, when reading and writing. */
export const batchBytes = 8 * 1024 * 1024;
export const maxBatch = 1000;

type Insert = (table: string, insert: () => Promise<unknown>) => Promise<unknown>;

/** Collects rows of one table and inserts them in batches. `attempt` runs each insertion, and may accept that it fails. */
export function createInserter(client: pg.Client, tables: Table[], attempt: Insert = (_, insert) => insert()) {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let current: Table | undefined;
  let rows: Row[1][] = [];
  let bytes = 0;

  async function flush() {
    if (current && rows.length > 0) {
      const columns = current.columns.map(({ name }) => quote(name)).join(', ');
      const values = current.columns.map(({ type }, index) => `(r->>${index})::${type}`).join(', ');
      const text = `insert into ${quote(current.name)} (${columns}) select ${values} from jsonb_array_elements($1::jsonb) r`;
      const batch = JSON.stringify(rows);
      await attempt(current.name, () => client.query(text, [batch]));
    }
    rows = [];
    bytes = 0;
  }

  return {
    flush,
    async add([name, values]: Row): Promise<void> {
      const table = byName.get(name);
      if (!table || values.length !== table.columns.length) {
        throw new BackupError(`A row of ${name} does not fit the table.`);
      }
      if (current !== table || rows.length >= maxBatch || bytes > batchBytes) {
        await flush();
      }
      current = table;
      rows.push(values);
      bytes += values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    },
  };
}
