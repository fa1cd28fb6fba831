import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openMigratedDatabase } from './testing/migrated-database.ts';

const file = new URL('../../migrations/0038_jobs.sql', import.meta.url);

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
  await client.query('begin');
  await client.query(await readFile(file, 'utf8'));
  await client.query('commit');
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
