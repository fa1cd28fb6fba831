import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { App } from '#platform/app';
import { removeFolder } from '#platform/testing/remove-folder';
import { freePort } from './flows.ts';

type Environment = Record<string, string>;

export type TestProcess = {
  pid: number;
  output: { out: string; err: string };
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): void;
};

/** Processes of failed tests must not outlive the file. */
const children = new Set<ChildProcess>();

/** The server as `npm start` runs it, or its CLI. */
type Script = 'dist/main.js' | 'src/cli.ts';

/** Runs a script of the server in a separate process with a minimal environment. */
export function run(script: Script, args: string[], environment: Environment): TestProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', script), ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(tmpdir(), 'postern-test-compile'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    children.delete(child);
    return (code ?? signal) as number | string;
  });
  return {
    pid: child.pid ?? 0,
    output,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => void child.kill(signal),
  };
}

export async function killLeftovers(): Promise<void> {
  await Promise.all(
    [...children].map(async (child) => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    }),
  );
}

/**
 * Ends the leases and claims of a killed server now. Tests of what happens afterwards need not wait for them;
 * `jobs.crash.test.ts` waits for a real lease to expire.
 */
export async function expireLeases(app: App): Promise<void> {
  await app.tenancy.system(async (db) => {
    await sql`update jobs set leased_until = now() where lease is not null`.execute(db);
    await sql`update webhook_deliveries set claimed_until = now() where claimed_until is not null`.execute(db);
  });
}

/** Runs a command in a separate process. */
export async function spawnCli(args: string[], environment: Environment) {
  const { ended, output } = run('src/cli.ts', args, environment);
  return { code: await ended, ...output };
}

export type TestServer = TestProcess & { endpoint: string; adminEndpoint: string; environment: Environment };

/** A real server on free ports. Resolves when it reports that it is ready. */
export async function startServer(environment: Environment): Promise<TestServer> {
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) };
  const server = run('dist/main.js', [], { ...ports, ...environment });
  while (!server.output.out.includes('Postern is ready')) {
    if (!server.isRunning()) {
      throw new Error(`The server ended with ${await server.ended}: ${server.output.err}`);
    }
    await Promise.race([server.ended, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  const { PORT, ADMIN_PORT } = { ...ports, ...environment };
  return {
    ...server,
    endpoint: `http://localhost:${PORT}`,
    adminEndpoint: `http://localhost:${ADMIN_PORT}`,
    environment: { ...ports, ...environment },
  };
}

/** A folder for DATA_DIR that PostgreSQL's account can enter. Removing it ends a PostgreSQL that still runs there. */
export async function dataFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-data-'));
  await chmod(folder, 0o755);
  return {
    folder,
    async remove() {
      await endPostgres(folder);
      await removeFolder(folder);
    },
  };
}

/** A server that was killed leaves its PostgreSQL behind, which ends by itself only after some time. */
async function endPostgres(dataDir: string): Promise<void> {
  const pid = await postmasterOf(dataDir).catch(() => undefined);
  try {
    while (pid) {
      process.kill(pid, 'SIGQUIT');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}

export async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}
