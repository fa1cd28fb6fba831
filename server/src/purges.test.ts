import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coreFeatures } from './features/index.ts';
import { clientOptions } from './platform/db/db.ts';
import { purgeStep } from './platform/db/purge.ts';
import { growTables, judgeStatements, recordStatements } from './testing/plans.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

/** Jobs that delete old rows, and their tables. */
const purges: Record<string, string> = {
  'account.forget-address-changes': 'address_changes',
  'account.forget-records': 'verification_records',
  'captcha-provider.forget-uses': 'captcha_uses',
  'jobs.forget-dead': 'jobs',
  'message-limits.forget-counters': 'message_counters',
  'message-limits.forget-counts': 'message_counts',
  'metering.forget': 'active_users',
  'oidc.forget-provider-sessions': 'sso_sessions',
  'oidc.purge': 'oidc_models',
  'one-time-tokens.clean': 'one_time_tokens',
  'sso-connectors.forget-tests': 'sso_connection_tests',
  'subject-tokens.purge': 'subject_tokens',
  'throttle.forget-activities': 'sentinel_activities',
  'throttle.forget-counters': 'throttle_counters',
  'new-devices.forget-notices': 'new_device_notices',
  'users.forget-additions': 'account_additions',
  'users.forget-temporary-codes': 'mfa_temporary_codes',
  'users.forget-trusted-devices': 'trusted_devices',
  'verification-codes.clean': 'passcodes',
};

const recorder = recordStatements();
const jobs = coreFeatures.flatMap(({ jobs: own = [] }) => own).filter(({ name }) => name in purges);
let app: TestApp;

beforeAll(async () => {
  recorder.start();
  app = await testApp();
  const owner = new pg.Client(clientOptions(app.address, 'postern-test'));
  await owner.connect();
  await growTables(owner, Object.values(purges), 3000);
  await owner.end();
});
afterAll(async () => {
  recorder.stop();
  await app.close();
});

const runOnce = (job: (typeof jobs)[number]) => app.app.tenancy.system((db) => job.run(db, app.app));

test('no purge scans its table when nothing is due', async () => {
  expect(jobs.map(({ name }) => name).sort()).toEqual(Object.keys(purges).sort());
  for (const job of jobs) {
    expect(await recorder.during(job.name, () => runOnce(job)), job.name).toBe(false);
  }
  const isGrowing = (table: string) => Object.values(purges).includes(table);
  const complaints = await judgeStatements(app.address, recorder.statements(), { settings: '', isGrowing });
  expect(complaints.join('\n')).toBe('');
});

test('deletes expired rows of the engine step by step and keeps the others', async () => {
  const count = async () =>
    (await app.app.tenancy.system((db) => sql<{ n: number }>`select count(*) as n from oidc_models`.execute(db)))
      .rows[0]?.n ?? 0;
  const living = await count();
  await app.write('default', (db) =>
    sql`insert into oidc_models (model, id, payload, expires_at)
      select 'Session', 'old' || n, '{}', now() - interval '3 hours' from generate_series(1, ${purgeStep + 10}) n`.execute(
      db,
    ),
  );
  const [job] = jobs.filter(({ name }) => name === 'oidc.purge');
  expect(job && (await runOnce(job))).toBe(true);
  expect(await count()).toBe(living + 10);
  expect(job && (await runOnce(job))).toBe(false);
  expect(await count()).toBe(living);
});
