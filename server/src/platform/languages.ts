import { readdirSync, readFileSync } from 'node:fs';
import { chooseLanguage } from '@postern/contracts/choose-language';

const folder = new URL('../../languages/', import.meta.url);

/** Texts as a tree. Keys may be codes, or the English texts themselves. */
export type Texts = { readonly [key: string]: string | Texts };

export const serverLanguages: readonly string[] = [
  'en',
  ...readdirSync(folder)
    .map((name) => name.replace(/\.json$/, ''))
    .sort(),
];

/** The language in which the server answers, among those it has texts for. */
export const serverLanguage = (preferred: readonly string[]): string =>
  chooseLanguage(preferred, serverLanguages, 'en');

const files = new Map<string, Texts>();

/** Read on first use, because most servers use few languages. */
function fileOf(language: string): Texts {
  const known = files.get(language);
  if (known) {
    return known;
  }
  // Our own file; `npm run phrases` checks its form.
  const texts = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Texts;
  files.set(language, texts);
  return texts;
}

const isTree = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

const none: Texts = {};

/** A section of the texts; empty for English, which is in the code. */
export function sectionIn(language: string, name: string): Texts {
  if (language === 'en' || !serverLanguages.includes(language)) {
    return none;
  }
  const section = fileOf(language)[name];
  return isTree(section) ? section : none;
}

function overlay(english: Texts, translated: Texts): Texts {
  const pairs = Object.entries(english).map(([key, text]): [string, string | Texts] => {
    const other = Object.hasOwn(translated, key) ? translated[key] : undefined;
    return isTree(text)
      ? [key, isTree(other) ? overlay(text, other) : text]
      : [key, isTree(other) ? text : (other ?? text)];
  });
  return Object.fromEntries(pairs);
}

/** The section in a language, in the form of the English one. A text that is missing is English. */
export function textsIn<T extends Texts>(language: string, name: string, english: T): T {
  // The result has the keys of the English texts.
  return language === 'en' ? english : (overlay(english, sectionIn(language, name)) as T);
}

/** A text that is its own key. Texts of plugins may equal the name of an Object property. */
export function textIn(language: string, name: string, english: string): string {
  const section = sectionIn(language, name);
  const found = Object.hasOwn(section, english) ? section[english] : undefined;
  return typeof found === 'string' ? found : english;
}
