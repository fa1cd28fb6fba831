import { TemplateType } from '@postern/contracts/messages/email-templates';
import { z } from 'zod';
import { callProvider, jsonType, readJson } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { ConnectorFactory, ConnectorMetadata, Message, MessageConnector } from '../../kit/interface.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refuse } from '../../kit/refusal.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import { forPurpose, requiredPurposes, requirePurposes } from '../../kit/template-items.ts';

const origin = 'https://graph.facebook.com/v19.0';

const metadata: ConnectorMetadata = {
  id: 'whatsapp-short-message-service',
  target: 'whatsapp-sms',
  platform: null,
  name: { en: 'WhatsApp' },
  description: { en: 'Sends codes as WhatsApp messages through the Cloud API of Meta.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'accessToken', label: 'Access token', type: 'Text', required: true, isConfidential: true },
    {
      key: 'phoneNumberId',
      label: 'Phone number ID',
      type: 'Text',
      required: true,
      description: 'The ID that Meta shows for the sending number, not the number itself.',
    },
    {
      key: 'templates',
      label: 'Templates',
      type: 'Json',
      required: true,
      defaultValue: requiredPurposes.map((usageType) => ({ usageType, templateName: '', language: 'en' })),
      description:
        'A list with one entry per purpose: usageType, templateName and language of an approved authentication template. Other purposes use the entry Generic.',
    },
  ],
};

const configGuard = z.object({
  accessToken: text.regex(/^[\x21-\x7e]+$/),
  phoneNumberId: text.regex(/^\d+$/),
  templates: z
    .array(z.object({ usageType: TemplateType, templateName: text, language: text.default('en') }))
    .max(100)
    .superRefine(requirePurposes(requiredPurposes)),
});

/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const refusals: RefusalTable = [
  [/^(?:4|80007|130429|131048|131056|133016)$/, 'rate'],
  [/^(?:0|3|10|190|2\d\d)$/, 'credentials'],
  [/^(?:131026|131030|131021)$/, 'recipient'],
  [/^132\d{3}$/, 'template'],
  [/^(?:131042|131031|368)$/, 'account'],
];

/** The template has the text. The code fills its body and the button that copies it. */
function templateFor(templates: z.infer<typeof configGuard>['templates'], { type, payload }: Message) {
  const found = forPurpose(templates, type);
  if (payload.notice || !found || typeof payload.code !== 'string') {
    throw new ConnectorError('template_not_supported', 'This provider sends approved templates with a code only.');
  }
  const parameters = [{ type: 'text', text: payload.code }];
  return {
    name: found.templateName,
    language: { code: found.language },
    components: [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ],
  };
}

export const whatsApp: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const answer = await callProvider(egress.fetch, `${origin}/${config.phoneNumberId}/messages`, {
      method: 'POST',
      headers: { ...jsonType, authorization: `Bearer ${config.accessToken}` },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: phoneNumber(message.to),
        type: 'template',
        template: templateFor(config.templates, message),
      }),
    });
    if (!answer.ok) {
      const { code } = (readJson(answer.text)?.error ?? {}) as { code?: unknown };
      refuse('WhatsApp', refusals, codeOf(code), answer);
    }
  },
});
