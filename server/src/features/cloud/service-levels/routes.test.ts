import { objectives, serviceLevelsApi } from '@postern/contracts/cloud/service-levels';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchWriter } from '#platform/db/batch-writes';
import { createMetrics } from '#platform/observe/metrics';
import { type ConsolePerson, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { appointOperator } from '../operators/index.ts';
import { kindOf, readTotals } from './count-requests.ts';
import { rateService } from './rate.ts';
import { addCounts, forgetCounts } from './store.ts';

describe('the rating', () => {
  test('without requests is unknown', () => {
    const { availability, latency } = rateService('api', { requests: 0, failed: 0, slow: 0 });
    expect([availability.actual, availability.budgetLeft, latency.budgetLeft]).toEqual([null, null, null]);
  });

  test('uses up the budget with bad requests, and is negative when the objective is missed', () => {
    // 99.9 % of 10,000 requests allow ten failures, 99 % a hundred slow ones.
    const half = rateService('api', { requests: 10_000, failed: 5, slow: 100 });
    expect(half.availability.actual).toBeCloseTo(99.95);
    expect(half.availability.budgetLeft).toBeCloseTo(50);
    expect(half.latency.actual).toBeCloseTo(99);
    expect(half.latency.budgetLeft).toBeCloseTo(0);
    expect(rateService('api', { requests: 10_000, failed: 20, slow: 0 }).availability.budgetLeft).toBeCloseTo(-100);
  });
});

test.each([
  ['/oidc/token', 'signIn'],
  ['/oidc/*', 'signIn'],
  ['/api/experience/submit', 'signIn'],
  ['/api/users/:userId', 'api'],
  ['/api/changes', undefined],
  ['/api/status', undefined],
  ['/livez', undefined],
  ['/assets/*', undefined],
  ['none', undefined],
])('%s counts as %s', (route, kind) => {
  expect(kindOf(route)).toBe(kind);
});

test('totals come from the metrics', async () => {
  const metrics = createMetrics();
  for (const [route, status, seconds] of [
    ['/api/users', '2xx', 0.01],
    ['/api/users', '2xx', 0.5],
    ['/api/roles', '5xx', 0.6],
    ['/livez', '5xx', 9],
  ] as const) {
    const operation = { method: 'GET', route, tenant_class: 'free' };
    metrics.observe('postern_http_request_seconds', operation, seconds);
    metrics.count('postern_http_responses_total', { ...operation, status });
  }
  expect((await readTotals(metrics)).get('api')).toEqual({ requests: 3, failed: 1, slow: 1 });
  expect((await readTotals(metrics)).get('signIn')).toEqual({ requests: 0, failed: 0, slow: 0 });
});

describe('the operators', () => {
  let app: TestApp;
  let operator: ConsolePerson;
  let stranger: ConsolePerson;

  beforeAll(async () => {
    app = await testApp({ EDITION: 'cloud' });
    operator = await consolePerson(app, 'olga');
    stranger = await consolePerson(app, 'stan');
    await app.write(adminTenantId, (db) => appointOperator(db, 'olga'));
  });
  afterAll(() => app.close());
  beforeEach(() => app.app.tenancy.system((db) => sql`delete from service_levels`.execute(db)));

  const read = async () => (await app.call(serviceLevelsApi.get, { token: operator.cloud })).body;
  const levelOf = async (kind: 'signIn' | 'api') => (await read()).levels.find((level) => level.kind === kind);

  test('see what all nodes have counted, without what is older than 30 days', async () => {
    await app.app.tenancy.system(async (db) => {
      await addCounts(db, 'api', { requests: 600, failed: 1, slow: 2 });
      await addCounts(db, 'api', { requests: 400, failed: 0, slow: 3 });
      await sql`insert into service_levels values (now() - interval '31 days', 'api', 5000, 5000, 5000)`.execute(db);
    });
    expect(await levelOf('api')).toMatchObject({
      requests: 1000,
      availability: { target: objectives.availability, actual: 99.9 },
      latency: { target: objectives.latency, actual: 99.5 },
    });
    expect(await levelOf('signIn')).toMatchObject({ requests: 0, availability: { actual: null } });
  });

  test('requests of this node are added once', async () => {
    const counter = app.app.stateOf<BatchWriter>('service-levels');
    await counter.flush();
    await app.app.tenancy.system((db) => sql`delete from service_levels`.execute(db));
    await read();
    await read();
    await expect
      .poll(async () => {
        await counter.flush();
        return (
          await app.app.tenancy.system((db) =>
            sql<{ requests: number }>`
          select sum(requests)::int as requests from service_levels where kind = 'api'`.execute(db),
          )
        ).rows[0]?.requests;
      })
      .toBe(2);
    await counter.flush();
    expect((await levelOf('api'))?.requests).toBe(2);
  });

  test('old hours are deleted', async () => {
    await app.app.tenancy.system(async (db) => {
      await sql`insert into service_levels values (now() - interval '91 days', 'api', 1, 0, 0),
        (now() - interval '89 days', 'api', 1, 0, 0)`.execute(db);
      await forgetCounts(db);
    });
    const { rows } = await app.app.tenancy.system((db) => sql`select hour from service_levels`.execute(db));
    expect(rows).toHaveLength(1);
  });

  test('nobody else sees them', async () => {
    expect((await app.call(serviceLevelsApi.get, { token: stranger.cloud })).status).toBe(404);
    const token = await app.managementToken(adminTenantId);
    expect((await app.call(serviceLevelsApi.get, { token })).status).toBeGreaterThanOrEqual(401);
  });
});
