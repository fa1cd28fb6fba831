import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { ssoSetupLinksApi } from '@postern/contracts/people/sso-setup-links';
import { setupLinkHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLink, setupVisitor } from '#testing/sso-setup';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { startDns } from '../../access/domains/testing-dns.ts';
import { setPlan } from '../../cloud/plans/testing.ts';

let app: TestApp;
let dns: Awaited<ReturnType<typeof startDns>>;
let mine: string;
let theirs: string;
let token: string;

// Without private egress, as in production.
beforeAll(async () => {
  dns = await startDns();
  app = await testApp({ EDITION: 'cloud', DNS_RESOLVER: dns.address });
  const owner = await consoleTokens(app, 'owner');
  [mine, theirs] = [await owner.createTenant('Mine'), await owner.createTenant('Theirs')];
  token = await app.managementToken(mine);
});
afterAll(async () => {
  await app.close();
  await dns.close();
});
beforeEach(() =>
  app.write(mine, async (db) => {
    await db.deleteFrom('sso_setup_links').execute();
    await db.deleteFrom('sso_connectors').execute();
    await db.deleteFrom('throttle_counters').execute();
  }),
);

const create = (given: Parameters<typeof createLink>[2] = {}) => createLink(app, token, given, mine);
const visitorOf = (tenantId = mine) => setupVisitor(app, tenantId);
async function opened(given: Parameters<typeof createLink>[2] = {}) {
  const link = await create(given);
  const visitor = visitorOf();
  const { status } = await visitor.open(link);
  expect(status).toBe(200);
  return { link, visitor };
}
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];
const expire = (id: string) =>
  app.write(mine, (db) =>
    sql`update sso_setup_links set expires_at = now() - interval '1 second' where id = ${id}`.execute(db),
  );
const createConnector = async (connectorName: string, more: object = {}) =>
  (
    await app.call(ssoConnectorsApi.create, {
      token,
      tenantId: mine,
      body: { providerName: 'SAML', connectorName, ...more },
    })
  ).body;
const prove = async (visitor: ReturnType<typeof setupVisitor>, domain: string) => {
  const { body } = await visitor.call(ssoSetupApi.addDomain, { body: { domain } });
  const { recordName = '', recordValue = '' } = body.domains.find((one) => one.domain === domain) ?? {};
  dns.texts.set(recordName, [recordValue]);
  return visitor.call(ssoSetupApi.checkDomain, { params: { domain } });
};

const portal = Object.values(ssoSetupApi).filter(({ auth }) => !('isEntrance' in auth)) as AnyEndpoint[];
const bodies: Record<string, object> = {
  '/api/sso-setup/provider': { providerName: 'OIDC' },
  '/api/sso-setup/connection': { config: { metadata: '<x/>' } },
  '/api/sso-setup/domains': { domain: 'acme.example' },
};
const inputOf = ({ path, body, params }: AnyEndpoint) => ({
  ...(body ? { body: bodies[path] } : {}),
  ...(params ? { params: { domain: 'acme.example', id: 'unknown' } } : {}),
});

describe('a link cannot be used', () => {
  test('after it has expired, neither to open it nor with its cookie', async () => {
    const link = await create();
    const { link: used, visitor } = await opened();
    await expire(link.id);
    await expire(used.id);
    expect(codeOf(await visitorOf().open(link))).toEqual([410, 'sso_setup.link_expired']);
    for (const contract of portal) {
      expect(codeOf(await visitor.call(contract, inputOf(contract)))).toEqual([401, 'sso_setup.no_session']);
    }
  });

  test('after it was revoked, neither to open it nor with its cookie', async () => {
    const link = await create();
    const { link: used, visitor } = await opened();
    for (const { id } of [link, used]) {
      const { body } = await app.call(ssoSetupLinksApi.revoke, { token, tenantId: mine, params: { id } });
      expect(body.status).toBe('revoked');
    }
    expect(codeOf(await visitorOf().open(link))).toEqual([410, 'sso_setup.link_revoked']);
    for (const contract of portal) {
      expect(codeOf(await visitor.call(contract, inputOf(contract)))).toEqual([401, 'sso_setup.no_session']);
    }
  });

  test('in a second browser, even if both open it at the same moment', async () => {
    const link = await create();
    const answers = await Promise.all([1, 2, 3, 4].map(() => visitorOf().open(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(codeOf(await visitorOf().open(link))).toEqual([410, 'sso_setup.link_used']);
  });

  test('to change anything after the customer has finished', async () => {
    const { link, visitor } = await opened({ purposes: ['connect', 'domain'] });
    await app.write(mine, (db) =>
      sql`update sso_setup_links set finished_at = now() where id = ${link.id}`.execute(db),
    );
    for (const contract of portal.filter(({ method }) => method !== 'GET')) {
      const answer = await visitor.call(contract, inputOf(contract));
      expect([contract.path, ...codeOf(answer)]).toEqual([contract.path, 422, 'sso_setup.link_ended']);
    }
    expect((await visitor.call(ssoSetupApi.get)).body.status).toBe('waiting');
  });

  test('with a guessed secret; unknown links get the same answer, and guesses are limited', async () => {
    const link = await create();
    const wrong = 'A'.repeat(43);
    expect(codeOf(await visitorOf().open({ ...link, secret: wrong }))).toEqual([404, 'sso_setup.link_not_found']);
    expect(codeOf(await visitorOf().open({ id: 'unknown', secret: wrong }))).toEqual([404, 'sso_setup.link_not_found']);
    const guess = () => visitorOf().call(ssoSetupApi.open, { body: { id: 'guessed', secret: wrong } });
    const codes = new Set<unknown>();
    for (let count = 0; count < 101; count += 1) {
      codes.add(codeOf(await guess())[1]);
    }
    expect([...codes]).toEqual(['sso_setup.link_not_found', 'session.verification_blocked_too_many_attempts']);
  });
});

test('two links in two tabs of a browser each change their own connector (attack 57)', async () => {
  const [acme, beta] = [await create({ name: 'Acme' }), await create({ name: 'Beta' })];
  const browser = setupVisitor(app, mine);
  for (const link of [acme, beta]) {
    expect((await browser.open(link)).status).toBe(200);
  }
  const tab = ({ id }: { id: string }) => ({ headers: { [setupLinkHeader]: id } });
  // The link of the first tab, although the second one was opened later.
  const chosen = await browser.call(ssoSetupApi.chooseProvider, { ...tab(acme), body: { providerName: 'SAML' } });
  expect([chosen.body.id, chosen.body.name, chosen.body.connector?.providerName]).toEqual([acme.id, 'Acme', 'SAML']);
  expect((await browser.call(ssoSetupApi.get, tab(beta))).body).toMatchObject({ id: beta.id, connector: null });
  expect((await browser.call(ssoSetupApi.get)).body.id).toBe(beta.id);
  // A link that was not opened here, and its name with the secret of another one.
  const foreign = await create({ name: 'Gamma' });
  await setupVisitor(app, mine).open(foreign);
  expect((await browser.call(ssoSetupApi.get, tab(foreign))).body).toMatchObject({ code: 'sso_setup.no_session' });
  const thief = setupVisitor(app, mine);
  thief.cookie = browser.cookie.replaceAll(beta.id, foreign.id);
  expect((await thief.call(ssoSetupApi.get, tab(foreign))).body).toMatchObject({ code: 'sso_setup.no_session' });
});

describe('the cookie', () => {
  test('is bound to its tenant: on the host of another tenant it is worth nothing', async () => {
    const { link, visitor } = await opened();
    const stranger = visitorOf(theirs);
    stranger.cookie = visitor.cookie;
    for (const contract of portal) {
      expect(codeOf(await stranger.call(contract, inputOf(contract)))).toEqual([401, 'sso_setup.no_session']);
    }
    const fresh = await create();
    expect(codeOf(await visitorOf(theirs).open(fresh))).toEqual([404, 'sso_setup.link_not_found']);
    const other = await app.managementToken(theirs);
    const params = { id: link.id };
    expect((await app.call(ssoSetupLinksApi.list, { token: other, tenantId: theirs, query: {} })).body).toEqual([]);
    for (const contract of [ssoSetupLinksApi.renew, ssoSetupLinksApi.approve, ssoSetupLinksApi.revoke]) {
      expect((await app.call(contract, { token: other, tenantId: theirs, params })).status).toBe(404);
    }
  });

  test('cannot be forged from the id, the secret of the address, or the cookie of another link', async () => {
    const { link, visitor } = await opened();
    const { link: other } = await opened();
    const [, own = ''] = visitor.cookie.split('.');
    for (const value of [
      link.id,
      `${link.id}.`,
      `${link.id}.${link.secret}`,
      `${other.id}.${own}`,
      '..',
      `%00.${own}`,
    ]) {
      const forger = visitorOf();
      forger.cookie = `postern_setup=${value}`;
      expect([value, ...codeOf(await forger.call(ssoSetupApi.get))]).toEqual([value, 401, 'sso_setup.no_session']);
    }
  });

  test('is not readable by scripts, not sent by other sites, and limited to the portal', async () => {
    const link = await create();
    const { headers } = await visitorOf().open(link);
    expect(String(headers['set-cookie'])).toMatch(
      /^postern_setup=[\w.-]+; Path=\/api\/sso-setup; Max-Age=60\d{4}; HttpOnly; SameSite=Strict$/,
    );
  });

  test('does not help a page of another site (CSRF)', async () => {
    const { visitor } = await opened();
    const link = await create();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      for (const contract of portal) {
        const answer = await visitor.call(contract, { ...inputOf(contract), headers });
        expect([contract.path, ...codeOf(answer)]).toEqual([contract.path, 403, 'auth.forbidden']);
      }
      const { id, secret } = link;
      expect((await visitorOf().call(ssoSetupApi.open, { body: { id, secret }, headers })).status).toBe(403);
    }
  });

  test('does not open the management API', async () => {
    const { visitor } = await opened();
    expect((await visitor.call(ssoConnectorsApi.list, { query: {} })).status).toBe(401);
    expect((await visitor.call(ssoSetupLinksApi.list, { query: {} })).status).toBe(401);
  });
});

describe('a link is limited to', () => {
  test('its connector: a link for connector A cannot touch connector B', async () => {
    const [a, b] = [await createConnector('A'), await createConnector('B')];
    const { visitor } = await opened({ connectorId: a.id });
    expect(codeOf(await visitor.call(ssoSetupApi.chooseProvider, { body: { providerName: 'OIDC' } }))).toEqual([
      403,
      'sso_setup.not_allowed',
    ]);
    const config = { entityId: 'https://idp.example', signInEndpoint: 'https://idp.example/sso' };
    for (const key of ['id', 'connectorId', 'linkId']) {
      const answer = await visitor.call(ssoSetupApi.connect, { body: { config, [key]: b.id } as never });
      expect(answer.status).toBe(400);
    }
    await visitor.call(ssoSetupApi.addDomain, { body: { domain: 'acme.example' } });
    const { body } = await app.call(ssoConnectorsApi.get, { token, tenantId: mine, params: { id: b.id } });
    expect(body).toMatchObject({ connectorName: 'B', config: {}, domains: [] });
    expect(JSON.stringify((await visitor.call(ssoSetupApi.get)).body)).not.toContain(b.id);
  });

  test('its connector: without it, a link cannot create another one', async () => {
    const { id } = await createConnector('A');
    const { visitor } = await opened({ connectorId: id });
    await app.call(ssoConnectorsApi.remove, { token, tenantId: mine, params: { id } });
    expect(codeOf(await visitor.call(ssoSetupApi.chooseProvider, { body: { providerName: 'OIDC' } }))).toEqual([
      401,
      'sso_setup.no_session',
    ]);
  });

  test('its purposes and its providers', async () => {
    const { id } = await createConnector('A');
    const { visitor: prover } = await opened({ connectorId: id, purposes: ['domain'] });
    const { visitor: connecter } = await opened({ purposes: ['connect'], providers: ['SAML'] });
    const config = { metadata: '<x/>' };
    const denied = [
      await prover.call(ssoSetupApi.connect, { body: { config } }),
      await prover.call(ssoSetupApi.chooseProvider, { body: { providerName: 'SAML' } }),
      await connecter.call(ssoSetupApi.addDomain, { body: { domain: 'acme.example' } }),
      await connecter.call(ssoSetupApi.checkDomain, { params: { domain: 'acme.example' } }),
      await connecter.call(ssoSetupApi.removeDomain, { params: { domain: 'acme.example' } }),
      await connecter.call(ssoSetupApi.chooseProvider, { body: { providerName: 'OIDC' } }),
    ];
    expect(denied.map(codeOf)).toEqual(denied.map(() => [403, 'sso_setup.not_allowed']));
  });

  test('connectors that nobody signs in with, unless it needs no review', async () => {
    const certificate = { entityId: 'https://idp.example', signInEndpoint: 'https://idp.example/sso' };
    const { id } = await createConnector('Live', { domains: ['live.example'] });
    const { visitor } = await opened({ connectorId: id });
    await app.write(mine, (db) => sql`update sso_connectors set is_configured = true where id = ${id}`.execute(db));
    expect(codeOf(await visitor.call(ssoSetupApi.connect, { body: { config: certificate } }))).toEqual([
      422,
      'sso_setup.connector_in_use',
    ]);
    const again = await app.call(ssoSetupLinksApi.create, {
      token,
      tenantId: mine,
      body: { name: 'Acme', connectorId: id },
    });
    expect(codeOf(again)).toEqual([422, 'sso_setup.connector_in_use']);
  });
});

test('a plan without enterprise SSO offers no links, and a link does not get around the plan', async () => {
  const { visitor } = await opened();
  await setPlan(app, mine, 'free');
  app.app.cache.drop(mine);
  try {
    const refused = [403, 'subscription.limit_exceeded'];
    const body = { name: 'Acme' };
    expect(codeOf(await app.call(ssoSetupLinksApi.create, { token, tenantId: mine, body }))).toEqual(refused);
    const chosen = await visitor.call(ssoSetupApi.chooseProvider, { body: { providerName: 'SAML' } });
    expect(codeOf(chosen)).toEqual(refused);
  } finally {
    await setPlan(app, mine, 'dev');
    app.app.cache.drop(mine);
  }
});

describe('a domain cannot be taken over', () => {
  test('without its DNS record', async () => {
    const { visitor } = await opened();
    const { visitor: other } = await opened();
    const { body } = await other.call(ssoSetupApi.addDomain, { body: { domain: 'victim.example' } });
    // The record of another link proves nothing.
    dns.texts.set('_postern-challenge.victim.example', [body.domains[0]?.recordValue ?? '']);
    await visitor.call(ssoSetupApi.addDomain, { body: { domain: 'victim.example' } });
    const answer = await visitor.call(ssoSetupApi.checkDomain, { params: { domain: 'victim.example' } });
    expect(answer.body.domains).toMatchObject([{ isProven: false, problem: 'wrong' }]);
  });

  test('from another connector, or from a link that has proven it', async () => {
    await createConnector('Owner', { domains: ['owned.example'] });
    const { visitor } = await opened();
    expect(codeOf(await visitor.call(ssoSetupApi.addDomain, { body: { domain: 'owned.example' } }))).toEqual([
      422,
      'sso_setup.domain_in_use',
    ]);
    const { visitor: first } = await opened();
    expect((await prove(first, 'proven.example')).body.domains).toMatchObject([{ isProven: true }]);
    expect(codeOf(await visitor.call(ssoSetupApi.addDomain, { body: { domain: 'proven.example' } }))).toEqual([
      422,
      'sso_setup.domain_in_use',
    ]);
  });

  test('if another connector gets it between the proof and the end', async () => {
    const { link, visitor } = await opened({ purposes: ['connect', 'domain'] });
    await visitor.call(ssoSetupApi.chooseProvider, { body: { providerName: 'SAML' } });
    await prove(visitor, 'raced.example');
    await app.write(mine, (db) =>
      sql`update sso_connectors set is_configured = true where id = (select connector_id from sso_setup_links
        where id = ${link.id})`.execute(db),
    );
    expect((await visitor.call(ssoSetupApi.finish)).body.status).toBe('waiting');
    await createConnector('Faster', { domains: ['raced.example'] });
    const params = { id: link.id };
    expect(codeOf(await app.call(ssoSetupLinksApi.approve, { token, tenantId: mine, params }))).toEqual([
      422,
      'sso_setup.domain_in_use',
    ]);
  });

  test.each(['co.uk', '127.0.0.1'])('if no company owns it: %s', async (domain) => {
    const { visitor } = await opened();
    expect(codeOf(await visitor.call(ssoSetupApi.addDomain, { body: { domain } }))).toEqual([
      400,
      'guard.invalid_input',
    ]);
  });

  test('if it belongs to a public email service', async () => {
    const { visitor } = await opened();
    expect(codeOf(await visitor.call(ssoSetupApi.addDomain, { body: { domain: 'GMail.com' } }))).toEqual([
      422,
      'single_sign_on.forbidden_domains',
    ]);
  });
});

describe('settings', () => {
  test('cannot make the server call private addresses (SSRF through the metadata URL and the issuer)', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('<x/>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { visitor } = await opened();
    await visitor.call(ssoSetupApi.chooseProvider, { body: { providerName: 'SAML' } });
    for (const metadataUrl of [`${local}/metadata`, 'http://169.254.169.254/latest', 'http://[::1]/metadata']) {
      const answer = await visitor.call(ssoSetupApi.connect, { body: { config: { metadataUrl } } });
      expect([metadataUrl, ...codeOf(answer)]).toEqual([metadataUrl, 400, 'connector.invalid_config']);
    }
    await visitor.call(ssoSetupApi.chooseProvider, { body: { providerName: 'OIDC' } });
    const config = { issuer: local, clientId: 'x', clientSecret: 'y' };
    expect(codeOf(await visitor.call(ssoSetupApi.connect, { body: { config } }))).toEqual([
      400,
      'connector.invalid_config',
    ]);
    expect(asked).toEqual([]);
    server.close();
  });

  test('are limited in number per hour, because each attempt calls other servers', async () => {
    const { link, visitor } = await opened();
    await visitor.call(ssoSetupApi.addDomain, { body: { domain: 'often.example' } });
    const look = () => visitor.call(ssoSetupApi.checkDomain, { params: { domain: 'often.example' } });
    const codes = new Set<unknown>();
    for (let count = 0; count < 121; count += 1) {
      codes.add((await look()).status);
    }
    expect([...codes]).toEqual([200, 429]);
    expect(link.id).toBeTruthy();
  });

  test('with markup in names are stored and returned as text', async () => {
    const name = '<script>alert(1)</script>';
    const { link, visitor } = await opened({ name });
    expect((await visitor.call(ssoSetupApi.get)).body.name).toBe(name);
    const page = await app.core.inject({
      method: 'GET',
      url: `/setup/${link.id}`,
      headers: { host: new URL(app.app.endpointOf(mine)).host, cookie: visitor.cookie },
    });
    expect([page.statusCode, page.payload.includes('alert(1)')]).toEqual([200, false]);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    for (const domain of [
      '<b>.example',
      'a b.example',
      '"x".example',
      'x.example/../y',
      '_postern.example',
      '*.example',
    ]) {
      const answer = await visitor.call(ssoSetupApi.addDomain, { body: { domain } });
      expect([domain, answer.status]).toEqual([domain, 400]);
    }
  });
});
