import { z } from 'zod';
import { callProvider, readJson } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { mainlandNumber } from '../../kit/mainland-phone.ts';
import { readConfig, text } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refuse } from '../../kit/refusal.ts';
import { phoneNumber } from '../../kit/refuse-injection.ts';
import {
  fillVariable,
  requireStoredTemplate,
  storedTemplates,
  storedTemplatesItem,
} from '../../kit/stored-templates.ts';
import { signTencent } from './sign.ts';

const host = 'sms.tencentcloudapi.com';

const metadata: ConnectorMetadata = {
  id: 'tencent-short-message-service',
  target: 'tencent-sms',
  platform: null,
  name: { en: 'Tencent Short Message Service' },
  description: {
    en: 'Sends text messages through Tencent Cloud.',
  },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'accessKeyId', label: 'SecretId', type: 'Text', required: true, placeholder: 'AKID…' },
    { key: 'accessKeySecret', label: 'SecretKey', type: 'Text', required: true, isConfidential: true },
    {
      key: 'signName',
      label: 'Signature',
      type: 'Text',
      required: true,
      description: 'The approved name that is shown before the text.',
    },
    { key: 'sdkAppId', label: 'SDK app ID', type: 'Text', required: true, placeholder: '1400006666' },
    { key: 'region', label: 'Region', type: 'Text', required: true, placeholder: 'ap-guangzhou' },
    { ...storedTemplatesItem, placeholder: '[{ "usageType": "SignIn", "templateCode": "1234567" }]' },
  ],
};

const configGuard = z.object({
  accessKeyId: text.regex(/^[\w-]+$/),
  accessKeySecret: text,
  signName: text,
  sdkAppId: text,
  // It becomes a header.
  region: text.regex(/^[\w-]{1,64}$/),
  templates: storedTemplates(z.array(z.string().max(4096)).max(20)),
});

const refusals: RefusalTable = [
  [/^(?:Request)?LimitExceeded/, 'rate'],
  [/SdkAppId/, 'account'],
  [/^AuthFailure|^UnauthorizedOperation/, 'credentials'],
  [/^FailedOperation\.Signature/, 'sender'],
  [/Template/, 'template'],
  [/PhoneNumber/, 'recipient'],
  [/SensitiveWord|MessageContent|^InvalidParameterValue\.Content/, 'content'],
  [/InsufficientBalance|^FailedOperation\.(?:Forbid|Arrears)/, 'account'],
];

type Obj = Record<string, unknown>;
const objectOf = (value: unknown): Obj => (typeof value === 'object' && value !== null ? (value as Obj) : {});

/** The code of the request, otherwise that of the one message in it. */
function resultOf(answer: string): string {
  const { Error: error, SendStatusSet: statuses } = objectOf(readJson(answer)?.Response);
  return codeOf(objectOf(error).Code) || codeOf(objectOf(Array.isArray(statuses) ? statuses[0] : undefined).Code);
}

export const tencent: ConnectorFactory<MessageConnector> = async ({ getConfig, egress }) => ({
  type: 'Sms',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const isMainland = mainlandNumber(message.to) !== undefined;
    const { code, variables = ['{{code}}'] } = requireStoredTemplate(config.templates, message, isMainland);
    const body = JSON.stringify({
      PhoneNumberSet: [phoneNumber(message.to)],
      SmsSdkAppId: config.sdkAppId,
      SignName: config.signName,
      TemplateId: code,
      TemplateParamSet: variables.map((value) => fillVariable(value, message)),
    });
    const timestamp = Math.floor(Date.now() / 1000);
    const signed = signTencent({ host, service: 'sms', action: 'SendSms', body, timestamp }, config);
    const answer = await callProvider(egress.fetch, `https://${host}/`, {
      method: 'POST',
      headers: { ...signed, 'x-tc-version': '2021-01-11', 'x-tc-region': config.region },
      body,
    });
    const result = resultOf(answer.text);
    if (!answer.ok || result !== 'Ok') {
      refuse('Tencent Cloud', refusals, result, answer);
    }
  },
});
