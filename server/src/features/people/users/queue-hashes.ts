import { availableParallelism } from 'node:os';
import { currentTenant } from '#platform/actor';
import { createFairQueue } from '#platform/fair-queue';

/** Node's own default. */
const defaultThreads = 4;
const threads = Number(process.env.UV_THREADPOOL_SIZE) || defaultThreads;
/** One thread is left for files, DNS and RSA signatures. */
const concurrency = Math.max(1, Math.min(availableParallelism(), threads - 1));

/** A hash takes 15 to 35 ms of one core, so that the last in the queue waits up to two seconds. */
const hashes = createFairQueue({ concurrency, maxWaiting: concurrency * 50 });
/** A check takes up to a second. */
const slowChecks = createFairQueue({ concurrency: 1, maxWaiting: 50 });

/** Work of no tenant, such as an import, has its own turn. */
const group = () => currentTenant() ?? '';

/** Runs an argon2 hash. The tenants whose users sign in take turns. */
export const queueHash = <T>(work: () => Promise<T>): Promise<T> => hashes.run(group(), work);

/** Runs one check of a bcrypt digest at a time: each takes a thread for up to a second. */
export const queueSlowCheck = <T>(work: () => Promise<T>): Promise<T> => slowChecks.run(group(), work);

export const waitingHashes = (): number => hashes.stats().waiting + slowChecks.stats().waiting;

/** How many hashes run and wait at the same time, for tests. */
export const hashLimits = { running: concurrency, waiting: concurrency * 50 };
