import type { Translation } from '@postern/contracts/experience/custom-phrases';
import { type Phrases as BuiltIn, en } from '@postern/contracts/experience-phrases/en';
import { phrasesOf } from '@postern/contracts/experience-phrases/index';
import { mergePhrases } from '@postern/contracts/experience-phrases/merge';
import type { Variants } from '@postern/contracts/experience-phrases/wire/variants';
import { createContext, use } from 'react';
import { useLatest } from './edited-phrases.ts';
import { loadLanguage } from './languages.ts';

/** The sentences on board, and those that only a tenant may have worded. */
export type Phrases = BuiltIn & Variants;

/** The sentences of a language, with the tenant's own wording over them. */
export async function loadPhrases(language: string, own?: Translation): Promise<Phrases> {
  const phrases: BuiltIn = await loadLanguage(phrasesOf(language), en);
  // The server sends wording in the shape of the phrases alone.
  return own ? (mergePhrases(phrases, own) as Phrases) : phrases;
}

export const PhrasesContext = createContext<Phrases>(en);

export const usePhrases = () => useLatest('sign-in.sign-in.pages', use(PhrasesContext));
