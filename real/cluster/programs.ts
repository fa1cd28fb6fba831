import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program of the cluster that can be killed, frozen and started again with the same configuration. */
export type Member = {
  name: string;
  start(): Promise<void>;
  /** Kills it and everything it has started at the same moment, as a machine that loses power. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops its execution and that of everything it has started without ending them, as a machine that hangs. */
  freeze(): void;
  thaw(): void;
  isRunning(): boolean;
  pid(): number;
  /** All processes of its machine. */
  pids(): number[];
  log(): string;
};

type Options = {
  name: string;
  folder: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  account?: { uid: number; gid: number };
  /**
   * Runs it in a separate process namespace. A signal reaches only the process group of a program, and PostgreSQL leaves
   * the group of Patroni, which starts it. When the first process of a namespace is killed, the kernel kills all others.
   */
  isMachine?: boolean;
  /** Resolves when the program answers. */
  isReady(): Promise<boolean>;
};

const patienceMs = 60_000;

/** The members that are running, so that none outlives a failed test. */
const running = new Set<ChildProcess>();

/** Processes end between two looks, and the first one of the machine may be protected. */
const isGone = (error: unknown) => ['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');

/** What `read` returns, or undefined if the process has ended. */
function ifRunning<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isGone(error)) {
      return undefined;
    }
    throw error;
  }
}

const namespaceOf = (pid: number, link: 'pid' | 'pid_for_children') =>
  ifRunning(() => readlinkSync(`/proc/${pid}/ns/${link}`));

/** The processes in the namespace whose first process `unshare` has started. */
function pidsInside(unshare: number): number[] {
  const inside = namespaceOf(unshare, 'pid_for_children');
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== unshare && namespaceOf(pid, 'pid') === inside);
}

/** The id of a process as other processes of its namespace know it. */
export const pidInside = (pid: number) =>
  ifRunning(() => Number(/^NSpid:.*\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]));

/** Each member has its own process group, so that a signal reaches the programs that it has started too. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  ifRunning(() => process.kill(-(child.pid ?? 0), signal));
}

function startProgram({ command, args, env = {}, account, isMachine }: Options, log: number): ChildProcess {
  const options = {
    cwd: '/',
    env: { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log] as ['ignore', number, number],
    detached: true,
  };
  if (!isMachine) {
    return spawn(command, args, { ...options, ...account });
  }
  const as = account ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--'] : [];
  const inside = ['--pid', '--mount-proc', '--fork', '--kill-child', '--', ...as, command, ...args];
  return spawn('unshare', inside, options);
}

export function member(program: Options): Member {
  const { name, folder, isReady, isMachine } = program;
  let child: ChildProcess | undefined;
  const logFile = join(folder, `${name}.log`);
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const pids = () => {
    const pid = isRunning() ? child?.pid : undefined;
    return pid === undefined ? [] : isMachine ? pidsInside(pid) : [pid];
  };
  const signalEach = (signal: NodeJS.Signals) => {
    const all = pids();
    for (const pid of all) {
      ifRunning(() => process.kill(pid, signal));
    }
    return all.length;
  };
  return {
    name,
    isRunning,
    async start() {
      const log = openSync(logFile, 'a');
      child = startProgram(program, log);
      closeSync(log);
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
    freeze() {
      // A process may start another one before it gets the signal.
      for (let stopped = 0; stopped < pids().length; ) {
        stopped = signalEach('SIGSTOP');
      }
    },
    thaw: () => void signalEach('SIGCONT'),
    pid: () => child?.pid ?? 0,
    pids,
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
