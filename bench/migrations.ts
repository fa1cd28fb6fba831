import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../server/src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../server/src/platform/migrations/migrate.ts';

const users = Number(process.env.BENCH_USERS ?? 1_000_000);
const organizations = Math.ceil(users / 100);

/** Rows of a large installation of release 0.1.0, by table. */
const rows = [
  `insert into tenants (id, name) values ('default', 'Default'), ('admin', 'Admin')`,
  `insert into users (id, username, primary_email, name, created_at)
   select 'u' || lpad(n::text, 11, '0'), 'user_' || n, 'person' || n || '@example.com', 'Person ' || n,
     now() - (n % 365) * interval '1 day' from generate_series(1, ${users}) n`,
  `insert into organizations (id, name) select 'o' || n, 'Organization ' || n from generate_series(1, ${organizations}) n`,
  `insert into organization_users (organization_id, user_id)
   select 'o' || (n % ${organizations} + 1), 'u' || lpad(n::text, 11, '0') from generate_series(1, ${users}) n`,
  `insert into oidc_models (model, id, payload, grant_id, uid, account_id, expires_at)
   select 'Session', 's' || n, '{"accountId": "x"}', 'g' || n, 'uid' || n, 'u' || lpad((n % ${users})::text, 11, '0'),
     now() + (n % 14) * interval '1 day' from generate_series(1, ${users}) n`,
  `insert into logs (id, key, payload, created_at)
   select 'l' || n, 'ExchangeTokenBy.RefreshToken', '{"result": "Success"}', now() - (n % 60) * interval '1 day'
   from generate_series(1, ${users}) n`,
  `insert into sentinel_activities (id, target_type, target_hash, action, action_result)
   select 'a' || n, 'User', 'h' || n, 'Password', 'Failed' from generate_series(1, ${Math.ceil(users / 10)}) n`,
  `insert into applications (id, name, secret, type, oidc_client_metadata)
   select 'app' || n, 'App ' || n, 'secret', 'SPA', '{}' from generate_series(1, 1000) n`,
  `insert into roles (id, name, description) select 'r' || n, 'Role ' || n, '' from generate_series(1, 1000) n`,
  `insert into users_roles (user_id, role_id)
   select 'u' || lpad(n::text, 11, '0'), 'r' || (n % 1000 + 1) from generate_series(1, ${users}) n`,
  `insert into outbox (id, name, subject_id) select gen_random_uuid(), 'User.Created', 'u' || n from generate_series(1, 1000) n`,
];

/** A short read and a short write of each table that requests use all the time. */
const work: Record<string, { read: string; write: string }> = {
  users: {
    read: `select id from users where id = 'u00000000001'`,
    write: `update users set last_sign_in_at = now() where id = 'u00000000001'`,
  },
  organizations: {
    read: `select id from organizations where id = 'o1'`,
    write: `update organizations set name = 'One' where id = 'o1'`,
  },
  organization_users: {
    read: `select user_id from organization_users where organization_id = 'o1' limit 1`,
    write: `update organization_users set created_at = now() where organization_id = 'o2' and user_id = 'u00000000001'`,
  },
  oidc_models: {
    read: `select id from oidc_models where model = 'Session' and id = 's1'`,
    write: `update oidc_models set expires_at = now() + interval '1 day' where model = 'Session' and id = 's1'`,
  },
  logs: {
    read: `select id from logs where created_at > now() - interval '1 minute' limit 1`,
    write: `insert into logs (id, key) values (gen_random_uuid(), 'PostSignIn')`,
  },
  sentinel_activities: {
    read: `select id from sentinel_activities where id = 'a1'`,
    write: `update sentinel_activities set action_result = 'Success' where id = 'a1'`,
  },
  applications: {
    read: `select id from applications where id = 'app1'`,
    write: `update applications set name = 'One' where id = 'app1'`,
  },
  roles: {
    read: `select id from roles where id = 'r1'`,
    write: `update roles set description = 'One' where id = 'r1'`,
  },
  users_roles: {
    read: `select role_id from users_roles where user_id = 'u00000000001'`,
    write: `insert into users_roles (user_id, role_id) values ('u00000000001', 'r9') on conflict do nothing`,
  },
  outbox: {
    read: `select id from outbox order by available_at limit 1`,
    write: `insert into outbox (id, name, subject_id) values (gen_random_uuid(), 'User.Created', 'u1')`,
  },
};

type Wait = { migration: string; table: string; kind: 'read' | 'write'; ms: number };

async function open(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...address, application_name: 'bench' });
  await client.connect();
  await client.query(`set app.tenant_id = 'default'`);
  return client;
}

/** Requests of a server of release 0.1.0 while the migrations run. Notes the longest time of each kind per migration. */
function startRequests(address: DatabaseAddress, current: () => string) {
  const longest = new Map<string, Wait>();
  let isStopped = false;
  async function repeat(table: string, kind: 'read' | 'write', text: string): Promise<void> {
    const client = await open(address);
    await client.query('set role postern_app');
    while (!isStopped) {
      const migration = current();
      const startedAt = performance.now();
      await client.query(text);
      const ms = performance.now() - startedAt;
      const key = `${migration} ${table} ${kind}`;
      if (ms > (longest.get(key)?.ms ?? 0)) {
        longest.set(key, { migration, table, kind, ms });
      }
      await sleep(10);
    }
    await client.end();
  }
  const running = Object.entries(work).flatMap(([table, { read, write }]) => [
    repeat(table, 'read', read),
    repeat(table, 'write', write),
  ]);
  return {
    async stop(): Promise<Wait[]> {
      isStopped = true;
      await Promise.all(running);
      return [...longest.values()];
    },
  };
}

/** Without triggers and secondary indexes, which are built afterwards: that takes a fraction of the time. */
async function fill(address: DatabaseAddress): Promise<void> {
  const client = await open(address);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     join pg_class c on c.oid = i.indrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     where not exists (select from pg_constraint where conindid = i.indexrelid)`,
  );
  await client.query(
    `set synchronous_commit = off; set session_replication_role = replica; set maintenance_work_mem = '512MB'`,
  );
  for (const { name } of indexes) {
    await client.query(`drop index ${name}`);
  }
  for (const text of rows) {
    await client.query(text);
  }
  for (const { definition } of indexes) {
    await client.query(definition);
  }
  await client.query(`insert into row_counts (kind, slot, n) values ('users', 0, ${users})`);
  await client.query('vacuum analyze');
  await client.end();
}

const print = (wait: Wait | undefined) =>
  wait === undefined ? '–' : `${wait.ms.toFixed(0)} ms (${wait.table}, ${wait.kind})`;

/** Applies every migration since release 0.1.0 to a large database under load, and prints how long requests waited. */
export async function measureMigrations(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { host, port, user, database } = postgres;
  const address = { host, port, user, database, ssl: false } as const;
  try {
    await migrate(address, () => undefined, { last: '0001_foundation.sql' });
    await fill(address);
    let current = 'none';
    const startedAt = new Map<string, number>();
    const requests = startRequests(address, () => current);
    await sleep(2000);
    await migrate(address, (name) => {
      current = name;
      startedAt.set(name, performance.now());
    });
    const end = performance.now();
    current = 'none afterwards';
    await sleep(1000);
    const waits = await requests.stop();
    const names = [...startedAt.keys()];
    const table = ['none', ...names, 'none afterwards'].map((name) => {
      const own = waits.filter(({ migration }) => migration === name).sort((a, b) => b.ms - a.ms);
      const next = startedAt.get(names[names.indexOf(name) + 1] ?? '') ?? end;
      const seconds = (next - (startedAt.get(name) ?? next)) / 1000;
      return {
        migration: name,
        seconds: Number(seconds.toFixed(1)),
        reader: print(own.find(({ kind }) => kind === 'read')),
        writer: print(own.find(({ kind }) => kind === 'write')),
        ms: own[0]?.ms ?? 0,
      };
    });
    console.log(
      `${users.toLocaleString('en')} users; migrations that took more than a second or made a statement wait for more than 100 ms:`,
    );
    console.table(table.filter(({ ms, seconds }) => ms > 100 || seconds > 1).map(({ ms: _, ...row }) => row));
    const worst = Math.max(...waits.filter(({ migration }) => !migration.startsWith('none')).map(({ ms }) => ms));
    console.log(`longest wait: ${worst.toFixed(0)} ms`);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
