import cluster from 'node:cluster';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from './platform/observe/log.ts';
import { startWorkers } from './workers.ts';

test('the log says which signal ended a worker process, and a new one starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postern-workers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const exec = join(folder, 'worker.mjs');
  await writeFile(exec, 'process.send({ ready: true }); setInterval(() => {}, 1000);');
  cluster.setupPrimary({ exec, execArgv: [] });
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const workers = await startWorkers(1, { connectionString: 'postgres://unused' }, log);
  let ready = 0;
  cluster.on('message', () => {
    ready += 1;
  });
  const pids = () => Object.values(cluster.workers ?? {}).map((worker) => worker?.process.pid);
  const [pid = 0] = pids();
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => lines.map((line) => JSON.parse(line)))
    .toMatchObject([{ msg: 'worker process died, starting a new one', pid, exitCode: null, signal: 'SIGKILL' }]);
  await expect.poll(() => ready).toBe(1);
  expect(pids()).not.toContain(pid);
  await workers.stop();
  expect(lines).toHaveLength(1);
});
