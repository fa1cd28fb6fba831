import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { type SamlProviderConfig, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { encode, metadataOf, signedResponse, signingKey } from '#testing/saml';
import { type TestApp, testApp } from '#testing/test-app';
import { enqueueRefresh, enqueueWarnings } from './saml/refresh.store.ts';
import { refreshMetadata } from './saml/refresh.ts';

let app: TestApp;
let token: string;
let provider: TestIdentityProvider;
let files: Server;
const documents = new Map<string, string>();
let filesAt: string;
const key = signingKey();

beforeAll(async () => {
  provider = await identityProvider();
  files = createServer((request, response) => {
    const text = documents.get(request.url ?? '');
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  filesAt = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
});
afterAll(async () => {
  provider.close();
  files.close();
  await app.close();
});
beforeEach(() => app.write('default', async (db) => void (await db.deleteFrom('sso_connectors').execute())));

const create = (body: object) =>
  app.call(ssoConnectorsApi.create, {
    token,
    // Tests also send what the contract refuses.
    body: { providerName: 'OIDC', connectorName: 'Acme', ...body } as never,
  });
const refused = (status: number, code: string) => ({ status, body: { code } });
const get = (id: string) => app.call(ssoConnectorsApi.get, { token, params: { id } });
const update = (id: string, body: object) => app.call(ssoConnectorsApi.update, { token, params: { id }, body });

test('lists the six providers with their protocol and logo', async () => {
  const { body } = await app.call(ssoConnectorsApi.listProviders, { token });
  expect(body.map(({ providerName, providerType }) => `${providerName} ${providerType}`)).toEqual([
    'OIDC oidc',
    'SAML saml',
    'AzureAD saml',
    'GoogleWorkspace oidc',
    'Okta oidc',
    'AzureAdOidc oidc',
  ]);
  expect(
    body.every(({ logo, logoDark }) => [logo, logoDark].every((one) => one.startsWith('data:image/svg+xml'))),
  ).toBe(true);
});

describe('an OIDC connector', () => {
  test('is created empty, configured later, and shows what the provider publishes', async () => {
    const { status, body } = await create({});
    expect([status, body]).toMatchObject([
      200,
      {
        tenantId: 'default',
        providerName: 'OIDC',
        connectorName: 'Acme',
        config: {},
        domains: [],
        branding: {},
        syncProfile: false,
      },
    ]);
    expect(body.id).toMatch(/^[\da-z]{12}$/);
    expect((await get(body.id)).body.providerConfig).toBeUndefined();
    const updated = await update(body.id, { config: provider.config, domains: ['Acme.example '], syncProfile: true });
    expect([updated.status, updated.body]).toMatchObject([
      200,
      {
        config: provider.config,
        domains: ['acme.example'],
        syncProfile: true,
        providerType: 'oidc',
        providerConfig: {
          issuer: provider.issuer,
          authorizationEndpoint: `${provider.issuer}/auth`,
          redirectUri: `http://core.test/callback/${body.id}`,
        },
      },
    ]);
  });

  test('of a private address is refused with the reason, and what the operator can set', async () => {
    const strict = await testApp();
    try {
      const { body } = await strict.call(ssoConnectorsApi.create, {
        token: await strict.managementToken(),
        body: { providerName: 'OIDC', connectorName: 'Acme', config: provider.config } as never,
      });
      const why = 'The host 127.0.0.1 is not a public address.';
      expect(body).toMatchObject({
        details: expect.stringContaining(`config.issuer: ${why} Requests into private networks are refused unless`),
        data: { issues: [{ path: ['config', 'issuer'], message: expect.stringContaining(why) }] },
      });
      expect(JSON.stringify(body)).not.toContain('{{');
    } finally {
      await strict.close();
    }
  });

  test('masks its secret in lists, and keeps it when the mask is sent back', async () => {
    const { body } = await create({ config: provider.config, domains: ['acme.example'] });
    const { body: list } = await app.call(ssoConnectorsApi.list, { token, query: {} });
    expect(list.map(({ config }) => config)).toEqual([{ ...provider.config, clientSecret: '******' }]);
    await update(body.id, { config: { ...list[0]?.config, scope: 'groups' } });
    expect((await get(body.id)).body.config).toEqual({ ...provider.config, scope: 'groups' });
  });

  test('stores its config encrypted', async () => {
    const { body } = await create({ config: provider.config });
    const row = await app.write('default', (db) =>
      db.selectFrom('sso_connectors').select('config').where('id', '=', body.id).executeTakeFirstOrThrow(),
    );
    expect(Object.keys(row.config as object)).toEqual(['$sealed']);
    expect(JSON.stringify(row.config)).not.toContain(provider.client.secret);
  });

  test('names what is missing in its config', async () => {
    const answer = await create({ config: { clientId: 'x', issuer: 'nonsense' } });
    expect(answer).toMatchObject(refused(400, 'connector.invalid_config'));
    const { data } = answer.body as unknown as { data: { issues: { path: string[] }[] } };
    expect(data.issues.map(({ path }) => path.join('.'))).toEqual(['config.clientSecret', 'config.issuer']);
  });

  test('is refused if the issuer publishes no metadata, or that of another issuer', async () => {
    documents.set(
      '/lies/.well-known/openid-configuration',
      JSON.stringify({
        issuer: provider.issuer,
        authorization_endpoint: 'https://evil.example/auth',
        token_endpoint: 'https://evil.example/token',
        jwks_uri: 'https://evil.example/jwks',
      }),
    );
    for (const issuer of [`${filesAt}/nothing`, `${filesAt}/lies`, 'http://127.0.0.1:1']) {
      const answer = await create({ config: { ...provider.config, issuer } });
      expect(answer).toMatchObject(refused(400, 'connector.invalid_config'));
      expect(JSON.stringify(answer.body)).not.toContain(provider.client.secret);
    }
  });

  test('stores tokens only with OpenID Connect', async () => {
    expect((await create({ enableTokenStorage: true })).status).toBe(200);
    expect(await create({ providerName: 'SAML', connectorName: 'Saml', enableTokenStorage: true })).toMatchObject(
      refused(400, 'connector.token_storage_not_supported'),
    );
  });
});

describe('a SAML connector', () => {
  const xml = () => metadataOf({ entityId: 'https://idp.example', signInEndpoint: 'https://idp.example/sso', key });
  const shown = {
    providerType: 'saml',
    providerConfig: {
      defaultAttributeMapping: { id: 'nameID', email: 'email', name: 'name' },
      identityProvider: {
        entityId: 'https://idp.example',
        signInEndpoint: 'https://idp.example/sso',
        isCertificateValid: true,
      },
    },
  };

  test('shows our addresses before it is configured', async () => {
    const { body } = await create({ providerName: 'SAML' });
    expect((await get(body.id)).body.providerConfig).toEqual({
      defaultAttributeMapping: { id: 'nameID', email: 'email', name: 'name' },
      serviceProvider: {
        entityId: `http://core.test/enterprise-sso/${body.id}`,
        assertionConsumerServiceUrl: `http://core.test/api/authn/single-sign-on/saml/${body.id}`,
        metadataUrl: `http://core.test/api/authn/single-sign-on/saml/${body.id}/metadata`,
        singleLogoutServiceUrl: `http://core.test/api/authn/single-sign-on/saml/${body.id}/logout`,
      },
    });
  });

  test('reads metadata as text, by URL, and by hand', async () => {
    documents.set('/metadata', xml());
    const configs = [
      { metadata: xml() },
      { metadataUrl: `${filesAt}/metadata` },
      { entityId: 'https://idp.example', signInEndpoint: 'https://idp.example/sso', x509Certificate: key.certificate },
    ];
    for (const [index, config] of configs.entries()) {
      const { status, body } = await create({ providerName: 'AzureAD', connectorName: `Saml ${index}`, config });
      expect([index, status]).toEqual([index, 200]);
      expect((await get(body.id)).body).toMatchObject(shown);
    }
  });

  test.each([
    ['an empty document', () => '<x/>'],
    ['broken XML', () => '<EntityDescriptor'],
    ['text', () => 'metadata'],
    ['a document with a DTD', () => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml()}`],
    [
      'two identity providers',
      () =>
        `<m:EntitiesDescriptor xmlns:m="urn:oasis:names:tc:SAML:2.0:metadata">${xml()}${xml()}</m:EntitiesDescriptor>`,
    ],
    ['a script as sign-in address', () => xml().replace('https://idp.example/sso', 'javascript:alert(1)')],
    ['a broken certificate', () => xml().replace(/<ds:X509Certificate>.{20}/, '<ds:X509Certificate>')],
  ])('refuses %s as metadata', async (_, make) => {
    expect(await create({ providerName: 'SAML', config: { metadata: make() } })).toMatchObject(
      refused(400, 'connector.invalid_config'),
    );
  });

  test('reads metadata by URL again every day, and keeps the last one if that fails', async () => {
    documents.set('/daily', xml());
    const { body } = await create({ providerName: 'SAML', config: { metadataUrl: `${filesAt}/daily` } });
    const refresh = async () => {
      await app.write('default', (db) =>
        db
          .updateTable('sso_connectors')
          .set({ metadata_read_at: new Date(Date.now() - 2 * 86_400_000) })
          .execute(),
      );
      await app.app.tenancy.system(enqueueRefresh);
      await app.worker.drain();
    };
    const shownNow = async () => (await get(body.id)).body.providerConfig;
    const soon = signingKey(new Date(Date.now() + 5 * 86_400_000));
    documents.set(
      '/daily',
      metadataOf({ entityId: 'https://idp.example', signInEndpoint: 'https://new.example/sso', key: soon }),
    );
    await refresh();
    expect(await shownNow()).toMatchObject({ identityProvider: { signInEndpoint: 'https://new.example/sso' } });
    expect(app.logs.join('')).toContain('sso certificate expires soon');
    documents.set('/daily', '<broken');
    await refresh();
    expect(await shownNow()).toMatchObject({ identityProvider: { signInEndpoint: 'https://new.example/sso' } });
    expect(app.logs.join('')).toContain('sso metadata refresh failed');
  });

  test('reads metadata by URL again when a response is refused, at most every five minutes', async () => {
    const [newKey, third] = [signingKey(), signingKey()];
    const metadata = (by: typeof key) =>
      metadataOf({ entityId: 'https://idp.example', signInEndpoint: 'https://idp.example/sso', key: by });
    documents.set('/rotated', metadata(key));
    const config = { metadataUrl: `${filesAt}/rotated` };
    const { id } = (await create({ providerName: 'SAML', config, domains: ['rotated.example'] })).body;
    const respond = async (by: typeof key) => {
      const assertion = {
        issuer: 'https://idp.example',
        audience: `http://core.test/enterprise-sso/${id}`,
        recipient: `http://core.test/api/authn/single-sign-on/saml/${id}`,
        nameId: 'ada',
      };
      const { statusCode } = await app.core.inject({
        method: 'POST',
        url: `/api/authn/single-sign-on/saml/${id}`,
        headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ SAMLResponse: encode(signedResponse(assertion, by)) }).toString(),
      });
      await app.worker.drain();
      return statusCode;
    };
    const certificateNow = async () => {
      const { body } = await get(id);
      const { identityProvider } = body.providerConfig as SamlProviderConfig;
      return identityProvider?.x509Certificate.replace(/-----[A-Z ]+-----|\s/g, '');
    };
    documents.set('/rotated', metadata(newKey));
    // The metadata was read a moment ago.
    expect([await respond(newKey), await certificateNow()]).toEqual([401, key.certificate]);
    await app.write('default', (db) =>
      db
        .updateTable('sso_connectors')
        .set({ metadata_read_at: new Date(Date.now() - 600_000) })
        .where('id', '=', id)
        .execute(),
    );
    expect([await respond(newKey), await certificateNow()]).toEqual([401, newKey.certificate]);
    documents.set('/rotated', metadata(third));
    expect([await respond(third), await certificateNow()]).toEqual([401, newKey.certificate]);
  });

  test('shows why metadata could not be refreshed until it can, and records it once', async () => {
    documents.set('/failing', xml());
    const { body } = await create({ providerName: 'SAML', config: { metadataUrl: `${filesAt}/failing` } });
    const refresh = () => refreshMetadata({ tenantId: 'default', payload: { id: body.id } }, app.app);
    const failures = async () => {
      await app.worker.drain();
      const { rows } = await app.write('default', (db) =>
        sql<{ n: number }>`select count(*)::int as n from logs
          where key = 'SsoConnector.Metadata.Failed' and payload ->> 'subjectId' = ${body.id}`.execute(db),
      );
      return rows[0]?.n;
    };
    expect((await get(body.id)).body).not.toHaveProperty('metadataError');
    documents.set('/failing', '<broken');
    await refresh();
    await refresh();
    expect((await get(body.id)).body.metadataError).toBe('The document is not well-formed XML.');
    expect(await failures()).toBe(1);
    const german = await app.core.inject({
      url: `/api/sso-connectors/${body.id}`,
      headers: { host: 'core.test', authorization: `Bearer ${token}`, 'accept-language': 'de' },
    });
    expect(german.json().metadataError).not.toBe('The document is not well-formed XML.');
    documents.set('/failing', xml());
    await refresh();
    expect((await get(body.id)).body).not.toHaveProperty('metadataError');
  });

  test('warns once of a certificate that expires soon, however the metadata was given', async () => {
    const soon = signingKey(new Date(Date.now() + 5 * 86_400_000));
    const metadata = metadataOf({ entityId: 'https://idp.example', signInEndpoint: 'https://x.example', key: soon });
    const { body } = await create({ providerName: 'SAML', config: { metadata } });
    for (const round of [1, 2]) {
      await app.app.tenancy.system(enqueueWarnings);
      await app.worker.drain();
      const { rows } = await app.write('default', (db) =>
        sql<{ n: number }>`select count(*)::int as n from logs
          where key = 'SsoConnector.Certificate.Expiring' and payload ->> 'subjectId' = ${body.id}`.execute(db),
      );
      expect([round, rows[0]?.n]).toEqual([round, 1]);
    }
  });

  test('refuses a config with too few values', async () => {
    for (const config of [
      { entityId: 'x' },
      { metadataUrl: `${filesAt}/missing` },
      { metadataUrl: 'ftp://x.example' },
    ]) {
      expect(await create({ providerName: 'SAML', config })).toMatchObject(refused(400, 'connector.invalid_config'));
    }
  });
});

test.each([
  [
    'OIDC',
    () => ({ ...provider.config, issuer: `${filesAt}/nothing` }),
    'issuer',
    'No discovery document could be read',
  ],
  [
    'OIDC',
    () => ({ ...provider.config, issuer: 'http://127.0.0.1:1' }),
    'issuer',
    'No discovery document could be read',
  ],
  ['SAML', () => ({ metadataUrl: `${filesAt}/missing` }), 'metadataUrl', 'does not answer with metadata'],
  ['SAML', () => ({ metadata: '<EntityDescriptor>' }), 'metadata', 'not well-formed XML'],
  [
    'SAML',
    () => ({ entityId: 'x', signInEndpoint: 'https://idp.example', x509Certificate: 'x' }),
    'x509Certificate',
    'not a valid X.509 certificate',
  ],
])('names the field and the reason if an %s provider cannot be read', async (providerName, config, field, reason) => {
  const answer = await create({ providerName, config: config() });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      data: {
        ssoErrorCode: expect.any(String),
        issues: [{ path: ['config', field], message: expect.stringContaining(reason) }],
      },
    },
  });
});

describe('the settings', () => {
  test('refuse domains of public email services and repeated domains', async () => {
    expect(await create({ domains: ['acme.example', 'GMAIL.com'] })).toMatchObject({
      status: 422,
      body: { code: 'single_sign_on.forbidden_domains', data: { data: ['gmail.com'] } },
    });
    expect(await create({ domains: ['acme.example', 'ACME.example'] })).toMatchObject({
      status: 422,
      body: { code: 'single_sign_on.duplicated_domains', data: { data: ['acme.example'] } },
    });
    expect(await create({ domains: ['acme'] })).toMatchObject(refused(400, 'guard.invalid_input'));
  });

  test.each([
    'co.uk',
    'com.au',
    'github.io',
    '127.0.0.1',
    '10.0.0.1',
    '127.1',
    '0x7f.1',
    '１２７.0.0.1',
    'ｃｏ.uk',
    '公司.cn',
  ])('refuse %s, which no company owns', async (one) => {
    expect(await create({ domains: ['acme.co.uk', one] })).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input', data: { issues: [{ path: ['domains', 1] }] } },
    });
  });

  test('refuse a name twice, an unknown provider and a script as logo', async () => {
    await create({});
    const { body: other } = await create({ connectorName: 'Other' });
    expect(await create({})).toMatchObject(refused(409, 'single_sign_on.duplicate_connector_name'));
    expect(await update(other.id, { connectorName: 'Acme' })).toMatchObject(
      refused(409, 'single_sign_on.duplicate_connector_name'),
    );
    expect(await create({ providerName: 'Nobody' })).toMatchObject(refused(422, 'connector.not_found'));
    expect(await create({ branding: { logo: 'javascript:alert(1)' } })).toMatchObject(
      refused(400, 'guard.invalid_input'),
    );
  });

  test('return 404 for an unknown connector', async () => {
    const params = { id: 'nothing' };
    const all = await Promise.all([
      get('nothing'),
      update('nothing', {}),
      app.call(ssoConnectorsApi.remove, { token, params }),
      app.call(ssoConnectorsApi.getIdpInitiated, { token, params }),
      app.call(ssoConnectorsApi.removeIdpInitiated, { token, params }),
    ]);
    expect(all.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual(
      all.map(() => [404, 'entity.not_exists_with_id']),
    );
  });

  test('are paged if asked', async () => {
    for (const connectorName of ['a', 'b', 'c']) {
      await create({ connectorName });
    }
    const { body, headers } = await app.call(ssoConnectorsApi.list, { token, query: { page: '2', page_size: '2' } });
    expect([body.map(({ connectorName }) => connectorName), headers['total-number']]).toEqual([['a'], '3']);
  });

  test('of another tenant are not visible', async () => {
    const { body } = await create({});
    const admin = await app.managementToken('admin');
    const answer = await app.call(ssoConnectorsApi.get, {
      token: admin,
      params: { id: body.id },
      tenantId: 'admin',
    } as never);
    expect(answer.status).toBe(404);
  });

  test('are recorded in the audit log', async () => {
    const { body } = await create({});
    await update(body.id, { syncProfile: true });
    await app.call(ssoConnectorsApi.remove, { token, params: { id: body.id } });
    await app.worker.drain();
    const rows = await app.write('default', (db) =>
      db.selectFrom('logs').select('key').where('key', 'like', 'SsoConnector.%').execute(),
    );
    expect(rows.map((row) => row.key)).toEqual(
      expect.arrayContaining(['SsoConnector.Created', 'SsoConnector.Data.Updated', 'SsoConnector.Deleted']),
    );
  });

  test('of an organization never show the secret of a connector', async () => {
    const { body } = await create({ config: provider.config });
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Acme' } });
    const params = { id: organization.id };
    await app.call(organizationJitApi.addConnectors, { token, params, body: { ssoConnectorIds: [body.id] } });
    const { body: listed } = await app.call(organizationJitApi.listConnectors, { token, params, query: {} });
    expect(listed.map(({ config }) => config)).toEqual([{ ...provider.config, clientSecret: '******' }]);
  });
});

describe('sign-in that starts at the identity provider', () => {
  const redirectUri = 'https://app.example/callback';
  const application = async (type: 'Traditional' | 'SPA' | 'Native') =>
    (
      await app.call(applicationsApi.create, {
        token,
        body: {
          name: type,
          type,
          oidcClientMetadata: {
            redirectUris: type === 'Native' ? ['io.app://callback'] : [redirectUri],
            postLogoutRedirectUris: [],
          },
        },
      })
    ).body.id;
  const set = (id: string, body: object) =>
    app.call(ssoConnectorsApi.setIdpInitiated, { token, params: { id }, body: body as never });

  test('has settings for SAML connectors only', async () => {
    const { body: oidc } = await create({});
    const { body: saml } = await create({ providerName: 'SAML', connectorName: 'Saml' });
    const defaultApplicationId = await application('Traditional');
    const body = {
      defaultApplicationId,
      autoSendAuthorizationRequest: true,
      redirectUri,
      authParameters: { scope: 'email' },
    };
    expect(await set(oidc.id, body)).toMatchObject(
      refused(400, 'single_sign_on.idp_initiated_authentication_not_supported'),
    );
    const params = { id: saml.id };
    expect(await app.call(ssoConnectorsApi.getIdpInitiated, { token, params })).toMatchObject(
      refused(404, 'entity.not_found'),
    );
    expect(await set(saml.id, body)).toMatchObject({
      status: 200,
      body: { connectorId: saml.id, defaultApplicationId, redirectUri, authParameters: { scope: 'email' } },
    });
    const replaced = {
      defaultApplicationId,
      autoSendAuthorizationRequest: false,
      clientIdpInitiatedAuthCallbackUri: `${redirectUri}?x=1`,
    };
    await set(saml.id, replaced);
    expect((await app.call(ssoConnectorsApi.getIdpInitiated, { token, params })).body).toMatchObject({
      ...replaced,
      redirectUri: null,
      authParameters: {},
    });
    expect((await app.call(ssoConnectorsApi.removeIdpInitiated, { token, params })).status).toBe(204);
    expect(await app.call(ssoConnectorsApi.removeIdpInitiated, { token, params })).toMatchObject(
      refused(404, 'entity.not_exists_with_id'),
    );
  });

  test('leads only to a registered address of a web application', async () => {
    const { body: saml } = await create({ providerName: 'SAML' });
    const web = await application('Traditional');
    const auto = { autoSendAuthorizationRequest: true };
    expect(
      await set(saml.id, { ...auto, defaultApplicationId: web, redirectUri: 'https://evil.example' }),
    ).toMatchObject(refused(400, 'single_sign_on.idp_initiated_authentication_redirect_uri_not_registered'));
    for (const type of ['Native', 'SPA'] as const) {
      expect(await set(saml.id, { ...auto, defaultApplicationId: await application(type) })).toMatchObject(
        refused(400, 'single_sign_on.idp_initiated_authentication_invalid_application_type'),
      );
    }
    expect(await set(saml.id, { ...auto, defaultApplicationId: 'nothing' })).toMatchObject(
      refused(404, 'entity.not_exists_with_id'),
    );
  });
});
