import { createContext, use } from 'react';
import { useLatest } from '../platform/edited-phrases.ts';
import { loadTranslated } from '../platform/languages.ts';
import en from './phrases.en.json';

export type AccountPhrases = typeof en;

/** Each language is a separate file, loaded on demand. English is in every bundle. */
const files = import.meta.glob<object>('../../../translations/*/account.account.pages.json', { import: 'default' });

/** The sentences of a language: of exactly this one, else of one like it. */
export const loadAccountPhrases = (language: string) => loadTranslated(language, files, en);

export const AccountPhrasesContext = createContext<AccountPhrases>(en);

export const useAccountPhrases = () => useLatest('account.account.pages', use(AccountPhrasesContext));
