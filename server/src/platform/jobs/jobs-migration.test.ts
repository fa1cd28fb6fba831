import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { openMigratedDatabase } from '#platform/testing/migrated-database';

const file = new URL('../../../migrations/0038_jobs.sql', import.meta.url);
const oneJobPerKey = new URL('../../../migrations/0095_one_job_per_key.sql', import.meta.url);

async function applyFile(client: Client, path: URL): Promise<void> {
  await client.query('begin');
  await client.query(await readFile(path, 'utf8'));
  await client.query('commit');
}

test('the migration moves waiting work from its old tables to the queue', async () => {
  const client = await openMigratedDatabase();
  // Restores the schema of the previous release.
  await client.query('drop table jobs, job_schedules');
  await client.query(`
    insert into tenants (id, name) values ('admin', 'Admin'), ('one', 'One');
    insert into user_jobs (tenant_id, id, kind, state, created_by, actor, leased_until) values
      ('one', 'open', 'suspend', 'running', 'x', '{"id": "x"}', now() + interval '9 seconds'),
      ('one', 'new', 'suspend', 'queued', 'x', 'null', now()), ('one', 'over', 'suspend', 'succeeded', 'x', null, now());
    insert into tenant_deletions (id, name, requested_by, finished_at) values ('gone', 'G', 'x', now()), ('going', 'G', 'x', null);
    insert into organizations (tenant_id, id, name) values ('admin', 't-one', 'One');
    insert into organization_roles (tenant_id, id, name) values ('admin', 'r', 'R');
    insert into organization_invitations (tenant_id, id, organization_id, invitee, organization_role_id, expires_at, mail_due_at)
      values ('admin', 'due', 't-one', 'a@b.c', 'r', now(), now()), ('admin', 'sent', 't-one', 'd@b.c', 'r', now(), null);
    insert into usage_alerts (tenant_id, period, metric, threshold, used, quota) values ('one', '2026-01-01', 'tokens', 80, 8, 10);
    insert into usage_alert_mails (tenant_id, period, metric, threshold, recipient_id) values ('one', '2026-01-01', 'tokens', 80, 'p');
    insert into unwanted_subscriptions (provider, subscription) values ('stripe', 'sub_1')`);
  await applyFile(client, file);
  const { rows } = await client.query(
    'select tenant_id, queue, key, payload, due_at > now() as later, actor from jobs order by queue, key',
  );
  const job = { later: false, actor: null };
  expect(rows).toEqual([
    {
      ...job,
      tenant_id: '*',
      queue: 'billing.end-unwanted',
      key: 'stripe sub_1',
      payload: { provider: 'stripe', subscription: 'sub_1' },
    },
    { ...job, tenant_id: '*', queue: 'tenants.erase', key: 'going', payload: { id: 'going' } },
    { ...job, tenant_id: 'admin', queue: 'tenants.send-invitation', key: 'due', payload: { id: 'due' } },
    {
      ...job,
      tenant_id: 'one',
      queue: 'usage-alerts.send',
      key: null,
      payload: { tenantId: 'one', period: '2026-01-01', metric: 'tokens', threshold: 80, recipientId: 'p' },
    },
    { ...job, tenant_id: 'one', queue: 'user-jobs', key: 'new', payload: { id: 'new' } },
    { tenant_id: 'one', queue: 'user-jobs', key: 'open', payload: { id: 'open' }, later: true, actor: { id: 'x' } },
  ]);
  const left = await client.query(
    `select (select count(*)::int from usage_alert_mails) as mails, (select count(*)::int from unwanted_subscriptions) as unwanted,
      (select count(*)::int from organization_invitations where mail_due_at is not null) as invitations`,
  );
  expect(left.rows).toEqual([{ mails: 0, unwanted: 0, invitations: 0 }]);
});

const lease = '00000000-0000-4000-8000-000000000001';
const otherLease = '00000000-0000-4000-8000-000000000002';

/** The tables before the migration. */
async function openPreviousRelease(): Promise<Client> {
  const client = await openMigratedDatabase();
  await client.query(
    'drop table jobs, job_schedules; drop function run_job_again, replace_dead_job, key_of_previous_release',
  );
  await applyFile(client, file);
  return client;
}

const jobsOf = async (client: Client) =>
  (
    await client.query(
      `select key, payload ->> 'n' as n, lease, again_payload ->> 'n' as again, again_at is not null as "isAgain"
        from jobs where dead_at is null order by created_at, payload ->> 'n'`,
    )
  ).rows;

test('jobs that share a key become one that runs again, and others that run lose the key', async () => {
  const client = await openPreviousRelease();
  await client.query(`
    insert into jobs (tenant_id, queue, key, payload, lease, leased_until) values
      ('*', 'q', 'k', '{"n": 1}', '${lease}', now() + interval '9 seconds'),
      ('*', 'q', 'k', '{"n": 2}', '${otherLease}', now() + interval '5 seconds'),
      ('*', 'q', 'k', '{"n": 3}', null, null),
      ('*', 'q', 'other', '{"n": 4}', null, null)`);
  await applyFile(client, oneJobPerKey);
  expect(await jobsOf(client)).toEqual([
    { key: 'k', n: '1', lease, again: '3', isAgain: true },
    { key: null, n: '2', lease: otherLease, again: null, isAgain: false },
    { key: 'other', n: '4', lease: null, again: null, isAgain: false },
  ]);
  // A node of the previous release ends its jobs.
  await client.query(`delete from jobs where lease in ('${lease}', '${otherLease}')`);
  expect(await jobsOf(client)).toEqual([
    { key: 'k', n: '3', lease: null, again: null, isAgain: false },
    { key: 'other', n: '4', lease: null, again: null, isAgain: false },
  ]);
});

test('a node of the previous release adds, fails and revives jobs beside the new ones', async () => {
  const client = await openPreviousRelease();
  await applyFile(client, oneJobPerKey);
  const add = (n: number) =>
    client.query(`insert into jobs as j (tenant_id, queue, key, payload) values ('*', 'q', 'k', '{"n": ${n}}')
      on conflict (tenant_id, queue, key) where key is not null and lease is null and dead_at is null
        do update set due_at = least(j.due_at, excluded.due_at), payload = excluded.payload`);
  await add(1);
  await add(2);
  expect(await jobsOf(client)).toMatchObject([{ key: 'k', n: '2' }]);
  await client.query(`update jobs set lease = '${lease}', leased_until = now()`);
  await add(3);
  await client.query(`insert into jobs (tenant_id, queue, key, payload) values ('*', 'q', 'k', '{"n": 4}')
    on conflict (tenant_id, queue, key) where key is not null and lease is null and dead_at is null do nothing`);
  const added = [
    { key: 'k', n: '2' },
    { key: null, n: '3' },
    { key: null, n: '4' },
  ];
  expect(await jobsOf(client)).toMatchObject(added);
  // A new node marks the running job, and an old one ends it as dead.
  await client.query(`update jobs set again_at = now(), again_payload = '{"n": 5}' where key = 'k'`);
  await client.query(`update jobs set lease = null, leased_until = null, dead_at = now() where key = 'k'`);
  expect(await jobsOf(client)).toMatchObject([...added.slice(1), { key: 'k', n: '5' }]);
  await client.query(`update jobs set lease = '${lease}', leased_until = now() where key = 'k' and dead_at is null`);
  await client.query('update jobs set dead_at = null where dead_at is not null');
  expect((await jobsOf(client)).map(({ key, n }) => [key, n])).toEqual([
    [null, '2'],
    [null, '3'],
    [null, '4'],
    ['k', '5'],
  ]);
});
