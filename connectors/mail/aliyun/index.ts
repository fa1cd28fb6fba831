import { z } from 'zod';
import { aliyunRefusals, callAliyun } from '../../kit/aliyun.ts';
import { readJson } from '../../kit/call-provider.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { optionalText, readConfig, text } from '../../kit/read-config.ts';
import { codeOf, type RefusalTable, refuse } from '../../kit/refusal.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { renderMail } from '../../kit/render-message.ts';
import { splitAddress } from '../../kit/split-address.ts';
import { MailTemplates, mailTemplatesItem, ownMail } from '../../kit/template-items.ts';

/** The regions of Direct Mail and their hosts. */
const hosts = {
  'cn-hangzhou': 'dm.aliyuncs.com',
  'ap-southeast-1': 'dm.ap-southeast-1.aliyuncs.com',
  'ap-southeast-2': 'dm.ap-southeast-2.aliyuncs.com',
  'us-east-1': 'dm.us-east-1.aliyuncs.com',
  'eu-central-1': 'dm.eu-central-1.aliyuncs.com',
} as const;
const regionIds = Object.keys(hosts) as (keyof typeof hosts)[];

const metadata: ConnectorMetadata = {
  id: 'aliyun-direct-mail',
  target: 'aliyun-dm',
  platform: null,
  name: { en: 'Aliyun Direct Mail' },
  description: {
    en: 'Sends email through Direct Mail of Alibaba Cloud.',
  },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'accessKeyId', label: 'Access key ID', type: 'Text', required: true, placeholder: 'LTAI…' },
    { key: 'accessKeySecret', label: 'Access key secret', type: 'Text', required: true, isConfidential: true },
    {
      key: 'accountName',
      label: 'Sender address',
      type: 'Text',
      required: true,
      placeholder: 'no-reply@mail.example.com',
      description: 'An address under Sender Addresses in the Direct Mail console.',
    },
    {
      key: 'fromAlias',
      label: 'Sender name',
      type: 'Text',
      placeholder: 'Example',
      description: 'At most 15 characters.',
    },
    {
      key: 'regionId',
      label: 'Region',
      type: 'Select',
      selectItems: regionIds.map((id) => ({ value: id, title: id })),
      description: 'Where Direct Mail is set up. China (Hangzhou) if empty.',
    },
    mailTemplatesItem,
  ],
};

const configGuard = z.object({
  accessKeyId: text.regex(/^[\w.-]+$/),
  accessKeySecret: text,
  accountName: text.regex(/^\S+@\S+$/),
  fromAlias: optionalText,
  regionId: z.enum(regionIds).optional(),
  templates: MailTemplates,
});

const refusals: RefusalTable = [
  [/^InvalidMailAddress|^InvalidFromAlias/, 'sender'],
  [/^InvalidToAddress|^InvalidReceiver|^InvalidReplyAddress/, 'recipient'],
  [/^InvalidSendMail\.Spam|^InvalidBody|^InvalidSubject/, 'content'],
  [/^InvalidUser|^UserStatus|Quota/, 'account'],
  ...aliyunRefusals,
];

export const aliyunMail: ConnectorFactory<MessageConnector> = async ({ getConfig, getI18nEmailTemplate, egress }) => ({
  type: 'Email',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const mail = await renderMail(getI18nEmailTemplate, message, ownMail(config.templates, message.type));
    const from = mail.sendFrom ? splitAddress(mail.sendFrom) : { email: config.accountName, name: config.fromAlias };
    const reply = mail.replyTo ? splitAddress(mail.replyTo) : undefined;
    const isHtml = mail.contentType === 'text/html';
    const answer = await callAliyun(egress.fetch, config, {
      host: hosts[config.regionId ?? 'cn-hangzhou'],
      action: 'SingleSendMail',
      version: '2015-11-23',
      form: {
        AccountName: from.email,
        // 1 is the address of AccountName, 0 a random one.
        AddressType: '1',
        // The reply address of the console; ours is a separate parameter.
        ReplyToAddress: 'false',
        ToAddress: mailAddress(message.to),
        Subject: mail.subject,
        ...(isHtml ? { HtmlBody: mail.content } : { TextBody: mail.content }),
        ...(isHtml && mail.text ? { TextBody: mail.text } : {}),
        ...(from.name ? { FromAlias: from.name } : {}),
        ...(reply ? { ReplyAddress: reply.email, ...(reply.name ? { ReplyAddressAlias: reply.name } : {}) } : {}),
      },
    });
    if (!answer.ok) {
      refuse('Aliyun', refusals, codeOf(readJson(answer.text)?.Code), answer);
    }
  },
});
