import type {
  EmailTemplate,
  EmailTemplateDetails,
  EmailTemplateFilter,
  SaveEmailTemplates,
  TemplateType,
} from '@postern/contracts/messages/email-templates';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';

const columns = [
  'tenant_id as tenantId',
  'id',
  'language_tag as languageTag',
  'template_type as templateType',
  'details',
  'created_at as createdAt',
] as const;

export async function upsertTemplates(db: Db, templates: SaveEmailTemplates['templates']): Promise<EmailTemplate[]> {
  const rows = await db
    .insertInto('email_templates')
    .values(
      templates.map(({ languageTag, templateType, details }) => ({
        id: newId(),
        language_tag: languageTag,
        template_type: templateType,
        details: JSON.stringify(details),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('email_templates__language_type')
        .doUpdateSet((eb) => ({ details: eb.ref('excluded.details') })),
    )
    .returning(columns)
    .execute();
  // The contract validated type and details on write.
  return rows as EmailTemplate[];
}

export async function listTemplates(db: Db, filter: EmailTemplateFilter): Promise<EmailTemplate[]> {
  let query = db.selectFrom('email_templates').select(columns);
  if (filter.languageTag !== undefined) {
    query = query.where('language_tag', '=', filter.languageTag);
  }
  if (filter.templateType !== undefined) {
    query = query.where('template_type', '=', filter.templateType);
  }
  return (await query.orderBy('language_tag').orderBy('template_type').execute()) as EmailTemplate[];
}

export async function findTemplate(db: Db, id: string): Promise<EmailTemplate | undefined> {
  const row = await db.selectFrom('email_templates').select(columns).where('id', '=', id).executeTakeFirst();
  return row as EmailTemplate | undefined;
}

export async function mergeDetails(
  db: Db,
  id: string,
  details: Partial<EmailTemplateDetails>,
): Promise<EmailTemplate | undefined> {
  const row = await db
    .updateTable('email_templates')
    .set({ details: sql`details || ${JSON.stringify(details)}::jsonb` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row as EmailTemplate | undefined;
}

export async function deleteTemplate(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('email_templates').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteTemplates(db: Db, { languageTag, templateType }: EmailTemplateFilter): Promise<number> {
  let query = db.deleteFrom('email_templates');
  if (languageTag !== undefined) {
    query = query.where('language_tag', '=', languageTag);
  }
  if (templateType !== undefined) {
    query = query.where('template_type', '=', templateType);
  }
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

type Candidate = { languageTag: string; isGeneric: boolean; details: EmailTemplateDetails };

/** The templates for a purpose in any of these languages, and in the tenant's fallback language; there also `Generic`. */
export async function listCandidates(db: Db, type: TemplateType, tags: string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select language_tag as "languageTag", template_type <> ${type} as "isGeneric", details from email_templates
    where (template_type = ${type} and lower(language_tag) = any (${tags}::text[]))
      or (template_type in (${type}, 'Generic') and language_tag =
        (select language_info ->> 'fallbackLanguage' from sign_in_experiences where id = 'default'))`.execute(db);
  return rows;
}
