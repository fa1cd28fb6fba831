import type { Translation } from '@postern/contracts/custom-phrases';
import { mergePhrases } from '@postern/contracts/experience-phrases/merge';
import { createContext, use } from 'react';
import { en, type Phrases } from '../locales/en.ts';
import { loadLanguage } from './languages.ts';

export type { Phrases };

/** One line per language; each is its own small file, fetched before the first frame when it is needed. */
const others: Record<string, () => Promise<Phrases>> = {
  de: async () => (await import('../locales/de.ts')).de,
};

/** The sentences of a language, with the tenant's own wording over them. */
export async function loadPhrases(language: string, own?: Translation): Promise<Phrases> {
  const phrases = await loadLanguage(language, others, en);
  // The server takes wording in the shape of the phrases alone.
  return own ? (mergePhrases(phrases, own) as Phrases) : phrases;
}

export const PhrasesContext = createContext<Phrases>(en);

export const usePhrases = () => use(PhrasesContext);
