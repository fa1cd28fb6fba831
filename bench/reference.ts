import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { request } from './http.ts';
import { cpuSeconds } from './processes.ts';

/** The same work on the machine that the budgets were written on, in CPU milliseconds. */
const written = { argon2id: 13.5, rawHttp: 0.06 };

export type Reference = { argon2idMs: number; rawHttpMs: number };

/** A budget in this machine's milliseconds: hashes by what a hash costs here, the rest by what plain HTTP costs here. */
export function scaleBudget(
  { argon2idMs, rawHttpMs }: Reference,
  [server, postgres]: [number, number],
  hashes = 0,
): [number, number] {
  const rate = rawHttpMs / written.rawHttp;
  return [(server - hashes * written.argon2id) * rate + hashes * argon2idMs, postgres * rate];
}

/** What this machine needs for two things that nobody can make cheaper: a password hash, and an empty HTTP answer. */
export async function measureReference(): Promise<Reference> {
  const child = fork(fileURLToPath(new URL('./reference-process.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const next = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)));
  const { port } = await next<{ port: number }>();
  const { argon2idMs } = await next<{ argon2idMs: number }>();
  const url = `http://127.0.0.1:${port}/`;
  const run = async (count: number) => {
    let left = count;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (left > 0) {
          left -= 1;
          await request(url);
        }
      }),
    );
  };
  await run(1000);
  const before = cpuSeconds(child.pid ?? 0).own;
  await run(10_000);
  const rawHttpMs = ((cpuSeconds(child.pid ?? 0).own - before) * 1000) / 10_000;
  child.kill();
  return { argon2idMs, rawHttpMs };
}
