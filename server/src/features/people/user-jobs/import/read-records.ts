import type { ErrorCode } from '@postern/contracts/errors';
import type { JsonObject } from '@postern/contracts/fields';
import { type ImportFile, type ImportFormat, importLimits } from '@postern/contracts/people/user-imports';
import { AppError } from '#platform/http/errors';
import { recognizeForeign, translate } from './foreign/translate.ts';
import { isObject, type JsonPiece, parseObject, splitJson, splitLines } from './json.ts';
import { type Delimiter, guessDelimiter, parseCsv } from './parse-csv.ts';
import { decode, type Received } from './receive.ts';

/** One user of a file by column name, or why the line cannot be read. */
export type ImportRecord = { line: number; values: JsonObject } | { line: number; problem: ErrorCode };

export type Records = {
  format: ImportFormat;
  delimiter: ImportFile['delimiter'];
  /** The columns in order, if the file defines them. */
  columns: string[];
  records: AsyncIterable<ImportRecord>;
};

type Opened = Pick<Received, 'path' | 'encoding'>;

const startLength = 64 * 1024;

async function readStart(file: Opened): Promise<string> {
  let start = '';
  for await (const chunk of decode(file)) {
    start += chunk;
    if (start.length >= startLength) {
      break;
    }
  }
  return start.slice(0, startLength);
}

async function* prepend<T>(first: T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** Flattens nested JSON to the names of our export, such as `profile.address.country`. */
function flatten(record: JsonObject): JsonObject {
  const { profile, ...rest } = record;
  if (!isObject(profile)) {
    return record;
  }
  const { address, ...plain } = profile;
  const under = (prefix: string, object: JsonObject) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [`${prefix}.${key}`, value]));
  const deeper = isObject(address) ? under('profile.address', address) : {};
  return { ...rest, ...under('profile', isObject(address) ? plain : profile), ...deeper };
}

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== '';
const withoutGaps = (values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => hasValue(value)));

type ReadOptions = {
  /** Whether records of other products keep their fields, and nested objects stay nested. */
  isRaw?: boolean;
};

async function readJson(
  pieces: AsyncGenerator<JsonPiece>,
  plain: 'json' | 'ndjson',
  { isRaw = false }: ReadOptions,
): Promise<Records> {
  const first = await pieces.next();
  if (first.done) {
    throw new AppError('user_import.empty_file');
  }
  const foreign = isRaw ? undefined : recognizeForeign(parseObject(first.value.text ?? '') ?? {});
  async function* records(): AsyncGenerator<ImportRecord> {
    for await (const { line, text } of prepend([first.value as JsonPiece], pieces)) {
      const record = text === undefined ? undefined : parseObject(text);
      if (record) {
        const values = foreign ? translate(foreign, record) : isRaw ? record : flatten(record);
        yield { line, values: withoutGaps(values) };
      } else {
        yield { line, problem: 'user_import.malformed_line' };
      }
    }
  }
  return { format: foreign ?? plain, delimiter: null, columns: [], records: records() };
}

const maxName = 256;

/** Unique names for all columns. */
function nameColumns(header: string[]): string[] {
  const used = new Set<string>();
  /** The number of the last name with the same beginning, so that equal names are numbered in one pass. */
  const lastOf = new Map<string, number>();
  return header.map((cell, index) => {
    const base = cell.trim().slice(0, maxName) || `Column ${index + 1}`;
    let name = base;
    for (let n = lastOf.get(base) ?? 2; used.has(name); n += 1) {
      name = `${base} (${n})`;
      lastOf.set(base, n + 1);
    }
    used.add(name);
    return name;
  });
}

/** The longest address has 254 characters. */
const maxIdentifier = 320;

/** A first line that contains an address or a number is a user, not a header. */
const isHeader = (cells: string[]) =>
  !cells.some((cell) => cell.length <= maxIdentifier && /^[^\s@]+@[^\s@]+\.[^\s@]+$|^\+?\d{5,}$|^\$2/.test(cell));

async function readCsv(file: Opened, delimiter: Delimiter): Promise<Records> {
  const rows = parseCsv(decode(file), delimiter);
  const first = await rows.next();
  if (first.done) {
    throw new AppError('user_import.empty_file');
  }
  const { cells: header } = first.value;
  if (header.length > importLimits.columns) {
    throw tooManyColumns();
  }
  const columns = nameColumns(isHeader(header) ? header : header.map(() => ''));
  const foreign = columns.includes('cognito:username') ? 'cognito' : undefined;
  const all = isHeader(header) ? prepend([], rows) : prepend([first.value], rows);
  async function* records(): AsyncGenerator<ImportRecord> {
    for await (const { line, cells } of all) {
      if (cells.slice(columns.length).some((cell) => cell !== '')) {
        yield { line, problem: 'user_import.too_many_cells' };
      } else if (cells.some((cell) => cell !== '')) {
        const values = withoutGaps(Object.fromEntries(columns.map((column, index) => [column, cells[index]])));
        yield { line, values: foreign ? translate(foreign, values) : values };
      }
    }
  }
  return { format: foreign ?? 'csv', delimiter, columns: foreign ? [] : columns, records: records() };
}

export const tooManyColumns = () =>
  new AppError('user_import.too_many_columns', { values: { max: importLimits.columns } });

/** Detects the format of a file and reads it user by user. */
export async function readRecords(file: Opened, options: ReadOptions = {}): Promise<Records> {
  const start = (await readStart(file)).trimStart();
  if (start === '') {
    throw new AppError('user_import.empty_file');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: texts have none of these, and other files do
  if (/[\0-\b\x0e-\x1a]/.test(start)) {
    const details = start.startsWith('PK') ? 'This looks like a spreadsheet or an archive. Save it as CSV.' : undefined;
    throw new AppError('user_import.unknown_format', { details });
  }
  if (start.startsWith('{') && parseObject(start.slice(0, start.indexOf('\n') + 1 || undefined))) {
    const whole = parseObject(start) ?? {};
    const isOne = 'users' in whole || 'Users' in whole;
    return isOne
      ? readJson(splitJson(decode(file)), 'json', options)
      : readJson(splitLines(decode(file)), 'ndjson', options);
  }
  if (start.startsWith('[') || start.startsWith('{')) {
    return readJson(splitJson(decode(file)), 'json', options);
  }
  return readCsv(file, guessDelimiter(start));
}
