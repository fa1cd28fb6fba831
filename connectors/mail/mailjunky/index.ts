import { z } from 'zod';
import { formsOf, mailService } from '../../kit/mail-service.ts';
import { optionalText, text } from '../../kit/read-config.ts';
import { withName } from '../../kit/split-address.ts';
import { MailTemplates } from '../../kit/template-items.ts';

export const mailJunky = mailService({
  service: 'MailJunky',
  endpoint: 'https://mailjunky.ai/api/v1/emails/send',
  metadata: {
    id: 'mailjunky-email-service',
    target: 'mailjunky-mail',
    name: { en: 'MailJunky' },
    description: { en: 'Sends email through MailJunky.' },
    formItems: [
      { key: 'apiKey', label: 'API key', type: 'Text', required: true, isConfidential: true },
      { key: 'fromEmail', label: 'Sender', type: 'Text', required: true, placeholder: 'no-reply@example.com' },
      { key: 'fromName', label: 'Sender name', type: 'Text', placeholder: 'Example' },
    ],
  },
  configGuard: z.object({
    apiKey: text.regex(/^[\x21-\x7e]+$/),
    fromEmail: text.regex(/^[^\s<>]+@[^\s<>]+$/),
    fromName: optionalText,
    templates: MailTemplates,
  }),
  headersOf: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
  bodyOf: (mail, to, { fromEmail, fromName }) => {
    const { html, plain } = formsOf(mail);
    return {
      from: mail.sendFrom ?? withName(fromName, fromEmail),
      to,
      subject: mail.subject,
      ...(html === undefined ? {} : { html }),
      ...(plain ? { text: plain } : {}),
      ...(mail.replyTo ? { reply_to: mail.replyTo } : {}),
    };
  },
});
