import { Worker } from 'node:worker_threads';
import { customJwtLimits } from '@postern/contracts/access/custom-jwt';
import type { FromSandbox, Outcome, SandboxLimits, ScriptRequest, ScriptResponse, ToSandbox } from './messages.ts';

export type ScriptJob = {
  tenantId: string;
  script: string;
  /** The arguments of the script's function as JSON. */
  argument: string;
  collectsOutput: boolean;
  fetch(request: ScriptRequest, signal: AbortSignal): Promise<ScriptResponse>;
};

export type SandboxPool = { run(job: ScriptJob): Promise<Outcome>; close(): Promise<void>; size(): number };

type Waiting = { job: ScriptJob; resolve(outcome: Outcome): void; giveUp: NodeJS.Timeout };
type Seat = { worker: Worker; tenantId: string | undefined; rest: NodeJS.Timeout | undefined };

/**
 * Few, because an endless script occupies a core until its timeout; three, so that one such script never blocks its
 * tenant.
 */
const maxWorkers = 3;
/** One tenant can never use all of them. */
const maxPerTenant = maxWorkers - 1;
const maxWaiting = 500;
const maxWaitMs = 5000;
/** A thread that does not end by itself is terminated: some work of the engine does not check the clock. */
const graceMs = 300;
const startMs = 10_000;
const restMs = 300_000;

const limits: SandboxLimits = {
  milliseconds: customJwtLimits.milliseconds,
  memoryBytes: customJwtLimits.memoryBytes,
  stackBytes: customJwtLimits.stackBytes,
  resultCharacters: customJwtLimits.resultCharacters,
  requests: customJwtLimits.requests,
  requestCharacters: customJwtLimits.requestCharacters,
  outputLines: 100,
  outputCharacters: 16_384,
};

const failed = (message: string, milliseconds = 0): Outcome => ({ output: [], failure: { message }, milliseconds });
const tookTooLong = failed(`The script took longer than ${limits.milliseconds / 1000} seconds.`, limits.milliseconds);

function openWorker(file: URL): Worker {
  const worker = new Worker(file, {
    workerData: limits,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    // A deeply recursive script must reach the engine's limit before that of the thread.
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 16 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  return worker;
}

/** Threads start with the first script, are kept warm, and are replaced when they fail. */
export function createPool(file = new URL('./worker.ts', import.meta.url)): SandboxPool {
  const seats = new Set<Seat>();
  const waiting: Waiting[] = [];
  let lastRun = 0;
  let isClosed = false;

  function leave(seat: Seat): void {
    seats.delete(seat);
    clearTimeout(seat.rest);
    void seat.worker.terminate();
  }

  function sitDown(): Seat {
    const seat: Seat = { worker: openWorker(file), tenantId: undefined, rest: undefined };
    seats.add(seat);
    // An error of an idle thread must not end the process.
    seat.worker.on('error', () => leave(seat)).on('exit', () => leave(seat));
    return seat;
  }

  const heldBy = (tenantId: string) => [...seats].filter((seat) => seat.tenantId === tenantId).length;

  function next(): void {
    const index = waiting.findIndex(({ job }) => heldBy(job.tenantId) < maxPerTenant);
    const chosen = waiting[index];
    if (!chosen) {
      return;
    }
    const idle = [...seats].find(({ tenantId }) => tenantId === undefined);
    if (!idle && seats.size >= maxWorkers) {
      return;
    }
    const isNew = idle === undefined;
    const seat = idle ?? sitDown();
    waiting.splice(index, 1);
    clearTimeout(chosen.giveUp);
    void work(seat, chosen, isNew).then(next);
  }

  async function work(seat: Seat, { job, resolve }: Waiting, isNew: boolean): Promise<void> {
    clearTimeout(seat.rest);
    seat.tenantId = job.tenantId;
    const { outcome, isSpent } = await runIn(seat.worker, job, ++lastRun, isNew);
    seat.tenantId = undefined;
    if (isSpent || isClosed) {
      leave(seat);
    } else {
      seat.rest = setTimeout(() => leave(seat), restMs).unref();
    }
    resolve(outcome);
  }

  return {
    run: (job) =>
      new Promise((resolve) => {
        if (isClosed || waiting.length >= maxWaiting) {
          resolve(failed('The server is busy with other scripts.'));
          return;
        }
        const entry: Waiting = {
          job,
          resolve,
          giveUp: setTimeout(() => {
            waiting.splice(waiting.indexOf(entry), 1);
            resolve(failed('The server is busy with other scripts.'));
          }, maxWaitMs),
        };
        waiting.push(entry);
        next();
      }),
    size: () => seats.size,
    async close() {
      isClosed = true;
      for (const { resolve, giveUp } of waiting.splice(0)) {
        clearTimeout(giveUp);
        resolve(failed('The server is about to stop.'));
      }
      await Promise.all([...seats].map(({ worker }) => worker.terminate()));
      seats.clear();
    },
  };
}

/** One run in one thread. Always resolves with an outcome, whatever happens to the thread. */
function runIn(worker: Worker, job: ScriptJob, run: number, isNew: boolean) {
  return new Promise<{ outcome: Outcome; isSpent: boolean }>((resolve) => {
    const abort = new AbortController();
    let timer: NodeJS.Timeout;

    function end(outcome: Outcome, isSpent: boolean): void {
      clearTimeout(timer);
      abort.abort();
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      resolve({ outcome, isSpent });
    }
    const onEnd = () => end(failed('The sandbox of the script crashed.'), true);
    const send = (message: ToSandbox) => worker.postMessage(message);
    function start(): void {
      timer = setTimeout(() => end(tookTooLong, true), limits.milliseconds + graceMs);
      const { script, argument, collectsOutput } = job;
      send({ kind: 'run', run, script, argument, collectsOutput });
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
