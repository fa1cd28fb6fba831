import { z } from 'zod';
import { callProvider, jsonType, requireAccepted } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { optionalText, readConfig, text } from '../../kit/read-config.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { renderMail } from '../../kit/render-message.ts';
import { withName } from '../../kit/split-address.ts';
import { MailTemplates, mailTemplatesItem, ownMail } from '../../kit/template-items.ts';

const endpoint = 'https://mailjunky.ai/api/v1/emails/send';

const metadata: ConnectorMetadata = {
  id: 'mailjunky-email-service',
  target: 'mailjunky-mail',
  platform: null,
  name: { en: 'MailJunky' },
  description: { en: 'Sends email through MailJunky.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'apiKey', label: 'API key', type: 'Text', required: true, isConfidential: true },
    { key: 'fromEmail', label: 'Sender', type: 'Text', required: true, placeholder: 'no-reply@example.com' },
    { key: 'fromName', label: 'Sender name', type: 'Text', placeholder: 'Example' },
    mailTemplatesItem,
  ],
};

const configGuard = z.object({
  apiKey: text.regex(/^[\x21-\x7e]+$/),
  fromEmail: text.regex(/^[^\s<>]+@[^\s<>]+$/),
  fromName: optionalText,
  templates: MailTemplates,
});

export const mailJunky: ConnectorFactory<MessageConnector> = async ({ getConfig, getI18nEmailTemplate, egress }) => ({
  type: 'Email',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const mail = await renderMail(getI18nEmailTemplate, message, ownMail(config.templates, message.type));
    const isHtml = mail.contentType === 'text/html';
    const plain = isHtml ? mail.text : mail.content;
    const answer = await callProvider(egress.fetch, endpoint, {
      method: 'POST',
      headers: { ...jsonType, authorization: `Bearer ${config.apiKey}` },
      body: JSON.stringify({
        from: mail.sendFrom ?? withName(config.fromName, config.fromEmail),
        to: mailAddress(message.to),
        subject: mail.subject,
        ...(isHtml ? { html: mail.content } : {}),
        ...(plain ? { text: plain } : {}),
        ...(mail.replyTo ? { reply_to: mail.replyTo } : {}),
      }),
    });
    requireAccepted('MailJunky', answer);
  },
});
