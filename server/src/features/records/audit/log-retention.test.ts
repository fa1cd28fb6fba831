import { operatorsApi } from '@postern/contracts/cloud/operators';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appointOperator } from '#features/cloud/operators';
import { type ConsolePerson, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { forgetOldLogs } from './log-retention.ts';

let app: TestApp;
let owner: ConsolePerson;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await consolePerson(app, 'owner');
  await app.write(adminTenantId, (db) => appointOperator(db, owner.id));
  for (const id of ['enterprise-x', 'enterprise-y', 'enterprise-z']) {
    await app.call(operatorsApi.createPlan, { token: owner.cloud, body: { id } });
  }
});
afterAll(() => app.close());

const setPlan = (id: string, body: { planId: string; quota?: { auditLogsRetentionDays: number } }) =>
  app.call(operatorsApi.setPlan, { token: owner.cloud, params: { id }, body });

/** Inserts entries of the given ages in days, one per age by default. */
const insert = (tenantId: string, days: number[], each = 1) =>
  app.app.tenancy.system((db) =>
    sql`insert into logs (tenant_id, id, key, payload, created_at)
      select ${tenantId}, gen_random_uuid()::text, 'Interaction.SignIn.Submit', '{"result": "Success"}',
        now() - day * interval '1 day' + interval '2 hours'
      from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb) as given (text) cross join lateral (select text::int as day) d
      cross join generate_series(1, ${each})`.execute(db),
  );

/** Ages in days of the remaining entries, oldest first. */
async function left(tenantId: string): Promise<number[]> {
  const { rows } = await app.app.tenancy.system((db) =>
    sql<{ day: number }>`select distinct ceil(extract(epoch from now() - created_at) / 86400)::int as day from logs
      where tenant_id = ${tenantId} and key = 'Interaction.SignIn.Submit' order by day desc`.execute(db),
  );
  return rows.map(({ day }) => day);
}

async function run() {
  await forgetOldLogs({ signal: new AbortController().signal }, app.app);
}

const days = [400, 90, 15, 14, 4, 3, 1];

test('keeps entries as long as the plan says, and applies a change of plan', async () => {
  const id = await owner.createTenant('Kept');
  await insert(id, days);
  await setPlan(id, { planId: 'enterprise-x' });
  await run();
  expect(await left(id)).toEqual(days);
  await setPlan(id, { planId: 'enterprise-x', quota: { auditLogsRetentionDays: 100 } });
  await run();
  expect(await left(id)).toEqual([90, 15, 14, 4, 3, 1]);
  await setPlan(id, { planId: 'pro-202509' });
  await run();
  expect(await left(id)).toEqual([14, 4, 3, 1]);
  await setPlan(id, { planId: 'free' });
  await run();
  expect(await left(id)).toEqual([3, 1]);
});

test('does not affect other tenants or the admin tenant; deletes many entries in steps', async () => {
  const [id, other] = [await owner.createTenant('Many'), await owner.createTenant('Other')];
  await setPlan(other, { planId: 'enterprise-y' });
  await insert(id, [30, 2], 2500);
  await insert(other, days);
  await insert(adminTenantId, days);
  await run();
  expect(await left(id)).toEqual([2]);
  expect(await left(other)).toEqual(days);
  expect(await left(adminTenantId)).toEqual(days);
});

test('keeps everything if the number of days is out of range, without affecting others', async () => {
  const [id, other] = [await owner.createTenant('For ever'), await owner.createTenant('Beside it')];
  await insert(id, days);
  for (const auditLogsRetentionDays of [Number.MAX_SAFE_INTEGER, 2_147_483_647]) {
    await insert(other, [30]);
    await setPlan(id, { planId: 'enterprise-z', quota: { auditLogsRetentionDays } });
    await run();
    expect([await left(id), await left(other)]).toEqual([days, []]);
  }
});

test('uses the primary key of the table', async () => {
  const { rows } = await app.app.tenancy.system(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    return sql<Record<string, string>>`explain select from logs where tenant_id = 'x' and created_at < now()
      order by created_at limit 2000`.execute(db);
  });
  expect(rows.map((row) => Object.values(row)[0]).join('\n')).toMatch(/Index (?:Only )?Scan using logs_\w*pkey/);
});
