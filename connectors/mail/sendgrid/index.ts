import { z } from 'zod';
import { callProvider, jsonType, requireAccepted } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { optionalText, readConfig, text } from '../../kit/read-config.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { renderMail } from '../../kit/render-message.ts';
import { splitAddress } from '../../kit/split-address.ts';
import { MailTemplates, mailTemplatesItem, ownMail } from '../../kit/template-items.ts';

const endpoint = 'https://api.sendgrid.com/v3/mail/send';

const metadata: ConnectorMetadata = {
  id: 'sendgrid-email-service',
  target: 'sendgrid-mail',
  platform: null,
  name: { en: 'SendGrid Email' },
  description: { en: 'Sends email through Twilio SendGrid.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'apiKey', label: 'API key', type: 'Text', required: true, isConfidential: true, placeholder: 'SG.…' },
    { key: 'fromEmail', label: 'Sender', type: 'Text', required: true, placeholder: 'no-reply@example.com' },
    { key: 'fromName', label: 'Sender name', type: 'Text', placeholder: 'Example' },
    mailTemplatesItem,
  ],
};

const configGuard = z.object({
  apiKey: text,
  fromEmail: text.regex(/^\S+@\S+$/),
  fromName: optionalText,
  templates: MailTemplates,
});

export const sendgrid: ConnectorFactory<MessageConnector> = async ({ getConfig, getI18nEmailTemplate, egress }) => ({
  type: 'Email',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const mail = await renderMail(getI18nEmailTemplate, message, ownMail(config.templates, message.type));
    const body = {
      personalizations: [{ to: [{ email: mailAddress(message.to) }] }],
      from: mail.sendFrom ? splitAddress(mail.sendFrom) : { email: config.fromEmail, name: config.fromName },
      ...(mail.replyTo ? { reply_to: splitAddress(mail.replyTo) } : {}),
      subject: mail.subject,
      // SendGrid requires plain text first.
      content: [
        ...(mail.text ? [{ type: 'text/plain', value: mail.text }] : []),
        { type: mail.contentType, value: mail.content },
      ],
    };
    const answer = await callProvider(egress.fetch, endpoint, {
      method: 'POST',
      headers: { ...jsonType, authorization: `Bearer ${config.apiKey}` },
      body: JSON.stringify(body),
    });
    requireAccepted('SendGrid', answer);
  },
});
