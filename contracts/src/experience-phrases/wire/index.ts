import { chooseLanguage } from '../../choose-language.ts';
import { overEnglish, type TranslationFile } from '../../translated.ts';
import type { supportedLanguages } from '../../wire.ts';
import { en, type WireTexts } from './en.ts';

const others: Record<Exclude<(typeof supportedLanguages)[number], 'en'>, () => Promise<TranslationFile>> = {
  ar: () => import('../../../../translations/ar/sign-in.wire.pages.json', { with: { type: 'json' } }),
  de: () => import('../../../../translations/de/sign-in.wire.pages.json', { with: { type: 'json' } }),
  es: () => import('../../../../translations/es/sign-in.wire.pages.json', { with: { type: 'json' } }),
  fr: () => import('../../../../translations/fr/sign-in.wire.pages.json', { with: { type: 'json' } }),
  it: () => import('../../../../translations/it/sign-in.wire.pages.json', { with: { type: 'json' } }),
  ja: () => import('../../../../translations/ja/sign-in.wire.pages.json', { with: { type: 'json' } }),
  ko: () => import('../../../../translations/ko/sign-in.wire.pages.json', { with: { type: 'json' } }),
  'pl-PL': () => import('../../../../translations/pl-PL/sign-in.wire.pages.json', { with: { type: 'json' } }),
  'pt-BR': () => import('../../../../translations/pt-BR/sign-in.wire.pages.json', { with: { type: 'json' } }),
  'pt-PT': () => import('../../../../translations/pt-PT/sign-in.wire.pages.json', { with: { type: 'json' } }),
  ru: () => import('../../../../translations/ru/sign-in.wire.pages.json', { with: { type: 'json' } }),
  th: () => import('../../../../translations/th/sign-in.wire.pages.json', { with: { type: 'json' } }),
  'tr-TR': () => import('../../../../translations/tr-TR/sign-in.wire.pages.json', { with: { type: 'json' } }),
  'uk-UA': () => import('../../../../translations/uk-UA/sign-in.wire.pages.json', { with: { type: 'json' } }),
  'zh-CN': () => import('../../../../translations/zh-CN/sign-in.wire.pages.json', { with: { type: 'json' } }),
  'zh-HK': () => import('../../../../translations/zh-HK/sign-in.wire.pages.json', { with: { type: 'json' } }),
  'zh-TW': () => import('../../../../translations/zh-TW/sign-in.wire.pages.json', { with: { type: 'json' } }),
};

/** The texts of wire keys without a counterpart, in this language or a similar one, else in English. */
export async function wireTextsOf(language: string): Promise<WireTexts> {
  const tag = chooseLanguage([language], Object.keys(others), '');
  return Object.hasOwn(others, tag) ? overEnglish(en, await others[tag as keyof typeof others]()) : en;
}
