import { AsyncLocalStorage } from 'node:async_hooks';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;
let count = 0;

/** Counts the statements about organizations that a request runs, without those of background jobs. */
const statements = new AsyncLocalStorage<{ n: number }>();
const { query: send } = pg.Client.prototype;
function counting(this: pg.Client, ...given: unknown[]) {
  const [first] = given;
  const text = typeof first === 'string' ? first : (first as { text: string }).text;
  const counter = statements.getStore();
  if (counter && text.includes('organization')) {
    counter.n += 1;
  }
  return Reflect.apply(send, this, given);
}

beforeAll(async () => {
  // It has the same signature as the method it replaces.
  pg.Client.prototype.query = counting as typeof send;
  app = await testApp();
  token = await app.managementToken();
});
afterAll(async () => {
  pg.Client.prototype.query = send;
  await app.close();
});

function unique(): string {
  count += 1;
  return `n${count}`;
}
const createOrganization = async () =>
  (await app.call(organizationsApi.create, { token, body: { name: unique() } })).body.id;
const createUser = async (more: Record<string, unknown> = {}) =>
  (await app.call(usersApi.create, { token, body: { username: unique(), ...more } })).body.id;
const memberIds = async (id: string) =>
  (await app.call(organizationMembersApi.list, { token, params: { id } })).body.map((member) => member.id);
const expiresAt = () => Date.now() + 3_600_000;

const relation = { status: 422, body: { code: 'entity.relation_foreign_key_not_found' } };

test('attack 19: a role of another tenant can be given to nobody', async () => {
  const admin = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const { body: foreign } = await app.call(organizationRolesApi.create, { ...admin, body: { name: unique() } });
  const [id, userId] = [await createOrganization(), await createUser()];
  await app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds: [userId] } });
  const organizationRoleIds = [foreign.id];
  const at = { token, params: { id, userId } };
  expect(await app.call(organizationMembersApi.addRoles, { ...at, body: { organizationRoleIds } })).toMatchObject(
    relation,
  );
  expect(await app.call(organizationMembersApi.replaceRoles, { ...at, body: { organizationRoleIds } })).toMatchObject(
    relation,
  );
  const bulk = { userIds: [userId], organizationRoleIds };
  expect(await app.call(organizationMembersApi.assignRoles, { token, params: { id }, body: bulk })).toMatchObject(
    relation,
  );
  const jit = { token, params: { id }, body: { organizationRoleIds } };
  expect(await app.call(organizationJitApi.addRoles, jit)).toMatchObject(relation);
  const invitation = { organizationId: id, invitee: `${unique()}@example.org`, expiresAt: expiresAt() };
  expect(
    await app.call(organizationInvitationsApi.create, { token, body: { ...invitation, organizationRoleIds } }),
  ).toMatchObject(relation);
  expect((await app.call(organizationMembersApi.listRoles, at)).body).toEqual([]);
});

test('attack 17: bodies cannot set other columns', async () => {
  const id = await createOrganization();
  // Fields of the entity that an operation does not take are ignored; others are refused.
  for (const more of [{ id: 'chosen' }, { tenantId: 'admin' }, { searchText: 'x' }, { usersCount: 9 }]) {
    const made = await app.call(organizationsApi.create, { token, body: { name: unique(), ...more } as never });
    const changed = await app.call(organizationsApi.update, { token, params: { id }, body: more as never });
    for (const { status, body } of [made, changed]) {
      expect([200, 201, 400], JSON.stringify(more)).toContain(status);
      expect(body).not.toMatchObject(more);
    }
  }
  const { body: organization } = await app.call(organizationsApi.get, { token, params: { id } });
  expect(organization).toMatchObject({ id, tenantId: 'default' });
  for (const more of [{ status: 'Accepted' }, { acceptedUserId: 'x' }, { id: 'chosen' }, { tenantId: 'admin' }]) {
    const invitation = { organizationId: id, invitee: `${unique()}@example.org`, expiresAt: expiresAt() };
    const body = { ...invitation, ...more } as never;
    const made = await app.call(organizationInvitationsApi.create, { token, body });
    expect([200, 201, 400], JSON.stringify(more)).toContain(made.status);
    expect(made.body).not.toMatchObject(more);
  }
});

test('attack 18: the invitation of another address makes nobody a member', async () => {
  const [organizationId, primaryEmail] = [await createOrganization(), `${unique()}@example.org`];
  const owner = await createUser({ primaryEmail });
  const others = [
    await createUser(),
    await createUser({ primaryEmail: `x${primaryEmail}` }),
    await createUser({ primaryEmail: primaryEmail.replace('@', '+a@') }),
  ];
  const { body } = await app.call(organizationInvitationsApi.create, {
    token,
    body: { organizationId, invitee: primaryEmail, expiresAt: expiresAt() },
  });
  const accept = (acceptedUserId: string) =>
    app.call(organizationInvitationsApi.setStatus, {
      token,
      params: { id: body.id },
      body: { status: 'Accepted', acceptedUserId },
    });
  for (const acceptedUserId of others) {
    expect((await accept(acceptedUserId)).status).toBe(422);
  }
  expect((await accept('unknown')).status).toBe(404);
  expect(await memberIds(organizationId)).toEqual([]);
  // Attack 38: only one of several concurrent answers counts.
  const answers = await Promise.all(Array.from({ length: 8 }, () => accept(owner)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await memberIds(organizationId)).toEqual([owner]);
});

/** Texts that break a database, a pattern, a parser or a page if they are not treated as text. */
const hostile = [
  "x'; drop table organizations; --",
  '%_\\%',
  'a\u0000b',
  '<img src=x onerror=alert(1)>',
  '{{constructor.constructor("return process")()}}',
  '\ud800',
  'x'.repeat(300_000),
  '(a+)+$'.repeat(40),
];

test('attack 36: hostile texts in names, searches and filters are stored as text or refused', async () => {
  const before = (await app.call(organizationsApi.list, { token })).headers['total-number'];
  for (const text of hostile) {
    const { status, body } = await app.call(organizationsApi.create, { token, body: { name: text } });
    expect([text.slice(0, 40), status === 201 ? body.name : status]).toEqual([
      text.slice(0, 40),
      // JSON on the wire is UTF-8, which has no single surrogates.
      status === 201 ? text.toWellFormed() : expect.toSatisfy((code: number) => code >= 400 && code < 500),
    ]);
    if (status === 201) {
      await app.call(organizationsApi.remove, { token, params: { id: body.id } });
    }
  }
  for (const path of [
    '/api/organizations?q=',
    '/api/logs?userId=',
    '/api/logs?logKey=',
    '/api/logs?organizationId=',
    '/api/logs?start_time=',
    '/api/dashboard/users/active?date=',
    '/api/dashboard/sign-ins?date=',
    '/api/organizations/',
    '/api/hooks/',
    '/api/logs/',
  ]) {
    // A longer address is refused before a route sees it.
    for (const text of hostile.filter(({ length }) => length < 1000)) {
      // A single surrogate cannot be in an address.
      const url = path + encodeURIComponent(text.toWellFormed());
      const { status } = await app.inject(app.core, {
        method: 'GET',
        url,
        headers: { host: 'core.test', authorization: `Bearer ${token}` },
      });
      expect([url, status < 500]).toEqual([url, true]);
    }
  }
  let deep = '{"a":1}';
  for (let depth = 0; depth < 5000; depth += 1) {
    deep = `{"a":${deep}}`;
  }
  const { status } = await app.inject(app.core, {
    method: 'POST',
    url: '/api/organizations',
    headers: { host: 'core.test', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: `{"name":"deep","customData":${deep}}`,
  });
  expect([status < 500, status]).toEqual([true, status]);
  if (status === 201) {
    const { body } = await app.call(organizationsApi.list, { token, query: { q: 'deep' } });
    await app.call(organizationsApi.remove, { token, params: { id: body[0]?.id ?? '' } });
  }
  expect((await app.call(organizationsApi.list, { token })).headers['total-number']).toBe(before);
});

test('attack 37: no origin may send credentials to the records and organizations of a tenant', async () => {
  for (const url of [
    '/api/organizations',
    '/api/hooks',
    '/api/logs',
    '/api/logs/export?format=csv',
    '/api/dashboard/users/total',
  ]) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await app.inject(app.core, {
        method,
        url,
        headers: {
          host: 'core.test',
          origin: 'https://evil.example',
          'access-control-request-method': 'GET',
          authorization: `Bearer ${token}`,
        },
      });
      expect([
        url,
        headers['access-control-allow-credentials'],
        headers['access-control-allow-origin'] === '*',
      ]).toEqual([url, undefined, false]);
    }
  }
  // Without a token, a cookie of the browser opens nothing.
  const { status } = await app.inject(app.core, {
    method: 'GET',
    url: '/api/logs',
    headers: { host: 'core.test', origin: 'https://evil.example', cookie: '_session=x' },
  });
  expect(status).toBe(401);
});

test('lists need the same number of statements for one row and for many', async () => {
  const id = await createOrganization();
  const userIds = await Promise.all(Array.from({ length: 12 }, () => createUser()));
  await Promise.all(Array.from({ length: 12 }, () => createOrganization()));
  await app.call(organizationMembersApi.add, { token, params: { id }, body: { userIds } });
  const counted = async (size: number, call: (query: { page_size: string }) => Promise<{ body: unknown[] }>) => {
    const counter = { n: 0 };
    const { body } = await statements.run(counter, () => call({ page_size: String(size) }));
    expect(body).toHaveLength(size);
    return counter.n;
  };
  const organizations = (query: { page_size: string }) =>
    app.call(organizationsApi.list, { token, query: { ...query, showFeatured: '1' } });
  const members = (query: { page_size: string }) =>
    app.call(organizationMembersApi.list, { token, params: { id }, query });
  for (const call of [organizations, members]) {
    const one = await counted(1, call);
    expect(one).toBeGreaterThan(0);
    expect(await counted(12, call)).toBe(one);
  }
});
