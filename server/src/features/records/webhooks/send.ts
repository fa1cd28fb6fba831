import type { Webhook } from '@postern/contracts/records/webhooks';
import { webhookUserAgent } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { callEndpoint, createMask } from '#platform/egress/call-endpoint';
import { signatureHeaders } from './sign.ts';

export type Target = {
  config: Webhook['config'];
  signingKey: string;
  previousKey?: string | undefined;
};

export type Result = {
  isDelivered: boolean;
  response?: { statusCode: number; body: string };
  error?: string;
  durationMs: number;
  /** As they are shown: without the values of custom headers. */
  headers: { request: Record<string, string>; response?: Record<string, string> };
};

function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Shown headers of a response are shorter than this in total. */
const maxHeaderLength = 4096;

/** Headers of a response for the log. Cookies are left out: they may be secrets of the endpoint. */
function shownHeaders(headers: Iterable<[string, string]>, mask: (text: string) => string): Record<string, string> {
  const shown: Record<string, string> = {};
  let length = 0;
  for (const [name, value] of headers) {
    length += name.length + value.length;
    if (length > maxHeaderLength) {
      break;
    }
    if (name !== 'set-cookie') {
      shown[name] = mask(value);
    }
  }
  return shown;
}

/** Sends one request. Throws only if `stopping` aborts. */
export async function send(
  { egress }: Pick<App, 'egress'>,
  { config, signingKey, previousKey }: Target,
  { id: deliveryId, body }: { id: string; body: string },
  stopping?: AbortSignal,
): Promise<Result> {
  const secrets = [signingKey, previousKey ?? '', ...Object.values(config.headers ?? {})];
  const custom = lowerCased(config.headers);
  const own = {
    'content-type': 'application/json',
    ...signatureHeaders({ deliveryId, body, signingKey, previousKey, at: Date.now() }),
  };
  const masked = Object.fromEntries(Object.keys(custom).map((name) => [name, '******']));
  const request = { 'user-agent': webhookUserAgent, ...masked, ...own };
  const headers = { 'user-agent': webhookUserAgent, ...custom, ...own };
  const { response, ...result } = await callEndpoint(egress, { url: config.url, headers, body, secrets }, stopping);
  if (!response) {
    return { ...result, headers: { request } };
  }
  const { statusCode, body: text } = response;
  const shown = shownHeaders(response.headers, createMask(secrets));
  return { ...result, response: { statusCode, body: text }, headers: { request, response: shown } };
}
