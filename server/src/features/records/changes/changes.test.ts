import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applicationsApi } from '@postern/contracts/access/applications';
import { operatorsApi } from '@postern/contracts/cloud/operators';
import { tenantMembersApi } from '@postern/contracts/cloud/tenant-members';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appointOperator } from '#features/cloud/operators';
import { flushLogs, recordLog } from '#features/records/audit';
import { type ConsolePerson, consoleMember, consolePerson, consoleRole } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';

/** Changes happen on one node while the console is connected to another. */
let app: TestApp;
let other: Awaited<ReturnType<TestApp['another']>>;
let origin: string;
let owner: ConsolePerson;
let tenantId: string;
let token: string;
let foreignId: string;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  other = await app.another();
  await other.admin.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(other.admin.server.address() as AddressInfo).port}`;
  owner = await consolePerson(app, 'owner');
  tenantId = await owner.createTenant('Acme');
  foreignId = await owner.createTenant('Other');
  token = await owner.organization(tenantId);
  await app.worker.drain();
});
afterAll(() => app.close());

type Opened = { tenant?: string; bearer?: string; headers?: Record<string, string>; at?: string };

const ask = ({ tenant = tenantId, bearer = token, headers = {}, at = origin }: Opened) =>
  fetch(`${at}/m/${tenant}/api/changes`, { headers: { authorization: `Bearer ${bearer}`, ...headers } });

/** Opens a stream and reads its messages from now on. */
async function listen(input: Opened = {}) {
  const response = await ask(input);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The next message; undefined if the stream ends first. */
  async function next(): Promise<string | undefined> {
    while (!text.includes('\n\n')) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) {
        return undefined;
      }
      text += value ?? '';
    }
    const [first = '', ...rest] = text.split('\n\n');
    text = rest.join('\n\n');
    return first;
  }
  expect(await next()).toBe(': listening');
  /** The next change of an object. Requests for tokens also add entries to the audit log. */
  async function nextChange() {
    for (;;) {
      const change = dataOf(await next());
      if (change?.kind !== 'log') {
        return change;
      }
    }
  }
  return { next, nextChange, close: () => reader?.cancel() };
}

const dataOf = (message: string | undefined) => JSON.parse(/^data: (.*)$/m.exec(message ?? '')?.[1] ?? 'null');

async function createApplication(name: string, options: { tenantId: string; bearer?: string }) {
  const { body } = await app.inject(app.admin, {
    method: 'POST',
    url: `/m/${options.tenantId}/api/applications`,
    headers: { authorization: `Bearer ${options.bearer ?? token}` },
    payload: { name, type: 'SPA' },
  });
  await app.worker.drain();
  return body as { id: string };
}

const gauge = async () => /^postern_change_streams_open (\d+)$/m.exec(await other.app.metrics.print())?.[1];

describe('an open console receives', () => {
  test('which object was created, changed and deleted, without its contents', async () => {
    const stream = await listen();
    const { id } = await createApplication('Secret plan', { tenantId });
    expect(await stream.nextChange()).toEqual({ kind: 'application', id, action: 'created' });
    const admin = { token: await app.managementToken(tenantId), tenantId };
    await app.call(applicationsApi.update, { ...admin, params: { id }, body: { name: 'Another plan' } });
    await app.worker.drain();
    expect(await stream.nextChange()).toEqual({ kind: 'application', id, action: 'updated' });
    await app.call(applicationsApi.remove, { ...admin, params: { id } });
    await app.worker.drain();
    expect(await stream.nextChange()).toEqual({ kind: 'application', id, action: 'deleted' });
    await stream.close();
  });

  test('nothing of another tenant', async () => {
    const stream = await listen();
    await createApplication('Foreign', { tenantId: foreignId, bearer: await owner.organization(foreignId) });
    const { id } = await createApplication('Own', { tenantId });
    expect(await stream.nextChange()).toMatchObject({ id });
    await stream.close();
  });

  test('that the audit log has new entries which are no changes', async () => {
    const stream = await listen();
    recordLog(app.app, tenantId, { key: 'ExchangeTokenBy.ClientCredentials', payload: { result: 'Error' } });
    await flushLogs(app.app);
    const entry = await stream.next();
    expect(entry).toMatch(/^id: 0\ndata: \{[^\n]*\}$/);
    expect(dataOf(entry)).toEqual({ kind: 'log', id: 'many', action: 'created' });
    await stream.close();
  });

  test('a reset if it reconnects, because changes may be missing', async () => {
    const stream = await listen({ headers: { 'last-event-id': '17' } });
    expect(await stream.next()).toBe('event: reset\ndata: {}');
    await stream.close();
  });
});

describe('refuses', () => {
  test('callers without a token, with a token of another tenant, and members without permission to read', async () => {
    expect((await fetch(`${origin}/m/${tenantId}/api/changes`)).status).toBe(401);
    expect((await ask({ bearer: await owner.organization(foreignId) })).status).toBe(401);
    expect((await ask({ bearer: owner.cloud })).status).toBe(401);
    await consoleRole(app, 'inviter', ['invite:member']);
    const member = await consoleMember(app, tenantId, 'inviter', 'inviter');
    expect((await ask({ bearer: member.token })).status).toBe(403);
  });

  test('more streams than a person needs, until one is closed', async () => {
    const member = await consoleMember(app, tenantId, 'busy', 'collaborator');
    const streams = [];
    for (let count = 0; count < 10; count += 1) {
      streams.push(await listen({ bearer: member.token }));
    }
    expect(await gauge()).toBe('10');
    const refused = await ask({ bearer: member.token });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({ code: 'changes.too_many_streams' });
    // Others are not affected.
    await (await listen()).close();
    await streams[0]?.close();
    await expect.poll(gauge).toBe('9');
    await (await listen({ bearer: member.token })).close();
    await Promise.all(streams.map((stream) => stream.close()));
    await expect.poll(gauge).toBe('0');
  });
});

describe('ends the stream', () => {
  test('of a member who was removed, and of no one else', async () => {
    const member = await consoleMember(app, tenantId, 'leaver', 'collaborator');
    await app.worker.drain();
    const [theirs, mine] = [await listen({ bearer: member.token }), await listen()];
    await app.call(tenantMembersApi.remove, { token, params: { id: tenantId, userId: member.id } });
    await app.worker.drain();
    expect(await theirs.nextChange()).toBeNull();
    const { id } = await createApplication('Still here', { tenantId });
    expect(await mine.nextChange()).toMatchObject({ id });
    await mine.close();
  });

  test('of a member who was signed out everywhere, as after a stolen token', async () => {
    const member = await consoleMember(app, tenantId, 'robbed', 'collaborator');
    await app.worker.drain();
    const stream = await listen({ bearer: member.token });
    const admin = await app.managementToken(adminTenantId);
    const { status } = await app.call(userSessionsApi.removeAll, {
      token: admin,
      tenantId: adminTenantId,
      params: { userId: member.id },
    });
    expect(status).toBe(204);
    expect((await ask({ bearer: member.token })).status).toBe(401);
    await app.worker.drain();
    expect(await stream.nextChange()).toBeNull();
  });

  test('when the tenant is suspended', async () => {
    const operator = await consolePerson(app, 'operator');
    await app.write(adminTenantId, (db) => appointOperator(db, 'operator'));
    const suspendedId = await owner.createTenant('Suspended');
    await app.worker.drain();
    const stream = await listen({ tenant: suspendedId, bearer: await owner.organization(suspendedId) });
    await app.call(operatorsApi.suspend, {
      token: operator.cloud,
      params: { id: suspendedId },
      body: { reason: 'Spam' },
    });
    await app.worker.drain();
    expect(await stream.nextChange()).toBeNull();
  });

  test('of a reader that does not read, without keeping its events in memory', async () => {
    const { port } = new URL(origin);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest({ port, path: `/m/${tenantId}/api/changes`, headers: { authorization: `Bearer ${token}` } }, resolve)
        .on('error', reject)
        .end();
    });
    response.pause();
    await expect.poll(gauge).toBe('1');
    const changes = Array.from({ length: 40 }, (_, at) => ['user', `${at}${'x'.repeat(100)}`, 'updated']);
    const text = JSON.stringify({ tenantId, seq: 1, revokes: false, changes });
    await expect
      .poll(
        async () => {
          for (let count = 0; count < 100; count += 1) {
            await app.app.tenancy.system((db) =>
              db
                .selectNoFrom((eb) => eb.fn('pg_notify', [eb.val('postern_changes'), eb.val(text)]).as('sent'))
                .execute(),
            );
          }
          return gauge();
        },
        { timeout: 60_000 },
      )
      .toBe('0');
    response.destroy();
  });

  test('when the server stops, and when notifications may have been missed', async () => {
    const node = await app.another();
    await node.admin.listen({ host: '127.0.0.1', port: 0 });
    const at = `http://127.0.0.1:${(node.admin.server.address() as AddressInfo).port}`;
    const stopped = await listen({ at });
    const missed = await listen();
    await node.stop();
    expect(await stopped.nextChange()).toBeNull();
    other.app.cache.clear();
    expect(await missed.nextChange()).toBeNull();
  });
});

test('a stream that is still opening does not delay the stop of the server', async () => {
  const node = await app.another();
  await node.admin.listen({ host: '127.0.0.1', port: 0 });
  const at = `http://127.0.0.1:${(node.admin.server.address() as AddressInfo).port}`;
  await (await listen({ at })).close();
  const released = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const lock = app.app.tenancy.system(async (db) => {
    await db.selectFrom('change_watches').select('tenant_id').where('tenant_id', '=', tenantId).forUpdate().execute();
    isLocked.resolve();
    await released.promise;
  });
  await isLocked.promise;
  const opening = ask({ at });
  await expect.poll(waitingForLocks).toBe(1);
  const stopping = node.stop();
  // New requests are refused once the server has begun to stop.
  await expect.poll(() => node.admin.server.listening).toBe(false);
  released.resolve();
  await lock;
  expect(await (await opening).text()).toBe(': listening\n\n');
  await stopping;
});

const waitingForLocks = () =>
  app.app.tenancy.system(async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      join pg_stat_activity using (pid) where datname = current_database() and not granted`.execute(db);
    return rows[0]?.count;
  });

test('changes of tenants that nobody watches are not announced', async () => {
  const quietId = await owner.createTenant('Quiet');
  const watched = await app.app.tenancy.system((db) =>
    db.selectFrom('change_watches').select('tenant_id').where('tenant_id', '=', quietId).execute(),
  );
  expect(watched).toEqual([]);
  const stream = await listen({ tenant: quietId, bearer: await owner.organization(quietId) });
  const row = await app.app.tenancy.system((db) =>
    db.selectFrom('change_watches').select('tenant_id').where('tenant_id', '=', quietId).executeTakeFirst(),
  );
  expect(row).toEqual({ tenant_id: quietId });
  await stream.close();
});
