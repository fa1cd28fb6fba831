import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import { callProvider, readJson } from './call-provider.ts';
import { codeNamed } from './code-flow.ts';
import { describePerson } from './describe-person.ts';
import { ConnectorError } from './fail.ts';
import type { Callback, ConnectorMetadata, Fetch } from './interface.ts';
import { errorData, objectOf, textOf } from './oauth.ts';
import { text } from './read-config.ts';

const gateway = 'https://openapi.alipay.com/gateway.do';
export const signTypes = ['RSA', 'RSA2'] as const;
const charsets = { utf8: 'utf-8', gbk: 'gbk' } as const;

export const alipayItems: NonNullable<ConnectorMetadata['formItems']> = [
  { key: 'appId', label: 'App ID', type: 'Text', required: true },
  {
    key: 'privateKey',
    label: 'Private key',
    type: 'MultilineText',
    required: true,
    isConfidential: true,
    description: 'The private key of your app, as PEM or as the plain text of the key tool.',
  },
  {
    key: 'signType',
    label: 'Signature',
    type: 'Select',
    defaultValue: 'RSA2',
    selectItems: [
      { value: 'RSA', title: 'RSA (SHA-1)' },
      { value: 'RSA2', title: 'RSA2 (SHA-256)' },
    ],
  },
];

/** The key of a PEM, or of the bare base64 text that the tool of Alipay writes: PKCS #8 or PKCS #1. */
export function readPrivateKey(given: string): KeyObject | undefined {
  const pem = given.trim();
  const der = Buffer.from(pem.replaceAll(/\s/g, ''), 'base64');
  const inputs = pem.includes('-----BEGIN')
    ? [pem]
    : (['pkcs8', 'pkcs1'] as const).map((type) => ({ key: der, format: 'der' as const, type }));
  for (const input of inputs) {
    try {
      const key = createPrivateKey(input);
      return key.asymmetricKeyType === 'rsa' ? key : undefined;
    } catch {
      // Not in this format. Without any format left, the config is invalid.
    }
  }
  return undefined;
}

export const alipayFields = {
  appId: text,
  privateKey: text.refine((key) => readPrivateKey(key) !== undefined, 'Enter an RSA private key.'),
  signType: z.enum(signTypes).default('RSA2'),
};

type AlipayApp = {
  appId: string;
  privateKey: string;
  signType: (typeof signTypes)[number];
  charset?: keyof typeof charsets;
};

/** Beijing time, which the gateway expects. */
const timestamp = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** What is signed: every parameter with a value, sorted by name. */
export const contentOf = (parameters: Record<string, string>) =>
  Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

function signatureOf(parameters: Record<string, string>, { privateKey, signType }: AlipayApp): string {
  const key = readPrivateKey(privateKey);
  if (!key) {
    throw new ConnectorError('invalid_config', { fields: ['privateKey'] });
  }
  return sign(signType === 'RSA2' ? 'sha256' : 'sha1', Buffer.from(contentOf(parameters)), key).toString('base64');
}

function refusalOf({ code, msg, sub_code: subCode, sub_msg: subMsg }: Record<string, unknown>): ConnectorError {
  const data = errorData(subCode ?? code, subMsg ?? msg);
  if (subCode === 'isv.code-invalid') {
    return new ConnectorError('social_auth_code_invalid', data);
  }
  // 20001: the token of the user is missing, wrong or expired.
  return new ConnectorError(code === '20001' ? 'social_invalid_access_token' : 'general', data);
}

/** Calls a method of the gateway with a signed request. */
async function ask(fetch: Fetch, app: AlipayApp, method: string, values: Record<string, string>) {
  const charset = charsets[app.charset ?? 'utf8'];
  const parameters = {
    app_id: app.appId,
    method,
    format: 'JSON',
    charset,
    sign_type: app.signType,
    timestamp: timestamp(),
    version: '1.0',
    ...values,
  };
  const {
    ok,
    status,
    text: body,
  } = await callProvider(fetch, `${gateway}?charset=${charset}`, {
    method: 'POST',
    headers: { 'content-type': `application/x-www-form-urlencoded;charset=${charset}` },
    body: new URLSearchParams({ ...parameters, sign: signatureOf(parameters, app) }).toString(),
    charset,
  });
  const answer = ok ? readJson(body) : undefined;
  if (!answer) {
    throw new ConnectorError(ok ? 'invalid_response' : 'general', `The provider does not respond (status ${status}).`);
  }
  const result = objectOf(answer[`${method.replaceAll('.', '_')}_response`]);
  const error = answer.error_response ?? (result.code === undefined || result.code === '10000' ? undefined : result);
  if (error !== undefined) {
    throw refusalOf(objectOf(error));
  }
  return result;
}

/** The user of a code, from the website and from an app alike. */
export const identifyAtAlipay = (fetch: Fetch) => async (callback: Callback, app: AlipayApp) => {
  const code = codeNamed(callback, 'auth_code', 'code');
  const tokens = await ask(fetch, app, 'alipay.system.oauth.token', { grant_type: 'authorization_code', code });
  const accessToken = textOf(tokens.access_token);
  if (!accessToken) {
    throw new ConnectorError('invalid_response', 'The provider gave an answer without a token.');
  }
  const user = await ask(fetch, app, 'alipay.user.info.share', { auth_token: accessToken });
  return {
    userInfo: describePerson({
      // Newer apps have an open ID instead of the user ID.
      id: textOf(tokens.user_id) ?? tokens.open_id,
      name: user.nick_name,
      avatar: user.avatar,
      rawData: user,
    }),
  };
};
