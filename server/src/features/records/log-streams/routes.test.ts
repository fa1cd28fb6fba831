import { type CreateLogStream, logStreamsApi, maxLogStreams } from '@postern/contracts/records/log-streams';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { entriesIn, type StreamReceiver, startReceiver } from './testing.ts';

let app: TestApp;
let token: string;
let receiver: StreamReceiver;

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
  await app.worker.drain();
  receiver.clear();
  await app.write('default', (db) => db.deleteFrom('log_streams').execute());
});

const signingKey = 'k'.repeat(32);
const webhook = (more: object = {}) => ({
  name: 'Archive',
  type: 'webhook' as const,
  webhook: { url: `${receiver.url}/in`, signingKey, ...more },
});
/** An address that needs no name server, and to which no request is sent. */
const nowhere = 'http://127.0.0.1:1';
const bucket = {
  endpoint: nowhere,
  region: 'eu-central-1',
  bucket: 'audit-logs',
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: 'planted-secret-of-the-bucket',
};
const s3 = (more: object = {}) => ({ name: 'Bucket', type: 's3' as const, s3: { ...bucket, ...more } });
const otlp = (more: object = {}) => ({
  name: 'Collector',
  type: 'otlp' as const,
  otlp: { endpoint: nowhere, ...more },
});

const create = (body: object) => app.call(logStreamsApi.create, { token, body: body as CreateLogStream });
const get = (id: string) => app.call(logStreamsApi.get, { token, params: { id } });
const update = (id: string, body: object) => app.call(logStreamsApi.update, { token, params: { id }, body });
const list = async () => (await app.call(logStreamsApi.list, { token })).body;
const unknown = { status: 404, body: { code: 'entity.not_exists_with_id' } };
const issueAt = (path: string) => ({
  body: { data: { issues: expect.arrayContaining([expect.objectContaining({ path: path.split('.') })]) } },
});

describe('streams', () => {
  test('are created, read, changed and deleted; an S3 stream shows everything but its secret', async () => {
    const { status, body: stream } = await create(s3({ prefix: 'postern/', pathStyle: true }));
    expect(status).toBe(201);
    const { secretAccessKey: _, ...shown } = bucket;
    expect(stream).toEqual({
      tenantId: 'default',
      id: expect.stringMatching(/^[\da-z]{21}$/),
      name: 'Bucket',
      type: 's3',
      s3: { ...shown, prefix: 'postern/', pathStyle: true, isSecretAccessKeySet: true },
      enabled: true,
      createdAt: expect.any(Number),
      lastSequence: expect.any(Number),
      lastSentAt: null,
      entriesBehind: 0,
      oldestWaitingAt: null,
      missedEntries: 0,
      failingSince: null,
      lastStatus: null,
      lastError: null,
      nextAttemptAt: null,
    });
    expect((await get(stream.id)).body.s3).toEqual(stream.s3);
    expect((await list()).map(({ id }) => id)).toEqual([stream.id]);
    const changed = await update(stream.id, { name: 'Other', enabled: false, s3: { bucket: 'other', prefix: '' } });
    expect(changed.body).toMatchObject({
      name: 'Other',
      enabled: false,
      s3: { ...shown, bucket: 'other', prefix: '' },
    });
    expect((await update(stream.id, {})).body).toMatchObject({ name: 'Other', enabled: false });
    const params = { id: stream.id };
    expect((await app.call(logStreamsApi.remove, { token, params })).status).toBe(204);
    expect(await app.call(logStreamsApi.remove, { token, params })).toMatchObject(unknown);
    expect(await get(stream.id)).toMatchObject(unknown);
    expect(await update(stream.id, { name: 'x' })).toMatchObject(unknown);
    expect(await app.call(logStreamsApi.test, { token, params })).toMatchObject(unknown);
    const restart = { token, params, body: { start: 'now' as const } };
    expect(await app.call(logStreamsApi.restart, restart)).toMatchObject(unknown);
  });

  test('show the names of their headers only', async () => {
    const headers = { Authorization: 'Bearer planted-value', 'X-Team': 'planted-team' };
    const { body: hook } = await create(webhook({ headers }));
    expect(hook.webhook).toEqual({
      url: `${receiver.url}/in`,
      headerNames: ['authorization', 'x-team'],
      isSigningKeySet: true,
    });
    const { body: collector } = await create(otlp({ headers }));
    expect(collector.otlp).toEqual({
      endpoint: nowhere,
      headerNames: ['authorization', 'x-team'],
    });
  });

  test('are at most five per tenant, also if they are created at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: maxLogStreams + 2 }, () => create(otlp())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 422, 422]);
    expect(await create(otlp())).toMatchObject({ status: 422, body: { code: 'log_stream.too_many' } });
    expect(await list()).toHaveLength(maxLogStreams);
  });

  test('are unknown to another tenant (attack 19)', async () => {
    const { body: stream } = await create(otlp());
    const params = { id: stream.id };
    const by = { token: await app.managementToken('admin'), tenantId: 'admin', params };
    expect((await app.call(logStreamsApi.list, by)).body).toEqual([]);
    expect(await app.call(logStreamsApi.get, by)).toMatchObject(unknown);
    expect(await app.call(logStreamsApi.update, { ...by, body: { enabled: false } })).toMatchObject(unknown);
    expect(await app.call(logStreamsApi.test, by)).toMatchObject(unknown);
    expect(await app.call(logStreamsApi.restart, { ...by, body: { start: 'now' } })).toMatchObject(unknown);
    expect(await app.call(logStreamsApi.remove, by)).toMatchObject(unknown);
    expect((await get(stream.id)).body.enabled).toBe(true);
  });

  test.each<[string, string, () => object]>([
    ['without the settings of the type', 's3', () => ({ name: 'a', type: 's3' })],
    ['with settings of another type', 'otlp', () => ({ ...webhook(), otlp: otlp().otlp })],
    ['of an unknown type', 'type', () => ({ name: 'a', type: 'syslog' })],
    ['without a name', 'name', () => ({ ...otlp(), name: '' })],
    ['with an address that is not on the web', 'webhook.url', () => webhook({ url: 'ftp://a.example' })],
    ['with a password in the address', 'webhook.url', () => webhook({ url: 'https://u:p@a.example' })],
    ['with a query in the endpoint', 'otlp.endpoint', () => otlp({ endpoint: 'https://a.example?x=1' })],
    ['with a short signing key', 'webhook.signingKey', () => webhook({ signingKey: 'short' })],
    ['with a line break in a header', 'webhook.headers.x-a', () => webhook({ headers: { 'x-a': 'a\r\nb: c' } })],
    [
      'with the header of the signature',
      'webhook.headers.webhook-id',
      () => webhook({ headers: { 'webhook-id': 'a' } }),
    ],
    ['with a bucket that is a path', 's3.bucket', () => s3({ bucket: '../other' })],
    ['with a prefix that leaves the bucket', 's3.prefix', () => s3({ prefix: 'a/../../b' })],
    ['with a slash in the access key', 's3.accessKeyId', () => s3({ accessKeyId: 'a/b' })],
    ['without a secret', 's3.secretAccessKey', () => s3({ secretAccessKey: undefined })],
  ])('are not created %s', async (_, path, body) => {
    const answer = await create(body());
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
    expect(answer).toMatchObject(issueAt(path));
    expect(await list()).toEqual([]);
  });

  test('keep their type', async () => {
    const { body: stream } = await create(otlp());
    const answer = await update(stream.id, { s3: { bucket: 'another' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
    expect(answer).toMatchObject(issueAt('s3'));
  });

  test('are not sent to the own network (attack 23)', async () => {
    const strict = await testApp();
    try {
      const strictToken = await strict.managementToken();
      for (const [path, body] of [
        ['webhook.url', webhook()],
        ['s3.endpoint', s3({ endpoint: 'http://169.254.169.254' })],
        ['otlp.endpoint', otlp({ endpoint: 'http://[::1]:4318' })],
      ] as const) {
        const answer = await strict.call(logStreamsApi.create, { token: strictToken, body: body as CreateLogStream });
        expect(answer.status).toBe(400);
        expect(answer).toMatchObject(issueAt(path));
      }
    } finally {
      await strict.close();
    }
  });

  test('need a key of the installation for secrets', async () => {
    // An installation with its own database creates no key.
    const bare = await testApp({ DATABASE_URL: 'postgres://unused', ALLOW_PRIVATE_EGRESS: 'true' });
    const bareToken = await bare.managementToken();
    const body = s3() as CreateLogStream;
    expect(await bare.call(logStreamsApi.create, { token: bareToken, body })).toMatchObject({
      status: 501,
      body: { code: 'vault.not_configured' },
    });
    // Nothing is secret here.
    expect((await bare.call(logStreamsApi.create, { token: bareToken, body: otlp() })).status).toBe(201);
    await bare.close();
  });
});

describe('headers', () => {
  const headers = { authorization: 'Bearer planted-value' };
  const sent = async (id: string) => {
    receiver.clear();
    await app.call(logStreamsApi.test, { token, params: { id } });
    return receiver.received[0]?.headers;
  };

  test('are kept with null and replaced as a whole', async () => {
    const { body: stream } = await create(webhook({ headers }));
    const { body: changed } = await update(stream.id, {
      webhook: { url: `${receiver.url}/other`, headers: { Authorization: null, 'X-New': 'new' } },
    });
    expect(changed.webhook?.headerNames).toEqual(['authorization', 'x-new']);
    expect(await sent(stream.id)).toMatchObject({ authorization: 'Bearer planted-value', 'x-new': 'new' });
    await update(stream.id, { webhook: { headers: {} } });
    expect(await sent(stream.id)).not.toHaveProperty('authorization');
    const answer = await update(stream.id, { webhook: { headers: { unknown: null } } });
    expect(answer).toMatchObject({ status: 400, ...issueAt('webhook.headers.unknown') });
  });

  test('are not sent to another host that a caller without the values enters (attack 21)', async () => {
    const { body: stream } = await create(webhook({ headers }));
    const thief = await startReceiver();
    expect(await update(stream.id, { webhook: { url: thief.url } })).toMatchObject({
      status: 400,
      ...issueAt('webhook.headers'),
    });
    const kept = { webhook: { url: thief.url, headers: { authorization: null } } };
    expect(await update(stream.id, kept)).toMatchObject({ status: 400, ...issueAt('webhook.headers.authorization') });
    expect((await get(stream.id)).body.webhook?.url).toBe(`${receiver.url}/in`);
    const replaced = { webhook: { url: thief.url, headers: { authorization: 'another' } } };
    expect((await update(stream.id, replaced)).status).toBe(200);
    await app.call(logStreamsApi.test, { token, params: { id: stream.id } });
    expect(thief.received.map(({ headers: got }) => got.authorization)).toEqual(['another']);
    thief.close();
  });
});

describe('the test', () => {
  test('sends one entry and returns the response', async () => {
    const { body: stream } = await create(webhook());
    const call = () => app.call(logStreamsApi.test, { token, params: { id: stream.id } });
    expect((await call()).body).toEqual({
      isDelivered: true,
      status: 200,
      body: 'ok',
      error: null,
      durationMs: expect.any(Number),
    });
    expect(receiver.received.flatMap(entriesIn)).toMatchObject([{ sequence: 0, id: 'test', key: 'LogStream.Test' }]);
    receiver.respond = (_, response) => void response.writeHead(403).end(`no ${signingKey}`);
    expect((await call()).body).toMatchObject({
      isDelivered: false,
      status: 403,
      body: 'no ******',
      error: 'The endpoint answered with the status 403.',
    });
    receiver.respond = (_, response) => void response.destroy();
    expect((await call()).body).toMatchObject({ isDelivered: false, status: null, body: null });
    // It changes nothing about the stream.
    expect((await get(stream.id)).body).toMatchObject({ lastSentAt: null, failingSince: null });
  });
});

test('secrets are in no answer, no log and no audit entry (attack 21)', async () => {
  const planted = ['planted-signing-key-'.repeat(2), 'planted-header-value', 'planted-bucket-secret'] as const;
  const created = [
    await create(webhook({ signingKey: planted[0], headers: { authorization: planted[1] } })),
    await create(s3({ secretAccessKey: planted[2], endpoint: receiver.url, pathStyle: true })),
    await create(otlp({ endpoint: receiver.url, headers: { authorization: planted[1] } })),
  ];
  // Each receiver repeats what it knows.
  receiver.respond = ({ method, path, headers }, response) => {
    const known = { '/in': planted[0], '/v1/logs': '' }[path] ?? planted[2];
    void response.writeHead(500).end(`${known} ${method === 'PUT' ? '' : headers.authorization}`);
  };
  const answers: unknown[] = created.map(({ body }) => body);
  for (const { body } of created) {
    const params = { id: body.id };
    answers.push((await app.call(logStreamsApi.test, { token, params })).body);
    answers.push((await update(body.id, { name: 'Changed' })).body);
  }
  await update(created[0]?.body.id ?? '', { webhook: { signingKey: planted[0] } });
  await app.worker.drain();
  answers.push(await list());
  const kept = await app.read('default', async (db) => [
    await db.selectFrom('logs').select('payload').execute(),
    await db.selectFrom('log_streams').selectAll().execute(),
    await db.selectFrom('jobs').selectAll().execute(),
  ]);
  const everything = JSON.stringify([answers, kept, app.logs, await app.app.metrics.print()]);
  expect(everything).toContain('LogStream.Created');
  expect(everything).toContain('The endpoint answered with the status 500.');
  for (const secret of planted) {
    expect(everything.includes(secret)).toBe(false);
  }
});

test('changes are recorded without values', async () => {
  const { body: stream } = await create(webhook());
  await update(stream.id, { name: 'B', webhook: { signingKey: 'x'.repeat(40) } });
  await app.call(logStreamsApi.restart, { token, params: { id: stream.id }, body: { start: 'beginning' } });
  await app.call(logStreamsApi.remove, { token, params: { id: stream.id } });
  await app.worker.drain();
  const logs = await app.read('default', (db) =>
    db
      .selectFrom('logs')
      .select(['key', 'payload'])
      .where('key', 'like', 'LogStream.%')
      .orderBy('seq', 'desc')
      .limit(4)
      .execute(),
  );
  expect(logs.toReversed()).toMatchObject([
    { key: 'LogStream.Created', payload: { subjectId: stream.id, name: 'Archive', type: 'webhook' } },
    { key: 'LogStream.Data.Updated', payload: { subjectId: stream.id, fields: ['name', 'signingKey'] } },
    { key: 'LogStream.Restarted', payload: { subjectId: stream.id, start: 'beginning' } },
    { key: 'LogStream.Deleted', payload: { subjectId: stream.id } },
  ]);
});
