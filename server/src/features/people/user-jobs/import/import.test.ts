import { pbkdf2Sync } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import * as bcrypt from '@node-rs/bcrypt';
import { rolesApi, userRolesApi } from '@postern/contracts/access/roles';
import { userImportsApi } from '@postern/contracts/people/user-imports';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { type User, usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { importer } from '../testing.ts';
import { sweepImportFiles } from './stored-parts.ts';

let app: TestApp;
let token: string;
let imports: ReturnType<typeof importer>;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  imports = importer(app, token);
});
afterAll(() => app.close());

async function find(email: string): Promise<User | undefined> {
  const query = { 'search.primaryEmail': email, 'mode.primaryEmail': 'exact' };
  return (await app.call(usersApi.list, { token, query })).body[0];
}

const verifies = async (user: User | undefined, password: string) =>
  (await app.call(usersApi.verifyPassword, { token, params: { userId: user?.id ?? '' }, body: { password } })).status;

const events = (name: string) =>
  app.read('default', async (db) => {
    const rows = await db.selectFrom('outbox').select('subject_id').where('name', '=', name).execute();
    const reported = await db.selectFrom('logs').select('payload').where('key', '=', name).execute();
    return [
      ...rows.map(({ subject_id: id }) => id),
      ...reported.map(({ payload }) => (payload as { subjectId: string }).subjectId),
    ];
  });

test('recognizes the columns of a CSV file, imports every field and deletes the file', async () => {
  const digest = await bcrypt.hash('a good phrase', 4);
  const csv = `E-Mail;Benutzername;Telefon;Name;Vorname;Ort;customData;gesperrt;password_hash;erstellt;Abteilung
Ada@Example.org;ada;+49 170 123 4567;Ada Lovelace;Ada;London;"{""plan"":""gold""}";ja;${digest};2020-05-01T10:00:00Z;Mathematik`;
  const { body: file } = await imports.upload(csv, 'leute.csv');
  expect(file).toMatchObject({ name: 'leute.csv', records: 1, format: 'csv', delimiter: ';', encoding: 'utf-8' });
  expect(Object.fromEntries(file.columns.map(({ name, field }) => [name, field]))).toEqual({
    'E-Mail': 'primaryEmail',
    Benutzername: 'username',
    Telefon: 'primaryPhone',
    Name: 'name',
    Vorname: 'profile.givenName',
    Ort: 'profile.address.locality',
    customData: 'customData',
    gesperrt: 'isSuspended',
    password_hash: 'passwordDigest',
    erstellt: 'createdAt',
    Abteilung: null,
  });
  expect(file.columns.find(({ name }) => name === 'password_hash')?.examples).toEqual(['Bcrypt']);
  const { body: started } = await imports.start(file.id, { mapping: { Abteilung: 'customData.department' } });
  expect(await imports.finish(started.id)).toMatchObject({
    state: 'succeeded',
    total: 1,
    done: 1,
    failed: 0,
    counts: { created: 1, updated: 0, skipped: 0 },
    input: { fileName: 'leute.csv', onConflict: 'skip', isDryRun: false },
  });
  const ada = await find('ada@example.org');
  expect(ada).toMatchObject({
    username: 'ada',
    primaryPhone: '491701234567',
    name: 'Ada Lovelace',
    profile: { givenName: 'Ada', address: { locality: 'London' } },
    customData: { plan: 'gold', department: 'Mathematik' },
    isSuspended: true,
    hasPassword: true,
    createdAt: Date.parse('2020-05-01T10:00:00Z'),
  });
  expect([await verifies(ada, 'a good phrase'), await verifies(ada, 'another')]).toEqual([204, 422]);
  expect(await events('User.Created')).toContain(ada?.id);
  expect((await app.call(userImportsApi.get, { token, params: { id: file.id } })).status).toBe(404);
  await expect(app.app.storage.get(`default/user-imports/${file.id}/0`)).resolves.toBeUndefined();
});

test('reports each line with a code in a dry run and writes nothing', async () => {
  await app.call(usersApi.create, { token, body: { primaryEmail: 'there@x.org', username: 'there' } });
  const before = (await app.call(usersApi.list, { token })).headers['total-number'];
  const csv = `email,username,phone,name,avatar,customData,suspended,createdAt,password,passwordDigest,roles,birthdate
ok@x.org,,,Fine,,,,,,,,
not an address,,,,,,,,,,,
,1bad,,,,,,,,,,
,,123,,,,,,,,,
,u_long,,${'x'.repeat(129)},,,,,,,,
,u_pic,,,javascript:alert(1),,,,,,,
,u_json,,,,[1],,,,,,
,u_bool,,,,,perhaps,,,,,
,u_time,,,,,,yesterday,,,,
,u_future,,,,,,2999-01-01,,,,
,u_both,,,,,,,secret,5f4dcc3b5aa765d61d8327deb882cf99,,
,u_cost,,,,,,,,$2b$31$Z6hUTEEeoJXN5/AmSm/4.eZ75RYgFVriQM9LPhNEC7kbAbS/VAaJ2,,
,u_odd,,,,,,,,{SSHA}abcdef,,
,u_role,,,,,,,,,no such role,
,u_inner,,,,,,,,,#internal:admin,
,,,Nobody,,,,,,,,
ok@x.org,,,Again,,,,,,,,
there@x.org,,,Known,,,,,,,,
,u_more,,,,,,,,,,,,more`;
  const { job, findings, file } = await imports.run(csv, { isDryRun: true, onConflict: 'fail' });
  expect(job).toMatchObject({ state: 'succeeded', total: 19, done: 19, failed: 17, counts: { created: 2 } });
  expect(findings.map(({ line, level, code, field }) => [line, level, code, field])).toEqual([
    [3, 'error', 'user_import.email_invalid', 'primaryEmail'],
    [4, 'error', 'user_import.username_invalid', 'username'],
    [5, 'error', 'user.invalid_phone', 'primaryPhone'],
    [6, 'error', 'user_import.value_too_long', 'name'],
    [7, 'error', 'user_import.avatar_invalid', 'avatar'],
    [8, 'error', 'user_import.json_invalid', 'customData'],
    [9, 'error', 'user_import.boolean_invalid', 'isSuspended'],
    [10, 'error', 'user_import.time_invalid', 'createdAt'],
    [11, 'error', 'user_import.time_invalid', 'createdAt'],
    [12, 'error', 'user.password_and_digest', 'password'],
    [13, 'error', 'password.unsupported_encryption_method', 'passwordDigest'],
    [14, 'warning', 'user_import.password_left_out', 'passwordDigest'],
    [15, 'error', 'user_import.role_unknown', 'roles'],
    [16, 'error', 'role.internal_role_violation', 'roles'],
    [17, 'error', 'user_import.no_identifier', null],
    [18, 'error', 'user_import.duplicate', 'primaryEmail'],
    [19, 'error', 'user.email_already_in_use', 'primaryEmail'],
    [20, 'error', 'user_import.too_many_cells', null],
  ]);
  expect(findings.find(({ line }) => line === 18)).toMatchObject({ message: expect.stringContaining('Line 2 ') });
  expect(findings.every(({ message, code }) => message.length > 10 && message !== code)).toBe(true);
  expect((await app.call(usersApi.list, { token })).headers['total-number']).toBe(before);
  // The file is kept for the real run.
  expect((await app.call(userImportsApi.get, { token, params: { id: file.id } })).status).toBe(200);
});

test('imports valid lines although others are invalid', async () => {
  const { job } = await imports.run('email\nfirst@y.org\nnothing\nsecond@y.org\n');
  expect(job).toMatchObject({ state: 'succeeded', done: 3, failed: 1, counts: { created: 2 } });
  expect([await find('first@y.org'), await find('second@y.org')]).not.toContain(undefined);
});

describe('existing users', () => {
  const line = (name: string) =>
    `email,username,name,customData,password\nknown@z.org,known_z,${name},"{""b"":2}",new secret\nnew_${name}@z.org,,,,\n`;
  let id: string;

  beforeAll(async () => {
    const body = {
      primaryEmail: 'known@z.org',
      username: 'known_z',
      name: 'Old',
      customData: { a: 1 },
      profile: { nickname: 'K' },
      password: 'old secret',
    };
    id = (await app.call(usersApi.create, { token, body })).body.id;
  });
  const user = async () => (await app.call(usersApi.get, { token, params: { userId: id } })).body;

  test('are not changed but reported with skip', async () => {
    const { job, findings } = await imports.run(line('Skip'), { onConflict: 'skip' });
    expect(job).toMatchObject({ failed: 0, counts: { created: 1, skipped: 1, updated: 0 } });
    expect(findings).toMatchObject([{ line: 2, level: 'warning', code: 'user_import.exists', subject: 'known@z.org' }]);
    expect((await user()).name).toBe('Old');
  });

  test('cause an error with each taken identifier with fail', async () => {
    const { job, findings } = await imports.run(line('Fail'), { onConflict: 'fail' });
    expect(job).toMatchObject({ failed: 1, counts: { created: 1, updated: 0 } });
    expect(findings.map(({ code }) => code)).toEqual(['user.username_already_in_use', 'user.email_already_in_use']);
  });

  test('are changed where values are given with update', async () => {
    const { job } = await imports.run(line('Update'), { onConflict: 'update' });
    expect(job).toMatchObject({ failed: 0, counts: { created: 1, updated: 1 } });
    expect(await user()).toMatchObject({ name: 'Update', customData: { a: 1, b: 2 }, profile: { nickname: 'K' } });
    expect(await verifies(await user(), 'new secret')).toBe(204);
    expect(await events('User.Data.Updated')).toContain(id);
  });

  test('are not changed by a line that matches two of them', async () => {
    await app.call(usersApi.create, { token, body: { username: 'other_z' } });
    const { findings } = await imports.run('email,username,name\nknown@z.org,other_z,Both\n', { onConflict: 'update' });
    expect(findings).toMatchObject([{ code: 'user_import.ambiguous', level: 'error' }]);
    expect((await user()).name).not.toBe('Both');
  });

  test('report the second of two lines for the same user', async () => {
    const { job, findings } = await imports.run('email,username,name\nknown@z.org,,One\n,known_z,Two\n', {
      onConflict: 'update',
    });
    expect([job.failed, (await user()).name]).toEqual([1, 'One']);
    expect(findings).toMatchObject([{ line: 3, code: 'user_import.duplicate' }]);
  });
});

test('keeps ids on request and rejects those with an invalid format', async () => {
  const csv = 'id,email\nabcdef012345,id1@x.org\nABC,id2@x.org\n';
  const { findings } = await imports.run(csv, { keepIds: true, mapping: { id: 'id' } });
  expect(findings).toMatchObject([{ line: 3, code: 'user_import.id_invalid', field: 'id' }]);
  expect((await find('id1@x.org'))?.id).toBe('abcdef012345');
  const again = await imports.run('id,email\nabcdef012345,id3@x.org\n', { keepIds: true, onConflict: 'fail' });
  expect(again.findings).toMatchObject([{ code: 'user_import.id_in_use' }]);
  await imports.run('id,email\nabcdef012345,id4@x.org\n');
  expect((await find('id4@x.org'))?.id).not.toBe('abcdef012345');
});

test('assigns default roles, roles of the job and roles of the line', async () => {
  const create = async (name: string, isDefault = false) =>
    (await app.call(rolesApi.create, { token, body: { name, description: name, type: 'User', isDefault } })).body.id;
  const [job, byLine] = [await create('of the job'), await create('of the line'), await create('default', true)];
  await imports.run('email,roles\nroles1@x.org,of the line\nroles2@x.org,\n', { roleIds: [job] });
  const rolesOf = async (email: string) => {
    const user = await find(email);
    const { body } = await app.call(userRolesApi.list, { token, params: { userId: user?.id ?? '' } });
    return body.map(({ name }) => name).sort();
  };
  expect(await rolesOf('roles1@x.org')).toEqual(['default', 'of the job', 'of the line']);
  expect(await rolesOf('roles2@x.org')).toEqual(['default', 'of the job']);
  const { body: file } = await imports.upload('email\nx@x.org\n');
  expect((await imports.start(file.id, { roleIds: ['nothing'] })).status).toBe(404);
  expect(byLine).toBeTruthy();
});

describe('passwords', () => {
  const secret = 'a phrase of words';
  const kinds: [string, () => string | Promise<string>][] = [
    ['argon2id', () => hash(secret, { memoryCost: 64, timeCost: 1, parallelism: 1 })],
    ['bcrypt', () => bcrypt.hash(secret, 4)],
    ['Django', () => `pbkdf2_sha256$1000$salt$${pbkdf2Sync(secret, 'salt', 1000, 32, 'sha256').toString('base64')}`],
    [
      'PHC',
      () => {
        const salt = Buffer.from('00ff10fe20fd30fc', 'hex');
        const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
        return `$pbkdf2-sha512$i=1000,l=64$${unpadded(salt)}$${unpadded(pbkdf2Sync(secret, salt, 1000, 64, 'sha512'))}`;
      },
    ],
    ['LDAP', () => '{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ='],
  ];

  test.each(kinds.slice(0, 4))('recognizes %s by its format', async (name, make) => {
    const email = `${name}@hash.org`.toLowerCase();
    const { findings } = await imports.run(`email,hash\n${email},"${await make()}"\n`);
    expect(findings).toEqual([]);
    expect(await verifies(await find(email), secret)).toBe(204);
  });

  test('imports {SHA} of an LDAP server', async () => {
    await imports.run('email,hash\nldap@hash.org,{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n');
    expect(await verifies(await find('ldap@hash.org'), 'secret')).toBe(204);
  });

  test('prefers a named algorithm over the format', async () => {
    const { findings } = await imports.run(
      'email,hash,algorithm\nmd5@hash.org,5f4dcc3b5aa765d61d8327deb882cf99,md5\nsha@hash.org,5f4dcc3b5aa765d61d8327deb882cf99,SHA-256\n',
    );
    expect(await verifies(await find('md5@hash.org'), 'password')).toBe(204);
    expect(findings).toMatchObject([{ line: 3, code: 'password.unsupported_encryption_method' }]);
  });

  test('hashes plain passwords in small batches', async () => {
    const rows = Array.from({ length: 54 }, (_, n) => `plain${n}@hash.org,secret number ${n}`);
    const { job } = await imports.run(`email,password\n${rows.join('\n')}\n`);
    expect(job).toMatchObject({ done: 54, failed: 0 });
    const last = await find('plain53@hash.org');
    expect([await verifies(last, 'secret number 53'), await verifies(last, 'secret number 0')]).toEqual([204, 422]);
  });
});

test('reports values that PostgreSQL cannot store and continues', async () => {
  const lines = [
    { email: 'nul@x.org', customData: { a: 'a\0b' } },
    { email: 'half@x.org', name: '\ud800' },
    { email: 'fine@x.org', customData: { a: '\\u0000' }, 'a\0b': 1 },
    { email: 'nul\0@x.org' },
  ];
  const { job, findings } = await imports.run(JSON.stringify(lines), {}, 'x.json');
  expect(findings.map(({ line, code }) => [line, code])).toEqual([
    [1, 'entity.invalid_input'],
    [2, 'entity.invalid_input'],
    [4, 'user_import.email_invalid'],
  ]);
  expect([job.state, (await find('fine@x.org'))?.customData]).toEqual(['succeeded', { a: '\\u0000' }]);
});

test('rejects unreadable files immediately', async () => {
  const code = async (content: string | Buffer) => {
    const { status, body } = await imports.upload(content);
    return [status, body.code];
  };
  expect(await code('')).toEqual([400, 'user_import.empty_file']);
  expect(await code('email\n')).toEqual([400, 'user_import.empty_file']);
  expect(await code(Buffer.from('504b030414000600', 'hex'))).toEqual([400, 'user_import.unknown_format']);
  expect(await code('[{"a":1}')).toEqual([400, 'user_import.malformed']);
  const { body } = await imports.upload('a,b\n1,"2\n');
  expect([body.message, body.details]).toEqual([
    'The file cannot be read. Check line 2, and check that all quotes and brackets are closed.',
    undefined,
  ]);
  expect(await code(`${Array.from({ length: 201 }, (_, n) => `c${n}`).join(',')}\n1\n`)).toEqual([
    400,
    'user_import.too_many_columns',
  ]);
  expect(await code(JSON.stringify([Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`c${n}`, 1]))]))).toEqual(
    [400, 'user_import.too_many_columns'],
  );
});

test('rejects an invalid mapping', async () => {
  const { body: file } = await imports.upload('a,b\n1,2\n');
  const details = async (mapping: Record<string, string | null>) => {
    const { status, body } = await imports.start(file.id, { mapping });
    return [status, (body as unknown as { code: string }).code, (body as unknown as { details: string }).details];
  };
  const refused = [400, 'user_import.mapping_invalid'];
  expect(await details({})).toEqual([...refused, 'No column is read.']);
  expect(await details({ c: 'name' })).toEqual([...refused, 'The file has no column c.']);
  expect(await details({ a: 'name', b: 'name' })).toEqual([...refused, 'name is read from two columns.']);
  expect(await details({ a: '__proto__' })).toEqual([...refused, expect.stringContaining('is not a field')]);
  expect((await imports.start(file.id, { mapping: { a: 'username' }, onConflict: 'x' as 'skip' })).status).toBe(400);
});

test('uses a file for one job at a time, and can delete it', async () => {
  const { body: file } = await imports.upload(`email,password\n${'x@q.org,secret\n'.repeat(300)}`);
  // Blocks the dry run until both requests were rejected.
  const gate = Promise.withResolvers<void>();
  const { storage } = app.app;
  const { get } = storage;
  const reading = vi.spyOn(storage, 'get').mockImplementation(async (key) => {
    await gate.promise;
    return get.call(storage, key);
  });
  const { body: job } = await imports.start(file.id, { isDryRun: true });
  const second = await imports.start(file.id);
  const removed = await app.call(userImportsApi.remove, { token, params: { id: file.id } });
  gate.resolve();
  reading.mockRestore();
  expect([second.status, removed.status]).toEqual([422, 422]);
  await imports.finish(job.id);
  const other = await imports.upload('email\nforget@q.org\n');
  expect((await app.call(userImportsApi.remove, { token, params: { id: other.body.id } })).status).toBe(204);
  await expect(app.app.storage.get(`default/user-imports/${other.body.id}/0`)).resolves.toBeUndefined();
});

test('deletes a file that was not imported after a week', async () => {
  const { body: file } = await imports.upload('email\nold@q.org\n');
  const sweep = async () => {
    await app.app.tenancy.system(sweepImportFiles);
    await app.worker.drain();
  };
  await sweep();
  expect((await app.call(userImportsApi.get, { token, params: { id: file.id } })).status).toBe(200);
  await app.write('default', (db) =>
    db
      .updateTable('user_import_files')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', file.id)
      .execute(),
  );
  await sweep();
  expect((await app.call(userImportsApi.get, { token, params: { id: file.id } })).status).toBe(404);
  await expect(app.app.storage.get(`default/user-imports/${file.id}/0`)).resolves.toBeUndefined();
});

test('hides files, jobs and users of another tenant', async () => {
  const { body: file } = await imports.upload('email\ntheirs@t.org\n');
  const foreign = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const theirs = importer(app, foreign.token, 'admin');
  expect((await theirs.start(file.id)).status).toBe(404);
  expect((await app.call(userImportsApi.get, { ...foreign, params: { id: file.id } })).status).toBe(404);
  expect((await app.call(userImportsApi.remove, { ...foreign, params: { id: file.id } })).status).toBe(404);
  const { job } = await theirs.run('email\ntheirs@t.org\n');
  expect(job).toMatchObject({ state: 'succeeded', counts: { created: 1 } });
  expect(await find('theirs@t.org')).toBeUndefined();
  expect((await app.call(userJobsApi.get, { token, params: { id: job.id } })).status).toBe(404);
  // The file is not served either.
  const { statusCode } = await app.core.inject({
    url: `/user-assets/default/user-imports/${file.id}/0`,
    headers: { host: 'core.test' },
  });
  expect(statusCode).toBe(404);
});
