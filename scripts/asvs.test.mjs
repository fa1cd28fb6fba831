import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printAsvs, states } from './docs/print-asvs.mjs';
import { root } from './runtime.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const rows = JSON.parse(read('docs/asvs.json'));

/** Requirements of levels 1 and 2 per chapter of ASVS 5.0.0. */
const perChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

/** Whether the file has a test with this title, as a literal argument of a call. */
function hasTest({ file, title }) {
  const text = read(file);
  const spellings = [title, title.replaceAll("'", "\\'")].flatMap((one) => [
    `('${one}',`,
    `("${one}",`,
    `(\`${one}\`,`,
  ]);
  return spellings.some((one) => text.replaceAll(/\(\s+(?=['"`])/g, '(').includes(one));
}

test('docs/asvs.md is printed from docs/asvs.json', () => {
  expect(read('docs/asvs.md')).toBe(printAsvs(rows));
});

test('every test that ASVS names exists', () => {
  const missing = rows.flatMap(({ id, tests = [] }) =>
    tests.filter((one) => !hasTest(one)).map((one) => ({ id, ...one })),
  );
  expect(missing).toEqual([]);
});

test('finds no test with another title', () => {
  expect(hasTest({ file: 'scripts/asvs.test.mjs', title: 'finds no test with another title' })).toBe(true);
  expect(hasTest({ file: 'scripts/asvs.test.mjs', title: 'finds no test with another' })).toBe(false);
});

test('has each requirement of levels 1 and 2 once, in order', () => {
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(perChapter.map((_, index) => ids.filter((id) => id.startsWith(`${index + 1}.`)).length)).toEqual(perChapter);
  const sorted = [...ids].sort((one, two) => one.localeCompare(two, 'en', { numeric: true }));
  expect(ids).toEqual(sorted);
  expect(rows.every(({ level }) => level === 1 || level === 2)).toBe(true);
});

test('names a test where a requirement is met, and a reason elsewhere', () => {
  for (const { id, state, tests = [], note } of rows) {
    expect([id, Object.keys(states).includes(state)]).toEqual([id, true]);
    expect([id, state === 'met' ? tests.length > 0 : Boolean(note)]).toEqual([id, true]);
  }
});
