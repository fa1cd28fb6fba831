import { z } from 'zod';
import { callProvider, jsonType, readJson, requireAccepted } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { optionalText, readConfig, text } from '../../kit/read-config.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { renderMail } from '../../kit/render-message.ts';
import { withName } from '../../kit/split-address.ts';
import { MailTemplates, mailTemplatesItem, ownMail } from '../../kit/template-items.ts';

const endpoint = 'https://api.smtp2go.com/v3/email/send';

const metadata: ConnectorMetadata = {
  id: 'smtp2go-email-service',
  target: 'smtp2go-email',
  platform: null,
  name: { en: 'SMTP2GO' },
  description: { en: 'Sends email through SMTP2GO.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'apiKey', label: 'API key', type: 'Text', required: true, isConfidential: true, placeholder: 'api-…' },
    { key: 'sender', label: 'Sender', type: 'Text', required: true, placeholder: 'no-reply@example.com' },
    { key: 'senderName', label: 'Sender name', type: 'Text', placeholder: 'Example' },
    mailTemplatesItem,
  ],
};

const configGuard = z.object({
  apiKey: text.regex(/^[\x21-\x7e]+$/),
  sender: text.regex(/^[^\s<>]+@[^\s<>]+$/),
  senderName: optionalText,
  templates: MailTemplates,
});

/** A request that was accepted can still have failed for its only recipient. */
function requireSent(body: Record<string, unknown> | undefined): void {
  const { failed } = (body?.data ?? {}) as { failed?: unknown };
  if (typeof failed === 'number' && failed > 0) {
    throw new ConnectorError('general', 'SMTP2GO did not take the message.');
  }
}

export const smtp2go: ConnectorFactory<MessageConnector> = async ({ getConfig, getI18nEmailTemplate, egress }) => ({
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
      headers: { ...jsonType, 'x-smtp2go-api-key': config.apiKey },
      body: JSON.stringify({
        sender: mail.sendFrom ?? withName(config.senderName, config.sender),
        to: [mailAddress(message.to)],
        subject: mail.subject,
        ...(isHtml ? { html_body: mail.content } : {}),
        ...(plain ? { text_body: plain } : {}),
        ...(mail.replyTo ? { custom_headers: [{ header: 'Reply-To', value: mail.replyTo }] } : {}),
      }),
    });
    requireAccepted('SMTP2GO', answer);
    requireSent(readJson(answer.text));
  },
});
