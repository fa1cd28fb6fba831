import { emailServiceFactoryId, smsServiceFactoryId } from '@postern/contracts/wire';
import type { AnyConnector, ConnectorFactory } from './kit/interface.ts';

export type OwnConnector = {
  /** The folder of the logo and the setup guide. */
  folder: URL;
  load(): Promise<ConnectorFactory<AnyConnector>>;
};

const at = (path: string) => new URL(`./${path}/`, import.meta.url);

/** The connectors of this repository by factory id. The code of each is loaded on first use. */
export const ownConnectors: Record<string, OwnConnector> = {
  'simple-mail-transfer-protocol': {
    folder: at('mail/smtp'),
    load: async () => (await import('./mail/smtp/index.ts')).smtp,
  },
  'mailgun-email': { folder: at('mail/mailgun'), load: async () => (await import('./mail/mailgun/index.ts')).mailgun },
  'sendgrid-email-service': {
    folder: at('mail/sendgrid'),
    load: async () => (await import('./mail/sendgrid/index.ts')).sendgrid,
  },
  'aliyun-direct-mail': {
    folder: at('mail/aliyun'),
    load: async () => (await import('./mail/aliyun/index.ts')).aliyunMail,
  },
  'aws-ses-mail': { folder: at('mail/ses'), load: async () => (await import('./mail/ses/index.ts')).ses },
  'postmark-mail': {
    folder: at('mail/postmark'),
    load: async () => (await import('./mail/postmark/index.ts')).postmark,
  },
  [emailServiceFactoryId]: {
    folder: at('mail/built-in'),
    load: async () => (await import('./mail/built-in/index.ts')).emailService,
  },
  'http-email': { folder: at('mail/http'), load: async () => (await import('./mail/http/index.ts')).httpMail },
  'twilio-short-message-service': {
    folder: at('sms/twilio'),
    load: async () => (await import('./sms/twilio/index.ts')).twilio,
  },
  'vonage-sms': { folder: at('sms/vonage'), load: async () => (await import('./sms/vonage/index.ts')).vonage },
  'gatewayapi-sms': {
    folder: at('sms/gatewayapi'),
    load: async () => (await import('./sms/gatewayapi/index.ts')).gatewayApi,
  },
  'smsaero-short-message-service': {
    folder: at('sms/smsaero'),
    load: async () => (await import('./sms/smsaero/index.ts')).smsAero,
  },
  'aliyun-short-message-service': {
    folder: at('sms/aliyun'),
    load: async () => (await import('./sms/aliyun/index.ts')).aliyunSms,
  },
  'tencent-short-message-service': {
    folder: at('sms/tencent'),
    load: async () => (await import('./sms/tencent/index.ts')).tencent,
  },
  'yunpian-sms': { folder: at('sms/yunpian'), load: async () => (await import('./sms/yunpian/index.ts')).yunpian },
  [smsServiceFactoryId]: {
    folder: at('sms/built-in'),
    load: async () => (await import('./sms/built-in/index.ts')).smsService,
  },
  'http-sms': { folder: at('sms/http'), load: async () => (await import('./sms/http/index.ts')).httpSms },
  'google-universal': {
    folder: at('social/google'),
    load: async () => (await import('./social/google/index.ts')).google,
  },
  'github-universal': {
    folder: at('social/github'),
    load: async () => (await import('./social/github/index.ts')).github,
  },
  'discord-universal': {
    folder: at('social/discord'),
    load: async () => (await import('./social/discord/index.ts')).discord,
  },
  'apple-universal': { folder: at('social/apple'), load: async () => (await import('./social/apple/index.ts')).apple },
  'azuread-universal': {
    folder: at('social/azuread'),
    load: async () => (await import('./social/azuread/index.ts')).azuread,
  },
  oauth2: { folder: at('social/oauth2'), load: async () => (await import('./social/oauth2/index.ts')).oauth2 },
  oidc: { folder: at('social/oidc'), load: async () => (await import('./social/oidc/index.ts')).oidc },
};
