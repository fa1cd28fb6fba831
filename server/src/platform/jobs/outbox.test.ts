import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '#platform/observe/metrics';
import { type TestApp, testApp } from '#testing/test-app';
import { emit } from './events.ts';
import { type OutboxEvent, type Subscriber, startOutbox } from './outbox.ts';

let app: TestApp;

// The app's own worker is stopped, so that only the workers of the tests take events.
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

/** Makes postponed events due. */
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

test('delivers every event in full to every subscriber and empties the outbox', async () => {
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
    seq: expect.any(Number),
    subject: null,
    call: null,
    noted: null,
  });
  expect(await left()).toEqual([]);
  expect(await metrics.print()).toContain('postern_outbox_events_total 1');
});

test('a rolled back transaction emits no event', async () => {
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

describe('a worker that is notified of commits', () => {
  /** A worker that is only notified of commits of this process, as in app.ts. */
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

  test('delivers events soon and batches events in quick succession', async () => {
    const { seen, handle } = collect();
    const { batches } = woken(handle);
    await events('first');
    await expect.poll(() => seen, { timeout: 20_000, interval: 10 }).toEqual(['first']);
    const many = Array.from({ length: 40 }, (_, n) => `n${n}`);
    await Promise.all(many.map((subject) => events(subject)));
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(41);
    expect(batches.length).toBeLessThan(20);
  });

  test('delivers events that subscribers emit', async () => {
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
    // Either drain or the preceding wake has delivered them.
    expect(await metrics.print()).toContain('postern_outbox_events_total 2\n');
  });

  test('is not notified of a rollback', async () => {
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

  test('delivers collected events before it stops', async () => {
    const { seen, handle } = collect();
    const { stop } = woken(handle);
    await events('a');
    await stop();
    expect(seen).toEqual(['a']);
  });
});

describe('a failing subscriber', () => {
  test('gets the event again later, and its writes are rolled back', async () => {
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

  test('is retried with increasing delays until the event is set aside', async () => {
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
        // The delay doubles, counted from some moment of this round; the database stores fractions of a millisecond.
        expect([at >= startedAt - 1 + wait, at <= Date.now() + 1 + wait]).toEqual([true, true]);
        await due();
      }
    }
  });
});

describe('a poison event', () => {
  const poisoned: Handle = async (_db, batch) => {
    if (batch.some(({ subjectId }) => subjectId === 'poison')) {
      throw new Error('indigestible');
    }
  };

  test('does not block the other events of its batch', async () => {
    const { seen, handle } = collect();
    await events('a', 'b', 'poison', 'c');
    const { drain } = worker(poisoned, handle);
    expect(await drain()).toBeLessThanOrEqual(3);
    expect(seen.sort()).toEqual(['a', 'b', 'c']);
    expect(await left()).toMatchObject([{ subject: 'poison', attempts: 1, error: 'Error: indigestible' }]);
  });

  test('does not block later batches', async () => {
    const { seen, handle } = collect();
    const many = Array.from({ length: 350 }, (_, n) => `n${n}`);
    await events('poison', ...many);
    const { drain } = worker(poisoned, handle);
    await drain();
    expect(seen.sort()).toEqual([...many].sort());
    expect(await left()).toHaveLength(1);
  });
});

test('two workers share the events without duplicates', async () => {
  const [one, two] = [collect(), collect()];
  const many = Array.from({ length: 500 }, (_, n) => `n${n}`);
  await events(...many);
  await Promise.all([worker(one.handle).drain(), worker(two.handle).drain()]);
  expect([...one.seen, ...two.seen].sort()).toEqual([...many].sort());
});
