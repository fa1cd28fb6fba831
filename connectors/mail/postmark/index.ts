import { TemplateType } from '@postern/contracts/messages/email-templates';
import { z } from 'zod';
import { callProvider, jsonType, readJson } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, Message, MessageConnector } from '../../kit/interface.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refuse } from '../../kit/refusal.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { localeOf, renderMail } from '../../kit/render-message.ts';
import { forPurpose, MailTemplate, mailTemplatesItem, ownMail } from '../../kit/template-items.ts';

const origin = 'https://api.postmarkapp.com';

const metadata: ConnectorMetadata = {
  id: 'postmark-mail',
  target: 'postmark-mail',
  platform: null,
  name: { en: 'Postmark Mail' },
  description: { en: 'Sends email through Postmark.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'serverToken', label: 'Server token', type: 'Text', required: true, isConfidential: true },
    {
      key: 'fromEmail',
      label: 'Sender',
      type: 'Text',
      required: true,
      placeholder: 'Example <no-reply@example.com>',
      description: 'An address with a confirmed sender signature, or of a verified domain.',
    },
    {
      ...mailTemplatesItem,
      description:
        'A list with one entry per purpose: subject and content, or templateAlias of a Postmark template. Templates per language take precedence over these; without either, built-in messages are sent.',
    },
  ],
};

const configGuard = z.object({
  serverToken: text.regex(/^[\x21-\x7e]+$/),
  fromEmail: text.regex(/^[^\r\n]*@[^\r\n]*$/),
  templates: z.array(z.union([z.object({ usageType: TemplateType, templateAlias: text }), MailTemplate])).max(100),
});

/** https://postmarkapp.com/developer/api/overview#error-codes */
const refusals: RefusalTable = [
  [/^10$/, 'credentials'],
  [/^40[01]$/, 'sender'],
  [/^(?:300|406)$/, 'recipient'],
  [/^(?:1101|1105|1109|1120)$/, 'template'],
  [/^(?:405|412|413)$/, 'account'],
];

type Templates = z.infer<typeof configGuard>['templates'];

/** The alias of the Postmark template for a message. */
function aliasFor(templates: Templates, { type, payload, rendered }: Message): string | undefined {
  const found = forPurpose(templates, type);
  return found && 'templateAlias' in found && !payload.notice && !rendered ? found.templateAlias : undefined;
}

export const postmark: ConnectorFactory<MessageConnector> = async ({ getConfig, getI18nEmailTemplate, egress }) => {
  async function mailOf(message: Message, templates: Templates) {
    const texts = templates.flatMap((template) => ('content' in template ? [template] : []));
    const mail = await renderMail(getI18nEmailTemplate, message, ownMail(texts, message.type));
    const isHtml = mail.contentType === 'text/html';
    const plain = isHtml ? mail.text : mail.content;
    return {
      ...(mail.sendFrom ? { From: mail.sendFrom } : {}),
      ...(mail.replyTo ? { ReplyTo: mail.replyTo } : {}),
      Subject: mail.subject,
      ...(isHtml ? { HtmlBody: mail.content } : {}),
      ...(plain ? { TextBody: plain } : {}),
    };
  }

  return {
    type: 'Email',
    metadata,
    configGuard,
    sendMessage: async (message, given) => {
      const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
      const alias = aliasFor(config.templates, message);
      const hasOwnText = alias && (await getI18nEmailTemplate?.(message.type, localeOf(message)));
      const stored = alias && !hasOwnText ? { TemplateAlias: alias, TemplateModel: message.payload } : undefined;
      const body = {
        From: config.fromEmail,
        To: mailAddress(message.to),
        ...(stored ?? (await mailOf(message, config.templates))),
      };
      const answer = await callProvider(egress.fetch, `${origin}/email${stored ? '/withTemplate' : ''}`, {
        method: 'POST',
        headers: { ...jsonType, accept: 'application/json', 'x-postmark-server-token': config.serverToken },
        body: JSON.stringify(body),
      });
      const code = codeOf(readJson(answer.text)?.ErrorCode);
      if (!answer.ok || code !== '0') {
        refuse('Postmark', refusals, code, answer);
      }
    },
  };
};
