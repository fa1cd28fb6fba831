import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { version } from '#platform/config/version';
import { clientOptions, type DatabaseAddress } from '#platform/db/db';
import { migrate } from '#platform/migrations/migrate';
import { releases } from '#platform/migrations/rollback';
import { createEmptyDatabase, databaseUrl } from '../platform/testing/databases.ts';
import { requireTarget } from './rollback.ts';
import { runCli } from './run-cli.ts';

const newKey = () => randomBytes(32).toString('base64');

async function connectTo(address: DatabaseAddress, name: string): Promise<pg.Client> {
  const client = new pg.Client(clientOptions(address, name));
  await client.connect();
  return client;
}

async function prepare() {
  const { address, drop } = await createEmptyDatabase(inject('postgres'));
  const client = await connectTo(address, 'test');
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  const key = newKey();
  const cli = async (line: string, kek = key) => {
    const output = { out: '', err: '' };
    const code = await runCli(line.split(' '), {
      environment: { DATABASE_URL: databaseUrl(address), SECRET_VAULT_KEK: kek },
      print: (text) => {
        output.out += `${text}\n`;
      },
      complain: (text) => {
        output.err += `${text}\n`;
      },
    });
    return { code, ...output };
  };
  const one = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows[0] as T;
  return { address, client, cli, one };
}

const hasTrigger = `select exists (select from pg_trigger where tgname = 'wake') as woken,
  to_regclass('oidc_models__expiry') is not null as indexed,
  (select count(*)::int from schema_migrations where name like '% (rolled back)') as marks`;

test('the steps back are taken once, and taken back by the next upgrade', async () => {
  const { address, client, cli, one } = await prepare();
  await migrate(address, () => undefined, { last: '0001_foundation.sql' });
  await client.query(`insert into tenants (id, name) values ('admin', 'A'), ('default', 'D');
    insert into users (tenant_id, id, username, mfa_verifications) values ('default', 'u1', 'ada', '[{"type": "Totp"}]')`);
  expect((await cli('db rollback --to 0.1.0')).out).toBe('The database has no migrations after release 0.1.0.\n');
  await cli('db migrate');
  const upgraded = { woken: false, indexed: false, marks: 0 };
  expect(await one(hasTrigger)).toEqual(upgraded);
  const shown = await cli('db rollback --to 0.1.0');
  expect(shown.out).toContain('Back to release 0.1.0: ');
  expect(shown.out).toContain('  steps back of 0018_outbox_without_notify.sql\n');
  expect(shown.out).toContain('1 users have a second factor. Release 0.1.0 does not ask for it.');
  expect(shown.out).toContain('Nothing was changed.');
  expect(await one(hasTrigger)).toEqual(upgraded);
  await client.query(`update cookie_names set prefixed_from = now() - interval '9 days'`);
  const rolledBack = { woken: true, indexed: true, marks: 5 };
  expect(await cli('db rollback --apply --to 0.1.0')).toMatchObject({ code: 0, err: '' });
  expect(await one(hasTrigger)).toEqual(rolledBack);
  expect(await cli('db rollback --apply --to 0.1.0')).toMatchObject({ code: 0, err: '' });
  expect(await one(hasTrigger)).toEqual(rolledBack);
  await cli('db migrate');
  expect(await one(hasTrigger)).toEqual(upgraded);
  // Nodes of both releases run again, so cookies have plain names for another day.
  const waits = `select prefixed_from > now() + interval '23 hours' as waits from cookie_names`;
  expect(await one(waits)).toEqual({ waits: true });
  const known = releases.map((release) => release.version).join(', ');
  expect(await cli('db rollback --to 9.9.9')).toMatchObject({
    code: 1,
    err: `--to: there is no release 9.9.9. Releases: ${known}. For a version between releases, give the number of its last migration.\n`,
  });
});

test('encrypted secrets become readable for the previous release, or the command says why they cannot', async () => {
  const { address, cli, one } = await prepare();
  const made = await cli('app create-m2m --tenant default --name load --json');
  const { appSecret } = JSON.parse(made.out);
  const secretOf = `select value, (select count(*)::int from oidc_keys where value ? '$sealed') as keys,
    (select settings_from > now() + interval '23 hours' from vault_state) as waits
    from application_secrets where application_id in (select id from applications where name = 'load')`;
  const sealed = await one<{ value: string; keys: number }>(secretOf);
  expect(sealed).toMatchObject({ value: expect.stringMatching(/^v1\./), waits: false });
  expect(sealed.keys).toBeGreaterThan(0);

  const lost = await cli('db rollback --apply --to 0.1.0', newKey());
  expect(lost).toMatchObject({ code: 1, err: expect.stringContaining('open with none of the keys of the vault') });
  const node = await connectTo(address, 'postern-listen');
  expect(await cli('db rollback --apply --to 0.1.0')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Stop all nodes first'),
  });
  // A version between releases that reads encrypted secrets needs nothing.
  expect(await cli('db rollback --apply --to 0090')).toMatchObject({ code: 0, err: '' });
  expect(await one(secretOf)).toEqual(sealed);
  await node.end();
  // Without --to the command chooses the release before the one that runs it, and only shows what it would do.
  expect((await cli('db rollback')).out).toContain(`release ${releases.at(-2)?.version}`);
  expect(await one(secretOf)).toEqual(sealed);
  expect((await cli('db rollback --to 0.1.0')).out).toMatch(/\d+ encrypted secrets become plain text/);
  expect(await one(secretOf)).toEqual(sealed);

  await expect.poll(async () => (await cli('db rollback --apply --to 0.1.0')).err).toBe('');
  expect(await one(secretOf)).toEqual({ value: appSecret, keys: 0, waits: true });
});

test('without --to the command never chooses the release that runs it', async () => {
  await expect(requireTarget(undefined, '0.1.0')).rejects.toThrow(
    'There is no release before 0.1.0, which runs this command. Name the version to return to with --to.',
  );
  expect((await requireTarget(undefined, '0.2.0')).version).toBe('0.1.0');
  expect(releases.at(-1)?.version).toBe(version);
  expect(await requireTarget(undefined)).toBe(releases.at(-2));
});
