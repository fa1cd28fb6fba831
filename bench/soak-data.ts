import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { Client } from 'pg';
import { onDatabase } from './prepare.ts';
import { startServer } from './server.ts';
import { copyTenants, createTemplate, machine } from './tenants.ts';

export const password = 'a long enough secret';
export const redirectUri = 'http://localhost:9/callback';

export type SoakData = {
  tenants: number;
  usersPerTenant: number;
  machine: { id: string; secret: string };
  /** The application in which people sign in. */
  webId: string;
};

const batch = 50_000;

/** Secondary indexes are built after the rows are there, which takes a fraction of the time. */
async function withoutIndexes(client: Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = any($1::regclass[]) and not indisunique
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) {
    await client.query(`drop index ${name}`);
  }
  await work();
  for (const { definition } of rows) {
    await client.query(definition);
  }
}

async function insertUsers(client: Client, { tenants, usersPerTenant }: SoakData): Promise<void> {
  const digest = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const tenantsPerBatch = Math.max(1, Math.floor(batch / usersPerTenant));
  for (let first = 0; first < tenants; first += tenantsPerBatch) {
    await client.query(
      `insert into users (tenant_id, id, username, primary_email, name, password_encrypted, password_encryption_method, created_at)
       select 't' || lpad(t::text, 6, '0'), 'u' || lpad(t::text, 6, '0') || lpad(n::text, 5, '0'), 'user_' || n,
         'person' || n || '@t' || t || '.example.com', 'Person ' || n, $1, 'Argon2id', now() - (n % 365) * interval '1 day'
       from generate_series($2::int, $3::int) t, generate_series(0, $4::int) n`,
      [digest, first, Math.min(first + tenantsPerBatch, tenants) - 1, usersPerTenant - 1],
    );
  }
}

async function fill(dataDir: string, data: SoakData): Promise<void> {
  const server = await startServer(dataDir, { EDITION: 'cloud' });
  try {
    await onDatabase(server, async (client) => {
      const template = await createTemplate(server, client);
      await client.query(
        `insert into applications (id, name, secret, type, oidc_client_metadata) values ($1, 'Web', '#internal:x', 'SPA', $2)`,
        [data.webId, JSON.stringify({ redirectUris: [redirectUri], postLogoutRedirectUris: [] })],
      );
      await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
      await copyTenants(server, client, template, data.tenants);
      // The copied usage counts active users. With it, the plans of some tenants would refuse sign-ins during the load.
      await client.query('update period_usage set active_users = 0');
      await withoutIndexes(client, ['users', 'user_traits'], () => insertUsers(client, data));
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    });
  } finally {
    await server.stop();
  }
}

/**
 * A folder with a copy of the prepared database. It is prepared once for each size and kept in BENCH_DATA, or in the
 * folder for temporary files.
 */
export async function prepareData(tenants: number, users: number): Promise<{ dataDir: string; data: SoakData }> {
  const root = join(process.env.BENCH_DATA ?? tmpdir(), `postern-soak-${tenants}-${users}`);
  const [seeded, description, dataDir] = [join(root, 'seeded'), join(root, 'seeded.json'), join(root, 'run')];
  if (!existsSync(description)) {
    await rm(root, { recursive: true, force: true });
    await mkdir(seeded, { recursive: true });
    const data: SoakData = {
      tenants,
      usersPerTenant: Math.ceil(users / tenants),
      machine,
      webId: `w${machine.id.slice(1)}`,
    };
    const startedAt = performance.now();
    await fill(seeded, data);
    await writeFile(description, JSON.stringify(data));
    console.log(
      `prepared ${tenants} tenants with ${users} users in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
  }
  await rm(dataDir, { recursive: true, force: true });
  execFileSync('cp', ['-a', '--reflink=auto', seeded, dataDir]);
  return { dataDir, data: JSON.parse(readFileSync(description, 'utf8')) as SoakData };
}
