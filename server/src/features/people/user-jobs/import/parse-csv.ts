import { pipeline, Readable } from 'node:stream';
import { importLimits } from '@postern/contracts/people/user-imports';
import { CsvError, type Info, parse } from 'csv-parse';
import { AppError } from '#platform/errors';
import { unescapeFormula } from '../write-csv.ts';

const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The one that the first line has most of, outside of quotes. */
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

/** The parser names the line where it gave up, which for an open quote is the end of the file. */
function refuse(error: unknown, line: number): never {
  if (!(error instanceof CsvError)) {
    throw error;
  }
  const code = error.code === 'CSV_MAX_RECORD_SIZE' ? 'user_import.line_too_long' : 'user_import.malformed';
  // The parser explains itself in its own words; what to do stands in ours.
  throw new AppError(code, { values: { line } });
}

const linesIn = (text: string) => text.split('\n').length - 1;

/** Rows one by one, each with the line it begins in. Lines without a cell are passed over. */
export async function* parseCsv(chunks: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  const parser = pipeline(
    Readable.from(chunks),
    parse({
      delimiter,
      info: true,
      // A quote in the middle of a cell is a letter; what is too much or too little is told line by line.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: importLimits.record,
    }),
    // Whoever reads the parser learns of an error before it.
    () => undefined,
  );
  let last = 0;
  try {
    for await (const row of parser) {
      // With `info` the parser hands out both.
      const { record, info } = row as { record: string[]; info: Info };
      last = info.lines;
      const inside = record.reduce((sum, cell) => sum + linesIn(cell), 0);
      yield { line: info.lines - inside, cells: record.map(unescapeFormula) };
    }
  } catch (error) {
    refuse(error, last + 1);
  }
}
