import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { cpuSeconds } from './processes.ts';

/** The flags that scripts/start.mjs uses. */
const flags: string[] = JSON.parse(readFileSync(new URL('../scripts/server-flags.json', import.meta.url), 'utf8'));
const main = fileURLToPath(new URL('../server/dist/main.js', import.meta.url));

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export type BenchServer = {
  pid: number;
  postgresPid: number;
  endpoint: string;
  adminEndpoint: string;
  dataDir: string;
  /** CPU seconds of the server until its first response. */
  coldStartCpu: number;
  coldStartSeconds: number;
  stop(): Promise<void>;
};

async function waitFor204(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(url).then(
      ({ status: code }) => code,
      () => 0,
    );
    if (status === 204) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The real server in production mode on its own embedded database. BENCH_NODE_ARGS=--cpu-prof profiles it. */
export async function startServer(
  dataDir: string,
  more: Record<string, string> = {},
  nodeArgs: string[] = [],
): Promise<BenchServer> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const startedAt = performance.now();
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...flags,
      ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []),
      ...nodeArgs,
      '--disable-warning=ExperimentalWarning',
      main,
    ],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
        NODE_COMPILE_CACHE: join(tmpdir(), 'postern-bench-compile'),
        DATA_DIR: dataDir,
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        LOG_LEVEL: 'warn',
        DIRECTORY_SYNC_REQUESTS_PER_SECOND: '100000',
        ...more,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const pid = child.pid ?? 0;
  const isCloud = more.EDITION === 'cloud';
  const endpoint = `http://${isCloud ? '*.' : ''}localhost:${port}`;
  await waitFor204(`http://127.0.0.1:${port}${isCloud ? '/healthz' : '/api/status'}`);
  const coldStartSeconds = (performance.now() - startedAt) / 1000;
  const coldStartCpu = cpuSeconds(pid).own;
  return {
    pid,
    postgresPid: await postmasterPid(dataDir),
    endpoint,
    adminEndpoint: `http://localhost:${adminPort}`,
    dataDir,
    coldStartCpu,
    coldStartSeconds,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function postmasterPid(dataDir: string): Promise<number> {
  const connection = await findEmbeddedPostgres(dataDir);
  if (!connection) {
    throw new Error('The embedded database is not running.');
  }
  // PostgreSQL writes a lock file next to the socket; its first line is the pid.
  return Number(readFileSync(join(connection.host, `.s.PGSQL.${connection.port}.lock`), 'utf8').split('\n')[0]);
}

export async function withServer<T>(work: (server: BenchServer) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-'));
  const server = await startServer(dataDir);
  try {
    return await work(server);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
