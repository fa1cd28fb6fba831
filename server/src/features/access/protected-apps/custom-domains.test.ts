import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInByPassword } from '#testing/flows';
import { type Origin, type ProxyTest, startOrigin, startProxyTest } from '#testing/protected-apps';
import { createBrowser } from '../../../platform/testing/browser.ts';
import { codeOf, getOn } from '../domains/testing.ts';
import { startAcme } from '../domains/testing-acme.ts';
import { startDns } from '../domains/testing-dns.ts';

const domain = 'intranet.acme.example';
const ada = { username: 'ada', password: 'correct horse battery' };
let dns: Awaited<ReturnType<typeof startDns>>;
let acme: Awaited<ReturnType<typeof startAcme>>;
let proxy: ProxyTest;
let origin: Origin;
let id: string;

beforeAll(async () => {
  dns = await startDns();
  acme = await startAcme({
    async fetchProof(host, path) {
      const { status, body } = await getOn(proxy.app, host, path);
      return status === 200 ? String(body) : undefined;
    },
  });
  proxy = await startProxyTest({
    DNS_RESOLVER: dns.address,
    TLS_PORT: '0',
    ACME_DIRECTORY_URL: acme.url,
    PROTECTED_APPS_TIMEOUT: '1',
  });
  proxy.app.tls?.listen(0, '127.0.0.1');
  await once(proxy.app.tls ?? proxy.app.core.server, 'listening');
  origin = await startOrigin({ '/slow': () => undefined });
  await proxy.createUser(ada);
  ({ id } = await proxy.create('shop', origin.address));
});
afterAll(async () => {
  await proxy?.app.close();
  await origin?.close();
  await acme?.close();
  await dns?.close();
});

const add = (name: string, applicationId = id) =>
  proxy.app.call(applicationsApi.addCustomDomain, {
    token: proxy.token,
    params: { id: applicationId },
    body: { domain: name },
  });
const list = async (applicationId = id) =>
  (await proxy.app.call(applicationsApi.listCustomDomains, { token: proxy.token, params: { id: applicationId } })).body;
const remove = (name: string) =>
  proxy.app.call(applicationsApi.removeCustomDomain, { token: proxy.token, params: { id, domain: name } });
const deleteApplication = () => proxy.app.call(applicationsApi.remove, { token: proxy.token, params: { id } });

type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

/** A request over TLS with the custom domain as server name and host. */
function ask(path: string, headers: Record<string, string> = {}, agent: Agent | false = false): Promise<Answer> {
  const address = proxy.app.tls?.address() as AddressInfo | undefined;
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: address?.port,
      path,
      agent,
      servername: domain,
      rejectUnauthorized: false,
    };
    const sent = request({ ...options, headers: { host: domain, accept: 'text/html', ...headers } }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: '' });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const cookiesOf = ({ headers }: Answer) => (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

/** The whole way of a person on the custom domain. */
async function signIn(): Promise<{ first: Answer; last: Answer }> {
  const first = await ask('/reports?year=2026');
  const browser = createBrowser();
  await browser.follow(first.headers.location ?? '', [`${proxy.app.endpoint}/sign-in`]);
  const next = await signInByPassword(browser, proxy.app.endpoint, ada);
  const callback = new URL(await browser.follow(next, [`https://${domain}/sign-in-callback`]));
  return { first, last: await ask(callback.pathname + callback.search, { cookie: cookiesOf(first) }) };
}

test('names the host of the application as the target of the record and waits for it', async () => {
  expect(await add(domain)).toMatchObject({ status: 201 });
  expect(await list()).toEqual([
    {
      domain,
      status: 'PendingVerification',
      errorMessage: null,
      dnsRecords: [{ name: domain, type: 'CNAME', value: 'shop.apps.localhost' }],
      cloudflareData: null,
    },
  ]);
  // A record that points to the tenant proves nothing for the application.
  dns.records.set(domain, 'localhost');
  await proxy.app.worker.drain();
  expect((await list())[0]).toMatchObject({ status: 'PendingVerification', errorMessage: expect.any(String) });
  expect((await ask('/').catch(() => undefined))?.status).toBeUndefined();
});

test('refuses a second domain, names of the operator, and names without a protected application', async () => {
  expect(codeOf(await add('second.acme.example'))).toBe('domain.limit_to_one_domain');
  const other = await proxy.create('other', origin.address);
  for (const name of ['admin', 'x.apps.localhost', 'a b.example.com', '127.0.0.1']) {
    expect([name, codeOf(await add(name, other.id))]).toEqual([name, 'domain.domain_is_not_allowed']);
  }
  expect(codeOf(await add(domain, other.id))).toBe('domain.domain_in_use');
  expect(codeOf(await add('a.acme.example', 'nobody'))).toBe('entity.not_exists_with_id');
  const { body } = await proxy.app.call(applicationsApi.create, {
    token: proxy.token,
    body: { name: 'Web', type: 'Traditional' },
  });
  expect(codeOf(await add('a.acme.example', body.id))).toBe('application.protected_application_only');
});

test('serves the website on its domain with a certificate, and signs people in there', async () => {
  dns.records.set(domain, 'shop.apps.localhost');
  const checkNow = () =>
    proxy.app.write('default', async (db) => {
      await db
        .updateTable('jobs')
        .set({ due_at: new Date(0) })
        .where('queue', '=', 'domains.check')
        .execute();
    });
  await expect
    .poll(
      async () => {
        await checkNow();
        await proxy.app.worker.drain();
        return (await list())[0]?.status;
      },
      { timeout: 15_000 },
    )
    .toBe('Active');
  const { first, last } = await signIn();
  expect(new URL(first.headers.location ?? '').searchParams.get('redirect_uri')).toBe(
    `https://${domain}/sign-in-callback`,
  );
  expect(last).toMatchObject({ status: 302, headers: { location: `https://${domain}/reports?year=2026` } });
  const { status, body } = await ask('/hello', { cookie: cookiesOf(last) });
  expect([status, body]).toEqual([200, 'origin /hello 0']);
  expect(origin.seen.at(-1)?.headers).toMatchObject({
    'x-forwarded-host': domain,
    'x-forwarded-proto': 'https',
    'logto-id-token': expect.any(String),
  });
});

test('cookies over https have the prefix __Host- and are Secure', async () => {
  const { first, last } = await signIn();
  const lines = [...(first.headers['set-cookie'] ?? []), ...(last.headers['set-cookie'] ?? [])];
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) {
    expect(line).toMatch(/^__Host-postern-proxy-[^;]*; Path=\/; .*HttpOnly; SameSite=Lax; Secure/);
    expect(line).not.toMatch(/domain=/i);
  }
  const token = cookiesOf(last)
    .split('; ')
    .find((pair) => pair.startsWith('__Host-postern-proxy-session='))
    ?.split('=')[1];
  // A sibling host could set a cookie without the prefix.
  const { status } = await ask('/hello', { cookie: `postern-proxy-session=${token}`, accept: '*/*' });
  expect(status).toBe(401);
});

test('connects WebSockets on the domain', async () => {
  const { last } = await signIn();
  const headers = {
    cookie: cookiesOf(last),
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  };
  expect((await ask('/socket', { ...headers, origin: `https://${domain}` })).status).toBe(101);
  expect((await ask('/socket', { ...headers, origin: `http://${proxy.hostOf('shop')}` })).status).toBe(401);
});

test('shows a page with 504 when the origin does not respond in time', async () => {
  const { last } = await signIn();
  const page = await ask('/slow', { cookie: cookiesOf(last), 'accept-language': 'de' });
  expect(page.status).toBe(504);
  expect(page.body).toContain('App shop braucht zu lange');
});

test('the domain belongs to the application, not to the tenant', async () => {
  expect((await proxy.app.call(domainsApi.list, { token: proxy.token })).body).toEqual([]);
  expect(await proxy.app.app.domains.endpointsOf('default')).toEqual([proxy.app.endpoint]);
  // Neither the sign-in pages nor the API are on the host of a website.
  expect(await getOn(proxy.app, domain, '/sign-in')).toMatchObject({
    status: 308,
    headers: { location: `https://${domain}/sign-in` },
  });
  const { pathname } = new URL((await ask('/api/status')).headers.location ?? '');
  expect(pathname).toBe('/oidc/auth');
  const onProxyPort = await new Promise<IncomingMessage>((resolve, reject) =>
    httpRequest({ host: '127.0.0.1', port: proxy.port, path: '/x', headers: { host: domain } }, resolve)
      .on('error', reject)
      .end(),
  );
  onProxyPort.resume();
  expect([onProxyPort.statusCode, onProxyPort.headers.location]).toEqual([308, `https://${domain}/x`]);
});

test('an application is deleted after its domains, and a deleted domain is not served', async () => {
  const { body } = await proxy.app.call(applicationsApi.get, { token: proxy.token, params: { id } });
  expect(body.protectedAppMetadata).toMatchObject({ customDomains: [{ domain, status: 'Active' }] });
  expect(codeOf(await deleteApplication())).toBe('application.should_delete_custom_domains_first');
  expect(codeOf(await remove('other.acme.example'))).toBe('application.custom_domain_not_found');
  const paths = ['/sign-in', '/api/status', '/oidc/.well-known/openid-configuration'];
  const connections = paths.map((path) => ({ path, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }));
  for (const { agent } of connections) {
    expect((await ask('/', {}, agent)).status).toBe(302);
  }
  expect((await remove(domain)).status).toBe(204);
  await expect.poll(() => proxy.app.app.domains.find(domain)).toBeUndefined();
  // A connection that was opened before never leads to the pages of the core server.
  for (const { path, agent } of connections) {
    const { status, body: text } = await ask(path, {}, agent);
    expect([path, status, text]).toEqual([path, 421, 'There is no website at this address.\n']);
    agent.destroy();
  }
  await expect.poll(async () => (await ask('/').catch(() => undefined))?.status).toBeUndefined();
  expect((await deleteApplication()).status).toBe(204);
});

test('a domain whose application was deleted at the same time is removed by its next check', async () => {
  const { id: gone } = await proxy.create('gone', origin.address);
  await add('gone.acme.example', gone);
  await proxy.app.write('default', (db) => db.deleteFrom('applications').where('id', '=', gone).execute());
  await proxy.app.worker.drain();
  const { rows } = await proxy.app.read('default', async (db) => ({
    rows: await db.selectFrom('domains').select('domain').where('application_id', '=', gone).execute(),
  }));
  expect(rows).toEqual([]);
});
