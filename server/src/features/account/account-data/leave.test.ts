import { accountApi } from '@postern/contracts/account/account';
import { accountDataApi } from '@postern/contracts/account/account-data';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountToken, allEditable, newOwner, type Owner, openAccountCenter } from '#testing/account';
import { changeSettings, lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => openAccountCenter(app, manager));

const owner = (more = {}) => newOwner(app, manager, more);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const denied = [401, 'verification_record.permission_denied'];
const noticeTo = (address: string, words: string) =>
  expect.poll(async () => (await lastMessage(app, address)).content).toContain(words);

const leave = ({ token }: Pick<Owner, 'token'>, headers: Record<string, string>) =>
  app.call(accountDataApi.remove, { token, headers });
const allow = (deleteAccount: boolean) =>
  app.call(accountCenterApi.update, { token: manager, body: { enabled: true, fields: allEditable, deleteAccount } });
const isThere = async (userId: string) =>
  (await app.call(usersApi.get, { token: manager, params: { userId } })).status === 200;

test('rejects deleting the own account unless the account center allows it', async () => {
  const person = await owner();
  const headers = await person.permit();
  expect(codeOf(await leave(person, headers))).toEqual([400, 'account_center.field_not_editable']);
  await allow(true);
  await app.call(accountCenterApi.update, { token: manager, body: { enabled: false } });
  expect(codeOf(await leave(person, headers))).toEqual([400, 'account_center.not_enabled']);
  expect(await isThere(person.id)).toBe(true);
});

test('deletes all data of the account, notifies its address and emits the event (attacks 1 and 3)', async () => {
  await allow(true);
  const person = await owner({ primaryEmail: 'leaver@example.com' });
  const other = await owner();
  const second = await accountToken(app, person);
  expect((await leave(person, await person.permit())).status).toBe(204);
  expect(await isThere(person.id)).toBe(false);
  for (const token of [person.token, second]) {
    expect(codeOf(await app.call(accountApi.get, { token }))).toEqual([401, 'auth.unauthorized']);
  }
  await expect(accountToken(app, person)).rejects.toThrow();
  const left = await app.read('default', (db) =>
    db.selectFrom('oidc_models').select('model').where('account_id', '=', person.id).execute(),
  );
  expect(left).toEqual([]);
  await noticeTo('leaver@example.com', 'Your account at Demo app was deleted');
  await app.worker.drain();
  const rows = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', 'User.Deleted').execute(),
  );
  expect(rows.map(({ payload }) => (payload as { subjectId: string }).subjectId)).toContain(person.id);
  expect((await app.call(accountApi.get, { token: other.token })).status).toBe(200);
});

test('requires a fresh proof of the same person (attacks 18 and 29)', async () => {
  await allow(true);
  const [person, other] = [await owner({ primaryEmail: 'stays@example.com' }), await owner()];
  expect(codeOf(await leave(person, {}))).toEqual(denied);
  expect(codeOf(await leave(person, await other.permit()))).toEqual(denied);
  const identifier = { type: 'email', value: 'new@example.com' } as const;
  const sent = await app.call(accountVerificationsApi.sendCode, { token: person.token, body: { identifier } });
  const stranger = { [verificationIdHeader]: sent.body.verificationRecordId };
  expect(codeOf(await leave(person, stranger))).toEqual(denied);
  expect([await isThere(person.id), await isThere(other.id)]).toEqual([true, true]);
});

test('deletes once for ten parallel requests and rejects the others with 401 (attack 38)', async () => {
  await allow(true);
  const person = await owner();
  const headers = await person.permit();
  const answers = await Promise.all(Array.from({ length: 10 }, () => leave(person, headers)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  await app.worker.drain();
  const rows = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', 'User.Deleted').execute(),
  );
  expect(rows.filter(({ payload }) => (payload as { subjectId: string }).subjectId === person.id)).toHaveLength(1);
});

test('is not available in the admin tenant', async () => {
  const token = await app.managementToken('admin');
  const person = { username: 'console_person', password: 'a long phrase of words' };
  await changeSettings(app, { signInMode: 'SignInAndRegister' }, 'admin');
  await app.call(usersApi.create, { token, tenantId: 'admin', body: person });
  await app.call(accountCenterApi.update, {
    token,
    tenantId: 'admin',
    body: { enabled: true, fields: allEditable, deleteAccount: true },
  });
  const own = await accountToken(app, person, undefined, 'admin');
  const proof = await app.call(accountVerificationsApi.password, {
    token: own,
    tenantId: 'admin',
    body: { password: person.password },
  });
  const headers = { [verificationIdHeader]: proof.body.verificationRecordId };
  const answer = await app.call(accountDataApi.remove, { token: own, tenantId: 'admin', headers });
  expect(codeOf(answer)).toEqual([403, 'auth.forbidden']);
});
