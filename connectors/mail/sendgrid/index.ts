import { z } from 'zod';
import { mailService } from '../../kit/mail-service.ts';
import { optionalText, text } from '../../kit/read-config.ts';
import { splitAddress } from '../../kit/split-address.ts';
import { MailTemplates } from '../../kit/template-items.ts';

export const sendgrid = mailService({
  service: 'SendGrid',
  endpoint: 'https://api.sendgrid.com/v3/mail/send',
  metadata: {
    id: 'sendgrid-email-service',
    target: 'sendgrid-mail',
    name: { en: 'SendGrid Email' },
    description: { en: 'Sends email through Twilio SendGrid.' },
    formItems: [
      { key: 'apiKey', label: 'API key', type: 'Text', required: true, isConfidential: true, placeholder: 'SG.…' },
      { key: 'fromEmail', label: 'Sender', type: 'Text', required: true, placeholder: 'no-reply@example.com' },
      { key: 'fromName', label: 'Sender name', type: 'Text', placeholder: 'Example' },
    ],
  },
  configGuard: z.object({
    apiKey: text,
    fromEmail: text.regex(/^\S+@\S+$/),
    fromName: optionalText,
    templates: MailTemplates,
  }),
  headersOf: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
  bodyOf: (mail, to, { fromEmail, fromName }) => ({
    personalizations: [{ to: [{ email: to }] }],
    from: mail.sendFrom ? splitAddress(mail.sendFrom) : { email: fromEmail, name: fromName },
    ...(mail.replyTo ? { reply_to: splitAddress(mail.replyTo) } : {}),
    subject: mail.subject,
    // SendGrid requires plain text first.
    content: [
      ...(mail.text ? [{ type: 'text/plain', value: mail.text }] : []),
      { type: mail.contentType, value: mail.content },
    ],
  }),
});
