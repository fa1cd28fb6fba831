import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rolesApi, userRolesApi } from '@postern/contracts/access/roles';
import type { BodyInputOf } from '@postern/contracts/endpoint';
import { exportColumns, userExportApi } from '@postern/contracts/people/user-export';
import { type User, usersApi } from '@postern/contracts/people/users';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvLine, escapeFormula, unescapeFormula } from '#platform/files/csv';
import { type ListeningApp, listeningApp } from '#testing/flows';
import { importer } from './testing.ts';

let app: ListeningApp;
let token: string;

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const create = async (body: BodyInputOf<typeof usersApi.create>) =>
  (await app.call(usersApi.create, { token, body })).body;

async function download(query: Record<string, string>, bearer = token, tenantId = 'default') {
  const { statusCode, payload, headers } = await (tenantId === 'admin' ? app.admin : app.core).inject({
    url: userExportApi.download.path,
    query,
    headers: { host: new URL(app.app.endpointOf(tenantId)).host, authorization: `Bearer ${bearer}` },
  });
  return { status: statusCode, body: payload, headers };
}

const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const rows = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });

/** Cells that a spreadsheet would run as formulas, and similar harmless ones. */
const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  `'=1`,
  `''@x`,
  '=HYPERLINK("http://evil.test","x")',
  'a=1',
  '"',
  `'`,
];

describe('attack: formulas in cells', () => {
  test.each(formulas)('%j is not a formula in the file and is imported unchanged', (text) => {
    const [[cell = ''] = []] = parse(csvLine([text]), { relax_quotes: true }) as string[][];
    expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
    expect(unescapeFormula(cell)).toBe(text);
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  });

  test('escapes the name of a user', async () => {
    await create({
      username: 'formula',
      name: '=cmd|/c calc',
      customData: { '=a': '=b' },
      profile: { nickname: '@x' },
    });
    const { body } = await download({ format: 'csv', 'search.username': 'formula' });
    expect(rows(body)).toMatchObject([{ name: `'=cmd|/c calc`, customData: '{"=a":"=b"}', 'profile.nickname': `'@x` }]);
  });
});

test('applies the filters of the list and the requested columns, and never includes a digest', async () => {
  await create({
    username: 'filter_one',
    primaryEmail: 'one@filter.org',
    password: 'a good phrase',
    avatar: 'https://x.org/a.png',
  });
  const two = await create({ username: 'filter_two', primaryEmail: 'two@filter.org' });
  await app.call(usersApi.setSuspended, { token, params: { userId: two.id }, body: { isSuspended: true } });
  const csv = await download({
    format: 'csv',
    search: '%@filter.org',
    columns: 'hasPassword,primaryEmail,isSuspended',
  });
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  });
  // In the order of the file, not of the request.
  expect(csv.body.startsWith('\ufeffprimaryEmail,hasPassword,isSuspended\r\n')).toBe(true);
  expect(rows(csv.body).sort((a, b) => (a.primaryEmail ?? '').localeCompare(b.primaryEmail ?? ''))).toEqual([
    { primaryEmail: 'one@filter.org', hasPassword: 'true', isSuspended: 'false' },
    { primaryEmail: 'two@filter.org', hasPassword: 'false', isSuspended: 'true' },
  ]);
  const suspended = await download({ format: 'ndjson', search: '%@filter.org', isSuspended: 'true' });
  expect(suspended.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(lines(suspended.body)).toMatchObject([
    { id: two.id, emailVerified: true, createdAt: expect.stringMatching(/Z$/) },
  ]);
  const everything = (await download({ format: 'ndjson' })).body + (await download({ format: 'csv' })).body;
  expect(everything).not.toMatch(/argon2|\$2b\$|password(?:Digest|_encrypted)/);
});

test('rejects invalid requests before sending any data', async () => {
  const status = async (query: Record<string, string>) => (await download(query)).status;
  expect(await status({})).toBe(400);
  expect(await status({ format: 'xlsx' })).toBe(400);
  expect(await status({ format: 'csv', columns: 'password' })).toBe(400);
  expect(await status({ format: 'csv', columns: 'id,__proto__' })).toBe(400);
  expect(await status({ format: 'csv', search: '(', mode: 'posix' })).not.toBe(200);
  expect(await status({ format: 'csv', mode: 'nothing', search: 'x' })).toBe(400);
});

test('restores the same users after export, deletion and import', async () => {
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'a; role', description: 'x', type: 'User' },
  });
  const full = await create({
    username: 'round_trip',
    primaryEmail: 'round@trip.org',
    primaryPhone: '491701234567',
    name: `=Ödön "the" name; with, all`,
    avatar: 'https://x.org/a.png',
    customData: { deep: { list: [1, 'zwei', null] }, text: 'line\nbreak' },
    profile: { givenName: '@Ö', birthdate: '2000-01-01', address: { country: 'DE', locality: "'-x" } },
  });
  await app.call(userRolesApi.assign, { token, params: { userId: full.id }, body: { roleIds: [role.id] } });
  const plain = await create({ username: 'trip_plain' });
  await app.call(usersApi.setSuspended, { token, params: { userId: plain.id }, body: { isSuspended: true } });
  await app.write('default', (db) =>
    db
      .updateTable('users')
      .set({
        identities: '{"google":{"userId":"77","details":{"a":1}}}',
        last_sign_in_at: new Date(1_600_000_000_123),
        email_verified_at: null,
      })
      .where('id', '=', full.id)
      .execute(),
  );
  const get = async ({ id }: User) => (await app.call(usersApi.get, { token, params: { userId: id } })).body;
  const before = [await get(full), await get(plain)];
  for (const format of ['csv', 'ndjson']) {
    const stable = exportColumns.filter((name) => name !== 'updatedAt').join(',');
    const { body } = await download({ format, 'search.username': '%trip%' });
    const { body: first } = await download({ format, 'search.username': '%trip%', columns: stable });
    for (const { id } of before) {
      await app.call(usersApi.remove, { token, params: { userId: id } });
    }
    const { findings, job } = await importer(app, token).run(body, { keepIds: true }, `users.${format}`);
    expect([format, findings, job.counts.created]).toEqual([format, [], 2]);
    const after = [await get(full), await get(plain)];
    expect(after.map(({ updatedAt: _, ...user }) => user)).toEqual(before.map(({ updatedAt: _, ...user }) => user));
    const { body: held } = await app.call(userRolesApi.list, { token, params: { userId: full.id } });
    expect(held.map(({ name }) => name)).toEqual(['a; role']);
    expect((await download({ format, 'search.username': '%trip%', columns: stable })).body).toBe(first);
  }
});

test('hides users of another tenant', async () => {
  const { body } = await download({ format: 'ndjson' }, await app.managementToken('admin'), 'admin');
  expect(lines(body).map(({ username }) => username)).not.toContain('formula');
});

/** Memory in use, without uncollected garbage. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('uses no more memory for a large export than for a small one, even with a slow reader', async () => {
  const count = 20_000;
  for (let from = 1; from <= count; from += 1000) {
    await app.write('default', (db) =>
      sql`insert into users (id, username, custom_data)
        select 'm' || lpad(n::text, 11, '0'), 'many_' || n, jsonb_build_object('text', repeat('y', 1500))
        from generate_series(${from}::int, ${from + 999}::int) n`.execute(db),
    );
    if (from === 1) {
      // As an import does: with the query plans of an empty table, this would take minutes.
      await app.app.tenancy.system((db) => sql`select refresh_user_statistics()`.execute(db));
    }
  }
  const before = heap();
  const response = await fetch(`${app.endpoint}/api/users/export?format=ndjson`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = response.body?.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  // Stop reading for a while: the server must pause instead of buffering everything.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  let peak = heap() - before;
  let looked = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes - looked > 4_000_000) {
      looked = bytes;
      peak = Math.max(peak, heap() - before);
    }
  }
  expect(bytes).toBeGreaterThan(count * 1500);
  // Both ends run in this process: allows a few pages of five hundred users, far less than the 30 MB that were sent.
  expect(peak).toBeLessThan(10_000_000);
});
