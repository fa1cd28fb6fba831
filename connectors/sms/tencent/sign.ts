import { createHash, createHmac } from 'node:crypto';

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();

type TencentCall = {
  host: string;
  /** The first part of the host. */
  service: string;
  action: string;
  body: string;
  /** In seconds. */
  timestamp: number;
};

const contentType = 'application/json; charset=utf-8';

/** Signature version 3 of Tencent Cloud, TC3-HMAC-SHA256. */
export function signTencent(
  { host, service, action, body, timestamp }: TencentCall,
  { accessKeyId, accessKeySecret }: { accessKeyId: string; accessKeySecret: string },
): Record<string, string> {
  const signed = 'content-type;host;x-tc-action';
  const lines = `content-type:${contentType}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`;
  const canonical = ['POST', '/', '', lines, signed, sha256(body)].join('\n');
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const key = hmac(hmac(hmac(`TC3${accessKeySecret}`, day), service), 'tc3_request');
  const signature = hmac(key, ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    'content-type': contentType,
    'x-tc-action': action,
    'x-tc-timestamp': String(timestamp),
    authorization: `TC3-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}
