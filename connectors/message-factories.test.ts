import { readFile } from 'node:fs/promises';
import { ConnectorMetadata, configPathOf } from '@postern/contracts/messages/connectors';
import { templateTypes } from '@postern/contracts/messages/email-templates';
import { describe, expect, test } from 'vitest';
import { ownConnectors } from './index.ts';

/** Fields as `name: type`, with `!` if required and `= default`. */
const table: [id: string, type: 'Email' | 'Sms', target: string, fields: string][] = [
  [
    'aliyun-direct-mail',
    'Email',
    'aliyun-dm',
    'accessKeyId: Text!; accessKeySecret: Text!; accountName: Text!; fromAlias: Text; regionId: Select; templates: Json! = []',
  ],
  [
    'aws-ses-mail',
    'Email',
    'aws-ses',
    'accessKeyId: Text!; accessKeySecret: Text!; region: Text!; emailAddress: Text; emailAddressIdentityArn: Text; feedbackForwardingEmailAddress: Text; feedbackForwardingEmailAddressIdentityArn: Text; configurationSetName: Text; templates: Json! = []',
  ],
  ['http-email', 'Email', 'http-email', 'endpoint: Text!; authorization: Text'],
  [
    'logto-email',
    'Email',
    'logto-email',
    'tokenEndpoint: Text!; endpoint: Text!; resource: Text!; appId: Text!; appSecret: Text!; senderName: Text; companyInformation: Text; appLogo: Text',
  ],
  [
    'mailgun-email',
    'Email',
    'mailgun-email',
    'endpoint: Text; domain: Text!; apiKey: Text!; from: Text!; deliveries: Json! = {}',
  ],
  [
    'mailjunky-email-service',
    'Email',
    'mailjunky-mail',
    'apiKey: Text!; fromEmail: Text!; fromName: Text; templates: Json! = []',
  ],
  ['postmark-mail', 'Email', 'postmark-mail', 'serverToken: Text!; fromEmail: Text!; templates: Json! = []'],
  [
    'sendgrid-email-service',
    'Email',
    'sendgrid-mail',
    'apiKey: Text!; fromEmail: Text!; fromName: Text; templates: Json! = []',
  ],
  [
    'smtp2go-email-service',
    'Email',
    'smtp2go-email',
    'apiKey: Text!; sender: Text!; senderName: Text; templates: Json! = []',
  ],
  [
    'aliyun-short-message-auth-service',
    'Sms',
    'aliyun-sms-mas',
    `accessKeyId: Text!; accessKeySecret: Text!; signName: Text!; templates: Json! = ${JSON.stringify(
      templateTypes.map((usageType) => ({ usageType, templateCode: '' })),
    )}`,
  ],
  ['smsbao-sms', 'Sms', 'smsbao-sms', 'username: Text!; passwordOrApiKey: Text!; goodsId: Text; templates: Json! = []'],
  [
    'whatsapp-short-message-service',
    'Sms',
    'whatsapp-sms',
    `accessToken: Text!; phoneNumberId: Text!; templates: Json! = ${JSON.stringify(
      ['Register', 'SignIn', 'ForgotPassword', 'Generic'].map((usageType) => ({
        usageType,
        templateName: '',
        language: 'en',
      })),
    )}`,
  ],
  [
    'aliyun-short-message-service',
    'Sms',
    'aliyun-sms',
    'accessKeyId: Text!; accessKeySecret: Text!; signName: Text!; templates: Json! = []; strictPhoneRegionNumberCheck: Switch = false',
  ],
  [
    'gatewayapi-sms',
    'Sms',
    'gatewayapi-sms',
    'endpoint: Text! = "https://gatewayapi.com/rest/mtsms"; apiToken: Text!; sender: Text!; templates: Json! = []',
  ],
  ['http-sms', 'Sms', 'http-sms', 'endpoint: Text!; authorization: Text'],
  [
    'logto-sms',
    'Sms',
    'logto-sms',
    'tokenEndpoint: Text!; endpoint: Text!; resource: Text!; appId: Text!; appSecret: Text!',
  ],
  [
    'smsaero-short-message-service',
    'Sms',
    'smsaero-sms',
    'email: Text!; apiKey: Text!; senderName: Text!; templates: Json! = []',
  ],
  [
    'tencent-short-message-service',
    'Sms',
    'tencent-sms',
    'accessKeyId: Text!; accessKeySecret: Text!; signName: Text!; sdkAppId: Text!; region: Text!; templates: Json! = []',
  ],
  [
    'twilio-short-message-service',
    'Sms',
    'twilio-sms',
    'accountSID: Text!; authToken: Text!; fromMessagingServiceSID: Text!; disableRiskCheck: Switch = false; templates: Json! = []',
  ],
  ['vonage-sms', 'Sms', 'vonage-sms', 'apiKey: Text!; apiSecret: Text!; brandName: Text!; templates: Json! = []'],
  [
    'yunpian-sms',
    'Sms',
    'yunpian-sms',
    'apikey: Text!; templates: Json! = []; enableInternational: Switch = false; unsupportedCountriesMsg: Text',
  ],
];

/** Settings that only the owner of the account may know, by their field names. */
const secrets =
  /^(?:accessKeySecret|accessToken|passwordOrApiKey|appSecret|apiKey|apiSecret|apikey|apiToken|authToken|authorization|serverToken)$/;
/** Half of a pair, and no secret without the other half. */
const publicKeys = ['vonage-sms.apiKey'];

const idle = {
  getConfig: async () => ({}),
  egress: { fetch: () => Promise.reject(new Error()), resolve: () => Promise.reject(new Error()) },
};

async function load(id: string) {
  const entry = ownConnectors[id];
  if (!entry) {
    throw new Error(`no factory ${id}`);
  }
  return { folder: entry.folder, connector: await (await entry.load())(idle) };
}

describe.each(table)('%s', (id, type, target, fields) => {
  test('has the fields of the published interface', async () => {
    const { connector } = await load(id);
    expect([connector.type, connector.metadata.id, connector.metadata.target, connector.metadata.platform]).toEqual([
      type,
      id,
      target,
      null,
    ]);
    expect(ConnectorMetadata.parse(connector.metadata)).toEqual(connector.metadata);
    const found = (connector.metadata.formItems ?? []).map(
      ({ key, type: kind, required, defaultValue }) =>
        `${key}: ${kind}${required ? '!' : ''}${defaultValue === undefined ? '' : ` = ${JSON.stringify(defaultValue)}`}`,
    );
    expect(found).toEqual(fields.split('; '));
  });

  test('hides secrets, and only secrets', async () => {
    const { connector } = await load(id);
    for (const { key, isConfidential = false } of connector.metadata.formItems ?? []) {
      expect([key, isConfidential]).toEqual([key, secrets.test(key) && !publicKeys.includes(`${id}.${key}`)]);
    }
  });

  test('requires exactly the required fields', async () => {
    const { connector } = await load(id);
    const parsed = connector.configGuard.safeParse({});
    const missing = parsed.success ? [] : (parsed.error.issues ?? []).map(({ path }) => String(path[0]));
    const required = (connector.metadata.formItems ?? []).filter((item) => item.required).map(({ key }) => key);
    expect(missing).toEqual(required);
  });

  test('has a guide and a logo', async () => {
    const { folder, connector } = await load(id);
    const { logo, readme, name, description } = connector.metadata;
    expect(await readFile(new URL(readme, folder), 'utf8')).toMatch(/^# \S/);
    expect(await readFile(new URL(logo, folder), 'utf8')).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 24 24"><title>/);
    expect(name.en).not.toBe('');
    // Other languages are texts of the server.
    expect(Object.keys(description)).toEqual(['en']);
  });
});

test('the form of SMTP splits the login into fields of its own', async () => {
  const { connector } = await load('simple-mail-transfer-protocol');
  const names = (connector.metadata.formItems ?? []).map((item) => configPathOf(item)[0]);
  expect([...new Set(names)].sort()).toEqual(
    'auth connectionTimeout customHeaders debug disableFileAccess disableUrlAccess dnsTimeout fromEmail greetingTimeout host ignoreTLS localAddress logger name port replyTo requireTLS secure servername socketTimeout templates tls'.split(
      ' ',
    ),
  );
});

test('the table has every factory for messages', async () => {
  const loaded = await Promise.all(Object.keys(ownConnectors).map(async (id) => (await load(id)).connector));
  const messages = loaded.filter(({ type }) => type !== 'Social').map(({ metadata }) => metadata.id);
  expect(messages.sort()).toEqual([...table.map(([id]) => id), 'simple-mail-transfer-protocol'].sort());
});
