// Compares the phrases of all languages with English. `npm run phrases [code]` lists what is wrong,
// `npm run phrases -- --accept <code|all>` records that the translations belong to the English texts of today,
// `npm run phrases -- --english` prints what the server says, as a start for another language.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { supportedLanguages } from '../contracts/src/wire.ts';
import { compare, type Problem } from './phrases/compare.ts';
import { findChanged, fingerprintsIn, fingerprintsOf, type Stored, store } from './phrases/fingerprints.ts';
import type { Texts } from './phrases/read-phrases.ts';
import { serverEnglish } from './phrases/server-english.ts';
import { type PhraseTree, trees } from './phrases/trees.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: 'string' }, english: { type: 'boolean' } },
});

const folder = fileURLToPath(new URL('phrases/translated/', import.meta.url));
const fileOf = ({ name }: PhraseTree) => join(folder, `${name}.json`);

function readStored(tree: PhraseTree): Stored {
  const file = fileOf(tree);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { all: {}, but: {} };
}

/** What is wrong with the texts of a language, and which of them may be out of date. */
function problemsOf(tree: PhraseTree, code: string, english: Texts, translated: Texts, stored: Stored) {
  const wrong = [...compare(code, english, translated, tree), ...(tree.check?.(code) ?? [])];
  const changed = findChanged(fingerprintsOf(code, english), fingerprintsIn(stored, code), translated);
  const old: Problem[] = changed.map(({ key, isNew }) => ({
    key,
    english: english.get(key),
    problem: isNew ? 'is new' : 'was translated from another English text',
  }));
  return { wrong, old };
}

async function accept(wanted: string): Promise<number> {
  const known = new Set(trees.flatMap((tree) => tree.codes()));
  if (wanted !== 'all' && !known.has(wanted)) {
    console.error(`There is no language ${wanted}. Languages: ${[...known].sort().join(', ')}, all.`);
    return 1;
  }
  mkdirSync(folder, { recursive: true });
  for (const tree of trees) {
    const [stored, english] = [readStored(tree), await tree.english()];
    const languages = tree.codes().map((code) => {
      const now = fingerprintsOf(code, english);
      const then = fingerprintsIn(stored, code);
      const kept = [...then].filter(([key]) => now.has(key));
      return [code, wanted === 'all' || wanted === code ? now : new Map(kept)] as const;
    });
    writeFileSync(fileOf(tree), `${JSON.stringify(store(new Map(languages)), null, 2)}\n`);
  }
  return 0;
}

async function list(only: string | undefined): Promise<number> {
  let count = 0;
  const stale = new Set<string>();
  for (const tree of trees) {
    const [english, stored, codes] = [await tree.english(), readStored(tree), tree.codes()];
    const lacking = supportedLanguages.filter((code) => code !== 'en' && !codes.includes(code));
    if (lacking.length > 0) {
      console.log(`${tree.name} is not translated to ${lacking.join(', ')} (${tree.folder}).`);
    }
    for (const code of codes.filter((one) => only === undefined || one === only)) {
      const { wrong, old } = problemsOf(tree, code, english, await tree.texts(code), stored);
      count += wrong.length + old.length;
      if (old.length > 0) {
        stale.add(code);
      }
      for (const { key, english, problem } of [...wrong, ...old]) {
        console.log(`${tree.name} ${code}: ${key} ${problem}${english === undefined ? '' : `\n    ${english}`}`);
      }
    }
  }
  if (count > 0) {
    console.log(`\n${count} problems. The files are in ${trees.map((tree) => tree.folder).join(', ')}.`);
  }
  if (stale.size > 0) {
    console.log(
      'Check that the texts that are new or were translated from another text say what English says, then run:',
    );
    console.log(
      [...stale]
        .sort()
        .map((code) => `  npm run phrases -- --accept ${code}`)
        .join('\n'),
    );
  }
  return count > 0 ? 1 : 0;
}

if (values.english) {
  process.stdout.write(`${JSON.stringify(await serverEnglish(), null, 2)}\n`);
} else {
  process.exitCode = values.accept === undefined ? await list(positionals[0]) : await accept(values.accept);
}
