import { createHash, createHmac, randomUUID } from 'node:crypto';
import { callProvider, formType, type ProviderAnswer } from './call-provider.ts';
import type { Fetch } from './interface.ts';
import type { RefusalTable } from './refusal.ts';

export type AliyunKey = { accessKeyId: string; accessKeySecret: string };

type AliyunCall = {
  host: string;
  action: string;
  version: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
};

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');

/** RFC 3986: `encodeURIComponent` leaves five reserved characters as they are. */
const encode = (value: string) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const pairs = (values: Record<string, string>) =>
  Object.keys(values)
    .sort()
    .map((name) => `${encode(name)}=${encode(values[name] ?? '')}`)
    .join('&');

/** Signature version 3 of Alibaba Cloud, ACS3-HMAC-SHA256. */
export function signAliyun(
  { host, action, version, query = {}, form }: AliyunCall,
  { accessKeyId, accessKeySecret }: AliyunKey,
  { date, nonce }: { date: string; nonce: string },
): { url: string; headers: Record<string, string>; body: string } {
  const body = form ? pairs(form) : '';
  const sent: Record<string, string> = {
    ...(form ? formType : {}),
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  // The host is signed, but the HTTP client sends it.
  const signed = { ...sent, host };
  const names = Object.keys(signed).sort();
  const lines = names.map((name) => `${name}:${signed[name as keyof typeof signed]}\n`).join('');
  const canonical = ['POST', '/', pairs(query), lines, names.join(';'), sha256(body)].join('\n');
  const signature = createHmac('sha256', accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  const search = pairs(query);
  return { url: `https://${host}/${search ? `?${search}` : ''}`, headers: { ...sent, authorization }, body };
}

export function callAliyun(fetch: Fetch, key: AliyunKey, call: AliyunCall): Promise<ProviderAnswer> {
  const date = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const { url, headers, body } = signAliyun(call, key, { date, nonce: randomUUID() });
  return callProvider(fetch, url, { method: 'POST', headers, body });
}

/** Errors that every product of Alibaba Cloud has. */
export const aliyunRefusals: RefusalTable = [
  [/^Throttling/, 'rate'],
  [
    /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|InvalidTimeStamp|InvalidSecurityToken)/,
    'credentials',
  ],
  [/^(?:Forbidden|NoPermission|isp\.RAM_PERMISSION_DENY)/, 'credentials'],
];
