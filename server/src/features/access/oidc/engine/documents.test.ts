import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { get, type IncomingHttpHeaders } from 'node:http';
import { domainsApi } from '@postern/contracts/access/domains';
import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { requestIdHeader } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type ListeningApp, listeningApp } from '#testing/flows';
import { changeSettings } from '#testing/sign-in';
import { testApp } from '#testing/test-app';
import type { Running } from '../../../../app.ts';
import { tenantOwner } from '../../../cloud/plans/testing.ts';
import { addDomain } from '../../domains/testing.ts';
import { startDns } from '../../domains/testing-dns.ts';

const domain = 'login.acme.example';
let dns: Awaited<ReturnType<typeof startDns>>;
let app: ListeningApp;
let token: string;

beforeAll(async () => {
  dns = await startDns();
  app = await listeningApp({ DNS_RESOLVER: dns.address, TRUST_PROXY: '1' });
  dns.records.set(domain, 'localhost');
  token = await app.managementToken();
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

type Received = { status: number | undefined; headers: IncomingHttpHeaders; body: string; isFromFramework: boolean };

/** A request over the network, and whether the framework handled it. */
function ask(path: string, headers: Record<string, string> = {}, endpoint = app.endpoint, method = 'GET') {
  return new Promise<Received>((resolve, reject) => {
    let isFromFramework = false;
    const note = () => {
      isFromFramework = true;
    };
    subscribe('tracing:fastify.request.handler:start', note);
    get(`${endpoint.replace('localhost', '127.0.0.1')}${path}`, { headers, method }, async (response) => {
      const body = (await response.toArray()).join('');
      unsubscribe('tracing:fastify.request.handler:start', note);
      resolve({ status: response.statusCode, headers: response.headers, body, isFromFramework });
    }).on('error', reject);
  });
}

const paths = [
  '/oidc/jwks',
  '/oidc/.well-known/openid-configuration',
  '/oidc/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/oidc',
];

/** Everything but the values that differ between any two answers. */
function comparable({ status, body, headers: { date: _date, [requestIdHeader]: _id, ...headers } }: Received) {
  return { status, body, headers };
}

const forget = () => app.app.cache.drop('default');
const kids = ({ body }: Received) => (JSON.parse(body).keys as { kid: string }[]).map(({ kid }) => kid);
const issuer = ({ body }: Received) => JSON.parse(body).issuer as string;

describe('served from memory', () => {
  test.each(paths)('%s is the same as from the framework', async (path) => {
    forget();
    const [first, second] = [await ask(path), await ask(path)];
    expect([first.isFromFramework, second.isFromFramework]).toEqual([true, false]);
    expect(comparable(second)).toEqual(comparable(first));
    expect(second.headers[requestIdHeader]).not.toBe(first.headers[requestIdHeader]);

    const known = { 'if-none-match': String(first.headers.etag) };
    const unchanged = await ask(path, known);
    forget();
    const before = await ask(path, known);
    expect([before.isFromFramework, unchanged.isFromFramework]).toEqual([true, false]);
    expect(before.status).toBe(304);
    expect(comparable(unchanged)).toEqual(comparable(before));
  });

  test('other methods and queries are left to the framework', async () => {
    await ask('/oidc/jwks');
    expect(await ask('/oidc/jwks?a=1')).toMatchObject({ status: 200, isFromFramework: true });
    const head = await ask('/oidc/jwks', {}, app.endpoint, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: '', isFromFramework: true });
    expect((await ask('/oidc/jwks', {}, app.endpoint, 'POST')).status).toBe(404);
  });

  test('the two servers do not share answers', async () => {
    const host = new URL(app.endpoint).host;
    const path = '/oidc/.well-known/openid-configuration';
    expect(issuer(await ask(path, { host }))).toBe(`${app.endpoint}/oidc`);
    expect(issuer(await ask(path, { host }, app.adminEndpoint))).toBe(`${app.adminEndpoint}/oidc`);
  });

  test('requests are counted in the metrics', async () => {
    const count = async () => {
      const text = await app.app.metrics.print();
      return Number(
        /^postern_http_request_seconds_count\{method="GET",route="\/oidc\/jwks",tenant_class="default"\} (\d+)$/m.exec(
          text,
        )?.[1] ?? 0,
      );
    };
    await ask('/oidc/jwks');
    const before = await count();
    expect(await ask('/oidc/jwks')).toMatchObject({ isFromFramework: false });
    expect(await count()).toBe(before + 1);
    expect(app.logs.some((line) => line.includes('"route":"/oidc/jwks"') && line.includes('"requestId"'))).toBe(true);
  });
});

describe('changes', () => {
  let other: Running & { endpoint: string };

  beforeAll(async () => {
    const port = await freePort();
    other = { ...(await app.another()), endpoint: `http://localhost:${port}` };
    await other.core.listen({ host: '127.0.0.1', port });
  });

  const rotate = (rotationGracePeriod: number) =>
    app.call(signingKeysApi.rotate, {
      token,
      params: { keyType: 'private-keys' },
      body: { rotationGracePeriod },
    });

  test('a new key is in the next answer of this node and soon on the other', async () => {
    await Promise.all([ask('/oidc/jwks'), ask('/oidc/jwks', {}, other.endpoint)]);
    const { body } = await rotate(0);
    expect(kids(await ask('/oidc/jwks'))[0]).toBe(body[0]?.id);
    await expect.poll(async () => kids(await ask('/oidc/jwks', {}, other.endpoint))[0]).toBe(body[0]?.id);
  });

  test('a waiting key moves to the front when it starts to sign, without a notification', async () => {
    const { body } = await rotate(1);
    const waiting = body[0]?.id ?? '';
    await expect.poll(async () => kids(await ask('/oidc/jwks'))[0], { timeout: 20_000, interval: 20 }).toBe(waiting);
  });

  test('a changed setting is in the next answer', async () => {
    const prompts = async () =>
      JSON.parse((await ask('/oidc/.well-known/openid-configuration')).body).prompt_values_supported;
    expect(await prompts()).toContain('create');
    await changeSettings(app, { signInMode: 'SignIn' });
    expect(await prompts()).not.toContain('create');
  });

  test('a custom domain has its own issuer while it is active', async () => {
    const path = '/oidc/.well-known/openid-configuration';
    const onDomain = async () => issuer(await ask(path, { host: domain }));
    const behindProxy = async () => issuer(await ask(path, { 'x-forwarded-host': domain }));
    const plain = `${app.endpoint}/oidc`;
    const own = `http://${domain}:${new URL(app.endpoint).port}/oidc`;
    expect([await onDomain(), await onDomain(), await behindProxy()]).toEqual([plain, plain, plain]);
    // The key of the first token is retired.
    token = await app.managementToken();
    const id = await addDomain(app, 'default', token, domain);
    expect([await onDomain(), await onDomain(), await behindProxy(), await behindProxy()]).toEqual([
      own,
      own,
      own,
      own,
    ]);
    expect(issuer(await ask(path))).toBe(plain);
    await app.call(domainsApi.remove, { token, params: { id } });
    expect([await onDomain(), await behindProxy()]).toEqual([plain, plain]);
  });
});

test('a tenant that is deleted has no documents', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const port = await freePort();
    await cloud.core.listen({ host: '127.0.0.1', port });
    const owner = await tenantOwner(cloud);
    const id = await owner.createTenant('Acme');
    const jwks = () => ask('/oidc/jwks', { host: `${id}.core.test` }, `http://localhost:${port}`);
    expect(await jwks()).toMatchObject({ status: 200, isFromFramework: true });
    // Notifications of the new tenant arrive later and drop the answer.
    await expect.poll(async () => (await jwks()).isFromFramework).toBe(false);
    const token = await owner.organization(id);
    expect((await cloud.call(tenantsApi.remove, { token, params: { id } })).status).toBe(204);
    expect((await jwks()).status).toBe(404);
  } finally {
    await cloud.close();
  }
});
