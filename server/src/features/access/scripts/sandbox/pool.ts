import type { Worker } from 'node:worker_threads';
import { scriptLimits } from '@postern/contracts/access/scripts';
import { createThreads, type Threads, ThreadsBusyError, ThreadsClosedError } from '#platform/threads/threads';
import type {
  FromSandbox,
  Outcome,
  SandboxLimits,
  ScriptKind,
  ScriptRequest,
  ScriptResponse,
  ToSandbox,
} from './messages.ts';

export type ScriptJob = {
  tenantId: string;
  kind: ScriptKind;
  /** Anybody can start it, without signing in. Such runs leave a thread to the other scripts of the tenant. */
  isAnonymous?: boolean;
  script: string;
  /** The arguments of the script's function as JSON. */
  argument: string;
  collectsOutput: boolean;
  fetch(request: ScriptRequest, signal: AbortSignal): Promise<ScriptResponse>;
};

export type SandboxPool = { run(job: ScriptJob): Promise<Outcome>; close(): Promise<void>; size(): number };

/**
 * Few, because an endless script occupies a core until its timeout; three, so that one such script never blocks its
 * tenant.
 */
const maxWorkers = 3;
/** One tenant can never use all of them. */
const maxPerTenant = maxWorkers - 1;
const maxWaiting = 500;
const maxWaitingAnonymous = 50;
const maxWaitMs = 5000;
/** A thread that does not end by itself is terminated: some work of the engine does not check the clock. */
const graceMs = 300;
const startMs = 10_000;
const restMs = 300_000;

const limits: SandboxLimits = {
  milliseconds: scriptLimits.milliseconds,
  memoryBytes: scriptLimits.memoryBytes,
  stackBytes: scriptLimits.stackBytes,
  resultCharacters: scriptLimits.resultCharacters,
  requests: scriptLimits.requests,
  requestCharacters: scriptLimits.requestCharacters,
  outputLines: 100,
  lineCharacters: 2000,
  outputCharacters: 16_384,
};

const failed = (message: string, milliseconds = 0): Outcome => ({ output: [], failure: { message }, milliseconds });
const tookTooLong = failed(`The script took longer than ${limits.milliseconds / 1000} seconds.`, limits.milliseconds);

const openThreads = (file: URL): Threads =>
  createThreads({
    file,
    worker: {
      workerData: limits,
      // A deeply recursive script must reach the engine's limit before that of the thread.
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 16 },
    },
    maxThreads: maxWorkers,
    maxPerTenant,
    maxWaiting,
    maxWaitingPerTenant: maxWaiting,
    maxWaitingInLane: maxWaitingAnonymous,
    maxWaitMs,
    restMs,
  });

export function createPool(file = new URL('./worker.ts', import.meta.url)): SandboxPool {
  const threads = openThreads(file);
  let lastRun = 0;
  return {
    async run(job) {
      try {
        return await threads.run(
          job.tenantId,
          (worker, isNew) => runIn(worker, job, ++lastRun, isNew),
          job.isAnonymous === true,
        );
      } catch (error) {
        if (error instanceof ThreadsBusyError) {
          return failed('The server is busy with other scripts.');
        }
        if (error instanceof ThreadsClosedError) {
          return failed('The server is about to stop.');
        }
        throw error;
      }
    },
    size: threads.size,
    close: threads.close,
  };
}

/** One run in one thread. Always resolves with an outcome, whatever happens to the thread. */
function runIn(worker: Worker, job: ScriptJob, run: number, isNew: boolean) {
  return new Promise<{ result: Outcome; isSpent: boolean }>((resolve) => {
    const abort = new AbortController();
    let timer: NodeJS.Timeout;

    function end(outcome: Outcome, isSpent: boolean): void {
      clearTimeout(timer);
      abort.abort();
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve({ result: outcome, isSpent });
    }
    const onEnd = () => end(failed('The sandbox of the script crashed.'), true);
    const send = (message: ToSandbox) => worker.postMessage(message);
    function start(): void {
      timer = setTimeout(() => end(tookTooLong, true), limits.milliseconds + graceMs);
      const { script, argument, collectsOutput, kind } = job;
      send({ kind: 'run', run, script, argument, collectsOutput, scriptKind: kind });
    }
    async function answer(call: number, request: ScriptRequest): Promise<void> {
      try {
        send({ kind: 'answer', run, call, response: await job.fetch(request, abort.signal) });
      } catch (error) {
        send({ kind: 'refusal', run, call, message: error instanceof Error ? error.message : 'refused' });
      }
    }
    function onMessage(message: FromSandbox): void {
      if (message.kind === 'ready') {
        clearTimeout(timer);
        start();
      } else if (message.run !== run) {
        return;
      } else if (message.kind === 'fetch') {
        void answer(message.call, message.request);
      } else {
        end(message.outcome, message.isSpent);
      }
    }
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    if (isNew) {
      timer = setTimeout(() => end(failed('The sandbox of the script did not start.'), true), startMs);
    } else {
      start();
    }
  });
}
