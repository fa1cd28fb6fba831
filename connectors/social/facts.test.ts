import { describe, expect, test } from 'vitest';
import { ownConnectors } from '../index.ts';
import type { ConnectorMetadata } from '../kit/interface.ts';
import { fakeProvider, optionsFor } from '../testing.ts';

/**
 * What clients know of the social factories. A field is `name: type`, `!` if it is required, with its options, the
 * condition under which a form shows it, and its default.
 */
const table = [
  {
    id: 'alipay-native',
    target: 'alipay',
    platform: 'Native',
    name: 'Alipay',
    flags: '',
    fields: ['appId: Text!', 'privateKey: MultilineText!', 'signType: Select (RSA, RSA2) default RSA2'],
  },
  {
    id: 'alipay-web',
    target: 'alipay',
    platform: 'Web',
    name: 'Alipay',
    flags: '',
    fields: [
      'appId: Text!',
      'privateKey: MultilineText!',
      'signType: Select (RSA, RSA2) default RSA2',
      'charset: Select (gbk, utf8) default utf8',
      'scope: Text',
    ],
  },
  {
    id: 'amazon-universal',
    target: 'amazon',
    platform: 'Universal',
    name: 'Amazon',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'apple-universal',
    target: 'apple',
    platform: 'Universal',
    name: 'Apple',
    flags: '',
    fields: ['clientId: Text!', 'scope: MultilineText'],
  },
  {
    id: 'azuread-universal',
    target: 'azuread',
    platform: 'Universal',
    name: 'Microsoft',
    flags: '',
    fields: [
      'clientId: Text!',
      'clientSecret: Text!',
      'cloudInstance: Text! default https://login.microsoftonline.com',
      'tenantId: Text!',
      'prompts: MultiSelect (none, login, consent, select_account)',
      'scopes: Text',
    ],
  },
  {
    id: 'dingtalk-web',
    target: 'dingtalk',
    platform: 'Web',
    name: 'DingTalk',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'discord-universal',
    target: 'discord',
    platform: 'Universal',
    name: 'Discord',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'facebook-universal',
    target: 'facebook',
    platform: 'Universal',
    name: 'Facebook',
    flags: 'token storage',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'feishu-web',
    target: 'feishu',
    platform: 'Web',
    name: 'Feishu',
    flags: '',
    fields: ['appId: Text!', 'appSecret: Text!'],
  },
  {
    id: 'github-universal',
    target: 'github',
    platform: 'Universal',
    name: 'GitHub',
    flags: 'token storage',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'gitlab-universal',
    target: 'gitlab',
    platform: 'Universal',
    name: 'GitLab',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'google-universal',
    target: 'google',
    platform: 'Universal',
    name: 'Google',
    flags: 'token storage',
    fields: [
      'clientId: Text!',
      'clientSecret: Text!',
      'scope: MultilineText',
      'prompts: MultiSelect (none, consent, select_account)',
      'offlineAccess: Switch default false',
    ],
  },
  {
    id: 'huggingface-universal',
    target: 'huggingface',
    platform: 'Universal',
    name: 'Hugging Face',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'kakao-universal',
    target: 'kakao',
    platform: 'Universal',
    name: 'Kakao',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text'],
  },
  {
    id: 'kook-universal',
    target: 'kook',
    platform: 'Universal',
    name: 'KOOK',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'line-universal',
    target: 'line',
    platform: 'Universal',
    name: 'Line',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'linkedin-universal',
    target: 'linkedin',
    platform: 'Universal',
    name: 'LinkedIn',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'logto-social-demo',
    target: 'logto-social-demo',
    platform: 'Universal',
    name: 'Logto Social Demo',
    flags: 'standard',
    fields: ['provider: Select! (google, github, discord)', 'clientId: Text!', 'redirectUri: Text!'],
  },
  {
    id: 'naver-universal',
    target: 'naver',
    platform: 'Universal',
    name: 'Naver',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!'],
  },
  {
    id: 'oauth2',
    target: 'oauth2',
    platform: 'Universal',
    name: 'OAuth 2.0',
    flags: 'standard, token storage',
    fields: [
      'authorizationEndpoint: Text!',
      'tokenEndpoint: Text!',
      'userInfoEndpoint: Text!',
      'clientId: Text!',
      'clientSecret: Text!',
      'tokenEndpointAuthMethod: Select! (client_secret_post, client_secret_basic, client_secret_jwt) default client_secret_post',
      'clientSecretJwtSigningAlgorithm: Select! (HS256, HS384, HS512) when tokenEndpointAuthMethod=client_secret_jwt default HS256',
      'tokenEndpointResponseType: Select (query-string, json) default query-string',
      'scope: MultilineText',
      'profileMap: Json',
      'customConfig: Json',
    ],
  },
  {
    id: 'oidc',
    target: 'oidc',
    platform: 'Universal',
    name: 'OIDC',
    flags: 'standard, token storage',
    fields: [
      'authorizationEndpoint: Text!',
      'tokenEndpoint: Text!',
      'clientId: Text!',
      'clientSecret: Text!',
      'tokenEndpointAuthMethod: Select! (client_secret_post, client_secret_basic, client_secret_jwt) default client_secret_post',
      'clientSecretJwtSigningAlgorithm: Select! (HS256, HS384, HS512) when tokenEndpointAuthMethod=client_secret_jwt default HS256',
      'scope: MultilineText!',
      'acceptStringTypedBooleanClaims: Switch default false',
      'trustUnverifiedEmail: Switch default false',
      'idTokenVerificationConfig: Json!',
      'authRequestOptionalConfig: Json',
      'customConfig: Json',
    ],
  },
  {
    id: 'patreon-universal',
    target: 'patreon',
    platform: 'Universal',
    name: 'Patreon',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'qq-universal',
    target: 'qq',
    platform: 'Universal',
    name: 'QQ',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'saml',
    target: 'saml',
    platform: 'Universal',
    name: 'SAML',
    flags: 'standard',
    fields: [
      'entityID: Text!',
      'signInEndpoint: Text',
      'x509Certificate: MultilineText!',
      'idpMetadataXml: MultilineText!',
      'assertionConsumerServiceUrl: Text!',
      'requestSignatureAlgorithm: Select (http://www.w3.org/2000/09/xmldsig#rsa-sha1, http://www.w3.org/2001/04/xmldsig-more#rsa-sha256, http://www.w3.org/2001/04/xmldsig-more#rsa-sha512) default http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'messageSigningOrder: Select (sign-then-encrypt, encrypt-then-sign) default sign-then-encrypt',
      'signAuthnRequest: Switch default false',
      'privateKey: MultilineText! when signAuthnRequest=true',
      'privateKeyPass: Text when signAuthnRequest=true',
      'encryptAssertion: Switch default false',
      'encPrivateKey: MultilineText! when encryptAssertion=true',
      'encPrivateKeyPass: Text when encryptAssertion=true',
      'nameIDFormat: Select (urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified, urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress, urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName, urn:oasis:names:tc:SAML:2.0:nameid-format:persistent, urn:oasis:names:tc:SAML:2.0:nameid-format:transient) default urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      'timeout: Number',
      'profileMap: Json',
    ],
  },
  {
    id: 'slack-universal',
    target: 'slack',
    platform: 'Universal',
    name: 'Slack',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'wechat-native',
    target: 'wechat',
    platform: 'Native',
    name: 'WeChat',
    flags: '',
    fields: ['appId: Text!', 'appSecret: Text!', 'universalLinks: Text'],
  },
  {
    id: 'wechat-web',
    target: 'wechat',
    platform: 'Web',
    name: 'WeChat',
    flags: '',
    fields: ['appId: Text!', 'appSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'wecom-universal',
    target: 'wecom',
    platform: 'Universal',
    name: 'WeCom',
    flags: '',
    fields: ['corpId: Text!', 'appSecret: Text!', 'agentId: Text!', 'scope: MultilineText'],
  },
  {
    id: 'x-universal',
    target: 'x',
    platform: 'Universal',
    name: 'X',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText'],
  },
  {
    id: 'xiaomi-universal',
    target: 'xiaomi',
    platform: 'Universal',
    name: 'Xiaomi',
    flags: '',
    fields: ['clientId: Text!', 'clientSecret: Text!', 'scope: MultilineText', 'skipConfirm: Switch'],
  },
];

/** Fields that we add: they tighten a check and are optional. */
const additions: Record<string, string[]> = { oauth2: ['issuer', 'usePkce'], oidc: ['usePkce'] };

type Item = NonNullable<ConnectorMetadata['formItems']>[number];

/** A field in the format of the table. Defaults of JSON fields are examples for a form, so they are not compared. */
function describeField(item: Item): string {
  const { key, type, required, showConditions, defaultValue } = item;
  const options = 'selectItems' in item ? ` (${item.selectItems.map(({ value }) => value).join(', ')})` : '';
  const conditions = (showConditions ?? []).map(({ targetKey, expectValue }) => ` when ${targetKey}=${expectValue}`);
  const isDefault = type !== 'Json' && defaultValue !== undefined;
  return `${key}: ${type}${required ? '!' : ''}${options}${conditions.join('')}${isDefault ? ` default ${defaultValue}` : ''}`;
}

async function metadataOf(id: string): Promise<ConnectorMetadata | undefined> {
  const { egress, close } = await fakeProvider({});
  const factory = await ownConnectors[id]?.load();
  const metadata = (await factory?.(optionsFor({}, egress)))?.metadata;
  await close();
  return metadata;
}

describe.each(table)('$id', ({ id, target, platform, name, flags, fields }) => {
  test('has the names, the platform and the flags that clients know', async () => {
    const metadata = await metadataOf(id);
    expect(metadata).toMatchObject({ id, target, platform, name: { en: name } });
    const ours = [
      ...(metadata?.isStandard ? ['standard'] : []),
      ...(metadata?.isTokenStorageSupported ? ['token storage'] : []),
    ];
    expect(ours.join(', ')).toBe(flags);
  });

  test('has the fields, types, options and defaults that clients know', async () => {
    const items = (await metadataOf(id))?.formItems ?? [];
    const known = items.filter(({ key }) => !additions[id]?.includes(key));
    expect(known.map(describeField)).toEqual(fields);
    for (const item of items.filter((one) => !known.includes(one))) {
      expect(item.required ?? false).toBe(false);
    }
  });

  test('hides its secrets', async () => {
    const items = (await metadataOf(id))?.formItems ?? [];
    const secrets = items.filter(({ key }) => /secret$|privateKey|pass$/i.test(key));
    expect(secrets.map(({ isConfidential }) => isConfidential)).toEqual(secrets.map(() => true));
  });
});

test('the table is complete', () => {
  const ours = Object.entries(ownConnectors).filter(([, { folder }]) =>
    /\/connectors\/social\/[\w-]+\/$/.test(folder.pathname),
  );
  expect(ours.map(([id]) => id).sort()).toEqual(table.map(({ id }) => id).sort());
});
