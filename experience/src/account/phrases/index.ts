import { chooseLanguage } from '@postern/contracts/choose-language';
import type { supportedLanguages } from '@postern/contracts/wire';
import { createContext, use } from 'react';
import { loadLanguage } from '../../platform/languages.ts';
import { type AccountPhrases, en } from './en.ts';

export type { AccountPhrases };

type Language = Exclude<(typeof supportedLanguages)[number], 'en'>;

/** One line per language; each is a separate file, loaded on demand. English is in every bundle. */
const others: Record<Language, () => Promise<AccountPhrases>> = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  'pl-PL': async () => (await import('./pl-PL.ts')).plPl,
  'pt-BR': async () => (await import('./pt-BR.ts')).ptBr,
  'pt-PT': async () => (await import('./pt-PT.ts')).ptPt,
  ru: async () => (await import('./ru.ts')).ru,
  th: async () => (await import('./th.ts')).th,
  'tr-TR': async () => (await import('./tr-TR.ts')).trTr,
  'uk-UA': async () => (await import('./uk-UA.ts')).ukUa,
  'zh-CN': async () => (await import('./zh-CN.ts')).zhCn,
  'zh-HK': async () => (await import('./zh-HK.ts')).zhHk,
  'zh-TW': async () => (await import('./zh-TW.ts')).zhTw,
};

/** The sentences of a language: of exactly this one, else of one like it. */
export function loadAccountPhrases(language: string): Promise<AccountPhrases> {
  const tag = chooseLanguage([language], Object.keys(others), '');
  return loadLanguage(others[tag as Language], en);
}

export const AccountPhrasesContext = createContext<AccountPhrases>(en);

export const useAccountPhrases = () => use(AccountPhrasesContext);
