import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import { applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { managementApiIndicator } from '@postern/contracts/wire';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateSecrets } from '#features/operations/vault';
import { createTestCertificate } from '#testing/certificates';
import { type TestApp, testApp } from '#testing/test-app';
import { addDomain, checkNow, getOn } from './testing.ts';
import { startAcme } from './testing-acme.ts';
import { startDns } from './testing-dns.ts';

const domain = 'login.acme.example';
let dns: Awaited<ReturnType<typeof startDns>>;
let acme: Awaited<ReturnType<typeof startAcme>>;
let app: TestApp;
let token: string;
let id: string;
let isReachable = true;
let days = 90;
const day = 86_400_000;

beforeAll(async () => {
  dns = await startDns();
  dns.records.set(domain, 'core.test');
  acme = await startAcme({
    days: () => days,
    async fetchProof(host, path) {
      const { status, body } = await getOn(app, host, path);
      return isReachable && status === 200 ? String(body) : undefined;
    },
  });
  app = await testApp({
    DNS_RESOLVER: dns.address,
    TLS_PORT: '0',
    MTLS_PORT: '0',
    ACME_DIRECTORY_URL: acme.url,
    ACME_EMAIL: 'operator@postern.test',
    SECRET_VAULT_KEK: Buffer.alloc(32, 7).toString('base64'),
  });
  token = await app.managementToken();
  app.tls?.listen(0, '127.0.0.1');
  await once(app.tls ?? app.core.server, 'listening');
  app.mtls?.listen(0, '127.0.0.1');
  await once(app.mtls ?? app.core.server, 'listening');
});
afterAll(async () => {
  await app.close();
  await acme.close();
  await dns.close();
});

/** The certificate that a client with this server name gets; undefined if the handshake fails. */
async function certificateFor(servername: string): Promise<string | undefined> {
  const address = app.tls?.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port: address.port, servername, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    return socket.getPeerX509Certificate()?.fingerprint256;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

const stored = async () => {
  const { rows } = await app.read('default', (db) =>
    sql<{ certificate: string | null; key: string | null; token: string | null; error: string | null }>`
      select certificate, certificate_key as key, challenge_token as token, error_message as error from domains`.execute(
      db,
    ),
  );
  return rows[0];
};
const retryNow = () => app.write('default', (db) => sql`update domains set certificate_next_at = now()`.execute(db));

const renewNow = () =>
  app.write('default', (db) =>
    sql`update domains set certificate_next_at = now(), certificate_renew_at = now()`.execute(db),
  );
const times = async () => {
  const { rows } = await app.read('default', (db) =>
    sql<{ expires: number | null; renew: number | null }>`
      select certificate_expires_at as expires, certificate_renew_at as renew from domains`.execute(db),
  );
  return rows[0];
};

test('a failed order keeps the domain waiting, says why, and is not repeated at once', async () => {
  isReachable = false;
  id = await addDomain(app, 'default', token, domain);
  const before = acme.orders();
  expect(before).toBe(1);
  expect(await checkNow(app, 'default', token, id)).toMatchObject({
    status: 'PendingSsl',
    errorMessage: expect.stringContaining('The certificate could not be issued'),
  });
  expect(acme.orders()).toBe(before);
  expect(await certificateFor(domain)).toBeUndefined();
  isReachable = true;
});

test('the certificate is ordered by HTTP-01, served by SNI without a restart, and its key is sealed', async () => {
  await retryNow();
  expect(await checkNow(app, 'default', token, id)).toMatchObject({ status: 'Active', errorMessage: null });
  const { certificate = null, key = null, token: left } = (await stored()) ?? {};
  expect(new X509Certificate(certificate ?? '').checkHost(domain)).toBe(domain);
  expect(key).toMatch(/^v1\./);
  expect(left).toBeNull();
  const fingerprint = new X509Certificate(certificate ?? '').fingerprint256;
  await expect.poll(() => certificateFor(domain)).toBe(fingerprint);
  expect(await certificateFor('other.acme.example')).toBeUndefined();
  // The account of the first order is used again.
  expect(acme.accounts.size).toBe(1);
});

test('requests by plain HTTP are sent to HTTPS, and the issuer has the scheme of the certificate', async () => {
  const { status, headers } = await getOn(app, domain, '/sign-in?a=b');
  expect([status, headers.location]).toEqual([308, `https://${domain}/sign-in?a=b`]);
  const [listed] = (await app.call(domainsApi.list, { token })).body;
  expect(listed?.status).toBe('Active');
  expect(await app.app.domains.endpointsOf('default')).toEqual(['http://core.test', `https://${domain}`]);
});

test('programs that call the API by plain HTTP are refused, so that the mistake is noticed', async () => {
  const ask = async (options: InjectOptions) => {
    const { status, headers, body } = await app.inject(app.core, {
      ...options,
      headers: { host: domain, ...options.headers },
    });
    return [status, headers.location, (body as { code?: string }).code];
  };
  const refused = [403, undefined, 'request.needs_https'];
  expect(await ask({ url: '/api/users' })).toEqual(refused);
  // Errors of SCIM have another format.
  expect((await ask({ url: '/scim/v2/x/Users' })).slice(0, 2)).toEqual(refused.slice(0, 2));
  expect(await ask({ url: '/oidc/me' })).toEqual(refused);
  expect(await ask({ method: 'POST', url: '/oidc/token' })).toEqual(refused);
  expect(await ask({ url: '/sign-in', headers: { authorization: 'Bearer x' } })).toEqual(refused);
  expect(await ask({ url: '/oidc/auth?a=b' })).toEqual([308, `https://${domain}/oidc/auth?a=b`, undefined]);
});

test('the server speaks TLS 1.3 and 1.2, and no older version', async () => {
  const negotiated = async (options: ConnectionOptions) => {
    const address = app.tls?.address() as AddressInfo;
    const target = { host: '127.0.0.1', port: address.port, servername: domain, rejectUnauthorized: false };
    const socket = connect({ ...target, ...options });
    try {
      await once(socket, 'secureConnect');
      return socket.getProtocol();
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    } finally {
      socket.destroy();
    }
  };
  expect(await negotiated({})).toBe('TLSv1.3');
  expect(await negotiated({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2');
  const old = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  for (const maxVersion of ['TLSv1', 'TLSv1.1'] as const) {
    expect(await negotiated({ ...old, maxVersion })).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  }
});

test('an application authenticates with its certificate on the port that asks for one, and on no other', async () => {
  const own = await createTestCertificate({ subject: 'CN=shop' });
  const stranger = await createTestCertificate({ subject: 'CN=shop' });
  const { body: machine } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Shop', type: 'MachineToMachine', customClientMetadata: { tlsCertificates: [own.pem] } },
  });
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: machine.id,
    resource: managementApiIndicator('default'),
  }).toString();
  const ask = async (server: Server | undefined, client?: { pem: string; key: string }) => {
    const address = server?.address() as AddressInfo;
    const asked = request({
      host: '127.0.0.1',
      port: address.port,
      servername: domain,
      path: '/oidc/token',
      method: 'POST',
      agent: false,
      rejectUnauthorized: false,
      headers: { host: domain, 'content-type': 'application/x-www-form-urlencoded' },
      ...(client ? { cert: client.pem, key: client.key } : {}),
    });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  expect(await ask(app.mtls, own)).toBe(200);
  expect(await ask(app.mtls, stranger)).toBe(401);
  expect(await ask(app.mtls)).toBe(401);
  expect(await ask(app.tls, own)).toBe(401);
});

test('a certificate is renewed when a third of its lifetime is left, and every node serves the new one', async () => {
  const before = await certificateFor(domain);
  const orders = acme.orders();
  const { expires, renew } = (await times()) ?? {};
  expect(((expires ?? 0) - (renew ?? 0)) / day).toBeCloseTo(30, 1);
  await checkNow(app, 'default', token, id);
  expect(acme.orders()).toBe(orders);
  await renewNow();
  expect(await checkNow(app, 'default', token, id)).toMatchObject({ status: 'Active' });
  expect(acme.orders()).toBe(orders + 1);
  await expect.poll(() => certificateFor(domain)).not.toBe(before);
});

test('a certificate of the previous release is renewed a month ahead', async () => {
  const orders = acme.orders();
  const leave = (left: string) =>
    app.write('default', (db) =>
      sql`update domains set certificate_renew_at = null, certificate_expires_at = now() + ${left}::interval`.execute(
        db,
      ),
    );
  await leave('31 days');
  await checkNow(app, 'default', token, id);
  expect(acme.orders()).toBe(orders);
  await leave('29 days');
  await checkNow(app, 'default', token, id);
  expect(acme.orders()).toBe(orders + 1);
});

test('certificates with a short lifetime are not ordered again with every check', async () => {
  for (const [lifetime, pause] of [
    [7, (7 * 2 * day) / 3],
    [1 / 24, (40 - 1) * 60_000],
    // The floor: a certificate of three minutes is ordered every five minutes.
    [3 / 24 / 60, 300_000],
  ] as const) {
    days = lifetime;
    await renewNow();
    const orders = acme.orders();
    await checkNow(app, 'default', token, id);
    await checkNow(app, 'default', token, id);
    expect(acme.orders()).toBe(orders + 1);
    const { renew = 0 } = (await times()) ?? {};
    expect(Math.abs((renew ?? 0) - Date.now() - pause)).toBeLessThan(120_000);
  }
});

test('a certificate that has already expired counts as a failed order', async () => {
  days = -1;
  await renewNow();
  const orders = acme.orders();
  await checkNow(app, 'default', token, id);
  await checkNow(app, 'default', token, id);
  expect(acme.orders()).toBe(orders + 1);
  expect((await stored())?.error).toContain('it expired at');
  days = 90;
});

test('an account that the authority has lost is created again with the next attempt', async () => {
  await renewNow();
  await checkNow(app, 'default', token, id);
  expect((await stored())?.error).toBeNull();
  acme.accounts.clear();
  await renewNow();
  await checkNow(app, 'default', token, id);
  expect((await stored())?.error).toContain('There is no such account');
  await renewNow();
  await checkNow(app, 'default', token, id);
  expect((await stored())?.error).toBeNull();
  expect(acme.accounts.size).toBe(1);
});

test('the keys stay readable when the key of the vault is rotated', async () => {
  const rotated = app.app.sealed.filter(({ table }) => ['domains', 'acme_accounts'].includes(table));
  expect(rotated).toHaveLength(2);
  const { key } = (await stored()) ?? {};
  const next = await app.another({
    SECRET_VAULT_KEK: [Buffer.alloc(32, 8), Buffer.alloc(32, 7)].map((one) => one.toString('base64')).join(','),
  });
  await rotateSecrets(next.app);
  expect((await stored())?.key).not.toBe(key);
});

test('attack 48: a challenge is answered on its own domain only', async () => {
  await app.write('default', (db) =>
    sql`update domains set challenge_token = ${acme.token}, challenge_response = 'proof'`.execute(db),
  );
  const path = `/.well-known/acme-challenge/${acme.token}`;
  expect(await getOn(app, domain, path)).toMatchObject({ status: 200, body: 'proof' });
  expect((await getOn(app, 'other.acme.example', path)).status).toBe(404);
  expect((await getOn(app, domain, `${path}x`)).status).toBe(404);
});
