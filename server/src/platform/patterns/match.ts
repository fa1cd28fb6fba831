import { LRUCache } from 'lru-cache';
import { AppError } from '#platform/http/errors';
import { createThreads, type Run, ThreadsBusyError } from '#platform/threads/threads';

export type Question = { pattern: string; flags: string[]; texts: string[] };
export type Answer = { isMatch: boolean | undefined };

/** A thread stops a slow comparison itself, but not the compilation of a pattern: then it is terminated. */
const maxMs = 1000;
const startMs = 10_000;

const threads = createThreads({
  file: new URL('./thread.ts', import.meta.url),
  worker: { resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 } },
  maxThreads: 2,
  maxPerTenant: 1,
  maxWaiting: 10_000,
  maxWaitingPerTenant: 100,
  maxWaitMs: 30_000,
  restMs: 60_000,
});

/** Patterns that took too long are not tried again for a minute. */
const slow = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });

/** Undefined if the thread does not answer in time. */
const ask =
  (question: Question): Run<boolean | undefined> =>
  (worker, isNew) =>
    new Promise((resolve) => {
      function end(result: boolean | undefined, isSpent: boolean): void {
        clearTimeout(timer);
        worker.off('message', answer).off('exit', giveUp);
        resolve({ result, isSpent });
      }
      const answer = ({ isMatch }: Answer) => end(isMatch, false);
      const giveUp = () => end(undefined, true);
      const timer = setTimeout(giveUp, isNew ? startMs : maxMs);
      worker.on('message', answer).on('exit', giveUp);
      worker.postMessage(question);
    });

/**
 * Whether one of the texts matches a regular expression of a tenant. It may run forever, so it is compared in a thread,
 * where it delays only questions of the same tenant (attacks 36, 54). Undefined if it is invalid or takes too long.
 */
export async function matchesPattern(owner: string, question: Question): Promise<boolean | undefined> {
  const key = JSON.stringify([owner, question.pattern]);
  if (slow.has(key)) {
    return undefined;
  }
  try {
    const isMatch = await threads.run(owner, ask(question));
    if (isMatch === undefined) {
      slow.set(key, true);
    }
    return isMatch;
  } catch (error) {
    throw error instanceof ThreadsBusyError ? new AppError('server.busy') : error;
  }
}
