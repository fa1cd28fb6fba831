import type { Translation } from '../custom-phrases.ts';

/** Phrases with a tenant's own wording over them; what it does not word stays. */
export function mergePhrases(base: Translation, over: Translation | undefined): Translation {
  const merged: Translation = { ...base };
  for (const [key, value] of Object.entries(over ?? {})) {
    const below = base[key];
    const bothGroups = typeof value === 'object' && !Array.isArray(value) && typeof below === 'object';
    merged[key] = bothGroups && !Array.isArray(below) ? mergePhrases(below, value) : value;
  }
  return merged;
}
