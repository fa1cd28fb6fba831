import { chooseLanguage } from '@postern/contracts/choose-language';
import { customPhrasesApi, phrasesApi } from '@postern/contracts/experience/custom-phrases';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { checkTranslation } from './check-translation.ts';
import { allPhrases, customPhrasesOf, languagesOfTenant } from './merge.ts';
import {
  deleteCustomPhrase,
  findCustomPhrase,
  findFallback,
  listCustomPhrases,
  lockFallbackLanguage,
  saveCustomPhrase,
} from './store.ts';

export function customPhraseRoutes(scope: Scope): void {
  route(scope, customPhrasesApi.list, ({ db }) => listCustomPhrases(db));

  route(scope, customPhrasesApi.get, async ({ db, params: { languageTag } }) => {
    const phrase = await findCustomPhrase(db, languageTag);
    if (!phrase) {
      throw new AppError('entity.not_found');
    }
    return phrase;
  });

  route(scope, customPhrasesApi.save, {
    changesSettings: true,
    handle: async ({ db, params: { languageTag }, body }) => {
      const saved = await saveCustomPhrase(db, languageTag, checkTranslation(body));
      await emit(db, { name: 'CustomPhrase.Data.Updated', subjectId: saved.id, data: { languageTag } });
      return saved;
    },
  });

  route(scope, customPhrasesApi.remove, {
    changesSettings: true,
    handle: async ({ db, params: { languageTag } }) => {
      if ((await lockFallbackLanguage(db)) === languageTag) {
        throw new AppError('localization.cannot_delete_default_language', { values: { languageTag } });
      }
      if (!(await deleteCustomPhrase(db, languageTag))) {
        throw new AppError('entity.not_found');
      }
      await emit(db, { name: 'CustomPhrase.Deleted', subjectId: languageTag });
    },
  });

  route(scope, phrasesApi.get, {
    respond: async ({ app, tenantId, query, languages, reply }) => {
      const custom = await customPhrasesOf(app, tenantId);
      const { autoDetect, fallbackLanguage } = await app.cache.get(tenantId, 'language-info', () =>
        app.tenancy.read(tenantId, findFallback),
      );
      const wanted = [...(query.lng?.split(' ') ?? []), ...(autoDetect ? languages : []), fallbackLanguage];
      const language = chooseLanguage(wanted.filter(Boolean), languagesOfTenant(custom), 'en');
      reply.header('content-language', language);
      return { translation: await allPhrases(language, custom) };
    },
  });
}
