import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs background work that a request starts or wakes, without any context of that request: no actor, custom domain, span
 * or unit of work. The context is that of the start of the process.
 */
export const inBackground: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
