import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOptions } from './platform/db/db.ts';
import { goByUsername, goEveryWay, prepareOpenPaths } from './testing/open-paths.ts';
import { growTables, judgeStatements, recordStatements } from './testing/plans.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

/** Enough rows that an index is used. */
const rowCount = 1000;

/** Tables that are read completely on purpose: few rows, edited by administrators, and cached. */
const settingsTables = [
  'actions',
  'account_centers',
  'authorization_details_types',
  'captcha_providers',
  'connectors',
  'console_settings',
  'custom_phrases',
  'custom_profile_fields',
  'dynamic_client_organization_resource_scopes',
  'dynamic_client_organization_scopes',
  'dynamic_client_resource_scopes',
  'dynamic_client_settings',
  'dynamic_client_user_scopes',
  'email_templates',
  'hooks',
  'jwt_customizers',
  'log_streams',
  'oidc_keys',
  'organization_roles',
  'organization_roles_resource_scopes',
  'organization_roles_scopes',
  'organization_scopes',
  'resources',
  'roles',
  'roles_scopes',
  'row_counts',
  'scopes',
  'sign_in_experiences',
  'sso_connectors',
  'sso_connector_idp_initiated_auth_configs',
  'sso_connector_keys',
  'sso_connector_spare_keys',
];

/** Queues that background jobs empty. */
const queues = ['outbox', 'tenant_deletions', 'user_jobs', 'usage_alert_mails', 'unwanted_subscriptions', 'jobs'];

async function listGrowingTables(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const all = rows.map(({ name }) => name);
  return ['tenants', ...all.filter((name) => !settingsTables.includes(name) && !queues.includes(name))];
}

/** Attack 41: requests without a login must cost the same in a small and in a large tenant. */
describe.each([
  { caseSensitive: 'true', settings: '', go: goEveryWay },
  { caseSensitive: 'false', settings: "set local app.fold_usernames = 'on'", go: goByUsername },
])('requests without a login, CASE_SENSITIVE_USERNAME=$caseSensitive', ({ caseSensitive, settings, go }) => {
  const recorder = recordStatements();
  let app: TestApp;
  let growing: string[];

  beforeAll(async () => {
    recorder.start();
    app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true', CASE_SENSITIVE_USERNAME: caseSensitive });
    const owner = new pg.Client(clientOptions(app.address, 'postern-test'));
    await owner.connect();
    growing = await listGrowingTables(owner);
    await growTables(owner, growing, rowCount);
    await owner.end();
    await go(await prepareOpenPaths(app, recorder));
  });
  afterAll(async () => {
    recorder.stop();
    await app.close();
  });

  test('run their statements as the application role, on growing tables', () => {
    const statements = recorder.statements();
    const texts = statements.map(({ text }) => text).join('\n');
    for (const table of ['users', 'oidc_models', 'sentinel_activities']) {
      expect(texts).toContain(table);
    }
    expect(statements.filter(({ role }) => role !== 'postern_app' && role !== 'postern_system')).toEqual([]);
  });

  test('cost the same for any number of users, tokens and applications', async () => {
    const complaints = await judgeStatements(app.address, recorder.statements(), {
      settings,
      isGrowing: (table) => growing.includes(table),
    });
    expect(complaints.join('\n')).toBe('');
  });
});

/**
 * An index with all columns of a key costs as much as the key in the planner's eyes where most groups have one row, such
 * as organizations with one member. In the one large group it then reads every row to find one.
 */
test('no index for a list can replace the key that finds one row of a group', async () => {
  const app = await testApp();
  const owner = new pg.Client(clientOptions(app.address, 'postern-test'));
  await owner.connect();
  const { rows } = await owner.query<{ index: string }>(
    `with indexes as (
        select i.indrelid, i.indexrelid, i.indisunique, i.indpred, array(
          select k.number from unnest(i.indkey) with ordinality k (number, place)
          where k.place <= i.indnkeyatts order by k.place) as columns
        from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace and not c.relispartition)
      select l.indexrelid::regclass::text as index from indexes l join indexes k using (indrelid)
      where k.indisunique and not l.indisunique and cardinality(k.columns) > 2 and l.columns @> k.columns
        and l.columns[1:2] = k.columns[1:2] and l.columns[3] <> k.columns[3] and l.indpred is null`,
  );
  await owner.end();
  await app.close();
  expect(rows.map(({ index }) => index)).toEqual([]);
});
