import { importLimits } from '@postern/contracts/people/user-imports';
import { AppError } from '#platform/errors';

/** One entry of a list, as text; undefined where it is nested too deeply to be read. */
export type JsonPiece = { line: number; text: string | undefined };

/** Under which key the exports of other products keep their users. */
const listKeys = new Set(['users', 'Users']);
const maxDepth = 64;

const code = { tab: 9, newline: 10, return: 13, space: 32, quote: 34, comma: 44, open: 91, escape: 92, close: 93 };
const [openObject, closeObject] = [123, 125];

type Scan = {
  line: number;
  depth: number;
  /** How deep the entries lie; 0 while they are not inside anything. */
  listDepth: number;
  isListOver: boolean;
  isTooDeep: boolean;
  inString: boolean;
  isEscaped: boolean;
  /** The last text of an object that may hold the list. */
  key: string;
};

/** What a letter means for the entry at hand: it begins, ends before or behind the letter, or is none after all. */
type Cut = 'begin' | 'before' | 'behind' | 'drop' | undefined;

const malformed = (line: number, details: string) =>
  new AppError('user_import.malformed', { values: { line }, details });

function readString(scan: Scan, letter: number): void {
  if (scan.isEscaped) {
    scan.isEscaped = false;
  } else if (letter === code.escape) {
    scan.isEscaped = true;
  } else if (letter === code.quote) {
    scan.inString = false;
  } else if (scan.depth === 1 && scan.key.length < 10) {
    scan.key += String.fromCharCode(letter);
  }
}

function open(scan: Scan, letter: number, cut: Cut): Cut {
  const isList = letter === code.open && scan.depth === 1 && scan.listDepth === 0 && listKeys.has(scan.key);
  scan.depth += 1;
  if (isList) {
    // What was taken for an entry is what the list stands in.
    scan.listDepth = 2;
    return 'drop';
  }
  scan.isTooDeep ||= scan.depth > maxDepth + scan.listDepth;
  return cut;
}

function close(scan: Scan): Cut {
  scan.depth -= 1;
  if (scan.depth < 0) {
    throw malformed(scan.line, 'A bracket closes that was never opened.');
  }
  if (scan.depth < scan.listDepth) {
    scan.isListOver = true;
    return 'before';
  }
  return scan.depth === 0 ? 'behind' : undefined;
}

const isGap = (letter: number) =>
  letter === code.space ||
  (letter >= code.tab && letter <= code.return) ||
  letter === code.comma ||
  letter === code.close;

function look(scan: Scan, letter: number, hasBegun: boolean): Cut {
  if (letter === code.newline) {
    scan.line += 1;
  }
  if (scan.inString) {
    readString(scan, letter);
    return undefined;
  }
  let cut: Cut;
  if (!hasBegun && scan.depth === scan.listDepth && !scan.isListOver && !isGap(letter)) {
    if (scan.depth === 0 && letter === code.open) {
      scan.listDepth = 1;
    } else {
      cut = 'begin';
    }
  }
  switch (letter) {
    case code.quote:
      scan.inString = true;
      scan.key = '';
      return cut;
    case code.open:
    case openObject:
      return open(scan, letter, cut);
    case code.close:
    case closeObject:
      return close(scan);
    case code.comma:
      return scan.depth === scan.listDepth ? 'before' : cut;
    default:
      return cut;
  }
}

/**
 * Cuts a JSON text into the entries of its list, which is the text itself or what an object has under `users`. Only one
 * entry is in memory at a time. Objects that follow each other without a list count as entries as well.
 */
export async function* splitJson(chunks: AsyncIterable<string>): AsyncGenerator<JsonPiece> {
  const scan: Scan = {
    line: 1,
    depth: 0,
    listDepth: 0,
    isListOver: false,
    isTooDeep: false,
    inString: false,
    isEscaped: false,
    key: '',
  };
  let entries = 0;
  /** The entry at hand, as far as it stood in earlier chunks. */
  let begun: string | undefined;
  let isOverlong = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const cut = look(scan, chunk.charCodeAt(index), begun !== undefined);
      if (cut === 'begin') {
        begun = '';
        from = index;
        scan.isTooDeep = false;
      } else if (cut === 'drop') {
        begun = undefined;
        isOverlong = false;
      } else if (cut !== undefined && begun !== undefined) {
        entries += 1;
        const text: string = begun + chunk.slice(from, cut === 'behind' ? index + 1 : index);
        begun = undefined;
        if (isOverlong || text.length > importLimits.record) {
          throw tooLong(entries);
        }
        yield { line: entries, text: scan.isTooDeep ? undefined : text };
      }
    }
    begun = begun === undefined ? undefined : begun + chunk.slice(from);
    if (begun !== undefined && begun.length > importLimits.record) {
      if (scan.listDepth > 0) {
        throw tooLong(entries + 1);
      }
      // It can still be what the list stands in, whose other parts nobody needs.
      isOverlong = true;
      begun = '';
    }
  }
  if (scan.depth > 0 || scan.inString || begun !== undefined) {
    throw malformed(scan.line, 'The file ends before its JSON does.');
  }
}

const tooLong = (line: number) => new AppError('user_import.line_too_long', { values: { line } });

/** One entry per line (NDJSON). A line that cannot be read spoils no other. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<JsonPiece> {
  let line = 0;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      if (text.length > importLimits.record) {
        throw tooLong(line);
      }
      if (text.trim() !== '') {
        yield { line, text };
      }
    }
    if (rest.length > importLimits.record) {
      throw tooLong(line + 1);
    }
  }
  if (rest.trim() !== '') {
    yield { line: line + 1, text: rest };
  }
}
