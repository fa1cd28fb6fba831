import { importLimits } from '@postern/contracts/people/user-imports';
import { unescapeFormula } from '#platform/files/csv';
import { AppError } from '#platform/http/errors';

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

const [quote, newline, carriageReturn] = [34, 10, 13];

/** Where the reader is in a cell. After a quote inside of quotes, the next character tells what the quote means. */
type Place = 'start' | 'plain' | 'quoted' | 'afterQuote';

type Reader = { place: Place; cell: string; cells: string[]; line: number; startLine: number; length: number };

const newReader = (): Reader => ({ place: 'start', cell: '', cells: [], line: 1, startLine: 1, length: 0 });

/** Of the cells beyond the number of columns that a file may have, keeps only the first with content. */
function endCell(reader: Reader): void {
  const { cells, cell } = reader;
  if (cells.length <= importLimits.columns) {
    cells.push(unescapeFormula(cell));
  } else if (cells[importLimits.columns] === '') {
    cells[importLimits.columns] = unescapeFormula(cell);
  }
  reader.cell = '';
  reader.place = 'start';
}

/** The row that ends here; undefined for an empty line. */
function endRow(reader: Reader): CsvRow | undefined {
  const isEmpty = reader.place === 'start' && reader.cells.length === 0;
  if (!isEmpty) {
    endCell(reader);
  }
  const row = { line: reader.startLine, cells: reader.cells };
  reader.line += 1;
  reader.startLine = reader.line;
  reader.cells = [];
  reader.length = 0;
  return isEmpty ? undefined : row;
}

function checkLength({ length, startLine }: Reader): void {
  if (length > importLimits.record) {
    throw new AppError('user_import.line_too_long', { values: { line: startLine } });
  }
}

/** The end of the characters from an index that belong to the cell as they are. */
function endOfText({ place }: Reader, chunk: string, from: number, delimiter: number): number {
  if (place === 'quoted') {
    const end = chunk.indexOf('"', from);
    return end < 0 ? chunk.length : end;
  }
  let end = from;
  for (; end < chunk.length; end += 1) {
    const letter = chunk.charCodeAt(end);
    if (letter === delimiter || letter === newline || letter === carriageReturn) {
      break;
    }
  }
  return end;
}

function countLines(reader: Reader, text: string): void {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    reader.line += 1;
  }
}

/** RFC 4180 §2.7 with exceptions for real files: other characters after a closing quote make all quotes plain text. */
function readQuote(reader: Reader, letter: number, isEnd: boolean): boolean {
  if (reader.place === 'start' && letter === quote) {
    reader.place = 'quoted';
    return true;
  }
  if (reader.place === 'quoted' && letter === quote) {
    reader.place = 'afterQuote';
    return true;
  }
  if (reader.place === 'afterQuote' && letter === quote) {
    reader.cell += '"';
    reader.place = 'quoted';
    return true;
  }
  if (reader.place === 'afterQuote' && !isEnd) {
    reader.cell = `"${reader.cell}"`;
    reader.place = 'plain';
  }
  return false;
}

/**
 * Yields rows with the line where they start, and skips empty lines. Takes time in proportion to the length of the text,
 * whatever it contains.
 */
export async function* parseCsv(chunks: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  const reader = newReader();
  const separator = delimiter.charCodeAt(0);
  let isAfterReturn = false;
  for await (const chunk of chunks) {
    for (let index = 0; index < chunk.length; ) {
      const letter = chunk.charCodeAt(index);
      if (isAfterReturn && letter === newline) {
        isAfterReturn = false;
        index += 1;
        continue;
      }
      isAfterReturn = false;
      const isLineEnd = letter === newline || letter === carriageReturn;
      if (readQuote(reader, letter, isLineEnd || letter === separator)) {
        reader.length += 1;
        index += 1;
      } else if (reader.place !== 'quoted' && isLineEnd) {
        checkLength(reader);
        const row = endRow(reader);
        isAfterReturn = letter === carriageReturn;
        index += 1;
        if (row) {
          yield row;
        }
      } else if (reader.place !== 'quoted' && letter === separator) {
        endCell(reader);
        reader.length += 1;
        index += 1;
      } else {
        reader.place = reader.place === 'quoted' ? 'quoted' : 'plain';
        const end = endOfText(reader, chunk, index, separator);
        const text = chunk.slice(index, end);
        reader.cell += text;
        reader.length += text.length;
        countLines(reader, text);
        index = end;
      }
    }
    checkLength(reader);
  }
  if (reader.place === 'quoted') {
    throw new AppError('user_import.malformed', { values: { line: reader.startLine } });
  }
  const last = endRow(reader);
  if (last) {
    yield last;
  }
}
