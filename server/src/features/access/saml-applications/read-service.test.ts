import { nameIdFormats, samlApplicationsApi, samlBindings } from '@postern/contracts/access/saml-applications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acsUrl, entityId, newServiceKeys, serviceMetadata } from '#testing/saml-applications';
import { type TestApp, testApp } from '#testing/test-app';
import { contentOf } from './create-certificate.ts';

let app: TestApp;
let token: string;
let content: string;
let metadata: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  content = contentOf((await newServiceKeys()).certificate);
  metadata = serviceMetadata(content);
});
afterAll(() => app.close());

const read = (text: string) => app.call(samlApplicationsApi.readService, { token, body: { metadata: text } });

test('reads the metadata of a service provider: the default address first, one certificate for both uses', async () => {
  const { status, body } = await read(`\uFEFF${metadata}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    entityId,
    acsUrls: [acsUrl, 'https://sp.example/first', 'https://sp.example/second'],
    nameIdFormat: nameIdFormats.emailAddress,
    singleLogoutUrl: 'https://sp.example/slo',
    signingCertificate: expect.stringContaining('-----BEGIN CERTIFICATE-----'),
    isSignatureRequired: true,
    encryptionCertificate: body.signingCertificate,
  });
  expect(contentOf(body.signingCertificate ?? '')).toBe(content);
  // The values are those of the settings.
  const created = await app.call(samlApplicationsApi.create, {
    token,
    body: {
      name: 'Portal',
      entityId: body.entityId,
      acsUrl: { binding: samlBindings.post, url: body.acsUrls[0] ?? '' },
      additionalAcsUrls: body.acsUrls.slice(1),
      requestSigning: { certificate: body.signingCertificate ?? '', isRequired: true },
      encryption: { encryptAssertion: true, encryptThenSign: false, certificate: body.encryptionCertificate ?? '' },
    },
  });
  expect(created.status).toBe(201);
  await app.call(samlApplicationsApi.remove, { token, params: { id: created.body.id } });
});

test('reads one service provider of a list, and what its metadata does not contain is null', async () => {
  const namespace = 'xmlns="urn:oasis:names:tc:SAML:2.0:metadata"';
  const service = `<EntityDescriptor entityID="urn:portal"><SPSSODescriptor><AssertionConsumerService Binding="${samlBindings.post}" Location="${acsUrl}" index="0"/></SPSSODescriptor></EntityDescriptor>`;
  const idp = '<EntityDescriptor entityID="urn:idp"><IDPSSODescriptor/></EntityDescriptor>';
  const nothing = {
    entityId: 'urn:portal',
    acsUrls: [acsUrl],
    nameIdFormat: null,
    singleLogoutUrl: null,
    signingCertificate: null,
    isSignatureRequired: false,
    encryptionCertificate: null,
  };
  expect((await read(`<EntitiesDescriptor ${namespace}>${idp}${service}</EntitiesDescriptor>`)).body).toEqual(nothing);
  const both = await read(`<EntitiesDescriptor ${namespace}>${service}${service}</EntitiesDescriptor>`);
  expect(both).toMatchObject({ status: 400, body: { code: 'request.invalid_input' } });
});

test('refuses what is not metadata of a service provider, with the reason at the field', async () => {
  const reasons: [string, string][] = [
    ['hello', 'The document is not well-formed XML.'],
    [metadata.slice(0, -20), 'The document is not well-formed XML.'],
    [metadata.replace('<md:SPSSO', '&x;<md:SPSSO'), 'The document is not well-formed XML.'],
    ['<html/>', 'The document does not describe exactly one service provider.'],
    [
      metadata.replaceAll('SPSSODescriptor', 'IDPSSODescriptor'),
      'The document does not describe exactly one service provider.',
    ],
    [metadata.replaceAll(':metadata"', ':other"'), 'The document does not describe exactly one service provider.'],
    [metadata.replace(`entityID="${entityId}"`, ''), 'The metadata has no entityID, or a very long one.'],
    [metadata.replace(entityId, 'x'.repeat(129)), 'The metadata has no entityID, or a very long one.'],
    [metadata.replaceAll('HTTP-POST', 'SOAP'), 'The metadata has no ACS URL for the HTTP-POST binding, or too many.'],
    [
      metadata.replaceAll('Location="https:', 'Location="javascript:'),
      'The metadata has no ACS URL for the HTTP-POST binding, or too many.',
    ],
    [
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${metadata.slice(metadata.indexOf('<md:'))}`,
      'The document is too large or contains a DTD.',
    ],
  ];
  for (const [text, reason] of reasons) {
    const { status, body } = await read(text);
    const issue = { path: ['metadata'], message: reason };
    expect([status, body]).toMatchObject([400, { code: 'request.invalid_input', data: { issues: [issue] } }]);
  }
  const broken = await read(metadata.replace(content, content.slice(40)));
  expect(broken).toMatchObject({ status: 400, body: { code: 'application.saml.invalid_certificate_pem_format' } });
});

test('documents that make parsers slow are answered soon', async () => {
  const nested = (tag: string, count: number) => `<${tag}>`.repeat(count) + `</${tag.split(' ')[0]}>`.repeat(count);
  const start = process.cpuUsage();
  for (const text of [
    nested('a', 30_000),
    nested('a xmlns:b="c"', 15_000),
    `<a>${'&lt;'.repeat(60_000)}</a>`,
    metadata.replace(content, nested('b', 20_000)),
  ]) {
    expect((await read(text)).status).toBe(400);
  }
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  expect((await read('x'.repeat(300_000))).status).toBe(400);
});

test('reading needs access to the management API', async () => {
  const { status } = await app.call(samlApplicationsApi.readService, { body: { metadata } });
  expect(status).toBe(401);
});
