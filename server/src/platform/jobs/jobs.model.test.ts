import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/db/db';
import { type TestApp, testApp } from '#testing/test-app';
import { claimFirst } from './job-claims.ts';
import { cancelJob, deadJobs, retryJob } from './job-lists.ts';
import { deleteJobs, enqueue, markJobDead, postponeJob, releaseAbandonedJobs, renewLeases } from './job-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const queue = 'test.model';
const keys = ['a', 'b', 'c'];
const system = <T>(work: (db: Db) => Promise<T>) => app.app.tenancy.system(work);

/** Mulberry32. The same seed makes the same choices. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
}

type Run = { id: string; key: string; n: number; lease: string };
type Row = { id: string; key: string; n: number; again: number | null; lease: string | null };

/** Two nodes that add, run, fail, cancel and lose jobs, and what has to be true whatever they do. */
function createModel(seed: number) {
  const pick = createRandom(seed);
  const nodes = [{ lease: randomUUID() as string }, { lease: randomUUID() as string }];
  /** Runs that their node believes to hold, also after another node has taken them over. */
  const runs: Run[] = [];
  const expired = new Set<string>();
  const added = new Map<string, number>();
  const settled = new Map<string, number>();
  let count = 0;

  const settle = ({ key, n }: Run) => settled.set(key, Math.max(n, settled.get(key) ?? 0));
  const rows = async () =>
    (
      await system((db) =>
        sql<Row>`select id, key, (payload ->> 'n')::int as n, (again_payload ->> 'n')::int as again, lease
          from jobs where queue = ${queue} and dead_at is null`.execute(db),
      )
    ).rows;

  /** Ends a run in one transaction. Returns whether its node still held the job. */
  async function end(run: Run | undefined, work: (db: Db, held: Run) => Promise<void>): Promise<boolean> {
    if (!run) {
      return false;
    }
    runs.splice(runs.indexOf(run), 1);
    return system(async (db) => {
      const { rows: held } = await sql`
        select from jobs where id = ${run.id} and lease = ${run.lease} for update`.execute(db);
      await work(db, run);
      return held.length > 0;
    });
  }

  const steps = {
    async add() {
      const key = pick(keys) ?? 'a';
      count += 1;
      await system((db) => enqueue(db, { queue, key, payload: { n: count } }));
      added.set(key, count);
    },
    async claim() {
      const { lease } = pick(nodes) ?? { lease: '' };
      const queues = [{ queue, most: null }];
      const { jobs } = await system((db) => claimFirst(db, { lease, seconds: 600, count: 2, queues, except: [] }));
      for (const { id, key, payload, isCancelWanted } of jobs) {
        const run = { id, key: key ?? '', n: Number(payload.n), lease };
        const others = runs.filter((one) => one.key === key && !expired.has(one.lease));
        expect(others, `seed ${seed}: ${key} runs twice`).toEqual([]);
        runs.push(run);
        if (isCancelWanted) {
          await steps.finish(run);
        }
      }
    },
    async finish(run = pick(runs)) {
      if (await end(run, (db, { id, lease }) => deleteJobs(db, [id], lease))) {
        settle(run as Run);
      }
    },
    async fail() {
      await end(pick(runs), (db, held) => postponeJob(db, held, { inSeconds: 0, attempts: 'keep', error: 'no' }));
    },
    async proceed() {
      await end(pick(runs), (db, held) => postponeJob(db, held, { inSeconds: 0, attempts: 'reset' }));
    },
    async die() {
      const run = pick(runs);
      if (await end(run, (db, held) => markJobDead(db, held, 'over'))) {
        settle(run as Run);
      }
    },
    async revive() {
      await system(async (db) => {
        const dead = pick((await deadJobs(db)).filter((one) => one.queue === queue));
        await (dead && retryJob(db, dead.id));
      });
    },
    async cancel() {
      const row = pick(await rows());
      await (row && system((db) => cancelJob(db, row.id)));
      const left = (await rows()).find(({ id }) => id === row?.id);
      if (row && left?.n !== row.n) {
        // A second cancellation removes a job at once.
        settle({ ...row, lease: '' });
      }
    },
    async renew() {
      const { lease } = pick(nodes) ?? { lease: '' };
      const mine = runs.filter((run) => run.lease === lease).map(({ id }) => id);
      const held = await system((db) => renewLeases(db, lease, 600, mine));
      expect([...held.keys()].sort(), `seed ${seed}: renewed`).toEqual(mine.sort());
    },
    async kill() {
      const node = pick(nodes) ?? { lease: '' };
      await system((db) =>
        sql`update jobs set leased_until = now() - interval '1 second' where lease = ${node.lease}`.execute(db),
      );
      expired.add(node.lease);
      node.lease = randomUUID();
    },
    async release() {
      await system(releaseAbandonedJobs);
    },
  };

  async function check(step: string) {
    const live = await rows();
    for (const key of keys) {
      const mine = live.filter((row) => row.key === key);
      expect(mine.length, `seed ${seed}: rows of ${key} after ${step}`).toBeLessThanOrEqual(1);
      const known = Math.max(settled.get(key) ?? 0, mine[0]?.n ?? 0, mine[0]?.again ?? 0);
      expect(known, `seed ${seed}: ${key} is lost after ${step}`).toBeGreaterThanOrEqual(added.get(key) ?? 0);
    }
  }

  return {
    async run(length: number) {
      const names = Object.keys(steps) as (keyof typeof steps)[];
      for (let n = 0; n < length; n += 1) {
        const name = pick([...names, 'add', 'claim', 'finish'] as const) ?? 'add';
        await steps[name]();
        await check(name);
      }
    },
    /** All nodes are killed, and a new one does the rest. */
    async finishAll() {
      await steps.kill();
      await steps.kill();
      await system((db) =>
        sql`update jobs set leased_until = now() - interval '1 second' where queue = ${queue} and lease is not null`.execute(
          db,
        ),
      );
      runs.splice(0);
      for (let round = 0; round < 2 * keys.length; round += 1) {
        await steps.release();
        await steps.claim();
        while (runs.length > 0) {
          await steps.finish();
        }
      }
      await check('the end');
      expect(await rows(), `seed ${seed}: stuck`).toEqual([]);
    },
  };
}

const first = Number(process.env.POSTERN_TEST_SEED ?? 1);
test.each(Array.from({ length: 8 }, (_, n) => first + n))(
  'no order of adding, running, failing, canceling and killing loses a job, runs it twice at once or lets it wait for ever (seed %i)',
  async (seed) => {
    await system((db) => sql`update jobs set again_at = null where queue = ${queue}`.execute(db));
    await system((db) => sql`delete from jobs where queue = ${queue}`.execute(db));
    const model = createModel(seed);
    await model.run(150);
    await model.finishAll();
  },
);
