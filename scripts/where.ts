/** `npm run where <word>`: lists all files of a slice, in every runtime. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { singularOf, snakeOf } from './new-resource/words.ts';
import { wings } from './wings.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const migrations = 'server/migrations';

const list = (path: string) => (existsSync(join(root, path)) ? readdirSync(join(root, path)).sort() : []);
const isFolder = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();

/** Files such as `translations/de/records.webhooks.json`. */
const translationsOf = (word: string) =>
  list('translations').flatMap((code) =>
    list(`translations/${code}`)
      .filter((file) => file.split('.')[1] === word)
      .map((file) => `translations/${code}/${file}`),
  );

/** Words that mean the same slice in different folders. */
const sameWords = [
  ['mfa', 'factors'],
  ['profile', 'me'],
  ['profile-fields', 'custom-profile-fields'],
  ['security', 'sign-in-protection'],
];
const spellingsOf = (word: string) => sameWords.find((words) => words.includes(word)) ?? [word];

/** Browser specs of a wing, and those of what all pages share. */
const specFolders = [...wings, 'platform'];

/** Possible locations of a slice's files: one per runtime, containing the word of the slice. */
const places = (word: string) => [
  `contracts/src/${word}.ts`,
  ...wings.flatMap((wing) => [
    `contracts/src/${wing}/${word}.ts`,
    `server/src/features/${wing}/${word}`,
    `console/src/features/${wing}/${word}`,
  ]),
  ...['methods', 'steps', '.'].map((part) => `server/src/features/sign-in/sign-in/${part}/${word}`.replace('/./', '/')),
  ...['server', 'console', 'experience'].flatMap((app) => [
    `${app}/src/platform/${word}`,
    `${app}/src/platform/${word}.ts`,
  ]),
  `console/src/paths/${word}.ts`,
  ...translationsOf(word),
  `experience/src/steps/${word}`,
  ...specFolders.map((folder) => `e2e/${folder}/${word}.spec.ts`),
];

function filesBelow(path: string): string[] {
  if (!existsSync(join(root, path))) {
    return [];
  }
  return isFolder(path) ? list(path).flatMap((name) => filesBelow(`${path}/${name}`)) : [path];
}

const foldersIn = (path: string) => list(path).filter((name) => isFolder(`${path}/${name}`));
const namesIn = (path: string, ending: string) =>
  list(path).flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));

/** Contracts without an API are building blocks of others and not slices. */
const hasApi = (folder: string) => (name: string) =>
  /^export const \w+Api\b/m.test(readFileSync(join(root, folder, `${name}.ts`), 'utf8'));

function knownWords(): string[] {
  const words = [
    ...wings.flatMap((wing) => [
      ...namesIn(`contracts/src/${wing}`, '.ts').filter(hasApi(`contracts/src/${wing}`)),
      ...foldersIn(`server/src/features/${wing}`),
      ...foldersIn(`console/src/features/${wing}`),
    ]),
    ...foldersIn('experience/src/steps'),
    ...['server', 'console', 'experience'].flatMap((app) => foldersIn(`${app}/src/platform`)),
    ...sameWords.flat(),
    ...specFolders.flatMap((folder) => namesIn(`e2e/${folder}`, '.spec.ts')),
  ];
  return [...new Set(words)].sort();
}

type Table = { name: string; place: string };

function readTables(): Table[] {
  return namesIn(migrations, '.sql').flatMap((file) => {
    const path = `${migrations}/${file}.sql`;
    return readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const name = /^create table (?:if not exists )?(\w+)(?! partition)/.exec(line)?.[1];
        return name ? [{ name, place: `${path}:${index + 1}` }] : [];
      });
  });
}

const writes = /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|(?:insert into|delete from|update) (\w+)\b/g;

/** Tables named after the word, and those that the slice writes: only the owning slice writes a table. */
function tablesOf(word: string, files: string[]): Table[] {
  const written = files
    .filter((path) => path.startsWith('server/') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(writes)].map(([, one, two]) => one ?? two));
  const prefixes = [snakeOf(word), snakeOf(singularOf(word) ?? word)];
  return readTables().filter(
    ({ name }) => written.includes(name) || prefixes.some((prefix) => name === prefix || name.startsWith(`${prefix}_`)),
  );
}

/** The number of characters to change to turn one word into the other (Levenshtein). */
function distance(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...two].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[at + 1], row[at], next[at]];
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function nearest(word: string, known: string[]): string[] {
  const score = (candidate: string) =>
    candidate.includes(word) || word.includes(candidate) ? 0 : distance(word, candidate);
  return known
    .filter((candidate) => score(candidate) <= Math.ceil(candidate.length / 3))
    .sort((one, two) => score(one) - score(two))
    .slice(0, 3);
}

const [word] = process.argv.slice(2);
const known = knownWords();
if (!word) {
  console.log(`Usage: npm run where <word>\n\nWords: ${known.join(', ')}`);
  process.exitCode = 1;
} else if (known.includes(word)) {
  const files = [...new Set(spellingsOf(word).flatMap(places).flatMap(filesBelow))];
  const tables = spellingsOf(word)
    .flatMap((spelling) => tablesOf(spelling, files))
    .map(({ name, place }) => `${place}  table ${name}`);
  console.log([...new Set([...files, ...tables])].join('\n'));
} else {
  const near = nearest(word, known);
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `Available: ${known.join(', ')}`;
  console.error(`There is no slice called ${word}. ${hint}`);
  process.exitCode = 1;
}
