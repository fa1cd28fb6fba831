import { currentSource } from '#platform/http/actor';
import { createFairQueue } from '#platform/http/fair-queue';
import { withoutLoad } from '#platform/http/limit-load';

/** How many keys are generated and wait at the same time. */
export const keyLimits = { concurrency: 1, maxWaiting: 20 };

/**
 * An RSA key takes a thread for up to a second. Without a limit, the first requests of many tenants would take all threads
 * of Node, and every password and file would wait for them.
 */
const keys = createFairQueue(keyLimits);

/** Generates an RSA key. Rejects with `server.busy` if too many tenants wait for theirs. */
export function queueKey<T>(generate: () => Promise<T>): Promise<T> {
  const { tenantId = '', request } = currentSource() ?? {};
  return withoutLoad(request, () => keys.run(tenantId, generate));
}
