import { emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { IconTemplate } from '@tabler/icons-react';
import i18next from 'i18next';
import { emailTemplatePath } from '#paths/email-templates.ts';
import type { Find } from '#platform/palette/commands.ts';
import { namedLike, readList } from '#platform/palette/find-in-list.ts';

/** Finds email templates for the palette by purpose, subject or id. */
export const findEmailTemplates: Find = async (text, tenantId) => {
  const templates = await readList(emailTemplatesApi.list, { query: {} }, tenantId);
  const purposeOf = ({ templateType }: (typeof templates)[number]) => i18next.t(`emailTemplates.types.${templateType}`);
  return namedLike(templates, text, (template) => [purposeOf(template), template.details.subject]).map((template) => ({
    id: template.id,
    label: purposeOf(template),
    note: `${template.languageTag} · ${text === template.id ? template.id : template.details.subject}`,
    icon: IconTemplate,
    to: emailTemplatePath,
    params: { id: template.id },
  }));
};
