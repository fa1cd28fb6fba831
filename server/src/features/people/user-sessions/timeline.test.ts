import { rolesApi } from '@postern/contracts/access/roles';
import { accountApi } from '@postern/contracts/account/account';
import { type TimelineEntry, userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newOwner, openAccountCenter } from '#testing/account';
import { analyzeTables } from '#testing/plans';
import { visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { flushLogs } from '../../records/audit/index.ts';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
});
afterAll(() => app.close());

async function timeline(userId: string, query: Record<string, string> = {}) {
  await app.worker.drain();
  await flushLogs(app.app);
  return app.call(userSessionsApi.timeline, { token: manager, params: { userId }, query });
}

const patience = { timeout: 20_000 };
const brief = (entries: TimelineEntry[]) => entries.map(({ kind, key }) => [kind, key]);

describe('the timeline of a user', () => {
  test('shows sign-ins and changes with their actors, newest first', async () => {
    const person = await newOwner(app, manager, { primaryEmail: 'line@example.com' });
    const params = { userId: person.id };
    await app.call(usersApi.update, { token: manager, params, body: { name: 'Anna', username: null } });
    await app.call(accountApi.update, { token: person.token, body: { name: 'Anna Own' } });
    const { body, headers } = await timeline(person.id);
    expect(brief(body)).toEqual([
      ['ownChange', 'User.Data.Updated'],
      ['adminChange', 'User.Data.Updated'],
      ['signIn', 'Interaction.SignIn.Submit'],
      ['adminChange', 'User.Created'],
    ]);
    expect(headers['total-number']).toBe('4');
    const [own, admin, signedIn] = body;
    expect(own).toMatchObject({
      fields: ['name'],
      actor: { type: 'user', id: person.id },
      application: { id: 'demo-app', name: 'Demo app' },
    });
    expect(admin).toMatchObject({ fields: ['username', 'name'], actor: { type: 'application' }, ip: '127.0.0.1' });
    expect(admin?.application?.name).toBeTruthy();
    expect(signedIn).toMatchObject({ methods: ['Password'], result: 'Success', ip: '127.0.0.1', error: null });
  });

  test('shows failed attempts with any identifier', async () => {
    const person = { username: 'tried', primaryEmail: 'tried@example.com', password: 'a long phrase of words' };
    const { body: user } = await app.call(usersApi.create, { token: manager, body: person });
    const guess = async (identifier: { type: string; value: string }) => {
      const browser = visitor(app);
      await browser.arrive();
      await browser.start('SignIn');
      return browser.step('POST', '/verification/password', { identifier, password: 'wrong words' });
    };
    await guess({ type: 'username', value: 'tried' });
    await guess({ type: 'email', value: 'TRIED@example.com' });
    await guess({ type: 'username', value: 'nobody_at_all' });
    await guess({ type: 'username', value: 'nul\0' });
    const { body } = await timeline(user.id, { kind: 'failedTry' });
    expect(body.map(({ result, error }) => [result, error])).toEqual([
      ['Error', 'session.invalid_credentials'],
      ['Error', 'session.invalid_credentials'],
    ]);
  });

  test('shows a suspended user with the correct password as a failed attempt', async () => {
    const person = { username: 'barred', password: 'a long phrase of words' };
    const { body: user } = await app.call(usersApi.create, { token: manager, body: person });
    await app.call(usersApi.setSuspended, { token: manager, params: { userId: user.id }, body: { isSuspended: true } });
    const browser = visitor(app);
    await browser.arrive();
    await browser.start('SignIn');
    const identifier = { type: 'username', value: person.username };
    const proof = await browser.step('POST', '/verification/password', { identifier, password: person.password });
    await browser.identify(proof.body.verificationId);
    const [tried, suspended] = (await timeline(user.id)).body;
    expect(tried).toMatchObject({ kind: 'failedTry', error: 'user.suspended' });
    expect(suspended).toMatchObject({ kind: 'adminChange', fields: ['suspended'] });
  });

  test('shows sent codes and notices with their recipients', async () => {
    const person = await newOwner(app, manager, { primaryEmail: 'first@example.com' });
    const record = await person.proveAddress('email', 'second@example.com');
    const headers = await person.permit();
    const body = { email: 'second@example.com', newIdentifierVerificationRecordId: record };
    expect((await app.call(accountApi.setEmail, { token: person.token, headers, body })).status).toBe(204);
    const messages = await vi.waitFor(async () => {
      const { body: entries } = await timeline(person.id, { kind: 'message' });
      expect(entries).toHaveLength(2);
      return entries;
    }, patience);
    expect(messages.map(({ key, message }) => [key, message])).toEqual([
      ['SendMessage.Email', { template: 'Notice', recipient: 'first@example.com' }],
      ['SendMessage.Email', { template: 'BindNewIdentifier', recipient: 'second@example.com' }],
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/\b\d{6}\b/);
  });

  test('shows a sign-in code to the owner of the address', async () => {
    const { body: user } = await app.call(usersApi.create, {
      token: manager,
      body: { primaryEmail: 'ordered@example.com' },
    });
    const browser = visitor(app);
    await browser.arrive();
    await browser.start('SignIn');
    const identifier = { type: 'email', value: 'Ordered@example.com' };
    await browser.step('POST', '/verification/verification-code', { identifier, interactionEvent: 'SignIn' });
    expect((await timeline(user.id)).body[0]).toMatchObject({
      kind: 'message',
      message: { template: 'SignIn', recipient: 'ordered@example.com' },
    });
  });

  test('shows assigned and removed roles as changes', async () => {
    const { body: user } = await app.call(usersApi.create, { token: manager, body: { username: 'holder' } });
    const { body: role } = await app.call(rolesApi.create, { token: manager, body: { name: 'r1', description: 'x' } });
    await app.call(rolesApi.assignUsers, { token: manager, params: { id: role.id }, body: { userIds: [user.id] } });
    expect(brief((await timeline(user.id)).body)[0]).toEqual(['adminChange', 'User.Roles.Updated']);
  });

  test('is paginated, filtered by kind, and rejects unknown kinds', async () => {
    const { body: user } = await app.call(usersApi.create, { token: manager, body: { username: 'paged' } });
    await app.write('default', (db) =>
      sql`insert into logs (id, key, payload, created_at, user_id, timeline)
        select 'p' || n, 'Interaction.SignIn.Submit', '{"key":"x","result":"Success"}', now() - n * interval '1 hour',
          ${user.id}, 'signIn' from generate_series(1, 30) n`.execute(db),
    );
    const second = await timeline(user.id, { page: '2', page_size: '20', kind: 'signIn' });
    expect(second.body.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `p${index + 21}`));
    expect(second.headers['total-number']).toBe('30');
    const both = await app.call(userSessionsApi.timeline, {
      token: manager,
      params: { userId: user.id },
      query: { kind: ['adminChange', 'failedTry'] },
    });
    expect(brief(both.body)).toEqual([['adminChange', 'User.Created']]);
    expect(await timeline(user.id, { kind: 'other' })).toMatchObject({ status: 400 });
    expect(await timeline('nobody')).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
  });

  test('tolerates unexpected payloads', async () => {
    const { body: user } = await app.call(usersApi.create, { token: manager, body: { username: 'odd' } });
    await app.write('default', (db) =>
      sql`insert into logs (id, key, payload, user_id, timeline) values ('odd', 'X',
        '{"ip":7,"error":5,"actor":{"type":"x"},"fields":"f","templateType":1,"interaction":[]}', ${user.id}, 'message')`.execute(
        db,
      ),
    );
    expect((await timeline(user.id, { kind: 'message' })).body).toMatchObject([{ id: 'odd', ip: null, error: null }]);
  });
});

test('uses its own index next to twenty thousand tokens of the same user', async () => {
  const { body: user } = await app.call(usersApi.create, { token: manager, body: { username: 'busy' } });
  await app.write('default', (db) =>
    sql`insert into logs (id, key, payload, created_at, user_id, timeline)
      select 'b' || n, 'ExchangeTokenBy.RefreshToken', '{"key":"x","result":"Success"}', now() - n * interval '1 second',
        ${user.id}, case when n % 200 = 0 then 'signIn' end from generate_series(1, 20000) n`.execute(db),
  );
  await analyzeTables(app.address, 'logs');
  const plan = await app.read('default', async (db) => {
    const { rows } = await sql<Record<string, string>>`explain (analyze, costs off)
      select l.id from logs l
      where l.user_id = ${user.id} and l.timeline is not null order by l.created_at desc, l.id limit 20`.execute(db);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).toMatch(/user_id_created_at_id/);
  expect(plan).not.toMatch(/Rows Removed by Filter: \d{3,}/);
  expect((await timeline(user.id)).body).toHaveLength(20);
}, 60_000);
