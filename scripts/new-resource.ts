/**
 * `npm run new [<wing>/]<words> [<word>]`: creates the skeleton of a new resource, from the contract to the browser
 * spec. Copies files from scripts/new-resource/skeleton and replaces the sample word; never overwrites existing files.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { camelOf, createRewriter, sentenceOf, singularOf } from './new-resource/words.ts';
import { wings } from './wings.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const skeleton = join(root, 'scripts/new-resource/skeleton');

class Refusal extends Error {}

type Word = { wing: string; plural: string; singular: string };

const defaultWing = 'access';

function readWord([place, given]: string[]): Word {
  if (!place) {
    throw new Refusal('Usage: npm run new [<wing>/]<words> [<word>], such as: npm run new people/badges');
  }
  const [wing = '', plural = ''] = place.includes('/') ? place.split('/', 2) : [defaultWing, place];
  if (!wings.includes(wing)) {
    throw new Refusal(`There is no wing ${wing}. The wings are ${wings.join(', ')}.`);
  }
  const isKebab = (word: string) => /^[a-z][\da-z]*(-[a-z][\da-z]*)*$/.test(word);
  if (!isKebab(plural) || (given !== undefined && !isKebab(given))) {
    throw new Refusal('Use lowercase letters and hyphens, such as paper-clips.');
  }
  const singular = given ?? singularOf(plural);
  if (!singular || singular === plural) {
    throw new Refusal(`The singular of ${plural} is unknown. Add it: npm run new ${place} <word>`);
  }
  return { wing, plural, singular };
}

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [path];

function nextMigration(): string {
  const numbers = readdirSync(join(root, 'server/migrations')).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

type Text = { path: string; text: string };

function readSkeleton({ wing, ...word }: Word): Text[] {
  const replaceWord = createRewriter(word);
  const rewrite = (text: string) => replaceWord(text).replaceAll('some-wing', wing);
  const number = nextMigration();
  return filesBelow(skeleton).map((file) => ({
    path: rewrite(
      relative(skeleton, file)
        .replaceAll('\\', '/')
        .replace(/\.txt$/, ''),
    ).replace('/0000_', `/${number}_`),
    text: rewrite(readFileSync(file, 'utf8')),
  }));
}

/** A line for one of the project's lists: `find` is the text next to it, and `$&` in `put` is the match. */
type Line = { path: string; find: RegExp; put: string };

function linesFor({ wing, plural, singular }: Word): Line[] {
  const [name, event] = [camelOf(plural), camelOf(`-${singular}`)];
  const title = sentenceOf(plural);
  const importAfterLast = /^import .*;\n(?!import )/m;
  const events = ['Created', 'Deleted', 'Data.Updated'].map((what) => `  '${event}.${what}',\n`).join('');
  const server = 'server/src/features/index.ts';
  const browser = 'console/src/features/index.ts';
  const phrases = 'console/src/phrases.ts';
  return [
    { path: 'contracts/src/events.ts', find: /(?<=export const eventNames = \[[^\]]*)(?=\] as const;)/, put: events },
    { path: server, find: importAfterLast, put: `$&import { ${name} } from './${wing}/${plural}/index.ts';\n` },
    { path: server, find: /(?<=coreFeatures: Feature\[\] = \[[^\]]*)(?=\];)/, put: `  ${name},\n` },
    { path: browser, find: importAfterLast, put: `$&import { ${name} } from './${wing}/${plural}/index.tsx';\n` },
    { path: browser, find: /(?<=const core: readonly Feature\[\] = \[[^\]]*?)(?=,?\s*\];)/, put: `, ${name}` },
    {
      path: phrases,
      find: importAfterLast,
      put: `$&import type ${name} from './features/${wing}/${plural}/phrases.en.json';\n`,
    },
    { path: phrases, find: /(?<=type PagePhrases = \{[^}]*)(?=\};)/, put: `  ${name}: typeof ${name};\n` },
    { path: 'console/src/platform/shell/nav.phrases.en.json', find: /(?=\n\}\n$)/, put: `,\n  "${name}": "${title}"` },
  ];
}

/** Adds the new lines to the lists. Finds all positions before anything is written. */
function addLines(lines: Line[]): Text[] {
  const texts = new Map<string, string>();
  for (const { path, find, put } of lines) {
    const text = texts.get(path) ?? readFileSync(join(root, path), 'utf8');
    if (!find.test(text)) {
      throw new Refusal(`${path} does not look as expected: ${find} was not found. Nothing was written.`);
    }
    texts.set(path, text.replace(find, put));
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}

function write({ path, text }: Text): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Import order and line breaks depend on the word, so the formatter runs on the files, except SQL. */
function format(paths: string[]): void {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--write', ...paths.filter((path) => /\.(tsx?|json)$/.test(path))];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    throw new Refusal(`The files were written, but formatting failed:\n${stdout}${stderr}`);
  }
}

function create(args: string[]): void {
  const word = readWord(args);
  const files = readSkeleton(word);
  const taken = files.filter(({ path }) => existsSync(join(root, path)));
  if (taken.length > 0) {
    throw new Refusal(
      `These files already exist. Nothing was written:\n${taken.map(({ path }) => `  ${path}`).join('\n')}`,
    );
  }
  const lists = addLines(linesFor(word));
  for (const text of [...files, ...lists]) {
    write(text);
  }
  format([...files, ...lists].map(({ path }) => path));
  console.log(`Written:\n${files.map(({ path }) => `  ${path}`).join('\n')}`);
  console.log(`A line was added to:\n${lists.map(({ path }) => `  ${path}`).join('\n')}`);
  console.log('Next: change the fields in the contract, the migration and the store; then `npm run db:types`,');
  console.log(`\`npm run check\` and \`npm run test:slice ${word.plural}\`. docs/add-a-resource.md has the rest.`);
}

try {
  create(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 1;
}
