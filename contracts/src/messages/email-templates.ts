import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The purposes of a message. */
export const templateTypes = [
  'SignIn',
  'Register',
  'ForgotPassword',
  'OrganizationInvitation',
  'Generic',
  'UserPermissionValidation',
  'BindNewIdentifier',
  'MfaVerification',
  'BindMfa',
] as const;
export const TemplateType = z.enum(templateTypes);
export type TemplateType = z.infer<typeof TemplateType>;

export const contentTypes = ['text/html', 'text/plain'] as const;
export const ContentType = z.enum(contentTypes);
export type ContentType = z.infer<typeof ContentType>;

export const emailTemplateLimits = { subject: 998, content: 262_144, address: 320, perRequest: 500 } as const;

/** Becomes a header of the message: a second line would inject a header. */
const headerText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\r\n]*$/, 'Use a single line.');

export const EmailTemplateDetails = z.strictObject({
  subject: headerText(emailTemplateLimits.subject),
  content: z.string().max(emailTemplateLimits.content),
  contentType: ContentType.optional(),
  replyTo: headerText(emailTemplateLimits.address).optional(),
  sendFrom: headerText(emailTemplateLimits.address).optional(),
});
export type EmailTemplateDetails = z.infer<typeof EmailTemplateDetails>;

const LanguageTag = z.string().min(1).max(16);

export const EmailTemplate = z.object({
  tenantId: z.string(),
  id: z.string(),
  languageTag: z.string(),
  templateType: TemplateType,
  details: EmailTemplateDetails,
  createdAt: z.number(),
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

export const SaveEmailTemplates = z.strictObject({
  templates: z
    .array(z.strictObject({ languageTag: LanguageTag, templateType: TemplateType, details: EmailTemplateDetails }))
    .min(1)
    .max(emailTemplateLimits.perRequest),
});
export type SaveEmailTemplates = z.infer<typeof SaveEmailTemplates>;

export const EmailTemplateFilter = z.object({
  languageTag: LanguageTag.optional(),
  templateType: TemplateType.optional(),
});
export type EmailTemplateFilter = z.infer<typeof EmailTemplateFilter>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Email templates' } as const;

export const emailTemplatesApi = {
  save: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/email-templates',
    summary: 'Create or replace templates. There is one for each language and purpose.',
    body: SaveEmailTemplates,
    response: z.array(EmailTemplate),
  }),
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/email-templates',
    summary: 'List the email templates.',
    query: EmailTemplateFilter,
    response: z.array(EmailTemplate),
  }),
  builtIn: endpoint({
    ...common,
    method: 'GET',
    path: '/api/email-templates/built-in',
    summary: 'Get the built-in message of a language and a purpose as a template, with the branding of the tenant.',
    query: z.object({
      languageTag: LanguageTag,
      templateType: TemplateType,
      /** Defaults to HTML. */
      contentType: ContentType.optional(),
    }),
    response: EmailTemplateDetails,
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/email-templates/:id',
    summary: 'Get a template.',
    params: Id,
    response: EmailTemplate,
    errors: ['entity.not_exists_with_id'],
  }),
  updateDetails: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/email-templates/:id/details',
    summary: 'Update a template.',
    params: Id,
    body: EmailTemplateDetails.partial(),
    response: EmailTemplate,
    errors: ['entity.not_exists_with_id'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/email-templates/:id',
    summary: 'Delete a template.',
    params: Id,
    errors: ['entity.not_exists_with_id'],
  }),
  removeMany: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/email-templates',
    summary: 'Delete the templates of a language, of a purpose, or of both.',
    query: EmailTemplateFilter,
    response: z.object({ rowCount: z.number() }),
    errors: ['connector.email_connector.bulk_deletion_no_filter'],
  }),
} as const;
