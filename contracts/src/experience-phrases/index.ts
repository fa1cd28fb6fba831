import { chooseLanguage } from '../choose-language.ts';
import type { supportedLanguages } from '../wire.ts';
import type { Phrases } from './en.ts';

/** One line per language; each is a separate file, loaded on demand. English is in every bundle. */
const others: Record<Exclude<(typeof supportedLanguages)[number], 'en'>, () => Promise<Phrases>> = {
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

/** Loads the phrases of exactly this language, else of a similar one. Undefined if that is English. */
export function phrasesOf(language: string): (() => Promise<Phrases>) | undefined {
  const tag = chooseLanguage([language], Object.keys(others), '');
  return Object.hasOwn(others, tag) ? others[tag as keyof typeof others] : undefined;
}
