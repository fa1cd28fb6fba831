import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request as requestTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtendedKeyUsage } from '@peculiar/x509';
import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { accountApi } from '@postern/contracts/account/account';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator, tokenExchangeGrant, tokenTypes } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config';
import { createCertificateReader, thumbprintOf } from '#platform/http/client-certificate';
import { createTestCertificate, type TestAuthority } from '#testing/certificates';
import { createClient, defaultSecretOf, redirectUri } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../../platform/testing/browser.ts';
import { removeFolder } from '../../../../platform/testing/remove-folder.ts';
import { hasExpectedName, isIssuedBy } from './client-certificates.ts';

type Custom = NonNullable<CreateApplication['customClientMetadata']>;

const ada = { username: 'ada', password: 'correct horse battery' };
const header = 'client-cert';
const caFile = join(tmpdir(), `authorities-${crypto.randomUUID()}.pem`);
/** As certificates contain it, and as applications register it: RFC 4514 lists the last part first. */
const subject = 'C=DE, O=Acme, CN=shop';
const registeredName = 'CN=shop,O=Acme,C=DE';
let app: ListeningApp;
let token: string;
let authority: TestAuthority;
let shop: TestAuthority;

beforeAll(async () => {
  authority = await createTestCertificate({ subject: 'CN=Trusted authority', isAuthority: true });
  shop = await createTestCertificate({
    subject,
    issuer: authority,
    names: [{ type: 'dns', value: 'shop.acme.example' }],
  });
  await writeFile(caFile, authority.pem);
  app = await listeningApp({
    TRUST_PROXY: '127.0.0.1',
    MTLS_CERTIFICATE_HEADER: header,
    MTLS_CA_FILE: caFile,
    MTLS_ENDPOINT: 'https://mtls.core.test',
  });
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
  await app.call(accountCenterApi.update, { token, body: { enabled: true } });
});
afterAll(async () => {
  await app.close();
  await removeFolder(caFile);
});

const create = async (type: CreateApplication['type'], customClientMetadata: Custom) =>
  app.call(applicationsApi.create, {
    token,
    body: {
      name: 'With certificate',
      type,
      ...(type === 'MachineToMachine'
        ? {}
        : { oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] } }),
      customClientMetadata,
    },
  });

const form = (id: string) => ({
  grant_type: 'client_credentials',
  client_id: id,
  resource: managementApiIndicator('default'),
  scope: 'all',
});

const sent = (certificate: { header: string } | undefined): Record<string, string> =>
  certificate ? { [header]: certificate.header } : {};

const ask = async (fields: Record<string, string>, certificate?: { header: string }, endpoint = app.endpoint) => {
  const answer = await fetch(`${endpoint}/oidc/token`, {
    method: 'POST',
    headers: sent(certificate),
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

describe('an application with a certificate of a trusted authority', () => {
  test('gets a token with it, and not without it or with its secret', async () => {
    const { body: machine } = await create('MachineToMachine', {
      tlsClientAuth: { name: 'subjectDn', value: registeredName },
    });
    expect((await ask(form(machine.id), shop)).status).toBe(200);
    expect(await ask(form(machine.id))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(
      (await ask({ ...form(machine.id), client_secret: await defaultSecretOf(app, token, machine.id) })).status,
    ).toBe(401);
  });

  test('is refused with a certificate of the same subject from another authority, or one that is not for clients', async () => {
    const { body: machine } = await create('MachineToMachine', {
      tlsClientAuth: { name: 'subjectDn', value: registeredName },
    });
    // The same name as the trusted authority, with another key.
    const imposter = await createTestCertificate({ subject: 'CN=Trusted authority', isAuthority: true });
    for (const wanted of [
      { subject },
      { subject, issuer: imposter },
      { subject, issuer: shop },
      { subject: 'C=FR, O=Acme, CN=shop', issuer: authority },
      { subject: 'CN=shop', issuer: authority },
      { subject: 'CN=shop, O=Acme, C=DE', issuer: authority },
      { subject, issuer: authority, isExpired: true },
      { subject, issuer: authority, usage: [ExtendedKeyUsage.serverAuth] },
    ]) {
      expect((await ask(form(machine.id), await createTestCertificate(wanted))).status).toBe(401);
    }
    const forClients = { subject, issuer: authority, usage: [ExtendedKeyUsage.clientAuth] };
    expect((await ask(form(machine.id), await createTestCertificate(forClients))).status).toBe(200);
  });
});

describe('an application with registered certificates', () => {
  test('gets tokens with one of them, and not with another certificate of the same subject', async () => {
    const mine = await createTestCertificate({ subject });
    const next = await createTestCertificate({ subject });
    const other = await createTestCertificate({ subject });
    const { body: machine } = await create('MachineToMachine', { tlsCertificates: [mine.pem, next.pem] });
    expect((await ask(form(machine.id), mine)).status).toBe(200);
    expect((await ask(form(machine.id), next)).status).toBe(200);
    expect((await ask(form(machine.id), other)).status).toBe(401);
    const { body: third } = await create('MachineToMachine', { tlsCertificates: [other.pem] });
    expect((await ask(form(third.id), mine)).status).toBe(401);
  });
});

/** A machine with all permissions, whose tokens are bound to its certificate. */
async function boundMachine() {
  const { body: machine } = await create('MachineToMachine', {
    tlsClientAuth: { name: 'sanDns', value: 'shop.acme.example' },
    isCertificateBound: true,
  });
  await app.write('default', (db) =>
    db.insertInto('applications_roles').values({ application_id: machine.id, role_id: 'admin-role' }).execute(),
  );
  return machine;
}

const list = (bearer: string, certificate?: { header: string }, endpoint = app.endpoint, scheme = 'Bearer') =>
  fetch(`${endpoint}${applicationsApi.list.path}`, {
    headers: { authorization: `${scheme} ${bearer}`, ...sent(certificate) },
  });

describe('a token that is bound to a certificate', () => {
  test('is refused by the Management API without the certificate, and with another one', async () => {
    const machine = await boundMachine();
    const { access_token: bound = '' } = (await ask(form(machine.id), shop)).body;
    expect(decodeJwt(bound).cnf).toEqual({ 'x5t#S256': thumbprintOf(new X509Certificate(shop.pem)) });
    expect((await list(bound, shop)).status).toBe(200);
    expect((await list(bound)).status).toBe(401);
    const names = [{ type: 'dns', value: 'shop.acme.example' } as const];
    const twin = await createTestCertificate({ subject, issuer: authority, names });
    expect((await list(bound, twin)).status).toBe(401);
    // The certificate does not replace the proof of possession that another scheme announces.
    expect((await list(bound, shop, app.endpoint, 'DPoP')).status).toBe(401);
  });

  test('of a user is refused by userinfo, the account API and on refresh without the certificate', async () => {
    const phone = await createClient(app, token, {
      type: 'Native',
      customClientMetadata: { isCertificateBound: true },
    });
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(phone.config, {
      redirect_uri: redirectUri,
      scope: 'openid offline_access',
      prompt: 'consent',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const signIn = async () => {
      const browser = createBrowser();
      await browser.follow(url.href, [`${app.endpoint}/sign-in`]);
      const callback = await browser.follow(await signInByPassword(browser, app.endpoint, ada), [redirectUri]);
      return {
        grant_type: 'authorization_code',
        client_id: phone.id,
        code: new URL(callback).searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      };
    };
    expect(await ask(await signIn())).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const { body: tokens } = await ask(await signIn(), shop);
    const { access_token: access = '', refresh_token: refresh = '' } = tokens;
    const thief = await createTestCertificate({ subject, issuer: authority });
    const statusOf = async (path: string, certificate?: { header: string }) =>
      (
        await fetch(`${app.endpoint}${path}`, {
          headers: { authorization: `Bearer ${access}`, ...sent(certificate) },
        })
      ).status;
    for (const path of ['/oidc/me', accountApi.get.path]) {
      expect([path, await statusOf(path, shop)]).toEqual([path, 200]);
      expect([path, await statusOf(path)]).toEqual([path, 401]);
      expect([path, await statusOf(path, thief)]).toEqual([path, 401]);
    }
    const introspected = await fetch(`${app.endpoint}/oidc/token/introspection`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: phone.id, token: access }),
    });
    expect(await introspected.json()).toMatchObject({
      active: true,
      cnf: { 'x5t#S256': thumbprintOf(new X509Certificate(shop.pem)) },
    });
    const renew = { grant_type: 'refresh_token', client_id: phone.id, refresh_token: refresh };
    expect((await ask(renew)).body.error).toBe('invalid_grant');
    expect((await ask(renew, thief)).body.error).toBe('invalid_grant');
    expect((await ask(renew, shop)).status).toBe(200);
  });
});

describe('the header', () => {
  const read = (environment: Record<string, string>, remoteAddress: string, value: string | undefined) =>
    createCertificateReader(readConfig(environment))({
      socket: { remoteAddress },
      headers: { ...(value === undefined ? {} : { [header]: value }) },
    } as never);
  const on = { TRUST_PROXY: '10.0.0.0/8, 127.0.0.1', MTLS_CERTIFICATE_HEADER: 'Client-Cert' };

  test('counts only if the setting is on and the other end is a trusted proxy', () => {
    expect(read(on, '10.1.2.3', shop.header)?.subject).toContain('CN=shop');
    expect(read(on, '::ffff:10.1.2.3', shop.header)?.subject).toContain('CN=shop');
    expect(read(on, '192.0.2.1', shop.header)).toBeUndefined();
    expect(read({ TRUST_PROXY: '10.0.0.0/8' }, '10.1.2.3', shop.header)).toBeUndefined();
  });

  test('is read in the forms of RFC 9440 and nginx; two values, chains and other texts are no certificate', () => {
    expect(read(on, '127.0.0.1', encodeURIComponent(shop.pem))?.subject).toContain('CN=shop');
    for (const value of [
      '',
      'x',
      ':AAAA:',
      '%',
      '%E0%A4%A',
      `${shop.header}, ${shop.header}`,
      encodeURIComponent(shop.pem + authority.pem),
      `${shop.header}${' '.repeat(20_000)}`,
    ]) {
      expect(read(on, '127.0.0.1', value)).toBeUndefined();
    }
  });

  test('of a caller that is no trusted proxy does not authenticate it, nor make a stolen token usable', async () => {
    const machine = await boundMachine();
    const { access_token: stolen = '' } = (await ask(form(machine.id), shop)).body;
    expect((await list(stolen, shop)).status).toBe(200);
    const environments: Record<string, string>[] = [
      { TRUST_PROXY: '10.0.0.0/8' },
      { MTLS_CERTIFICATE_HEADER: '', MTLS_CA_FILE: '', MTLS_ENDPOINT: '' },
    ];
    for (const environment of environments) {
      const node = await app.another(environment);
      await node.core.listen({ host: '127.0.0.1', port: 0 });
      const endpoint = `http://127.0.0.1:${(node.core.server.address() as AddressInfo).port}`;
      expect((await ask(form(machine.id), shop, endpoint)).status).toBe(401);
      expect((await list(stolen, shop, endpoint)).status).toBe(401);
    }
  });
});

test('names of certificates are compared as a whole', async () => {
  const certificate = new X509Certificate(
    (
      await createTestCertificate({
        subject: 'C=DE, O=Acme\\+Sons, CN=a\\, DNS:evil.example',
        names: [
          { type: 'dns', value: 'Shop.acme.example' },
          { type: 'url', value: 'https://acme.example/a,DNS:evil.example' },
          { type: 'ip', value: '2001:db8::1' },
          { type: 'email', value: 'shop@acme.example' },
        ],
      })
    ).pem,
  );
  const has = (name: Parameters<typeof hasExpectedName>[1], value: string) => hasExpectedName(certificate, name, value);
  expect(has('subjectDn', 'cn=a\\, DNS:evil.example,o=Acme\\2BSons,c=DE')).toBe(true);
  expect(has('subjectDn', 'C=DE,O=Acme\\+Sons,CN=a\\, DNS:evil.example')).toBe(false);
  expect(has('subjectDn', 'CN=a, DNS:evil.example,O=Acme\\+Sons,C=DE')).toBe(false);
  expect(has('subjectDn', '')).toBe(false);
  expect(has('sanDns', 'shop.acme.example')).toBe(true);
  expect(has('sanDns', 'evil.example')).toBe(false);
  expect(has('sanDns', 'acme.example')).toBe(false);
  expect(has('sanUri', 'https://acme.example/a,DNS:evil.example')).toBe(true);
  expect(has('sanIp', '2001:0db8:0:0:0:0:0:1')).toBe(true);
  expect(has('sanEmail', 'shop@acme.example')).toBe(true);
  expect(has('sanEmail', 'Shop.acme.example')).toBe(false);
  expect(isIssuedBy(certificate, [certificate])).toBe(false);
});

test('settings for certificates are refused at their fields', async () => {
  const registered = [shop.pem];
  const refusals: [CreateApplication['type'], Custom, string][] = [
    ['SPA', { isCertificateBound: true }, 'isCertificateBound'],
    ['Native', { tlsCertificates: registered }, 'tlsCertificates'],
    ['Traditional', { tlsCertificates: ['not a certificate'] }, 'tlsCertificates'],
    ['Traditional', { tlsCertificates: [shop.pem.replace(/[\n\r]\w{9}/, '\nAAAAAAAAA')] }, 'tlsCertificates'],
    ['Traditional', { tlsCertificates: registered, tlsClientAuth: { name: 'sanDns', value: 'a' } }, 'tlsCertificates'],
    ['Traditional', { isSignedRequestRequired: true, tlsCertificates: registered }, 'jwks'],
    ['Traditional', { jwksUri: 'http://keys.example/jwks' }, 'jwksUri'],
    ['SPA', { jwksUri: 'https://keys.example/jwks' }, 'jwksUri'],
    // In the operator's network.
    ['Traditional', { jwksUri: 'https://127.0.0.1/jwks' }, 'jwksUri'],
  ];
  for (const [type, custom, field] of refusals) {
    const { status, body } = await create(type, custom);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
  }
});

test('a token from an exchange is bound to the certificate, which the exchange needs', async () => {
  const { body: desk } = await create('Traditional', {
    tlsCertificates: [shop.pem],
    isCertificateBound: true,
    allowTokenExchange: true,
  });
  const { body: person } = await app.call(usersApi.create, { token, body: { username: 'exchanged' } });
  const { body: subjectToken } = await app.call(subjectTokensApi.create, { token, body: { userId: person.id } });
  const fields = {
    grant_type: tokenExchangeGrant,
    client_id: desk.id,
    subject_token: subjectToken.subjectToken,
    subject_token_type: tokenTypes.accessToken,
    scope: 'openid',
  };
  const thief = await createTestCertificate({ subject });
  expect((await ask(fields)).status).toBe(401);
  expect((await ask(fields, thief)).status).toBe(401);
  const { status, body } = await ask(fields, shop);
  expect([status, body.error_description]).toEqual([200, undefined]);
  const userinfo = async (certificate?: { header: string }) =>
    (
      await fetch(`${app.endpoint}/oidc/me`, {
        headers: { authorization: `Bearer ${body.access_token}`, ...sent(certificate) },
      })
    ).status;
  expect(await userinfo(shop)).toBe(200);
  expect(await userinfo(thief)).toBe(401);
  expect(await userinfo()).toBe(401);
});

test('discovery lists certificates and their addresses only where they are set up', async () => {
  const path = '/oidc/.well-known/openid-configuration';
  const { body: on } = await app.inject(app.core, { method: 'GET', url: path });
  expect(on).toMatchObject({
    tls_client_certificate_bound_access_tokens: true,
    mtls_endpoint_aliases: { token_endpoint: 'https://mtls.core.test/oidc/token' },
  });
  const methods = 'token_endpoint_auth_methods_supported';
  expect((on as Record<string, string[]>)[methods]).toContain('tls_client_auth');
  const other = await app.another({ MTLS_CERTIFICATE_HEADER: '', MTLS_CA_FILE: '', MTLS_ENDPOINT: '' });
  const { body: off } = await app.inject(other.core, { method: 'GET', url: path });
  expect(off).not.toHaveProperty('tls_client_certificate_bound_access_tokens');
  expect(off).not.toHaveProperty('mtls_endpoint_aliases');
  expect((off as Record<string, string[]>)[methods]).not.toContain('tls_client_auth');
});

test('an application of the FAPI 2.0 profile may use certificates instead of assertions and DPoP', async () => {
  const { body: machine } = await create('MachineToMachine', {
    tlsClientAuth: { name: 'subjectDn', value: registeredName },
    isCertificateBound: true,
    securityProfile: 'fapi2',
  });
  const { status, body } = await ask(form(machine.id), shop);
  expect([status, decodeJwt(body.access_token ?? '').cnf]).toEqual([
    200,
    { 'x5t#S256': thumbprintOf(new X509Certificate(shop.pem)) },
  ]);
});

test('this server reads the certificate of its own TLS connections, whatever the header says', async () => {
  const own = await createTestCertificate({ subject: 'CN=localhost', names: [{ type: 'dns', value: 'localhost' }] });
  const environment = {
    TRUST_PROXY: '127.0.0.1',
    MTLS_CERTIFICATE_HEADER: header,
    TLS_PORT: '0',
    MTLS_PORT: '0',
    ACME_DIRECTORY_URL: 'https://acme.example/directory',
  };
  const read = createCertificateReader(readConfig(environment));
  const options = { cert: own.pem, key: own.key, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options, (request, response) => response.end(read(request)?.subject ?? 'none'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = (credentials: { cert?: string; key?: string }) =>
    new Promise<string>((resolve, reject) => {
      const headers = sent(shop);
      const request = requestTls({
        port,
        host: '127.0.0.1',
        headers,
        rejectUnauthorized: false,
        agent: false,
        ...credentials,
      });
      request.on('error', reject);
      request.on('response', async (response) => resolve(String(Buffer.concat(await response.toArray()))));
      request.end();
    });
  expect(await call({ cert: own.pem, key: own.key })).toBe('CN=localhost');
  expect(await call({})).toBe('none');
  server.close();
});
