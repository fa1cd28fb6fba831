import { demoFactory, emailServiceFactoryId, smsServiceFactoryId } from '@postern/contracts/wire';
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
  'smtp2go-email-service': {
    folder: at('mail/smtp2go'),
    load: async () => (await import('./mail/smtp2go/index.ts')).smtp2go,
  },
  'mailjunky-email-service': {
    folder: at('mail/mailjunky'),
    load: async () => (await import('./mail/mailjunky/index.ts')).mailJunky,
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
  'aliyun-short-message-auth-service': {
    folder: at('sms/aliyun-auth'),
    load: async () => (await import('./sms/aliyun-auth/index.ts')).aliyunAuth,
  },
  'smsbao-sms': { folder: at('sms/smsbao'), load: async () => (await import('./sms/smsbao/index.ts')).smsBao },
  'whatsapp-short-message-service': {
    folder: at('sms/whatsapp'),
    load: async () => (await import('./sms/whatsapp/index.ts')).whatsApp,
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
  'amazon-universal': {
    folder: at('social/amazon'),
    load: async () => (await import('./social/amazon/index.ts')).amazon,
  },
  'facebook-universal': {
    folder: at('social/facebook'),
    load: async () => (await import('./social/facebook/index.ts')).facebook,
  },
  'gitlab-universal': {
    folder: at('social/gitlab'),
    load: async () => (await import('./social/gitlab/index.ts')).gitlab,
  },
  'slack-universal': {
    folder: at('social/slack'),
    load: async () => (await import('./social/slack/index.ts')).slack,
  },
  'linkedin-universal': {
    folder: at('social/linkedin'),
    load: async () => (await import('./social/linkedin/index.ts')).linkedin,
  },
  'x-universal': {
    folder: at('social/x'),
    load: async () => (await import('./social/x/index.ts')).x,
  },
  'line-universal': {
    folder: at('social/line'),
    load: async () => (await import('./social/line/index.ts')).line,
  },
  'kakao-universal': {
    folder: at('social/kakao'),
    load: async () => (await import('./social/kakao/index.ts')).kakao,
  },
  'naver-universal': {
    folder: at('social/naver'),
    load: async () => (await import('./social/naver/index.ts')).naver,
  },
  'huggingface-universal': {
    folder: at('social/huggingface'),
    load: async () => (await import('./social/huggingface/index.ts')).huggingface,
  },
  'patreon-universal': {
    folder: at('social/patreon'),
    load: async () => (await import('./social/patreon/index.ts')).patreon,
  },
  'kook-universal': {
    folder: at('social/kook'),
    load: async () => (await import('./social/kook/index.ts')).kook,
  },
  'qq-universal': {
    folder: at('social/qq'),
    load: async () => (await import('./social/qq/index.ts')).qq,
  },
  'wechat-web': {
    folder: at('social/wechat-web'),
    load: async () => (await import('./social/wechat-web/index.ts')).wechatWeb,
  },
  'wechat-native': {
    folder: at('social/wechat-native'),
    load: async () => (await import('./social/wechat-native/index.ts')).wechatNative,
  },
  'wecom-universal': {
    folder: at('social/wecom'),
    load: async () => (await import('./social/wecom/index.ts')).wecom,
  },
  'dingtalk-web': {
    folder: at('social/dingtalk'),
    load: async () => (await import('./social/dingtalk/index.ts')).dingtalk,
  },
  'feishu-web': {
    folder: at('social/feishu'),
    load: async () => (await import('./social/feishu/index.ts')).feishu,
  },
  'alipay-web': {
    folder: at('social/alipay-web'),
    load: async () => (await import('./social/alipay-web/index.ts')).alipayWeb,
  },
  'alipay-native': {
    folder: at('social/alipay-native'),
    load: async () => (await import('./social/alipay-native/index.ts')).alipayNative,
  },
  'xiaomi-universal': {
    folder: at('social/xiaomi'),
    load: async () => (await import('./social/xiaomi/index.ts')).xiaomi,
  },
  oauth2: { folder: at('social/oauth2'), load: async () => (await import('./social/oauth2/index.ts')).oauth2 },
  oidc: { folder: at('social/oidc'), load: async () => (await import('./social/oidc/index.ts')).oidc },
  saml: { folder: at('social/saml'), load: async () => (await import('./social/saml/index.ts')).saml },
  [demoFactory.id]: { folder: at('social/demo'), load: async () => (await import('./social/demo/index.ts')).demo },
};

/** The built-in email service where this server sends for its tenants itself. It replaces the one above. */
export const hostedEmailService: OwnConnector = {
  folder: at('mail/built-in'),
  load: async () => (await import('./mail/built-in/hosted.ts')).hostedEmailService,
};
