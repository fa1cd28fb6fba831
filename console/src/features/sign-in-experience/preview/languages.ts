import { builtInLanguages, customPhrasesApi } from '@postern/contracts/custom-phrases';
import { useRead } from '#platform/client/use-read.ts';

/** A language in its own words, as people look for it: `Deutsch`, `English`. */
export function nameOfLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    // A tag that no browser knows is its own name.
    return tag;
  }
}

/** The languages that the sign-in pages can be shown in; undefined while they are asked for. */
export function useLanguages() {
  const { data } = useRead(customPhrasesApi.list, {});
  return data && languageChoices(data.map(({ languageTag }) => languageTag));
}

export const languageChoices = (own: readonly string[]) =>
  [...new Set<string>([...builtInLanguages, ...own])].map((value) => ({ value, label: nameOfLanguage(value) }));
