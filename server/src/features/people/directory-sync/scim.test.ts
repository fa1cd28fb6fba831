import { directorySyncApi } from '@postern/contracts/people/directory-sync';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { schemaIds } from './schema.ts';
import { type TestDirectory, testDirectory } from './testing.ts';

let app: TestApp;
let token: string;
let acme: TestDirectory;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  acme = await testDirectory(app, token, ['acme.example']);
});
afterAll(() => app.close());

const person = (name: string, more: object = {}) => ({
  schemas: [schemaIds.user],
  userName: `${name}@acme.example`,
  externalId: `ext-${name}`,
  name: { givenName: name, familyName: 'Example' },
  emails: [{ value: `${name}@acme.example`, type: 'work', primary: true }],
  active: true,
  ...more,
});
const create = async (name: string, more: object = {}) => (await acme.post('/Users', person(name, more))).body;
const account = async (userId: string) => (await app.call(usersApi.get, { token, params: { userId } })).body;

describe('discovery', () => {
  test('says what is supported', async () => {
    const { status, body, headers } = await acme.get('/ServiceProviderConfig');
    expect([status, headers['content-type'], body]).toMatchObject([
      200,
      'application/scim+json; charset=utf-8',
      {
        patch: { supported: true },
        bulk: { supported: true, maxOperations: 500 },
        etag: { supported: true },
        sort: { supported: false },
      },
    ]);
  });

  test('lists resource types and schemas, all or one', async () => {
    const types = await acme.get('/ResourceTypes');
    expect(types.body.Resources.map(({ name }: { name: string }) => name)).toEqual(['User', 'Group']);
    expect((await acme.get('/ResourceTypes/Group')).body.endpoint).toBe('/Groups');
    expect((await acme.get('/Schemas')).body.totalResults).toBe(3);
    const { body } = await acme.get(`/Schemas/${schemaIds.user}`);
    expect(body.attributes.find(({ name }: { name: string }) => name === 'userName')).toMatchObject({
      required: true,
      uniqueness: 'server',
      caseExact: false,
    });
    expect((await acme.get('/Schemas/urn:nothing')).status).toBe(404);
  });
});

describe('a user', () => {
  test('is created as an account with a verified address', async () => {
    const { status, body, headers } = await acme.post('/Users', {
      ...person('ada', { displayName: 'Ada Lovelace', locale: 'en-GB', password: 'never stored' }),
      [schemaIds.enterprise]: { department: 'IT', manager: { value: 'm1' } },
    });
    const location = `http://core.test/scim/v2/${acme.id}/Users/${body.id}`;
    expect([status, headers.location, headers.etag]).toEqual([201, location, 'W/"1"']);
    expect(body).toMatchObject({
      schemas: [schemaIds.user, schemaIds.enterprise],
      userName: 'ada@acme.example',
      externalId: 'ext-ada',
      active: true,
      [schemaIds.enterprise]: { department: 'IT', manager: { value: 'm1' } },
      meta: { resourceType: 'User', location, version: 'W/"1"' },
    });
    expect(JSON.stringify(body)).not.toContain('never stored');
    expect(await account(body.id)).toMatchObject({
      primaryEmail: 'ada@acme.example',
      name: 'Ada Lovelace',
      username: null,
      profile: { givenName: 'ada', familyName: 'Example', locale: 'en-GB' },
      hasPassword: false,
      isSuspended: false,
    });
    expect((await acme.get(`/Users/${body.id}`)).body).toEqual(body);
  });

  test('is refused a second time with 409 uniqueness, by name in any case or by external ID', async () => {
    await create('bob');
    const again = await acme.post('/Users', person('bob', { userName: 'BOB@acme.example', externalId: 'other' }));
    expect([again.status, again.body]).toMatchObject([
      409,
      { schemas: [schemaIds.error], status: '409', scimType: 'uniqueness' },
    ]);
    const collision = await acme.post('/Users', person('robert', { externalId: 'ext-bob' }));
    expect([collision.status, collision.body.scimType]).toEqual([409, 'uniqueness']);
  });

  test('is changed by PUT and PATCH, which change the account', async () => {
    const { id } = await create('carol');
    const replaced = await acme.put(
      `/Users/${id}`,
      person('carol', { displayName: 'Carol', name: { givenName: 'C' } }),
    );
    expect([replaced.status, replaced.headers.etag]).toEqual([200, 'W/"2"']);
    expect(await account(id)).toMatchObject({ name: 'Carol', profile: { givenName: 'C' } });
    expect((await account(id)).profile.familyName).toBeUndefined();
    const patched = await acme.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'carol.new@acme.example' },
      { op: 'Replace', path: 'userName', value: 'carol.new@acme.example' },
    ]);
    expect([patched.status, patched.body.userName]).toEqual([200, 'carol.new@acme.example']);
    expect(await account(id)).toMatchObject({ primaryEmail: 'carol.new@acme.example' });
  });

  test('keeps what an administrator changed, unless the directory changes it too', async () => {
    const { id } = await create('dora', { displayName: 'Dora' });
    await app.call(usersApi.update, { token, params: { userId: id }, body: { name: 'By hand' } });
    await acme.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'Engineer' }]);
    expect((await account(id)).name).toBe('By hand');
    await acme.patch(`/Users/${id}`, [{ op: 'replace', path: 'displayName', value: 'Dora D.' }]);
    expect((await account(id)).name).toBe('Dora D.');
  });

  test('has the same version after a request that changes nothing', async () => {
    const { id } = await create('erin');
    const { headers } = await acme.put(`/Users/${id}`, person('erin'));
    expect(headers.etag).toBe('W/"1"');
  });

  test('has an ETag: 304 for a known version, 412 for an old one', async () => {
    const { id } = await create('fay');
    expect((await acme.get(`/Users/${id}`, { headers: { 'if-none-match': 'W/"1"' } })).status).toBe(304);
    const operations = [{ op: 'replace', path: 'title', value: 'X' }];
    expect((await acme.patch(`/Users/${id}`, operations, { headers: { 'if-match': 'W/"1"' } })).status).toBe(200);
    const old = await acme.patch(`/Users/${id}`, operations, { headers: { 'if-match': 'W/"1"' } });
    expect([old.status, old.body.status]).toEqual([412, '412']);
    expect((await acme.get(`/Users/${id}`, { headers: { 'if-none-match': 'W/"1"' } })).status).toBe(200);
    expect((await acme.remove(`/Users/${id}`, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await acme.remove(`/Users/${id}`, { headers: { 'if-match': '*' } })).status).toBe(204);
  });

  test('of a foreign domain gets its address as an unverified claim, or none if it is taken', async () => {
    const mail = (value: string) => ({ emails: [{ value, primary: true }] });
    const { id } = await create('gus', mail('gus@elsewhere.example'));
    expect((await account(id)).primaryEmail).toBe('gus@elsewhere.example');
    const { rows } = await app.read('default', async (db) => ({
      rows: await db.selectFrom('users').select('email_verified_at as at').where('id', '=', id).execute(),
    }));
    expect(rows).toEqual([{ at: null }]);
    await app.call(usersApi.create, { token, body: { primaryEmail: 'victim@elsewhere.example' } });
    const taken = await create('hal', mail('victim@elsewhere.example'));
    expect((await account(taken.id)).primaryEmail).toBeNull();
  });
});

describe('lists', () => {
  let team: TestDirectory;
  beforeAll(async () => {
    team = await testDirectory(app, token, ['team.example']);
    for (const [index, name] of ['anna', 'ben', 'cleo', 'dan'].entries()) {
      await team.post('/Users', {
        userName: `${name}@team.example`,
        externalId: `t-${index}`,
        displayName: name.toUpperCase(),
        title: index < 2 ? '100% _engineer' : 'Manager',
        active: index !== 3,
        emails: [
          { value: `${name}@team.example`, type: 'work', primary: true },
          ...(index === 2 ? [{ value: 'cleo@home.example', type: 'home' }] : []),
        ],
        ...(index === 0 ? { [schemaIds.enterprise]: { department: 'IT', manager: { value: 'm1' } } } : {}),
      });
    }
    const ben = (await team.find('Users', 'userName sw "ben"')).body.Resources[0];
    await team.post('/Groups', { displayName: 'Engineers', externalId: 'g-1', members: [{ value: ben.id }] });
  });
  const names = async (filter: string) => {
    const { status, body } = await team.find('Users', filter);
    return status === 200
      ? body.Resources.map((one: { userName: string }) => one.userName.split('@')[0]).join(' ')
      : body.scimType;
  };

  test.each([
    ['userName eq "ANNA@team.example"', 'anna'],
    [`${schemaIds.user}:userName eq "anna@team.example"`, 'anna'],
    ['userName ne "anna@team.example"', 'ben cleo dan'],
    ['userName co "@TEAM"', 'anna ben cleo dan'],
    ['userName sw "b" or userName ew "nothing"', 'ben'],
    ['externalId eq "t-2"', 'cleo'],
    ['externalId eq "T-2"', ''],
    ['active eq false', 'dan'],
    ['active ne false', 'anna ben cleo'],
    ['not (active eq true)', 'dan'],
    ['title co "0%"', 'anna ben'],
    ['title co "%"', 'anna ben'],
    ['title co "_"', 'anna ben'],
    ['title eq "%"', ''],
    ['title pr and not (title eq "manager")', 'anna ben'],
    ['nickName pr', ''],
    ['nickName eq null', 'anna ben cleo dan'],
    ['nickName ne "x"', 'anna ben cleo dan'],
    ['emails[type eq "home"]', 'cleo'],
    ['emails[type eq "work" and value co "dan"]', 'dan'],
    ['emails.value eq "cleo@home.example"', 'cleo'],
    ['emails eq "cleo@home.example"', 'cleo'],
    ['emails.type ne "home"', 'anna ben dan'],
    ['emails[primary eq true] and userName sw "a"', 'anna'],
    ['phoneNumbers pr', ''],
    [`${schemaIds.enterprise}:department eq "it"`, 'anna'],
    [`${schemaIds.enterprise}:department pr`, 'anna'],
    ['manager eq "m1"', 'anna'],
    [`${schemaIds.enterprise}:manager eq "m1" and id pr`, 'anna'],
    [`${schemaIds.enterprise}:manager.value eq "m2"`, ''],
    ['groups.display eq "engineers"', 'ben'],
    ['groups pr', 'ben'],
    ['displayName gt "B" and displayName lt "D"', 'ben cleo'],
    ['meta.created gt "2020-01-01T00:00:00Z"', 'anna ben cleo dan'],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', ''],
    ['id eq "nothing"', ''],
    ['userName eq "x\\" or 1=1 --"', ''],
    ['userName eq "\'; drop table users; --"', ''],
    ['userName eq 5', ''],
    ['meta.created gt "yesterday"', 'invalidFilter'],
    ['meta.created co "2026"', 'invalidFilter'],
    ['active gt true', 'invalidFilter'],
    ['name eq "x"', 'invalidFilter'],
    ['addresses eq "x"', 'invalidFilter'],
    ['meta.location eq "x"', ''],
    ['password eq "x"', 'invalidFilter'],
    ['userName', 'invalidFilter'],
  ])('filter %s finds: %s', async (filter, found) => {
    expect(await names(filter)).toBe(found);
  });

  test.each([
    ['displayName eq "ENGINEERS"', 1],
    ['externalId eq "g-1"', 1],
    ['members pr', 1],
    ['members.value eq "nothing"', 0],
    ['members[value eq "nothing"] or displayName sw "Eng"', 1],
    ['meta.created gt "2020-01-01T00:00:00Z"', 1],
  ])('groups: filter %s finds %d', async (filter, total) => {
    expect((await team.find('Groups', filter)).body.totalResults).toBe(total);
  });

  test('are split into pages from 1, within limits', async () => {
    const page = async (query: string) => {
      const { body } = await team.get(`/Users?${query}`);
      return [body.totalResults, body.startIndex, body.itemsPerPage, body.Resources.length];
    };
    expect(await page('startIndex=2&count=2')).toEqual([4, 2, 2, 2]);
    expect(await page('startIndex=0&count=-5')).toEqual([4, 1, 0, 0]);
    expect(await page('startIndex=abc&count=100000')).toEqual([4, 1, 4, 4]);
    expect(await page('startIndex=99')).toEqual([4, 99, 0, 0]);
    expect((await team.get('/Users')).body.schemas).toEqual([schemaIds.list]);
  });

  test('contain the wanted attributes only', async () => {
    const only = await team.get('/Users?attributes=userName,emails.value&count=1');
    expect(only.body.Resources).toEqual([
      {
        schemas: [schemaIds.user, schemaIds.enterprise],
        id: expect.any(String),
        userName: 'anna@team.example',
        emails: [{ value: 'anna@team.example' }],
      },
    ]);
    const group = await team.get('/Groups?excludedAttributes=members');
    expect(group.body.Resources[0].displayName).toBe('Engineers');
    expect(group.body.Resources[0].members).toBeUndefined();
    const without = await team.get(`/Users?excludedAttributes=meta,${schemaIds.enterprise}:department&count=1`);
    expect(without.body.Resources[0].meta).toBeUndefined();
    expect(without.body.Resources[0][schemaIds.enterprise]).toEqual({ manager: { value: 'm1' } });
  });

  test('are found by POST too', async () => {
    const { body } = await team.post('/Users/.search', {
      schemas: [schemaIds.search],
      filter: 'userName sw "c"',
      count: 5,
    });
    expect([body.totalResults, body.Resources[0].displayName]).toEqual([1, 'CLEO']);
  });
});

describe('bulk', () => {
  const bulk = (operations: object[], more: object = {}) =>
    acme.post('/Bulk', { schemas: [schemaIds.bulkRequest], ...more, Operations: operations });
  const newUser = (name: string) => ({ method: 'POST', path: '/Users', bulkId: name, data: person(name) });

  test('creates users and groups that refer to each other, in any order', async () => {
    const { status, body } = await bulk([
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'team',
        data: { displayName: 'Bulk', members: [{ value: 'bulkId:ivy' }] },
      },
      newUser('ivy'),
      {
        method: 'PATCH',
        path: '/Users/bulkId:ivy',
        data: { Operations: [{ op: 'replace', path: 'title', value: 'CEO' }] },
      },
    ]);
    expect([status, body.Operations.map((one: { status: string }) => one.status)]).toEqual([
      200,
      ['201', '201', '200'],
    ]);
    const { body: group } = await acme.get(`/Groups/${body.Operations[0].location.split('/').at(-1)}`);
    const { body: ivy } = await acme.get(`/Users/${group.members[0].value}`);
    expect([ivy.userName, ivy.title, ivy.groups[0].display]).toEqual(['ivy@acme.example', 'CEO', 'Bulk']);
  });

  test('keeps the others if one operation fails, and stops after failOnErrors', async () => {
    const twice = [newUser('jim'), { ...newUser('jim'), bulkId: 'again' }, newUser('kim')];
    const { body } = await bulk(twice);
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual(['201', '409', '201']);
    expect(body.Operations[1].response).toMatchObject({ schemas: [schemaIds.error], scimType: 'uniqueness' });
    const stopped = await bulk([{ ...newUser('jim'), bulkId: 'again' }, newUser('lea')], { failOnErrors: 1 });
    expect(stopped.body.Operations).toHaveLength(1);
    expect((await acme.find('Users', 'userName sw "lea@"')).body.totalResults).toBe(0);
  });

  test('creates new users together, and each of the others as if it came alone', async () => {
    const claimed = await app.call(usersApi.create, { token, body: { primaryEmail: 'mo@acme.example' } });
    await acme.post('/Users', person('known'));
    const off = { ...newUser('off'), data: { ...person('off'), active: false } };
    const bad = { method: 'POST', path: '/Users', bulkId: 'bad', data: { displayName: 'No name' } };
    const foreign = {
      ...newUser('far'),
      data: { ...person('far'), emails: [{ value: 'far@elsewhere.example', primary: true }] },
    };
    const given = [newUser('nia'), newUser('known'), newUser('mo'), off, bad, foreign, newUser('ole')];
    const { body } = await bulk(given);
    expect(body.Operations.map((one: { bulkId: string; status: string }) => [one.bulkId, one.status])).toEqual([
      ['nia', '201'],
      ['known', '409'],
      ['mo', '201'],
      ['off', '201'],
      ['bad', '400'],
      ['far', '201'],
      ['ole', '201'],
    ]);
    const idOf = (at: number): string => body.Operations[at].location.split('/').at(-1);
    const userOf = async (at: number) => (await app.call(usersApi.get, { token, params: { userId: idOf(at) } })).body;
    expect(await userOf(0)).toMatchObject({ primaryEmail: 'nia@acme.example', isSuspended: false });
    expect(idOf(2)).toBe(claimed.body.id);
    expect(await userOf(3)).toMatchObject({ isSuspended: true });
    expect(await userOf(5)).toMatchObject({ primaryEmail: 'far@elsewhere.example' });
    const { body: nia, headers } = await acme.get(`/Users/${idOf(0)}`);
    expect([nia.userName, nia.externalId, nia.active]).toEqual([
      person('nia').userName,
      person('nia').externalId,
      true,
    ]);
    expect(headers.etag).toBe(body.Operations[0].version);
  });

  test('answers operations that refer to each other in a circle, or to nothing', async () => {
    const member = (bulkId: string, other: string) => ({
      method: 'POST',
      path: '/Groups',
      bulkId,
      data: { displayName: bulkId, members: [{ value: `bulkId:${other}` }] },
    });
    const { body } = await bulk([member('one', 'two'), member('two', 'one'), member('three', 'nothing')]);
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual(['400', '400', '400']);
  });

  test('of 100,000 operations is refused before any of them runs (attack 46)', async () => {
    const many = Array.from({ length: 501 }, (_, n) => newUser(`many${n}`));
    const { status, body } = await bulk(many);
    expect([status, body.schemas]).toEqual([413, [schemaIds.error]]);
    const huge = `{"Operations":[${Array(100_000).fill('{"method":"DELETE","path":"/Users/x"}').join(',')}]}`;
    expect((await acme.post('/Bulk', huge)).status).toBe(413);
    expect((await acme.post('/Bulk', huge, { type: 'application/json' })).status).toBe(413);
    expect((await acme.find('Users', 'userName sw "many"')).body.totalResults).toBe(0);
  });

  test.each([
    [{}],
    [{ Operations: 'x' }],
    [{ Operations: [null] }],
    [{ Operations: [{ method: 'GET', path: '/Users' }] }],
    [{ Operations: [{ method: 'POST', path: '/Users', data: {} }] }],
    [{ Operations: [newUser('a'), newUser('a')] }],
  ])('refuses a malformed request (%#)', async (body) => {
    expect((await acme.post('/Bulk', body)).status).toBe(400);
  });

  test.each(['/Nothing', '/Users', '/Users/a/b', 'Users/x', '/Users/%', '/'])(
    'an operation on %s fails alone',
    async (path) => {
      const { status, body } = await bulk([{ method: 'DELETE', path }]);
      expect([status, body.Operations[0].status]).toEqual([200, '404']);
    },
  );
});

describe('every error is in the format of SCIM', () => {
  test.each([
    ['GET', '/Nothing', undefined, 404],
    ['GET', '/Users/nothing', undefined, 404],
    ['DELETE', '/Groups/nothing', undefined, 404],
    ['PATCH', '/Users/nothing', { Operations: [{ op: 'replace', value: { active: false } }] }, 404],
    ['POST', '/Users', '{"userName"', 400],
    ['POST', '/Users', '[]', 400],
    ['POST', '/Users', {}, 400],
    ['POST', '/Users', { userName: 'x'.repeat(300) }, 400],
    ['POST', '/Users', { userName: '\ud800' }, 400],
    ['POST', '/Groups', { displayName: 'x'.repeat(300) }, 400],
    ['POST', '/Groups', { displayName: 'x', members: [{ value: 'nobody' }] }, 400],
    ['POST', '/Groups', { displayName: 'x', members: [{}] }, 201],
    ['POST', '/Groups', { displayName: 'x', members: 'abc' }, 400],
    ['GET', '/Users?filter=a&filter=b', undefined, 400],
    ['GET', '/Users/%00', undefined, 400],
    ['PUT', '/Users', {}, 405],
  ] as const)('%s %s (%#)', async (method, path, body, status) => {
    const answer = await acme.send(method, path, body);
    expect([answer.status, answer.body.schemas]).toEqual([status, [status < 300 ? schemaIds.group : schemaIds.error]]);
  });

  test('also for other content types', async () => {
    const answer = await acme.post('/Users', 'userName=x', { type: 'application/x-www-form-urlencoded' });
    expect([answer.status, answer.body.schemas]).toEqual([415, [schemaIds.error]]);
    expect((await acme.post('/Users', person('json'), { type: 'application/json' })).status).toBe(201);
  });
});

test('failed and successful changes are listed for administrators', async () => {
  await create('zoe');
  await acme.post('/Users', {});
  const { body, headers } = await app.call(directorySyncApi.listRequests, {
    token,
    params: { id: acme.id },
    query: {},
  });
  expect(body.slice(0, 2)).toMatchObject([
    { method: 'POST', path: '/Users', status: 400, detail: 'A value is not valid. userName is required.' },
    { method: 'POST', status: 201, detail: null },
  ]);
  expect(Number(headers['total-number'])).toBeGreaterThan(2);
});
