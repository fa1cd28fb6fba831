import type { Translation } from '../experience/custom-phrases.ts';

/** Merges a tenant's own phrases over ours; missing ones are kept. */
export function mergePhrases(base: Translation, over: Translation | undefined): Translation {
  const merged: Translation = { ...base };
  for (const [key, value] of Object.entries(over ?? {})) {
    const below = base[key];
    if (typeof value === 'string' || Array.isArray(value) || typeof below !== 'object') {
      merged[key] = value;
    } else if (Array.isArray(below)) {
      // Single entries of a list, by index.
      merged[key] = below.map((sentence, place) => (typeof value[place] === 'string' ? value[place] : sentence));
    } else {
      merged[key] = mergePhrases(below, value);
    }
  }
  return merged;
}
