import { chooseLanguage } from '@postern/contracts/choose-language';
import type { supportedLanguages } from '@postern/contracts/wire';
import { createContext, use } from 'react';
import { loadLanguage } from '../platform/languages.ts';
import { type DemoPhrases, en } from './locales/en.ts';

type Language = Exclude<(typeof supportedLanguages)[number], 'en'>;

/** One line per language; each is a separate file, loaded on demand. English is in every bundle. */
const others: Record<Language, () => Promise<DemoPhrases>> = {
  ar: async () => (await import('./locales/ar.ts')).ar,
  de: async () => (await import('./locales/de.ts')).de,
  es: async () => (await import('./locales/es.ts')).es,
  fr: async () => (await import('./locales/fr.ts')).fr,
  it: async () => (await import('./locales/it.ts')).it,
  ja: async () => (await import('./locales/ja.ts')).ja,
  ko: async () => (await import('./locales/ko.ts')).ko,
  'pl-PL': async () => (await import('./locales/pl-PL.ts')).plPl,
  'pt-BR': async () => (await import('./locales/pt-BR.ts')).ptBr,
  'pt-PT': async () => (await import('./locales/pt-PT.ts')).ptPt,
  ru: async () => (await import('./locales/ru.ts')).ru,
  th: async () => (await import('./locales/th.ts')).th,
  'tr-TR': async () => (await import('./locales/tr-TR.ts')).trTr,
  'uk-UA': async () => (await import('./locales/uk-UA.ts')).ukUa,
  'zh-CN': async () => (await import('./locales/zh-CN.ts')).zhCn,
  'zh-HK': async () => (await import('./locales/zh-HK.ts')).zhHk,
  'zh-TW': async () => (await import('./locales/zh-TW.ts')).zhTw,
};

export function loadDemoPhrases(language: string): Promise<DemoPhrases> {
  const tag = chooseLanguage([language], Object.keys(others), '');
  return loadLanguage(others[tag as Language], en);
}

export const DemoPhrasesContext = createContext<DemoPhrases>(en);

export const useDemoPhrases = () => use(DemoPhrasesContext);
