import type { Translation } from '@postern/contracts/custom-phrases';
import { en } from '@postern/contracts/experience-phrases/en';
import { phrasesOf } from '@postern/contracts/experience-phrases/index';
import { mergePhrases } from '@postern/contracts/experience-phrases/merge';
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

/** Languages in which the pages can speak: those on board and those that the tenant has written. */
export const languagesOfTenant = (custom: Record<string, Translation>): string[] => [
  ...new Set([...supportedLanguages, ...Object.keys(custom)]),
];

/** Every sentence of a language: the tenant's, else the one on board, else the English one. */
export async function allPhrases(language: string, custom: Record<string, Translation>): Promise<Translation> {
  return mergePhrases((await phrasesOf(language)?.()) ?? en, custom[language]);
}
