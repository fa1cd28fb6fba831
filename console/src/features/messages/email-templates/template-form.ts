import {
  ContentType,
  contentTypes,
  EmailTemplateDetails,
  emailTemplateLimits,
  TemplateType,
} from '@postern/contracts/messages/email-templates';
import { z } from 'zod';

const { subject, content } = EmailTemplateDetails.shape;
const address = z.string().trim().max(emailTemplateLimits.address);

export const TemplateForm = z.object({
  languageTag: z.string().min(1).max(16),
  templateType: TemplateType,
  subject: subject.trim().min(1),
  content: content.min(1),
  contentType: ContentType,
  replyTo: address,
  sendFrom: address,
});
export type TemplateValues = z.infer<typeof TemplateForm>;

/** A new template, before it has the built-in message. */
export const newTemplate = (languageTag: string): TemplateValues => ({
  languageTag,
  templateType: 'SignIn',
  subject: '',
  content: '',
  contentType: contentTypes[0],
  replyTo: '',
  sendFrom: '',
});

export function templateValues(template: {
  languageTag: string;
  templateType: TemplateType;
  details: EmailTemplateDetails;
}): TemplateValues {
  const { languageTag, templateType, details } = template;
  return {
    languageTag,
    templateType,
    subject: details.subject,
    content: details.content,
    contentType: details.contentType ?? 'text/html',
    replyTo: details.replyTo ?? '',
    sendFrom: details.sendFrom ?? '',
  };
}

/** Saved as a whole: cleared values are removed. */
export function templateBody({ languageTag, templateType, replyTo, sendFrom, ...details }: TemplateValues) {
  const optional = { ...(replyTo ? { replyTo } : {}), ...(sendFrom ? { sendFrom } : {}) };
  return { templates: [{ languageTag, templateType, details: { ...details, ...optional } }] };
}

/** `templates.0.details.subject` maps to the subject field. */
export const landing = {
  field: (path: string) => TemplateForm.keyof().safeParse(path.split('.').at(-1)).data,
};
