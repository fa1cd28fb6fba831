type Tree = { readonly [key: string]: string | readonly string[] | Tree };

const ending = '_other';

const isText = (value: Tree[string]): value is string | readonly string[] =>
  typeof value === 'string' || Array.isArray(value);

function complete(tree: Tree, categories: readonly string[]): Tree {
  const pairs = Object.entries(tree).flatMap(([key, value]): [string, Tree[string]][] => {
    if (!isText(value)) {
      return [[key, complete(value, categories)]];
    }
    return key.endsWith(ending)
      ? categories.map((category) => [`${key.slice(0, -ending.length)}_${category}`, value])
      : [];
  });
  // The language's own texts win.
  const own = Object.entries(tree).filter(([, value]) => isText(value));
  return Object.fromEntries([...pairs, ...own]);
}

/** Adds the plural forms that a language needs and its phrases lack, with the general form. i18next has no fallback. */
export const completePlurals = <T extends object>(code: string, phrases: T): T =>
  // The tree has all keys it had.
  complete(phrases as Tree, new Intl.PluralRules(code).resolvedOptions().pluralCategories) as T;
