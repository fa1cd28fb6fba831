import { chooseLanguage } from '../choose-language.ts';
import { overEnglish, type TranslationFile } from '../translated.ts';
import { supportedLanguages } from '../wire.ts';
import { en, type MessageWords } from './en.ts';

export type { MessageWords, NoticeTopic } from './en.ts';

type Language = (typeof supportedLanguages)[number];

/** One line per language; each file is loaded with the first message in its language. */
const others: Record<Exclude<Language, 'en'>, () => Promise<TranslationFile>> = {
  ar: () => import('../../../translations/ar/messages.built-in.server.json', { with: { type: 'json' } }),
  de: () => import('../../../translations/de/messages.built-in.server.json', { with: { type: 'json' } }),
  es: () => import('../../../translations/es/messages.built-in.server.json', { with: { type: 'json' } }),
  fr: () => import('../../../translations/fr/messages.built-in.server.json', { with: { type: 'json' } }),
  it: () => import('../../../translations/it/messages.built-in.server.json', { with: { type: 'json' } }),
  ja: () => import('../../../translations/ja/messages.built-in.server.json', { with: { type: 'json' } }),
  ko: () => import('../../../translations/ko/messages.built-in.server.json', { with: { type: 'json' } }),
  'pl-PL': () => import('../../../translations/pl-PL/messages.built-in.server.json', { with: { type: 'json' } }),
  'pt-BR': () => import('../../../translations/pt-BR/messages.built-in.server.json', { with: { type: 'json' } }),
  'pt-PT': () => import('../../../translations/pt-PT/messages.built-in.server.json', { with: { type: 'json' } }),
  ru: () => import('../../../translations/ru/messages.built-in.server.json', { with: { type: 'json' } }),
  th: () => import('../../../translations/th/messages.built-in.server.json', { with: { type: 'json' } }),
  'tr-TR': () => import('../../../translations/tr-TR/messages.built-in.server.json', { with: { type: 'json' } }),
  'uk-UA': () => import('../../../translations/uk-UA/messages.built-in.server.json', { with: { type: 'json' } }),
  'zh-CN': () => import('../../../translations/zh-CN/messages.built-in.server.json', { with: { type: 'json' } }),
  'zh-HK': () => import('../../../translations/zh-HK/messages.built-in.server.json', { with: { type: 'json' } }),
  'zh-TW': () => import('../../../translations/zh-TW/messages.built-in.server.json', { with: { type: 'json' } }),
};

/** The language of a message: the first of these tags that is supported or has a similar one; else English. */
export const messageLanguage = (...tags: (string | undefined)[]): Language =>
  // Only tags of this list are supported, so only these are returned.
  chooseLanguage(
    tags.filter((tag) => tag !== undefined),
    supportedLanguages,
    'en',
  ) as Language;

export const messageWords = async (language: Language): Promise<MessageWords> =>
  language === 'en' ? en : overEnglish(en, await others[language]());

/** Fills `{{app}}` and similar in one pass: placeholders in values are not filled. */
export const fillWords = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
