import { createHash } from 'node:crypto';
import { wantedTexts } from './compare.ts';
import type { Texts } from './read-phrases.ts';

/** Which English text was translated: a short hash by key. */
export type Fingerprints = Map<string, string>;

/** As stored: most languages are up to date with each other, so only differences are kept per language. */
export type Stored = { all: Record<string, string>; but: Record<string, Record<string, string>> };

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 6);

/** A text that is its own key cannot change without the key. */
const isOwnKey = (key: string, text: string) => key === text || key.endsWith(`.${text}`);

export function fingerprintsOf(code: string, english: Texts): Fingerprints {
  const wanted = [...wantedTexts(code, english)].filter(([key, text]) => !isOwnKey(key, text));
  return new Map(wanted.map(([key, text]) => [key, hashOf(text)]));
}

export function fingerprintsIn({ all, but }: Stored, code: string): Fingerprints {
  return new Map(Object.entries({ ...all, ...but[code] }));
}

/** Keys whose English text is another one than was translated, or of which this is not recorded. */
export function findChanged(now: Fingerprints, then: Fingerprints, translated: Texts) {
  const keys = [...now].filter(([key, hash]) => translated.has(key) && then.get(key) !== hash).map(([key]) => key);
  return keys.map((key) => ({ key, isNew: !then.has(key) }));
}

function mostOf(hashes: string[]): string {
  const counts = Map.groupBy(hashes, (hash) => hash);
  return (
    [...counts].sort(([one, many], [two, more]) => more.length - many.length || one.localeCompare(two))[0]?.[0] ?? ''
  );
}

const sorted = <T>(record: Record<string, T>) =>
  Object.fromEntries(Object.entries(record).sort(([one], [two]) => (one < two ? -1 : 1)));

export function store(languages: ReadonlyMap<string, Fingerprints>): Stored {
  const hashes = new Map<string, string[]>();
  for (const fingerprints of languages.values()) {
    for (const [key, hash] of fingerprints) {
      hashes.set(key, [...(hashes.get(key) ?? []), hash]);
    }
  }
  const all = Object.fromEntries([...hashes].map(([key, found]) => [key, mostOf(found)]));
  const but: Stored['but'] = {};
  for (const [code, fingerprints] of languages) {
    const different = [...fingerprints].filter(([key, hash]) => all[key] !== hash);
    if (different.length > 0) {
      but[code] = sorted(Object.fromEntries(different));
    }
  }
  return { all: sorted(all), but: sorted(but) };
}
