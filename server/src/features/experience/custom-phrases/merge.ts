import type { Translation } from '@postern/contracts/experience/custom-phrases';
import { en } from '@postern/contracts/experience-phrases/en';
import { phrasesOf } from '@postern/contracts/experience-phrases/index';
import { mergePhrases } from '@postern/contracts/experience-phrases/merge';
import {
  ourPartOf,
  wirePartOf,
  wirePhrases,
  wordingForPages,
} from '@postern/contracts/experience-phrases/wire/convert';
import { wireTextsOf } from '@postern/contracts/experience-phrases/wire/index';
import { supportedLanguages } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { listCustomPhrases } from './store.ts';

/** The tenant's custom phrases by language. */
export const customPhrasesOf = (app: App, tenantId: string): Promise<Record<string, Translation>> =>
  app.cache.get(tenantId, 'custom-phrases', async () => {
    const rows = await app.tenancy.read(tenantId, listCustomPhrases);
    // Validated by `checkTranslation` on write.
    return Object.fromEntries(rows.map((row) => [row.languageTag, row.translation as Translation]));
  });

/** Custom phrases for the pages: keys of the wire are mapped to our own keys. */
export const pageWordingOf = (app: App, tenantId: string): Promise<Record<string, Translation>> =>
  app.cache.get(tenantId, 'page-wording', async () => {
    const custom = await customPhrasesOf(app, tenantId);
    return Object.fromEntries(Object.entries(custom).map(([language, own]) => [language, wordingForPages(own)]));
  });

/** Languages of the pages: the built-in ones and those the tenant has added. */
export const languagesOfTenant = (custom: Record<string, Translation>): string[] => [
  ...new Set([...supportedLanguages, ...Object.keys(custom)]),
];

async function mergeAll(language: string, own: Translation): Promise<Translation> {
  const builtIn = (await phrasesOf(language)?.()) ?? en;
  const wire = wirePhrases(mergePhrases(builtIn, ourPartOf(own)), await wireTextsOf(language));
  const ours = mergePhrases(builtIn, wordingForPages(own));
  return mergePhrases(mergePhrases(wire, ours), wirePartOf(own));
}

/** Phrases without customization, by language. Cached, because merging takes most of the time of a request. */
const defaultPhrases = new Map<string, Promise<Translation>>();

/**
 * All phrases of a language, under the keys of the wire and our own: the tenant's, otherwise the built-in one,
 * otherwise English.
 */
export function allPhrases(language: string, custom: Record<string, Translation>): Promise<Translation> {
  const own = custom[language];
  if (own) {
    return mergeAll(language, own);
  }
  const known = defaultPhrases.get(language) ?? mergeAll(language, {});
  defaultPhrases.set(language, known);
  return known;
}
