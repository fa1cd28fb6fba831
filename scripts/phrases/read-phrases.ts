/** Texts by their path, such as `columns.name`. */
export type Texts = Map<string, string>;

export function flatten(value: unknown, path = '', texts: Texts = new Map()): Texts {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      flatten(inner, path ? `${path}.${key}` : key, texts);
    }
  } else {
    texts.set(path, String(value));
  }
  return texts;
}
