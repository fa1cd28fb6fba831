import { chooseLanguage } from '../choose-language.ts';
import { overEnglish, type TranslationFile } from '../translated.ts';
import type { supportedLanguages } from '../wire.ts';
import { en, type Phrases } from './en.ts';

/** One line per language; each is a separate file, loaded on demand. English is in every bundle. */
const others: Record<Exclude<(typeof supportedLanguages)[number], 'en'>, () => Promise<TranslationFile>> = {
  ar: () => import('../../../translations/ar/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  de: () => import('../../../translations/de/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  es: () => import('../../../translations/es/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  fr: () => import('../../../translations/fr/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  it: () => import('../../../translations/it/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  ja: () => import('../../../translations/ja/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  ko: () => import('../../../translations/ko/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  'pl-PL': () => import('../../../translations/pl-PL/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  'pt-BR': () => import('../../../translations/pt-BR/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  'pt-PT': () => import('../../../translations/pt-PT/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  ru: () => import('../../../translations/ru/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  th: () => import('../../../translations/th/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  'tr-TR': () => import('../../../translations/tr-TR/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  'uk-UA': () => import('../../../translations/uk-UA/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  'zh-CN': () => import('../../../translations/zh-CN/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  'zh-HK': () => import('../../../translations/zh-HK/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
  'zh-TW': () => import('../../../translations/zh-TW/sign-in.sign-in.pages.json', { with: { type: 'json' } }),
};

const loaders = new Map(
  Object.entries(others).map(([tag, load]) => [tag, async () => overEnglish<Phrases>(en, await load())]),
);

/** Loads the phrases of exactly this language, else of a similar one. Undefined if that is English. */
export const phrasesOf = (language: string): (() => Promise<Phrases>) | undefined =>
  loaders.get(chooseLanguage([language], [...loaders.keys()], ''));
