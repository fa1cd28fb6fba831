import { TemplateType, templateTypes } from '@postern/contracts/messages/email-templates';
import { z } from 'zod';
import { aliyunRefusals, callAliyun } from '../../kit/aliyun.ts';
import { readJson } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { looseMainlandNumber } from '../../kit/mainland-phone.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refusal, refuse } from '../../kit/refusal.ts';
import { forPurpose, requirePurposes } from '../../kit/template-items.ts';

const metadata: ConnectorMetadata = {
  id: 'aliyun-short-message-auth-service',
  target: 'aliyun-sms-mas',
  platform: null,
  name: { en: 'Aliyun SMS authentication' },
  description: { en: 'Sends codes to mainland China with a signature and templates of Alibaba Cloud.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'accessKeyId', label: 'Access key ID', type: 'Text', required: true, placeholder: 'LTAI…' },
    { key: 'accessKeySecret', label: 'Access key secret', type: 'Text', required: true, isConfidential: true },
    {
      key: 'signName',
      label: 'Signature',
      type: 'Text',
      required: true,
      description: 'One of the signatures that the console of the Phone Number Verification Service lists.',
    },
    {
      key: 'templates',
      label: 'Templates',
      type: 'Json',
      required: true,
      defaultValue: templateTypes.map((usageType) => ({ usageType, templateCode: '' })),
      description: 'A list with one entry for each purpose: usageType and templateCode.',
    },
  ],
};

const configGuard = z.object({
  accessKeyId: text.regex(/^[\w.-]+$/),
  accessKeySecret: text,
  signName: text,
  templates: z
    .array(z.object({ usageType: TemplateType, templateCode: text }))
    .max(100)
    .superRefine(requirePurposes(templateTypes)),
});

const refusals: RefusalTable = [
  [/^(?:biz\.FREQUENCY|BUSINESS_LIMIT_CONTROL|FREQUENCY_FAIL)/, 'rate'],
  [/^(?:isv\.|biz\.)?SMS_SIGN/, 'sender'],
  [/^(?:isv\.|biz\.)?(?:SMS_TEMPLATE|TEMPLATE_)/, 'template'],
  [/^(?:isv\.|biz\.)?(?:MOBILE_|INVALID_PHONE)|^MOBILE_NUMBER_ILLEGAL/, 'recipient'],
  [/^(?:isv\.|biz\.)?(?:AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|FUNCTION_NOT_OPENED)/, 'account'],
  ...aliyunRefusals,
];

export const aliyunAuth: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const { payload, minutes = 10 } = message;
    const template = forPurpose(config.templates, message.type);
    if (payload.notice || !template || typeof payload.code !== 'string') {
      throw new ConnectorError('template_not_supported', 'This provider sends approved templates with a code only.');
    }
    const national = looseMainlandNumber(message.to);
    if (!national) {
      throw refusal('Aliyun', 'recipient');
    }
    const answer = await callAliyun(egress.fetch, config, {
      host: 'dypnsapi.aliyuncs.com',
      action: 'SendSmsVerifyCode',
      version: '2017-05-25',
      query: {
        PhoneNumber: national,
        SignName: config.signName,
        TemplateCode: template.templateCode,
        TemplateParam: JSON.stringify({ code: payload.code, min: String(minutes) }),
      },
    });
    const result = codeOf(readJson(answer.text)?.Code);
    if (!answer.ok || result !== 'OK') {
      refuse('Aliyun', refusals, result, answer);
    }
  },
});
