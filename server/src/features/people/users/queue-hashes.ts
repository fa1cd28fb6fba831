import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentSource } from '#platform/http/actor';
import { createFairQueue, type FairQueue } from '#platform/http/fair-queue';
import { withoutLoad } from '#platform/http/limit-load';

/** Node's own default. */
const defaultThreads = 4;
const threads = Number(process.env.UV_THREADPOOL_SIZE) || defaultThreads;
/** One thread is left for files, DNS and RSA signatures. */
const concurrency = Math.max(1, Math.min(availableParallelism(), threads - 1));

/** One hash more than there are cores, if there is a thread for it: a tenant need not wait for the hashes of another. */
const spare = Math.min(1, threads - 1 - concurrency);

/** A hash takes 15 to 35 ms of one core, so that the last in the queue waits up to two seconds. */
const hashes = createFairQueue({ concurrency, spare, maxWaiting: concurrency * 50 });
/** A check takes up to a second. */
const slowChecks = createFairQueue({ concurrency: 1, maxWaiting: 50 });

/** A client that ignores Retry-After cannot repeat a refused password faster than this. */
const refusedAfterMs = 1000;

/** Work of no request, such as an import, has its own turn. */
function runIn<T>(queue: FairQueue, work: () => Promise<T>): Promise<T> {
  const { tenantId = '', request } = currentSource() ?? {};
  return withoutLoad(request, () => queue.run(tenantId, work));
}

/** Runs an argon2 hash. The tenants whose users sign in take turns. */
export const queueHash = <T>(work: () => Promise<T>): Promise<T> => runIn(hashes, work);

/**
 * Throws `server.busy` if a hash of this request's tenant would be refused now. Called before anything is read, and
 * after a pause: a client that repeats its request at once would otherwise keep the process busy with refusals.
 */
export async function requireHashRoom(): Promise<void> {
  const { tenantId = '', request } = currentSource() ?? {};
  try {
    hashes.requireRoom(tenantId);
  } catch (error) {
    await withoutLoad(request, () => sleep(refusedAfterMs));
    throw error;
  }
}

/** Runs one check of a bcrypt digest at a time: each takes a thread for up to a second. */
export const queueSlowCheck = <T>(work: () => Promise<T>): Promise<T> => runIn(slowChecks, work);

export const waitingHashes = (): number => hashes.stats().waiting + slowChecks.stats().waiting;

/** How many hashes run and wait at the same time, for tests. */
export const hashLimits = { running: concurrency, spare, waiting: concurrency * 50 };
