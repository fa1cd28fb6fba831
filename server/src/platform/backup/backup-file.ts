import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

/** The file is not a backup, is incomplete, or does not match the database. */
export class BackupError extends Error {}

const Header = z.object({
  format: z.literal('postern-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  partitions: z.array(z.object({ table: z.string(), name: z.string(), from: z.string(), to: z.string() })),
});
export type Header = z.infer<typeof Header>;

/** A table and its column values in PostgreSQL's text format, so that every value is restored exactly. */
export type Row = [table: string, values: (string | null)[]];
const Row: z.ZodType<Row> = z.tuple([z.string(), z.array(z.string().nullable())]);

export type Counts = Record<string, number>;
const Footer = z.object({ end: z.literal(true), counts: z.record(z.string(), z.number()) });

const longestLine = 256 * 1024 * 1024;

/** Not node:readline: it also breaks lines at U+2028, which may occur in JSON. */
async function* readLines(file: string): AsyncGenerator<string> {
  const gunzip = createGunzip();
  createReadStream(file)
    .on('error', (error) => gunzip.destroy(error))
    .pipe(gunzip);
  gunzip.setEncoding('utf8');
  let rest = '';
  for await (const chunk of gunzip) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) {
      throw new BackupError(`${file} is not a backup.`);
    }
    yield* lines;
  }
  if (rest !== '') {
    throw new BackupError(`${file} is not complete.`);
  }
}

function parseLine<T>(schema: z.ZodType<T>, line: string, problem: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BackupError(problem);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw new BackupError(problem);
  }
  return parsed.data;
}

function explain(error: unknown, file: string): Error {
  const { code = '' } = error as { code?: string };
  if (error instanceof BackupError) {
    return error;
  }
  if (code === 'ENOENT') {
    return new BackupError(`There is no file ${file}.`);
  }
  if (code === 'Z_BUF_ERROR') {
    return new BackupError(`${file} is not complete.`);
  }
  return code.startsWith('Z_') ? new BackupError(`${file} is damaged or not a backup.`) : (error as Error);
}

/** Calls `onRow` for each row and returns the totals of the last line, which must match the rows that were read. */
async function walk(file: string, onHeader: (header: Header) => void, onRow: (row: Row) => Promise<void>) {
  const counts: Counts = {};
  let isBegun = false;
  let end: string | undefined;
  for await (const line of readLines(file)) {
    if (!isBegun) {
      onHeader(parseLine(Header, line, `${file} is not a backup of this version of Postern.`));
      isBegun = true;
    } else if (end !== undefined) {
      throw new BackupError(`${file} contains data after its end.`);
    } else if (line.startsWith('{')) {
      end = line;
    } else {
      const row = parseLine(Row, line, `${file} is damaged.`);
      counts[row[0]] = (counts[row[0]] ?? 0) + 1;
      await onRow(row);
    }
  }
  if (end === undefined) {
    throw new BackupError(isBegun ? `${file} is not complete.` : `${file} is not a backup.`);
  }
  const expected = parseLine(Footer, end, `${file} is damaged.`).counts;
  const isWhole = [...Object.keys(expected), ...Object.keys(counts)].every(
    (table) => (expected[table] ?? 0) === (counts[table] ?? 0),
  );
  if (!isWhole) {
    throw new BackupError(`${file} does not contain the number of rows that its last line states.`);
  }
  return expected;
}

/** Reads the whole file and throws unless it is complete and valid. Writes nothing. */
export async function verifyFile(file: string): Promise<{ header: Header; counts: Counts }> {
  let header: Header | undefined;
  try {
    const counts = await walk(
      file,
      (found) => {
        header = found;
      },
      async () => undefined,
    );
    if (!header) {
      throw new BackupError(`${file} is not a backup.`);
    }
    return { header, counts };
  } catch (error) {
    throw explain(error, file);
  }
}

export async function readRows(file: string, onRow: (row: Row) => Promise<void>): Promise<void> {
  try {
    await walk(file, () => undefined, onRow);
  } catch (error) {
    throw explain(error, file);
  }
}

/** Compressed and readable by the owner only. Gets its final name when it is complete. `rows` yields whole lines. */
export async function writeFile(file: string, header: Header, rows: AsyncIterable<string>, counts: Counts) {
  if (existsSync(file)) {
    throw new BackupError(`${file} already exists.`);
  }
  const partial = `${file}.partial`;
  async function* lines() {
    yield `${JSON.stringify(header)}\n`;
    yield* rows;
    yield `${JSON.stringify({ end: true, counts })}\n`;
  }
  await rm(partial, { force: true });
  try {
    await pipeline(lines, createGzip(), createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
