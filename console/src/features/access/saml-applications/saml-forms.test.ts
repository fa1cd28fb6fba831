import { nameIdFormats, type SamlApplication, samlBindings } from '@postern/contracts/access/saml-applications';
import { expect, test } from 'vitest';
import { AttributesForm, attributesOf, freeClaim, mappingOf } from './attributes-form.ts';
import { expiryWarning } from './expiry-warning.ts';
import { SamlSettingsForm, samlLanding, samlSettingsOf, samlUpdateOf } from './settings-form.ts';

const application: SamlApplication = {
  tenantId: 'default',
  id: 'portal',
  name: 'Portal',
  description: null,
  type: 'SAML',
  customData: { a: 1 },
  isThirdParty: false,
  createdAt: 0,
  attributeMapping: { email: 'mail', sub: 'uid' },
  entityId: 'urn:portal',
  acsUrl: { binding: samlBindings.post, url: 'https://portal.example/acs' },
  additionalAcsUrls: ['https://portal.example/other-acs'],
  additionalAttributes: [{ name: 'tenant', value: 'acme' }],
  encryption: { encryptAssertion: true, encryptThenSign: true, certificate: 'pem' },
  nameIdFormat: nameIdFormats.transient,
  requestSigning: { certificate: 'pem', isRequired: true },
  singleLogoutUrl: 'https://portal.example/slo',
  idpInitiated: { relayState: 'home' },
};
// What the form does not show is not sent, so it stays as it is.
const { additionalAcsUrls, additionalAttributes, ...shown } = application;
const { id, tenantId, type, isThirdParty, createdAt, attributeMapping, ...saved } = shown;
const values = samlSettingsOf(application);
const problemsOf = (changes: object) =>
  SamlSettingsForm.safeParse({ ...values, ...changes }).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('settings that are loaded and saved stay the same', () => {
  expect(samlUpdateOf(SamlSettingsForm.parse(values))).toEqual(saved);
  const empty = { ...application, encryption: null, requestSigning: null, singleLogoutUrl: null, idpInitiated: null };
  expect(samlUpdateOf(SamlSettingsForm.parse(samlSettingsOf(empty)))).toMatchObject({
    encryption: null,
    requestSigning: null,
    singleLogoutUrl: null,
    idpInitiated: null,
  });
});

test('certificates are required where they are used', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ encryptionCertificate: ' ' })).toEqual(['encryptionCertificate']);
  expect(problemsOf({ encryptionCertificate: '', encryptAssertion: false })).toEqual([]);
  expect(problemsOf({ requestCertificate: '' })).toEqual(['requestCertificate', 'singleLogoutUrl']);
  expect(problemsOf({ requestCertificate: '', isSignatureRequired: false, singleLogoutUrl: '' })).toEqual([]);
});

test('addresses must be web URLs, and all errors are shown at once', () => {
  expect(problemsOf({ acsUrl: 'javascript:alert(1)', entityId: ' ', encryptionCertificate: '' })).toEqual([
    'entityId',
    'acsUrl',
    'encryptionCertificate',
  ]);
});

test('errors of the server are shown at their field', () => {
  expect(samlLanding.field('encryption.certificate')).toBe('encryptionCertificate');
  expect(samlLanding.field('acsUrl.url')).toBe('acsUrl');
  expect(samlLanding.field('name')).toBe('name');
});

test('attributes become rows and a mapping again; a claim is mapped once', () => {
  const rows = attributesOf(application);
  expect(rows).toEqual({
    rows: [
      { claim: 'sub', attribute: 'uid' },
      { claim: 'email', attribute: 'mail' },
    ],
  });
  expect(mappingOf(rows)).toEqual(application.attributeMapping);
  expect(freeClaim(rows.rows)).toBe('name');
  const twice = { rows: [...rows.rows, { claim: 'sub', attribute: '' }] };
  expect(AttributesForm.safeParse(twice).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'rows.2.attribute',
    'rows.2.claim',
  ]);
});

test('warns 60 days before the active certificate expires', () => {
  const day = 86_400_000;
  expect(expiryWarning(undefined, 0)).toBeUndefined();
  expect(expiryWarning(61 * day, 0)).toBeUndefined();
  expect(expiryWarning(59 * day, 0)).toBe('expiring');
  expect(expiryWarning(0, 1)).toBe('expired');
});
