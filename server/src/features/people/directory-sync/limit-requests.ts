import { LRUCache } from 'lru-cache';
import { countLimits } from '#features/operations/throttle';
import type { App } from '#platform/app';
import { AppError } from '#platform/http/errors';

const windowSeconds = 10;
/** A node takes requests from the shared counter in parts of this size, so that most requests do not write to it. */
const shareOfWindow = 20;

/** Requests that this node has already counted and not used yet, by token. */
export type CountedRequests = LRUCache<string, { left: number }>;
export const newCountedRequests = (): CountedRequests => new LRUCache({ max: 10_000, ttl: windowSeconds * 1000 });

/** Counts a request of a token, over all nodes. Throws 429 if there were too many. */
export async function countRequest(app: App, tenantId: string, tokenId: string): Promise<void> {
  const counted = app.stateOf<CountedRequests>('directory-sync');
  const key = `${tenantId} ${tokenId}`;
  const known = counted.get(key);
  if (known && known.left > 0) {
    known.left -= 1;
    return;
  }
  const most = app.config.directorySyncRate * windowSeconds;
  const amount = Math.max(1, Math.floor(most / shareOfWindow));
  await app.tenancy.write(tenantId, async (db) => {
    if (await countLimits(db, [{ what: `requests of directory token ${tokenId}`, amount, most }], windowSeconds)) {
      throw new AppError('scim.too_many_requests', { retryAfter: windowSeconds });
    }
  });
  // Requests at the same time may have counted as well.
  counted.set(key, { left: (counted.get(key)?.left ?? 0) + amount - 1 });
}
