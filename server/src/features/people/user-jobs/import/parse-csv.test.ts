import { importLimits } from '@postern/contracts/people/user-imports';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTime, least } from '../../../../platform/testing/measure.ts';
import { checkRecord } from './check-record.ts';
import { parseCsv } from './parse-csv.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    yield text.slice(at, at + size);
  }
}

async function rowsOf(text: string, size = 32_768) {
  const rows: { line: number; cells: string[] }[] = [];
  for await (const row of parseCsv(inChunks(text, size), ',')) {
    rows.push(row);
  }
  return rows;
}

test('reads what another parser reads, in chunks of any size', async () => {
  const pieces = fc.constantFrom('a', 'b', ',', '"', '""', '\n', '\r\n', ' ', 'é', '1');
  const texts = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const options = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true } as const;
      const expected = await Promise.resolve()
        .then(() => parse(text, { ...options, record_delimiter: ['\r\n', '\n', '\r'] }))
        .catch(() => 'refused');
      const own = await rowsOf(text, size).then(
        (rows) => rows.map(({ cells }) => cells),
        () => 'refused',
      );
      expect(own).toEqual(expected);
    }),
    { numRuns: 2000, seed: 11 },
  );
});

test('of cells beyond the largest number of columns keeps one with content', async () => {
  const [row] = await rowsOf(`${','.repeat(importLimits.columns + 500)}last\n`);
  expect([row?.cells.length, row?.cells.at(-1)]).toEqual([importLimits.columns + 1, 'last']);
});

test.each([
  ['cells', ','.repeat(1_000_000)],
  ['short rows after a long one', `${',a'.repeat(24_000)}\n${'a\n'.repeat(400_000)}`],
  ['line ends', '\n'.repeat(1_000_000)],
  ['quotes', `${'""'.repeat(400_000)}\n`],
  ['line ends in quotes', `"${'\n'.repeat(900_000)}"\n`],
])('reads a megabyte of %s in linear time', async (_, text) => {
  // The square of these lengths takes minutes.
  expect(await least(2000, () => cpuTime(() => rowsOf(text)))).toBeLessThan(2000);
});

const long = 300_000;
const hostile = [
  'a'.repeat(long),
  `a@${'a.'.repeat(long / 2)} `,
  ' '.repeat(long),
  '1'.repeat(long),
  `$2${'$'.repeat(long)}`,
  `{${'['.repeat(long)}`,
  `${'-'.repeat(long)}!`,
];

test('checks a record with long values in linear time', async () => {
  const names = ['username', 'primaryEmail', 'primaryPhone', 'name', 'avatar', 'customData', 'identities', 'roles'];
  const more = ['password', 'passwordDigest', 'passwordAlgorithm', 'isSuspended', 'createdAt', 'emailVerified', 'id'];
  const profile = ['profile.website', 'profile.birthdate', 'profile.zoneinfo', 'profile.locale'];
  for (const field of [...names, ...more, ...profile]) {
    for (const value of hostile) {
      const taken = await least(50, () => cpuTime(() => checkRecord(1, new Map([[field, value]]), { keepIds: true })));
      expect([field, value.slice(0, 10), taken < 50, taken < 50 || taken]).toEqual([
        field,
        value.slice(0, 10),
        true,
        true,
      ]);
    }
  }
});
