import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../testing.ts';
import { emit } from './events.ts';
import { createMetrics } from './metrics.ts';
import { type OutboxEvent, type Subscriber, startOutbox } from './outbox.ts';

let app: TestApp;

// Its own worker is stopped: only the workers of the tests take events.
beforeAll(async () => {
  app = await testApp();
  await app.worker.stop();
});
beforeEach(() => app.write('default', (db) => db.deleteFrom('outbox').execute()));
afterAll(() => app.close());

type Handle = Subscriber['handle'];

function worker(...handles: Handle[]) {
  const metrics = createMetrics();
  const started = startOutbox({
    tenancy: app.app.tenancy,
    log: app.app.log,
    metrics,
    subscribers: handles.map((handle, index) => ({ name: `test-${index}`, handle })),
  });
  onTestFinished(() => started.stop());
  return { ...started, metrics };
}

const events = (...subjects: string[]) =>
  app.write('default', (db) =>
    emit(db, ...subjects.map((subjectId) => ({ name: 'User.Created' as const, subjectId }))),
  );

const left = () =>
  app.read('default', (db) =>
    db
      .selectFrom('outbox')
      .select(['subject_id as subject', 'attempts', 'last_error as error', 'available_at as availableAt'])
      .orderBy('subject_id')
      .execute(),
  );

/** Lets the time of postponed events come. */
const due = () =>
  app.write('default', (db) =>
    db
      .updateTable('outbox')
      .set({ available_at: new Date(0) })
      .execute(),
  );

function collect() {
  const seen: string[] = [];
  const handle: Handle = async (_db, batch: OutboxEvent[]) => {
    seen.push(...batch.map(({ subjectId }) => subjectId));
  };
  return { seen, handle };
}

test('every subscriber gets every event, whole, and the outbox is empty', async () => {
  const [one, two] = [collect(), collect()];
  const whole: OutboxEvent[] = [];
  await app.write('default', (db) => emit(db, { name: 'PostSignIn', subjectId: 'u', data: { applicationId: 'a' } }));
  const { drain, metrics } = worker(one.handle, two.handle, async (_db, batch) => void whole.push(...batch));
  await drain();
  expect([one.seen, two.seen]).toEqual([['u'], ['u']]);
  expect(whole[0]).toEqual({
    tenantId: 'default',
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    name: 'PostSignIn',
    subjectId: 'u',
    data: { applicationId: 'a' },
    createdAt: expect.any(Number),
    actor: null,
  });
  expect(await left()).toEqual([]);
  expect(await metrics.print()).toContain('postern_outbox_events_total 1');
});

test('an event of a transaction that is rolled back never happened', async () => {
  const { seen, handle } = collect();
  await expect(
    app.write('default', async (db) => {
      await emit(db, { name: 'User.Created', subjectId: 'ghost' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await worker(handle).drain();
  expect(seen).toEqual([]);
});

describe('whoever is told of a commit with events', () => {
  /** A worker that only hears of what this process commits, as in app.ts. */
  function woken(handle: Handle) {
    const batches: number[] = [];
    const started = worker(async (db, batch) => {
      batches.push(batch.length);
      await handle(db, batch);
    });
    app.app.tenancy.onEvents(() => started.wake());
    onTestFinished(() => app.app.tenancy.onEvents(() => undefined));
    return { ...started, batches };
  }

  test('hands them on soon, and what comes in quick succession in few rounds', async () => {
    const { seen, handle } = collect();
    const { batches } = woken(handle);
    await events('first');
    await expect.poll(() => seen, { timeout: 20_000, interval: 10 }).toEqual(['first']);
    const many = Array.from({ length: 40 }, (_, n) => `n${n}`);
    await Promise.all(many.map((subject) => events(subject)));
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(41);
    expect(batches.length).toBeLessThan(20);
  });

  test('hands on what subscribers tell of in turn', async () => {
    const { seen, handle } = collect();
    const { drain, metrics } = woken(async (db, batch) => {
      await handle(db, batch);
      if (batch.some(({ subjectId }) => subjectId === 'cause')) {
        await sql`select set_config('app.tenant_id', 'default', true)`.execute(db);
        await emit(db, { name: 'User.Created', subjectId: 'effect' });
      }
    });
    await events('cause');
    await drain();
    expect(seen).toEqual(['cause', 'effect']);
    // By drain or by the wake before it, whoever was quicker.
    expect(await metrics.print()).toContain('postern_outbox_events_total 2\n');
  });

  test('is not told of what was rolled back', async () => {
    let isTold = false;
    app.app.tenancy.onEvents(() => {
      isTold = true;
    });
    onTestFinished(() => app.app.tenancy.onEvents(() => undefined));
    const change = app.write('default', async (db) => {
      await emit(db, { name: 'User.Created', subjectId: 'ghost' });
      throw new Error('changed my mind');
    });
    await expect(change).rejects.toThrow('changed my mind');
    await app.write('default', async () => undefined);
    expect(isTold).toBe(false);
  });

  test('hands on before it stops what waited to be gathered', async () => {
    const { seen, handle } = collect();
    const { stop } = woken(handle);
    await events('a');
    await stop();
    expect(seen).toEqual(['a']);
  });
});

describe('a subscriber that fails', () => {
  test('gets the event again later, and what it wrote is taken back', async () => {
    let isBroken = true;
    const { seen, handle } = collect();
    await events('a');
    const { drain } = worker(async (db, batch) => {
      await db
        .insertInto('logs')
        .values(batch.map(({ tenantId, id }) => ({ tenant_id: tenantId, id, key: 'half' })))
        .execute();
      if (isBroken) {
        throw new Error('receiver is down');
      }
      await handle(db, batch);
    });
    const written = () =>
      app.read('default', (db) => db.selectFrom('logs').select('id').where('key', '=', 'half').execute());
    const startedAt = Date.now();
    await drain();
    expect(seen).toEqual([]);
    expect(await written()).toEqual([]);
    const [postponed] = await left();
    expect(postponed).toMatchObject({ attempts: 1, error: 'Error: receiver is down' });
    expect(postponed?.availableAt).toBeGreaterThan(startedAt + 500);
    isBroken = false;
    await due();
    await drain();
    expect([seen, await left(), (await written()).length]).toEqual([['a'], [], 1]);
  });

  test('waits longer each time and is set aside at last', async () => {
    await events('a');
    const { drain } = worker(async () => {
      throw new Error('never');
    });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const startedAt = Date.now();
      await drain();
      const [row] = await left();
      expect(row?.attempts).toBe(attempt);
      const [at = 0, wait] = [row?.availableAt, 1000 * 2 ** (attempt - 1)];
      if (attempt === 10) {
        expect(at).toBe(Number.POSITIVE_INFINITY);
      } else {
        // Twice as long each time, counted from some moment of this round; the database knows parts of a millisecond.
        expect([at >= startedAt - 1 + wait, at <= Date.now() + 1 + wait]).toEqual([true, true]);
        await due();
      }
    }
  });
});

describe('a poisoned event', () => {
  const poisoned: Handle = async (_db, batch) => {
    if (batch.some(({ subjectId }) => subjectId === 'poison')) {
      throw new Error('indigestible');
    }
  };

  test('keeps only itself from being handed on', async () => {
    const { seen, handle } = collect();
    await events('a', 'b', 'poison', 'c');
    const { drain } = worker(poisoned, handle);
    expect(await drain()).toBeLessThanOrEqual(3);
    expect(seen.sort()).toEqual(['a', 'b', 'c']);
    expect(await left()).toMatchObject([{ subject: 'poison', attempts: 1, error: 'Error: indigestible' }]);
  });

  test('does not stop the batches behind it', async () => {
    const { seen, handle } = collect();
    const many = Array.from({ length: 350 }, (_, n) => `n${n}`);
    await events('poison', ...many);
    const { drain } = worker(poisoned, handle);
    await drain();
    expect(seen.sort()).toEqual([...many].sort());
    expect(await left()).toHaveLength(1);
  });
});

test('two workers share the work and do none of it twice', async () => {
  const [one, two] = [collect(), collect()];
  const many = Array.from({ length: 500 }, (_, n) => `n${n}`);
  await events(...many);
  await Promise.all([worker(one.handle).drain(), worker(two.handle).drain()]);
  expect([...one.seen, ...two.seen].sort()).toEqual([...many].sort());
});
