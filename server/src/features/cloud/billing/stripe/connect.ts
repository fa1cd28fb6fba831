import type { Stripe } from 'stripe';
import { createEgress, type Egress } from '#platform/egress';
import { AppError } from '#platform/errors';
import type { Log } from '#platform/log';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** Another host than Stripe's own, such as a test double; the operator names it, so it may be a private one. */
  apiUrl?: string | undefined;
  egress: Egress;
  log: Log;
  /** The plan that is sold at a price, as our `skus` say. */
  skuOfPrice(priceId: string): Promise<string | undefined>;
};

export type Connection = {
  /** The client as it is, for what needs no network. */
  load(): Promise<Stripe>;
  /** A call. Whatever keeps Stripe from answering is `payments.provider_unavailable`, never a defect of ours. */
  ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T>;
  /** The way out to an address that Stripe named. */
  egressFor(url: string): Egress;
};

const callTimeoutMs = 10_000;
/** After the first try; the SDK sends the same idempotency key with each. */
const retries = 2;

type Failure = Error & { type: string; code?: string; param?: string; statusCode?: number; requestId?: string };

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && /^Stripe\w+$/.test(error.type);
}

/** The request was understood and refused: the thing is gone, or not in a state for this. Trying again changes nothing. */
export function isRefused(error: unknown): error is Failure {
  return isFailure(error) && error.type === 'StripeInvalidRequestError';
}

/** The same idempotency key was used with other values: what it stands for was done before. */
export function wasDoneBefore(error: unknown): boolean {
  return isFailure(error) && error.type === 'StripeIdempotencyError';
}

export function isGone(error: unknown): error is Failure {
  return isRefused(error) && (error.code === 'resource_missing' || error.statusCode === 404);
}

export function connect({ secretKey, apiUrl, egress, log }: StripeSettings): Connection {
  const host = apiUrl ? new URL(apiUrl) : undefined;
  const apiEgress = host ? createEgress({ allowPrivate: true, timeoutMs: callTimeoutMs }) : egress;
  let loading: Promise<Stripe> | undefined;

  async function load(): Promise<Stripe> {
    // Some 35 MB that a server without Stripe never needs.
    const { Stripe } = await import('stripe');
    return new Stripe(secretKey, {
      // The client calls it with text alone; undici and the built-in fetch declare one thing twice.
      httpClient: Stripe.createFetchHttpClient(apiEgress.fetch as typeof globalThis.fetch),
      maxNetworkRetries: retries,
      timeout: callTimeoutMs,
      telemetry: false,
      ...(host && {
        host: host.hostname,
        port: host.port || (host.protocol === 'http:' ? 80 : 443),
        protocol: host.protocol === 'http:' ? 'http' : 'https',
      }),
    });
  }

  const client = () => {
    loading ??= load();
    return loading;
  };
  return {
    load: client,
    async ask(call) {
      try {
        return await call(await client());
      } catch (error) {
        if (!isFailure(error)) {
          throw error;
        }
        // Not its message: it may quote what was sent.
        const { type, code, param, statusCode, requestId } = error;
        log.error({ type, reason: code, param, statusCode, requestId }, 'Stripe request failed');
        throw new AppError('payments.provider_unavailable');
      }
    },
    egressFor: (url) => (host && URL.canParse(url) && new URL(url).origin === host.origin ? apiEgress : egress),
  };
}
