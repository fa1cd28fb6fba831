import { auditApi } from '@postern/contracts/records/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { flushLogs, recordLog } from './index.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(async () => {
  await flushLogs(app.app);
  await app.worker.drain();
  await app.write('default', (db) => db.deleteFrom('logs').execute());
});

async function file(query: Record<string, string>) {
  const { statusCode, payload, headers } = await app.core.inject({
    url: auditApi.export.path,
    query,
    headers: { host: new URL(app.app.endpointOf('default')).host, authorization: `Bearer ${token}` },
  });
  return { status: statusCode, text: payload, headers };
}

test('exports all matching entries as JSON lines, newest first, also those of the same microsecond', async () => {
  await app.write('default', (db) =>
    sql`insert into logs (id, key, payload, created_at, user_id)
      select 'log' || lpad(n::text, 5, '0'), 'Unknown', '{"key":"Unknown","result":"Success"}',
        to_timestamp(1700000000 + n / 1500), 'anna'
      from generate_series(1, 2500) n`.execute(db),
  );
  recordLog(app.app, 'default', { key: 'Unknown', payload: { userId: 'other' } });
  await flushLogs(app.app);
  const { status, headers, text } = await file({ format: 'ndjson', userId: 'anna' });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/x-ndjson');
  expect(headers['content-disposition']).toMatch(/audit-logs-\d{4}-\d\d-\d\d\.ndjson/);
  const logs = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(logs).toHaveLength(2500);
  expect(new Set(logs.map(({ id }) => id)).size).toBe(2500);
  expect(logs.map(({ createdAt }) => createdAt)).toEqual(
    logs.map(({ createdAt }) => createdAt).toSorted((one, two) => two - one),
  );
  expect(Object.keys(logs[0])).toEqual(['tenantId', 'id', 'key', 'payload', 'createdAt']);
});

test('attack 34: a cell of the CSV never becomes a formula', async () => {
  recordLog(app.app, 'default', {
    key: 'Interaction.SignIn.Submit',
    payload: { userId: '=1+1', userAgent: '@SUM(A1), "x"', organizationId: '-2', ip: '+3', error: { message: 'no' } },
  });
  await flushLogs(app.app);
  const { text } = await file({ format: 'csv' });
  const [head, line = ''] = text.split('\r\n');
  expect(head).toBe('\ufeffid,createdAt,key,result,userId,applicationId,organizationId,ip,userAgent,error,payload');
  expect(line).toContain(`,Error,'=1+1,,'-2,'+3,"'@SUM(A1), ""x""",`);
});

test('an empty export is a valid file, and each export is recorded', async () => {
  expect((await file({ format: 'ndjson', logKey: 'RevokeToken' })).text).toBe('');
  await app.worker.drain();
  const rows = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', 'AuditLog.Exported').execute(),
  );
  expect(rows.map(({ payload }) => payload)).toMatchObject([{ format: 'ndjson', filter: { logKey: 'RevokeToken' } }]);
});

test.each<Record<string, string>>([{}, { format: 'xlsx' }, { format: 'csv', start_time: 'soon' }])(
  'rejects %o',
  async (query) => {
    expect((await file(query)).status).toBe(400);
  },
);
