import { auditApi } from '@postern/contracts/records/audit';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientOptions, type Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { flushLogs, recordLog } from './index.ts';
import { countLimit } from './limit-count.ts';
import { type LogFilter, listLogs, pageLogs } from './store.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
/** The token of the tests is in the audit log too. */
async function clear() {
  await flushLogs(app.app);
  await app.write('default', (db) => db.deleteFrom('logs').execute());
}
afterAll(() => app.close());

const list = (query: Record<string, string> = {}) => app.call(auditApi.list, { token, query });
const get = (id: string) => app.call(auditApi.get, { token, params: { id } });

async function record(...entries: [key: string, payload?: Record<string, unknown>][]) {
  for (const [key, payload = {}] of entries) {
    recordLog(app.app, 'default', { key, payload });
  }
  await flushLogs(app.app);
}

const keys = async (query?: Record<string, string>) => (await list(query)).body.map(({ key }) => key);

describe('the audit log', () => {
  beforeEach(clear);

  test('lists all families of sign-ins and tokens, and nothing else', async () => {
    await record(
      ['ExchangeTokenBy.AuthorizationCode'],
      ['RevokeToken'],
      ['Interaction.SignIn.Submit'],
      ['JwtCustomizer.AccessToken'],
      ['SamlApplication.Callback'],
      ['Unknown'],
      ['TriggerHook.User.Created'],
      ['User.Created'],
      ['InteractionOther'],
    );
    expect((await keys()).toSorted()).toEqual([
      'ExchangeTokenBy.AuthorizationCode',
      'Interaction.SignIn.Submit',
      'JwtCustomizer.AccessToken',
      'RevokeToken',
      'SamlApplication.Callback',
      'Unknown',
    ]);
  });

  test('filters by key, user and application, all exactly', async () => {
    await record(
      ['ExchangeTokenBy.RefreshToken', { userId: 'anna', applicationId: 'shop' }],
      ['ExchangeTokenBy.ClientCredentials', { applicationId: 'shop' }],
      ['Interaction.End', { userId: 'anna', applicationId: 'blog' }],
    );
    expect(await keys({ userId: 'anna' })).toHaveLength(2);
    expect(await keys({ applicationId: 'shop' })).toHaveLength(2);
    expect(await keys({ userId: 'anna', applicationId: 'shop' })).toEqual(['ExchangeTokenBy.RefreshToken']);
    expect(await keys({ logKey: 'Interaction.End' })).toEqual(['Interaction.End']);
    expect(await keys({ logKey: 'Interaction' })).toEqual([]);
    expect(await keys({ userId: "an'na" })).toEqual([]);
  });

  test('filters by organization: of the payload, of the token request, and of a change', async () => {
    await record(
      ['Interaction.SignIn.Submit', { organizationId: 'org1' }],
      ['ExchangeTokenBy.RefreshToken', { params: { organization_id: 'org1' } }],
      ['ExchangeTokenBy.RefreshToken', { params: { organization_id: 'org2' } }],
    );
    await app.write('default', (db) =>
      emit(
        db,
        { name: 'Organization.Data.Updated', subjectId: 'org1' },
        { name: 'OrganizationInvitation.Created', subjectId: 'inv', data: { organizationId: 'org1' } },
      ),
    );
    await app.worker.drain();
    expect((await keys({ organizationId: 'org1' })).toSorted()).toEqual([
      'ExchangeTokenBy.RefreshToken',
      'Interaction.SignIn.Submit',
    ]);
    expect((await keys({ organizationId: 'org1', includeChanges: 'true' })).toSorted()).toEqual([
      'ExchangeTokenBy.RefreshToken',
      'Interaction.SignIn.Submit',
      'Organization.Data.Updated',
      'OrganizationInvitation.Created',
    ]);
    expect(await keys({ organizationId: 'org3', includeChanges: 'true' })).toEqual([]);
  });

  test('filters by time: both ends are included', async () => {
    await app.write('default', (db) =>
      sql`insert into logs (id, key, payload, created_at)
        select 'log' || n, 'Unknown', '{"key":"Unknown","result":"Success"}',
          to_timestamp(1700000000 + n) + interval '999 microseconds'
        from generate_series(1, 4) n`.execute(db),
    );
    const ids = async (query: Record<string, string>) => (await list(query)).body.map(({ id }) => id);
    expect(await ids({ start_time: '1700000002000' })).toEqual(['log4', 'log3', 'log2']);
    expect(await ids({ end_time: '1700000002000' })).toEqual(['log2', 'log1']);
    expect(await ids({ end_time: '1700000001999' })).toEqual(['log1']);
    expect(await ids({ start_time: '1700000002000', end_time: '1700000004000' })).toEqual(['log4', 'log3', 'log2']);
    expect(await ids({ start_time: '1700000002000', end_time: '1700000002000' })).toEqual(['log2']);
    expect(await list({ start_time: '1700000002001', end_time: '1700000002000' })).toMatchObject({
      status: 400,
      body: { code: 'log.invalid_time_window' },
    });
  });

  test.each(['yesterday', '-1', '1e3', '8640000000000001', '2024-01-01'])('rejects the time %s', async (time) => {
    for (const name of ['start_time', 'end_time']) {
      expect(await list({ [name]: time })).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    }
  });

  test('lists changes on request, but never deliveries of webhooks', async () => {
    await record(['TriggerHook.User.Created'], ['User.Created'], ['Unknown']);
    expect((await keys({ includeChanges: 'true' })).toSorted()).toEqual(['Unknown', 'User.Created']);
    expect(await keys({ includeChanges: 'true', logKey: 'User.Created' })).toEqual(['User.Created']);
    expect(await keys({ includeChanges: 'false' })).toEqual(['Unknown']);
  });

  test('does not show a key of another family, even on request', async () => {
    await record(['TriggerHook.User.Created']);
    expect(await keys({ logKey: 'TriggerHook.User.Created' })).toEqual([]);
  });

  test('is sorted by newest first, in pages, with the total', async () => {
    await app.write('default', (db) =>
      sql`insert into logs (id, key, payload, created_at)
    select 'log' || n, 'Unknown', '{"key":"Unknown","result":"Success"}', now() - n * interval '1 minute'
    from generate_series(1, 25) n`.execute(db),
    );
    const first = await list();
    expect(first.body.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `log${index + 1}`));
    expect(first.headers['total-number']).toBe('25');
    const second = await list({ page: '2' });
    expect(second.body.map(({ id }) => id)).toEqual(['log21', 'log22', 'log23', 'log24', 'log25']);
    expect(await list({ page_size: '101' })).toMatchObject({ status: 400, body: { code: 'guard.invalid_pagination' } });
  });

  test('returns a complete entry by id, of any family', async () => {
    const payload = {
      userId: 'anna',
      ip: '1.2.3.4',
      error: { code: 'user.suspended', message: 'no' },
      extra: { a: 1 },
    };
    await record(['TriggerHook.User.Created', payload]);
    const [row] = await app.read('default', (db) => db.selectFrom('logs').select('id').execute());
    expect((await get(row?.id ?? '')).body).toEqual({
      tenantId: 'default',
      id: row?.id,
      key: 'TriggerHook.User.Created',
      payload: { key: 'TriggerHook.User.Created', result: 'Error', ...payload },
      createdAt: expect.any(Number),
    });
  });

  test('shows the browser and the system of a user agent', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
    await record(['Unknown', { userAgent }], ['Interaction.End', { userAgent: 'strange' }], ['RevokeToken']);
    const parsed = {
      ua: userAgent,
      browser: { name: 'Safari', version: '17.4', major: '17' },
      os: { name: 'iOS', version: '17.4' },
      engine: { name: 'WebKit', version: '605.1.15' },
      device: { type: 'mobile', vendor: 'Apple', model: 'iPhone' },
    };
    const { body } = await list();
    const of = (key: string) => body.find((log) => log.key === key);
    expect(of('Unknown')?.payload.userAgentParsed).toEqual(parsed);
    expect(of('Interaction.End')?.payload.userAgentParsed).toMatchObject({ ua: 'strange', os: {}, device: {} });
    expect(of('RevokeToken')?.payload).not.toHaveProperty('userAgentParsed');
    expect((await get(of('Unknown')?.id ?? '')).body.payload.userAgentParsed).toEqual(parsed);
  });

  test('returns 404 for an unknown id', async () => {
    for (const id of ['nothing', "'; drop table logs", 'x'.repeat(90)]) {
      expect(await get(id)).toMatchObject({ status: 404, body: { code: 'entity.not_exists_with_id' } });
    }
  });

  test('an unusual payload does not fail the list', async () => {
    await record(['Unknown', { ip: 7, params: 'x', userId: ['a'], error: 5 }]);
    expect((await list()).body).toMatchObject([{ key: 'Unknown', payload: { key: 'Unknown', result: 'Error' } }]);
  });

  test('attack 19: another tenant sees nothing', async () => {
    const cloud = await testApp({ EDITION: 'cloud' });
    try {
      const mine = await (await consoleTokens(cloud, 'mine')).createTenant('Mine');
      const theirs = await (await consoleTokens(cloud, 'theirs')).createTenant('Theirs');
      recordLog(cloud.app, mine, { key: 'Unknown', payload: { userId: 'anna' } });
      await flushLogs(cloud.app);
      const [row] = await cloud.read(mine, (db) =>
        db.selectFrom('logs').select('id').where('key', '=', 'Unknown').execute(),
      );
      const stranger = { token: await cloud.managementToken(theirs), tenantId: theirs };
      expect(await cloud.call(auditApi.list, { ...stranger, query: { userId: 'anna' } })).toMatchObject({ body: [] });
      expect(await cloud.call(auditApi.get, { ...stranger, params: { id: row?.id ?? '' } })).toMatchObject({
        status: 404,
      });
      const owner = { token: await cloud.managementToken(mine), tenantId: mine };
      expect((await cloud.call(auditApi.get, { ...owner, params: { id: row?.id ?? '' } })).status).toBe(200);
    } finally {
      await cloud.close();
    }
  });
});

const literal = (value: unknown) => `'${value instanceof Date ? value.toISOString() : value}'`;

/** The query plan of PostgreSQL. */
async function explain(work: (db: Db) => Promise<unknown>): Promise<string> {
  return app.read('default', async (db) => {
    const seen: { sql: string; parameters: readonly unknown[] }[] = [];
    const watching = db.withPlugin({
      transformQuery: ({ node }) => {
        seen.push(db.getExecutor().compileQuery(node, { queryId: 'watched' }));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await work(watching);
    const [{ sql: text, parameters } = { sql: '', parameters: [] }] = seen;
    const written = text.replace(/\$(\d+)/g, (_, index) => literal(parameters[Number(index) - 1]));
    const { rows } = await sql<Record<string, string>>`explain (analyze, costs off) ${sql.raw(written)}`.execute(db);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
}

/** The rows of the log that the work reads, in all its statements. */
const rowsRead = (work: (db: Db) => Promise<unknown>) =>
  app.write('default', async (db) => {
    const count = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
        from pg_stat_xact_user_tables where relname like 'logs%'`.execute(db);
      return rows[0]?.n ?? 0;
    };
    const before = await count();
    await work(db);
    return (await count()) - before;
  });

describe('with forty thousand entries, of which the newer half is not shown', () => {
  beforeAll(async () => {
    await clear();
    // As the owner, because a slow machine would exceed the statement timeouts of the server. The planner needs statistics.
    const owner = new pg.Client(clientOptions(app.address, 'test'));
    await owner.connect();
    await owner.query('set role postern_system');
    await owner.query(`insert into logs (tenant_id, id, key, payload, created_at, user_id, application_id, organization_id,
        actor_id, object_kind, object_id)
      select 'default', 'log' || n, case when n > 20000 then 'ExchangeTokenBy.RefreshToken'
          when n % 2 = 0 then 'TriggerHook.User.Created' else 'User.Data.Updated' end,
        jsonb_build_object('key', 'x', 'result', case when n % 400 = 1 then 'Error' else 'Success' end), now() - n * interval '25 seconds', 'user' || n % 10000, 'app' || n % 1000,
        case when n % 10 = 0 then 'org' || n % 1000 end, 'user' || n % 10000,
        case when n % 2 = 1 then 'Kind' || n % 1000 end, case when n % 2 = 1 then 'object' || n % 5000 end
      from generate_series(1, 40000) n`);
    await owner.query('reset role');
    // As autovacuum does: the index alone then answers which entries exist.
    await owner.query('vacuum analyze logs');
    await owner.end();
  }, 240_000);

  const first = { page: 1, size: 20, limit: 20, offset: 0 };
  const day = new Date(Date.now() - 900_000_000);

  test.each<[string, LogFilter, RegExp]>([
    ['the first page', {}, /logs__listed/],
    ['a person', { userId: 'user17' }, /user_id_created_at/],
    ['an application', { applicationId: 'app17' }, /application_id_created_at/],
    ['a rare key', { logKey: 'Interaction.End' }, /key_created_at/],
    ['an organization', { organizationId: 'org20' }, /organization/],
    ['an organization with changes', { organizationId: 'org20', includesChanges: true }, /organization/],
    ['all changes', { includesChanges: true }, /logs__all|created_at_id_idx/],
    ['an actor', { actorId: 'user17', includesChanges: true }, /logs__actor|actor_id/],
    ['a kind of objects', { objectKind: 'Kind17', includesChanges: true }, /object_kind/],
    ['an object', { objectId: 'object17', includesChanges: true }, /object_id/],
    ['failures', { outcome: 'Error', includesChanges: true }, /failed/],
    ['a time range', { from: day, until: new Date(day.getTime() + 3_600_000) }, /logs__listed|pkey/],
    ['a person in a time range', { userId: 'user17', until: day }, /user_id_created_at/],
  ])('%s uses an index, not a scan', async (_name, filter, index) => {
    const plan = await explain((db) => listLogs(db, filter, first));
    expect(plan).toMatch(index);
    // A month without entries may be scanned: that costs nothing.
    expect(plan).not.toMatch(/Seq Scan.*rows=[1-9]/);
    // Fewer than a thousand rows are read in vain.
    expect(plan).not.toMatch(/Rows Removed by Filter: \d{4,}/);
    expect(await rowsRead((db) => pageLogs(db, filter, first))).toBeLessThan(4000);
  });

  test('counts up to the next thousand after the page, without the entries before it', async () => {
    const at = (offset: number) => app.read('default', (db) => pageLogs(db, {}, { ...first, offset }));
    const counts = async (offset: number) => {
      const { total, logs } = await at(offset);
      return [total, logs.length];
    };
    expect(await counts(0)).toEqual([1000, 20]);
    expect(await counts(980)).toEqual([2000, 20]);
    expect(await counts(10_000)).toEqual([11_000, 20]);
    expect(await counts(19_980)).toEqual([20_000, 20]);
    expect(await counts(19_990)).toEqual([20_000, 10]);
    expect(await counts(20_000)).toEqual([20_000, 0]);
    expect((await list({ page: '500' })).body).toHaveLength(20);
    const capped = await list({ enableCap: 'yes', page: '3' });
    expect(capped.headers).toMatchObject({ 'total-number': '10001', 'total-number-is-capped': 'true' });
    expect(capped.headers.link).toMatch(/rel="first".*page=2&.*rel="prev"$/);
    expect((await list({ enableCap: '1', page: '501' })).headers['total-number']).toBe('10001');
    const limit = countLimit(first, 'true');
    expect(await rowsRead((db) => pageLogs(db, {}, first, limit))).toBeLessThan(10_100);
    const day5000 = { from: new Date(Date.now() - 25_000.5 * 25_000) };
    expect(await app.read('default', (db) => pageLogs(db, day5000, first, limit))).toMatchObject({ total: 5000 });
    const exact = await list({ enableCap: 'true', start_time: String(day5000.from.getTime()) });
    expect(exact.headers).not.toHaveProperty('total-number-is-capped');
    expect(exact.headers.link).toMatch(/rel="next".*rel="last"/);
    expect((await list({ enableCap: 'no' })).headers).toMatchObject({ 'total-number': '1000' });
    // The deep page has the same entries in the same order.
    const { logs } = await at(5000);
    expect(logs.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `log${25_001 + n}`));
    const plan = await explain((db) => listLogs(db, {}, { ...first, offset: 10_000 }));
    expect(plan).toMatch(/Index Only Scan.*logs__listed/);
    expect(plan).not.toMatch(/Seq Scan.*rows=[1-9]/);
  });
});
