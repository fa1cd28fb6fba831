import pg from 'pg';
import { CliError } from '../command.ts';
import type { LogtoData } from './logto.ts';
import type { Misfit, SourceScope, SourceUser } from './model.ts';
import { type Item, item } from './read-fields.ts';

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const withApiNames = (row: Item): Item =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));

const usersPerPage = 500;

/** The permissions of a role as a list of objects; `relation` connects them. */
const scopesBy = (relation: string, column: string) => `(
  select coalesce(jsonb_agg(jsonb_build_object('indicator', r.indicator, 'name', s.name)), '[]') from ${relation} x
  join scopes s on s.id = x.scope_id join resources r on r.id = s.resource_id where x.${column} = t.id)`;

const queries = {
  applications: `select to_jsonb(t) as row,
      (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from application_secrets s where s.application_id = t.id) as secrets,
      (select coalesce(jsonb_agg(r.name), '[]') from applications_roles x join roles r on r.id = x.role_id
        where x.application_id = t.id) as roles
    from applications t where tenant_id = $1 order by id`,
  resources: `select to_jsonb(t) as row,
      (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from scopes s where s.resource_id = t.id) as scopes
    from resources t where tenant_id = $1 order by id`,
  roles: `select to_jsonb(t) as row, ${scopesBy('roles_scopes', 'role_id')} as scopes
    from roles t where tenant_id = $1 order by id`,
  organizationRoles: `select to_jsonb(t) as row,
      (select coalesce(jsonb_agg(s.name), '[]') from organization_role_scope_relations x
        join organization_scopes s on s.id = x.organization_scope_id where x.organization_role_id = t.id)
        as "organizationScopes",
      ${scopesBy('organization_role_resource_scope_relations', 'organization_role_id')} as scopes
    from organization_roles t where tenant_id = $1 order by id`,
  users: `select to_jsonb(t) as row,
      (select coalesce(jsonb_agg(r.name), '[]') from users_roles x join roles r on r.id = x.role_id
        where x.user_id = t.id) as roles,
      (select coalesce(jsonb_agg(jsonb_build_object('organization', m.organization_id, 'roles', (
          select coalesce(jsonb_agg(r.name), '[]') from organization_role_user_relations x
          join organization_roles r on r.id = x.organization_role_id
          where x.organization_id = m.organization_id and x.user_id = m.user_id))), '[]')
        from organization_user_relations m where m.user_id = t.id) as memberships
    from users t where tenant_id = $1 and id > $2 order by id limit ${usersPerPage}`,
};

const plain = (table: string) => `select to_jsonb(t) as row from ${table} t where tenant_id = $1 order by id`;

const countOf = (table: string, condition = 'true') =>
  `select count(*)::int as n from ${table} where tenant_id = $1 and ${condition}`;

/** What the import leaves out, with what to do about it. */
const leftOut: [kind: string, query: string, reason: string][] = [
  ['users', countOf('users', `mfa_verifications <> '[]'`), 'Second factors are not imported. Users set them up again.'],
  ['enterprise connectors', countOf('sso_connectors'), 'Set up enterprise SSO again.'],
  ['webhooks', countOf('hooks'), 'Create them in the console. They get new signing keys.'],
];

type Rows = Record<string, unknown>[];

/** Reads the database of Logto in one snapshot, so that both passes over the users see the same ones. */
export async function withLogtoDatabase(
  url: string,
  tenantId: string,
  work: (data: LogtoData) => Promise<void>,
): Promise<void> {
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CliError('--database must be an address such as postgres://user:password@host:5432/logto.');
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  // A lost connection also fails the query that runs, which reports it.
  client.on('error', () => undefined);
  const explain = (error: unknown): never => {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    // The message never contains the address, which has a password.
    throw new CliError(
      code === '42P01' || code === '42703'
        ? `--database is not a database of Logto: ${message}.`
        : `--database cannot be used: ${message || code}.`,
    );
  };
  const query = async (text: string, ...values: unknown[]): Promise<Rows> =>
    (await client.query(text, [tenantId, ...values]).catch(explain)).rows;
  await client.connect().catch(explain);
  try {
    await client.query('begin transaction isolation level repeatable read read only').catch(explain);
    await work(await readTables(query, tenantId));
  } finally {
    await client.end();
  }
}

type Query = (text: string, ...values: unknown[]) => Promise<Rows>;

async function readTables(query: Query, tenantId: string): Promise<LogtoData> {
  const [tenant] = await query('select id from tenants where id = $1');
  if (!tenant) {
    throw new CliError(`--source-tenant: the database contains no tenant ${tenantId}.`);
  }
  // The queries select exactly these columns.
  const read = async <Row extends { row: Item }>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await query(text, ...values)).map((one) => ({ ...one, row: withApiNames(item(one.row)) }) as unknown as Row);
  const rowsOf = async (table: string) => (await read(plain(table))).map(({ row }) => row);
  const misfits: Misfit[] = [];
  for (const [kind, text, reason] of leftOut) {
    const [{ n } = { n: 0 }] = await query(text);
    if (Number(n) > 0) {
      misfits.push({ kind, name: `(${n})`, reason });
    }
  }
  const applications = await read<{ row: Item; secrets: Item[]; roles: string[] }>(queries.applications);
  const [experience] = await rowsOf('sign_in_experiences');
  return {
    applications: applications.map((one) => ({ ...one, secrets: one.secrets.map(withApiNames) })),
    resources: await read<{ row: Item; scopes: Item[] }>(queries.resources),
    roles: await read<{ row: Item; scopes: SourceScope[] }>(queries.roles),
    organizationScopes: await rowsOf('organization_scopes'),
    organizationRoles: await read<{ row: Item; organizationScopes: string[]; scopes: SourceScope[] }>(
      queries.organizationRoles,
    ),
    organizations: await rowsOf('organizations'),
    connectors: await rowsOf('connectors'),
    experience,
    misfits,
    async *users() {
      let after = '';
      for (;;) {
        const page = await read<{ row: Item; roles: string[]; memberships: SourceUser['memberships'] }>(
          queries.users,
          after,
        );
        yield* page;
        const last = page.at(-1);
        if (!last) {
          return;
        }
        after = String(last.row.id);
      }
    },
  };
}
