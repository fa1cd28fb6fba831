import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorsApi } from '@postern/contracts/cloud/operators';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { cloudApiIndicator, managementApiIndicator } from '@postern/contracts/wire';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { Client } from 'pg';
import { Agent, request } from 'undici';
import { runCli } from '../server/src/cli/run-cli.ts';
import { keySealer } from '../server/src/features/access/oidc/keys/seal-keys.ts';
import { openJson, sealJson } from '../server/src/platform/secrets/seal-column.ts';
import { createVault } from '../server/src/platform/secrets/vault.ts';
import { type Line, measure } from './measure.ts';
import { onDatabase } from './prepare.ts';
import { residentMegabytes } from './processes.ts';
import { type BenchServer, startServer } from './server.ts';
import { useUsernames } from './use-usernames.ts';

const tenantCount = 10_000;
const memberships = 500;
const coldTenants = 500;
/** Each is used again within the second in which its tokens are counted, as in a busy tenant. */
const warmTenants = 200;

const agent = new Agent({ connections: 16, pipelining: 1 });
export const idOf = (index: number) => `t${String(index).padStart(6, '0')}`;
export const machine = { id: `m${randomBytes(8).toString('hex')}`, secret: randomBytes(16).toString('hex') };

async function send(url: string, headers: Record<string, string>, body?: string): Promise<void> {
  const answer = await request(url, { method: body ? 'POST' : 'GET', headers, body, dispatcher: agent });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) {
    throw new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  }
}

/** A tenant as created by the CLI, with a machine application that may use its API. */
export async function createTemplate(server: BenchServer, client: Client): Promise<string> {
  let printed = '';
  const code = await runCli(['tenant', 'create', '--name', 'Template', '--json'], {
    environment: { ...process.env, DATA_DIR: server.dataDir, EDITION: 'cloud' },
    print: (line) => {
      printed += line;
    },
    complain: console.error,
  });
  if (code !== 0) {
    throw new Error('The first tenant could not be created.');
  }
  const { id } = JSON.parse(printed) as { id: string };
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
  await useTenant(server, id);
  return id;
}

/** The first request of a tenant creates its RSA key. */
async function useTenant({ endpoint }: BenchServer, id: string): Promise<void> {
  const { host, port } = new URL(endpoint.replace('*', id));
  await send(`http://127.0.0.1:${port}/oidc/jwks`, { host });
}

const vaultOf = ({ dataDir }: BenchServer) => createVault({ keys: [], isDatabaseEmbedded: true, dataDir });

type Key = { tenantId: string; id: string; value: Record<string, unknown> };

/** Copied keys are encrypted for the template: encrypts them for the tenants that have them now. */
async function sealKeys(server: BenchServer, client: Client, template: string): Promise<void> {
  const vault = vaultOf(server);
  const { rows } = await client.query<Key>('select tenant_id as "tenantId", id, value from oidc_keys');
  const plain = new Map(
    rows
      .filter(({ tenantId }) => tenantId === template)
      .map(({ id, value }) => [id, openJson(keySealer({ vault }, template)(id), value)]),
  );
  const copies = rows.flatMap(({ tenantId, id }) => {
    const value = tenantId === template ? undefined : plain.get(id);
    return value ? [{ tenantId, id, value: sealJson(keySealer({ vault }, tenantId)(id), value) }] : [];
  });
  await client.query(
    `update oidc_keys k set value = c.value::jsonb from unnest($1::text[], $2::text[], $3::text[]) c (tenant_id, id, value)
     where k.tenant_id = c.tenant_id and k.id = c.id`,
    [copies.map(({ tenantId }) => tenantId), copies.map(({ id }) => id), copies.map(({ value }) => value)],
  );
}

/** Copies the rows of the template for every other tenant, in the order of references; replaces the id everywhere. */
export async function copyTenants(
  server: BenchServer,
  client: Client,
  template: string,
  count = tenantCount,
): Promise<void> {
  const copied = [
    'oidc_keys',
    'sign_in_experiences',
    'resources',
    'scopes',
    'roles',
    'roles_scopes',
    'applications',
    'application_secrets',
    'applications_roles',
  ];
  const ids = `select 't' || lpad(n::text, 6, '0') as id, n from generate_series(0, ${count - 1}) n`;
  await client.query(`insert into tenants (id, name, tag, plan_id, region_name, created_at)
    select id, 'Tenant ' || n, case when n % 2 = 0 then 'production' else 'development' end,
      case when n % 2 = 0 then 'free' else 'dev' end, (array['EU','US','AU','JP'])[n % 4 + 1], now() - n * interval '1 minute'
    from (${ids}) ids`);
  for (const table of copied) {
    await client.query(
      `insert into ${table} select made.* from ${table} one cross join (${ids}) ids
       cross join lateral jsonb_populate_record(null::${table}, replace(to_jsonb(one)::text, $1, ids.id)::jsonb) made
       where one.tenant_id = $1`,
      [template],
    );
  }
  await sealKeys(server, client, template);
  await client.query(`insert into period_usage (tenant_id, period, active_users, tokens)
    select id, date_trunc('month', now() at time zone 'UTC')::date, n % 97, n % 4001 from (${ids}) ids`);
}

/** An owner for about every hundredth tenant, and an operator who is a member of many. */
async function insertPeople(client: Client): Promise<void> {
  await client.query("select set_config('app.tenant_id', 'admin', false)");
  await client.query(`insert into users (id, username, primary_email, name)
    select 'p' || lpad(n::text, 11, '0'), 'person' || n, 'person' || n || '@example.com', 'Person ' || n
    from generate_series(0, 9999) n`);
  await client.query(
    `insert into organizations (id, name) select 't-' || id, name from tenants on conflict do nothing`,
  );
  await client.query(`insert into organization_users (organization_id, user_id)
    select 't-t' || lpad(n::text, 6, '0'), 'p' || lpad(n::text, 11, '0') from generate_series(0, 9999) n
    union select 't-t' || lpad(n::text, 6, '0'), 'p00000000000' from generate_series(0, ${memberships - 2}) n
    union select 't-admin', 'p00000000000'`);
  await client.query(`insert into organization_users_roles (organization_id, user_id, organization_role_id)
    select organization_id, user_id, 'admin' from organization_users`);
  await client.query('vacuum analyze');
}

/** A token as the admin tenant would issue it. */
async function cloudToken(server: BenchServer, client: Client): Promise<string> {
  const { adminEndpoint } = server;
  const { rows } = await client.query(
    "select id, value from oidc_keys where tenant_id = 'admin' and kind = 'private' limit 1",
  );
  const [{ id, value }] = rows;
  const jwk: JWK & { alg: string } = openJson(keySealer({ vault: vaultOf(server) }, 'admin')(id), value);
  return new SignJWT({ client_id: 'admin-console', scope: '' })
    .setProtectedHeader({ alg: jwk.alg, kid: jwk.kid, typ: 'at+jwt' })
    .setIssuer(`${adminEndpoint}/oidc`)
    .setSubject('p00000000000')
    .setAudience(cloudApiIndicator)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importJWK(jwk, jwk.alg));
}

async function measureLists(server: BenchServer, token: string): Promise<Line[]> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = (name: string, address: (index: number) => string) =>
    measure(server, name, { count: 200, warmUp: 20, connections: 1 }, (index) =>
      send(`${server.adminEndpoint}${address(index)}`, headers),
    );
  const all = operatorsApi.list.path;
  return [
    await ask(`tenants: of a member of ${memberships}`, () => tenantsApi.list.path),
    await ask('operators: newest of 10,000', () => all),
    await ask('operators: search %text% over 10,000', (index) => `${all}?q=person${index * 31}%40`),
    await ask('operators: 10,000 by usage', () => `${all}?sort=-usage`),
    await ask('operators: one of 10,000', (index) => `${all}/${idOf(index * 7)}`),
  ];
}

/** A machine requests a token of the tenant. */
function tokenOf(server: BenchServer): (index: number) => Promise<void> {
  const { host, port } = new URL(server.endpoint.replace('*', 'x'));
  const domain = host.slice(1);
  const authorization = `Basic ${Buffer.from(`${machine.id}:${machine.secret}`).toString('base64')}`;
  return (index) => {
    const id = idOf(index);
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      resource: managementApiIndicator(id),
      scope: 'all',
    });
    const type = 'application/x-www-form-urlencoded';
    const headers = { host: `${id}${domain}`, authorization, 'content-type': type };
    return send(`http://127.0.0.1:${port}/oidc/token`, headers, String(body));
  };
}

async function measureTokens(server: BenchServer): Promise<Line[]> {
  const ask = tokenOf(server);
  const token = 'token: client_credentials, JWT';
  const one = await measure(server, `${token}, one warm tenant`, { count: 2000, floor: 'engine' }, () => ask(9999));
  const cold = await measure(
    server,
    `${token}, first of a cold tenant`,
    { count: coldTenants, warmUp: 0, connections: 1, budget: [50, 50] },
    (index) => ask(5000 + index),
  );
  const warm = await measure(
    server,
    `${token}, ${warmTenants} warm tenants in turn`,
    { count: 2000, warmUp: warmTenants, floor: 'engine' },
    (index) => ask(index % warmTenants),
  );
  return [one, cold, warm];
}

/** Ten thousand tenants in the cloud edition, on a separate server. */
export async function measureTenants(): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-'));
  const server = await startServer(dataDir, { EDITION: 'cloud' });
  try {
    const token = await onDatabase(server, async (client) => {
      const before = residentMegabytes(server.pid);
      const template = await createTemplate(server, client);
      await copyTenants(server, client, template);
      await insertPeople(client);
      console.log(
        `tenants: memory idle ${before.toFixed(0)} MB, with ${tenantCount} tenants ${residentMegabytes(server.pid).toFixed(0)} MB`,
      );
      return cloudToken(server, client);
    });
    const lines = [...(await measureLists(server, token)), ...(await measureTokens(server))];
    console.log(
      `tenants: memory with ${coldTenants + warmTenants} of them in use ${residentMegabytes(server.pid).toFixed(0)} MB`,
    );
    return lines;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
