import { createContext, use } from 'react';
import { en, type Phrases } from '../locales/en.ts';
import { loadLanguage } from './languages.ts';

export type { Phrases };

/** One line per language; each is its own small file, fetched before the first frame when it is needed. */
const others: Record<string, () => Promise<Phrases>> = {
  de: async () => (await import('../locales/de.ts')).de,
};

export const loadPhrases = (language: string) => loadLanguage(language, others, en);

export const PhrasesContext = createContext<Phrases>(en);

export const usePhrases = () => use(PhrasesContext);
