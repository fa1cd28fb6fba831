import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsolePerson, consoleMember, consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { composeAlert } from './compose-alert.ts';
import { alertQueue, insertAlerts } from './store.ts';

let app: TestApp;
let owner: ConsolePerson;
let tenantId: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await consolePerson(app, 'owner');
  await system(sql`insert into skus (id, name, type, quota)
    values ('acme-2026', 'Acme', 'Basic', '{"mauLimit": 100, "tokenLimit": 500000}')`);
});
afterAll(() => app.close());
beforeEach(async () => {
  tenantId = await owner.createTenant('Acme Rockets');
});

const system = (text: ReturnType<typeof sql>) => app.app.tenancy.system((db) => text.execute(db));
const month = sql`date_trunc('month', now() at time zone 'UTC')::date`;
const used = (activeUsers: number, tokens: number, period = month) =>
  sql`insert into period_usage (tenant_id, period, active_users, tokens)
    values (${tenantId}, ${period}, ${activeUsers}, ${tokens})
    on conflict (tenant_id, period) do update set active_users = excluded.active_users, tokens = excluded.tokens`;
const use = (...usage: Parameters<typeof used>) => system(used(...usage));
const givePlan = (planId: string) => system(sql`update tenants set plan_id = ${planId} where id = ${tenantId}`);

async function run() {
  await app.app.tenancy.system(insertAlerts);
  await app.worker.drain();
}

type Mail = { recipient: string; subject: string | null; content: string };
/** Mails about this tenant, oldest first. */
async function mails(): Promise<Mail[]> {
  const { rows } = await app.app.tenancy.system((db) =>
    sql<Mail>`select recipient, subject, content from mailbox_messages
      where tenant_id = ${adminTenantId} and content like ${`%/${tenantId}/%`} order by created_at`.execute(db),
  );
  return rows;
}
const subjects = async () => (await mails()).map(({ subject }) => subject);

describe('usage of a plan', () => {
  test('sends no warning below 80 %, one at 80 % and one at 100 %', async () => {
    await use(79, 0);
    await run();
    expect(await mails()).toEqual([]);
    await use(80, 0);
    await run();
    await use(95, 0);
    await run();
    expect(await mails()).toEqual([
      {
        recipient: owner.email,
        subject: 'You have used most of your monthly active users',
        content: expect.stringMatching(
          new RegExp(`“Acme Rockets” has used 80 of 100 monthly.*http://admin.test/${tenantId}/tenant-settings/`, 's'),
        ),
      },
    ]);
    await use(100, 0);
    await run();
    await use(140, 0);
    await run();
    expect(await subjects()).toEqual([
      'You have used most of your monthly active users',
      'You have reached your monthly active user limit',
    ]);
  });

  test('that crosses both thresholds sends the second warning only, for each of the two metrics', async () => {
    await givePlan('acme-2026');
    await use(120, 500_000);
    await run();
    await run();
    expect((await subjects()).sort()).toEqual([
      'You have reached your monthly active user limit',
      'You have reached your token limit for this period',
    ]);
  });

  test('that grows while the first warning is pending sends the stronger one only', async () => {
    await use(80, 0);
    // In one transaction: a periodic job would send the pending warning in between.
    await app.app.tenancy.system(async (db) => {
      await insertAlerts(db);
      await used(100, 0).execute(db);
    });
    await run();
    expect(await subjects()).toEqual(['You have reached your monthly active user limit']);
  });

  test('warns again in a new period', async () => {
    const startOf = (days: number) => sql`(now() at time zone 'UTC' - ${days} * interval '1 day')`;
    await system(sql`insert into subscriptions (tenant_id, current_period_start, current_period_end)
      values (${tenantId}, now() - interval '29 days', now() + interval '1 day')`);
    await use(100, 0, sql`${startOf(29)}::date`);
    await run();
    // Two days later, in the next period.
    await system(sql`update subscriptions set current_period_start = now() - interval '1 day',
      current_period_end = now() + interval '29 days' where tenant_id = ${tenantId}`);
    await run();
    expect(await subjects()).toEqual(['You have reached your monthly active user limit']);
    await use(85, 0, sql`${startOf(1)}::date`);
    await run();
    expect(await subjects()).toEqual([
      'You have reached your monthly active user limit',
      'You have used most of your monthly active users',
    ]);
  });

  test('on two nodes at once sends one message to each administrator', async () => {
    const second = await app.another();
    const helper = await consoleMember(app, tenantId, `helper_${tenantId}`, 'admin');
    await use(100, 0);
    const nodes = [app.app, second.app];
    await Promise.all([...nodes, ...nodes].map(({ tenancy }) => tenancy.system(insertAlerts)));
    await Promise.all([app.worker.drain(), second.worker.drain()]);
    expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([helper.email, owner.email].sort());
  });

  test('sends no warning without a limit, for a suspended tenant or for an unknown plan', async () => {
    await givePlan('pro-202509');
    await use(1_000_000, 0);
    await run();
    expect(await mails()).toEqual([]);
    await givePlan('enterprise-x');
    await use(1_000_000, 1_000_000_000);
    await run();
    expect(await mails()).toEqual([]);
    await givePlan('dev');
    await system(sql`update tenants set is_suspended = true where id = ${tenantId}`);
    await run();
    expect(await mails()).toEqual([]);
  });

  test('prefers a custom quota over the plan', async () => {
    await givePlan('enterprise-x');
    await system(sql`insert into subscriptions (tenant_id, quota) values (${tenantId}, '{"mauLimit": 10}')`);
    await use(8, 1_000_000_000);
    await run();
    expect(await subjects()).toEqual(['You have used most of your monthly active users']);
  });
});

describe('a warning', () => {
  test('is sent to administrators with a verified address only, each in their language', async () => {
    await consoleMember(app, tenantId, `writer_${tenantId}`, 'collaborator');
    const unverified = await consoleMember(app, tenantId, `new_${tenantId}`, 'admin');
    const german = await consoleMember(app, tenantId, `deutsch_${tenantId}`, 'admin');
    await system(sql`update users set email_verified_at = null where id = ${unverified.id}`);
    await system(sql`update users set custom_data = '{"adminConsolePreferences": {"language": "de-AT"}}'
      where id = ${german.id}`);
    await givePlan('acme-2026');
    await use(0, 400_000);
    await run();
    const sent = await mails();
    expect(Object.fromEntries(sent.map(({ recipient, subject }) => [recipient, subject]))).toEqual({
      [owner.email]: 'You have used most of your tokens for this period',
      [german.email]: 'Ihre Tokens dieses Zeitraums sind zum größten Teil verbraucht',
    });
    expect(sent.find(({ recipient }) => recipient === german.email)?.content).toContain('400.000 von 500.000 Tokens');
  });

  test('is retried with increasing delays if a provider fails, and then stops', async () => {
    const token = await app.managementToken(adminTenantId);
    await app.inject(app.admin, {
      method: 'POST',
      url: '/api/connectors',
      headers: { host: 'admin.test', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ connectorId: 'http-email', config: { endpoint: 'https://mail.invalid/send' } }),
    });
    await use(100, 0);
    await run();
    const waiting = async () =>
      (
        await app.app.tenancy.system((db) =>
          sql<{ attempts: number; later: boolean; isDead: boolean }>`select attempts, dead_at is not null as "isDead",
            due_at > now() + interval '10 seconds' as later
            from jobs where queue = ${alertQueue} and tenant_id = ${tenantId}`.execute(db),
        )
      ).rows;
    expect(await waiting()).toEqual([{ attempts: 1, later: true, isDead: false }]);
    await system(sql`update jobs set due_at = now(), attempts = 7 where queue = ${alertQueue}`);
    await run();
    expect(await waiting()).toEqual([{ attempts: 8, later: false, isDead: true }]);
  });

  test('states the consequences', () => {
    const facts = { threshold: 100, used: 5, quota: 5, tenantName: 'A\nBcc: x', planId: 'free' } as const;
    const text = (metric: 'tokens' | 'activeUsers', planId: string) =>
      composeAlert({ ...facts, metric, planId }, null, 'https://x').notice.text;
    expect(text('tokens', 'free')).toContain('No tokens are issued');
    expect(text('tokens', 'pro-202509')).toContain('next invoice');
    expect(text('activeUsers', 'free')).toContain(
      'People who were already active in this period can still sign in. Others cannot sign in until the next period starts, or until you choose a larger plan.',
    );
    expect(text('activeUsers', 'dev')).toContain('or until you convert the tenant to production.');
    expect(text('activeUsers', 'enterprise-acme')).toContain('Sign-ins and tokens are not refused.');
    expect(text('tokens', 'free')).toContain('“A Bcc:\u200b x”');
  });
});
