import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program of the cluster that can be killed, frozen and started again with the same configuration. */
export type Member = {
  name: string;
  start(): Promise<void>;
  /** Kills it and everything it has started, as if the machine had lost power. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops its execution without ending it, as a machine that is cut off from the network. */
  freeze(): void;
  thaw(): void;
  isRunning(): boolean;
  pid(): number;
  log(): string;
};

type Options = {
  name: string;
  folder: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  account?: { uid: number; gid: number };
  /** Resolves when the program answers. */
  isReady(): Promise<boolean>;
};

const patienceMs = 60_000;

/** The members that are running, so that none outlives a failed test. */
const running = new Set<ChildProcess>();

/** Each member has its own process group, so that a signal reaches the programs that it has started too. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? 0), signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}

export function member({ name, folder, command, args, env = {}, account, isReady }: Options): Member {
  let child: ChildProcess | undefined;
  const logFile = join(folder, `${name}.log`);
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    name,
    isRunning,
    async start() {
      const log = openSync(logFile, 'a');
      child = spawn(command, args, {
        cwd: '/',
        env: { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
        detached: true,
        ...account,
      });
      const started = child;
      running.add(started);
      started.once('close', () => running.delete(started));
      const deadline = Date.now() + patienceMs;
      while (!(await isReady().catch(() => false))) {
        if (!isRunning() || Date.now() > deadline) {
          throw new Error(`${name} did not start: ${readFileSync(logFile, 'utf8').slice(-3000)}`);
        }
        await sleep(100);
      }
    },
    async kill(signal = 'SIGKILL') {
      if (child && isRunning()) {
        const closed = once(child, 'close');
        signalGroup(child, signal);
        await closed;
      }
      if (child) {
        // What it has started may outlive it.
        signalGroup(child, 'SIGKILL');
      }
    },
    freeze: () => child && signalGroup(child, 'SIGSTOP'),
    thaw: () => child && signalGroup(child, 'SIGCONT'),
    pid: () => child?.pid ?? 0,
    log: () => readFileSync(logFile, 'utf8'),
  };
}

export function killAll(): void {
  for (const child of running) {
    signalGroup(child, 'SIGKILL');
  }
}

/** Polls until the condition holds. */
export async function until(what: string, condition: () => Promise<boolean>, limitMs = patienceMs): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) {
      throw new Error(`${what} did not happen within ${limitMs / 1000} s`);
    }
    await sleep(100);
  }
}
