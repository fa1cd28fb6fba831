import type { Translation } from '@postern/contracts/experience/custom-phrases';

/** Phrases by key path, such as `password.rules.0`. */
export type Sentences = Record<string, string>;

export function flatten(phrases: Translation, above = ''): Sentences {
  const flat: Sentences = {};
  for (const [key, value] of Object.entries(phrases)) {
    const path = above + key;
    if (typeof value === 'string') {
      flat[path] = value;
    } else {
      // A list is treated as a group with its indexes as keys.
      Object.assign(flat, flatten(Array.isArray(value) ? Object.fromEntries(value.entries()) : value, `${path}.`));
    }
  }
  return flat;
}

/** The inverse, in the shape of `pattern`: empty phrases are omitted, and lists are complete or absent. */
export function unflatten(own: Sentences, pattern: Translation, above = ''): Translation {
  const phrases: Translation = {};
  for (const [key, value] of Object.entries(pattern)) {
    const path = above + key;
    if (typeof value === 'string') {
      if (own[path]) {
        phrases[key] = own[path];
      }
    } else if (Array.isArray(value)) {
      if (value.some((_, place) => own[`${path}.${place}`])) {
        phrases[key] = value.map((sentence, place) => own[`${path}.${place}`] || sentence);
      }
    } else {
      const group = unflatten(own, value, `${path}.`);
      if (Object.keys(group).length > 0) {
        phrases[key] = group;
      }
    }
  }
  return phrases;
}
