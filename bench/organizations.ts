import { randomBytes } from 'node:crypto';
import { basic, form, measureReads, send } from './calls.ts';
import { type Line, measure } from './measure.ts';
import { createMachine, insertUsers, onDatabase } from './prepare.ts';
import type { BenchServer } from './server.ts';
import { signInFlow } from './sign-in.ts';

const organizations = 100_000;
const members = 10_000;
const large = 'bench-o1';
const pageSize = 20;

/** A tenant with many organizations, one of them with many members; each member of it has a role. */
async function insertOrganizations(server: BenchServer): Promise<void> {
  await insertUsers(server, members);
  await onDatabase(server, async (client) => {
    await client.query(`insert into organizations (id, name, description, created_at)
      select 'bench-o' || n, 'Organization ' || md5(n::text), 'One of many', now() - n * interval '1 minute'
      from generate_series(1, ${organizations}) n`);
    await client.query(`insert into organization_roles (id, name, type)
      values ('bench-ur', 'bench member', 'User'), ('bench-mr', 'bench machine', 'MachineToMachine')`);
    await client.query(`insert into organization_scopes (id, name)
      select 'bench-os' || n, 'bench:' || n from generate_series(1, 20) n`);
    await client.query(`insert into organization_roles_scopes (organization_role_id, organization_scope_id)
      select r, 'bench-os' || n from unnest(array['bench-ur', 'bench-mr']) r, generate_series(1, 10) n`);
    await client.query(`insert into organization_users (organization_id, user_id, created_at)
      select '${large}', id, created_at from users where tenant_id = 'default' order by id limit ${members}`);
    // Every user is also a member of three small organizations.
    await client.query(`insert into organization_users (organization_id, user_id)
      select 'bench-o' || 2 + (row_number() over () * 3 + m) % ${organizations - 1}, id
      from (select id from users where tenant_id = 'default' order by id limit ${members}) u, generate_series(0, 2) m
      on conflict do nothing`);
    await client.query(`insert into organization_users_roles (organization_id, user_id, organization_role_id)
      select organization_id, user_id, 'bench-ur' from organization_users where tenant_id = 'default'`);
    await client.query(
      'vacuum analyze organizations, organization_users, organization_users_roles, organization_counts, row_counts',
    );
  });
}

async function measureMachine(server: BenchServer): Promise<Line> {
  const machine = await createMachine(server);
  await onDatabase(server, async (client) => {
    await client.query('insert into organization_applications (organization_id, application_id) values ($1, $2)', [
      large,
      machine.id,
    ]);
    await client.query(
      `insert into organization_applications_roles (organization_id, application_id, organization_role_id)
       values ($1, $2, 'bench-mr')`,
      [large, machine.id],
    );
  });
  const body = String(
    new URLSearchParams({ grant_type: 'client_credentials', organization_id: large, scope: 'bench:1 bench:2' }),
  );
  const headers = { ...form, authorization: basic(machine) };
  return measure(
    server,
    'token: client_credentials for an organization',
    { count: 3000, budget: [0.8, 0.1], floor: 'engine' },
    async () => {
      const { text } = await send(`${server.endpoint}/oidc/token`, { method: 'POST', headers, body });
      if (JSON.parse(text).scope !== 'bench:1 bench:2') {
        throw new Error(text);
      }
    },
  );
}

async function measureRefresh(server: BenchServer): Promise<Line> {
  const flow = await signInFlow(server, { organizationId: large });
  await onDatabase(server, async (client) => {
    await client.query(`insert into organization_users (organization_id, user_id)
      select '${large}', id from users where tenant_id = 'default' and username like 'bench\\_%' on conflict do nothing`);
    await client.query(`insert into organization_users_roles (organization_id, user_id, organization_role_id)
      select '${large}', id, 'bench-ur' from users where tenant_id = 'default' and username like 'bench\\_%' on conflict do nothing`);
  });
  for (let index = 0; index < 100; index += 1) {
    await flow.signIn(index);
  }
  return measure(
    server,
    'refresh_token for an organization',
    { count: 1500, warmUp: 150, budget: [1.6, 1.0] },
    flow.refresh,
  );
}

/** The cost must not depend on the number of organizations or members. */
export async function measureOrganizations(server: BenchServer): Promise<Line[]> {
  await insertOrganizations(server);
  const budget: Line['budget'] = [0.9, 1.0];
  const last = (total: number) => `page=${Math.ceil(total / pageSize)}&page_size=${pageSize}`;
  const first = `page=1&page_size=${pageSize}`;
  const list = '/api/organizations';
  const users = `${list}/${large}/users`;
  const rare = randomBytes(4).toString('hex');
  const reads = await measureReads(server, [
    { name: 'organizations: first page of 100,000', path: `${list}?${first}`, budget },
    { name: 'organizations: first page with members', path: `${list}?${first}&showFeatured=true`, budget },
    { name: 'organizations: last page of 100,000', path: `${list}?${last(organizations)}`, count: 300, budget },
    { name: 'organizations: middle of 100,000', path: `${list}?page=2500&page_size=${pageSize}`, count: 200 },
    { name: 'organizations: search, one of 100,000', path: `${list}?${first}&q=c4ca4238a0`, count: 300 },
    { name: 'organizations: search, none of 100,000', path: `${list}?${first}&q=${rare}`, count: 300 },
    { name: 'organizations: search "organization" (all)', path: `${list}?${first}&q=organization`, count: 50 },
    { name: 'members: first page of 10,000', path: `${users}?${first}`, budget },
    { name: 'members: last page of 10,000', path: `${users}?${last(members)}`, count: 300, budget },
    { name: 'members: search, one of 10,000', path: `${users}?${first}&q=person777@`, count: 300 },
    { name: 'members: search "person" (all)', path: `${users}?${first}&q=person`, count: 50 },
  ]);
  return [...reads, await measureMachine(server), await measureRefresh(server)];
}
