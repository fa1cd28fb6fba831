import i18next from 'i18next';
import { fallbackLanguage, loadGroup } from '../i18n/languages.ts';
import { loadEveryPhrase } from '../i18n/setup.ts';

/** Other words for pages, by path, and for actions, by id. They are compared, and never shown. */
type WordTable = Record<string, unknown>;

const english: { table: WordTable } = { table: {} };

/** Loads the phrases of all pages, and the words of this language and of English, in which many people search. */
export async function loadWords(): Promise<void> {
  const [table] = await Promise.all([loadGroup(fallbackLanguage, 'words'), loadEveryPhrase()]);
  english.table = Object.fromEntries(Object.entries(table));
}

const listOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(/[,،、，]/)
        .map((word) => word.trim())
        .filter(Boolean)
    : [];

/** The last part of a path is its title in English: `security/password-policy`. */
export const wordsOfPath = (path: string) =>
  path
    .split('/')
    .slice(-1)
    .filter((part) => !part.startsWith('$'));

/** The words of a page or an action. */
export function wordsFor(key: string): string[] {
  const own: unknown = i18next.getResource(i18next.language, 'console', 'words');
  const table: WordTable = typeof own === 'object' && own !== null ? Object.fromEntries(Object.entries(own)) : {};
  return [...new Set([...listOf(table[key]), ...listOf(english.table[key])])];
}
