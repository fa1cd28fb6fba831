// Compares the translations with English. `npm run phrases [code]` lists what is missing, may be out of date, or is
// wrong; only what is wrong makes it fail. With `--complete` the rest does too, as before a release.
// `npm run phrases -- --accept <code|all>` records that the translations belong to the English texts of today.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { supportedLanguages } from '../contracts/src/wire.ts';
import { compare, findMissing, type Problem } from './phrases/compare.ts';
import { type English, readEnglish } from './phrases/english.ts';
import { languageCodes, namesIn, translationOf } from './phrases/files.mjs';
import { findChanged, fingerprintsIn, fingerprintsOf, type Stored, store } from './phrases/fingerprints.ts';
import { flatten, type Texts } from './phrases/read-phrases.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: 'string' }, complete: { type: 'boolean' }, same: { type: 'boolean' } },
});

const folder = fileURLToPath(new URL('phrases/translated/', import.meta.url));
const recordOf = (name: string) => join(folder, `${name}.json`);

const readStored = (name: string): Stored =>
  existsSync(recordOf(name)) ? JSON.parse(readFileSync(recordOf(name), 'utf8')) : { all: {}, but: {} };

function readTranslation(code: string, name: string): Texts {
  const file = translationOf(code, name);
  return existsSync(file) ? flatten(JSON.parse(readFileSync(file, 'utf8'))) : new Map();
}

/** The grammar of a language may leave out a name on the sign-in pages, such as that of an application. */
const rulesOf = (name: string) => ({ mayOmitNames: name === 'sign-in.sign-in.pages' });

type Line = Problem & { code: string; name: string };

function changedIn({ name, texts }: English, code: string, translated: Texts): Problem[] {
  const changed = findChanged(fingerprintsOf(code, texts), fingerprintsIn(readStored(name), code), translated);
  return changed.map(({ key, isNew }) => ({
    key,
    english: texts.get(key),
    problem: isNew ? 'is a new translation' : 'was translated from another English text',
  }));
}

/** What a language as a whole lacks, and files without English texts. */
function problemsOfLanguage(code: string, names: ReadonlySet<string>): Problem[] {
  const languages = readFileSync(new URL('../console/src/platform/i18n/languages.ts', import.meta.url), 'utf8');
  const hasGlossary = existsSync(translationOf(code, 'x').replace(/x\.json$/, 'glossary.md'));
  return [
    ...(hasGlossary ? [] : [{ key: 'glossary.md', problem: 'is missing: the words of the product in this language' }]),
    ...(languages.includes(`{ code: '${code}', name`)
      ? []
      : [{ key: code, problem: 'is not listed in console/src/platform/i18n/languages.ts' }]),
    ...namesIn(code)
      .filter((name) => !names.has(name))
      .map((name) => ({ key: `${name}.json`, problem: 'has no English texts' })),
  ];
}

function print(lines: Line[]): void {
  for (const { code, name, key, problem, english } of lines) {
    console.log(`${code}/${name}: ${key} ${problem}${english === undefined ? '' : `\n    ${english}`}`);
  }
}

async function list(only: string | undefined, mustBeComplete: boolean): Promise<number> {
  const english = await readEnglish();
  const names = new Set(english.map(({ name }) => name));
  const [wrong, open]: [Line[], Line[]] = [[], []];
  for (const code of languageCodes().filter((one) => only === undefined || one === only)) {
    wrong.push(...problemsOfLanguage(code, names).map((one) => ({ ...one, code, name: '' })));
    for (const one of english) {
      const { name, texts } = one;
      const translated = readTranslation(code, name);
      wrong.push(...compare(code, texts, translated, rulesOf(name)).map((found) => ({ ...found, code, name })));
      const todo = [...findMissing(code, texts, translated), ...changedIn(one, code, translated)];
      open.push(...todo.map((found) => ({ ...found, code, name })));
    }
  }
  for (const code of supportedLanguages.filter((one) => one !== 'en' && !languageCodes().includes(one))) {
    wrong.push({ code, name: '', key: `translations/${code}`, problem: 'does not exist' });
  }
  // The list for translators can be long: the daily check shows only its size.
  const isDaily = only === undefined && !mustBeComplete;
  print(isDaily ? wrong : [...open, ...wrong]);
  if (open.length > 0) {
    const codes = [...new Set(open.map(({ code }) => code))].sort().join(', ');
    console.log(`${open.length} texts are missing or to be checked (${codes}); \`npm run phrases <code>\` lists them.`);
    console.log('Once the translations say what English says: `npm run phrases -- --accept <code>`.');
  }
  if (wrong.length > 0) {
    console.log(`${wrong.length} texts are wrong.`);
  }
  return wrong.length > 0 || (mustBeComplete && open.length > 0) ? 1 : 0;
}

/** New translations that are the English text. Most are copies that were never translated. */
function findSame(english: English[], codes: string[]): Line[] {
  return codes.flatMap((code) =>
    english.flatMap((one) => {
      const translated = readTranslation(code, one.name);
      return changedIn(one, code, translated)
        .filter(({ key, english: text }) => text !== undefined && translated.get(key) === text)
        .map((found) => ({ ...found, code, name: one.name, problem: 'is the English text' }));
    }),
  );
}

async function accept(wanted: string): Promise<number> {
  const known = languageCodes();
  if (wanted !== 'all' && !known.includes(wanted)) {
    console.error(`There is no language ${wanted}. Languages: ${known.sort().join(', ')}, all.`);
    return 1;
  }
  const english = await readEnglish();
  const same = findSame(english, wanted === 'all' ? known : [wanted]);
  if (same.length > 0 && !values.same) {
    print(same);
    console.error('Nothing was recorded. Translate these texts, or remove them: missing texts are shown in English.');
    console.error('If they are the same in this language, such as names, add --same.');
    return 1;
  }
  mkdirSync(folder, { recursive: true });
  for (const { name, texts } of english) {
    const stored = readStored(name);
    const languages = known.map((code) => {
      const translated = readTranslation(code, name);
      const now = [...fingerprintsOf(code, texts)].filter(([key]) => translated.has(key));
      const kept = [...fingerprintsIn(stored, code)].filter(([key]) => translated.has(key));
      return [code, new Map(wanted === 'all' || wanted === code ? now : kept)] as const;
    });
    writeFileSync(recordOf(name), `${JSON.stringify(store(new Map(languages)), null, 2)}\n`);
  }
  const names = new Set(english.map(({ name }) => `${name}.json`));
  for (const file of readdirSync(folder).filter((one) => !names.has(one))) {
    rmSync(join(folder, file));
  }
  return 0;
}

process.exitCode =
  values.accept === undefined ? await list(positionals[0], values.complete ?? false) : await accept(values.accept);
