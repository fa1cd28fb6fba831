import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chooseLanguage } from '@postern/contracts/choose-language';

const folder = new URL('../../../../translations/', import.meta.url);

/** Texts as a tree. Keys may be codes, or the English texts themselves. */
export type Texts = { readonly [key: string]: string | Texts };

export const serverLanguages: readonly string[] = ['en', ...readdirSync(folder).sort()];

/** The language in which the server answers, among those it has texts for. */
export const serverLanguage = (preferred: readonly string[]): string =>
  chooseLanguage(preferred, serverLanguages, 'en');

const none: Texts = {};

const files = new Map<string, Texts>();

/** Read on first use, because most servers use few languages. A language need not have every file. */
function readTexts(language: string, name: string): Texts {
  const path = `${language}/${name}.server.json`;
  const known = files.get(path);
  if (known) {
    return known;
  }
  const file = new URL(path, folder);
  // Our own file; `npm run phrases` checks its form.
  const texts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : none;
  files.set(path, texts);
  return texts;
}

const isTree = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

/** The translations of a slice, such as `cloud.billing`; empty for English, which is in the code. */
export const translationsIn = (language: string, name: string): Texts =>
  language === 'en' || !serverLanguages.includes(language) ? none : readTexts(language, name);

function overlay(english: Texts, translated: Texts): Texts {
  const pairs = Object.entries(english).map(([key, text]): [string, string | Texts] => {
    const other = Object.hasOwn(translated, key) ? translated[key] : undefined;
    return isTree(text)
      ? [key, isTree(other) ? overlay(text, other) : text]
      : [key, isTree(other) ? text : (other ?? text)];
  });
  return Object.fromEntries(pairs);
}

/** The texts of a slice in a language, in the form of the English ones. A text that is missing is English. */
export function textsIn<T extends Texts>(language: string, name: string, english: T): T {
  // The result has the keys of the English texts.
  return language === 'en' ? english : (overlay(english, translationsIn(language, name)) as T);
}

/** A text that is its own key. Texts of plugins may equal the name of an Object property. */
export function textIn(language: string, name: string, english: string): string {
  const section = translationsIn(language, name);
  const found = Object.hasOwn(section, english) ? section[english] : undefined;
  return typeof found === 'string' ? found : english;
}
