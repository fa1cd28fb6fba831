import { deflateRawSync } from 'node:zlib';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDirectory, testDirectory } from './features/people/directory-sync/testing.ts';
import { findSlow, type Prepared } from './testing/find-slow.ts';
import { hostileResources, hostileXml } from './testing/hostile-messages.ts';
import { encode, metadataOf, signingKey } from './testing/saml.ts';
import { createSamlApplication } from './testing/saml-applications.ts';
import { connectSso } from './testing/sso.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

/** Attack 54 for the protocols of other programs: SCIM and SAML. */
let app: TestApp;
let directory: TestDirectory;
let token: string;
const host = 'core.test';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  directory = await testDirectory(app, token, ['acme.example']);
});
afterAll(() => app.close());

test('no SCIM message blocks the requests of others: filters, operations, values, keys', async () => {
  const { body: user } = await directory.post('/Users', { userName: 'ada@acme.example' });
  const { body: group } = await directory.post('/Groups', { displayName: 'Staff' });
  const headers = { host, authorization: `Bearer ${directory.token}` };
  const requests = hostileResources(user.id, group.id).map(([name, method, path, body]): Prepared => {
    const url = `/scim/v2/${directory.id}${path}`;
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/scim+json' };
    return [name, async () => () => app.core.inject({ method, url, headers: { ...headers, ...type }, ...payload })];
  });
  expect((await findSlow(requests)).slow).toEqual([]);
});

test('no SAML message blocks the requests of others: elements, names, depth, signatures, compression', async () => {
  const idp = { entityId: 'https://idp.example/saml', signInEndpoint: 'https://idp.example/sso', key: signingKey() };
  const metadata = metadataOf(idp);
  const sso = await connectSso(app, token, { providerName: 'SAML', config: { metadata } });
  const social = await app.call(connectorsApi.create, {
    token,
    body: {
      connectorId: 'saml',
      id: 'acme-saml',
      metadata: { target: 'acme', name: { en: 'Acme' } },
      config: {
        entityID: 'urn:acme:social',
        x509Certificate: idp.key.certificate,
        idpMetadataXml: metadata,
        assertionConsumerServiceUrl: `http://${host}/api/authn/saml/acme-saml`,
        profileMap: { id: 'nameID' },
      },
    },
  });
  expect(social.status).toBe(200);
  const application = await createSamlApplication(app, token);
  const post = (url: string, fields: Record<string, string>) => () =>
    app.core.inject({
      method: 'POST',
      url,
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const responses = hostileXml('Response', 250_000).flatMap(([name, xml]): Prepared[] => [
    [
      `SSO with ${name}`,
      async () => post(`/api/authn/single-sign-on/saml/${sso.id}`, { SAMLResponse: encode(xml), RelayState: 'a' }),
    ],
    [
      `social with ${name}`,
      async () => post('/api/authn/saml/acme-saml', { SAMLResponse: encode(xml), RelayState: 'a' }),
    ],
    [
      `SSO logout with ${name}`,
      async () => post(`/api/authn/single-sign-on/saml/${sso.id}/logout`, { SAMLResponse: encode(xml) }),
    ],
  ]);
  const requests = hostileXml('AuthnRequest', 60_000).flatMap(([name, xml]): Prepared[] => [
    [`application with ${name}`, async () => post(`/api/saml/${application.id}/authn`, { SAMLRequest: encode(xml) })],
    [`logout with ${name}`, async () => post(`/api/saml/${application.id}/logout`, { SAMLRequest: encode(xml) })],
  ]);
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, '<a>')).toString('base64');
  const packed: Prepared = [
    'application with a bomb',
    async () => post(`/api/saml/${application.id}/authn`, { SAMLRequest: bomb }),
  ];
  expect((await findSlow([...responses, ...requests, packed])).slow).toEqual([]);
});

test('no SAML metadata blocks the requests of others', async () => {
  const sendTo = (url: string, bodyOf: (xml: string) => object) =>
    hostileXml('EntityDescriptor', 500_000).map(
      ([name, xml]): Prepared => [
        `${url} with ${name}`,
        async () => () =>
          app.core.inject({
            method: 'POST',
            url,
            headers: { host, authorization: `Bearer ${token}` },
            payload: bodyOf(xml),
          }),
      ],
    );
  const requests = [
    ...sendTo(samlApplicationsApi.readService.path, (metadata) => ({ metadata })),
    ...sendTo(ssoConnectorsApi.create.path, (metadata) => ({
      providerName: 'SAML',
      connectorName: 'Hostile',
      domains: ['hostile.example'],
      config: { metadata },
    })),
    ...sendTo(connectorsApi.create.path, (idpMetadataXml) => ({
      connectorId: 'saml',
      metadata: { target: 'hostile', name: { en: 'Hostile' } },
      config: {
        entityID: 'urn:hostile',
        x509Certificate: signingKey().certificate,
        idpMetadataXml,
        assertionConsumerServiceUrl: `http://${host}/api/authn/saml/hostile`,
        profileMap: { id: 'nameID' },
      },
    })),
  ];
  expect((await findSlow(requests)).slow).toEqual([]);
});
