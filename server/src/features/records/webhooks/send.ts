import type { Webhook } from '@postern/contracts/records/webhooks';
import { webhookUserAgent } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { EgressError } from '#platform/egress';
import { signatureHeaders } from './sign.ts';

const timeoutMs = 10_000;
/** The rest of a response is not read. */
const maxResponseBytes = 4096;
/** Shorter values would also mask ordinary text. */
const shortestSecret = 6;

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

/** Stops reading at the limit or when the time is over, and keeps what has arrived. */
async function readStart(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body ?? []) {
      parts.push(part);
      length += part.length;
      if (length >= maxResponseBytes) {
        // Leaving the loop cancels the stream.
        break;
      }
    }
  } catch {
    // The status has arrived; a body that breaks off does not change the result.
  }
  return Buffer.concat(parts).subarray(0, maxResponseBytes).toString();
}

/** The response may repeat what was sent. */
function createMask({ config, signingKey, previousKey }: Target): (text: string) => string {
  const secrets = [signingKey, previousKey ?? '', ...Object.values(config.headers ?? {})]
    .filter((secret) => secret.length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length);
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '******'), text);
}

/** Without addresses of the operator's network. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) {
    return `No response within ${timeoutMs / 1000} seconds.`;
  }
  if (error instanceof EgressError) {
    return error.message;
  }
  // Messages of the network contain addresses, so its codes are used. Other causes are rules of `fetch`, such as ports.
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  return `The request failed: ${String(cause?.code ?? cause?.message ?? 'unknown reason')}.`;
}

function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Shown headers of a response are shorter than this in total. */
const maxHeaderLength = 4096;

/** Headers of a response for the log. Cookies are left out: they may be secrets of the endpoint. */
function shownHeaders(headers: Headers, mask: (text: string) => string): Record<string, string> {
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

/** Rejects when the signal aborts: name servers do not know it. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Sends one request. Only a 2xx response counts as delivered; redirects are not followed. Throws only if `stopping`
 * aborts.
 */
export async function send(
  { egress }: Pick<App, 'egress'>,
  target: Target,
  { id: deliveryId, body }: { id: string; body: string },
  stopping?: AbortSignal,
): Promise<Result> {
  const { config, signingKey, previousKey } = target;
  const mask = createMask(target);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const custom = lowerCased(config.headers);
  const own = {
    'content-type': 'application/json',
    ...signatureHeaders({ deliveryId, body, signingKey, previousKey, at: Date.now() }),
  };
  const masked = Object.fromEntries(Object.keys(custom).map((name) => [name, '******']));
  const sent = { 'user-agent': webhookUserAgent, ...masked, ...own };
  try {
    const headers = { 'user-agent': webhookUserAgent, ...custom, ...own };
    const answered = egress.fetch(config.url, { method: 'POST', headers, body, signal });
    const response = await Promise.race([answered, untilAborted(signal)]);
    const { ok: isDelivered, status: statusCode } = response;
    const text = mask(await readStart(response.body));
    return {
      isDelivered,
      response: { statusCode, body: text },
      ...(isDelivered ? {} : { error: `The endpoint answered with the status ${statusCode}.` }),
      durationMs: took(),
      headers: { request: sent, response: shownHeaders(response.headers, mask) },
    };
  } catch (error) {
    if (stopping?.aborted) {
      throw error;
    }
    const reason = mask(reasonOf(error, signal));
    return { isDelivered: false, error: reason, durationMs: took(), headers: { request: sent } };
  }
}
