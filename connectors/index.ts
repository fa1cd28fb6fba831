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
  'http-email': { folder: at('mail/http'), load: async () => (await import('./mail/http/index.ts')).httpMail },
  'twilio-short-message-service': {
    folder: at('sms/twilio'),
    load: async () => (await import('./sms/twilio/index.ts')).twilio,
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
