import { type CustomPhrase, customPhrasesApi, type Translation } from '@postern/contracts/experience/custom-phrases';
import { supportedLanguages } from '@postern/contracts/wire';
import { useRead } from '#platform/client/use-read.ts';

/** The native name of a language, such as `Deutsch` or `English`. */
export function nameOfLanguage(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    // Falls back to the tag if the browser does not know it.
    return tag;
  }
}

export const wordingsOf = (saved: readonly CustomPhrase[]): Record<string, Translation> =>
  // The server stores phrases only in this shape.
  Object.fromEntries(saved.map(({ languageTag, translation }) => [languageTag, translation as Translation]));

/** The tenant's custom phrases by language; undefined while loading. */
export function useWordings(): Record<string, Translation> | undefined {
  const { data } = useRead(customPhrasesApi.list, {});
  return data && wordingsOf(data);
}

/** Languages of the sign-in pages, plus additional ones. */
export const languageChoices = (tags: readonly string[]) =>
  [...new Set<string>([...supportedLanguages, ...tags])].map((value) => ({ value, label: nameOfLanguage(value) }));
