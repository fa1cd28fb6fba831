import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { asOwner, type RegionDatabase, regionDatabase, regionsText } from '#testing/regions';
import { type TestApp, testApp } from '#testing/test-app';
import { createEmptyDatabase, databaseUrl } from '../platform/testing/databases.ts';
import { runCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 120_000 });

let us: RegionDatabase;
let app: TestApp;

const regionsWith = (url: string) =>
  regionsText({ id: 'US', name: 'West US', country: 'US', databaseUrl: url, endpoint: 'http://*.us.core.test' });

beforeAll(async () => {
  us = await regionDatabase();
  app = await testApp({ EDITION: 'cloud', REGIONS: regionsWith(us.url) });
});
afterAll(async () => {
  await app.close();
  await us.drop();
});

async function cli(words: string, REGIONS = regionsWith(us.url)) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(words.split(' '), {
    environment: { DATABASE_URL: databaseUrl(app.address), ENDPOINT: 'http://*.core.test', REGIONS },
    print: (line) => out.push(line),
    complain: (line) => err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('creates a tenant in its region, and its machine application works there', async () => {
  const made = JSON.parse((await cli('tenant create --name Far --region US --json')).out);
  expect(made).toMatchObject({ regionName: 'US', endpoint: `http://${made.id}.us.core.test` });
  expect((await cli('tenant list')).out).toMatch(new RegExp(`^${made.id} .* US `, 'm'));
  const machine = JSON.parse((await cli(`app create-m2m --tenant ${made.id} --name M --json`)).out);
  expect(machine.tokenEndpoint).toBe(`http://${made.id}.us.core.test/oidc/token`);
  const { status, body } = await app.inject(app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: {
      host: `${made.id}.us.core.test`,
      authorization: `Basic ${Buffer.from(`${machine.appId}:${machine.appSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `grant_type=client_credentials&resource=${encodeURIComponent(machine.resource)}&scope=all`,
  });
  expect(status).toBe(200);
  const { access_token: token } = body as unknown as { access_token: string };
  expect((await app.call(usersApi.list, { token, tenantId: made.id })).status).toBe(200);
});

test('the database of a region has its own status and backup, which can be restored elsewhere', async () => {
  expect((await cli('db status --region US')).out).toMatch(/0016_regions\.sql +applied/);
  const file = join(await mkdtemp(join(tmpdir(), 'postern-backup-')), 'us.backup');
  expect((await cli(`db backup ${file} --region US`)).code).toBe(0);
  const fresh = await createEmptyDatabase(inject('postgres'));
  const there = regionsWith(databaseUrl(fresh.address));
  expect((await cli(`db restore ${file} --region US`, there)).code).toBe(0);
  const ids = 'select id from tenants order by id';
  expect(await asOwner(fresh.address, ids)).toEqual(await us.rows(ids));
  await fresh.drop();
});

test('reports a region that has no database or is unreachable in one line', async () => {
  expect(await cli('db status --region EU')).toMatchObject({
    code: 1,
    err: expect.stringContaining('REGIONS contains no database for EU.'),
  });
  const nowhere = regionsWith('postgres://127.0.0.1:1/none');
  const [far] = await us.rows<{ id: string }>('select id from tenants limit 1');
  const { code, err } = await cli(`app create-m2m --tenant ${far?.id} --name M`, nowhere);
  expect([code, err]).toEqual([1, expect.stringContaining('The region West US cannot be reached')]);
  expect(await cli(`app create-m2m --tenant ${far?.id} --name M`, regionsText())).toMatchObject({
    code: 1,
    err: expect.stringContaining('is in the region us, but REGIONS contains no database for it'),
  });
});
