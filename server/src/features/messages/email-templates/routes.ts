import { emailTemplatesApi, type SaveEmailTemplates } from '@postern/contracts/messages/email-templates';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import {
  deleteTemplate,
  deleteTemplates,
  findTemplate,
  listTemplates,
  mergeDetails,
  upsertTemplates,
} from './store.ts';

const missing = (id: string) => new AppError('entity.not_exists_with_id', { values: { name: 'Email template', id } });

/** Of two for the same language and purpose the last one counts, as if they were sent one after the other. */
function withoutRepeats(templates: SaveEmailTemplates['templates']): SaveEmailTemplates['templates'] {
  return [...new Map(templates.map((one) => [`${one.templateType} ${one.languageTag}`, one])).values()];
}

export function emailTemplateRoutes(scope: Scope): void {
  route(scope, emailTemplatesApi.save, async ({ db, body }) => {
    const saved = await upsertTemplates(db, withoutRepeats(body.templates));
    await emit(
      db,
      ...saved.map(({ id, languageTag, templateType }) => ({
        name: 'EmailTemplate.Data.Updated' as const,
        subjectId: id,
        data: { languageTag, templateType },
      })),
    );
    return saved;
  });

  route(scope, emailTemplatesApi.list, ({ db, query }) => listTemplates(db, query));

  route(scope, emailTemplatesApi.get, async ({ db, params: { id } }) => {
    const template = await findTemplate(db, id);
    if (!template) {
      throw missing(id);
    }
    return template;
  });

  route(scope, emailTemplatesApi.updateDetails, async ({ db, params: { id }, body }) => {
    const template = await mergeDetails(db, id, body);
    if (!template) {
      throw missing(id);
    }
    await emit(db, { name: 'EmailTemplate.Data.Updated', subjectId: id });
    return template;
  });

  route(scope, emailTemplatesApi.remove, async ({ db, params: { id } }) => {
    if (!(await deleteTemplate(db, id))) {
      throw missing(id);
    }
    await emit(db, { name: 'EmailTemplate.Deleted', subjectId: id });
  });

  route(scope, emailTemplatesApi.removeMany, async ({ db, query }) => {
    if (query.languageTag === undefined && query.templateType === undefined) {
      throw new AppError('connector.email_connector.bulk_deletion_no_filter', {
        values: { properties: 'languageTag, templateType' },
      });
    }
    const rowCount = await deleteTemplates(db, query);
    await emit(db, { name: 'EmailTemplate.Deleted', subjectId: 'many', data: { ...query, rowCount } });
    return { rowCount };
  });
}
