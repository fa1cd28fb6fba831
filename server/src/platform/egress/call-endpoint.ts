import { type Egress, EgressError } from './egress.ts';

const timeoutMs = 10_000;
/** The rest of a response is not read. */
const maxResponseBytes = 4096;
/** Shorter values would also mask ordinary text. */
const shortestSecret = 6;

export type EndpointCall = {
  method?: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
  /** Masked in the response and in errors: the endpoint may repeat what was sent. */
  secrets: readonly string[];
};

export type EndpointResult = {
  /** Only a 2xx response counts. */
  isDelivered: boolean;
  response?: { statusCode: number; body: string; headers: Headers };
  error?: string;
  durationMs: number;
};

/** Headers of a response as `fetch` returns them. */
type Headers = Iterable<[string, string]>;

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

/** Replaces these secrets in a text. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const long = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length);
  return (text) => long.reduce((masked, secret) => masked.replaceAll(secret, '******'), text);
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

/** Rejects when the signal aborts: name servers do not know it. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Sends one request to a server of a tenant: through the egress guard, with a time limit, without redirects, and reads
 * only the start of the response. Throws only if `stopping` aborts.
 */
export async function callEndpoint(
  egress: Egress,
  { method = 'POST', url, headers, body, secrets }: EndpointCall,
  stopping?: AbortSignal,
): Promise<EndpointResult> {
  const mask = createMask(secrets);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    const answered = egress.fetch(url, { method, headers, body, signal });
    const response = await Promise.race([answered, untilAborted(signal)]);
    const { ok: isDelivered, status: statusCode } = response;
    const text = mask(await readStart(response.body));
    return {
      isDelivered,
      response: { statusCode, body: text, headers: response.headers },
      ...(isDelivered ? {} : { error: `The endpoint answered with the status ${statusCode}.` }),
      durationMs: took(),
    };
  } catch (error) {
    if (stopping?.aborted) {
      throw error;
    }
    return { isDelivered: false, error: mask(reasonOf(error, signal)), durationMs: took() };
  }
}
