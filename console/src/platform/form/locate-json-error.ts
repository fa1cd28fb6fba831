type JsonProblem = 'value' | 'key' | 'colon' | 'separator' | 'string' | 'end';
export type JsonError = { line: number; column: number; problem: JsonProblem };

type Failure = { at: number; problem: JsonProblem };
/** The end of a value, or the error. */
type Step = number | Failure;

// RFC 8259 §6 and §7, anchored by the sticky flag.
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 forbids them inside a string
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const space = /[\t\n\r ]*/y;
const wordOrNumber = /[\w+.-]*/y;

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const skipSpace = (text: string, at: number) => endOf(space, text, at) ?? at;

function readString(text: string, at: number): Step {
  return endOf(string, text, at) ?? { at, problem: 'string' };
}

function readScalar(text: string, at: number): Step {
  const end = endOf(scalar, text, at);
  // The word continues, as in `truest` or `01`.
  return end !== undefined && end === endOf(wordOrNumber, text, at) ? end : { at, problem: 'value' };
}

function readValue(text: string, at: number): Step {
  switch (text[at]) {
    case '{':
      return readItems(text, at, '}', readMember);
    case '[':
      return readItems(text, at, ']', readValue);
    case '"':
      return readString(text, at);
    default:
      return readScalar(text, at);
  }
}

function readMember(text: string, at: number): Step {
  if (text[at] !== '"') {
    return { at, problem: 'key' };
  }
  const key = readString(text, at);
  if (typeof key !== 'number') {
    return key;
  }
  const colon = skipSpace(text, key);
  return text[colon] === ':' ? readValue(text, skipSpace(text, colon + 1)) : { at: colon, problem: 'colon' };
}

function readItems(text: string, open: number, close: string, readItem: typeof readValue): Step {
  let at = skipSpace(text, open + 1);
  if (text[at] === close) {
    return at + 1;
  }
  for (;;) {
    const item = readItem(text, at);
    if (typeof item !== 'number') {
      return item;
    }
    at = skipSpace(text, item);
    if (text[at] === close) {
      return at + 1;
    }
    if (text[at] !== ',') {
      return { at, problem: 'separator' };
    }
    at = skipSpace(text, at + 1);
  }
}

/** Position and kind of a JSON syntax error. Browsers report it differently, and some do not report it. */
export function locateJsonError(text: string): JsonError | undefined {
  const read = readValue(text, skipSpace(text, 0));
  const end = typeof read === 'number' ? skipSpace(text, read) : read.at;
  if (typeof read === 'number' && end === text.length) {
    return undefined;
  }
  const before = text.slice(0, end).split('\n');
  const problem = typeof read === 'number' ? 'end' : read.problem;
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, problem };
}
