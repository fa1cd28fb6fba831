import { ssoConfigs, ssoProviderNames } from '@postern/contracts/people/sso-configs';
import { expect, test } from 'vitest';
import { type ConnectionValues, configOf, connectionField, connectionOf, connectionSchema } from './connection-form.ts';
import { assertionOfTest, mapAssertion } from './read-assertion.ts';

const empty = connectionOf({ config: {} });
const filled: ConnectionValues = {
  ...empty,
  issuer: 'https://idp.example',
  clientId: 'postern',
  clientSecret: 'open sesame',
  scope: 'groups',
  trustUnverifiedEmail: true,
  offlineAccess: true,
  signOutOfProvider: true,
  metadataUrl: 'https://idp.example/metadata',
  metadata: '<EntityDescriptor/>',
  entityId: 'idp',
  signInEndpoint: 'https://idp.example/sso',
  signOutEndpoint: 'https://idp.example/slo',
  x509Certificate: 'MII',
  mapping: { id: '', email: 'mail', name: '' },
};
const wrong = (provider: (typeof ssoProviderNames)[number], values: ConnectionValues) =>
  connectionSchema(provider)
    .safeParse(values)
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

test('requires the fields of the provider, and for SAML those of the source', () => {
  expect(wrong('OIDC', empty)).toEqual(['issuer', 'clientId', 'clientSecret']);
  expect(wrong('GoogleWorkspace', empty)).toEqual(['clientId', 'clientSecret']);
  expect(wrong('SAML', { ...empty, source: 'url' })).toEqual(['metadataUrl']);
  expect(wrong('AzureAD', { ...empty, source: 'xml' })).toEqual(['metadata']);
  expect(wrong('SAML', { ...empty, source: 'manual' })).toEqual(['entityId', 'signInEndpoint', 'x509Certificate']);
  expect(wrong('Okta', { ...filled, issuer: 'idp.example' })).toEqual(['issuer']);
  expect(wrong('SAML', { ...filled, source: 'url', issuer: 'nonsense', signInEndpoint: 'nonsense' })).toEqual([]);
});

test.each(ssoProviderNames)('sends a config that the contract accepts for %s, and shows it again', (provider) => {
  for (const source of ['url', 'xml', 'manual'] as const) {
    const config = configOf(provider, { ...filled, source });
    expect(ssoConfigs[provider].strict().parse(config)).toEqual(config);
    expect(configOf(provider, connectionOf({ config }))).toEqual(config);
  }
});

test('sends only the chosen source and the filled part of the mapping', () => {
  expect(configOf('SAML', { ...filled, source: 'xml' })).toEqual({
    metadata: '<EntityDescriptor/>',
    signOutOfProvider: true,
    attributeMapping: { email: 'mail' },
  });
});

test('the sign-out URL of SAML by hand is optional, and a web address', () => {
  const manual: ConnectionValues = { ...filled, source: 'manual' };
  expect(wrong('SAML', { ...manual, signOutEndpoint: '' })).toEqual([]);
  expect(wrong('SAML', { ...manual, signOutEndpoint: 'idp.example' })).toEqual(['signOutEndpoint']);
  expect(configOf('SAML', manual)).toMatchObject({ signOutEndpoint: 'https://idp.example/slo' });
  expect(configOf('SAML', { ...manual, signOutEndpoint: '' })).not.toHaveProperty('signOutEndpoint');
  expect(configOf('SAML', { ...manual, source: 'url' })).not.toHaveProperty('signOutEndpoint');
});

test('errors of the server are placed at the field', () => {
  expect(connectionField('config.issuer')).toBe('issuer');
  expect(connectionField('config.attributeMapping.email')).toBe('mapping.email');
});

test('the preview uses the chosen names, and well-known names only in place of a default', () => {
  const none = { id: '', email: '', name: '' };
  const sample = {
    nameId: 'ada-7',
    attributes: { mail: 'ada@acme.example', displayName: 'Ada', uid: 'u7', email: '' },
  };
  expect(mapAssertion(none, sample)).toEqual([
    { field: 'id', from: 'nameID', value: 'ada-7' },
    { field: 'email', from: 'mail', value: 'ada@acme.example' },
    { field: 'name', from: 'displayName', value: 'Ada' },
  ]);
  expect(mapAssertion({ id: 'uid', email: 'work', name: ' ' }, sample)).toEqual([
    { field: 'id', from: 'uid', value: 'u7' },
    { field: 'email', from: 'work', value: undefined },
    { field: 'name', from: 'displayName', value: 'Ada' },
  ]);
});

test('signing and encryption are sent only if they are on', () => {
  const values = { ...filled, source: 'url' as const };
  expect(configOf('SAML', values)).not.toHaveProperty('signRequests');
  const on = configOf('SAML', { ...values, signRequests: true, encryptAssertions: true });
  expect(on).toMatchObject({ signRequests: true, encryptAssertions: true });
  expect(connectionOf({ config: on })).toMatchObject({ signRequests: true, encryptAssertions: true });
  expect(configOf('OIDC', { ...values, signRequests: true })).not.toHaveProperty('signRequests');
});

test('previews the mapping with the last test of the connection', () => {
  const received = { isVerified: true, raw: '', claims: { nameID: 'ada-7', mail: ['ada@x.example', 'b'], age: 7 } };
  const sample = assertionOfTest({ received });
  expect(sample).toEqual({ nameId: 'ada-7', attributes: { mail: 'ada@x.example' } });
  expect(mapAssertion({ id: '', email: '', name: '' }, sample ?? { attributes: {} })[1]).toEqual({
    field: 'email',
    from: 'mail',
    value: 'ada@x.example',
  });
  expect(assertionOfTest(undefined)).toBeUndefined();
  expect(assertionOfTest({ received: null })).toBeUndefined();
});
