import { z } from 'zod';
import { readJson } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { formsOf, mailService } from '../../kit/mail-service.ts';
import { optionalText, text } from '../../kit/read-config.ts';
import { withName } from '../../kit/split-address.ts';
import { MailTemplates } from '../../kit/template-items.ts';

export const smtp2go = mailService({
  service: 'SMTP2GO',
  endpoint: 'https://api.smtp2go.com/v3/email/send',
  metadata: {
    id: 'smtp2go-email-service',
    target: 'smtp2go-email',
    name: { en: 'SMTP2GO' },
    description: { en: 'Sends email through SMTP2GO.' },
    formItems: [
      { key: 'apiKey', label: 'API key', type: 'Text', required: true, isConfidential: true, placeholder: 'api-…' },
      { key: 'sender', label: 'Sender', type: 'Text', required: true, placeholder: 'no-reply@example.com' },
      { key: 'senderName', label: 'Sender name', type: 'Text', placeholder: 'Example' },
    ],
  },
  configGuard: z.object({
    apiKey: text.regex(/^[\x21-\x7e]+$/),
    sender: text.regex(/^[^\s<>]+@[^\s<>]+$/),
    senderName: optionalText,
    templates: MailTemplates,
  }),
  headersOf: ({ apiKey }) => ({ 'x-smtp2go-api-key': apiKey }),
  bodyOf: (mail, to, { sender, senderName }) => {
    const { html, plain } = formsOf(mail);
    return {
      sender: mail.sendFrom ?? withName(senderName, sender),
      to: [to],
      subject: mail.subject,
      ...(html === undefined ? {} : { html_body: html }),
      ...(plain ? { text_body: plain } : {}),
      ...(mail.replyTo ? { custom_headers: [{ header: 'Reply-To', value: mail.replyTo }] } : {}),
    };
  },
  // A request that was accepted can still have failed for its only recipient.
  check: ({ text: answer }) => {
    const { failed } = (readJson(answer)?.data ?? {}) as { failed?: unknown };
    if (typeof failed === 'number' && failed > 0) {
      throw new ConnectorError('general', 'SMTP2GO did not take the message.');
    }
  },
});
