import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { schemaIds } from './schema.ts';
import { type TestDirectory, testDirectory } from './testing.ts';

const badge = 'urn:acme:params:scim:schemas:extension:badge:1.0:User';

let app: TestApp;
let directory: TestDirectory;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  directory = await testDirectory(app, token, ['acme.example']);
});
afterAll(() => app.close());

let count = 0;
async function createUser(more: object = {}) {
  count += 1;
  const { status, body } = await directory.post('/Users', {
    schemas: [schemaIds.user],
    userName: `user-${count}@acme.example`,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

test('schemas say what references lead to', async () => {
  const { body } = await directory.get('/Schemas');
  type Described = { name: string; type: string; referenceTypes?: string[]; subAttributes?: Described[] };
  const flat = (one: Described): Described[] => [one, ...(one.subAttributes ?? []).flatMap(flat)];
  const all = body.Resources.flatMap(({ attributes }: { attributes: Described[] }) => attributes.flatMap(flat));
  const references = all.filter(({ type }: Described) => type === 'reference');
  expect(references.map(({ name, referenceTypes }: Described) => [name, referenceTypes])).toEqual([
    ['profileUrl', ['external']],
    ['value', ['external']],
    ['$ref', ['Group']],
    ['$ref', ['User']],
    ['$ref', ['User']],
  ]);
});

test('other methods of a known address get 405 with the allowed ones', async () => {
  for (const [path, method, allowed] of [
    ['/Schemas', 'POST', 'GET'],
    ['/ServiceProviderConfig', 'DELETE', 'GET'],
    ['/Users', 'DELETE', 'GET, POST'],
    ['/Groups/1', 'POST', 'GET, PUT, PATCH, DELETE'],
    ['/Bulk', 'GET', 'POST'],
  ] as const) {
    const { status, headers, body } = await directory.send(method, path, method === 'POST' ? {} : undefined);
    expect([status, headers.allow, body.schemas]).toEqual([405, allowed, [schemaIds.error]]);
  }
  expect((await directory.get('/Nothing')).status).toBe(404);
});

test('Entra ID finds a user by a work address', async () => {
  const value = 'work@other.example';
  const { id } = await createUser({
    emails: [
      { type: 'work', value },
      { type: 'home', value: 'home@other.example' },
    ],
  });
  const idsOf = async (filter: string) =>
    (await directory.find('Users', filter)).body.Resources.map((one: { id: string }) => one.id);
  expect(await idsOf(`emails[type eq "work"].value eq "${value}"`)).toEqual([id]);
  expect(await idsOf('emails[type eq "work"].value eq "home@other.example"')).toEqual([]);
  expect(await idsOf(`emails[type eq "work"].value eq "${value}" and active eq true`)).toEqual([id]);
});

test('the search of all resources pages over users and then groups', async () => {
  await createUser();
  await directory.post('/Groups', { schemas: [schemaIds.group], displayName: 'Searched' });
  const search = async (body: object) => (await directory.post('/.search', body)).body;
  const kindsOf = (body: { Resources: { meta: { resourceType: string } }[] }) =>
    body.Resources.map(({ meta }) => meta.resourceType);
  const all = await search({ schemas: [schemaIds.search] });
  expect(new Set(kindsOf(all))).toEqual(new Set(['User', 'Group']));
  const last = await search({ startIndex: all.totalResults - 1, count: 2 });
  expect([kindsOf(last), last.totalResults]).toEqual([['User', 'Group'], all.totalResults]);
  expect(kindsOf(await search({ startIndex: all.totalResults }))).toEqual(['Group']);
  expect(kindsOf(await search({ count: 1 }))).toEqual(['User']);
  expect(kindsOf(await search({ filter: 'displayName eq "searched" or userName eq "nobody"' }))).toEqual(['Group']);
  expect(new Set(kindsOf(await search({ filter: 'meta.resourceType eq "User"' })))).toEqual(new Set(['User']));
  const { Resources } = await search({ filter: 'displayName eq "Searched"', attributes: ['displayName'] });
  expect(Object.keys(Resources[0]).sort()).toEqual(['displayName', 'id', 'schemas']);
  expect((await directory.post('/.search', { filter: 'nothing eq 1' })).body.scimType).toBe('invalidFilter');
  const byGet = await directory.get(`/?filter=${encodeURIComponent('displayName eq "Searched"')}`);
  expect(byGet.body.totalResults).toBe(1);
});

test('extensions that the server does not know are stored, changed by PATCH, searched and returned', async () => {
  const extension = { number: 7, zones: ['a'], office: { floor: '2' }, empty: '' };
  const created = await createUser({ schemas: [schemaIds.user, badge], [badge]: extension });
  const { empty: _empty, ...kept } = extension;
  expect(created[badge]).toEqual(kept);
  expect(created.schemas).toEqual([schemaIds.user, badge]);
  const path = `/Users/${created.id}`;
  const { body } = await directory.patch(path, [
    { op: 'replace', path: `${badge}:number`, value: 8 },
    { op: 'add', path: `${badge}:zones`, value: ['b'] },
    { op: 'replace', path: `${badge}:office.floor`, value: '3' },
    { op: 'add', value: { [`${badge}:color`]: 'red', [badge]: { size: 'L' } } },
  ]);
  expect(body[badge]).toEqual({ number: 8, zones: ['a', 'b'], office: { floor: '3' }, color: 'red', size: 'L' });
  const found = async (filter: string) => (await directory.find('Users', filter)).body.totalResults;
  expect(await found(`${badge}:number eq 8`)).toBe(1);
  expect(await found(`${badge}:color eq "RED" and ${badge}:office.floor eq "3"`)).toBe(1);
  expect(await found(`${badge}:color eq "blue"`)).toBe(0);
  const only = await directory.get(`${path}?attributes=${badge}:color`);
  expect(only.body[badge]).toEqual({ color: 'red' });
  const { body: less } = await directory.patch(path, [{ op: 'remove', path: `${badge}:color` }]);
  expect(less[badge].color).toBeUndefined();
  const { body: without } = await directory.patch(path, [{ op: 'remove', path: badge }]);
  expect(without[badge]).toBeUndefined();
  expect(without.schemas).toEqual([schemaIds.user]);
});

test('values of unknown extensions are limited', async () => {
  const deep = { a: { b: { c: { d: 1 } } } };
  const refused = await directory.post('/Users', { userName: 'deep@acme.example', [badge]: { deep } });
  expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue']);
  const large = await directory.post('/Users', {
    userName: 'large@acme.example',
    [badge]: { text: 'x'.repeat(70_000) },
  });
  expect([large.status, large.body.scimType]).toEqual([400, 'invalidValue']);
});

test.each([
  ['department', 'Sales'],
  ['manager.displayName', 'Ada'],
])('PATCH changes and removes %s of the enterprise extension by its full name', async (name, value) => {
  const { id } = await createUser();
  const path = `${schemaIds.enterprise}:${name}`;
  const [first, second] = name.split('.');
  const valueIn = (body: Record<string, Record<string, unknown>>) => {
    const one = body[schemaIds.enterprise]?.[first ?? ''];
    return second ? (one as Record<string, unknown> | undefined)?.[second] : one;
  };
  expect(valueIn((await directory.patch(`/Users/${id}`, [{ op: 'Add', path, value }])).body)).toBe(value);
  const { body } = await directory.patch(`/Users/${id}`, [{ op: 'Remove', path }]);
  expect(valueIn(body)).toBeUndefined();
  expect(body.schemas).toEqual([schemaIds.user]);
});

test('active is true by default, can be removed, and its removal changes nothing for the account', async () => {
  const created = await createUser();
  expect(created.active).toBe(true);
  const path = `/Users/${created.id}`;
  const { body } = await directory.patch(path, [{ op: 'remove', path: 'active' }]);
  expect(body.active).toBeUndefined();
  await directory.patch(path, [{ op: 'replace', path: 'active', value: false }]);
  const { body: inactive } = await directory.patch(path, [{ op: 'remove', path: 'active' }]);
  expect(inactive.active).toBeUndefined();
  // The person stays suspended, also after another change, until the directory says something else.
  const isSuspended = async () =>
    (await app.call(usersApi.get, { token, params: { userId: created.id } })).body.isSuspended;
  await directory.patch(path, [{ op: 'replace', path: 'title', value: 'Clerk' }]);
  expect(await isSuspended()).toBe(true);
  await directory.patch(path, [{ op: 'replace', path: 'active', value: true }]);
  expect(await isSuspended()).toBe(false);
});

test('names of members are returned if the request names them', async () => {
  const { id, userName } = await createUser();
  const group = await directory.post('/Groups', { displayName: 'Named', members: [{ value: id, type: 'User' }] });
  const $ref = `http://core.test/scim/v2/${directory.id}/Users/${id}`;
  expect(group.body.members).toEqual([{ value: id, $ref, type: 'User' }]);
  const named = await directory.get(`/Groups/${group.body.id}?attributes=members.value,members.display`);
  expect(named.body.members).toEqual([{ value: id, display: userName }]);
});
