/** The localized name of a language with its tag: "German (de)". */
export function nameLanguage(tag: string, language: string): string {
  try {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(tag);
    return name && name !== tag ? `${name} (${tag})` : tag;
  } catch {
    // The API accepts tags that are not valid.
    return tag;
  }
}
