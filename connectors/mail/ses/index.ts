import { AwsV4Signer } from 'aws4fetch';
import { z } from 'zod';
import { callProvider, jsonType } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { ConnectorFactory, ConnectorMetadata, MessageConnector } from '../../kit/interface.ts';
import { optionalText, readConfig, text } from '../../kit/read-config.ts';
import { type RefusalTable, refuse } from '../../kit/refusal.ts';
import { mailAddress } from '../../kit/refuse-injection.ts';
import { renderMail } from '../../kit/render-message.ts';
import { splitAddress } from '../../kit/split-address.ts';
import { MailTemplates, mailTemplatesItem, ownMail } from '../../kit/template-items.ts';

const metadata: ConnectorMetadata = {
  id: 'aws-ses-mail',
  target: 'aws-ses',
  platform: null,
  name: { en: 'AWS Direct Mail' },
  description: { en: 'Sends email through Amazon SES.' },
  logo: './logo.svg',
  logoDark: null,
  readme: './README.md',
  formItems: [
    { key: 'accessKeyId', label: 'Access key ID', type: 'Text', required: true, placeholder: 'AKIA…' },
    { key: 'accessKeySecret', label: 'Secret access key', type: 'Text', required: true, isConfidential: true },
    { key: 'region', label: 'Region', type: 'Text', required: true, placeholder: 'eu-central-1' },
    {
      key: 'emailAddress',
      label: 'Sender',
      type: 'Text',
      placeholder: 'Example <no-reply@example.com>',
      description: 'Required, unless each template has its own sender.',
    },
    {
      key: 'emailAddressIdentityArn',
      label: 'ARN of the sender identity',
      type: 'Text',
      placeholder: 'arn:aws:ses:eu-central-1:123456789012:identity/example.com',
      description: 'Only if the identity belongs to another AWS account.',
    },
    {
      key: 'feedbackForwardingEmailAddress',
      label: 'Address for bounces and complaints',
      type: 'Text',
      placeholder: 'bounces@example.com',
    },
    {
      key: 'feedbackForwardingEmailAddressIdentityArn',
      label: 'ARN of the identity for bounces and complaints',
      type: 'Text',
      placeholder: 'arn:aws:ses:eu-central-1:123456789012:identity/example.com',
    },
    {
      key: 'configurationSetName',
      label: 'Configuration set',
      type: 'Text',
      placeholder: 'my-first-configuration-set',
    },
    mailTemplatesItem,
  ],
};

const address = z
  .string()
  .max(320)
  .regex(/^[^\r\n]*@[^\r\n]*$/);

const configGuard = z.object({
  accessKeyId: text.regex(/^\w+$/),
  accessKeySecret: text,
  // It becomes part of the host.
  region: text.regex(/^[a-z\d-]{1,32}$/),
  emailAddress: address.optional(),
  emailAddressIdentityArn: optionalText,
  feedbackForwardingEmailAddress: address.optional(),
  feedbackForwardingEmailAddressIdentityArn: optionalText,
  configurationSetName: optionalText,
  templates: MailTemplates,
});

const refusals: RefusalTable = [
  [/^(?:TooManyRequests|LimitExceeded|Throttling)/, 'rate'],
  [
    /^(?:AccessDenied|InvalidClientTokenId|SignatureDoesNotMatch|InvalidSignature|UnrecognizedClient|IncompleteSignature|ExpiredToken|MissingAuthenticationToken)/,
    'credentials',
  ],
  [/^MailFromDomainNotVerified/, 'sender'],
  [/^(?:AccountSuspended|SendingPaused)/, 'account'],
];

/** The name of an error without its suffix, which has a colon and a URL. */
const errorName = (header: string) => header.split(':')[0] ?? '';

/** RFC 2047 §2: SES requires that names outside of ASCII are encoded. */
function encodeAddress(value: string): string {
  const { email, name } = splitAddress(value);
  const isAscii = /^[\x20-\x7e]*$/.test(name ?? '');
  return name && !isAscii ? `=?UTF-8?B?${Buffer.from(name).toString('base64')}?= <${email}>` : value;
}

const part = (data: string) => ({ Data: data, Charset: 'UTF-8' });

export const ses: ConnectorFactory<MessageConnector> = async ({ getConfig, getI18nEmailTemplate, egress }) => ({
  type: 'Email',
  metadata,
  configGuard,
  sendMessage: async (message, given) => {
    const config = readConfig(configGuard, given ?? (await getConfig(metadata.id)));
    const mail = await renderMail(getI18nEmailTemplate, message, ownMail(config.templates, message.type));
    const from = mail.sendFrom ?? config.emailAddress;
    if (!from) {
      throw new ConnectorError('invalid_config', 'Set a sender, or give the template one.');
    }
    const isHtml = mail.contentType === 'text/html';
    const plain = isHtml ? mail.text : mail.content;
    const body = JSON.stringify({
      FromEmailAddress: encodeAddress(from),
      FromEmailAddressIdentityArn: config.emailAddressIdentityArn,
      Destination: { ToAddresses: [mailAddress(message.to)] },
      ...(mail.replyTo ? { ReplyToAddresses: [encodeAddress(mail.replyTo)] } : {}),
      FeedbackForwardingEmailAddress: config.feedbackForwardingEmailAddress,
      FeedbackForwardingEmailAddressIdentityArn: config.feedbackForwardingEmailAddressIdentityArn,
      ConfigurationSetName: config.configurationSetName,
      Content: {
        Simple: {
          Subject: part(mail.subject),
          Body: { ...(isHtml ? { Html: part(mail.content) } : {}), ...(plain ? { Text: part(plain) } : {}) },
        },
      },
    });
    const url = `https://email.${config.region}.amazonaws.com/v2/email/outbound-emails`;
    const signed = await new AwsV4Signer({
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.accessKeySecret,
      service: 'ses',
      region: config.region,
      method: 'POST',
      url,
      headers: jsonType,
      body,
    }).sign();
    const answer = await callProvider(egress.fetch, url, {
      method: 'POST',
      headers: Object.fromEntries(signed.headers),
      body,
    });
    if (!answer.ok) {
      const name = errorName(answer.header('x-amzn-errortype'));
      // SES has one error for rejected content and for a sender that is not verified; only its text differs.
      const isUnverified = name === 'MessageRejected' && /is not verified/.test(answer.text);
      refuse('Amazon SES', [[/^MessageRejected/, isUnverified ? 'sender' : 'content'], ...refusals], name, answer);
    }
  },
});
