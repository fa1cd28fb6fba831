import { countedKeys, type QuotaKey, switchedKeys } from '@postern/contracts/quota';
import type { RequestError } from '#platform/client/request-error.ts';

/** The limit that an error reports, with its value if it is a number. */
export type FoundLimit = { key: QuotaKey; limit?: number };

/** The error message of other servers of this API; the limits follow as JSON. */
const refusal = 'Status exception: Exceeded quota limit.';

const keys: readonly string[] = [...countedKeys, ...switchedKeys];
const isKey = (name: string): name is QuotaKey => keys.includes(name);

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const found = (key: string, limit: unknown): FoundLimit[] =>
  isKey(key) ? [{ key, ...(typeof limit === 'number' ? { limit } : {}) }] : [];

/** Undefined if the error is about something else; empty if it does not name a limit. */
export function findLimits({ code, body }: RequestError): FoundLimit[] | undefined {
  if (code === 'subscription.limit_exceeded') {
    const { key, limit } = object(body?.data);
    return found(String(key), limit);
  }
  if (!body?.message.startsWith(refusal)) {
    return undefined;
  }
  try {
    const named: unknown = JSON.parse(body.message.slice(refusal.length));
    return Object.entries(object(named)).flatMap(([key, limit]) => found(key, limit));
  } catch {
    // Recognized by its prefix; the rest is only informative.
    return [];
  }
}
