import { pipeline, Readable } from 'node:stream';
import { importLimits } from '@postern/contracts/people/user-imports';
import { CsvError, type Info, parse } from 'csv-parse';
import { unescapeFormula } from '#platform/csv';
import { AppError } from '#platform/errors';

const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The most frequent delimiter in the first line, outside of quotes. */
export function guessDelimiter(start: string): Delimiter {
  const counts = new Map<string, number>();
  let inQuotes = false;
  for (const letter of start) {
    if (letter === '"') {
      inQuotes = !inQuotes;
    } else if (!inQuotes && (letter === '\n' || letter === '\r') && counts.size > 0) {
      break;
    } else if (!inQuotes) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
  }
  const [best = ','] = delimiters.toSorted((one, two) => (counts.get(two) ?? 0) - (counts.get(one) ?? 0));
  return best;
}

export type CsvRow = { line: number; cells: string[] };

/** The parser reports the line where it failed, which for an unclosed quote is the end of the file. */
function refuse(error: unknown, line: number): never {
  if (!(error instanceof CsvError)) {
    throw error;
  }
  const code = error.code === 'CSV_MAX_RECORD_SIZE' ? 'user_import.line_too_long' : 'user_import.malformed';
  // Use our message instead of the one of the parser.
  throw new AppError(code, { values: { line } });
}

const linesIn = (text: string) => text.split('\n').length - 1;

/** Yields rows with the line where they start. Skips empty lines. */
export async function* parseCsv(chunks: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  const parser = pipeline(
    Readable.from(chunks),
    parse({
      delimiter,
      info: true,
      // Accept quotes in the middle of a cell; too many or too few cells are reported per line.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: importLimits.record,
    }),
    // The consumer of the parser gets the error as well.
    () => undefined,
  );
  let last = 0;
  try {
    for await (const row of parser) {
      // With `info`, the parser returns both.
      const { record, info } = row as { record: string[]; info: Info };
      last = info.lines;
      const inside = record.reduce((sum, cell) => sum + linesIn(cell), 0);
      yield { line: info.lines - inside, cells: record.map(unescapeFormula) };
    }
  } catch (error) {
    refuse(error, last + 1);
  }
}
