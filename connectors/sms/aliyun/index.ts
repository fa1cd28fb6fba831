import { z } from 'zod';
import { aliyunRefusals, callAliyun } from '../../kit/aliyun.ts';
import { readJson } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { looseMainlandNumber, mainlandNumber } from '../../kit/mainland-phone.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refuse } from '../../kit/refusal.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import {
  fillVariable,
  requireStoredTemplate,
  storedTemplates,
  storedTemplatesItem,
} from '../../kit/stored-templates.ts';

const metadata: ConnectorMetadata = {
  id: 'aliyun-short-message-service',
  target: 'aliyun-sms',
  platform: null,
  name: { en: 'Aliyun Short Message Service' },
  description: {
    en: 'Sends text messages through Alibaba Cloud.',
  },
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
      description: 'The approved name that is shown before the text.',
    },
    { ...storedTemplatesItem, placeholder: '[{ "usageType": "SignIn", "templateCode": "SMS_123456789" }]' },
    {
      key: 'strictPhoneRegionNumberCheck',
      label: 'Require the country code of China',
      type: 'Switch',
      defaultValue: false,
      description:
        'If off, a number such as 13800138000 counts as Chinese even without the country code 86. Turn it on if people from other countries sign in.',
    },
  ],
};

const configGuard = z.object({
  accessKeyId: text.regex(/^[\w.-]+$/),
  accessKeySecret: text,
  signName: text,
  templates: storedTemplates(z.record(z.string(), z.string().max(4096))),
  strictPhoneRegionNumberCheck: z.boolean().optional(),
});

const refusals: RefusalTable = [
  [/^isv\.(?:BUSINESS|DAY|MONTH)_LIMIT_CONTROL|_LIMIT_CONTROL$/, 'rate'],
  [/^isv\.SMS_SIGN/, 'sender'],
  [/^isv\.(?:SMS_TEMPLATE|TEMPLATE_|SMS_CONTENT_MISMATCH|INVALID_JSON_PARAM)/, 'template'],
  [/^isv\.(?:MOBILE_|DOMESTIC_NUMBER|BLACK_KEY)/, 'recipient'],
  [/^isv\.(?:SMS_CONTENT|PARAM_|INVALID_PARAMETERS)/, 'content'],
  [/^isv\.(?:AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|ACCOUNT_|PRODUCT_)/, 'account'],
  ...aliyunRefusals,
];

export const aliyunSms: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const national = (config.strictPhoneRegionNumberCheck ? mainlandNumber : looseMainlandNumber)(message.to);
    const { code, variables = { code: '{{code}}' } } = requireStoredTemplate(
      config.templates,
      message,
      national !== undefined,
    );
    const filled = Object.entries(variables).map(([name, value]) => [name, fillVariable(value, message)]);
    const answer = await callAliyun(egress.fetch, config, {
      host: 'dysmsapi.aliyuncs.com',
      action: 'SendSms',
      version: '2017-05-25',
      query: {
        // Numbers of other countries: country code and number, without +.
        PhoneNumbers: national ?? phoneNumber(message.to).slice(1),
        SignName: config.signName,
        TemplateCode: code,
        TemplateParam: JSON.stringify(Object.fromEntries(filled)),
      },
    });
    const result = codeOf(readJson(answer.text)?.Code);
    if (!answer.ok || result !== 'OK') {
      refuse('Aliyun', refusals, result, answer);
    }
  },
});
