import { chooseLanguage } from '../choose-language.ts';
import { supportedLanguages } from '../wire.ts';
import type { MessageWords } from './en.ts';

export type { MessageWords, NoticeTopic } from './en.ts';

type Language = (typeof supportedLanguages)[number];

/** One line per language; each file is loaded with the first message in its language. */
const words: Record<Language, () => Promise<MessageWords>> = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  en: async () => (await import('./en.ts')).en,
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

/** The language of a message: the first of these tags that is supported or has a similar one; else English. */
export const messageLanguage = (...tags: (string | undefined)[]): Language =>
  // Only tags of this list are supported, so only these are returned.
  chooseLanguage(
    tags.filter((tag) => tag !== undefined),
    supportedLanguages,
    'en',
  ) as Language;

export const messageWords = (language: Language): Promise<MessageWords> => words[language]();

/** Fills `{{app}}` and similar in one pass: placeholders in values are not filled. */
export const fillWords = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
