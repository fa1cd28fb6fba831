import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMetrics } from '#platform/observe/metrics';
import { databaseUrl } from '#platform/testing/databases';
import { type TestApp, testApp } from '#testing/test-app';
import { enqueue, startJobs } from './jobs.ts';

// The lease of a silent node lasts 15 seconds.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let child: ChildProcess | undefined;

beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await app.close();
});

const queue = 'test.killed';
const progress = async () => {
  const { rows } = await app.app.tenancy.system((db) =>
    sql<{ progress: { pid: number } | null; lease: string | null }>`
      select progress, lease from jobs where queue = ${queue}`.execute(db),
  );
  return rows[0];
};

test('runs a job of a killed process again after its lease expires, and not before', async () => {
  await app.app.tenancy.system((db) => enqueue(db, { queue, payload: { n: 1 } }));
  child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../testing/job-worker.ts'), databaseUrl(app.address), queue],
    {
      stdio: 'inherit',
    },
  );
  await expect.poll(async () => (await progress())?.progress?.pid, { timeout: 60_000 }).toBe(child.pid);

  const attempts: number[] = [];
  const { tenancy, log } = app.app;
  const worker = startJobs({
    tenancy,
    log,
    metrics: createMetrics(),
    handlers: [{ queue, run: async ({ attempt }) => void attempts.push(attempt) }],
  });
  try {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    // The lease is still valid, so other workers must assume that the job is running.
    await worker.drain();
    expect([attempts, (await progress())?.lease]).toEqual([[], expect.any(String)]);
    await expect.poll(() => attempts, { timeout: 60_000 }).toEqual([2]);
    await expect.poll(progress, { timeout: 10_000 }).toBeUndefined();
  } finally {
    await worker.stop();
  }
});
