import fc from 'fast-check';

/** Parts that break parsers, encoders and databases. */
const nasty = [
  '\0',
  '%00',
  '\r\n',
  '\\',
  '"',
  "'",
  '<',
  '>',
  '&',
  ';',
  '#',
  '@',
  '*',
  '?',
  '%',
  '%zz',
  '%2e%2e%2f',
  '../',
  '//',
  ':',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '$',
  ' ',
  '=',
  ',',
  '.',
  '..',
  '\ud800',
  '\udc00',
  '\u202e',
  '\ufeff',
  '\uffff',
  'İ',
  'ß',
  '👩‍👩‍👧',
  'é́',
  '-1',
  '0',
  'NaN',
  '1e309',
  '9007199254740993',
  '__proto__',
  'constructor',
  'null',
  'true',
  'undefined',
  'javascript:',
  'x'.repeat(300),
  'x'.repeat(5000),
  '('.repeat(100),
];

type Edit = { kind: 'insert' | 'remove' | 'repeat' | 'replace'; at: number; length: number; part: string };

const edit = (parts: readonly string[]): fc.Arbitrary<Edit> =>
  fc.record({
    kind: fc.constantFrom('insert', 'remove', 'repeat', 'replace'),
    at: fc.nat(10_000),
    length: fc.nat(12),
    part: fc.oneof(fc.constantFrom(...nasty, ...parts), fc.string({ maxLength: 6, unit: 'binary' })),
  });

function apply(text: string, { kind, at, length, part }: Edit): string {
  const from = text.length === 0 ? 0 : at % (text.length + 1);
  const [before, cut, rest] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  switch (kind) {
    case 'insert':
      return `${before}${part}${cut}${rest}`;
    case 'remove':
      return `${before}${rest}`;
    case 'repeat':
      return `${before}${cut.repeat(3)}${rest}`;
    default:
      return `${before}${part}${rest}`;
  }
}

/** One of the texts with up to five changes: parts of the language at hand, parts that break parsers, random ones. */
export const mutatedText = (seeds: readonly string[], parts: readonly string[] = []): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...seeds), fc.array(edit(parts), { maxLength: 5 }))
    .map(([seed, edits]) => edits.reduce(apply, seed));

/** The bytes with up to five changed, in base64. */
export const mutatedBytes = (seeds: readonly Buffer[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(100_000), fc.constantFrom('set', 'cut', 'add'), fc.nat(255)), { maxLength: 5 }),
    )
    .map(([seed, edits]) =>
      edits
        .reduce((bytes, [at, kind, value]) => {
          const from = at % (bytes.length + 1);
          const [before, rest] = [bytes.subarray(0, from), bytes.subarray(from)];
          if (kind === 'cut') {
            return Buffer.concat([before, rest.subarray(1 + (value % 16))]);
          }
          return Buffer.concat([before, Buffer.from([value]), kind === 'set' ? rest.subarray(1) : rest]);
        }, seed)
        .toString('base64'),
    );

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const deep = (depth: number): Json => (depth === 0 ? 'deep' : [deep(depth - 1)]);

const nastyValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    -(2 ** 63),
    8.64e15 + 1,
    '',
    ' ',
    [],
    {},
    [null],
    [[]],
    { a: { b: {} } },
    deep(60),
    Array.from({ length: 300 }, () => 'x'),
    'https://example.com/',
    'https://[::1',
    'http://10.0.0.1/',
    'a@example.com',
    '2026-02-30T25:61:61Z',
    '+491511234567',
    '#12345g',
    'en-XX',
  ),
  fc.constantFrom(...nasty),
  fc.string({ maxLength: 20, unit: 'binary' }),
  fc.integer(),
  fc.double(),
);

type Change = { at: number; kind: 'replace' | 'remove' | 'add' | 'wrap'; value: Json; name: string };

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(10_000),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap'),
  value: nastyValue,
  name: fc.constantFrom('id', 'name', 'tenantId', '__proto__', 'constructor', 'toString', '', 'a.b', '\0', 'ключ'),
});

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds a key even if it is `__proto__`. */
const withKey = (object: object, name: string, value: Json): Json =>
  Object.defineProperty({ ...object }, name, { value, enumerable: true, configurable: true, writable: true }) as Json;

const sizeOf = (value: Json): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0)
    : 1;

/** Applies a change at the n-th node of the value, counted from the root. */
function changeAt(value: Json, n: number, { kind, value: next, name }: Change): Json | undefined {
  if (n === 0) {
    if (kind === 'remove') {
      return undefined;
    }
    if (kind === 'wrap') {
      return [value];
    }
    return kind === 'add' && isObject(value) ? withKey(value, name, next) : next;
  }
  let left = n - 1;
  for (const [key, one] of Object.entries(value as object) as [string, Json][]) {
    const size = sizeOf(one);
    if (left < size) {
      const changed = changeAt(one, left, { kind, value: next, name, at: 0 });
      if (Array.isArray(value)) {
        return value.flatMap((item, index) =>
          String(index) === key ? (changed === undefined ? [] : [changed]) : [item],
        );
      }
      const rest = Object.fromEntries(Object.entries(value as object).filter(([other]) => other !== key));
      return changed === undefined ? (rest as Json) : withKey(rest, key, changed);
    }
    left -= size;
  }
  return value;
}

/** The value with up to three changes, at any depth. */
export const mutatedJson = (value: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(value, fc.array(change, { maxLength: 3 }))
    .map(([seed, changes]) =>
      changes.reduce((whole: Json, one) => changeAt(whole, one.at % sizeOf(whole), one) ?? null, seed),
    );
