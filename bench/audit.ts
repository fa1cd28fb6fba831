import { Agent, request } from 'undici';
import { managementToken, measureReads } from './calls.ts';
import { type Line, measure } from './measure.ts';
import { onDatabase } from './prepare.ts';
import { cpuSeconds } from './processes.ts';
import type { BenchServer } from './server.ts';
import { signInFlow } from './sign-in.ts';

const entries = 1_000_000;
const agent = new Agent({ connections: 1 });

/** Two weeks of a busy tenant: sign-ins, tokens, changes and deliveries of webhooks. */
async function insertLogs(server: BenchServer): Promise<void> {
  await onDatabase(server, async (client) => {
    await client.query('set role postern_system');
    await client.query(`insert into logs (tenant_id, id, key, payload, created_at, user_id, application_id, organization_id)
      select 'default', 'log' || n, key, jsonb_build_object('key', key, 'result', 'Success', 'ip', '203.0.113.7',
          'userAgent', repeat('Mozilla/5.0 ', 8), 'userId', user_id, 'applicationId', application_id),
        now() - n * interval '1.2 seconds', user_id, application_id, case when n % 10 = 0 then 'org' || n % 1000 end
      from (select n, 'user' || n % 50000 as user_id, 'app' || n % 500 as application_id,
          case when n % 5000 = 0 then 'Interaction.ForgotPassword.Submit' when n % 20 < 12 then 'ExchangeTokenBy.RefreshToken'
            when n % 20 < 16 then 'Interaction.SignIn.Submit' when n % 20 < 18 then 'TriggerHook.User.Created'
            else 'User.Data.Updated' end as key
        from generate_series(1, ${entries}) n) given`);
    await client.query('reset role');
    await client.query('vacuum analyze logs');
  });
}

/** Streams a fifth of the log. The figures are per entry. */
async function measureExport(server: BenchServer, format: 'csv' | 'ndjson'): Promise<Line> {
  const authorization = `Bearer ${await managementToken(server)}`;
  const cpu = () => [cpuSeconds(server.pid).own, cpuSeconds(server.postgresPid).withChildren] as const;
  const before = cpu();
  const startedAt = performance.now();
  const { body, statusCode } = await request(
    `${server.endpoint}/api/logs/export?format=${format}&logKey=Interaction.SignIn.Submit`,
    {
      headers: { authorization },
      dispatcher: agent,
    },
  );
  if (statusCode !== 200) {
    throw new Error(`The export answered ${statusCode}.`);
  }
  let count = 0;
  for await (const part of body) {
    for (const byte of part as Buffer) {
      count += byte === 10 ? 1 : 0;
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const after = cpu();
  const each = (which: 0 | 1) => ((after[which] - before[which]) * 1000) / count;
  return {
    name: `audit: export as ${format}, entries`,
    requests: count,
    rps: count / seconds,
    serverCpuMs: each(0),
    postgresCpuMs: each(1),
    p50: 0,
    p95: 0,
    p99: 0,
    errors: 0,
  };
}

export async function measureAudit(server: BenchServer): Promise<Line[]> {
  await insertLogs(server);
  const budget: Line['budget'] = [0.9, 1.0];
  const first = '/api/logs?page=1&page_size=20';
  const day = Date.now() - 7 * 86_400_000;
  const reads = await measureReads(server, [
    { name: 'audit: first page of 1,000,000', path: first, budget },
    { name: 'audit: first page with changes', path: `${first}&includeChanges=true`, budget },
    { name: 'audit: by a common event', path: `${first}&logKey=Interaction.SignIn.Submit`, budget },
    { name: 'audit: by a rare event', path: `${first}&logKey=Interaction.ForgotPassword.Submit`, budget },
    { name: 'audit: by user', path: `${first}&userId=user17`, budget },
    { name: 'audit: by application', path: `${first}&applicationId=app17`, budget },
    { name: 'audit: by organization', path: `${first}&organizationId=org20`, budget },
    { name: 'audit: one hour of last week', path: `${first}&start_time=${day}&end_time=${day + 3_600_000}`, budget },
    { name: 'audit: until last week', path: `${first}&end_time=${day}`, budget },
    { name: 'audit: page 500', path: '/api/logs?page=500&page_size=20', count: 300, budget },
    { name: 'audit: page 25,000', path: '/api/logs?page=25000&page_size=20', count: 20, connections: 2 },
  ]);
  return [...reads, await measureExport(server, 'ndjson'), await measureExport(server, 'csv')];
}

/** The same sign-ins with the hash chain, and with functions in its place that compute nothing. */
export async function measureChain(server: BenchServer): Promise<Line[]> {
  const flow = await signInFlow(server);
  const signIns = (name: string) =>
    measure(server, name, { count: 300, connections: 4, warmUp: 30, hashes: 1 }, flow.signIn);
  const withChain = await signIns('sign-in with the hash chain');
  await onDatabase(server, async (client) => {
    await client.query(`create or replace function log_digest(tenant_id text, seq bigint, id text, key text, payload jsonb,
        created_at timestamptz, user_id text, application_id text, organization_id text, timeline text)
        returns text language sql stable as $$ select repeat('0', 64) $$`);
    await client.query(`create or replace function extend_log_chain(hash text, head text, digest text) returns text
      language sql immutable as $$ select repeat('0', 64) $$`);
  });
  return [withChain, await signIns('sign-in without the hash chain')];
}
