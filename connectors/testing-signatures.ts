import { createHash, createHmac } from 'node:crypto';
import type { Call } from './testing.ts';

/** The signatures of cloud providers as their servers check them: everything is read from the request. */

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();

type Signed = Pick<Call, 'url' | 'method' | 'headers' | 'body'>;

const part = (authorization: string, name: string) => new RegExp(`${name}=([^, ]+)`).exec(authorization)?.[1] ?? '';

/** The request that was signed, with the headers that the signature names. */
function canonicalRequest({ url, method, headers, body }: Signed, lowerCase: boolean): string {
  const names = part(headers.authorization ?? '', 'SignedHeaders');
  const lines = names.split(';').map((name) => {
    const value = (name === 'host' ? url.host : (headers[name] ?? '')).trim();
    return `${name}:${lowerCase ? value.toLowerCase() : value}\n`;
  });
  const query = url.search.slice(1).split('&').sort().join('&');
  return [method, url.pathname, query, lines.join(''), names, sha256(body)].join('\n');
}

/** Alibaba Cloud, signature version 3. Everything named x-acs-… must be signed. */
export function isSignedForAliyun(call: Signed, secret: string): boolean {
  const { authorization = '', ...headers } = call.headers;
  const names = part(authorization, 'SignedHeaders').split(';');
  const required = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-acs-'))];
  const expected = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonicalRequest(call, false))}`).toString('hex');
  return (
    authorization.startsWith('ACS3-HMAC-SHA256 Credential=') &&
    required.every((name) => names.includes(name)) &&
    headers['x-acs-content-sha256'] === sha256(call.body) &&
    part(authorization, 'Signature') === expected
  );
}

/** The signature of AWS and of Tencent Cloud: a key per day and service, which differ in the words around it. */
function scopedSignature(
  call: Signed,
  scope: string[],
  { start, time, algorithm, lowerCase }: { start: string; time: string; algorithm: string; lowerCase: boolean },
): string {
  const key = scope.reduce<string | Buffer>((one, step) => hmac(one, step), start);
  const text = [algorithm, time, scope.join('/'), sha256(canonicalRequest(call, lowerCase))].join('\n');
  return hmac(key, text).toString('hex');
}

export function isSignedForTencent(call: Signed, secret: string): boolean {
  const { authorization = '', 'x-tc-timestamp': time = '' } = call.headers;
  const [, ...scope] = part(authorization, 'Credential').split('/');
  const names = part(authorization, 'SignedHeaders').split(';');
  const words = { start: `TC3${secret}`, time, algorithm: 'TC3-HMAC-SHA256', lowerCase: true };
  return (
    authorization.startsWith('TC3-HMAC-SHA256 ') &&
    ['content-type', 'host'].every((name) => names.includes(name)) &&
    scope[0] === new Date(Number(time) * 1000).toISOString().slice(0, 10) &&
    part(authorization, 'Signature') === scopedSignature(call, scope, words)
  );
}

export function isSignedForAws(call: Signed, secret: string): boolean {
  const { authorization = '', 'x-amz-date': time = '' } = call.headers;
  const [, ...scope] = part(authorization, 'Credential').split('/');
  const names = part(authorization, 'SignedHeaders').split(';');
  const words = { start: `AWS4${secret}`, time, algorithm: 'AWS4-HMAC-SHA256', lowerCase: false };
  return (
    authorization.startsWith('AWS4-HMAC-SHA256 ') &&
    ['host', 'x-amz-date'].every((name) => names.includes(name)) &&
    scope[0] === time.slice(0, 8) &&
    part(authorization, 'Signature') === scopedSignature(call, scope, words)
  );
}
