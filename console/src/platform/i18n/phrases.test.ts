import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { everyGroup, languages, loadFirst, loadGroup } from './languages.ts';

const groups = await everyGroup('en');
const first = await loadFirst('en');
const root = fileURLToPath(new URL('../../', import.meta.url));
const features = readdirSync(join(root, 'features'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  existsSync(join(root, 'features', name, 'index.tsx')),
);

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The files of the console that a file brings along, at once or on demand. */
function importsOf(file: string): string[] {
  const names = [...read(file).matchAll(/(?:from |import\()'([.#][^']+\.tsx?)'/g)].map((match) => match[1] ?? '');
  return names
    .filter((name) => !name.startsWith('#phrases'))
    .map((name) => (name.startsWith('#') ? name.slice(1) : resolve('/', dirname(file), name).slice(1)));
}

function everythingBehind(file: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(file)) {
    seen.add(file);
    for (const name of importsOf(file)) {
      everythingBehind(name, seen);
    }
  }
  return seen;
}

function groupsIn(file: string): string[] {
  const keys = [
    ...read(file).matchAll(/(?:\bt\(|i18nKey=|i18nKey: |[kK]ey: |\? |: |=> )\{?['"`]([a-z][A-Za-z]+)\.[A-Za-z$]/g),
  ];
  return keys.map((match) => match[1] ?? '').filter((group) => groups.some((known) => known === group));
}

test('the list of phrases names every file, so that its keys are typed', () => {
  const types = read('phrases.ts');
  const named = (type: string) =>
    [...(types.split(`type ${type} = {`)[1]?.split('};')[0] ?? '').matchAll(/^ {2}(\w+): typeof \1;/gm)].map(
      ([, name]) => name,
    );
  expect(named('PagePhrases').sort()).toEqual([...groups].sort());
  expect(named('FirstPhrases').sort()).toEqual(Object.keys(first).sort());
});

test.each(languages.map(({ code }) => code))('%s has the groups of English', async (code) => {
  expect(Object.keys(await loadFirst(code)).sort()).toEqual(Object.keys(first).sort());
  expect((await everyGroup(code)).sort()).toEqual([...groups].sort());
  expect(await loadGroup(code, 'users')).toHaveProperty('purpose');
});

test.each(features)('%s loads what its pages say', (name) => {
  const index = `features/${name}/index.tsx`;
  const declared = [...(/phrases: \[([^\]]*)\]/.exec(read(index))?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, group]) => group,
  );
  const said = new Set([...everythingBehind(index)].flatMap(groupsIn));
  expect([...said].sort()).toEqual([...new Set(declared)].sort());
});

test.each(features)('the sidebar names %s before its phrases are loaded', (name) => {
  const label = /nav: \{[^}]*?label: \(t\) => t\('(\w+)\./s.exec(read(`features/${name}/index.tsx`))?.[1];
  expect([undefined, 'nav']).toContain(label);
});

test('the platform speaks with the first phrases alone', () => {
  const files = readdirSync(join(root, 'platform'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(sources.flatMap((file) => groupsIn(`platform/${file}`))).toEqual([]);
});
