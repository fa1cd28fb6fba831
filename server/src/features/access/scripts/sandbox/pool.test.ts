import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createPool, type ScriptJob } from './pool.ts';

const job = (script: string, tenantId = 'a'): ScriptJob => ({
  tenantId,
  kind: { entry: 'getCustomJwtClaims', makesClaims: true },
  script,
  argument: '{}',
  collectsOutput: false,
  fetch: () => Promise.reject(new Error('no network')),
});
const good = 'const getCustomJwtClaims = () => ({ a: 1 });';
const endless = 'while (true) {}';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function threadOf(source: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-thread-'));
  folders.push(folder);
  const file = join(folder, 'thread.mjs');
  await writeFile(file, `import { parentPort as port } from 'node:worker_threads';\n${source}`);
  return pathToFileURL(file);
}

test('starts no thread before the first script', async () => {
  const pool = createPool();
  expect(pool.size()).toBe(0);
  expect((await pool.run(job(good))).result).toBe('{"a":1}');
  expect(pool.size()).toBe(1);
  await pool.close();
});

test.each([
  ['ends', "port.on('message', () => process.exit(1)); port.postMessage({ kind: 'ready' });"],
  ['throws', "port.on('message', () => { throw new Error('broken'); }); port.postMessage({ kind: 'ready' });"],
  [
    'uses up its memory',
    "port.on('message', () => { const a = []; for (;;) a.push(new Array(1e6).fill({})); }); port.postMessage({ kind: 'ready' });",
  ],
  ['does not even start', 'process.exit(1);'],
])('a thread that %s fails only its script and is replaced', async (_what, source) => {
  const pool = createPool(await threadOf(source));
  const outcomes = await Promise.all([pool.run(job(good)), pool.run(job(good, 'b')), pool.run(job(good))]);
  expect(outcomes.every(({ failure, result }) => failure && result === undefined)).toBe(true);
  expect((await pool.run(job(good))).failure).toBeDefined();
  await expect.poll(() => pool.size()).toBe(0);
  await pool.close();
});

test('one tenant cannot occupy every thread', async () => {
  const thread = await threadOf(`port.on('message', ({ run, script }) => {
    const outcome = { result: '{"a":1}', output: [], milliseconds: 0 };
    if (script !== '${endless}') port.postMessage({ kind: 'done', run, outcome, isSpent: false });
  });
  port.postMessage({ kind: 'ready' });`);
  // With fake timers, the endless scripts never time out.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pool = createPool(thread);
  await Promise.all(['a', 'b', 'c'].map((tenantId) => pool.run(job(good, tenantId))));
  let ended = 0;
  const greedy = Array.from({ length: 4 }, async () => {
    await pool.run(job(endless, 'greedy'));
    ended += 1;
  });
  expect((await pool.run(job(good, 'modest'))).result).toBe('{"a":1}');
  expect(ended).toBe(0);
  await pool.close();
  await Promise.all(greedy);
});

test('closing resolves waiting callers', async () => {
  const pool = createPool();
  const running = Array.from({ length: 6 }, () => pool.run(job(endless)));
  await pool.close();
  expect((await Promise.all(running)).every(({ failure }) => failure !== undefined)).toBe(true);
  expect((await pool.run(job(good))).failure).toBeDefined();
});
