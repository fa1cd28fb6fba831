import type { JsonObject } from '@postern/contracts/fields';
import { importLimits } from '@postern/contracts/people/user-imports';
import { AppError } from '#platform/http/errors';
import { checkJson } from '#platform/http/parse-json';

const maxDepth = 64;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return left === 0 || Object.values(value).some((one) => isTooDeep(one, left - 1));
}

/** The object in a text; undefined if there is none, it is nested too deeply or has too many keys. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    checkJson(text, { allowsNul: true });
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isTooDeep(value, maxDepth) ? value : undefined;
  } catch {
    // The caller reports the error.
    return undefined;
  }
}

/** NUL and lone surrogates, which PostgreSQL cannot store. JSON.stringify escapes exactly these in this form. */
export const isStorable = (value: unknown): boolean =>
  !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value).replaceAll('\\\\', ''));

/** One entry of a list as text; undefined if it is nested too deeply. */
export type JsonPiece = { line: number; text: string | undefined };

/** Keys of the user list in exports of other products. */
const listKeys = new Set(['users', 'Users']);

const code = { tab: 9, newline: 10, return: 13, space: 32, quote: 34, comma: 44, open: 91, escape: 92, close: 93 };
const [openObject, closeObject] = [123, 125];

type Scan = {
  line: number;
  depth: number;
  /** The depth of the entries; 0 while outside of a list. */
  listDepth: number;
  isListOver: boolean;
  isTooDeep: boolean;
  inString: boolean;
  isEscaped: boolean;
  /** The last string of an object that may contain the list. */
  key: string;
};

/** The effect of a character on the current entry: starts it, ends it before or after the character, or discards it. */
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
    // The current entry is the object that contains the list.
    scan.listDepth = 2;
    return 'drop';
  }
  scan.isTooDeep ||= scan.depth > maxDepth + scan.listDepth;
  return cut;
}

function close(scan: Scan): Cut {
  scan.depth -= 1;
  if (scan.depth < 0) {
    throw malformed(scan.line, 'There is a closing bracket without an opening bracket.');
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
 * Splits JSON into the entries of its list, which is the top level or the value of `users`. Keeps only one entry in
 * memory. Consecutive objects without a list are entries as well.
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
  /** The part of the current entry from earlier chunks. */
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
      // It may be the object that contains the list; its other parts are not needed.
      isOverlong = true;
      begun = '';
    }
  }
  if (scan.depth > 0 || scan.inString || begun !== undefined) {
    throw malformed(scan.line, 'The file ends before the JSON is complete.');
  }
}

const tooLong = (line: number) => new AppError('user_import.line_too_long', { values: { line } });

/** One entry per line (NDJSON). An unreadable line does not affect others. */
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
