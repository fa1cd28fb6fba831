import { type CustomPhrase, customPhrasesApi, type Translation } from '@postern/contracts/experience/custom-phrases';
import { supportedLanguages } from '@postern/contracts/wire';
import { useRead } from '#platform/client/use-read.ts';

/** A language in its own words, as people look for it: `Deutsch`, `English`. */
export function nameOfLanguage(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    // A tag that no browser knows is its own name.
    return tag;
  }
}

export const wordingsOf = (saved: readonly CustomPhrase[]): Record<string, Translation> =>
  // The server keeps phrases in this shape alone.
  Object.fromEntries(saved.map(({ languageTag, translation }) => [languageTag, translation as Translation]));

/** The tenant's own wording by language; undefined while it is asked for. */
export function useWordings(): Record<string, Translation> | undefined {
  const { data } = useRead(customPhrasesApi.list, {});
  return data && wordingsOf(data);
}

/** The languages that the sign-in pages can be shown in, and more that are asked for. */
export const languageChoices = (tags: readonly string[]) =>
  [...new Set<string>([...supportedLanguages, ...tags])].map((value) => ({ value, label: nameOfLanguage(value) }));
