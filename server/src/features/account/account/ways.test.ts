import { accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { accountCenterAppId, verificationIdHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountToken, allEditable, newOwner, openAccountCenter } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
});
afterAll(() => app.close());

const waysOf = async (token: string) => (await app.call(accountVerificationsApi.ways, { token })).body;

test('lists how a user can verify their identity', async () => {
  const owner = await newOwner(app, manager, { primaryEmail: 'ways@example.com', primaryPhone: '4930123499' });
  expect(await waysOf(owner.token)).toEqual({
    password: true,
    email: 'ways@example.com',
    phone: '4930123499',
    social: [],
    passkey: false,
    factors: [],
  });
});

test('excludes an address that the token may not see', async () => {
  const owner = await newOwner(app, manager, { primaryEmail: 'scopes@example.com' });
  const bare = await accountToken(app, owner, 'openid phone');
  expect(await waysOf(bare)).toEqual({
    password: true,
    email: null,
    phone: null,
    social: [],
    passkey: false,
    factors: [],
  });
});

test('excludes addresses while the account center does not show them', async () => {
  const owner = await newOwner(app, manager, { primaryEmail: 'off@example.com', primaryPhone: '4930123400' });
  const fields = { ...allEditable, email: 'Off' as const, phone: 'Off' as const };
  await app.call(accountCenterApi.update, { token: manager, body: { fields } });
  expect(await waysOf(owner.token)).toMatchObject({ email: null, phone: null });
  await app.call(accountCenterApi.update, { token: manager, body: { fields: allEditable } });
  expect(await waysOf(owner.token)).toMatchObject({ email: 'off@example.com', phone: '4930123400' });
});

const addAccount = ({ id: userId }: { id: string }) =>
  app.call(userIdentitiesApi.set, { token: manager, params: { userId, target: 'github' }, body: { userId: 'gh-1' } });
const dropPassword = (id: string) =>
  app.write('default', (db) => sql`update users set password_encrypted = null where id = ${id}`.execute(db));

test('includes a provider with a linked account of people who have nothing else', async () => {
  const config = { clientId: 'client', clientSecret: 'secret' };
  const { body } = await app.call(connectorsApi.create, {
    token: manager,
    body: { connectorId: 'github-universal', config },
  });
  const [linked, other] = [await newOwner(app, manager), await newOwner(app, manager)];
  await addAccount(linked);
  expect(await waysOf(linked.token)).toMatchObject({ password: true, social: [] });
  const bare = await accountToken(app, linked, 'openid');
  await dropPassword(linked.id);
  expect(await waysOf(linked.token)).toMatchObject({ social: [{ connectorId: body.id, target: 'github' }] });
  expect(await waysOf(other.token)).toMatchObject({ social: [] });
  expect(await waysOf(bare)).toMatchObject({ social: [] });
});

test('excludes an unverified address', async () => {
  const owner = await newOwner(app, manager, { primaryEmail: 'claimed@example.com' });
  await app.write('default', (db) =>
    db.updateTable('users').set({ email_verified_at: null }).where('id', '=', owner.id).execute(),
  );
  expect(await waysOf(owner.token)).toMatchObject({ email: null });
});

test('rejects suspended and deleted users', async () => {
  const owner = await newOwner(app, manager);
  await app.call(usersApi.remove, { token: manager, params: { userId: owner.id } });
  expect((await app.call(accountVerificationsApi.ways, { token: owner.token })).status).toBe(401);
});

test('a sign-in of the last minute is a proof in the account center, and neither later nor for other applications', async () => {
  const owner = await newOwner(app, manager);
  const center = { id: accountCenterAppId, path: '/account/callback' };
  const token = await accountToken(app, owner, 'openid', 'default', center);
  const { status, body } = await app.call(accountVerificationsApi.signIn, { token });
  expect(status).toBe(201);
  const headers = { [verificationIdHeader]: body.verificationRecordId };
  const changed = { token, headers, body: { password: 'quite another phrase of words' } };
  expect((await app.call(accountApi.setPassword, changed)).status).toBe(204);

  const refused = { body: { code: 'verification_record.not_found' } };
  expect(await app.call(accountVerificationsApi.signIn, { token: owner.token })).toMatchObject(refused);
  await app.write('default', (db) =>
    sql`update oidc_models set payload = payload || jsonb_build_object('loginTs', (payload ->> 'loginTs')::float8 - 61)
      where model = 'Session' and account_id = ${owner.id}`.execute(db),
  );
  expect(await app.call(accountVerificationsApi.signIn, { token })).toMatchObject(refused);
});
