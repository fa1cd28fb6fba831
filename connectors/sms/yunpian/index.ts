import { z } from 'zod';
import { callProvider, formType, readJson } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { mainlandNumber } from '../../kit/mainland-phone.ts';
import { optionalText, readConfig, text } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refuse } from '../../kit/refusal.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import { renderSms } from '../../kit/render-message.ts';
import { ownSms, SmsTemplates, smsTemplatesItem } from '../../kit/template-items.ts';

const metadata: ConnectorMetadata = {
  id: 'yunpian-sms',
  target: 'yunpian-sms',
  platform: null,
  name: { en: 'YunPian SMS Service' },
  description: { en: 'Sends text messages through Yunpian.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'apikey', label: 'API key', type: 'Text', required: true, isConfidential: true },
    {
      ...smsTemplatesItem,
      description:
        'A list with one entry per purpose. Each text must match a template that Yunpian has approved, including the signature in 【】.',
    },
    {
      key: 'enableInternational',
      label: 'Send to other countries',
      type: 'Switch',
      defaultValue: false,
      description: 'If off, only phone numbers in mainland China (+86) get messages.',
    },
    {
      key: 'unsupportedCountriesMsg',
      label: 'Error for other countries',
      type: 'Text',
      placeholder: 'We can only send codes to phone numbers in mainland China.',
      description: 'Explains why a message to another country was not sent.',
    },
  ],
};

const configGuard = z.object({
  apikey: text,
  templates: SmsTemplates,
  enableInternational: z.boolean().optional(),
  unsupportedCountriesMsg: optionalText,
});

/** The general return codes of Yunpian. */
const refusals: RefusalTable = [
  [/^(?:8|9|17|22|33|-4|-5)$/, 'rate'],
  [/^-[123]$/, 'credentials'],
  [/^(?:15|16|18)$/, 'sender'],
  [/^[567]$/, 'template'],
  [/^(?:2|10|20|23)$/, 'recipient'],
  [/^4$/, 'content'],
  [/^(?:3|27)$/, 'account'],
];

export const yunpian: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const national = mainlandNumber(message.to);
    if (!national && !config.enableInternational) {
      throw new ConnectorError(
        'invalid_request_parameters',
        config.unsupportedCountriesMsg || 'Messages are only sent to phone numbers in mainland China.',
      );
    }
    const answer = await callProvider(egress.fetch, 'https://sms.yunpian.com/v2/sms/single_send.json', {
      method: 'POST',
      headers: { ...formType, accept: 'application/json' },
      body: new URLSearchParams({
        apikey: config.apikey,
        // Numbers of other countries begin with +.
        mobile: national ?? phoneNumber(message.to),
        text: await renderSms(message, ownSms(config.templates, message.type)),
      }).toString(),
    });
    const code = codeOf(readJson(answer.text)?.code);
    if (!answer.ok || code !== '0') {
      refuse('Yunpian', refusals, code, answer);
    }
  },
});
