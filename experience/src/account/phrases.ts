import type { Translation } from '@postern/contracts/experience/custom-phrases';
import { mergePhrases } from '@postern/contracts/experience-phrases/merge';
import { createContext, use } from 'react';
import { useLatest } from '../platform/edited-phrases.ts';
import { loadTranslated } from '../platform/languages.ts';
import en from './phrases.en.json';

export type AccountPhrases = typeof en;

/** Each language is a separate file, loaded on demand. English is in every bundle. */
const files = import.meta.glob<object>('../../../translations/*/account.account.pages.json', { import: 'default' });

/** The sentences of a language, of exactly this one, else of one like it, with the tenant's own wording over them. */
export async function loadAccountPhrases(language: string, own?: Translation): Promise<AccountPhrases> {
  const phrases = await loadTranslated(language, files, en);
  // The server sends wording in the shape of the phrases alone.
  return own ? (mergePhrases(phrases, own) as AccountPhrases) : phrases;
}

export const AccountPhrasesContext = createContext<AccountPhrases>(en);

export const useAccountPhrases = () => useLatest('account.account.pages', use(AccountPhrasesContext));
