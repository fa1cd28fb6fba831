import type { Translation } from '@postern/contracts/custom-phrases';
import { en, type Phrases } from '@postern/contracts/experience-phrases/en';
import { phrasesOf } from '@postern/contracts/experience-phrases/index';
import { mergePhrases } from '@postern/contracts/experience-phrases/merge';
import { createContext, use } from 'react';
import { loadLanguage } from './languages.ts';

export type { Phrases };

/** The sentences of a language, with the tenant's own wording over them. */
export async function loadPhrases(language: string, own?: Translation): Promise<Phrases> {
  const phrases = await loadLanguage(phrasesOf(language), en);
  // The server takes wording in the shape of the phrases alone.
  return own ? (mergePhrases(phrases, own) as Phrases) : phrases;
}

export const PhrasesContext = createContext<Phrases>(en);

export const usePhrases = () => use(PhrasesContext);
