import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ArrivedRequest } from '@postern/contracts/operations/doctor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type ListeningApp, listeningApp } from '#testing/flows';
import { regionsText } from '#testing/regions';
import { testApp } from '#testing/test-app';
import { databaseUrl } from '../platform/testing/databases.ts';
import {
  explainFailure,
  type Finding,
  judgeAddress,
  judgeClock,
  judgeCookie,
  judgeHost,
  judgeProtocol,
} from './examine.ts';
import { runCli } from './run-cli.ts';

const key = Buffer.alloc(32, 7).toString('base64');

let app: ListeningApp;
beforeAll(async () => {
  app = await listeningApp({ SECRET_VAULT_KEK: key });
});
afterAll(() => app.close());

async function doctor(more: Record<string, string> = {}) {
  let out = '';
  let err = '';
  const code = await runCli(['doctor', '--json'], {
    environment: {
      DATABASE_URL: databaseUrl(app.address),
      ENDPOINT: app.endpoint,
      ADMIN_ENDPOINT: app.adminEndpoint,
      SECRET_VAULT_KEK: key,
      ...more,
    },
    print: (line) => {
      out += line;
    },
    complain: (line) => {
      err += line;
    },
  });
  const findings = JSON.parse(out) as Finding[];
  const resultOf = (check: string) => findings.find((one) => one.check === check);
  return { code, err, findings, resultOf };
}

type Change = {
  request?: (headers: IncomingMessage['headers']) => void;
  response?: (headers: IncomingMessage['headers']) => void;
  isBuffered?: boolean;
  isHidden?: (path: string) => boolean;
};

/** A proxy before a port, with a mistake. */
async function withProxy(
  port: number | string,
  change: Change,
  work: (endpoint: string) => Promise<void>,
): Promise<void> {
  const server: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers };
    change.request?.(headers);
    if (change.isHidden?.(incoming.url ?? '')) {
      outgoing.writeHead(404).end();
      return;
    }
    const onward = forward(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      async (answer) => {
        change.response?.(answer.headers);
        if (change.isBuffered) {
          const parts = await answer.toArray();
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts));
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('an installation without mistakes passes, and the missing connector is a warning', async () => {
  const { code, err, findings, resultOf } = await doctor();
  expect(findings.filter(({ result }) => result === 'failed')).toEqual([]);
  expect([code, err]).toEqual([0, '']);
  expect(resultOf('mail: connector')?.result).toBe('warning');
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['sign-in address: cookies', 'console address: event streams', 'database: clock']),
  );
});

describe('a proxy that', () => {
  test('removes Authorization, cookies and the host, and collects responses is found', async () => {
    const mistakes: Change = {
      request: (headers) => {
        delete headers.authorization;
        delete headers.cookie;
        headers.host = new URL(app.endpoint).host;
        headers['x-forwarded-for'] = '198.51.100.9';
      },
      isBuffered: true,
    };
    await withProxy(new URL(app.endpoint).port, mistakes, async (endpoint) => {
      const { code, err, resultOf } = await doctor({ ENDPOINT: endpoint });
      expect(resultOf('sign-in address: tokens')?.detail).toBe('the proxy removes the header Authorization');
      expect(resultOf('sign-in address: cookies')?.detail).toBe('the cookie does not come back to the server');
      expect(resultOf('sign-in address: host')?.result).toBe('failed');
      expect(resultOf('sign-in address: issuer')?.detail).toContain(`instead of ${endpoint}/oidc`);
      expect(resultOf('sign-in address: client address')?.detail).toMatch(/^a proxy forwards requests/);
      expect(resultOf('sign-in address: event streams')?.result).toBe('warning');
      expect([code, err]).toEqual([1, '5 checks failed.']);
    });
  });

  test('answers itself is found, and nothing else is asked', async () => {
    const server = createServer((_request, response) => response.writeHead(301, { location: '/welcome' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { findings } = await doctor({ ENDPOINT: `http://localhost:${(server.address() as AddressInfo).port}` });
    server.closeAllConnections();
    server.close();
    const found = findings.filter(({ check }) => check.startsWith('sign-in address'));
    expect(found).toHaveLength(1);
    expect(found[0]?.detail).toBe('/healthz answers 301 and redirects to /welcome instead of 204');
  });
});

test('an installation on one port below two paths passes, and a proxy that hides the metadata is warned about', async () => {
  const port = await freePort();
  const [endpoint, adminEndpoint] = [`http://localhost:${port}/auth`, `http://localhost:${port}/auth-admin`];
  const environment = { PORT: `${port}`, ADMIN_PORT: `${port}`, ENDPOINT: endpoint, ADMIN_ENDPOINT: adminEndpoint };
  const one = await testApp({ ...environment, SECRET_VAULT_KEK: key });
  await one.core.listen({ host: '127.0.0.1', port });
  try {
    const database = { DATABASE_URL: databaseUrl(one.address) };
    const { code, findings, resultOf } = await doctor({ ...environment, ...database });
    expect(findings.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(resultOf('sign-in address: issuer')?.detail).toBe(`${endpoint}/oidc`);
    expect(resultOf('console address: metadata')).toMatchObject({
      result: 'ok',
      detail: '/.well-known/oauth-authorization-server/auth-admin/oidc',
    });
    const elsewhere = await doctor({ ...environment, ...database, ENDPOINT: `http://localhost:${port}/sso` });
    expect(elsewhere.resultOf('sign-in address: reachable')?.advice).toContain('all paths below /sso/ to this server');
    await withProxy(port, { isHidden: (path) => path.startsWith('/.well-known/') }, async (origin) => {
      const hidden = await doctor({ ...environment, ...database, ENDPOINT: `${origin}/auth` });
      expect(hidden.resultOf('sign-in address: reachable')?.result).toBe('ok');
      expect(hidden.resultOf('sign-in address: metadata')?.result).toBe('warning');
    });
  } finally {
    await one.close();
  }
});

test('another key than that of the server is named', async () => {
  const { resultOf } = await doctor({ SECRET_VAULT_KEK: Buffer.alloc(32, 8).toString('base64') });
  expect(resultOf('sign-in address: proxy')?.detail).toBe('the server does not know the key of this installation');
});

test('without a token, with an old one and with a forged one nobody learns how a request arrives', async () => {
  const old = `${Date.now() - 1}.${app.app.vault.mac('doctor', String(Date.now() - 1))}`;
  for (const token of ['', old, `${Date.now() + 60_000}.${'0'.repeat(64)}`, 'x'.repeat(128), 'NaN.', 'Infinity.']) {
    for (const path of ['/api/doctor', '/api/doctor/stream']) {
      const response = await fetch(`${app.endpoint}${path}?token=${token}`);
      expect([path, token, response.status]).toEqual([path, token, 401]);
    }
  }
});

const arrived: ArrivedRequest = {
  ip: '198.51.100.1',
  protocol: 'https',
  host: 'auth.example.com',
  isForwarded: true,
  cookie: null,
  now: 0,
  version: '1',
};

describe('judges', () => {
  const origin = 'https://auth.example.com';

  test('the protocol', () => {
    const judge = (patient: string, protocol: string) =>
      judgeProtocol({ origin: patient, isProduction: true }, { ...arrived, protocol }).result;
    expect(judge(origin, 'https')).toBe('ok');
    expect(judge(origin, 'http')).toBe('failed');
    expect(judge('http://auth.example.com', 'http')).toBe('failed');
    expect(judge('http://localhost:3001', 'http')).toBe('ok');
  });

  test('the host and the address of the client', () => {
    expect(judgeHost(origin, arrived).result).toBe('ok');
    expect(judgeHost(origin, { ...arrived, host: '10.0.0.1:3001' }).result).toBe('failed');
    expect(judgeAddress(true, arrived, arrived).result).toBe('ok');
    expect(judgeAddress(false, arrived, arrived).result).toBe('failed');
    expect(judgeAddress(true, arrived, { ...arrived, ip: '203.0.113.77' }).result).toBe('failed');
  });

  test('cookies', () => {
    const whole = 'postern_doctor=a; Path=/api/doctor; HttpOnly; SameSite=Lax; Secure';
    expect(judgeCookie(origin, whole, 'a').result).toBe('ok');
    expect(judgeCookie(origin, whole.replace('; Secure', ''), 'a').detail).toBe('the proxy removes secure');
    const moved = judgeCookie(`${origin}/auth`, whole, 'a');
    expect(moved.detail).toBe('the proxy changes the path of a cookie for /auth/api/doctor');
    expect(judgeCookie(`${origin}/auth`, whole.replace('/api', '/auth/api'), 'a').result).toBe('ok');
    const prefixed = '__Host-postern_doctor~api~doctor=a; Path=/; HttpOnly; SameSite=Lax; Secure';
    expect(judgeCookie(origin, prefixed, 'a').result).toBe('ok');
    expect(judgeCookie(origin, prefixed.replace('Path=/', 'Path=/auth'), 'a').result).toBe('failed');
    expect(judgeCookie(origin, `${prefixed}; Domain=example.com`, 'a').detail).toBe(
      'the proxy adds a domain to a cookie',
    );
    expect(judgeCookie(origin, '', null).result).toBe('failed');
    expect(judgeCookie(origin, whole, 'b').result).toBe('failed');
  });

  test('clocks and connections', () => {
    expect(judgeClock(1000, 0).result).toBe('ok');
    expect(judgeClock(0, 3_600_000).detail).toBe('the clock of the server is 3600 s behind this machine');
    const error = Object.assign(new Error('fetch failed'), { cause: { code: 'CERT_HAS_EXPIRED' } });
    expect(explainFailure(error)).toMatchObject({ advice: 'Renew the certificate of the proxy.' });
  });
});

test('names a standby, a region, a tracker, a model and a collector that cannot be reached', async () => {
  const dead = 'postgres://127.0.0.1:1/none';
  const { code, resultOf } = await doctor({
    DATABASE_READ_URL: dead,
    EDITION: 'cloud',
    ENDPOINT: 'http://*.core.test',
    REGIONS: regionsText({ id: 'US', name: 'US', country: 'US', databaseUrl: dead, endpoint: 'http://*.us.core.test' }),
    TRACKER_URL: 'http://127.0.0.1:1/batch',
    AI_BASE_URL: 'http://127.0.0.1:1/v1',
    AI_MODEL: 'small',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    ALLOW_PRIVATE_EGRESS: 'true',
  });
  expect(code).toBe(1);
  for (const check of [
    'database: standby',
    'database: region US',
    'outgoing: tracker',
    'outgoing: language model',
    'outgoing: traces',
  ]) {
    expect(resultOf(check), check).toMatchObject({ result: 'failed', advice: expect.anything() });
  }
});
