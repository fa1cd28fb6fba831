import { chooseLanguage } from '@postern/contracts/choose-language';
import { overEnglish } from '@postern/contracts/translated';

/** The translation of exactly this language, else of a similar one, by the folders of the files. */
export function loadTranslated<Phrases extends object>(
  language: string,
  files: Record<string, () => Promise<object>>,
  english: Phrases,
): Promise<Phrases> {
  const byCode = new Map(Object.entries(files).map(([path, load]) => [path.split('/').at(-2) ?? '', load]));
  const load = byCode.get(chooseLanguage([language], [...byCode.keys()], ''));
  return loadLanguage(load && (async () => overEnglish(english, { default: await load() })), english);
}

/** English is in every bundle: it is the fallback for unknown languages and failed downloads. */
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

/** Replaces the `{{names}}` of a phrase. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Intl names these by country; people know them by script. */
const chinese: Record<string, string> = {
  'zh-CN': '简体中文',
  'zh-HK': '繁體中文（香港）',
  'zh-TW': '繁體中文（台灣）',
};

/** The native name of a language, without the country if the list has only one variant of it. */
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
    // Falls back to the tag if the browser does not know it.
    return tag;
  }
}

type NamedLanguage = { tag: string; name: string };

/** Naming costs more than everything else on a page, and a server renders many. */
const named = new Map<string, NamedLanguage[]>();

/** Languages with their native names, sorted by name. */
export function nameLanguages(tags: readonly string[]): NamedLanguage[] {
  const key = tags.join();
  const known = named.get(key) ?? sortByName(tags);
  if (named.size < 100) {
    named.set(key, known);
  }
  return known;
}

const sortByName = (tags: readonly string[]) =>
  tags
    .map((tag) => ({ tag, name: chinese[tag] ?? nameOfLanguage(tag, tags) }))
    .sort((one, two) => one.name.localeCompare(two.name, 'en'));
