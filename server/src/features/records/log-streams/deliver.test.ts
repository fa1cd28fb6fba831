import { type CreateLogStream, logStreamsApi } from '@postern/contracts/records/log-streams';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteLogsBefore, flushLogs, recordLog, writeLog } from '#features/records/audit';
import { type TestApp, testApp } from '#testing/test-app';
import { signatureHeaders } from '../webhooks/index.ts';
import { retryAfter, sweepStreams } from './deliver.ts';
import { entriesIn, isSigned, passTime, type StreamReceiver, sequencesOf, startReceiver } from './testing.ts';

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
  await app.write('default', (db) => db.deleteFrom('log_streams').execute());
  await settle();
  receiver.clear();
});

/** Writes all waiting entries and sends them. */
async function settle() {
  await app.worker.drain();
  await flushLogs(app.app);
  await app.worker.drain();
}

const signingKey = 'k'.repeat(32);
const keys = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret-of-the-bucket' };
const targets = () => ({
  webhook: { webhook: { url: `${receiver.url}/in`, signingKey, headers: { 'x-team': 'blue' } } },
  s3: {
    s3: { ...keys, endpoint: receiver.url, region: 'eu-central-1', bucket: 'logs', prefix: 'p/', pathStyle: true },
  },
  otlp: { otlp: { endpoint: `${receiver.url}/collect/`, headers: { 'x-team': 'blue' } } },
});

async function create(type: 'webhook' | 's3' | 'otlp', more: object = {}) {
  const body = { name: 'A', type, ...targets()[type], ...more } as CreateLogStream;
  const { body: stream } = await app.call(logStreamsApi.create, { token, body });
  await settle();
  return stream;
}
/** The state of a stream, as soon as its job has stored it. */
const shows = (id: string, state: object) => expect.poll(() => get(id)).toMatchObject(state);
const get = async (id: string) => (await app.call(logStreamsApi.get, { token, params: { id } })).body;

let counter = 0;
/** Writes entries and returns their ids in the order of the log. */
async function write(count: number, payload: Record<string, unknown> = {}): Promise<string[]> {
  const names = Array.from({ length: count }, () => {
    counter += 1;
    return `entry-${counter}`;
  });
  for (const name of names) {
    recordLog(app.app, 'default', { key: 'Interaction.SignIn.Submit', payload: { mark: name, ...payload } });
  }
  await flushLogs(app.app);
  return names;
}

const namesOf = () =>
  receiver.received.flatMap((one) => entriesIn(one).flatMap(({ payload }) => (payload?.mark as string) ?? []));
const head = async () =>
  (
    await app.app.tenancy.system((db) =>
      sql<{ seq: number }>`select seq from log_chains where tenant_id = 'default'`.execute(db),
    )
  ).rows[0]?.seq ?? 0;
const isConsecutive = (numbers: number[]) =>
  numbers.every((n, place) => place === 0 || n === (numbers[place - 1] ?? 0) + 1);

describe('a webhook', () => {
  test('receives signed JSON lines with its headers, numbered as in the hash chain', async () => {
    const stream = await create('webhook');
    receiver.clear();
    const names = await write(3, { userId: 'u1', password: 'hidden' });
    await app.worker.drain();
    await expect.poll(namesOf).toEqual(names);
    const [one] = receiver.received;
    const body = one?.raw.toString() ?? '';
    const [first, , last] = one ? entriesIn(one) : [];
    expect(first).toEqual({
      sequence: expect.any(Number),
      id: expect.any(String),
      tenantId: 'default',
      key: 'Interaction.SignIn.Submit',
      payload: expect.objectContaining({ mark: names[0], result: 'Success', password: '******' }),
      createdAt: expect.any(Number),
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    });
    const deliveryId = `${stream.id}-${first.sequence}-${last.sequence}`;
    const at = Number(one?.headers['webhook-timestamp']) * 1000;
    expect(one?.headers).toMatchObject({
      ...signatureHeaders({ deliveryId, body, signingKey, at }),
      'content-type': 'application/x-ndjson',
      'x-team': 'blue',
    });
    await shows(stream.id, {
      lastSequence: last.sequence,
      lastSentAt: expect.any(Number),
      entriesBehind: 0,
      oldestWaitingAt: null,
    });
  });
});

describe('S3', () => {
  test('receives signed and compressed objects, named by stream, day and first number', async () => {
    const stream = await create('s3');
    await passTime(app);
    receiver.clear();
    const names = await write(3);
    await passTime(app);
    await expect.poll(namesOf).toEqual(names);
    const [one] = receiver.received;
    const [first] = one ? entriesIn(one) : [];
    const day = new Date(first.createdAt).toISOString().slice(0, 10);
    expect(one).toMatchObject({
      method: 'PUT',
      path: `/logs/p/${stream.id}/${day}/${String(first.sequence).padStart(16, '0')}.jsonl.gz`,
    });
    expect(one && (await isSigned(receiver.url, one, keys))).toBe(true);
    expect(one && (await isSigned(receiver.url, one, { ...keys, secretAccessKey: 'another' }))).toBe(false);
  });

  test('receives at most one object per minute, unless one is full', async () => {
    await create('s3');
    await passTime(app);
    receiver.clear();
    await write(1);
    await app.worker.drain();
    await write(2);
    await app.worker.drain();
    expect(receiver.received).toHaveLength(1);
    await passTime(app);
    expect(receiver.received.map((one) => entriesIn(one).length)).toEqual([1, 2]);
    receiver.clear();
    await write(1001);
    await app.worker.drain();
    expect(receiver.received).toEqual([]);
    await passTime(app);
    expect(receiver.received.map((one) => entriesIn(one).length)).toEqual([500, 500, 1]);
  });

  test('has the bucket in the host name unless path style is chosen', async () => {
    const { pathStyle: _, ...virtual } = targets().s3.s3;
    const stream = await create('s3', { s3: { ...virtual, endpoint: receiver.url.replace('127.0.0.1', 'localhost') } });
    const { body } = await app.call(logStreamsApi.test, { token, params: { id: stream.id } });
    // Some systems resolve every name below localhost.
    expect(body.isDelivered ? receiver.received.at(-1)?.headers.host : body.error).toMatch(/logs\.localhost/);
  });
});

describe('OpenTelemetry', () => {
  test('receives log records with severity, body and attributes', async () => {
    await create('otlp');
    receiver.clear();
    await write(1, { userId: 'u1', applicationId: 'a1', ip: '203.0.113.1', userAgent: 'agent', sessionId: 's1' });
    await write(1, { error: 'wrong password' });
    await app.worker.drain();
    const [one] = receiver.received;
    expect(one).toMatchObject({
      method: 'POST',
      path: '/collect/v1/logs',
      headers: { 'content-type': 'application/json', 'x-team': 'blue' },
    });
    const { resourceLogs } = JSON.parse(one?.raw.toString() ?? '');
    expect(resourceLogs[0].resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'postern' } },
      { key: 'postern.tenant.id', value: { stringValue: 'default' } },
    ]);
    const records = receiver.received.flatMap(entriesIn);
    expect(records).toMatchObject([
      { severityNumber: 9, severityText: 'INFO', body: { stringValue: 'Interaction.SignIn.Submit' } },
      { severityNumber: 17, severityText: 'ERROR', body: { stringValue: 'Interaction.SignIn.Submit' } },
    ]);
    expect(records[0].timeUnixNano).toMatch(/^\d{13}000000$/);
    const attributes = Object.fromEntries(
      records[0].attributes.map(({ key, value }: { key: string; value: object }) => [key, Object.values(value)[0]]),
    );
    expect(attributes).toMatchObject({
      'log.record.uid': expect.any(String),
      'postern.audit.sequence': expect.stringMatching(/^\d+$/),
      'postern.audit.result': 'Success',
      'user.id': 'u1',
      'session.id': 's1',
      'client.address': '203.0.113.1',
      'user_agent.original': 'agent',
      'postern.application.id': 'a1',
    });
    expect(JSON.parse(attributes['postern.audit.payload'])).toMatchObject({ userId: 'u1' });
  });
});

describe('the place in the log', () => {
  test('starts with new entries, or with the oldest that is kept', async () => {
    const [before] = await write(1);
    const fromNow = await create('webhook', { name: 'now' });
    expect(namesOf()).toEqual([]);
    // Its own creation is the first entry.
    expect(receiver.received.flatMap(entriesIn).map(({ key }) => key)).toEqual(['LogStream.Created']);
    receiver.clear();
    await create('webhook', { name: 'all', start: 'beginning' });
    await expect.poll(namesOf).toContain(before);
    expect(Math.min(...sequencesOf(receiver.received))).toBe(1);
    expect((await get(fromNow.id)).entriesBehind).toBe(0);
  });

  test('can be set back to the beginning, or to now', async () => {
    const stream = await create('webhook');
    const names = await write(2);
    await app.worker.drain();
    receiver.clear();
    const restart = (start: 'now' | 'beginning') =>
      app.call(logStreamsApi.restart, { token, params: { id: stream.id }, body: { start } });
    await restart('beginning');
    await settle();
    await expect.poll(namesOf).toEqual(expect.arrayContaining(names));
    expect(sequencesOf(receiver.received)[0]).toBe(1);
    await app.call(logStreamsApi.update, { token, params: { id: stream.id }, body: { enabled: false } });
    await write(3);
    await settle();
    expect((await get(stream.id)).entriesBehind).toBeGreaterThanOrEqual(3);
    expect((await restart('now')).body).toMatchObject({ entriesBehind: 0, missedEntries: 0, failingSince: null });
  });

  test('stays while the stream is paused, and everything follows when it continues', async () => {
    const stream = await create('webhook');
    const params = { id: stream.id };
    await app.call(logStreamsApi.update, { token, params, body: { enabled: false } });
    await settle();
    receiver.clear();
    const names = await write(4);
    await app.worker.drain();
    expect(receiver.received).toEqual([]);
    const paused = await get(stream.id);
    expect(paused.entriesBehind).toBeGreaterThanOrEqual(4);
    expect(paused.oldestWaitingAt).toEqual(expect.any(Number));
    await app.call(logStreamsApi.update, { token, params, body: { enabled: true } });
    await settle();
    await expect.poll(namesOf).toEqual(names);
    expect(isConsecutive(sequencesOf(receiver.received))).toBe(true);
  });

  test('entries that retention deletes before they are sent are counted as missed', async () => {
    const stream = await create('webhook');
    const params = { id: stream.id };
    await app.call(logStreamsApi.update, { token, params, body: { enabled: false } });
    await settle();
    const { lastSequence } = await get(stream.id);
    await write(5);
    const lost = (await head()) - lastSequence;
    await app.app.tenancy.system((db) =>
      deleteLogsBefore(db, app.app.vault, 'default', new Date(Date.now() + 60_000), 10_000),
    );
    // Shown before the stream gets there.
    await shows(stream.id, { missedEntries: lost, entriesBehind: 0 });
    const names = await write(2);
    await shows(stream.id, { missedEntries: lost, entriesBehind: 2 });
    receiver.clear();
    await app.call(logStreamsApi.update, { token, params, body: { enabled: true } });
    await settle();
    await expect.poll(namesOf).toEqual(names);
    await shows(stream.id, { missedEntries: lost, entriesBehind: 0, lastSequence: await head() });
  });

  test('moves on if everything that waited was deleted', async () => {
    const stream = await create('webhook');
    const params = { id: stream.id };
    await app.call(logStreamsApi.update, { token, params, body: { enabled: false } });
    await settle();
    const { lastSequence } = await get(stream.id);
    await app.app.tenancy.system((db) =>
      deleteLogsBefore(db, app.app.vault, 'default', new Date(Date.now() + 60_000), 10_000),
    );
    const last = await head();
    // Without an event, so that nothing is written after the deletion.
    await app.write('default', (db) => db.updateTable('log_streams').set({ enabled: true }).execute());
    await app.app.tenancy.system(sweepStreams);
    await app.worker.drain();
    await shows(stream.id, { lastSequence: last, missedEntries: last - lastSequence });
  });
});

describe('an outage', () => {
  test('delays entries, and all of them arrive in order and without gaps', async () => {
    const stream = await create('webhook');
    const { lastSequence } = await get(stream.id);
    receiver.clear();
    receiver.respond = (_, response) => void response.writeHead(503).end('down');
    const names = [...(await write(700)), ...(await write(60))];
    await app.worker.drain();
    await shows(stream.id, {
      entriesBehind: 760,
      oldestWaitingAt: expect.any(Number),
      failingSince: expect.any(Number),
      lastStatus: 503,
      lastError: 'The endpoint answered with the status 503.',
      nextAttemptAt: expect.any(Number),
      lastSequence,
    });
    // New entries do not shorten the pause.
    const attempts = receiver.received.length;
    names.push(...(await write(5)));
    await app.worker.drain();
    expect(receiver.received).toHaveLength(attempts);
    receiver.clear();
    await passTime(app);
    await expect.poll(namesOf).toEqual(names);
    const sequences = sequencesOf(receiver.received);
    expect([sequences[0], isConsecutive(sequences)]).toEqual([lastSequence + 1, true]);
    await shows(stream.id, {
      entriesBehind: 0,
      failingSince: null,
      lastStatus: null,
      lastError: null,
      nextAttemptAt: null,
    });
  });

  test('keeps the time of its beginning, and a change of the stream retries at once', async () => {
    const stream = await create('webhook');
    receiver.respond = (_, response) => void response.destroy();
    const names = await write(1);
    await app.worker.drain();
    const { failingSince } = await get(stream.id);
    await passTime(app);
    await shows(stream.id, { failingSince, lastStatus: null, lastError: expect.stringMatching(/^The request failed/) });
    receiver.clear();
    await app.call(logStreamsApi.update, { token, params: { id: stream.id }, body: { enabled: true } });
    await settle();
    await expect.poll(namesOf).toEqual(names);
  });

  test('is retried after seconds, then every 15 minutes, and hourly after three days', () => {
    const pauses = [1, 2, 3, 20].map((attempts) => retryAfter(attempts, 0, 0.5));
    expect(pauses).toEqual([5, 10, 20, 900]);
    const day = 24 * 3600;
    expect([retryAfter(400, 3 * day - 1, 0.5), retryAfter(400, 3 * day, 0.5)]).toEqual([900, 3600]);
    expect(retryAfter(100_000, 30 * day, 0.5)).toBe(3600);
  });

  test('a batch that arrives but is not confirmed is sent again with the same numbers and the same id', async () => {
    const stream = await create('webhook');
    receiver.clear();
    receiver.respond = (_, response) => void response.destroy();
    const names = await write(3);
    await app.worker.drain();
    await passTime(app);
    receiver.respond = receiver.ok;
    await passTime(app);
    await expect.poll(namesOf).toEqual([...names, ...names, ...names]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    await shows(stream.id, { entriesBehind: 0 });
  });
});

describe('batches', () => {
  test.each(['webhook', 's3'] as const)('are halved until the receiver accepts their size (%s)', async (type) => {
    const stream = await create(type);
    await passTime(app);
    receiver.clear();
    const names = await write(20);
    const accepted: unknown[] = [];
    receiver.respond = (one, response) => {
      const entries = entriesIn(one);
      accepted.push(...(entries.length > 6 ? [] : entries.flatMap(({ payload }) => payload.mark ?? [])));
      response.writeHead(entries.length > 6 ? 413 : 200).end();
    };
    await app.worker.drain();
    await expect.poll(() => accepted).toEqual(names);
    await shows(stream.id, { entriesBehind: 0, missedEntries: 0, failingSince: null });
  });

  test('a single entry that is too large for the receiver is a failure that the stream shows', async () => {
    const stream = await create('webhook');
    receiver.clear();
    receiver.respond = (_, response) => void response.writeHead(413).end();
    await write(3);
    await app.worker.drain();
    await shows(stream.id, { entriesBehind: 3, lastStatus: 413 });
  });

  test('entries that OpenTelemetry rejects are counted as missed and not sent again', async () => {
    const stream = await create('otlp');
    receiver.clear();
    const partialSuccess = { rejectedLogRecords: '2', errorMessage: 'too old' };
    receiver.respond = (_, response) => void response.writeHead(200).end(JSON.stringify({ partialSuccess }));
    await write(3);
    await app.worker.drain();
    await shows(stream.id, { entriesBehind: 0, missedEntries: 2 });
    expect(receiver.received).toHaveLength(1);
  });

  test('have at most 500 entries', async () => {
    await create('webhook');
    receiver.clear();
    const names = await write(1200);
    await app.worker.drain();
    await expect.poll(namesOf).toEqual(names);
    expect(Math.max(...receiver.received.map((one) => entriesIn(one).length))).toBeLessThanOrEqual(500);
  });

  test.each(['webhook', 'otlp'] as const)('have at most 1 MB (%s)', async (type) => {
    const stream = await create(type);
    await app.call(logStreamsApi.update, { token, params: { id: stream.id }, body: { enabled: false } });
    await settle();
    receiver.clear();
    // Quotes are escaped once more within the attributes of OpenTelemetry.
    const long = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`part${n}`, '"ä'.repeat(3000)]));
    await write(60, long);
    await app.call(logStreamsApi.update, { token, params: { id: stream.id }, body: { enabled: true } });
    await settle();
    expect(receiver.received.length).toBeGreaterThan(3);
    expect(Math.max(...receiver.received.map(({ raw }) => raw.length))).toBeLessThanOrEqual(1024 * 1024 + 512);
    await shows(stream.id, { entriesBehind: 0 });
  });
});

test('concurrent writers leave no gap, also if a transaction commits late', async () => {
  await create('webhook');
  receiver.clear();
  const { tenancy } = app.app;
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let hasWritten = () => {};
  const written = new Promise<void>((resolve) => {
    hasWritten = resolve;
  });
  const late = tenancy.system(async (db) => {
    await writeLog(app.app, db, 'default', { key: 'Unknown', payload: { mark: 'late' } });
    hasWritten();
    await held;
  });
  await written;
  // They wait for the first one, whose number is lower.
  const others = Array.from({ length: 3 }, (_, n) =>
    tenancy.system((db) => writeLog(app.app, db, 'default', { key: 'Unknown', payload: { mark: `other-${n}` } })),
  );
  await app.app.tenancy.system(sweepStreams);
  await app.worker.drain();
  expect(receiver.received).toEqual([]);
  commit();
  await Promise.all([late, ...others]);
  await app.worker.drain();
  await expect.poll(() => namesOf().toSorted()).toEqual(['late', 'other-0', 'other-1', 'other-2']);
  expect(namesOf()[0]).toBe('late');
  expect(isConsecutive(sequencesOf(receiver.received))).toBe(true);
});

test('secrets that cannot be read are a failure that the stream shows', async () => {
  const stream = await create('webhook');
  await app.write('default', (db) => db.updateTable('log_streams').set({ secrets: 'v1.a.b' }).execute());
  receiver.clear();
  await write(1);
  await app.worker.drain();
  expect(receiver.received).toEqual([]);
  await shows(stream.id, { failingSince: expect.any(Number), lastError: expect.any(String), lastStatus: null });
  expect(await app.call(logStreamsApi.test, { token, params: { id: stream.id } })).toMatchObject({
    body: { code: 'vault.unreadable' },
  });
});

test('a stream whose job was lost is found again', async () => {
  await create('webhook');
  receiver.clear();
  await app.worker.drain();
  const names = await write(1);
  await app.app.tenancy.system((db) => db.deleteFrom('jobs').where('queue', '=', 'log-streams.send').execute());
  await app.app.tenancy.system(sweepStreams);
  await app.worker.drain();
  await expect.poll(namesOf).toEqual(names);
});

test('entries and their place are found by index', async () => {
  const { rows } = await app.app.tenancy.system(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    return sql<
      Record<string, string>
    >`explain select seq from logs where tenant_id = 'default' and seq > 5 and seq <= 900
      order by seq, id limit 500`.execute(db);
  });
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  expect(plan).toMatch(/seq_idx|logs_\w*seq/);
  expect(plan).not.toMatch(/Seq Scan/);
});
