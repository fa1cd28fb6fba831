import { ContentType, TemplateType } from '@postern/contracts/messages/email-templates';
import { z } from 'zod';
import type { ConnectorMetadata, EmailTemplateDetails } from './interface.ts';

/** A template in the config of a connector. */
export const MailTemplate = z.object({
  usageType: TemplateType,
  subject: z
    .string()
    .max(998)
    .regex(/^[^\r\n]*$/),
  content: z.string().max(262_144),
  contentType: ContentType.optional(),
  type: ContentType.optional(),
});
export const MailTemplates = z.array(MailTemplate).max(100);
export const SmsTemplates = z.array(z.object({ usageType: TemplateType, content: z.string().max(4096) })).max(100);

/** The template for a purpose: its own, else the one for any purpose. */
export const forPurpose = <T extends { usageType: TemplateType }>(templates: readonly T[], type: TemplateType) =>
  templates.find(({ usageType }) => usageType === type) ?? templates.find(({ usageType }) => usageType === 'Generic');

/** The purposes for which providers that have no built-in texts need a template. Others use the one of `Generic`. */
export const requiredPurposes = ['Register', 'SignIn', 'ForgotPassword', 'Generic'] as const;

/** Refuses a list that lacks a purpose. */
export const requirePurposes =
  (purposes: readonly TemplateType[]) =>
  (templates: readonly { usageType: TemplateType }[], context: z.RefinementCtx): void => {
    if (!purposes.every((purpose) => templates.some(({ usageType }) => usageType === purpose))) {
      context.addIssue({ code: 'custom', message: 'Add an entry for each purpose that is listed here.' });
    }
  };

export function ownMail(
  templates: z.infer<typeof MailTemplates>,
  type: TemplateType,
): EmailTemplateDetails | undefined {
  const found = forPurpose(templates, type);
  return found && { subject: found.subject, content: found.content, contentType: found.contentType ?? found.type };
}

export const ownSms = (templates: z.infer<typeof SmsTemplates>, type: TemplateType) =>
  forPurpose(templates, type)?.content;

type FormItem = NonNullable<ConnectorMetadata['formItems']>[number];

/** A new connector has no templates, so messages use the language of the recipient. */
const templates = { key: 'templates', label: 'Templates', type: 'Json', required: true, defaultValue: [] } as const;

export const mailTemplatesItem: FormItem = {
  ...templates,
  description:
    'A list with one entry per purpose. Templates per language take precedence over these; without either, built-in messages are sent.',
};

export const smsTemplatesItem: FormItem = {
  ...templates,
  description: 'A list with one entry per purpose. Without an entry, the built-in message is sent.',
};
