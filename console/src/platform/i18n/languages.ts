import { chooseLanguage } from '@postern/contracts/choose-language';
import type { PhraseGroup } from '#phrases';

type Language = { code: string; name: string };

/**
 * Languages of the console with their own names, in the order of the sign-in pages. The phrases of the first screen are
 * one chunk per language, and each further group is another.
 */
export const languages: readonly Language[] = [
  { code: 'de', name: 'Deutsch' },
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
  { code: 'pl-PL', name: 'Polski' },
  { code: 'pt-BR', name: 'Português (Brasil)' },
  { code: 'pt-PT', name: 'Português (Portugal)' },
  { code: 'tr-TR', name: 'Türkçe' },
  { code: 'ru', name: 'Русский' },
  { code: 'uk-UA', name: 'Українська' },
  { code: 'ar', name: 'العربية' },
  { code: 'th', name: 'ไทย' },
  { code: 'ko', name: '한국어' },
  { code: 'ja', name: '日本語' },
  { code: 'zh-CN', name: '简体中文' },
  { code: 'zh-TW', name: '繁體中文（台灣）' },
  { code: 'zh-HK', name: '繁體中文（香港）' },
];

type Contents = { first: Record<string, object>; groups: Record<string, () => Promise<object>> };

/** The first phrases and a list of the other files, per language: the names of all files are 10 KB. */
const lists = import.meta.glob<Contents>('./groups/*.ts');

/** The group in `people.user-list.json`, `users/user-list.phrases.en.json` or `user-list/phrases.en.json`: `userList`. */
const groupIn = (path: string) =>
  (/([\w-]+)(?:[./]phrases\.en)?\.json$/.exec(path)?.[1] ?? '').replace(/-(.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

const byGroup = <T>(files: Record<string, T>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [groupIn(path), content]));

async function contentsOf(code: string): Promise<Contents> {
  const load = lists[`./groups/${code}.ts`];
  if (!load) {
    throw new Error(`No phrases in ${code}`);
  }
  const { first, groups } = await load();
  return { first: byGroup(first), groups: byGroup(groups) };
}

/** The first phrases of a language, by group. */
export const loadFirst = async (code: string): Promise<Record<string, object>> => (await contentsOf(code)).first;

export async function loadGroup(code: string, group: PhraseGroup): Promise<object> {
  // A group that nobody has translated yet is shown in English, as single texts are.
  const load = (await contentsOf(code)).groups[group] ?? (await contentsOf('en')).groups[group];
  if (!load) {
    throw new Error(`No phrases of “${group}” in ${code}`);
  }
  return load();
}

export const fallbackLanguage = 'en';

/** All groups, for code that needs the phrases of the whole console. */
export const everyGroup = async (code: string) => Object.keys((await contentsOf(code)).groups) as PhraseGroup[];

export function isLanguage(code: string | null | undefined): code is string {
  return languages.some((language) => language.code === code);
}

/** The best language of the console for what a person prefers, best first. */
export const preferredLanguage = (preferred: readonly (string | null)[]): string =>
  chooseLanguage(
    preferred.filter((code) => code !== null),
    languages.map(({ code }) => code),
    fallbackLanguage,
  );
