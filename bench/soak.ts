import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { limitCores } from './limit-cores.ts';
import { onDatabase } from './prepare.ts';
import { type BenchServer, startServer } from './server.ts';
import { type Burst, sendBurst } from './soak-burst.ts';
import { prepareData } from './soak-data.ts';
import { pickTenant, startLoad } from './soak-load.ts';
import { createOperations, type Kind, kinds, type Operations } from './soak-operations.ts';
import { countRows, grownRows, judge, percentile, type Rows, readState, type Sample, trendOf } from './soak-samples.ts';

const given = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const minutes = given('BENCH_MINUTES', 60);
const tenants = given('BENCH_TENANTS', 10_000);
const users = given('BENCH_USERS', 1_000_000);
const cores = given('BENCH_CORES', 0);
const burstSize = given('BENCH_BURST', 10_000);
/** A rate is above the capacity if more than one request of a hundred takes longer. */
const slowestMs = given('BENCH_P99', 500);
const sampleSeconds = 30;
const share = 0.7;
const signedIn = 100;
const machines = 300;
const callsPerKind = given('BENCH_CALLS', 20);

/** People sign in, and machines get their tokens, so that the load begins as it goes on. Two at a time. */
async function warmUp(operations: Operations): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < signedIn + machines) {
      next += 1;
      await operations.run(next <= signedIn ? 'sign-in' : 'token', pickTenant(tenants));
    }
  };
  await Promise.all([one(), one()]);
}

type Left = Record<Kind, Rows>;

/** Rows that one operation of each kind leaves, when the worker has done its part. */
async function measureLeft(operations: Operations, client: Client): Promise<Left> {
  const left = Object.fromEntries(kinds.map((kind) => [kind, {}])) as Left;
  for (const kind of callsPerKind > 0 ? kinds : []) {
    const before = await settledRows(client);
    const done = { ...operations.done };
    for (let index = 0; index < callsPerKind; index += 1) {
      await operations.run(kind, 0);
    }
    const grown = grownRows(before, await settledRows(client));
    const rows: Rows = {};
    for (const [name, n] of Object.entries(grown)) {
      // Other operations that were necessary are not part of it.
      const ofOthers = kinds
        .filter((other) => other !== kind)
        .reduce((sum, other) => sum + (operations.done[other] - done[other]) * (left[other][name] ?? 0), 0);
      const each = (n - ofOthers) / (operations.done[kind] - done[kind]);
      if (Math.abs(each) >= 0.1) {
        rows[name] = Math.round(each * 10) / 10;
      }
    }
    left[kind] = rows;
    console.log(`one ${kind} leaves: ${describe(rows)}`);
  }
  return left;
}

const describe = (rows: Rows) =>
  Object.entries(rows)
    .sort(([, one], [, two]) => Math.abs(two) - Math.abs(one))
    .map(([name, n]) => `${name} ${n.toLocaleString('en')}`)
    .join(', ') || 'nothing';

/** Idle connections of PostgreSQL add what they counted after ten seconds; the worker needs less than one. */
async function settledRows(client: Client): Promise<Rows> {
  await sleep(12_000);
  return countRows(client);
}

/** The highest rate at which no operation fails and requests are quick. */
async function findCapacity(operations: Operations): Promise<number> {
  const seconds = given('BENCH_STEP', 20);
  let capacity = 0;
  const load = startLoad(operations, tenants, 10);
  load.rate = given('BENCH_FIRST_RATE', 20);
  for (let failures = 0; failures < 2; ) {
    await sleep(3000);
    load.take();
    await sleep(seconds * 1000);
    const { operations: ended, requests, errors, times, seconds: passed } = load.take();
    const p99 = percentile(times, 0.99);
    const isGood = errors === 0 && p99 <= slowestMs && ended / passed > load.rate * 0.9;
    console.log(
      `${load.rate.toFixed(0)} operations/s: ${(requests / passed).toFixed(0)} requests/s, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, errors ${errors}${isGood ? '' : ': above the capacity'}`,
    );
    failures = isGood ? 0 : failures + 1;
    capacity = isGood ? load.rate : capacity;
    // A rate is tried twice: the machine may have been busy with something else.
    load.rate *= isGood ? 1.2 : 1;
  }
  await load.stop();
  if (capacity === 0) {
    throw new Error('Even the lowest rate is above the capacity.');
  }
  return capacity;
}

const columns = ['minute', 'rss', 'heap', 'postgres', 'loopDelay', 'files', 'sockets', 'connections'] as const;
const printSample = (sample: Sample) =>
  console.log(
    `${columns.map((name) => `${name} ${sample[name].toFixed(name === 'minute' ? 1 : 0)}`).join('  ')}  db ${sample.databaseMegabytes.toFixed(1)} MB  ${sample.perSecond.toFixed(0)} requests/s  p50 ${sample.p50.toFixed(0)}  p99 ${sample.p99.toFixed(0)}  errors ${sample.errors}`,
  );

type Context = { server: BenchServer; client: Client; probeFile: string; operations: Operations };

async function soak({ server, client, probeFile, operations }: Context, rate: number, duration: number) {
  const samples: Sample[] = [];
  const load = startLoad(operations, tenants, rate);
  const startedAt = performance.now();
  for (let due = sampleSeconds * 1000; due <= duration * 60_000; due += sampleSeconds * 1000) {
    await sleep(Math.max(0, startedAt + due - performance.now()));
    const { requests, seconds, errors, times } = load.take();
    const sample: Sample = {
      minute: due / 60_000,
      ...(await readState(server, client, probeFile)),
      requests,
      perSecond: requests / seconds,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      errors,
    };
    samples.push(sample);
    printSample(sample);
  }
  await load.stop();
  return samples;
}

function compareRows(
  grown: Rows,
  done: Record<Kind, number>,
  left: Left,
): Record<string, { expected: number; actual: number }> {
  const expected: Rows = {};
  for (const kind of kinds) {
    for (const [name, n] of Object.entries(left[kind])) {
      expected[name] = (expected[name] ?? 0) + n * done[kind];
    }
  }
  return Object.fromEntries(
    [...new Set([...Object.keys(expected), ...Object.keys(grown)])]
      .map((name) => [name, { expected: Math.round(expected[name] ?? 0), actual: grown[name] ?? 0 }] as const)
      .filter(([, { expected: e, actual }]) => Math.max(Math.abs(e), Math.abs(actual)) >= 50)
      .sort(([, one], [, two]) => Math.abs(two.actual) - Math.abs(one.actual)),
  );
}

/** `npm run bench soak`: a steady load on a large installation, and what grows. */
export async function measureSoak(): Promise<void> {
  const { dataDir, data } = await prepareData(tenants, users);
  const probeFile = join(dataDir, 'probe.json');
  const probe = fileURLToPath(new URL('./probe-process.ts', import.meta.url));
  const server = await startServer(dataDir, { EDITION: 'cloud', BENCH_PROBE_FILE: probeFile }, ['--import', probe]);
  const removeLimit = cores > 0 ? limitCores([server.pid, server.postgresPid], cores) : () => undefined;
  try {
    const { port } = new URL(server.endpoint.replace('*', 'x'));
    const [origin, domain] = [`http://127.0.0.1:${port}`, `.localhost:${port}`];
    const operations = createOperations(origin, domain, data);
    await onDatabase(server, async (client) => {
      const context = { server, client, probeFile, operations };
      await warmUp(operations);
      const left = await measureLeft(operations, client);
      const capacity = given('BENCH_CAPACITY', 0) || (await findCapacity(operations));
      const rate = capacity * share;
      console.log(`capacity ${capacity.toFixed(0)} operations/s; ${rate.toFixed(0)} for ${minutes} minutes`);
      const doneBefore = { ...operations.done };
      const rowsBefore = await settledRows(client);
      const samples = await soak(context, rate, minutes);
      const grown = grownRows(rowsBefore, await settledRows(client));
      const done = Object.fromEntries(kinds.map((kind) => [kind, operations.done[kind] - doneBefore[kind]])) as Record<
        Kind,
        number
      >;
      const rows = compareRows(grown, done, left);
      const steady = samples.filter(({ minute }) => minute > minutes / 6);
      const trends = Object.fromEntries(
        (['rss', 'heap', 'external', 'postgres', 'files'] as const).map((name) => [
          name,
          trendOf(steady.map((sample) => ({ minute: sample.minute, value: sample[name] }))),
        ]),
      );
      const errors = samples.reduce((sum, sample) => sum + sample.errors, 0);
      const requests = samples.reduce((sum, sample) => sum + sample.requests, 0);
      const [first, last] = [samples[0], samples.at(-1)];
      // The first sample is taken after its requests.
      const later = requests - (first?.requests ?? 0);
      const megabytes = (last?.databaseMegabytes ?? 0) - (first?.databaseMegabytes ?? 0);
      console.log(`\noperations: ${describe(done)}\nrequests: ${requests}, errors: ${errors}`);
      for (const [name, trend] of Object.entries(trends)) {
        console.log(`${name}: ${judge(trend)}`);
      }
      console.log(
        `database: ${first?.databaseMegabytes.toFixed(0)} → ${last?.databaseMegabytes.toFixed(0)} MB, ${((megabytes * 1024) / later).toFixed(2)} KB per request`,
      );
      console.table(rows);
      const burst: Burst | undefined =
        burstSize > 0 ? await sendBurst(server, origin, domain, data, burstSize) : undefined;
      console.log('burst', burst);
      const after = burst ? await soak(context, rate, 3) : [];
      console.log(`memory after the burst and three more minutes: ${after.at(-1)?.rss.toFixed(0)} MB`);
      const file = new URL('results/soak.json', import.meta.url);
      await mkdir(new URL('.', file), { recursive: true });
      const machine = { cores: availableParallelism(), limit: cores || undefined, node: process.version };
      const result = {
        machine,
        minutes,
        tenants,
        users,
        capacity,
        rate,
        left,
        done,
        requests,
        errors,
        trends,
        rows,
        samples,
        burst,
        after,
      };
      await writeFile(file, `${JSON.stringify(result)}\n`);
    });
  } finally {
    await server.stop();
    removeLimit();
    await rm(dataDir, { recursive: true, force: true });
  }
}
