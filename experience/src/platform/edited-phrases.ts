import { overEnglish } from '@postern/contracts/translated';
import { useMemo, useSyncExternalStore } from 'react';

type Edited = { name: string; code: string; texts: object };

/** Texts that were edited while `npm run dev` runs, by file and language. Pages show them without losing their input. */
const edited = new Map<string, object>();
const readers = new Set<() => void>();

import.meta.hot?.on('postern:pages', ({ name, code, texts }: Edited) => {
  edited.set(`${code}/${name}`, texts);
  for (const read of readers) {
    read();
  }
});

const subscribe = (read: () => void) => {
  readers.add(read);
  return () => readers.delete(read);
};

function useEdited<Phrases extends object>(name: string, phrases: Phrases): Phrases {
  const texts = useSyncExternalStore(subscribe, () => edited.get(`${document.documentElement.lang}/${name}`));
  return useMemo(() => (texts ? overEnglish(phrases, { default: texts }) : phrases), [phrases, texts]);
}

/** The phrases as they are now. Only the development server changes them. `name` is that of their translations. */
export const useLatest: typeof useEdited = import.meta.hot ? useEdited : (_, phrases) => phrases;
