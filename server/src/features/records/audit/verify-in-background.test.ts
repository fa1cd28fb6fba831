import { auditApi, verificationPauseSeconds } from '@postern/contracts/records/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { administratorTokens } from '#testing/tokens';
import { flushLogs, recordLog } from './index.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  for (let n = 0; n < 5; n++) {
    recordLog(app.app, 'default', { key: 'Unknown', payload: { n } });
  }
  await flushLogs(app.app);
});
afterAll(() => app.close());

const read = async () => (await app.call(auditApi.chain, { token })).body;
const verify = (by = token) => app.call(auditApi.verifyChain, { token: by });
/** As if the last verification were older. */
const wait = () =>
  app.write('default', (db) =>
    sql`update log_verifications set requested_at = requested_at - ${verificationPauseSeconds} * interval '1 second'`.execute(
      db,
    ),
  );

test('verifies the chain in the background, at most once a minute', async () => {
  expect((await read()).verification).toBeNull();
  const begun = await verify();
  expect(begun.status).toBe(202);
  expect(begun.body.verification).toMatchObject({ finishedAt: null, result: null });
  expect(await verify()).toMatchObject({ status: 429, body: { code: 'audit.verified_recently' } });
  await app.worker.drain();
  const { seq, verification } = await read();
  expect(verification?.finishedAt).toBeGreaterThan(0);
  expect(verification?.result).toMatchObject({ entries: seq, head: { seq }, isSealChecked: true, problems: 0 });
  expect(await verify()).toMatchObject({ status: 429 });
});

test('names the first wrong entry', async () => {
  const { id } = await app.write('default', (db) =>
    db.selectFrom('logs').select('id').where('key', '=', 'Unknown').orderBy('seq').executeTakeFirstOrThrow(),
  );
  await app.write('default', (db) =>
    sql`update logs set payload = payload || '{"n": 99}' where id = ${id}`.execute(db),
  );
  await wait();
  expect((await verify()).status).toBe(202);
  await app.worker.drain();
  const { verification } = await read();
  expect(verification?.result?.problems).toBe(1);
  expect(verification?.result?.findings).toMatchObject([{ kind: 'changed', id }]);
});

test('an administrator who may only read can verify, but change nothing', async () => {
  const reader = await administratorTokens(app, 'rita', 'reader');
  await wait();
  expect((await verify(reader.token)).status).toBe(202);
  await app.worker.drain();
});

test('a verification that was lost with its job does not prevent another one', async () => {
  await app.write('default', (db) =>
    sql`update log_verifications set requested_at = now() - interval '31 minutes', finished_at = null`.execute(db),
  );
  expect((await read()).verification?.finishedAt).not.toBeNull();
  expect((await verify()).status).toBe(202);
});
