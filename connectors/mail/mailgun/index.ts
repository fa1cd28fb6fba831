import { TemplateType } from '@postern/contracts/messages/email-templates';
import { z } from 'zod';
import { basic, callProvider, formType, requireAccepted } from '../../kit/call-provider.ts';
import { fillTemplate } from '../../kit/fill-template.ts';
import type { ConnectorFactory, ConnectorMetadata, Message, MessageConnector } from '../../kit/interface.ts';
import { optionalText, readConfig, text, webAddress } from '../../kit/read-config.ts';
import { headerValue, mailAddress } from '../../kit/refuse-injection.ts';
import { localeOf, renderMail } from '../../kit/render-message.ts';

const metadata: ConnectorMetadata = {
  id: 'mailgun-email',
  target: 'mailgun-email',
  platform: null,
  name: { en: 'Mailgun' },
  description: { en: 'Sends email through Mailgun.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    {
      key: 'endpoint',
      label: 'Endpoint',
      type: 'Text',
      placeholder: 'https://api.mailgun.net',
      description: 'https://api.eu.mailgun.net for domains in the EU.',
    },
    { key: 'domain', label: 'Domain', type: 'Text', required: true, placeholder: 'mg.example.com' },
    { key: 'apiKey', label: 'API key', type: 'Text', required: true, isConfidential: true },
    { key: 'from', label: 'Sender', type: 'Text', required: true, placeholder: 'Example <no-reply@mg.example.com>' },
    {
      key: 'deliveries',
      label: 'Deliveries',
      type: 'Json',
      required: true,
      defaultValue: {},
      description: 'An object with an entry per purpose: subject with html or text, or the name of a Mailgun template.',
    },
  ],
};

const Delivery = z.union([
  z.object({
    template: text,
    variables: z.record(z.string(), z.unknown()).optional(),
    subject: optionalText,
    replyTo: optionalText,
  }),
  z.object({
    subject: text,
    html: z.string().max(262_144).optional(),
    text: z.string().max(262_144).optional(),
    replyTo: optionalText,
  }),
]);

const configGuard = z.object({
  endpoint: webAddress.optional(),
  domain: text.regex(/^[\w.-]+$/),
  apiKey: text,
  from: text.regex(/^[^\r\n]*$/),
  deliveries: z.partialRecord(TemplateType, Delivery),
});

/** A template stored at Mailgun: sends only the variables. */
function storedTemplate(delivery: Extract<z.infer<typeof Delivery>, { template: string }>, { payload }: Message) {
  const variables = JSON.stringify({ ...delivery.variables, ...payload });
  return {
    template: delivery.template,
    'h:X-Mailgun-Variables': variables,
    ...(delivery.subject ? { subject: headerValue('subject', fillTemplate(delivery.subject, payload, 'header')) } : {}),
    ...(delivery.replyTo ? { 'h:Reply-To': headerValue('reply address', delivery.replyTo) } : {}),
  };
}

export const mailgun: ConnectorFactory<MessageConnector> = async ({ getConfig, getI18nEmailTemplate, egress }) => {
  async function fieldsOf(message: Message, delivery: z.infer<typeof Delivery> | undefined) {
    const isFinished = message.payload.notice !== undefined || message.rendered !== undefined;
    const details = isFinished ? undefined : await getI18nEmailTemplate?.(message.type, localeOf(message));
    if (!details && !isFinished && delivery && 'template' in delivery) {
      return storedTemplate(delivery, message);
    }
    const raw = delivery && !('template' in delivery) ? delivery : undefined;
    const own = raw && {
      subject: raw.subject,
      content: raw.html ?? raw.text ?? '',
      contentType: raw.html === undefined ? ('text/plain' as const) : ('text/html' as const),
      replyTo: raw.replyTo,
    };
    const mail = await renderMail(async () => details, message, own);
    const plain =
      mail.text ?? (!isFinished && raw?.html && raw.text ? fillTemplate(raw.text, message.payload, 'text') : undefined);
    return {
      subject: mail.subject,
      [mail.contentType === 'text/html' ? 'html' : 'text']: mail.content,
      ...(mail.contentType === 'text/html' && !details && plain ? { text: plain } : {}),
      ...(mail.replyTo ? { 'h:Reply-To': mail.replyTo } : {}),
      ...(mail.sendFrom ? { from: mail.sendFrom } : {}),
    };
  }

  return {
    type: 'Email',
    metadata,
    configGuard,
    sendMessage: async (message, given) => {
      const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
      const fields = {
        from: config.from,
        ...(await fieldsOf(message, config.deliveries[message.type] ?? config.deliveries.Generic)),
      };
      const url = new URL(
        `/v3/${encodeURIComponent(config.domain)}/messages`,
        config.endpoint ?? 'https://api.mailgun.net',
      );
      const answer = await callProvider(egress.fetch, url.href, {
        method: 'POST',
        headers: { ...formType, authorization: basic('api', config.apiKey) },
        body: new URLSearchParams({ ...fields, to: mailAddress(message.to) }).toString(),
      });
      requireAccepted('Mailgun', answer);
    },
  };
};
