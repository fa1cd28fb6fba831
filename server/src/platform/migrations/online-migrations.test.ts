import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { clientOptions, type DatabaseAddress } from '#platform/db/db';
import { createEmptyDatabase } from '#platform/testing/databases';
import { migrate } from './migrate.ts';

async function emptyDatabase(): Promise<{ address: DatabaseAddress; client: pg.Client }> {
  const { address, drop } = await createEmptyDatabase(inject('postgres'));
  const client = new pg.Client(clientOptions(address, 'test'));
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return { address, client };
}

/** Everything that migrations create, a line each. Partitions have the definitions of their parent. */
const describeSchema = `
  with tables as (select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not relispartition and relname <> 'schema_migrations')
  select format('table %s %s %s %s %s', relname, relacl, reloptions, relrowsecurity, relforcerowsecurity) as line from tables
  union all
  select format('column %s %s. %s %s %s %s %s', t.relname, row_number() over (partition by t.oid order by a.attnum), a.attname,
    format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select format('index %s %s', pg_get_indexdef(i.indexrelid), i.indisvalid) from tables t join pg_index i on i.indrelid = t.oid
  union all
  select format('constraint %s %s %s %s', t.relname, c.conname, pg_get_constraintdef(c.oid), c.convalidated)
    from tables t join pg_constraint c on c.conrelid = t.oid
  union all
  select format('trigger %s', pg_get_triggerdef(g.oid)) from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  union all
  select format('policy %s %s', p.tablename, row_to_json(p)) from pg_policies p
    where p.schemaname = 'public' and exists (select from tables t where t.relname = p.tablename)
  union all
  select format('function %s %s %s', pg_get_functiondef(f.oid), f.proowner::regrole, f.proacl) from pg_proc f
    where f.pronamespace = 'public'::regnamespace and f.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')
  union all
  select format('sequence %s %s', relname, relacl) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
  order by 1`;

const linesOf = async (client: pg.Client) =>
  (await client.query<{ line: string }>(describeSchema)).rows.map(({ line }) => line);

/** A database of release 0.1.0 in use. */
const people = 2500;
const data = `
  insert into tenants (id, name) values ('one', 'One'), ('two', 'Two');
  set app.tenant_id = 'one';
  insert into users (id, username, last_sign_in_at) select 'u' || n, 'user' || n, now() from generate_series(1, ${people}) n;
  insert into users (tenant_id, id, username) values ('two', 'u1', 'other');
  insert into organizations (id, name) values ('o1', 'O');
  insert into organization_users (organization_id, user_id) select 'o1', 'u' || n from generate_series(1, 7) n;
  insert into applications (id, name, secret, type, oidc_client_metadata) values ('a', 'A', 's', 'SPA', '{}');
  insert into roles (id, name, description) values ('r', 'R', '');
  insert into users_roles (user_id, role_id) values ('u1', 'r');
  insert into applications_roles (application_id, role_id, role_type)
    select 'a', id, 'MachineToMachine' from roles where type = 'MachineToMachine';
  insert into sentinel_activities (id, target_type, target_hash, action, action_result) values ('s', 'User', 'h', 'P', 'Failed');
  insert into oidc_models (model, id, payload, grant_id, uid, account_id, expires_at)
    select 'Session', 's' || n, '{"n": 1}', 'g' || n, 'uid' || n, 'u' || n, now() + interval '1 day'
    from generate_series(1, ${people}) n;
  insert into logs (id, key, payload) values ('l', 'User.Created', '{"subjectId": "u1"}');
  insert into outbox (id, name, subject_id) values (gen_random_uuid(), 'User.Created', 'u1')`;

test('an upgrade that blocks no table for long has the same result as the migrations themselves', async () => {
  const [fresh, used] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(fresh.address);
  await migrate(used.address, () => undefined, { last: '0001_foundation.sql' });
  await used.client.query(data);
  await migrate(used.address, () => undefined, { largeBytes: 0 });
  expect(await linesOf(used.client)).toEqual(await linesOf(fresh.client));
  const { rows } = await used.client.query(`select
    (select count(*)::int from user_traits where last_sign_in_at is not null) as traits,
    (select count(*)::int from user_traits) as all_traits,
    (select sum(users)::int from daily_new_users where tenant_id = 'one') as new_users,
    (select count(*)::int from oidc_models where purge_hour > now() and payload = '{"n": 1}' and grant_id = 'g' || substr(id, 2)) as sessions,
    (select sum(n)::int from organization_counts where kind = 'organization_users') as members,
    (select sum(n)::int from row_counts where kind = 'organizations') as organizations,
    (select user_id from logs where id = 'l') as person,
    (select count(*)::int from schema_migrations where name like '%unfinished%') as unfinished`);
  expect(rows).toEqual([
    {
      traits: people,
      all_traits: people + 1,
      new_users: people,
      sessions: people,
      members: 7,
      organizations: 1,
      person: 'u1',
      unfinished: 0,
    },
  ]);
});

test('rows that an owner without a superuser could not see are completed', async () => {
  const { address, client } = await emptyDatabase();
  await migrate(address);
  await client.query(`insert into tenants (id, name) values ('one', 'One');
    insert into users (tenant_id, id, mfa_verifications) values ('one', 'u1', '[{"type": "Totp"}]'), ('one', 'u2', '[]');
    insert into logs (tenant_id, id, key, payload) values ('one', 'l', 'User.Created', '{"subjectId": "u1"}');
    insert into logs (tenant_id, id, key, payload, seq) values ('one', 'm', 'User.Created', '{"subjectId": "u1"}', 1);
    delete from user_traits where user_id = 'u1';
    delete from schema_migrations where name = '0091_rows_of_all_tenants.sql'`);
  await migrate(address);
  const { rows } = await client.query(`select user_id, has_mfa from user_traits order by 1`);
  expect(rows).toEqual([
    { user_id: 'u1', has_mfa: true },
    { user_id: 'u2', has_mfa: false },
  ]);
  expect((await client.query('select id, user_id from logs order by 1')).rows).toEqual([
    { id: 'l', user_id: 'u1' },
    { id: 'm', user_id: null },
  ]);
});
