import { z } from 'zod';
import { basic, callProvider, jsonType, readJson } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { type RefusalTable, refuse } from '../../kit/refusal.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import { renderSms } from '../../kit/render-message.ts';
import { ownSms, SmsTemplates, smsTemplatesItem } from '../../kit/template-items.ts';

const metadata: ConnectorMetadata = {
  id: 'smsaero-short-message-service',
  target: 'smsaero-sms',
  platform: null,
  name: { en: 'SMS Aero service' },
  description: { en: 'Sends text messages through SMS Aero.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'email', label: 'Email of the account', type: 'Text', required: true, placeholder: 'you@example.com' },
    { key: 'apiKey', label: 'API key', type: 'Text', required: true, isConfidential: true },
    {
      key: 'senderName',
      label: 'Sender',
      type: 'Text',
      required: true,
      placeholder: 'SMS Aero',
      description: 'An approved name of your account.',
    },
    smsTemplatesItem,
  ],
};

const configGuard = z.object({
  email: text.regex(/^[^\s:]+@[^\s:]+$/),
  apiKey: text,
  senderName: text,
  templates: SmsTemplates,
});

/** A rejected request has no code; its `data` names the rejected field. */
const refusals: RefusalTable = [
  [/^sign$/, 'sender'],
  [/^numbers?$/, 'recipient'],
  [/^text$/, 'content'],
  [/^money$/, 'account'],
];

function rejectedField({ data, message }: Record<string, unknown>): string {
  if (typeof message === 'string' && /not enough money/i.test(message)) {
    return 'money';
  }
  return typeof data === 'object' && data !== null ? (Object.keys(data)[0] ?? '') : '';
}

export const smsAero: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const answer = await callProvider(egress.fetch, 'https://gate.smsaero.ru/v2/sms/send', {
      method: 'POST',
      headers: { ...jsonType, accept: 'application/json', authorization: basic(config.email, config.apiKey) },
      body: JSON.stringify({
        // Without +.
        number: phoneNumber(message.to).slice(1),
        text: await renderSms(message, ownSms(config.templates, message.type)),
        sign: config.senderName,
      }),
    });
    const result = readJson(answer.text) ?? {};
    if (!answer.ok || result.success !== true) {
      refuse('SMS Aero', refusals, answer.status === 402 ? 'money' : rejectedField(result), answer);
    }
  },
});
