import { installationJobsApi, operatorJobsApi } from '@postern/contracts/operations/jobs';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appointOperator } from '#features/cloud/operators';
import { enqueue } from '#platform/jobs/jobs';
import { type ConsolePerson, consolePerson, trailOf } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { createMachine } from '#testing/tokens';

/** No worker runs this queue, so the jobs stay as the tests create them. */
const queue = 'test.listed';
type State = { attempts?: number; error?: string; isDead?: boolean; isRunning?: boolean };

async function add(app: TestApp, tenantId: string, { attempts = 0, error, isDead, isRunning }: State = {}) {
  return app.app.tenancy.system(async (db) => {
    const id = await enqueue(db, { queue, tenantId, payload: { password: 'canary' } });
    await sql`update jobs set attempts = ${attempts}, last_error = ${error ?? null},
        dead_at = ${isDead ? sql`now()` : null}, lease = ${isRunning ? sql`gen_random_uuid()` : null},
        leased_until = ${isRunning ? sql`now() + interval '1 hour'` : null}
      where id = ${id}`.execute(db);
    return id;
  });
}
const clear = (app: TestApp) =>
  app.app.tenancy.system((db) => sql`delete from jobs where queue = ${queue}`.execute(db));
const missing = '00000000-0000-4000-8000-000000000000';

describe('open-source edition', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await testApp();
    token = await app.managementToken();
  });
  afterAll(() => app.close());
  beforeEach(() => clear(app));

  const read = async () => (await app.call(installationJobsApi.overview, { token })).body;
  const own = <T extends { queue: string }>(jobs: T[]) => jobs.filter((job) => job.queue === queue);

  test('an administrator sees queues, and failed and running jobs, without their payload', async () => {
    const dead = await add(app, '*', { attempts: 10, error: 'no such host', isDead: true });
    const running = await add(app, 'default', { attempts: 1, isRunning: true });
    const retrying = await add(app, 'default', { attempts: 2, error: 'not now' });
    await add(app, 'default');
    const overview = await read();
    expect(overview.queues.find(({ name }) => name === queue)).toEqual({
      name: queue,
      waiting: 2,
      running: 1,
      dead: 1,
      more: [],
      oldestDueAt: Math.min(...own(overview.retrying).map(({ dueAt }) => dueAt)),
    });
    expect(own(overview.dead)).toEqual([
      {
        id: dead,
        queue,
        tenantId: null,
        region: null,
        state: 'dead',
        attempts: 10,
        lastError: 'no such host',
        dueAt: expect.any(Number),
        createdAt: expect.any(Number),
        deadAt: expect.any(Number),
        isCancelWanted: false,
      },
    ]);
    expect(own(overview.running)).toMatchObject([{ id: running, tenantId: 'default', state: 'running' }]);
    expect(own(overview.retrying)).toMatchObject([{ id: retrying, state: 'waiting', lastError: 'not now' }]);
    expect(overview.unreachable).toEqual([]);
    expect(JSON.stringify(overview)).not.toContain('canary');
  });

  test('lists schedules as queues before they have run', async () => {
    await app.worker.drain();
    expect((await read()).queues).toContainEqual({
      name: 'user-jobs.sweep',
      waiting: 0,
      running: 0,
      dead: 0,
      more: [],
      oldestDueAt: null,
    });
  });

  test('retries a failed job with all its attempts, or all jobs of a queue', async () => {
    const ids = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push(await add(app, 'default', { attempts: 10, error: 'down', isDead: true }));
    }
    const retry = (id: string) => app.call(installationJobsApi.retry, { token, params: { id } });
    expect((await retry(ids[0] ?? '')).status).toBe(204);
    const after = await read();
    expect(own(after.dead).map(({ id }) => id)).not.toContain(ids[0]);
    expect(own(after.retrying)).toMatchObject([{ id: ids[0], attempts: 0 }]);
    const all = await app.call(installationJobsApi.retryQueue, { token, body: { queue } });
    expect([all.status, all.body]).toEqual([200, { count: 2 }]);
    expect(own((await read()).dead)).toEqual([]);
    expect((await app.call(installationJobsApi.retryQueue, { token, body: { queue: 'none' } })).body).toEqual({
      count: 0,
    });
  });

  test('records each retry and cancellation in the audit log, and no failed attempt', async () => {
    const [one, two] = [await add(app, 'default', { isDead: true }), await add(app, '*', { isDead: true })];
    await add(app, 'default', { isDead: true });
    await app.call(installationJobsApi.retry, { token, params: { id: one } });
    await app.call(installationJobsApi.cancel, { token, params: { id: two } });
    await app.call(installationJobsApi.retryQueue, { token, body: { queue } });
    await app.call(installationJobsApi.retryQueue, { token, body: { queue } });
    for (const contract of [installationJobsApi.retry, installationJobsApi.cancel]) {
      await app.call(contract, { token, params: { id: missing } });
    }
    await app.worker.drain();
    const rows = await app.read('default', (db) =>
      db
        .selectFrom('logs')
        .select(['key', 'payload'])
        .where('key', 'like', 'BackgroundJob.%')
        .orderBy('created_at', 'desc')
        .limit(3)
        .execute(),
    );
    const by = { actor: { type: 'application' } };
    expect(rows.sort((a, b) => (a.key < b.key ? -1 : 1))).toMatchObject([
      { key: 'BackgroundJob.Canceled', payload: { ...by, subjectId: two, queue, tenantId: null, region: null } },
      { key: 'BackgroundJob.Queue.Retried', payload: { ...by, subjectId: queue, count: 1 } },
      { key: 'BackgroundJob.Retried', payload: { ...by, subjectId: one, queue, tenantId: 'default', region: null } },
    ]);
  });

  test('does not start a running job again', async () => {
    const id = await add(app, 'default', { attempts: 1, isRunning: true });
    expect((await app.call(installationJobsApi.retry, { token, params: { id } })).status).toBe(404);
  });

  test('cancel deletes a dead job and signals a running one', async () => {
    const dead = await add(app, 'default', { isDead: true });
    const running = await add(app, 'default', { isRunning: true });
    const cancel = (id: string) => app.call(installationJobsApi.cancel, { token, params: { id } });
    expect([(await cancel(dead)).status, (await cancel(running)).status]).toEqual([204, 204]);
    const after = await read();
    expect(own(after.dead)).toEqual([]);
    expect(own(after.running)).toMatchObject([{ id: running, isCancelWanted: true }]);
  });

  test('rejects a missing token, too small a scope and a token for another API', async () => {
    const weak = await createMachine(app, 'default', []);
    const foreign = await app.managementToken('admin');
    for (const [given, status] of [
      [undefined, 401],
      ['junk', 401],
      [foreign, 401],
      [weak, 403],
    ] as const) {
      const by = given === undefined ? {} : { token: given };
      const params = { id: missing };
      expect((await app.call(installationJobsApi.overview, by)).status).toBe(status);
      expect((await app.call(installationJobsApi.retry, { ...by, params })).status).toBe(status);
      expect((await app.call(installationJobsApi.retryQueue, { ...by, body: { queue } })).status).toBe(status);
      expect((await app.call(installationJobsApi.cancel, { ...by, params })).status).toBe(status);
    }
  });

  test('rejects an invalid body', async () => {
    for (const body of [{}, { queue: '' }, { queue: 'x'.repeat(65) }, { queue, more: 1 }]) {
      const answer = await app.call(installationJobsApi.retryQueue, { token, body: body as { queue: string } });
      expect(answer.status).toBe(400);
    }
  });

  test('returns 404 for an unknown id and 400 for an invalid one', async () => {
    for (const contract of [installationJobsApi.retry, installationJobsApi.cancel]) {
      expect((await app.call(contract, { token, params: { id: missing } })).status).toBe(404);
      expect((await app.call(contract, { token, params: { id: 'none' } })).status).toBe(400);
    }
  });
});

describe('cloud edition', () => {
  let app: TestApp;
  let operator: ConsolePerson;
  let owner: ConsolePerson;
  let tenantId: string;
  beforeAll(async () => {
    app = await testApp({ EDITION: 'cloud' });
    operator = await consolePerson(app, 'olga');
    owner = await consolePerson(app, 'owen');
    tenantId = await owner.createTenant('Owned');
    await app.write(adminTenantId, (db) => appointOperator(db, operator.email));
  });
  afterAll(() => app.close());
  beforeEach(() => clear(app));

  test('operators see and change the jobs of all tenants', async () => {
    const id = await add(app, tenantId, { attempts: 10, error: 'down', isDead: true });
    const token = operator.cloud;
    const { body } = await app.call(operatorJobsApi.overview, { token });
    expect(body.dead).toMatchObject([{ id, tenantId, region: null }]);
    expect((await app.call(operatorJobsApi.retryQueue, { token, body: { queue } })).body).toEqual({ count: 1 });
    expect((await app.call(operatorJobsApi.cancel, { token, params: { id } })).status).toBe(204);
    expect(await trailOf(app, 'BackgroundJob.Canceled', id)).toMatchObject([
      { actor: { type: 'administrator', id: operator.id }, queue, tenantId },
    ]);
    expect(await trailOf(app, 'BackgroundJob.Queue.Retried', queue)).toMatchObject([{ count: 1 }]);
  });

  test('the administrator of a tenant can neither see nor change jobs', async () => {
    const id = await add(app, tenantId, { isDead: true });
    const params = { id };
    const body = { queue };
    const token = owner.cloud;
    expect((await app.call(operatorJobsApi.overview, { token })).status).toBe(404);
    expect((await app.call(operatorJobsApi.retry, { token, params })).status).toBe(404);
    expect((await app.call(operatorJobsApi.retryQueue, { token, body })).status).toBe(404);
    expect((await app.call(operatorJobsApi.cancel, { token, params })).status).toBe(404);
    // The routes of the open-source edition do not exist here, whatever the permissions in the tenant.
    const management = { token: await app.managementToken(tenantId), tenantId };
    for (const answer of [
      await app.call(installationJobsApi.overview, management),
      await app.call(installationJobsApi.retry, { ...management, params }),
      await app.call(installationJobsApi.retryQueue, { ...management, body }),
      await app.call(installationJobsApi.cancel, { ...management, params }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'request.not_found' } });
    }
    expect((await app.call(operatorJobsApi.overview, { token: operator.cloud })).body.dead).toMatchObject([{ id }]);
  });
});
