import { applicationsApi } from '@postern/contracts/access/applications';
import { operatorsApi } from '@postern/contracts/cloud/operators';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import { decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { clientOptions } from '#platform/db/db';
import { callCli as call } from '#testing/cli';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { consolePerson, trailOf } from '#testing/members';
import { killLeftovers, spawnCli } from '#testing/processes';
import { regionDatabase } from '#testing/regions';
import { type TestApp, testApp } from '#testing/test-app';
import { createEmptyDatabase, databaseUrl } from '../platform/testing/databases.ts';

afterAll(killLeftovers);

type Environment = Record<string, string>;

describe('errors', () => {
  const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };

  test.each([
    [
      'nonsense',
      'There is no command nonsense. Available commands: db, admin, app, tenant, plan, books, import, operator, keys, jobs, audit, vault, doctor.',
    ],
    ['tenant nonsense', 'There is no command tenant nonsense. Available commands: tenant create, tenant list,'],
    ['tenant create', '--name is missing. Usage: tenant create --name N'],
    ['tenant create --name', "Option '--name <value>' argument missing."],
    ['tenant create --name x --nonsense', "Unknown option '--nonsense'."],
    ['tenant create --name x --tag staging', '--tag: '],
    ['db backup', '<file> is missing. Usage: db backup <file>'],
    ['db backup a b', 'b is one argument too many.'],
    ['admin create --username 1x --password y', '--username can contain only'],
    ['admin create --username root', '--password is missing.'],
    ['tenant suspend admin', '--reason is missing. Usage: tenant suspend <id> --reason TEXT'],
    ['tenant list --status asleep', '--status must be active, suspended or overdue.'],
    ['tenant plan x', '<plan> is missing. Usage: tenant plan <id> <plan> [--quota JSON] [--apply]'],
    ['tenant plan x enterprise-x --quota {', '--quota is not valid JSON.'],
    ['jobs list --state asleep', '--state is dead, running or waiting.'],
    ['jobs retry 1', '1 is not a job ID.'],
    ['tenant list', 'DATABASE_URL: 127.0.0.1:1/none cannot be used: '],
  ])('%s prints one line and exits with code 1', async (words, message) => {
    const { code, out, err } = await call(words.split(' '), nowhere);
    expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(err.startsWith(message), err).toBe(true);
  });

  test('--help prints the usage without accessing a database', async () => {
    expect(await call(['--help'], nowhere)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('db restore <file>'),
    });
    expect((await call(['db', 'backup', '--help'], nowhere)).out).toContain('contains secrets');
  });
});

describe('with a running server', () => {
  let app: ListeningApp;
  let environment: Environment;
  const cli = (words: string, more: Environment = {}) => call(words.split(' '), { ...environment, ...more });
  const root = { username: 'root', password: 'a-quite-long-secret' };

  beforeAll(async () => {
    app = await listeningApp();
    environment = {
      DATABASE_URL: databaseUrl(app.address),
      ENDPOINT: app.endpoint,
      ADMIN_ENDPOINT: app.adminEndpoint,
    };
  });
  afterAll(() => app.close());

  const signIn = (person: typeof root) =>
    authorize({
      issuer: `${app.adminEndpoint}/oidc`,
      clientId: 'admin-console',
      redirectUri: `${app.adminEndpoint}/console/callback`,
      person,
      scope: 'openid offline_access all',
      resource: [managementApiIndicator('default')],
    });
  const signInMode = async () => (await app.call(wellKnownApi.signInExperience, { tenantId: 'admin' })).body.signInMode;

  test('admin create creates an administrator and closes registration on the server', async () => {
    expect(await signInMode()).toBe('Register');
    const made = await cli('admin create --username root', { POSTERN_ADMIN_PASSWORD: root.password });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain(app.adminEndpoint);
    expect(made.out).not.toContain(root.password);
    await expect.poll(signInMode, { timeout: 1000 }).toBe('SignIn');
    const { config, tokens } = await signIn(root);
    const management = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      resource: managementApiIndicator('default'),
    });
    expect((await app.call(usersApi.list, { token: management.access_token })).status).toBe(200);
    expect(await cli('admin create --username root --password x')).toMatchObject({
      code: 1,
      err: 'This username is taken.\n',
    });
    expect(await cli('admin create --username second --password another-long-secret')).toMatchObject({ code: 0 });
    expect((await signIn({ username: 'second', password: 'another-long-secret' })).tokens.access_token).toBeTruthy();
    await app.worker.drain();
    const entries = await app.read('default', (db) =>
      db.selectFrom('logs').select('payload').where('key', '=', 'Administrator.Created').execute(),
    );
    expect(entries).toHaveLength(2);
    expect(entries[0]?.payload).toMatchObject({ role: 'admin' });
  });

  test('admin reset sets a new password and ends sessions', async () => {
    const { config, tokens } = await signIn(root);
    const { code, out } = await cli('admin reset --username root');
    expect(code).toBe(0);
    const password = /shown only once: (\w{32})$/m.exec(out)?.[1] ?? '';
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(signIn(root)).rejects.toMatchObject({ body: { code: 'session.invalid_credentials' } });
    expect((await signIn({ ...root, password })).tokens.access_token).toBeTruthy();
    const given = await cli('admin reset --username root --password a-third-long-secret');
    expect([given.code, given.out.includes('a-third')]).toEqual([0, false]);
    expect(await cli('admin reset --username nobody')).toMatchObject({
      code: 1,
      err: 'There is no administrator nobody.\n',
    });
  });

  test('app create-m2m prints the credentials for the management API', async () => {
    const { code, out } = await cli('app create-m2m --tenant default --name Bench --json');
    expect(code).toBe(0);
    const made = JSON.parse(out);
    expect(made).toEqual({
      endpoint: app.endpoint,
      tokenEndpoint: `${app.endpoint}/oidc/token`,
      resource: 'https://default.logto.app/api',
      appId: expect.stringMatching(/^[\da-z]{21}$/),
      appSecret: expect.stringMatching(/^\w{32}$/),
    });
    const response = await fetch(made.tokenEndpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${made.appId}:${made.appSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: made.resource, scope: 'all' }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const { body } = await app.call(applicationsApi.get, { token, params: { id: made.appId } });
    expect(body).toMatchObject({ name: 'Bench', type: 'MachineToMachine', isAdmin: true });
    expect(await cli('app create-m2m --tenant nowhere --name x')).toMatchObject({
      code: 1,
      err: 'There is no tenant nowhere.\n',
    });
  });

  describe('keys rotate', () => {
    const kids = async () => {
      const { keys } = (await (await fetch(`${app.endpoint}/oidc/jwks`)).json()) as { keys: { kid: string }[] };
      return keys.map(({ kid }) => kid);
    };
    const signer = async () => decodeProtectedHeader(await app.managementToken()).kid;

    test('publishes the new key, which signs later', async () => {
      const [first] = await kids();
      const { code, out } = await cli('keys rotate --tenant default');
      expect([code, /from \d{4}-\d\d-\d\dT.+ on$/m.test(out)]).toEqual([0, true]);
      // Each key has a companion of the other algorithm.
      await expect.poll(kids, { timeout: 1000 }).toHaveLength(4);
      expect(await signer()).toBe(first);
    });

    test('--now: the new key signs, the previous key verifies, the third is removed', async () => {
      const before = await app.managementToken();
      const { kid: first } = decodeProtectedHeader(before);
      expect((await cli('keys rotate --tenant default --now')).code).toBe(0);
      await expect.poll(signer, { timeout: 1000 }).not.toBe(first);
      expect((await app.call(usersApi.list, { token: before })).status).toBe(200);
      expect((await cli('keys rotate --tenant default --now --algorithm rsa')).code).toBe(0);
      await expect.poll(kids, { timeout: 1000 }).not.toContain(first);
      expect(await kids()).toHaveLength(4);
      expect(decodeProtectedHeader(await app.managementToken()).alg).toBe('RS256');
      expect((await app.call(usersApi.list, { token: before })).status).toBe(401);
    });

    test('rejects an unknown algorithm', async () => {
      expect(await cli('keys rotate --tenant default --algorithm dsa')).toMatchObject({
        code: 1,
        err: '--algorithm must be one of EC, RSA, not dsa.\n',
      });
    });
  });

  test('tenant suspend and resume take effect on the server', async () => {
    const token = await app.managementToken();
    const status = async () => (await app.call(usersApi.list, { token })).status;
    expect((await cli('tenant suspend default --reason Spam')).code).toBe(0);
    await expect.poll(status, { timeout: 1000 }).toBe(403);
    expect((await cli('tenant show default')).out).toMatch(/^state +suspended$/m);
    expect((await cli('tenant resume default')).code).toBe(0);
    await expect.poll(status, { timeout: 1000 }).toBe(200);
    expect(await cli('tenant suspend nowhere --reason x')).toMatchObject({
      code: 1,
      err: 'There is no tenant nowhere.\n',
    });
    expect(await cli('tenant suspend admin --reason x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('admin tenant'),
    });
  });

  test('the open-source edition has one tenant', async () => {
    expect(await cli('tenant create --name x')).toMatchObject({ code: 1, err: expect.stringContaining('one tenant') });
    expect(JSON.parse((await cli('tenant list --json')).out)).toMatchObject([{ id: 'admin' }, { id: 'default' }]);
  });

  test('a separate process has an exit code, one line on stderr and clean JSON on stdout', async () => {
    const [wrong, unreachable, right] = await Promise.all([
      spawnCli(['tenant', 'nonsense'], environment),
      spawnCli(['tenant', 'list'], { DATABASE_URL: 'postgres://someone:canary@127.0.0.1:1/none' }),
      spawnCli(['tenant', 'list', '--json'], environment),
    ]);
    expect([wrong.code, wrong.out, wrong.err.split('\n')]).toEqual([1, '', [expect.stringContaining('nonsense'), '']]);
    expect([unreachable.code, unreachable.out, unreachable.err.split('\n')]).toEqual([
      1,
      '',
      [expect.stringMatching(/^DATABASE_URL: 127\.0\.0\.1:1\/none cannot be used: /), ''],
    ]);
    expect(unreachable.err).not.toContain('canary');
    expect([right.code, JSON.parse(right.out)]).toMatchObject([0, [{ id: 'admin' }, { id: 'default' }]]);
  });
});

describe('in the cloud edition', () => {
  let app: TestApp;
  const environmentOf = () => ({ DATABASE_URL: databaseUrl(app.address), ENDPOINT: 'http://*.core.test' });
  beforeAll(async () => {
    app = await testApp({ EDITION: 'cloud' });
  });
  afterAll(() => app.close());

  test('appoints and dismisses operators; lists, shows and suspends tenants and changes their plan', async () => {
    const cli = (...words: string[]) => call(words, environmentOf());
    const person = await consolePerson(app, 'olga');
    const id = await person.createTenant('Acme Rockets');
    expect((await cli('operator', 'add', 'olga')).out).toBe('olga is now an operator.\n');
    expect((await cli('operator', 'add', person.email)).out).toBe('olga was already an operator.\n');
    expect(JSON.parse((await cli('operator', 'list', '--json')).out)).toMatchObject([{ id: person.id }]);
    expect((await app.call(operatorsApi.list, { token: person.cloud })).status).toBe(200);
    const found = async (...words: string[]) => JSON.parse((await cli('tenant', 'list', '--json', ...words)).out);
    expect(await found('--search', 'OLGA@', '--plan', 'dev', '--status', 'active')).toMatchObject([{ id }]);
    expect(await found('--search', 'rockets', '--status', 'suspended')).toEqual([]);
    await cli('tenant', 'suspend', id, '--reason', 'Sends spam');
    expect(await found('--status', 'suspended')).toMatchObject([{ id, state: 'suspended' }]);
    expect((await cli('tenant', 'show', id)).out).toMatch(/operator +Sends spam$/m);
    await cli('tenant', 'resume', id);
    const quota = '{"mauLimit":5}';
    expect(await cli('tenant', 'plan', id, 'free', '--quota', quota)).toMatchObject({ code: 1 });
    await cli('plan', 'create', 'enterprise-acme');
    expect((await cli('tenant', 'plan', id, 'enterprise-acme', '--quota', quota, '--apply')).code).toBe(0);
    expect(JSON.parse((await cli('tenant', 'show', id, '--json')).out)).toMatchObject({
      planId: 'enterprise-acme',
      agreedQuota: { mauLimit: 5 },
      members: [{ primaryEmail: person.email }],
    });
    const [reported] = await trailOf(app, 'Tenant.Plan.Updated', id);
    expect(reported).toMatchObject({ actor: { type: 'administrator', id: 'operator' }, userAgent: 'postern cli' });
    expect((await cli('operator', 'remove', 'olga')).out).toBe('olga is no longer an operator.\n');
    expect((await app.call(operatorsApi.list, { token: person.cloud })).status).toBe(404);
    expect((await cli('operator', 'remove', 'olga')).err).toBe('There is no such user or operator: olga.\n');
  });

  test('tenant plan shows the plan before it sets it, and takes only plans that exist', async () => {
    const cli = (...words: string[]) => call(words, environmentOf());
    const id = await (await consolePerson(app, 'paul')).createTenant('Paula’s');
    const shown = async () => JSON.parse((await cli('tenant', 'show', id, '--json')).out);
    for (const mistyped of ['developmnt', 'pro-202590', 'enterprise-new', 'admin', 'oss', 'hook']) {
      const { code, err } = await cli('tenant', 'plan', id, mistyped, '--apply');
      expect([mistyped, code, err]).toEqual([
        mistyped,
        1,
        expect.stringContaining(`The plan ${mistyped} does not exist`),
      ]);
    }
    expect(await cli('tenant', 'plan', id, 'development', '--apply')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/plan +dev -> dev\ntag +development\nlimits +mauLimit 100, .*has the plan dev\.\n$/s),
    });
    expect(await shown()).toMatchObject({ planId: 'dev', tag: 'development' });
    const { out } = await cli('plan', 'create', 'enterprise-new', '--name', 'New Inc', '--quota', '{"mauLimit":7}');
    expect(out).toBe('Created plan enterprise-new. Limits: mauLimit 7.\n');
    expect((await cli('tenant', 'plan', id, 'enterprise-new')).out).toMatch(
      /plan +dev -> enterprise-new\ntag +development -> production, which cannot be undone\nlimits +mauLimit 7\nNothing was changed/,
    );
    expect(await shown()).toMatchObject({ planId: 'dev', tag: 'development' });
    await cli('tenant', 'plan', id, 'enterprise-new', '--apply');
    expect(await shown()).toMatchObject({ planId: 'enterprise-new', tag: 'production', quota: { mauLimit: 7 } });
    expect((await cli('tenant', 'plan', id, 'development', '--apply')).code).toBe(1);
    expect((await cli('plan', 'create', 'enterprise-new')).err).toBe('This already exists.\n');
    expect((await cli('plan', 'list')).out).toMatch(/^enterprise-new +agreed +1 +New Inc +mauLimit 7$/m);
  });

  test('tenant create creates a working tenant without EDITION being set', async () => {
    const environment = environmentOf();
    const words = ['tenant', 'create', '--name', 'Acme & Sons', '--tag', 'production', '--region', 'JP', '--json'];
    const made = JSON.parse((await call(words, environment)).out);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^[a-z][\da-z]{5,7}$/),
      name: 'Acme & Sons',
      tag: 'production',
      regionName: 'JP',
      planId: 'free',
      endpoint: `http://${made.id}.core.test`,
      resource: `https://${made.id}.logto.app/api`,
    });
    const token = await app.managementToken(made.id);
    expect((await app.call(usersApi.list, { token, tenantId: made.id })).status).toBe(200);
    const { out } = await call(['tenant', 'list'], environment);
    expect(out).toMatch(new RegExp(`^${made.id} +active +production +JP +free +0 +Acme & Sons$`, 'm'));
    const unknown = await call(['tenant', 'create', '--name', 'x', '--region', 'MOON'], environment);
    expect(unknown).toMatchObject({ code: 1, err: 'This region is not available. Choose another one.\n' });
  });

  test('tenant delete ends a tenant at once, tenant deletions shows the progress of the erasure', async () => {
    const environment = { DATABASE_URL: databaseUrl(app.address), ENDPOINT: 'http://*.core.test' };
    const { id } = JSON.parse((await call(['tenant', 'create', '--name', 'Gone', '--json'], environment)).out);
    const token = await app.managementToken(id);
    const status = async () => (await app.call(usersApi.list, { token, tenantId: id })).status;
    expect(await status()).toBe(200);
    expect(await call(['tenant', 'delete', id], environment)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Tenant ${id} is deleted.`),
    });
    await expect.poll(status, { timeout: 1000 }).toBe(404);
    const { out } = await call(['tenant', 'deletions'], environment);
    expect(out).toMatch(new RegExp(`^${id} +(waiting|erasing) +\\d+/(\\d+|\\?) +0 +\\S+Z +operator$`, 'm'));
    expect(JSON.parse((await call(['tenant', 'deletions', '--json'], environment)).out)).toMatchObject([
      { id, name: 'Gone', requestedBy: 'operator', finishedAt: null },
    ]);
    expect((await call(['tenant', 'list'], environment)).out).not.toContain(id);
    for (const [unknown, message] of [
      [id, 'Not found.'],
      ['admin', 'This is not possible for the admin tenant.'],
    ] as const) {
      expect(await call(['tenant', 'delete', unknown], environment)).toMatchObject({ code: 1, err: `${message}\n` });
    }
  });

  test('a command of the wrong edition changes nothing', async () => {
    const environment = { DATABASE_URL: databaseUrl(app.address), EDITION: 'oss' };
    expect(await call(['tenant', 'list'], environment)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cloud edition'),
    });
    expect(await app.app.tenants.find('default')).toBeUndefined();
  });
});

test('db preflight shows what an upgrade does, and changes nothing', async () => {
  const empty = await createEmptyDatabase(inject('postgres'));
  const migrated = await regionDatabase();
  onTestFinished(async () => void (await Promise.all([empty.drop(), migrated.drop()])));
  const preflight = (url = migrated.url) => call(['db', 'preflight'], { DATABASE_URL: url });
  expect((await preflight(databaseUrl(empty.address))).out).toMatch(
    /^Pending migrations: \d\d+\n {2}0001_foundation\.sql/,
  );
  expect(await preflight()).toEqual({ code: 0, out: 'No migrations are pending.\n', err: '' });

  const owner = new pg.Client(clientOptions({ connectionString: migrated.url }, 'test'));
  await owner.connect();
  onTestFinished(() => owner.end());
  // The state before the upgrade to the release with these migrations.
  await owner.query("delete from schema_migrations where name ~ '^00(86|90)'");
  const { code, out } = await preflight();
  expect(code).toBe(0);
  expect(out).toContain('Pending migrations: 2');
  expect(out).toContain('  0090_service_levels.sql: changes no existing table');
  expect(out).toMatch(/^0086_indexes_for_lists\.sql +organization_users +create index +writes +\d+ +\d+ MB$/m);
  const left = await owner.query("select from schema_migrations where name ~ '^00(86|90)'");
  expect(left.rowCount).toBe(0);

  await owner.query("insert into schema_migrations (name, checksum) values ('9999_future.sql', 'x')");
  expect((await preflight()).out).toContain('A newer release has migrated this database: 9999_future.sql.');
  await owner.query("update schema_migrations set checksum = 'x' where name like '0001%'");
  expect(await preflight()).toMatchObject({
    code: 1,
    err: expect.stringContaining('Files of applied migrations were changed: 0001_foundation.sql.'),
  });
});

test('an empty database is migrated, shown, and filled by the first command that needs tenants', async () => {
  const pooled = await createEmptyDatabase(inject('postgres'));
  const direct = await createEmptyDatabase(inject('postgres'));
  onTestFinished(async () => void (await Promise.all([pooled.drop(), direct.drop()])));
  const cli = (words: string) => call(words.split(' '), { DATABASE_URL: databaseUrl(direct.address) });
  expect((await cli('db status')).out).toMatch(/^0001_foundation\.sql +not applied$/m);
  // Commands use the direct address, because a pooler would keep the lock of a migration.
  const behindPooler = {
    DATABASE_URL: databaseUrl(pooled.address),
    DATABASE_DIRECT_URL: databaseUrl(direct.address),
    DATABASE_POOL_MODE: 'transaction',
  };
  expect((await call(['db', 'migrate'], behindPooler)).out).toContain('Applied 0001_foundation.sql');
  const { out } = await call(['db', 'status'], { DATABASE_URL: behindPooler.DATABASE_URL });
  expect(out).not.toContain('  applied');
  expect((await cli('db migrate')).out).toBe('The database is up to date.\n');
  expect((await cli('db status')).out).toMatch(/^0001_foundation\.sql +applied 20/m);
  expect((await cli('admin create --username root --password a-quite-long-secret')).code).toBe(0);
  expect(JSON.parse((await cli('tenant list --json')).out)).toHaveLength(2);
});

test('lists, retries and cancels jobs with a running server', async () => {
  const app = await testApp();
  onTestFinished(() => app.close());
  const environment = { DATABASE_URL: databaseUrl(app.address) };
  const { rows } = await app.app.tenancy.system((db) =>
    sql<{ id: string }>`insert into jobs (tenant_id, queue, attempts, dead_at, last_error)
      values ('*', 'nobody.runs-this', 10, now(), 'no such host') returning id`.execute(db),
  );
  const id = rows[0]?.id ?? '';
  const dead = await call(['jobs', 'list', '--state', 'dead'], environment);
  expect(dead.out).toMatch(new RegExp(`${id} +nobody\\.runs-this +dead +– +home +10 .*no such host`));
  expect((await call(['jobs', 'retry', id], environment)).code).toBe(0);
  const [waiting] = JSON.parse((await call(['jobs', 'list', '--state', 'waiting', '--json'], environment)).out);
  expect(waiting).toMatchObject({ id, state: 'waiting', attempts: 0, lastError: 'no such host' });
  // No server runs this queue, so a second call is needed.
  expect((await call(['jobs', 'cancel', id], environment)).code).toBe(0);
  expect((await call(['jobs', 'cancel', id], environment)).code).toBe(0);
  const gone = await call(['jobs', 'cancel', id], environment);
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining(`There is no job ${id}`)]);
  await app.worker.drain();
  const logs = await app.read('default', (db) =>
    db.selectFrom('logs').select(['key', 'payload']).where('key', 'like', 'BackgroundJob.%').execute(),
  );
  expect(logs.map(({ key }) => key).sort()).toEqual([
    'BackgroundJob.Canceled',
    'BackgroundJob.Canceled',
    'BackgroundJob.Retried',
  ]);
  expect(logs[0]?.payload).toMatchObject({
    actor: { type: 'administrator', id: 'operator' },
    queue: 'nobody.runs-this',
  });
});
