import { domainToASCII } from 'node:url';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { ssoSetupLinksApi } from '@postern/contracts/people/sso-setup-links';
import { auditApi } from '@postern/contracts/records/audit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { metadataOf, signingKey } from '#testing/saml';
import { createLink, setupVisitor } from '#testing/sso-setup';
import { type TestApp, testApp } from '#testing/test-app';
import { startDns } from '../../access/domains/testing-dns.ts';

let app: TestApp;
let token: string;
let provider: TestIdentityProvider;
let dns: Awaited<ReturnType<typeof startDns>>;

beforeAll(async () => {
  [provider, dns] = await Promise.all([identityProvider(), startDns()]);
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true', DNS_RESOLVER: dns.address });
  token = await app.managementToken();
});
afterAll(async () => {
  provider.close();
  await app.close();
  await dns.close();
});
beforeEach(() =>
  app.write('default', async (db) => {
    await db.deleteFrom('sso_setup_links').execute();
    await db.deleteFrom('sso_connectors').execute();
  }),
);

const listLinks = async () => (await app.call(ssoSetupLinksApi.list, { token, query: {} })).body;
const getConnector = async (id: string) => (await app.call(ssoConnectorsApi.get, { token, params: { id } })).body;
const approve = (id: string) => app.call(ssoSetupLinksApi.approve, { token, params: { id } });

async function opened(given: Parameters<typeof createLink>[2] = {}) {
  const link = await createLink(app, token, given);
  const visitor = setupVisitor(app);
  await visitor.open(link);
  return { link, visitor };
}
type Visitor = ReturnType<typeof setupVisitor>;

const choose = (visitor: Visitor, providerName: 'OIDC' | 'SAML' | 'Okta') =>
  visitor.call(ssoSetupApi.chooseProvider, { body: { providerName } });
const connect = (visitor: Visitor, config: object = provider.config) =>
  visitor.call(ssoSetupApi.connect, { body: { config: { ...config } } });
const addDomain = (visitor: Visitor, domain: string) => visitor.call(ssoSetupApi.addDomain, { body: { domain } });
const check = (visitor: Visitor, domain: string) => visitor.call(ssoSetupApi.checkDomain, { params: { domain } });

async function prove(visitor: Visitor, domain: string) {
  const { body } = await addDomain(visitor, domain);
  const { recordName = '', recordValue = '' } = body.domains.find((one) => one.domain === domainToASCII(domain)) ?? {};
  dns.texts.set(recordName, ['something else', recordValue]);
  return check(visitor, domain);
}

const finish = (visitor: Visitor) => visitor.call(ssoSetupApi.finish);

/** The window of a test: from the product to the provider and back, with the cookies of each. */
async function goThrough(start: string): Promise<void> {
  const jars = new Map<string, Map<string, string>>();
  let address = start;
  for (let hop = 0; hop < 10; hop += 1) {
    const url = new URL(address);
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const isOurs = url.origin === 'http://core.test';
    const answer = isOurs
      ? await app.core.inject({ method: 'GET', url: url.pathname + url.search, headers: { host: url.host, cookie } })
      : await fetch(url, { redirect: 'manual', headers: { cookie } });
    const set = 'payload' in answer ? [answer.headers['set-cookie'] ?? []].flat() : answer.headers.getSetCookie();
    for (const one of set) {
      const [name = '', value = ''] = String(one).split(';')[0]?.split('=') ?? [];
      jar.set(name, value);
    }
    const location = 'payload' in answer ? answer.headers.location : answer.headers.get('location');
    if (!location) {
      return;
    }
    address = new URL(String(location), address).href;
  }
}

describe('a customer', () => {
  test('connects an OIDC provider, proves a domain and finishes; an administrator enables the connector', async () => {
    const { link, visitor } = await opened({ name: 'Acme Corp' });
    expect(visitor.cookie).toMatch(/^postern_setup=[\da-z]+\.[\w-]{43}$/);
    const { body: start } = await visitor.call(ssoSetupApi.get);
    expect(start).toMatchObject({
      name: 'Acme Corp',
      status: 'open',
      connector: null,
      domains: [],
      directory: { isOn: false },
      canChooseProvider: true,
    });

    const chosen = await choose(visitor, 'OIDC');
    expect([chosen.status, chosen.body.connector]).toMatchObject([
      200,
      { providerName: 'OIDC', providerType: 'oidc', isConfigured: false, config: {}, hasSecret: false },
    ]);
    const [listed] = await listLinks();
    const connectorId = listed?.connector?.id ?? '';
    expect(listed).toMatchObject({ status: 'opened', connector: { name: 'Acme Corp' }, stepsDone: ['provider'] });
    expect(chosen.body.connector?.values).toEqual({
      redirectUri: `http://core.test/callback/${connectorId}`,
      postLogoutRedirectUri: 'http://core.test/api/authn/single-sign-on/logout',
      backChannelLogoutUri: `http://core.test/api/authn/single-sign-on/oidc/${connectorId}/logout`,
    });

    const connected = await connect(visitor);
    expect([connected.status, connected.body.connector]).toMatchObject([
      200,
      { isConfigured: true, hasSecret: true, config: { issuer: provider.issuer, clientId: provider.client.id } },
    ]);
    expect(JSON.stringify(connected.body)).not.toContain(provider.client.secret);

    expect((await addDomain(visitor, 'Acme.example')).body.domains).toMatchObject([
      { domain: 'acme.example', recordName: '_postern-challenge.acme.example', isProven: false, problem: null },
    ]);
    expect((await check(visitor, 'acme.example')).body.domains[0]).toMatchObject({
      isProven: false,
      problem: 'missing',
    });
    dns.texts.set('_postern-challenge.acme.example', ['v=spf1']);
    expect((await check(visitor, 'acme.example')).body.domains[0]).toMatchObject({ isProven: false, problem: 'wrong' });
    dns.records.set('_postern-challenge.acme.example', 'SERVFAIL');
    expect((await check(visitor, 'acme.example')).body.domains[0]).toMatchObject({ problem: 'silent' });
    dns.records.delete('_postern-challenge.acme.example');
    expect((await finish(visitor)).body).toMatchObject({ code: 'sso_setup.incomplete', data: { missing: ['domain'] } });
    expect((await prove(visitor, 'acme.example')).body.domains).toMatchObject([{ isProven: true, problem: null }]);
    // Nothing reaches people who sign in before an administrator has looked at it.
    expect((await getConnector(connectorId)).domains).toEqual([]);

    const done = await finish(visitor);
    expect([done.status, done.body.status]).toEqual([200, 'waiting']);
    expect((await getConnector(connectorId)).domains).toEqual([]);
    expect((await listLinks())[0]).toMatchObject({ status: 'waiting', provenDomains: ['acme.example'] });
    const waiting = async () => (await app.call(ssoSetupLinksApi.list, { token, query: { status: 'waiting' } })).body;
    expect((await waiting()).map(({ id }) => id)).toEqual([link.id]);

    const approved = await approve(link.id);
    expect([approved.status, approved.body.status]).toEqual([200, 'enabled']);
    expect((await getConnector(connectorId)).domains).toEqual(['acme.example']);
    expect(await waiting()).toEqual([]);
    expect(await approve(link.id)).toMatchObject({ status: 422, body: { code: 'sso_setup.not_waiting' } });
    expect((await visitor.call(ssoSetupApi.get)).body.status).toBe('enabled');
  });

  test('enables the connector without a review if the administrator allows it, and newcomers join the organization', async () => {
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Fjord' } });
    const { visitor } = await opened({ organizationId: organization.id, enableWithoutReview: true });
    await choose(visitor, 'OIDC');
    await connect(visitor);
    await prove(visitor, 'fjord.example');
    expect((await finish(visitor)).body.status).toBe('enabled');
    const [link] = await listLinks();
    const connectorId = link?.connector?.id ?? '';
    expect((await getConnector(connectorId)).domains).toEqual(['fjord.example']);
    const { body: joined } = await app.call(organizationJitApi.listConnectors, {
      token,
      params: { id: organization.id },
      query: {},
    });
    expect(joined.map(({ id }) => id)).toEqual([connectorId]);
  });

  test('connects a SAML provider with a metadata document, and changes the provider before', async () => {
    const { visitor } = await opened();
    await choose(visitor, 'Okta');
    const { body } = await choose(visitor, 'SAML');
    const [link] = await listLinks();
    const id = link?.connector?.id;
    expect(body.connector?.values).toEqual({
      entityId: `http://core.test/enterprise-sso/${id}`,
      assertionConsumerServiceUrl: `http://core.test/api/authn/single-sign-on/saml/${id}`,
      metadataUrl: `http://core.test/api/authn/single-sign-on/saml/${id}/metadata`,
      singleLogoutServiceUrl: `http://core.test/api/authn/single-sign-on/saml/${id}/logout`,
    });
    expect((await app.call(ssoConnectorsApi.list, { token, query: {} })).body).toHaveLength(1);
    const bad = await connect(visitor, { metadata: '<EntityDescriptor>' });
    expect([bad.status, bad.body]).toMatchObject([400, { code: 'connector.invalid_config' }]);
    const entityId = 'https://idp.acme.example/saml';
    const metadata = metadataOf({ entityId, signInEndpoint: `${entityId}/sso`, key: signingKey() });
    expect((await connect(visitor, { metadata })).body.connector).toMatchObject({ isConfigured: true });
    const attributeMapping = { email: 'mail' };
    expect((await connect(visitor, { metadata, attributeMapping })).body.connector?.config).toMatchObject({
      attributeMapping,
    });
  });

  test('is told which setting is wrong, by the same check as in the console', async () => {
    const { visitor } = await opened();
    await choose(visitor, 'OIDC');
    const answer = await connect(visitor, { ...provider.config, issuer: `${provider.issuer}/elsewhere` });
    const { data } = answer.body as unknown as { data: { issues: { path: string[] }[] } };
    expect([answer.status, data.issues.map(({ path }) => path.join('.'))]).toEqual([400, ['config.issuer']]);
  });

  test('tests the connection with the real flow, and only this link can read the result', async () => {
    const { visitor } = await opened();
    await choose(visitor, 'OIDC');
    await connect(visitor);
    provider.hire({ sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada' });
    const { status, body: started } = await visitor.call(ssoSetupApi.startTest);
    expect(status).toBe(201);
    const read = () => visitor.call(ssoSetupApi.readTest, { params: { id: started.id } });
    expect((await read()).body).toEqual({ status: 'waiting', problems: [], mapped: null, received: [] });
    await goThrough(started.uri);
    expect((await read()).body).toEqual({
      status: 'passed',
      problems: [
        {
          code: 'domain_mismatch',
          severity: 'warning',
          title: 'The email address is not in a domain of this connector.',
          advice: expect.any(String),
          details: 'acme.example',
        },
      ],
      mapped: { id: 'ada', email: 'ada@acme.example', name: 'Ada' },
      received: expect.arrayContaining(['email', 'name', 'sub']),
    });
    // The warning ends when the domain is proven.
    await prove(visitor, 'acme.example');
    expect((await read()).body.problems).toEqual([]);
    expect((await visitor.call(ssoSetupApi.get)).body.isTested).toBe(true);
    const { visitor: other } = await opened({ name: 'Other' });
    await choose(other, 'OIDC');
    expect((await other.call(ssoSetupApi.readTest, { params: { id: started.id } })).status).toBe(404);
    // New settings need a new test.
    await connect(visitor);
    expect((await visitor.call(ssoSetupApi.get)).body.isTested).toBe(false);
  });

  test('a test that began before the settings were changed does not count for the new ones', async () => {
    const successor = await identityProvider();
    const { visitor } = await opened();
    await choose(visitor, 'OIDC');
    await connect(visitor);
    for (const one of [provider, successor]) {
      one.hire({ sub: 'ada', email: 'ada@acme.example', email_verified: true });
    }
    const start = async () => (await visitor.call(ssoSetupApi.startTest)).body;
    const read = async (id: string) => {
      const { status, problems } = (await visitor.call(ssoSetupApi.readTest, { params: { id } })).body;
      return { status, codes: problems.map(({ code }) => code), ...(await isTested()) };
    };
    const isTested = async () => ({ isTested: (await visitor.call(ssoSetupApi.get)).body.isTested });
    // One has ended and was not read, and one has left for the provider.
    const [ended, waiting] = [await start(), await start()];
    await goThrough(ended.uri);
    const left = await app.core.inject({ url: new URL(waiting.uri).pathname, headers: { host: 'core.test' } });
    const data = await provider.visit(String(left.headers.location));
    await connect(visitor, successor.config);
    await app.core.inject({
      url: `/callback/${(await listLinks())[0]?.connector?.id}?${new URLSearchParams(data)}`,
      headers: { host: 'core.test', cookie: String(left.headers['set-cookie']).split(';')[0] },
    });
    const refused = { status: 'failed', codes: expect.arrayContaining(['settings_changed']), isTested: false };
    expect([await read(ended.id), await read(waiting.id)]).toEqual([refused, refused]);
    const again = await start();
    await goThrough(again.uri);
    expect(await read(again.id)).toMatchObject({ status: 'passed', isTested: true });
    successor.close();
  });

  test('proves international domains by their ASCII name', async () => {
    const { visitor } = await opened();
    const { body } = await addDomain(visitor, 'bücher.example');
    expect(body.domains[0]?.recordName).toBe('_postern-challenge.xn--bcher-kva.example');
    const { body: proven } = await prove(visitor, 'xn--bcher-kva.example');
    expect(proven.domains).toMatchObject([{ domain: 'xn--bcher-kva.example', isProven: true }]);
  });

  test('turns on directory sync if the link allows it, and gets a token that works', async () => {
    const { visitor } = await opened();
    expect((await visitor.call(ssoSetupApi.turnOnDirectory)).body).toMatchObject({
      code: 'sso_setup.provider_missing',
    });
    await choose(visitor, 'OIDC');
    expect((await visitor.call(ssoSetupApi.get)).body.directory).toEqual({ isOn: false });
    const { body } = await visitor.call(ssoSetupApi.turnOnDirectory);
    const [link] = await listLinks();
    expect(body.endpoint).toBe(`http://core.test/scim/v2/${link?.connector?.id}`);
    const listed = await app.core.inject({
      url: `${new URL(body.endpoint).pathname}/Users`,
      headers: { host: 'core.test', authorization: `Bearer ${body.token}` },
    });
    expect([listed.statusCode, listed.json().totalResults]).toEqual([200, 0]);
    expect((await visitor.call(ssoSetupApi.get)).body.directory).toEqual({ isOn: true });
    const { visitor: other } = await opened({ purposes: ['connect'] });
    await choose(other, 'OIDC');
    expect((await other.call(ssoSetupApi.get)).body.directory).toBeNull();
    expect((await other.call(ssoSetupApi.turnOnDirectory)).status).toBe(403);
  });
});

describe('an administrator', () => {
  test('gets the address of a link once, and lists links by organization and connector', async () => {
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Northwind' } });
    const link = await createLink(app, token, { organizationId: organization.id });
    expect(link.url).toMatch(/^http:\/\/core\.test\/setup\/[\da-z]{21}#[\w-]{43}$/);
    await createLink(app, token, { name: 'Other' });
    const listed = await listLinks();
    expect(listed.map(({ name }) => name)).toEqual(['Other', 'Acme']);
    expect(JSON.stringify(listed)).not.toContain(link.secret);
    const query = { organizationId: organization.id };
    expect((await app.call(ssoSetupLinksApi.list, { token, query })).body).toMatchObject([
      { id: link.id, organization: { name: 'Northwind' }, status: 'created' },
    ]);
    const days = (link.expiresAt - link.createdAt) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  test('is refused a link that lasts too long, does nothing, or is for something unknown', async () => {
    const create = (body: object) =>
      app.call(ssoSetupLinksApi.create, { token, body: { name: 'Acme', ...body } as never });
    expect((await create({ expiresInDays: 31 })).status).toBe(400);
    expect((await create({ purposes: [] })).status).toBe(400);
    expect(await create({ purposes: ['domain'] })).toMatchObject({
      status: 422,
      body: { code: 'sso_setup.connect_required' },
    });
    expect((await create({ organizationId: 'unknown' })).status).toBe(404);
    expect((await create({ connectorId: 'unknown' })).status).toBe(404);
  });

  test('gives a link a new address, and the old address and its browser lose access', async () => {
    const { link, visitor } = await opened();
    const { body } = await app.call(ssoSetupLinksApi.renew, { token, params: { id: link.id } });
    expect((await visitor.call(ssoSetupApi.get)).status).toBe(401);
    expect((await setupVisitor(app).open(link)).body).toMatchObject({ code: 'sso_setup.link_not_found' });
    const secret = new URL(body.url).hash.slice(1);
    expect((await setupVisitor(app).open({ id: link.id, secret })).status).toBe(200);
  });

  test('sees every step in the audit log, with the link as its actor', async () => {
    const { link, visitor } = await opened();
    await choose(visitor, 'OIDC');
    await connect(visitor);
    await prove(visitor, 'audited.example');
    await finish(visitor);
    await approve(link.id);
    await app.worker.drain();
    const { body } = await app.call(auditApi.list, { token, query: { page_size: '50', includeChanges: 'true' } });
    const by = body
      .filter(({ payload }) => (payload.actor as { id?: string } | undefined)?.id === link.id)
      .map(({ key, payload }) => [key, payload.step ?? ''].join(' ').trim());
    expect(by.sort()).toEqual(
      [
        'SsoSetupLink.Opened',
        'SsoConnector.Created',
        'SsoSetupLink.Progressed provider',
        'SsoConnector.Data.Updated',
        'SsoSetupLink.Progressed connect',
        'SsoSetupLink.Progressed domain',
        'SsoSetupLink.Progressed domain',
        'SsoSetupLink.Finished',
      ].sort(),
    );
    const actor = body.find(({ key }) => key === 'SsoSetupLink.Opened')?.payload.actor;
    expect(actor).toEqual({ type: 'setupLink', id: link.id });
    expect(JSON.stringify(body)).not.toContain(link.secret);
    expect(JSON.stringify(body)).not.toContain(provider.client.secret);
  });
});
