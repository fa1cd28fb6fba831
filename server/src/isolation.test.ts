import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listTenantTables } from './features/cloud/tenants/erase.store.ts';
import { clientOptions } from './platform/db/db.ts';
import { registeredEndpoints } from './platform/http/route.ts';
import { anyMark, fillEveryTable, mark, sampleBody } from './testing/junk.ts';
import { type ConsolePerson, consolePerson } from './testing/members.ts';
import { type Answer, type TestApp, testApp } from './testing/test-app.ts';

/**
 * Fifty tenants. One of them calls every endpoint; the others have a row in every table, with marks in every text and
 * as every id. Generated from the contracts and the database catalog, so that no new endpoint or table can be missed.
 */
const others = 49;
let app: TestApp;
let owner: pg.Client;
let person: ConsolePerson;
let tenantId: string;
let token: string;
let junkIds: string[];
let tables: string[];
let own: Record<string, string>;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  // Its jobs would fail on the junk data.
  await app.worker.stop();
  owner = new pg.Client(clientOptions(app.address, 'test'));
  await owner.connect();
  person = await consolePerson(app, 'person');
  const other = await consolePerson(app, 'other');
  tenantId = await person.createTenant('Mine');
  junkIds = [];
  for (let number = 0; number < others; number += 1) {
    junkIds.push(await other.createTenant(`Other ${mark(number)}`));
  }
  token = await app.managementToken(tenantId);
  own = await fillMine();
  tables = (await app.app.tenancy.system(listTenantTables)).map(({ name }) => name);
  await fillEveryTable(owner, tables, junkIds);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** Creates own entities in the lists, so that an empty response does not count as a pass. */
async function fillMine(): Promise<Record<string, string>> {
  const by = { token, tenantId };
  const { body: user } = await app.call(usersApi.create, {
    ...by,
    body: { username: 'mine', password: 'x'.repeat(20) },
  });
  const application = { name: 'mine', type: 'Traditional' as const };
  const { body: created } = await app.call(applicationsApi.create, { ...by, body: application });
  const { body: role } = await app.call(rolesApi.create, { ...by, body: { name: 'mine', description: 'mine' } });
  const resource = { name: 'mine', indicator: 'https://mine.example' };
  const { body: api } = await app.call(resourcesApi.create, { ...by, body: resource });
  return { users: user.id, applications: created.id, roles: role.id, resources: api.id };
}

const endpoints = (...kinds: AnyEndpoint['auth']['kind'][]) =>
  registeredEndpoints(app.app).filter(({ auth }) => kinds.includes(auth.kind));
/** An event stream only ends with its connection; the slices live and changes test theirs. */
const ends = ({ file }: AnyEndpoint) => !file?.includes('text/event-stream');
const label = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const hasParams = ({ path }: AnyEndpoint) => path.includes(':');
const filled = ({ path }: AnyEndpoint, value: string) => path.replace(/:\w+/g, value);

/** The path with own ids, chosen by the first segment. */
function ownPath({ path }: AnyEndpoint): string | undefined {
  const [, , word = ''] = path.split('/');
  const id = own[word];
  const places = path.match(/:\w+/g) ?? [];
  return id !== undefined && places.length === 1 ? path.replace(/:\w+/, id) : undefined;
}

function send(
  method: string,
  url: string,
  { body, bearer = token, at = tenantId }: { body?: unknown; bearer?: string; at?: string } = {},
) {
  return app.inject(at === adminTenantId ? app.admin : app.core, {
    method: method as 'GET',
    url,
    headers: {
      host: new URL(app.app.endpointOf(at)).host,
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

const textOf = ({ body, headers }: Answer) => JSON.stringify([body, headers]);
const seen = (answer: Answer) => anyMark.exec(textOf(answer))?.[0];

/** A checksum per table of all rows of other tenants. */
async function foreignRows(): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await owner.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${table} t
        where tenant_id = any($1)`,
      [junkIds],
    );
    sums[table] = rows[0]?.sum ?? '';
  }
  return sums;
}

test('every other tenant has a row in every table', async () => {
  expect(tables.length).toBeGreaterThan(60);
  for (const table of tables) {
    const { rows } = await owner.query(
      `select count(distinct tenant_id)::int as n from ${table} where tenant_id = any($1)`,
      [junkIds],
    );
    expect([table, rows[0].n]).toEqual([table, others]);
  }
});

describe('attack 19: one of fifty tenants', () => {
  test('reads nothing of other tenants in lists and settings, not even their number', async () => {
    let mine = 0;
    const contracts = endpoints('management', 'none').filter((one) => one.method === 'GET' && ends(one));
    for (const contract of contracts.filter((one) => !hasParams(one) || ownPath(one))) {
      const path = ownPath(contract) ?? contract.path;
      for (const query of ['', '?page=1&page_size=100', '?search=%25zq%25', '?search=zq&page=1&page_size=20']) {
        const answer = await send('GET', `${path}${query}`);
        expect([label(contract), query, answer.status !== 500, seen(answer)]).toEqual([
          label(contract),
          query,
          true,
          undefined,
        ]);
        const total = answer.headers['total-number'];
        if (answer.status === 200 && Array.isArray(answer.body) && total !== undefined) {
          expect([label(contract), query, Number(total)]).toEqual([label(contract), query, answer.body.length]);
        }
        mine += textOf(answer).includes('mine') ? 1 : 0;
      }
    }
    expect(contracts.length).toBeGreaterThan(60);
    expect(mine).toBeGreaterThan(15);
  });

  /** An empty list, or an object with nothing but empty lists. */
  const isEmpty = (body: object) =>
    Array.isArray(body) ? body.length === 0 : /^\{("\w+":\[\],?)+\}$/.test(JSON.stringify(body));

  test('finds nothing by ids of other tenants', async () => {
    let refused = 0;
    const contracts = endpoints('management').filter((one) => hasParams(one) && !one.body);
    const before = await foreignRows();
    for (const contract of contracts) {
      const answer = await send(contract.method, filled(contract, mark(7)));
      // If the parameter is an enum, an id is invalid.
      // Roles in an organization require a member, and the wire answers 422 for anyone else.
      const isNothing =
        [400, 404].includes(answer.status) ||
        isEmpty(answer.body) ||
        answer.body.code === 'organization.require_membership';
      expect([label(contract), isNothing, answer.status]).toEqual([label(contract), true, answer.status]);
      refused += answer.status === 404 ? 1 : 0;
    }
    expect(refused).toBeGreaterThan(50);
    expect(await foreignRows()).toEqual(before);
  });

  test('changes nothing of other tenants by their ids, in the path or in the body', async () => {
    const before = await foreignRows();
    const contracts = endpoints('management').filter(({ body }) => body);
    let refused = 0;
    for (const contract of contracts) {
      const body = contract.body && sampleBody(contract.body, mark(7));
      const paths = [...(hasParams(contract) ? [filled(contract, mark(7))] : []), ownPath(contract)];
      for (const [index, path] of paths.entries()) {
        if (path) {
          const { status } = await send(contract.method, path, { body });
          const isTheirs = hasParams(contract) && index === 0;
          expect([label(contract), path, status !== 500 && !(isTheirs && status < 400)]).toEqual([
            label(contract),
            path,
            true,
          ]);
          refused += isTheirs ? 1 : 0;
        }
      }
    }
    expect(refused).toBeGreaterThan(40);
    for (const contract of endpoints('management').filter((one) => one.method === 'DELETE' && !hasParams(one))) {
      expect([label(contract), (await send('DELETE', contract.path)).status]).not.toEqual([label(contract), 500]);
    }
    expect(await foreignRows()).toEqual(before);
  });

  test('cannot read people, bills, members and names of other tenants through the console', async () => {
    const bearer = await person.organization(tenantId);
    const options = { at: adminTenantId };
    const readable = endpoints('cloud', 'me', 'tenant').filter(({ method }) => method === 'GET');
    for (const contract of readable.filter(ends)) {
      const { kind } = contract.auth;
      const mine = { ...options, bearer: kind === 'tenant' ? bearer : kind === 'me' ? person.me : person.cloud };
      const answer = await send('GET', contract.path.replace(':id', tenantId).replace(/:\w+/g, mark(7)), mine);
      expect([label(contract), answer.status !== 500, seen(answer)]).toEqual([label(contract), true, undefined]);
      for (const id of kind === 'tenant' ? junkIds : []) {
        const theirs = await send('GET', contract.path.replace(':id', id).replace(/:\w+/g, mark(7)), mine);
        expect([label(contract), id, theirs.status]).toEqual([label(contract), id, 404]);
      }
    }
    for (const id of junkIds) {
      const { status } = await send('GET', `/m/${id}/api/users`, { ...options, bearer });
      expect([401, 403, 404]).toContain(status);
    }
  });
});

describe('attack 20: a request that names another tenant besides the host', () => {
  test('is still served for the tenant of the host', async () => {
    const [theirs = ''] = junkIds;
    const host = new URL(app.app.endpointOf(theirs)).host;
    for (const headers of [
      { 'x-forwarded-host': host },
      { forwarded: `host=${host}` },
      { 'x-tenant-id': theirs, 'tenant-id': theirs },
      { 'x-original-host': host, 'x-host': host },
    ]) {
      const answer = await app.inject(app.core, {
        method: 'GET',
        url: `/api/users?tenantId=${theirs}`,
        headers: { host: new URL(app.app.endpointOf(tenantId)).host, authorization: `Bearer ${token}`, ...headers },
      });
      expect(answer.body).toMatchObject([{ username: 'mine' }]);
      for (const path of ['/api/organizations', '/api/hooks', '/api/logs', '/api/dashboard/users/total']) {
        const own = { host: new URL(app.app.endpointOf(tenantId)).host, authorization: `Bearer ${token}` };
        const [plain, named] = [
          await app.inject(app.core, { method: 'GET', url: path, headers: own }),
          await app.inject(app.core, {
            method: 'GET',
            url: `${path}?tenantId=${theirs}`,
            headers: { ...own, ...headers, 'organization-id': `t-${theirs}` },
          }),
        ];
        expect([path, named.status, named.body]).toEqual([path, 200, plain.body]);
      }
    }
  });
});

describe('the database', () => {
  const actor = () => junkIds[0] ?? '';
  const victim = () => junkIds[1] ?? '';

  /** Runs as a request of the first junk tenant, which has rows in every table, and rolls back. */
  async function attempt(text: string, values: unknown[] = []): Promise<{ rows: number } | { code: string }> {
    await owner.query('begin');
    try {
      await owner.query('set local role postern_app');
      await owner.query(`select set_config('app.tenant_id', $1, true)`, [actor()]);
      const { rowCount } = await owner.query(text, values);
      return { rows: rowCount ?? 0 };
    } catch (error) {
      return { code: (error as { code: string }).code };
    } finally {
      await owner.query('rollback');
    }
  }
  const refused = { code: '42501' };

  test('shows the rows of one tenant in each table and accepts none for another', async () => {
    for (const table of tables) {
      const what = async (text: string, values?: unknown[]) => [table, text.split(' ')[0], await attempt(text, values)];
      expect(await what(`select from ${table} where tenant_id <> $1`, [actor()])).toEqual([
        table,
        'select',
        { rows: 0 },
      ]);
      const all = (await attempt(`select from ${table}`)) as { rows: number };
      expect([table, all.rows > 0]).toEqual([table, true]);
      expect(await what(`update ${table} set tenant_id = tenant_id where tenant_id = $1`, [victim()])).toEqual([
        table,
        'update',
        { rows: 0 },
      ]);
      expect(await what(`delete from ${table} where tenant_id = $1`, [victim()])).toEqual([
        table,
        'delete',
        { rows: 0 },
      ]);
      expect(await what(`update ${table} set tenant_id = $1`, [victim()])).toEqual([table, 'update', refused]);
      const { rows } = await owner.query<{ row: string }>(
        `select (to_jsonb(t) || jsonb_build_object('tenant_id', $1::text))::text as row from ${table} t limit 1`,
        [victim()],
      );
      const { rows: columns } = await owner.query<{ name: string }>(
        `select quote_ident(column_name) as name from information_schema.columns where table_schema = 'public'
          and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
        [table],
      );
      const names = columns.map(({ name }) => name).join(', ');
      expect(
        await what(`insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`, [
          rows[0]?.row,
        ]),
      ).toEqual([table, 'insert', refused]);
    }
  });

  test('rejects a connection without a tenant', async () => {
    for (const table of tables) {
      await owner.query('begin');
      await owner.query('set local role postern_app');
      const asked = owner.query(`select from ${table} limit 1`);
      // A reused connection has an empty tenant id, a new one has none.
      const answer = await asked.then(
        ({ rowCount }) => rowCount,
        (error: { code: string }) => error.code,
      );
      await owner.query('rollback');
      expect([table, [0, '42704'].includes(answer ?? 0)]).toEqual([table, true]);
    }
  });

  test('hides tables without a tenant from requests', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and not exists (select from pg_attribute a where a.attrelid = c.oid
          and a.attname = 'tenant_id' and not a.attisdropped)`,
    );
    const readable: string[] = [];
    for (const { name } of rows) {
      if ('rows' in (await attempt(`select from ${name} limit 1`))) {
        readable.push(name);
      }
      expect([name, await attempt(`delete from ${name}`)]).toEqual([name, refused]);
    }
    // Names and plans of tenants, read only by key, and the list of plans.
    expect(readable.sort()).toEqual(['skus', 'tenants']);
  });

  test('without row-level security, the same requests find other tenants', async () => {
    await owner.query('alter table custom_phrases disable row level security');
    await owner.query('alter table roles disable row level security');
    const list = await send('GET', '/api/custom-phrases');
    const one = await send('GET', `/api/roles/${mark(7)}`);
    await owner.query('alter table custom_phrases enable row level security');
    await owner.query('alter table roles enable row level security');
    expect([list.status, seen(list)]).toEqual([200, expect.stringMatching(anyMark)]);
    expect(one.status).not.toBe(404);
  });
});
