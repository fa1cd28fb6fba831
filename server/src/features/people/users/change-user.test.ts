import { accountApi } from '@postern/contracts/account/account';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOwner, openAccountCenter } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await openAccountCenter(app, token);
});
afterAll(() => app.close());

async function countTold(): Promise<number> {
  await app.worker.drain();
  const reported = await app.read('default', (db) =>
    db.selectFrom('logs').select('id').where('key', 'like', '%.Data.Updated').execute(),
  );
  return reported.length;
}

test('emits no event for an empty change', async () => {
  const owner = await newOwner(app, token);
  const params = { userId: owner.id };
  const asks = [
    (some: Record<string, unknown>) => app.call(usersApi.update, { token, params, body: some }),
    (customData: Record<string, unknown>) =>
      app.call(usersApi.patchCustomData, { token, params, body: { customData } }),
    (profile: Record<string, unknown>) => app.call(usersApi.patchProfile, { token, params, body: { profile } }),
    (some: Record<string, unknown>) => app.call(accountApi.update, { token: owner.token, body: some }),
    (customData: Record<string, unknown>) => app.call(accountApi.update, { token: owner.token, body: { customData } }),
    (profile: Record<string, unknown>) => app.call(accountApi.updateProfile, { token: owner.token, body: profile }),
    (some: Record<string, unknown>) => app.call(accountCenterApi.update, { token, body: some }),
  ];
  const before = await countTold();
  // The management API rejects a user update without fields.
  expect(await Promise.all(asks.map(async (ask) => (await ask({})).status))).toEqual([422, ...Array(6).fill(200)]);
  expect(await countTold()).toBe(before);

  const some = [
    { name: 'A' },
    { a: 1 },
    { nickname: 'A' },
    { name: 'B' },
    { b: 1 },
    { nickname: 'B' },
    { enabled: true },
  ];
  for (const [index, ask] of asks.entries()) {
    expect([index, (await ask(some[index] ?? {})).status]).toEqual([index, 200]);
  }
  expect(await countTold()).toBe(before + asks.length);
});
