import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem, Rules } from './compare.ts';
import { flatten, readConstants, type Texts } from './read-phrases.ts';
import { serverEnglish } from './server-english.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Texts of one part of the product in all its languages. */
export type PhraseTree = Rules & {
  name: string;
  folder: string;
  english(): Promise<Texts>;
  codes(): string[];
  texts(code: string): Promise<Texts>;
  /** What else a language needs. */
  check?(code: string): Problem[];
};

const language = /^[a-z]{2}(-[A-Z]{2})?$/;

const namesIn = (folder: string) => readdirSync(join(root, folder));

/** One file per language with one constant. */
function oneFile(name: string, folder: string, rules: Rules = {}): PhraseTree {
  const texts = async (code: string) =>
    flatten(
      Object.values(await readConstants(join(root, folder, `${code}.ts`))).find((value) => typeof value === 'object'),
    );
  return {
    name,
    folder,
    ...rules,
    english: () => texts('en'),
    codes: () =>
      namesIn(folder)
        .map((file) => file.replace(/\.ts$/, ''))
        .filter((code) => language.test(code) && code !== 'en'),
    texts,
  };
}

const consoleFolder = 'console/src/locales';

function consoleTree(): PhraseTree {
  const files = () => namesIn(`${consoleFolder}/en`).filter((file) => !['index.ts', 'first.ts'].includes(file));
  const texts = async (code: string) => {
    const found: Texts = new Map();
    for (const file of files()) {
      const path = join(root, consoleFolder, code, file);
      flatten(existsSync(path) ? await readConstants(path) : {}, '', found);
    }
    return found;
  };
  const listed = () => {
    const source = readFileSync(join(root, 'console/src/platform/i18n/languages.ts'), 'utf8');
    return [...source.matchAll(/\{ code: '([\w-]+)', name/g)].map(([, code]) => code);
  };
  return {
    name: 'console',
    folder: consoleFolder,
    english: () => texts('en'),
    codes: () => namesIn(consoleFolder).filter((code) => language.test(code) && code !== 'en'),
    texts,
    check: (code) => [
      ...(existsSync(join(root, consoleFolder, code, 'glossary.md'))
        ? []
        : [{ key: 'glossary.md', problem: 'is missing: the words of the product in this language' }]),
      ...(listed().includes(code)
        ? []
        : [{ key: code, problem: 'is not listed in console/src/platform/i18n/languages.ts' }]),
    ],
  };
}

const serverFolder = 'server/languages';

const serverTree: PhraseTree = {
  name: 'server',
  folder: serverFolder,
  english: async () => flatten(await serverEnglish()),
  codes: () => namesIn(serverFolder).map((file) => file.replace(/\.json$/, '')),
  texts: async (code) => flatten(JSON.parse(readFileSync(join(root, serverFolder, `${code}.json`), 'utf8'))),
};

export const trees: readonly PhraseTree[] = [
  consoleTree(),
  serverTree,
  oneFile('sign-in', 'contracts/src/experience-phrases', { mayOmitNames: true }),
  oneFile('wire', 'contracts/src/experience-phrases/wire'),
  oneFile('messages', 'contracts/src/message-phrases'),
  oneFile('account', 'experience/src/account/phrases'),
  oneFile('setup', 'experience/src/setup/phrases'),
  oneFile('demo-app', 'experience/src/demo-app/locales'),
];
