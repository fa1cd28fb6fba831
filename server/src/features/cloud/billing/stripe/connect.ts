import type { Stripe } from 'stripe';
import { createEgress, type Egress } from '#platform/egress/egress';
import { AppError } from '#platform/http/errors';
import type { Log } from '#platform/observe/log';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** A host other than Stripe's, such as a test double. The operator configures it, so it may be private. */
  apiUrl?: string | undefined;
  egress: Egress;
  log: Log;
  /** The plan that is sold at a price, from `skus`. */
  skuOfPrice(priceId: string): Promise<string | undefined>;
};

export type Connection = {
  /** The plain client, for calls that need no network. */
  load(): Promise<Stripe>;
  /** Calls Stripe. Any failure to get a response becomes `payments.provider_unavailable`, not an internal error. */
  ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T>;
  /** The egress for an address that Stripe returned. */
  egressFor(url: string): Egress;
};

const callTimeoutMs = 10_000;
/** After the first attempt; the SDK reuses the idempotency key. */
const retries = 2;

type Failure = Error & { type: string; code?: string; param?: string; statusCode?: number; requestId?: string };

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && /^Stripe\w+$/.test(error.type);
}

/** Stripe rejected the request: the object is gone or in the wrong state. Retrying does not help. */
export function isRefused(error: unknown): error is Failure {
  return isFailure(error) && error.type === 'StripeInvalidRequestError';
}

/** The idempotency key was used with other values: the operation was done before. */
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
    // Loads about 35 MB that a server without Stripe does not need.
    const { Stripe } = await import('stripe');
    return new Stripe(secretKey, {
      // The client only passes text; undici and the built-in fetch declare the same type twice.
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
        // Not the message: it may quote the request.
        const { type, code, param, statusCode, requestId } = error;
        log.error({ type, reason: code, param, statusCode, requestId }, 'Stripe request failed');
        throw new AppError('payments.provider_unavailable');
      }
    },
    egressFor: (url) => (host && URL.canParse(url) && new URL(url).origin === host.origin ? apiEgress : egress),
  };
}
