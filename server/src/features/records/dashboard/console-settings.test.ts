import { consoleSettingsApi, type UpdateConsoleSettings } from '@postern/contracts/records/console-settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const read = async () => (await app.call(consoleSettingsApi.get, { token })).body;
const change = (body: UpdateConsoleSettings) => app.call(consoleSettingsApi.update, { token, body });
const untouched = { signInExperienceCustomized: false, organizationCreated: false };

test('is empty at first', async () => {
  expect(await read()).toEqual(untouched);
  expect((await change({})).body).toEqual(untouched);
});

test('merges keys and emits an event', async () => {
  expect((await change({ signInExperienceCustomized: true })).status).toBe(200);
  const notice = { isPaidTenant: true, tag: 'development', readAt: 1_700_000_000_000 };
  const { body } = await change({ developmentTenantMigrationNotification: notice });
  expect(body).toEqual({
    ...untouched,
    signInExperienceCustomized: true,
    developmentTenantMigrationNotification: notice,
  });
  expect(await read()).toEqual(body);
  await app.worker.drain();
  const keys = await app.read('default', (db) => db.selectFrom('logs').select('key').execute());
  expect(keys.map(({ key }) => key)).toContain('ConsoleSettings.Data.Updated');
});

test('keeps concurrent changes of different keys', async () => {
  await Promise.all([
    change({ signInExperienceCustomized: false }),
    change({ organizationCreated: true }),
    change({ checkedChargeNotification: { token: true } }),
  ]);
  expect(await read()).toMatchObject({
    signInExperienceCustomized: false,
    organizationCreated: true,
    checkedChargeNotification: { token: true },
  });
});

test.each([
  { signInExperienceCustomized: 'yes' },
  { organizationCreated: null },
  { unknown: true },
  { tenantId: 'admin' },
  { checkedChargeNotification: { everything: true } },
  { developmentTenantMigrationNotification: { tag: 'x' } },
  { developmentTenantMigrationNotification: { isPaidTenant: true, tag: 'x'.repeat(65) } },
])('rejects %j', async (body) => {
  expect((await change(body as UpdateConsoleSettings)).status).toBe(400);
});

test('another tenant sees nothing', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  const [one, two] = [await consoleTokens(cloud, 'one'), await consoleTokens(cloud, 'two')];
  const [mine, theirs] = [await one.createTenant('Mine'), await two.createTenant('Theirs')];
  const [myToken, theirToken] = [await cloud.managementToken(mine), await cloud.managementToken(theirs)];
  const body = { signInExperienceCustomized: true };
  await cloud.call(consoleSettingsApi.update, { token: myToken, tenantId: mine, body });
  const seen = await cloud.call(consoleSettingsApi.get, { token: theirToken, tenantId: theirs });
  expect(seen.body).toEqual(untouched);
  const foreign = await cloud.call(consoleSettingsApi.update, { token: theirToken, tenantId: mine, body });
  expect([401, 403, 404]).toContain(foreign.status);
  await cloud.close();
});
