import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hash } from '@node-rs/argon2';
import { managementApiIndicator } from '@postern/contracts/wire';
import { Agent, request } from 'undici';
import { runCli } from '../server/src/cli/run-cli.ts';
import { basic, form } from './calls.ts';
import type { Flood, FloodReport } from './flood-process.ts';
import { type Line, measure } from './measure.ts';
import { onDatabase } from './prepare.ts';
import { residentMegabytes } from './processes.ts';
import { type BenchServer, startServer } from './server.ts';
import { useUsernames } from './use-usernames.ts';

const password = 'a long enough secret';
const people = 400;
const machine = { id: `m${randomBytes(8).toString('hex')}`, secret: randomBytes(16).toString('hex') };
const agent = new Agent({ connections: 4, pipelining: 1 });

type Tenant = { id: string; host: string; origin: string };

async function createTenant(server: BenchServer, name: string, digest: string): Promise<Tenant> {
  let printed = '';
  const code = await runCli(['tenant', 'create', '--name', name, '--json'], {
    environment: { ...process.env, DATA_DIR: server.dataDir, EDITION: 'cloud' },
    print: (line) => {
      printed += line;
    },
    complain: console.error,
  });
  if (code !== 0) {
    throw new Error('The tenant could not be created.');
  }
  const { id } = JSON.parse(printed) as { id: string };
  await onDatabase(server, async (client) => {
    await client.query("select set_config('app.tenant_id', $1, false)", [id]);
    await useUsernames(client);
    await client.query(
      `insert into applications (id, name, secret, type, oidc_client_metadata)
       values ($1, 'Bench', '#internal:x', 'MachineToMachine', '{"redirectUris":[],"postLogoutRedirectUris":[]}')`,
      [machine.id],
    );
    await client.query(
      "insert into application_secrets (application_id, application_type, name, value) values ($1, 'MachineToMachine', 'bench', $2)",
      [machine.id, machine.secret],
    );
    await client.query("insert into applications_roles (application_id, role_id) values ($1, 'admin-role')", [
      machine.id,
    ]);
    await client.query(
      `insert into users (id, username, password_encrypted, password_encryption_method)
       select 'bench' || lpad(n::text, 7, '0'), 'bench_' || n, $1, 'Argon2id' from generate_series(0, $2::int - 1) n`,
      [digest, people],
    );
  });
  const { port } = new URL(server.endpoint.replace('*', 'x'));
  return { id, host: `${id}.localhost:${port}`, origin: `http://127.0.0.1:${port}` };
}

type Call = { url: string; headers: Record<string, string>; body: string };

const tokenCall = ({ id, host, origin }: Tenant): Call => ({
  url: `${origin}/oidc/token`,
  headers: { host, ...form, authorization: basic(machine) },
  body: String(
    new URLSearchParams({ grant_type: 'client_credentials', resource: managementApiIndicator(id), scope: 'all' }),
  ),
});

async function send({ url, headers, body }: Call): Promise<string> {
  const answer = await request(url, { method: body ? 'POST' : 'GET', headers, body: body || null, dispatcher: agent });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) {
    throw new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  }
  return text;
}

/** Each verifies the password of another user: one hash. */
async function hashCalls(tenant: Tenant): Promise<Call[]> {
  const { access_token: token } = JSON.parse(await send(tokenCall(tenant)));
  return Array.from({ length: people }, (_, index) => ({
    url: `${tenant.origin}/api/users/bench${String(index).padStart(7, '0')}/password/verify`,
    headers: { host: tenant.host, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  }));
}

/** Runs the work while another process floods the server. */
async function during<T>(flood: Flood, work: () => Promise<T>): Promise<{ result: T; report: FloodReport }> {
  const child = fork(fileURLToPath(new URL('./flood-process.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  // Real floods come from other machines: this one gets only the time that the server leaves.
  if (child.pid) {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  }
  child.send(flood);
  await sleep(5000);
  const result = await work();
  const reported = once(child, 'message');
  child.send('stop');
  const [report] = (await reported) as [FloodReport];
  return { result, report };
}

/** A flood of one tenant, and what another tenant with two connections notices. */
export async function measureOverload(): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-'));
  const server = await startServer(dataDir, { EDITION: 'cloud' });
  try {
    const digest = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const flooding = await createTenant(server, 'Flooding', digest);
    const quiet = await createTenant(server, 'Quiet', digest);
    const keys = { url: `${quiet.origin}/oidc/jwks`, headers: { host: quiet.host }, body: '' };
    const work = [
      { name: 'tokens', count: 1000, own: [tokenCall(quiet)], flood: [tokenCall(flooding)] },
      { name: 'passwords', count: 300, own: await hashCalls(quiet), flood: await hashCalls(flooding) },
    ].filter(({ name }) => !process.env.BENCH_WORK || process.env.BENCH_WORK === name);
    const lines: Line[] = [];
    for (const { name, count, own, flood } of work) {
      const run = async (when: string) => {
        const one = (index: number) => own[index % own.length] as Call;
        const measureOwn = (connections: number) =>
          measure(
            server,
            `${name} of the quiet tenant, ${connections} at a time, ${when}`,
            { count, warmUp: 20, connections },
            async (index) => void (await send(one(index))),
          );
        lines.push(
          await measureOwn(1),
          await measureOwn(2),
          await measure(
            server,
            `keys of the quiet tenant, ${when}`,
            { count: 60, warmUp: 5, connections: 1 },
            async () => void (await send(keys)),
          ),
        );
      };
      await run('alone');
      const alone = lines.slice(-3, -1);
      for (const isPolite of [true, false]) {
        const kind = `flood of ${name}${isPolite ? '' : ' that ignores Retry-After'}`;
        const before = residentMegabytes(server.pid);
        const { report } = await during({ connections: 300, requests: flood, isPolite }, () => run(kind));
        const { statuses, refusedWithin } = report;
        console.log(
          `${kind}: answers ${JSON.stringify(statuses)}, 99 % of the refusals within ${refusedWithin.toFixed(0)} ms, memory ${before.toFixed(0)} → ${residentMegabytes(server.pid).toFixed(0)} MB`,
        );
        for (const [index, flooded] of lines.slice(-3, -1).entries()) {
          const times = (which: 'p50' | 'p95' | 'p99') => (flooded[which] / (alone[index]?.[which] ?? 1)).toFixed(1);
          console.log(
            `${flooded.name}: p99 ${flooded.p99.toFixed(0)} ms, ${times('p99')} times as long as alone; p95 ${times('p95')} times, p50 ${times('p50')} times`,
          );
        }
        await sleep(2000);
      }
    }
    return lines;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
