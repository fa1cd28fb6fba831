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

/** The tenant's own wording by language. */
export const customPhrasesOf = (app: App, tenantId: string): Promise<Record<string, Translation>> =>
  app.cache.get(tenantId, 'custom-phrases', async () => {
    const rows = await app.tenancy.read(tenantId, listCustomPhrases);
    // Validated by `checkTranslation` when they were written.
    return Object.fromEntries(rows.map((row) => [row.languageTag, row.translation as Translation]));
  });

/** The same as the pages use it: what the tenant words under keys of the wire is under the keys of our phrases. */
export const pageWordingOf = (app: App, tenantId: string): Promise<Record<string, Translation>> =>
  app.cache.get(tenantId, 'page-wording', async () => {
    const custom = await customPhrasesOf(app, tenantId);
    return Object.fromEntries(Object.entries(custom).map(([language, own]) => [language, wordingForPages(own)]));
  });

/** Languages in which the pages can speak: those on board and those that the tenant has written. */
export const languagesOfTenant = (custom: Record<string, Translation>): string[] => [
  ...new Set([...supportedLanguages, ...Object.keys(custom)]),
];

async function mergeAll(language: string, own: Translation): Promise<Translation> {
  const builtIn = (await phrasesOf(language)?.()) ?? en;
  const wire = wirePhrases(mergePhrases(builtIn, ourPartOf(own)), await wireTextsOf(language));
  const ours = mergePhrases(builtIn, wordingForPages(own));
  return mergePhrases(mergePhrases(wire, ours), wirePartOf(own));
}

/** The phrases of tenants without wording of their own, by language: merging takes most of the time of a request. */
const unworded = new Map<string, Promise<Translation>>();

/**
 * Every sentence of a language, under the keys of the wire and under our own: the tenant's, else the one on board, else
 * the English one.
 */
export function allPhrases(language: string, custom: Record<string, Translation>): Promise<Translation> {
  const own = custom[language];
  if (own) {
    return mergeAll(language, own);
  }
  const known = unworded.get(language) ?? mergeAll(language, {});
  unworded.set(language, known);
  return known;
}
