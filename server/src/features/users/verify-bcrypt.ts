import { Worker } from 'node:worker_threads';

type Answer = { id: number; isRight: boolean };
type Waiting = { resolve(isRight: boolean): void; reject(error: Error): void };

const file = new URL('./bcrypt-worker.ts', import.meta.url);
const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let lastId = 0;

/** Started with the first check: most installations never meet a bcrypt digest. */
function start(): Worker {
  const started = new Worker(file);
  started.on('message', ({ id, isRight }: Answer) => {
    waiting.get(id)?.resolve(isRight);
    waiting.delete(id);
  });
  const fail = (error: Error) => {
    worker = undefined;
    for (const { reject } of waiting.values()) {
      reject(error);
    }
    waiting.clear();
  };
  started.on('error', fail);
  started.on('exit', (code) => worker === started && fail(new Error(`The thread for bcrypt ended with ${code}.`)));
  // A request that waits keeps the process alive; the thread alone does not.
  started.unref();
  return started;
}

export function verifyBcrypt(password: string, digest: string): Promise<boolean> {
  worker ??= start();
  lastId += 1;
  const id = lastId;
  const answer = new Promise<boolean>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, password, digest });
  return answer;
}
