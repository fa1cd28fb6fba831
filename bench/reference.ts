import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Agent, request as send } from 'undici';
import { request } from './http.ts';
import { cpuSeconds } from './processes.ts';

/** The same work on the machine for which the budgets were written, in CPU milliseconds. */
const written = { argon2id: 13.5, rawHttp: 0.06, engine: 0.4 };

export type Reference = { argon2idMs: number; rawHttpMs: number; engineMs: number };

/** The kind of work of a line, besides password hashes: plain HTTP, or the engine that signs tokens. */
export type Floor = 'http' | 'engine';

/** Scales a budget to this machine: hashes by the cost of a hash, the rest by the cost of its floor. */
export function scaleBudget(
  { argon2idMs, rawHttpMs, engineMs }: Reference,
  [server, postgres]: [number, number],
  hashes = 0,
  floor: Floor = 'http',
): [number, number] {
  const http = rawHttpMs / written.rawHttp;
  const rate = floor === 'engine' ? engineMs / written.engine : http;
  return [(server - hashes * written.argon2id) * rate + hashes * argon2idMs, postgres * http];
}

function start(file: string) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // The engine warns that its memory adapter is not for production.
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  return { child, next: <T>() => new Promise<T>((resolve) => child.once('message', (one) => resolve(one as T))) };
}

async function cpuPerRequest(child: ChildProcess, count: number, work: () => Promise<unknown>): Promise<number> {
  const run = async (total: number) => {
    let left = total;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (left > 0) {
          left -= 1;
          await work();
        }
      }),
    );
  };
  await run(count / 10);
  const before = cpuSeconds(child.pid ?? 0).own;
  await run(count);
  return ((cpuSeconds(child.pid ?? 0).own - before) * 1000) / count;
}

async function measureEngine(): Promise<number> {
  const { child, next } = start('./engine-process.ts');
  const { port } = await next<{ port: number }>();
  const options = {
    dispatcher: new Agent({ connections: 16, pipelining: 1 }),
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('bench:bench').toString('base64')}`,
    },
    body: 'grant_type=client_credentials&resource=https%3A%2F%2Fapi.example&scope=all',
  } as const;
  const engineMs = await cpuPerRequest(child, 5000, async () => {
    const { statusCode, body } = await send(`http://127.0.0.1:${port}/token`, options);
    const text = await body.text();
    if (statusCode !== 200) {
      throw new Error(`The bare engine answered ${statusCode}: ${text}`);
    }
  });
  child.kill();
  return engineMs;
}

/**
 * The cost on this machine of three things that we cannot optimize: a password hash, an empty HTTP response, and a
 * token of the bare engine.
 */
export async function measureReference(): Promise<Reference> {
  const { child, next } = start('./reference-process.ts');
  const { port } = await next<{ port: number }>();
  const { argon2idMs } = await next<{ argon2idMs: number }>();
  const rawHttpMs = await cpuPerRequest(child, 10_000, () => request(`http://127.0.0.1:${port}/`));
  child.kill();
  return { argon2idMs, rawHttpMs, engineMs: await measureEngine() };
}
