import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { clientOptions } from './platform/db/db.ts';
import { createEmptyDatabase, databaseUrl } from './platform/testing/databases.ts';
import { callCli } from './testing/cli.ts';
import { freePort } from './testing/flows.ts';
import { dataFolder, killLeftovers, postmasterOf, run, startServer, type TestServer } from './testing/processes.ts';

afterAll(killLeftovers);

/** Starts a server that must fail. Returns its stderr and the exit code. */
async function failedStart(environment: Record<string, string>) {
  const { ended, output } = run('dist/main.js', [], environment);
  const code = await ended;
  return { code, lines: output.err.split('\n').filter(Boolean) };
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a failed start prints one clear line and exits with code 1', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ EDITION: 'foo' }, /EDITION: .*"oss".*"cloud".*\(got "foo"\)$/],
    [{ PORT: 'abc' }, /PORT: must be a port number \(got "abc"\)$/],
    [{ ENDPOINT: 'nonsense' }, /ENDPOINT: must be an http\(s\) address .* \(got "nonsense"\)$/],
    [{ STORAGE: 's3' }, /STORAGE: s3 needs S3_BUCKET/],
    [
      { DATABASE_URL: 'postgres://someone:canary@127.0.0.1:1/none' },
      /DATABASE_URL: 127\.0\.0\.1:1\/none cannot be used: /,
    ],
  ];

  test('for invalid values and an unreachable database', async () => {
    // Two at a time, because there are two cores.
    for (let index = 0; index < cases.length; index += 2) {
      const pair = cases.slice(index, index + 2);
      const found = await Promise.all(pair.map(([environment]) => failedStart(environment)));
      expect(found).toEqual(pair.map(([, message]) => ({ code: 1, lines: [expect.stringMatching(message)] })));
      expect(JSON.stringify(found)).not.toContain('canary');
    }
  });
});

describe('servers with an external database', () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;

  beforeAll(async () => {
    database = await createEmptyDatabase(inject('postgres'));
  });
  afterAll(() => database.drop());

  test('two servers can start concurrently on an empty database and create the first tenants once', async () => {
    const environment = { DATABASE_URL: databaseUrl(database.address) };
    const servers = await Promise.all([startServer(environment), startServer(environment)]);
    onTestFinished(killLeftovers);
    for (const { endpoint, adminEndpoint } of servers) {
      expect((await fetch(`${endpoint}/readyz`)).status).toBe(200);
      expect((await fetch(`${endpoint}/oidc/.well-known/openid-configuration`)).status).toBe(200);
      expect((await fetch(`${adminEndpoint}/readyz`)).status).toBe(200);
    }
    const client = new pg.Client(clientOptions(database.address, 'test'));
    await client.connect();
    const { rows } = await client.query(
      `select (select array_agg(id::text order by id) from tenants) as tenants, (select count(*) from oidc_keys) as keys,
         (select count(*) from sign_in_experiences) as experiences, (select count(*) from organizations) as organizations`,
    );
    await client.end();
    expect(rows).toEqual([{ tenants: ['admin', 'default'], keys: 4, experiences: 2, organizations: 1 }]);
  });

  test('a start with either port in use prints one clear line and exits with code 1', async () => {
    const [taken, other] = [await freePort(), await freePort()];
    const blocker = createServer().listen(taken, '127.0.0.1');
    await once(blocker, 'listening');
    onTestFinished(() => void blocker.close());
    const DATABASE_URL = databaseUrl(database.address);
    for (const ports of [
      { PORT: String(taken), ADMIN_PORT: String(other) },
      { PORT: String(other), ADMIN_PORT: String(taken) },
    ]) {
      expect(await failedStart({ DATABASE_URL, ...ports })).toEqual({
        code: 1,
        lines: [expect.stringMatching(`Port ${taken} is already in use`)],
      });
    }
  });
});

describe('a server with the embedded database', () => {
  let server: TestServer;
  let data: Awaited<ReturnType<typeof dataFolder>>;

  beforeAll(async () => {
    data = await dataFolder();
    server = await startServer({ DATA_DIR: data.folder });
  });
  afterAll(async () => {
    await killLeftovers();
    await data.remove();
  });

  test('prints the addresses of the console and the core, and nothing on stderr', () => {
    expect(server.output.out).toMatch(
      new RegExp(`Console +${server.adminEndpoint}/console\\n +Core +${server.endpoint}\\n`),
    );
    expect(server.output.err).toBe('');
  });

  test('serves health checks on both ports and metrics on the admin port only', async () => {
    for (const origin of [server.endpoint, server.adminEndpoint]) {
      for (const path of ['/healthz', '/livez', '/api/status']) {
        expect([path, (await fetch(origin + path)).status]).toEqual([path, 204]);
      }
      const ready = await fetch(`${origin}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        {
          status: 'ready',
          parts: {
            database: 'ready',
            clock: 'ready',
            migrations: 'ready',
            vault: 'ready',
            engine: 'ready',
            worker: 'ready',
            jobs: 'ready',
          },
        },
      ]);
    }
    const metrics = await fetch(`${server.adminEndpoint}/metrics`);
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4');
    const text = await metrics.text();
    for (const name of [
      'postern_http_request_seconds_bucket',
      'postern_db_connections_open',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(`\n${name}`);
    }
    expect(await (await fetch(`${server.endpoint}/metrics`)).text()).not.toContain('postern_');
  });

  test('rejects a second server on its folder and stays up', async () => {
    const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) };
    expect(await failedStart({ DATA_DIR: data.folder, ...ports })).toEqual({
      code: 1,
      lines: [expect.stringMatching(`Another Postern server \\(pid ${server.pid}\\) is already using ${data.folder}`)],
    });
    expect((await fetch(`${server.endpoint}/readyz`)).status).toBe(200);
  });

  test('finishes running requests on SIGTERM, exits with 0 and leaves no process', async () => {
    const made = await callCli(
      ['app', 'create-m2m', '--tenant', 'default', '--name', 'x', '--json'],
      server.environment,
    );
    const { tokenEndpoint, resource, appId, appSecret } = JSON.parse(made.out);
    const answer = await fetch(tokenEndpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${appId}:${appSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const postmaster = await postmasterOf(data.folder);
    expect(isAlive(postmaster)).toBe(true);

    const body = JSON.stringify({ username: 'last_one', password: 'hashing takes a moment too' });
    const socket = connect(Number(new URL(server.endpoint).port), '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    const closed = once(socket, 'close');
    const head = [
      'POST /api/users HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      // The server replies to this after the headers; from then on the request is running.
      'expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`);
    await expect.poll(() => received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    received = '';
    server.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${server.endpoint}/healthz`).then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .not.toBe(204);
    expect(server.isRunning()).toBe(true);
    expect(received).toBe('');
    socket.write(body.slice(20));
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 200 .*"username":"last_one"/s);
    expect(await server.ended).toBe(0);
    expect(server.output.err).toBe('');
    expect(isAlive(postmaster)).toBe(false);
  });

  test('commands work on its database while it is stopped', async () => {
    const { code, out } = await callCli(['tenant', 'list'], { DATA_DIR: data.folder });
    expect([code, out]).toEqual([0, expect.stringContaining('default')]);
  });
});
