import { chooseLanguage } from '@postern/contracts/choose-language';
import type { FirstPhrases, PhraseGroup } from '#locales/phrases.ts';

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

type Phrases = { first: FirstPhrases; groups: Record<string, () => Promise<Record<string, object>>> };

/** The first phrases and a list of the other files, per language: the names of all 1,700 files are 10 KB. */
const lists = import.meta.glob<Phrases>('./groups/*.ts');

async function phrasesOf(code: string): Promise<Phrases> {
  const load = lists[`./groups/${code}.ts`];
  if (!load) {
    throw new Error(`No phrases in ${code}`);
  }
  return load();
}

export const loadFirst = async (code: string): Promise<FirstPhrases> => (await phrasesOf(code)).first;

const fileOf = (code: string, group: string) =>
  `../../../locales/${code}/${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

export async function loadGroup(code: string, group: PhraseGroup): Promise<object> {
  const load = (await phrasesOf(code)).groups[fileOf(code, group)];
  if (!load) {
    throw new Error(`No phrases of “${group}” in ${code}`);
  }
  return load();
}

export const fallbackLanguage = 'en';

/** All groups, for code that needs the phrases of the whole console. */
export const everyGroup = async (code: string) =>
  Object.keys((await phrasesOf(code)).groups).map((path) =>
    path.replace(/^.*\/|\.ts$/g, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  ) as PhraseGroup[];

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
