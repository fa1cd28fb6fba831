import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const namesOf = (type: 'language' | 'script' | 'region') => new Intl.DisplayNames(['en'], { type, fallback: 'none' });
const [languages, scripts, regions] = [namesOf('language'), namesOf('script'), namesOf('region')];

/** A region that does not exist, as in zh-ZH, is in no list of languages. */
function isKnownLanguage(tag: string): boolean {
  try {
    const { language, script, region } = new Intl.Locale(tag);
    return (
      languages.of(language) !== undefined &&
      (script === undefined || scripts.of(script) !== undefined) &&
      (region === undefined || regions.of(region) !== undefined)
    );
  } catch {
    return false;
  }
}

/** The subset of BCP 47 that the wire uses: a known language with script, region or variant. */
export const LanguageTag = z
  .string()
  .max(16)
  .regex(/^[a-z]{2,3}(?:-[\dA-Za-z]{2,8}){0,3}$/, 'Use a language tag such as en or pt-BR.')
  .refine(isKnownLanguage, 'Use a language tag such as en or pt-BR.');

/** Sentences under wire keys (`experience-phrases/wire/table.ts`) and keys of our English phrases; all are optional. */
export type Translation = { [key: string]: string | string[] | Translation };

export const CustomPhrase = z.object({
  tenantId: z.string(),
  id: z.string(),
  languageTag: z.string(),
  translation: z.record(z.string(), z.unknown()),
});
export type CustomPhrase = z.infer<typeof CustomPhrase>;

/** In characters; all sentences of the pages together use a small part of it. */
export const maxTranslationLength = 131_072;

const Language = z.object({ languageTag: LanguageTag });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Custom phrases' } as const;

export const customPhrasesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/custom-phrases',
    summary: 'List the custom phrases of the sign-in pages by language.',
    response: z.array(CustomPhrase),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/custom-phrases/:languageTag',
    summary: 'Get the custom phrases of a language.',
    params: Language,
    response: CustomPhrase,
    errors: ['entity.not_found'],
  }),
  save: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/custom-phrases/:languageTag',
    summary: 'Create or replace the custom phrases of a language. Empty phrases are removed.',
    params: Language,
    body: z.record(z.string(), z.unknown()),
    response: CustomPhrase,
    status: [201],
    errors: ['localization.invalid_translation_structure'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/custom-phrases/:languageTag',
    summary: 'Delete the custom phrases of a language.',
    params: Language,
    errors: ['entity.not_found', 'localization.cannot_delete_default_language'],
  }),
} as const;

export const phrasesApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/.well-known/phrases',
    summary: 'Get all phrases of the sign-in pages in the best available language.',
    auth: { kind: 'none' },
    document: 'management',
    tag: 'Well-known',
    query: z.object({ lng: z.string().max(256).optional() }),
    response: z.object({ translation: z.record(z.string(), z.unknown()) }),
  }),
} as const;
