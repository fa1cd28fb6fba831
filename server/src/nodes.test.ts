import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import { sql } from 'kysely';
import * as client from 'openid-client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Running } from './app.ts';
import { clientOptions } from './platform/db/db.ts';
import { emit } from './platform/jobs/events.ts';
import { authorize, type ListeningApp, listeningApp } from './testing/flows.ts';

/** Two nodes on one database, behind a balancer that alternates between them: nodes must not keep state. */
let a: ListeningApp;
let b: Running;
let balancer: { url: string; served: number[]; close(): void };
let token: string;

const redirectUri = 'http://localhost:9/callback';

async function startBalancer() {
  const ports: number[] = [];
  const served = [0, 0];
  let turn = 0;
  const server = createServer((request, response) => {
    turn = 1 - turn;
    served[turn] = (served[turn] ?? 0) + 1;
    const { method, url, headers } = request;
    const onward = httpRequest({ host: '127.0.0.1', port: ports[turn], method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, served, ports, close: () => server.close() };
}

beforeAll(async () => {
  const starting = await startBalancer();
  a = await listeningApp({ ENDPOINT: starting.url });
  b = await a.another();
  await b.core.listen({ host: '127.0.0.1', port: 0 });
  starting.ports.push(Number(new URL(a.endpoint).port), (b.core.server.address() as AddressInfo).port);
  balancer = starting;
  token = await a.managementToken();
});
afterAll(async () => {
  balancer.close();
  await a.close();
});

const host = () => new URL(balancer.url).host;

test('completes a sign-in that alternates between two nodes', async () => {
  const person = { username: 'ada', password: 'correct horse battery' };
  await a.call(usersApi.create, { token, body: person });
  const { body: app } = await a.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  const { config, tokens } = await authorize({
    issuer: `${balancer.url}/oidc`,
    clientId: app.id,
    redirectUri,
    person,
  });
  expect(tokens.claims()).toMatchObject({ username: 'ada', aud: app.id });
  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect((await client.fetchUserInfo(config, next.access_token, client.skipSubjectCheck)).username).toBe('ada');
  expect(Math.min(...balancer.served)).toBeGreaterThan(4);
});

/** The result of an authorization request on the second node: 303 to the sign-in page, or an error page. */
async function startOnB(clientId: string, address: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: address,
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const answer = await b.core.inject({ method: 'GET', url: `/oidc/auth?${query}`, headers: { host: host() } });
  return String(answer.headers.location).split('?')[0] ?? '';
}

/** Polls fifty times in a second, so that a stalled machine does not count against the product. */
async function withinASecond<T>(look: () => Promise<T>, expected: T): Promise<void> {
  let seen = await look();
  for (let looks = 1; looks < 50 && seen !== expected; looks += 1) {
    await sleep(20);
    seen = await look();
  }
  expect(seen).toBe(expected);
}

test('a changed application is visible on the other node within a second', async () => {
  const oidcClientMetadata = (address: string) => ({ redirectUris: [address], postLogoutRedirectUris: [] });
  const { body: app } = await a.call(applicationsApi.create, {
    token,
    body: { name: 'Shop', type: 'SPA', oidcClientMetadata: oidcClientMetadata('http://localhost:9/old') },
  });
  expect(await startOnB(app.id, 'http://localhost:9/old')).toBe('/sign-in');
  expect(await startOnB(app.id, 'http://localhost:9/new')).toBe('/error');
  await a.call(applicationsApi.update, {
    token,
    params: { id: app.id },
    body: { oidcClientMetadata: oidcClientMetadata('http://localhost:9/new') },
  });
  await withinASecond(() => startOnB(app.id, 'http://localhost:9/new'), '/sign-in');
  expect(await startOnB(app.id, 'http://localhost:9/old')).toBe('/error');
});

async function createMachine() {
  const { body: machine } = await a.call(applicationsApi.create, {
    token,
    body: { name: 'Sync', type: 'MachineToMachine' },
  });
  const { body: secret } = await a.call(applicationsApi.createSecret, {
    token,
    params: { id: machine.id },
    body: { name: 'ci' },
  });
  const ask = async () => {
    const answer = await b.core.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        host: host(),
        authorization: `Basic ${btoa(`${machine.id}:${secret.value}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: managementApiIndicator('default'),
      }).toString(),
    });
    return answer.statusCode;
  };
  const removeSecret = () => a.call(applicationsApi.removeSecret, { token, params: { id: machine.id, name: 'ci' } });
  return { ask, removeSecret };
}

test('a deleted secret stops working on the other node within a second', async () => {
  const { ask, removeSecret } = await createMachine();
  expect(await ask()).toBe(200);
  await removeSecret();
  await withinASecond(ask, 401);
});

/** Simulates a failover or a firewall. */
async function cut(pids: number[]): Promise<void> {
  const connection = new pg.Client(clientOptions(a.address, 'test'));
  await connection.connect();
  await connection.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
  await connection.end();
}

test('catches up and continues invalidation after the LISTEN connections are cut', async () => {
  const listeners = async () => {
    const { rows } = await a.app.tenancy.system((db) =>
      sql<{ pid: number }>`select pid from pg_stat_activity
        where application_name = 'postern-listen' and datname = current_database()`.execute(db),
    );
    return rows.map(({ pid }) => pid);
  };
  const before = await listeners();
  expect(before).toHaveLength(2);
  const missed = await createMachine();
  expect(await missed.ask()).toBe(200);
  await cut(before);
  // Deleted while no node listens, so only clearing the cache can help.
  await missed.removeSecret();
  await expect.poll(missed.ask).toBe(401);
  await expect.poll(async () => (await listeners()).length).toBe(2);
  const later = await createMachine();
  expect(await later.ask()).toBe(200);
  await later.removeSecret();
  await withinASecond(later.ask, 401);
});

test('two workers drain the outbox together and deliver every event once', async () => {
  const count = 2000;
  const handed = async () => {
    const read = async ({ app: { metrics } }: Running) =>
      Number(/^postern_outbox_events_total (\d+)$/m.exec(await metrics.print())?.[1] ?? 0);
    return (await read(a)) + (await read(b));
  };
  const left = () =>
    a.read('default', async (db) =>
      Number((await db.selectFrom('outbox').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n),
    );
  // Delivers and counts events of earlier tests on either node.
  await Promise.all([a.worker.drain(), b.worker.drain()]);
  expect(await left()).toBe(0);
  const before = await handed();
  await a.write('default', (db) =>
    emit(
      db,
      ...Array.from({ length: count }, (_, n) => ({ name: 'User.Data.Updated' as const, subjectId: `outbox-${n}` })),
    ),
  );
  await expect.poll(left).toBe(0);
  // The outbox is empty when the last transaction commits; the counter follows a moment later.
  await expect.poll(handed).toBe(before + count);
  const rows = await a.read('default', (db) =>
    db
      .selectFrom('logs')
      .select(sql<string>`payload->>'subjectId'`.as('subject'))
      .where(sql`payload->>'subjectId'`, 'like', 'outbox-%')
      .execute(),
  );
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(count);
});
