import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver } from './features/records/webhooks/testing.ts';
import { currentRecorder } from './platform/observe/trace.ts';
import { visitor } from './testing/sign-in.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

type Attribute = { key: string; value: Record<string, unknown> };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status?: { code: number };
};

const received: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
let answer = 200;
/** A collector that only keeps what it gets. */
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    received.push({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(answer).end('{}');
  });
});
let address: string;
let app: TestApp;
let token: string;

const spans = (): Span[] =>
  received.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[]);
const valuesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const traceOf = (traceId: string) => spans().filter((span) => span.traceId === traceId);
const rootOf = (traceId: string) => traceOf(traceId).find(({ kind }) => kind === 2);

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  app = await testApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dGVzdA==',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    ALLOW_PRIVATE_EGRESS: 'true',
  });
  token = await app.managementToken();
});
afterAll(async () => {
  await app.close();
  expect(currentRecorder()).toBeUndefined();
  collector.close();
});

const parent = (digit: string, flags = '01') => `00-${digit.repeat(32)}-${digit.repeat(16)}-${flags}`;
const poll = (check: () => unknown) => expect.poll(check, { timeout: 15_000 });

test('a request continues the trace of its caller, with its route, tenant and statements', async () => {
  const { status, headers } = await app.call(usersApi.list, { token, headers: { traceparent: parent('a') } });
  expect(status).toBe(200);
  await poll(() => rootOf('a'.repeat(32))?.name).toBe('GET /api/users');
  const root = rootOf('a'.repeat(32)) as Span;
  expect(root.parentSpanId).toBe('a'.repeat(16));
  expect(valuesOf(root)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/users',
    'http.response.status_code': '200',
    'postern.tenant.id': 'default',
    'postern.tenant.class': 'default',
    'postern.request.id': headers['logto-core-request-id'],
  });
  const all = traceOf('a'.repeat(32));
  const unit = all.find(({ name }) => name === 'database read');
  const statement = all.find((span) => valuesOf(span)['db.operation.name'] === 'select') as Span;
  expect(valuesOf(statement)).toMatchObject({
    'db.system.name': 'postgresql',
    'db.collection.name': expect.any(String),
  });
  expect(statement.kind).toBe(3);
  expect(all.map(({ spanId }) => spanId)).toContain(statement.parentSpanId);
  expect(unit?.parentSpanId).toBe(root.spanId);
  for (const { startTimeUnixNano, endTimeUnixNano } of all) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    // Nanoseconds since 1970, and not milliseconds.
    expect(startTimeUnixNano).toMatch(/^\d{19}$/);
  }
});

test('the collector gets the resource and the headers of the settings', async () => {
  await poll(() => received.length).toBeGreaterThan(0);
  expect(received[0]).toMatchObject({
    url: '/v1/traces',
    headers: { authorization: 'Basic dGVzdA==', 'content-type': 'application/json' },
  });
  expect(JSON.parse(received[0]?.body ?? '').resourceSpans[0].resource.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'postern' } },
      { key: 'deployment.environment.name', value: { stringValue: 'test' } },
    ]),
  );
});

test('a caller that does not sample gets no trace', async () => {
  await app.call(usersApi.list, { token, headers: { traceparent: parent('b', '00') } });
  await app.call(usersApi.list, { token, headers: { traceparent: parent('c') } });
  await poll(() => rootOf('c'.repeat(32))).toBeDefined();
  expect(traceOf('b'.repeat(32))).toEqual([]);
});

test('an invalid traceparent starts a new trace', async () => {
  for (const traceparent of [parent('0'), 'x', `ff-${'d'.repeat(32)}-${'d'.repeat(16)}-01`]) {
    expect((await app.call(usersApi.list, { token, headers: { traceparent } })).status).toBe(200);
  }
  await poll(() => spans().filter(({ name, parentSpanId }) => name === 'GET /api/users' && !parentSpanId).length).toBe(
    3,
  );
  expect(traceOf('d'.repeat(32))).toEqual([]);
});

test('hashing, jobs and outgoing requests are spans, and receivers get the traceparent', async () => {
  const receiver = await startReceiver();
  const hook = { name: 'Traces', events: ['User.Created'], config: { url: `${receiver.url}/secret-path` } };
  expect((await app.call(webhooksApi.create, { token, body: hook as never })).status).toBe(201);
  const body = { username: 'traced_user', password: 'canary password 1', primaryEmail: 'canary@example.com' };
  const created = await app.call(usersApi.create, { token, body, headers: { traceparent: parent('e') } });
  expect(created.status).toBe(200);
  await app.worker.drain();
  await poll(() => receiver.received.length).toBe(1);
  const header = String(receiver.received[0]?.headers.traceparent);
  expect(header).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  const [, traceId = '', spanId] = header.split('-');
  await poll(() => traceOf('e'.repeat(32)).map(({ name }) => name)).toContain('hash password');
  await poll(() => traceOf(traceId).map(({ name }) => name)).toContain('POST');
  const call = traceOf(traceId).find((span) => span.spanId === spanId) as Span;
  expect(valuesOf(call)).toEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'http.response.status_code': '200',
  });
  const job = traceOf(traceId).find(({ kind }) => kind === 5) as Span;
  expect([job.name, valuesOf(job)['postern.tenant.id']]).toEqual([
    expect.stringMatching(/^job webhooks?\./),
    'default',
  ]);
  await receiver.close();
});

test('a sign-in leaves no personal data and no secret in spans', async () => {
  const person = visitor(app);
  await person.arrive();
  await person.start('SignIn');
  const { status } = await person.step('POST', '/verification/password', {
    identifier: { type: 'username', value: 'traced_user' },
    password: 'canary password 1',
  });
  expect(status).toBe(200);
  await poll(() => spans().some(({ name }) => name === 'verify password')).toBe(true);
  await poll(() => spans().some(({ name }) => name.startsWith('GET /oidc'))).toBe(true);
  const text = received.map(({ body }) => body).join('\n');
  for (const secret of ['traced_user', 'canary', 'secret-path', token, 'client_secret', 'code_challenge']) {
    expect(text).not.toContain(secret);
  }
  for (const cookie of person.cookies.values()) {
    expect(text).not.toContain(cookie);
  }
});

test('health checks are not traced', async () => {
  await app.inject(app.core, { method: 'GET', url: '/livez', headers: { traceparent: parent('1') } });
  await app.call(usersApi.list, { token, headers: { traceparent: parent('2') } });
  await poll(() => rootOf('2'.repeat(32))).toBeDefined();
  expect(traceOf('1'.repeat(32))).toEqual([]);
});

test('a collector that fails is reported once and costs no request', async () => {
  answer = 503;
  const dropped = async () =>
    (await app.app.metrics.values('postern_trace_spans_total')).find(({ labels }) => labels.result === 'dropped')
      ?.value ?? 0;
  for (let round = 0; round < 2; round += 1) {
    const before = await dropped();
    expect((await app.call(usersApi.list, { token })).status).toBe(200);
    await poll(dropped).toBeGreaterThan(before);
  }
  answer = 200;
  expect(app.logs.filter((line) => line.includes('"trace export failed"'))).toHaveLength(1);
});

test('the packed server loads the code for traces only on demand', async () => {
  const dist = new URL('../dist/', import.meta.url);
  const holders: string[] = [];
  for (const name of (await readdir(dist)).filter((file) => /\.c?js$/.test(file))) {
    if ((await readFile(new URL(name, dist), 'utf8')).includes('resourceSpans')) {
      holders.push(name);
    }
  }
  // Files of previous builds stay for a while.
  expect(holders).not.toEqual([]);
  expect(holders.filter((name) => !name.startsWith('record-spans'))).toEqual([]);
});
