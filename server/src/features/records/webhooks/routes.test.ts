import { usersApi } from '@postern/contracts/people/users';
import { webhookEvents, webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { answer, type Receiver, startReceiver } from './testing.ts';

let app: TestApp;
let token: string;
let receiver: Receiver;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver.close();
  await app.close();
});
beforeEach(async () => {
  receiver.clear();
  await app.write('default', (db) => db.deleteFrom('hooks').execute());
});

const config = () => ({ url: receiver.url });
const create = (body: object = {}) =>
  app.call(webhooksApi.create, { token, body: { name: 'CRM', events: ['User.Created'], config: config(), ...body } });
const get = (id: string, query = {}) => app.call(webhooksApi.get, { token, params: { id }, query });
const update = (id: string, body: object) => app.call(webhooksApi.update, { token, params: { id }, body });
const unknown = { status: 404, body: { code: 'entity.not_exists_with_id' } };
/** For changes (observed 2, row 27). */
const unknownForChange = { status: 404, body: { code: 'entity.not_exists' } };

describe('hooks', () => {
  test('are created with a signing key, read, changed and deleted', async () => {
    const { status, body: hook } = await create({ events: ['User.Created', 'User.Deleted', 'User.Created'] });
    expect(status).toBe(201);
    expect(hook).toEqual({
      tenantId: 'default',
      id: expect.stringMatching(/^[\da-z]{21}$/),
      name: 'CRM',
      event: null,
      events: ['User.Created', 'User.Deleted'],
      config: config(),
      signingKey: expect.stringMatching(/^[\dA-Za-z]{32}$/),
      enabled: true,
      createdAt: expect.any(Number),
    });
    expect((await get(hook.id)).body).toEqual(hook);
    expect((await app.call(webhooksApi.list, { token })).body).toEqual([hook]);
    const changed = {
      name: 'Other',
      events: ['Role.Created' as const],
      enabled: false,
      config: { url: 'https://a.example/x', headers: { 'x-key': 'v' }, retries: 2 },
    };
    expect((await update(hook.id, changed)).body).toEqual({ ...hook, ...changed });
    // Config is replaced as a whole.
    expect((await update(hook.id, { config: config() })).body.config).toEqual(config());
    const params = { id: hook.id };
    expect((await app.call(webhooksApi.remove, { token, params })).status).toBe(204);
    expect(await app.call(webhooksApi.remove, { token, params })).toMatchObject(unknown);
    expect(await get(hook.id)).toMatchObject(unknown);
    expect(await update(hook.id, { name: 'x' })).toMatchObject(unknownForChange);
    expect(await app.call(webhooksApi.rotateKey, { token, params })).toMatchObject(unknownForChange);
  });

  test('are listed newest first, with pages on request', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      ids.unshift((await create({ name })).body.id);
    }
    expect((await app.call(webhooksApi.list, { token })).body.map(({ id }) => id)).toEqual(ids);
    const { body, headers } = await app.call(webhooksApi.list, { token, query: { page: '2', page_size: '2' } });
    expect([body.map(({ id }) => id), headers['total-number']]).toEqual([ids.slice(2), '3']);
  });

  test('need an event', async () => {
    expect(await create({ events: undefined })).toMatchObject({ status: 400, body: { code: 'hook.missing_events' } });
    expect(await create({ events: [] })).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    const { body: legacy } = await create({ events: undefined, event: 'PostSignIn' });
    expect(legacy).toMatchObject({ event: 'PostSignIn', events: [] });
    expect(await update(legacy.id, { event: null })).toMatchObject({
      status: 400,
      body: { code: 'hook.missing_events' },
    });
    expect((await get(legacy.id)).body.event).toBe('PostSignIn');
  });

  test.each<[string, object]>([
    ['an address that is not on the web', { url: 'ftp://a.example' }],
    ['an address with a password', { url: 'https://u:p@a.example' }],
    ['a line break in a header', { url: 'https://a.example', headers: { 'x-a': 'a\r\nx-b: c' } }],
    ['a space in the name of a header', { url: 'https://a.example', headers: { 'x a': 'a' } }],
    ['the header of the signature', { url: 'https://a.example', headers: { 'Logto-Signature-SHA-256': 'a' } }],
    ['the header host', { url: 'https://a.example', headers: { Host: 'internal' } }],
    ['four retries', { url: 'https://a.example', retries: 4 }],
  ])('reject %s', async (_, refused) => {
    expect(await create({ config: refused })).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('get a new signing key, and the previous one is kept for a day', async () => {
    const { body: hook } = await create();
    const { body: rotated } = await app.call(webhooksApi.rotateKey, { token, params: { id: hook.id } });
    expect(rotated).toEqual({ ...hook, signingKey: expect.stringMatching(/^[\dA-Za-z]{32}$/) });
    expect(rotated.signingKey).not.toBe(hook.signingKey);
    const row = await app.read('default', (db) =>
      db
        .selectFrom('hooks')
        .select(['previous_signing_key', sql<boolean>`previous_key_until > now() + interval '23 hours'`.as('lasts')])
        .executeTakeFirstOrThrow(),
    );
    expect(row.lasts).toBe(true);
    // Stored encrypted, for this webhook only.
    const previous = app.app.vault.open(`webhook/default/${hook.id}`, row.previous_signing_key ?? '');
    expect(previous).toBe(hook.signingKey);
  });
});

describe('statistics and recent requests', () => {
  test('count the requests of the last 24 hours of this hook', async () => {
    const { body: hook } = await create();
    const { body: other } = await create();
    receiver.respond = (one, response) => {
      response.writeHead(one.json.hookId === other.id ? 500 : 200).end('thanks');
    };
    await app.call(usersApi.create, { token, body: { username: 'counted' } });
    await app.worker.drain();
    await app.call(usersApi.create, { token, body: { username: 'counted2' } });
    await app.worker.drain();
    const query = { includeExecutionStats: 'true' };
    expect((await get(hook.id, query)).body.executionStats).toEqual({ successCount: 2, requestCount: 2 });
    const { body: listed } = await app.call(webhooksApi.list, { token, query });
    expect(new Map(listed.map(({ id, executionStats }) => [id, executionStats]))).toEqual(
      new Map([
        [hook.id, { successCount: 2, requestCount: 2 }],
        [other.id, { successCount: 0, requestCount: 2 }],
      ]),
    );
    expect((await get(hook.id)).body.executionStats).toBeUndefined();

    // One of them becomes older than a day.
    await app.write('default', (db) =>
      sql`update logs set created_at = now() - interval '25 hours' where id = (select id from logs
        where key = 'TriggerHook.User.Created' and payload ->> 'hookId' = ${hook.id} limit 1)`.execute(db),
    );
    expect((await get(hook.id, query)).body.executionStats).toEqual({ successCount: 1, requestCount: 1 });
    const logs = await app.call(webhooksApi.recentLogs, { token, params: { id: hook.id } });
    expect([logs.body.length, logs.headers['total-number']]).toEqual([1, '1']);
  });

  test('show request, response and duration, and can be filtered by event', async () => {
    const { body: hook } = await create({ events: ['User.Created', 'User.Deleted'] });
    const { body: user } = await app.call(usersApi.create, { token, body: { username: 'logged' } });
    await app.worker.drain();
    receiver.respond = answer(503, 'later');
    await app.call(usersApi.remove, { token, params: { userId: user.id } });
    await app.worker.drain();
    const list = async (logKey?: string) =>
      (await app.call(webhooksApi.recentLogs, { token, params: { id: hook.id }, query: logKey ? { logKey } : {} }))
        .body;
    expect(await list()).toHaveLength(2);
    expect(await list('TriggerHook.Role.Created')).toEqual([]);
    expect(await list('TriggerHook.User.Created')).toEqual([
      {
        id: expect.any(String),
        key: 'TriggerHook.User.Created',
        createdAt: expect.any(Number),
        payload: expect.objectContaining({
          key: 'TriggerHook.User.Created',
          result: 'Success',
          hookId: hook.id,
          hookRequest: { body: receiver.received[0]?.json },
          response: { statusCode: 200, body: 'ok' },
          attempt: 1,
          durationMs: expect.any(Number),
        }),
      },
    ]);
    expect((await list('TriggerHook.User.Deleted'))[0]?.payload).toMatchObject({
      result: 'Error',
      response: { statusCode: 503, body: 'later' },
      error: 'The endpoint answered with the status 503.',
    });
  });

  test.each<[string, string, unknown]>([
    ['an object', '{"ok":true,"list":[1,"two"]}', { ok: true, list: [1, 'two'] }],
    ['a text', '"done"', 'done'],
    ['no JSON', 'done', 'done'],
    ['nothing', '', ''],
    ['a broken object', '{"ok":', '{"ok":'],
    ['NUL, which cannot be stored', '{"a":"\\u0000"}', '{"a":"\\u0000"}'],
    ['deep nesting', '['.repeat(90) + ']'.repeat(90), '['.repeat(90) + ']'.repeat(90)],
  ])('show %s as the value of the response (observed 2, row 1)', async (_, sent, shown) => {
    const { body: hook } = await create({ events: ['User.Created'] });
    receiver.respond = answer(200, sent, { 'content-type': 'application/json' });
    await app.call(usersApi.create, { token, body: {} });
    await app.worker.drain();
    const { body } = await app.call(webhooksApi.recentLogs, { token, params: { id: hook.id } });
    expect(body.map(({ payload }) => payload.response)).toEqual([{ statusCode: 200, body: shown }]);
  });

  test('can be filtered by result, and show headers without the values of custom ones', async () => {
    const headers = { 'x-key': 'secret of the receiver' };
    const { body: hook } = await create({ config: { ...config(), headers } });
    receiver.respond = answer(200, 'fine', { 'x-trace': 'abc', 'set-cookie': 'a=b', 'x-echo': headers['x-key'] });
    await app.call(usersApi.create, { token, body: { username: 'result1' } });
    await app.worker.drain();
    receiver.respond = answer(500);
    await app.call(usersApi.create, { token, body: { username: 'result2' } });
    await app.worker.drain();
    const logsWith = async (query: { result?: 'Success' | 'Error' }) =>
      (await app.call(webhooksApi.recentLogs, { token, params: { id: hook.id }, query })).body;
    expect(await logsWith({})).toHaveLength(2);
    expect(await logsWith({ result: 'Error' })).toMatchObject([{ payload: { response: { statusCode: 500 } } }]);
    const [success] = await logsWith({ result: 'Success' });
    expect(success?.payload.headers).toMatchObject({
      request: { 'content-type': 'application/json', 'x-key': '******', 'webhook-id': success?.payload.deliveryId },
      response: { 'x-trace': 'abc', 'x-echo': '******' },
    });
    expect(JSON.stringify(success)).not.toContain('set-cookie');
    expect(JSON.stringify(success)).not.toContain(headers['x-key']);
  });

  test('can be listed of a time range instead of the last 24 hours, both ends included', async () => {
    const { body: hook } = await create();
    await app.write('default', (db) =>
      sql`insert into logs (id, key, payload, created_at)
        select ${hook.id} || n, 'TriggerHook.User.Created',
          jsonb_build_object('key', 'TriggerHook.User.Created', 'result', 'Success', 'hookId', ${hook.id}::text),
          to_timestamp(1700000000 + n) from generate_series(1, 3) n`.execute(db),
    );
    const ask = (query: Record<string, string>) =>
      app.call(webhooksApi.recentLogs, { token, params: { id: hook.id }, query });
    const times = async (query: Record<string, string>) =>
      (await ask(query)).body.map(({ createdAt }) => createdAt - 1_700_000_000_000);
    expect(await times({})).toEqual([]);
    expect(await times({ start_time: '1700000002000' })).toEqual([3000, 2000]);
    expect(await times({ end_time: '1700000002000' })).toEqual([2000, 1000]);
    expect(await times({ start_time: '1700000002000', end_time: '1700000002000' })).toEqual([2000]);
    expect((await ask({ start_time: '0', enableCap: 'yes' })).headers).toMatchObject({ 'total-number': '3' });
    expect(await ask({ start_time: '2', end_time: '1' })).toMatchObject({
      status: 400,
      body: { code: 'log.invalid_time_window' },
    });
    for (const [name, time] of [
      ['start_time', 'soon'],
      ['end_time', '-1'],
    ] as const) {
      expect(await ask({ [name]: time })).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    }
    await app.write('default', (db) =>
      sql`insert into logs (id, key, payload, created_at)
        select ${hook.id} || 'n' || n, 'TriggerHook.User.Created',
          jsonb_build_object('key', 'TriggerHook.User.Created', 'result', 'Success', 'hookId', ${hook.id}::text),
          to_timestamp(1700000100 + n) from generate_series(1, 10100) n`.execute(db),
    );
    const capped = await ask({ start_time: '0', enableCap: 'true' });
    expect(capped.headers).toMatchObject({ 'total-number': '10001', 'total-number-is-capped': 'true' });
    expect(capped.headers.link).toMatch(/^<[^>]*>; rel="first"$/);
    expect((await ask({ start_time: '0' })).headers['total-number']).toBe('1000');
  });

  test('are counted by hour in the status, which also shows the end of the previous key', async () => {
    const { body: hook } = await create();
    await app.call(usersApi.create, { token, body: { username: 'hour1' } });
    await app.worker.drain();
    receiver.respond = answer(500);
    await app.call(usersApi.create, { token, body: { username: 'hour2' } });
    await app.worker.drain();
    const params = { id: hook.id };
    const { body: before } = await app.call(webhooksApi.status, { token, params });
    expect(before.previousKeyUntil).toBeNull();
    expect(before.hours).toHaveLength(24);
    const sum = (name: 'successCount' | 'requestCount') => before.hours.reduce((total, hour) => total + hour[name], 0);
    expect([sum('successCount'), sum('requestCount')]).toEqual([1, 2]);
    const times = before.hours.map(({ startsAt }) => startsAt);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    await app.call(webhooksApi.rotateKey, { token, params });
    const { body: after } = await app.call(webhooksApi.status, { token, params });
    expect(after.previousKeyUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await app.call(webhooksApi.status, { token, params: { id: 'unknown' } })).toMatchObject(unknown);
  });

  test('an unknown hook has none', async () => {
    const { status, body } = await app.call(webhooksApi.recentLogs, { token, params: { id: 'unknown' } });
    expect([status, body]).toEqual([200, []]);
  });
});

describe('the sample payload', () => {
  const sampleOf = (event: string) => app.call(webhooksApi.sample, { token, params: { event: event as never } });

  test.each(webhookEvents)('of %s is what a test sends', async (event) => {
    const { status, body } = await sampleOf(event);
    expect(status).toBe(200);
    expect(body).toMatchObject({ event, hookId: 'fake-webhook-id', createdAt: expect.any(String) });
  });

  test('of an unknown event is refused', async () => {
    expect((await sampleOf('User.Renamed')).status).toBe(400);
  });
});

describe('the test payload', () => {
  const test_ = (id: string, body: object) =>
    app.call(webhooksApi.test, { token, params: { id }, body: { events: ['PostSignIn'], config: config(), ...body } });

  test('is sent once per event with the given config, signed, and not logged', async () => {
    const { body: hook } = await create({ config: { url: 'https://unused.example' } });
    const headers = { 'X-Key': 'secret-of-the-test' };
    const { status } = await test_(hook.id, { events: [...webhookEvents], config: { ...config(), headers } });
    expect(status).toBe(204);
    expect(receiver.events().toSorted()).toEqual([...webhookEvents].toSorted());
    expect(receiver.received.every((one) => one.headers['x-key'] === headers['X-Key'])).toBe(true);
    expect(receiver.received.every((one) => one.headers['logto-signature-sha-256']?.length === 64)).toBe(true);
    expect((await app.call(webhooksApi.recentLogs, { token, params: { id: hook.id } })).body).toEqual([]);
  });

  test('reports the response of an endpoint that fails', async () => {
    const { body: hook } = await create();
    receiver.respond = answer(418, 'teapot');
    expect(await test_(hook.id, {})).toMatchObject({
      status: 422,
      body: { code: 'hook.endpoint_responded_with_error', data: { responseStatus: 418, responseBody: 'teapot' } },
    });
  });

  test('reports an endpoint that cannot be reached', async () => {
    const { body: hook } = await create();
    const gone = await startReceiver();
    gone.close();
    expect(await test_(hook.id, { config: { url: gone.url } })).toMatchObject({
      status: 422,
      body: { code: 'hook.send_test_payload_failed', message: expect.stringContaining('ECONNREFUSED') },
    });
  });

  test('needs a hook', async () => {
    expect(await test_('unknown', {})).toMatchObject(unknown);
    expect(receiver.received).toEqual([]);
  });
});

describe('without private addresses', () => {
  test('attack 23: hooks and tests at addresses of the own network are rejected', async () => {
    const strict = await testApp();
    try {
      const strictToken = await strict.managementToken();
      const body = { events: ['User.Created' as const], config: { url: 'http://169.254.169.254/latest' } };
      const refused = {
        status: 400,
        body: { code: 'guard.invalid_input', data: { issues: [{ path: ['config', 'url'] }] } },
      };
      expect(await strict.call(webhooksApi.create, { token: strictToken, body })).toMatchObject(refused);
      const { body: hook } = await strict.call(webhooksApi.create, {
        token: strictToken,
        body: { ...body, config: { url: 'https://hooks.invalid/' } },
      });
      const params = { id: hook.id };
      expect(await strict.call(webhooksApi.test, { token: strictToken, params, body })).toMatchObject(refused);
      expect(await strict.call(webhooksApi.update, { token: strictToken, params, body })).toMatchObject(refused);
    } finally {
      await strict.close();
    }
  });
});

describe('in the cloud edition', () => {
  let cloud: TestApp;
  beforeAll(async () => {
    cloud = await testApp({ EDITION: 'cloud', ALLOW_PRIVATE_EGRESS: 'true' });
  });
  afterAll(() => cloud.close());

  test('attack 19: another tenant sees nothing, and gets no events', async () => {
    const owner = await consoleTokens(cloud, 'owner');
    const [mine, theirs] = [await owner.createTenant('Mine'), await owner.createTenant('Theirs')];
    const [myToken, theirToken] = [await cloud.managementToken(mine), await cloud.managementToken(theirs)];
    const body = { events: ['User.Created' as const], config: config() };
    const { body: hook } = await cloud.call(webhooksApi.create, { token: myToken, tenantId: mine, body });
    const foreign = { token: theirToken, tenantId: theirs, params: { id: hook.id } };
    expect((await cloud.call(webhooksApi.list, { token: theirToken, tenantId: theirs })).body).toEqual([]);
    expect(await cloud.call(webhooksApi.get, foreign)).toMatchObject(unknown);
    expect(await cloud.call(webhooksApi.update, { ...foreign, body: { name: 'x' } })).toMatchObject(unknownForChange);
    expect(await cloud.call(webhooksApi.remove, foreign)).toMatchObject(unknown);
    expect(await cloud.call(webhooksApi.deliveries, foreign)).toMatchObject(unknown);
    expect(await cloud.call(webhooksApi.status, foreign)).toMatchObject(unknown);
    expect(await cloud.call(webhooksApi.replayAll, foreign)).toMatchObject(unknown);
    expect(await cloud.call(webhooksApi.test, { ...foreign, body })).toMatchObject(unknown);
    await cloud.call(usersApi.create, { token: theirToken, tenantId: theirs, body: { username: 'foreign' } });
    await cloud.call(usersApi.create, { token: myToken, tenantId: mine, body: { username: 'own' } });
    await cloud.worker.drain();
    expect(receiver.received.map(({ json }) => json.data.username)).toEqual(['own']);
  });

  async function freeTenant(name: string) {
    const owner = await consoleTokens(cloud, name);
    const tenantId = await owner.createTenant('Free');
    await cloud.app.tenancy.system((db) =>
      db.updateTable('tenants').set({ plan_id: 'free' }).where('id', '=', tenantId).execute(),
    );
    cloud.app.cache.drop(tenantId);
    return { token: await cloud.managementToken(tenantId), tenantId };
  }

  test('attack 38: concurrent requests create no more hooks than the plan allows', async () => {
    const place = await freeTenant('hasty');
    const body = { events: ['User.Created' as const], config: config() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => cloud.call(webhooksApi.create, { ...place, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(403)]);
    expect((await cloud.call(webhooksApi.list, place)).body).toHaveLength(1);
  });

  test('the plan limits the number of hooks', async () => {
    const place = await freeTenant('limited');
    const body = { events: ['User.Created' as const], config: config() };
    expect((await cloud.call(webhooksApi.create, { ...place, body })).status).toBe(201);
    expect(await cloud.call(webhooksApi.create, { ...place, body })).toMatchObject({
      status: 403,
      body: { code: 'subscription.limit_exceeded', data: { key: 'hooksLimit', limit: 1, usage: 1 } },
    });
    expect((await cloud.call(webhooksApi.list, place)).body).toHaveLength(1);
  });
});
