import { z } from 'zod';
import { callProvider, formType, readJson } from '../../kit/call-provider.ts';
import { isGsmText } from '../../kit/gsm-text.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refuse } from '../../kit/refusal.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import { renderSms } from '../../kit/render-message.ts';
import { ownSms, SmsTemplates, smsTemplatesItem } from '../../kit/template-items.ts';

const metadata: ConnectorMetadata = {
  id: 'vonage-sms',
  target: 'vonage-sms',
  platform: null,
  name: { en: 'Vonage SMS Service' },
  description: { en: 'Sends text messages through Vonage.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'apiKey', label: 'API key', type: 'Text', required: true, placeholder: 'abcd1234' },
    { key: 'apiSecret', label: 'API secret', type: 'Text', required: true, isConfidential: true },
    {
      key: 'brandName',
      label: 'Sender',
      type: 'Text',
      required: true,
      placeholder: 'Example',
      description: 'A name of up to 11 letters and digits, or a phone number of your account.',
    },
    smsTemplatesItem,
  ],
};

const configGuard = z.object({ apiKey: text, apiSecret: text, brandName: text, templates: SmsTemplates });

/** https://developer.vonage.com/en/messaging/sms/guides/troubleshooting-sms */
const refusals: RefusalTable = [
  [/^(?:1|10)$/, 'rate'],
  [/^(?:4|14|32)$/, 'credentials'],
  [/^15$/, 'sender'],
  [/^(?:6|7|29|33)$/, 'recipient'],
  [/^12$/, 'content'],
  [/^(?:8|9|11)$/, 'account'],
];

/** The first status that is not 0: a long text is several messages. */
function statusOf(answer: string): string {
  const messages = readJson(answer)?.messages;
  const statuses = (Array.isArray(messages) ? messages : []).map((one: { status?: unknown } | null) =>
    codeOf(one?.status),
  );
  return statuses.find((status) => status !== '0') ?? statuses[0] ?? '';
}

export const vonage: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const content = await renderSms(message, ownSms(config.templates, message.type));
    const answer = await callProvider(egress.fetch, 'https://rest.nexmo.com/sms/json', {
      method: 'POST',
      headers: formType,
      body: new URLSearchParams({
        api_key: config.apiKey,
        api_secret: config.apiSecret,
        from: config.brandName,
        // Vonage requires E.164 without +.
        to: phoneNumber(message.to).slice(1),
        text: content,
        ...(isGsmText(content) ? {} : { type: 'unicode' }),
      }).toString(),
    });
    const status = statusOf(answer.text);
    if (!answer.ok || status !== '0') {
      refuse('Vonage', refusals, status, answer);
    }
  },
});
