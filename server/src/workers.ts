import cluster, { type Worker } from 'node:cluster';
import type { DatabaseAddress } from './platform/db/db.ts';
import type { Log } from './platform/observe/log.ts';

/** Passes the database address to a worker. Set by the first process, never by an operator. */
const addressVariable = 'POSTERN_WORKER_DATABASE';

type Message = { ready: true } | { failed: string };

/** The database that a worker uses; undefined in the process that an operator started. */
export function workerAddress(environment: Record<string, string | undefined>): DatabaseAddress | undefined {
  const text = environment[addressVariable];
  return cluster.isWorker && text ? JSON.parse(text) : undefined;
}

export function notifyParent(message: Message): void {
  process.send?.(message);
}

function fork(address: DatabaseAddress): Promise<Worker> {
  const worker = cluster.fork({ [addressVariable]: JSON.stringify(address) });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Message) =>
      'ready' in message ? resolve(worker) : reject(new Error(message.failed)),
    );
    worker.once('exit', (code) => reject(new Error(`A worker process ended with code ${code} before it was ready.`)));
  });
}

export type Workers = { stop(): Promise<void> };

/** Starts processes that share the ports and the database. Replaces a worker that dies; `stop` drains all of them. */
export async function startWorkers(count: number, address: DatabaseAddress, log: Log): Promise<Workers> {
  const workers = new Set<Worker>();
  let isStopping = false;

  const stop = async () => {
    isStopping = true;
    await Promise.all(
      [...workers].map(
        (worker) =>
          new Promise((resolve) => {
            worker.once('exit', resolve);
            worker.process.kill('SIGTERM');
          }),
      ),
    );
  };

  const add = async () => {
    const worker = await fork(address);
    if (isStopping) {
      worker.process.kill('SIGTERM');
      return;
    }
    workers.add(worker);
    worker.once('exit', (exitCode: number | null, signal: string | null) => {
      workers.delete(worker);
      if (!isStopping) {
        log.error({ pid: worker.process.pid, exitCode, signal }, 'worker process died, starting a new one');
        // Delayed, so that a worker that crashes on start is not restarted in a tight loop.
        setTimeout(() => void add().catch((error) => log.error({ err: error }, 'worker process restart failed')), 1000);
      }
    });
  };

  try {
    await Promise.all(Array.from({ length: count }, add));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
