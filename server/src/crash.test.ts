import { applicationsApi } from '@postern/contracts/access/applications';
import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import * as client from 'openid-client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { callCli } from './testing/cli.ts';
import { authorize } from './testing/flows.ts';
import { dataFolder, killLeftovers, postmasterOf, startServer, type TestServer } from './testing/processes.ts';

/**
 * Simulates a power failure while users are created: the server and its PostgreSQL are killed together. After the next
 * start, every acknowledged write must exist exactly once.
 */
const writers = 8;
const ada = { username: 'ada', password: 'correct horse battery' };
const redirectUri = 'http://localhost:9/callback';

let data: Awaited<ReturnType<typeof dataFolder>>;
let server: TestServer;
let token: string;

beforeAll(async () => {
  data = await dataFolder();
  server = await startServer({ DATA_DIR: data.folder });
  const made = await callCli(['app', 'create-m2m', '--tenant', 'default', '--name', 'x', '--json'], server.environment);
  const { tokenEndpoint, resource, appId, appSecret } = JSON.parse(made.out);
  const answer = await fetch(tokenEndpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${appId}:${appSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
afterAll(async () => {
  await killLeftovers();
  await data.remove();
  // PostgreSQL notices the death of its server by itself, and ends with a checkpoint: minutes on a machine that does other work.
}, 600_000);

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(server.endpoint + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${path}: ${response.status}`);
  }
  return (await response.json()) as T;
}

/** Creates users until the server is gone. Returns the acknowledged ids. */
function keepWriting(): { acknowledged: string[]; done: Promise<unknown> } {
  const acknowledged: string[] = [];
  async function write(writer: number) {
    for (let n = 0; ; n += 1) {
      const { id } = await post<{ id: string }>(pathOf(usersApi.create), { username: `u${writer}_${n}` });
      acknowledged.push(id);
    }
  }
  return { acknowledged, done: Promise.allSettled(Array.from({ length: writers }, (_, writer) => write(writer))) };
}

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const postgres = await findEmbeddedPostgres(data.folder);
  const connection = new pg.Client({ ...postgres, ssl: false });
  await connection.connect();
  try {
    return (await connection.query<T>(text)).rows;
  } finally {
    await connection.end();
  }
}

test('after a kill -9 of the server and PostgreSQL, no acknowledged write is lost, duplicated or undone', async () => {
  await post(pathOf(usersApi.create), ada);
  const { id: clientId } = await post<{ id: string }>(pathOf(applicationsApi.create), {
    name: 'Shop',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
  });
  const signIn = () => authorize({ issuer: `${server.endpoint}/oidc`, clientId, redirectUri, person: ada });
  const [kept, revoked] = [await signIn(), await signIn()];
  await client.tokenRevocation(revoked.config, revoked.tokens.refresh_token ?? '');

  const { acknowledged, done } = keepWriting();
  await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(300);
  process.kill(await postmasterOf(data.folder), 'SIGKILL');
  server.kill('SIGKILL');
  expect(await server.ended).toBe('SIGKILL');
  await done;

  server = await startServer(server.environment);
  const stored = (await query<{ id: string }>(`select id from users where tenant_id = 'default'`)).map(({ id }) => id);
  expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
  // Writes without a received response may exist: at most one per writer, plus Ada.
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(writers + 1);
  const list = await fetch(`${server.endpoint}${pathOf(usersApi.list)}?page=1&page_size=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(Number(list.headers.get('total-number'))).toBe(stored.length);

  expect((await client.refreshTokenGrant(kept.config, kept.tokens.refresh_token ?? '')).access_token).toBeTruthy();
  await expect(client.refreshTokenGrant(revoked.config, revoked.tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });

  // Each account is in the audit log once, although the worker was killed between reading and acknowledging.
  const reported = () =>
    query<{ subject: string }>(
      `select payload->>'subjectId' as subject from logs where tenant_id = 'default' and key = 'User.Created'`,
    ).then((rows) => rows.map(({ subject }) => subject).sort());
  await expect.poll(reported).toEqual([...stored].sort());
});
