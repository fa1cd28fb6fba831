import type { Phrases } from '#locales/phrases.ts';

export type Language = { code: string; name: string; load: () => Promise<Phrases> };

/** Languages of the console, each a chunk of its own. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English', load: async () => (await import('#locales/en/index.ts')).en },
  { code: 'de', name: 'Deutsch', load: async () => (await import('#locales/de/index.ts')).de },
];

export const fallbackLanguage = 'en';

export function isLanguage(code: string | null | undefined): code is string {
  return languages.some((language) => language.code === code);
}

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

export const directionOf = (code: string) => (rightToLeft.has(code.split('-')[0] ?? '') ? 'rtl' : 'ltr');
