import type { FirstPhrases, PhraseGroup } from '#locales/phrases.ts';

export type Language = { code: string; name: string; loadFirst: () => Promise<FirstPhrases> };

/**
 * Languages of the console: the phrases of the first screen are one chunk per language, and each further group is
 * another.
 */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English', loadFirst: async () => (await import('#locales/en/first.ts')).first },
  { code: 'de', name: 'Deutsch', loadFirst: async () => (await import('#locales/de/first.ts')).first },
];

const files = import.meta.glob<Record<string, object>>([
  '../../locales/*/*.ts',
  '!**/index.ts',
  // Excludes the first phrases, and texts that are loaded by the page that shows them.
  '!**/{first,basics,list,nav,order,palette,pick,shell,guide-steps}.ts',
]);

const fileOf = (code: string, group: string) =>
  `../../locales/${code}/${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

export async function loadGroup(code: string, group: PhraseGroup): Promise<object> {
  const load = files[fileOf(code, group)];
  if (!load) {
    throw new Error(`No phrases of “${group}” in ${code}`);
  }
  return load();
}

export const fallbackLanguage = 'en';

/** All groups, for code that needs the phrases of the whole console. */
export const everyGroup = Object.keys(files)
  .filter((path) => path.includes(`/${fallbackLanguage}/`))
  .map((path) =>
    path.replace(/^.*\/|\.ts$/g, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  ) as PhraseGroup[];

export function isLanguage(code: string | null | undefined): code is string {
  return languages.some((language) => language.code === code);
}

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

export const directionOf = (code: string) => (rightToLeft.has(code.split('-')[0] ?? '') ? 'rtl' : 'ltr');
