import { createHash } from 'node:crypto';
import { z } from 'zod';
import { callProvider } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { looseMainlandNumber } from '../../kit/mainland-phone.ts';
import { optionalText, readConfig, text } from '../../kit/read-config.ts';
import { type RefusalTable, refusal, refuse } from '../../kit/refusal.ts';
import { renderSms } from '../../kit/render-message.ts';
import { ownSms, SmsTemplates, smsTemplatesItem } from '../../kit/template-items.ts';

const endpoint = 'https://api.smsbao.com/sms';

const metadata: ConnectorMetadata = {
  id: 'smsbao-sms',
  target: 'smsbao-sms',
  platform: null,
  name: { en: 'SMSBao' },
  description: { en: 'Sends text messages to mainland China through SMSBao.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'username', label: 'Username', type: 'Text', required: true },
    {
      key: 'passwordOrApiKey',
      label: 'Password or API key',
      type: 'Text',
      required: true,
      isConfidential: true,
    },
    {
      key: 'goodsId',
      label: 'Product ID',
      type: 'Text',
      description: 'Only for accounts with a product of their own.',
    },
    {
      ...smsTemplatesItem,
      description:
        'A list with one entry per purpose. Each text must begin with the signature in 【】 that SMSBao has approved. Without an entry, the built-in message is sent.',
    },
  ],
};

const configGuard = z.object({
  username: text,
  passwordOrApiKey: text,
  goodsId: optionalText,
  templates: SmsTemplates,
});

/** The body of a response is one of these numbers. */
const refusals: RefusalTable = [
  [/^(?:30|40|43)$/, 'credentials'],
  [/^(?:41|42)$/, 'account'],
  [/^50$/, 'content'],
  [/^51$/, 'recipient'],
];

/** API keys have this form. A password is sent as its MD5, which the provider requires. */
const secretOf = (given: string) =>
  /^[\da-f]{32}$/i.test(given) ? given : createHash('md5').update(given).digest('hex');

export const smsBao: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const national = looseMainlandNumber(message.to);
    if (!national) {
      throw refusal('SMSBao', 'recipient');
    }
    const query = new URLSearchParams({
      u: config.username,
      p: secretOf(config.passwordOrApiKey),
      ...(config.goodsId ? { g: config.goodsId } : {}),
      m: national,
      c: await renderSms(message, ownSms(config.templates, message.type)),
    });
    const answer = await callProvider(egress.fetch, `${endpoint}?${query}`);
    const result = answer.text.trim();
    if (!answer.ok || result !== '0') {
      refuse('SMSBao', refusals, result, answer);
    }
  },
});
