import { z } from 'zod';
import { callProvider, jsonType, readJson } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { isGsmText } from '../../kit/gsm-text.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { readConfig, text, webAddress } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refuse } from '../../kit/refusal.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import { renderSms } from '../../kit/render-message.ts';
import { ownSms, SmsTemplates, smsTemplatesItem } from '../../kit/template-items.ts';

const metadata: ConnectorMetadata = {
  id: 'gatewayapi-sms',
  target: 'gatewayapi-sms',
  platform: null,
  name: { en: 'GatewayAPI SMS Service' },
  description: { en: 'Sends text messages through GatewayAPI.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    {
      key: 'endpoint',
      label: 'Endpoint',
      type: 'Text',
      required: true,
      defaultValue: 'https://gatewayapi.com/rest/mtsms',
      placeholder: 'https://gatewayapi.com/rest/mtsms',
      description: 'https://gatewayapi.eu/rest/mtsms for accounts on the EU platform.',
    },
    { key: 'apiToken', label: 'API token', type: 'Text', required: true, isConfidential: true },
    {
      key: 'sender',
      label: 'Sender',
      type: 'Text',
      required: true,
      placeholder: 'Example',
      description: 'Up to 11 letters and digits, or up to 15 digits.',
    },
    smsTemplatesItem,
  ],
};

const configGuard = z.object({
  endpoint: webAddress,
  // It becomes a header.
  apiToken: text.regex(/^[\x21-\x7e]+$/),
  sender: text,
  templates: SmsTemplates,
});

/** Errors are told apart by their text, because one code is used for many of them. */
const refusals: RefusalTable = [
  [/msisdn|recipient|phone number/i, 'recipient'],
  [/sender/i, 'sender'],
  [/credit|balance|funds/i, 'account'],
  [/token|api ?key|unauthorized/i, 'credentials'],
];

/** E.164 has 15 digits at most; a longer number would not be exact in JSON. */
function msisdnOf(to: string): number {
  const digits = phoneNumber(to).slice(1);
  if (digits.length > 15) {
    throw new ConnectorError('invalid_request_parameters', 'The recipient is not a phone number.');
  }
  return Number(digits);
}

export const gatewayApi: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const content = await renderSms(message, ownSms(config.templates, message.type));
    const answer = await callProvider(egress.fetch, config.endpoint, {
      method: 'POST',
      headers: { ...jsonType, authorization: `Token ${config.apiToken}` },
      body: JSON.stringify({
        sender: config.sender,
        message: content,
        ...(isGsmText(content) ? {} : { encoding: 'UCS2' }),
        recipients: [{ msisdn: msisdnOf(message.to) }],
      }),
    });
    if (!answer.ok) {
      const { code, message: reason } = readJson(answer.text) ?? {};
      const found = refusals.find(([pattern]) => pattern.test(codeOf(reason)))?.[1];
      refuse('GatewayAPI', found ? [[/^/, found]] : [], codeOf(code), answer);
    }
  },
});
