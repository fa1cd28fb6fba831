/** English is in every bundle: it is what remains when a language is unknown or its file does not arrive. */
export async function loadLanguage<Phrases>(
  load: (() => Promise<Phrases>) | undefined,
  english: Phrases,
): Promise<Phrases> {
  try {
    return load ? await load() : english;
  } catch {
    return english;
  }
}

/** Fills the `{{names}}` of a phrase. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Intl names these by their country; people know them by their script. */
const chinese: Record<string, string> = {
  'zh-CN': '简体中文',
  'zh-HK': '繁體中文（香港）',
  'zh-TW': '繁體中文（台灣）',
};

/** A language in its own words, without its country where no other country speaks it on the list. */
function nameOfLanguage(tag: string, all: readonly string[]): string {
  const [language = tag] = tag.split('-');
  const isAlone = all.filter((one) => one.split('-')[0] === language).length === 1;
  try {
    const name =
      new Intl.DisplayNames([tag, 'en'], { type: 'language', languageDisplay: 'standard' }).of(
        isAlone ? language : tag,
      ) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    // A tag that no browser knows is its own name.
    return tag;
  }
}

/** Languages to choose from, by their own names and in their order. */
export const nameLanguages = (tags: readonly string[]) =>
  tags
    .map((tag) => ({ tag, name: chinese[tag] ?? nameOfLanguage(tag, tags) }))
    .sort((one, two) => one.name.localeCompare(two.name, 'en'));
