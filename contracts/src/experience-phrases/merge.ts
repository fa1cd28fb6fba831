import type { Translation } from '../experience/custom-phrases.ts';

/** Phrases with a tenant's own wording over them; what it does not word stays. */
export function mergePhrases(base: Translation, over: Translation | undefined): Translation {
  const merged: Translation = { ...base };
  for (const [key, value] of Object.entries(over ?? {})) {
    const below = base[key];
    if (typeof value === 'string' || Array.isArray(value) || typeof below !== 'object') {
      merged[key] = value;
    } else if (Array.isArray(below)) {
      // Some places of a list, by their number.
      merged[key] = below.map((sentence, place) => (typeof value[place] === 'string' ? value[place] : sentence));
    } else {
      merged[key] = mergePhrases(below, value);
    }
  }
  return merged;
}
