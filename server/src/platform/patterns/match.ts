import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { AppError } from '#platform/http/errors';

export type Question = { pattern: string; flags: string[]; texts: string[] };
export type Answer = { isMatch: boolean | undefined };

type Waiting = { owner: string; question: Question; settle(isMatch: boolean | undefined): void };
type Thread = { worker: Worker; owner: string | undefined; isNew: boolean; rest: NodeJS.Timeout | undefined };

const maxThreads = 2;
const maxWaitingPerOwner = 100;
/** A thread stops a slow comparison itself, but not the compilation of a pattern: then it is terminated. */
const maxMs = 1000;
const startMs = 10_000;
const restMs = 60_000;

const threads = new Set<Thread>();
const waiting: Waiting[] = [];
/** When each tenant was served last, as a count. */
const served = new LRUCache<string, number>({ max: 1000 });
/** Patterns that took too long are not tried again for a minute. */
const slow = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });
let turns = 0;

function end(thread: Thread): void {
  threads.delete(thread);
  clearTimeout(thread.rest);
  void thread.worker.terminate();
}

function begin(): Thread {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  worker.unref();
  const thread: Thread = { worker, owner: undefined, isNew: true, rest: undefined };
  threads.add(thread);
  // An error of a thread must not end the process.
  worker.on('error', () => end(thread)).on('exit', () => end(thread));
  return thread;
}

/** Of the tenants that wait and have no question in a thread, the one that was served the longest ago. */
function choose(): Waiting | undefined {
  const busy = new Set([...threads].map(({ owner }) => owner));
  const turnOf = ({ owner }: Waiting) => served.get(owner) ?? 0;
  const [chosen] = waiting.filter(({ owner }) => !busy.has(owner)).sort((one, two) => turnOf(one) - turnOf(two));
  return chosen;
}

function next(): void {
  const idle = [...threads].find(({ owner }) => owner === undefined);
  const chosen = idle || threads.size < maxThreads ? choose() : undefined;
  if (chosen) {
    waiting.splice(waiting.indexOf(chosen), 1);
    turns += 1;
    served.set(chosen.owner, turns);
    ask(idle ?? begin(), chosen);
  }
}

function ask(thread: Thread, { owner, question, settle }: Waiting): void {
  const { worker, isNew } = thread;
  clearTimeout(thread.rest);
  Object.assign(thread, { owner, isNew: false });
  function finish({ isMatch }: Answer): void {
    clearTimeout(timer);
    worker.off('message', finish).off('exit', giveUp);
    thread.owner = undefined;
    thread.rest = setTimeout(() => end(thread), restMs).unref();
    settle(isMatch);
    next();
  }
  function giveUp(): void {
    end(thread);
    finish({ isMatch: undefined });
  }
  const timer = setTimeout(giveUp, isNew ? startMs : maxMs);
  worker.on('message', finish).on('exit', giveUp);
  worker.postMessage(question);
}

/**
 * Whether one of the texts matches a regular expression of a tenant. It may run forever, so it is compared in a thread,
 * where it delays only questions of the same tenant (attacks 36, 54). Undefined if it is invalid or takes too long.
 */
export async function matchesPattern(owner: string, question: Question): Promise<boolean | undefined> {
  const key = JSON.stringify([owner, question.pattern]);
  if (slow.has(key)) {
    return undefined;
  }
  if (waiting.filter((one) => one.owner === owner).length >= maxWaitingPerOwner) {
    throw new AppError('server.busy');
  }
  const isMatch = await new Promise<boolean | undefined>((settle) => {
    waiting.push({ owner, question, settle });
    next();
  });
  if (isMatch === undefined) {
    slow.set(key, true);
  }
  return isMatch;
}
