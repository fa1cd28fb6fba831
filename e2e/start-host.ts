import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { commands } from './host.ts';

type Commands = typeof commands;
type Reply = { id: number; answer?: unknown; failure?: string };

export type Host = {
  call<Name extends keyof Commands>(name: Name, ...parameters: Parameters<Commands[Name]>): ReturnType<Commands[Name]>;
  end(): Promise<void>;
};

/** These change the packages that the server imports, so they are loaded before it. */
const quick = ['quick-passwords', 'quick-rsa-keys'].map(
  (name) => `--import=${new URL(`../server/src/platform/testing/${name}.ts`, import.meta.url)}`,
);

/** Starts the process that runs the products of a worker, see host.ts. */
export function startHost(): Host {
  const child = fork(fileURLToPath(new URL('./host.ts', import.meta.url)), {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // Products are large and short-lived: with more room for new objects, the garbage collector copies fewer.
      '--max-semi-space-size=64',
      ...quick,
    ],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'postern-test-compile') },
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  let count = 0;
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => {
    for (const [id, reply] of waiting) {
      reply({ id, failure: 'The process that runs the products has ended.' });
    }
  });
  return {
    call: (command, ...parameters) =>
      new Promise<never>((resolve, reject) => {
        count += 1;
        waiting.set(count, ({ answer, failure }) => (failure ? reject(new Error(failure)) : resolve(answer as never)));
        child.send({ id: count, command, parameters });
      }) as ReturnType<Commands[typeof command]>,
    async end() {
      child.disconnect();
      await ended;
    },
  };
}
