/** A language by its name in the language of the console, with its tag: "German (de)". */
export function nameLanguage(tag: string, language: string): string {
  try {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(tag);
    return name && name !== tag ? `${name} (${tag})` : tag;
  } catch {
    // The wire allows tags that are none.
    return tag;
  }
}
