import { nameIdFormats, type SamlApplication, samlBindings } from '@postern/contracts/access/saml-applications';
import { expect, test } from 'vitest';
import { AttributesForm, attributesOf, attributesUpdateOf, freeClaim } from './attributes-form.ts';
import { expiryWarning } from './expiry-warning.ts';
import { importedValues, SamlSettingsForm, samlLanding, samlSettingsOf, samlUpdateOf } from './settings-form.ts';

const application: SamlApplication = {
  tenantId: 'default',
  id: 'portal',
  name: 'Portal',
  description: null,
  type: 'SAML',
  customData: { a: 1 },
  isThirdParty: false,
  appLevelAccessControlEnabled: false,
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
// Attributes have their own tab. What the form does not show is not sent, so it stays as it is.
const { attributeMapping, additionalAttributes, ...shown } = application;
// Who may use the application has a tab too.
const { id, tenantId, type, isThirdParty, createdAt, appLevelAccessControlEnabled, ...saved } = shown;
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
  expect(problemsOf({ moreAcsUrls: ['https://a.example', 'nowhere'] })).toEqual(['moreAcsUrls.1']);
  expect(problemsOf({ moreAcsUrls: Array.from({ length: 21 }, () => 'https://a.example') })).toEqual(['moreAcsUrls']);
});

test('metadata fills the form; what it does not contain stays', () => {
  const nothing = {
    entityId: 'urn:new',
    acsUrls: ['https://new.example/acs'],
    nameIdFormat: null,
    singleLogoutUrl: null,
    signingCertificate: null,
    isSignatureRequired: false,
    encryptionCertificate: null,
  };
  expect(importedValues(nothing)).toEqual({ entityId: 'urn:new', acsUrl: 'https://new.example/acs', moreAcsUrls: [] });
  const all = {
    ...nothing,
    acsUrls: ['https://new.example/acs', 'https://new.example/2'],
    nameIdFormat: nameIdFormats.emailAddress,
    singleLogoutUrl: 'https://new.example/slo',
    signingCertificate: 'signing',
    isSignatureRequired: true,
    encryptionCertificate: 'encryption',
  };
  expect(SamlSettingsForm.parse({ ...values, ...importedValues(all) })).toMatchObject({
    moreAcsUrls: ['https://new.example/2'],
    nameIdFormat: nameIdFormats.emailAddress,
    singleLogoutUrl: 'https://new.example/slo',
    requestCertificate: 'signing',
    isSignatureRequired: true,
    encryptAssertion: true,
    encryptionCertificate: 'encryption',
  });
});

test('errors of the server are shown at their field', () => {
  expect(samlLanding.field('encryption.certificate')).toBe('encryptionCertificate');
  expect(samlLanding.field('acsUrl.url')).toBe('acsUrl');
  expect(samlLanding.field('additionalAcsUrls.1')).toBe('moreAcsUrls.1');
  expect(samlLanding.field('name')).toBe('name');
});

test('attributes become rows and a mapping again; a claim is mapped once', () => {
  const rows = attributesOf(application);
  expect(rows).toEqual({
    rows: [
      { claim: 'sub', attribute: 'uid' },
      { claim: 'email', attribute: 'mail' },
    ],
    texts: [{ name: 'tenant', value: 'acme' }],
  });
  expect(attributesUpdateOf(rows)).toEqual({ attributeMapping, additionalAttributes });
  expect(freeClaim(rows.rows)).toBe('name');
  const twice = {
    rows: [...rows.rows, { claim: 'sub', attribute: '' }],
    texts: [
      { name: ' ', value: '{{ email }} {{nickname}}' },
      { name: 'a', value: ' ' },
      { name: 'b', value: '{{shoe_size}}' },
    ],
  };
  expect(AttributesForm.safeParse(twice).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'rows.2.attribute',
    'rows.2.claim',
    'texts.0.name',
    'texts.1.value',
    'texts.2.value',
  ]);
});

test('warns 60 days before the active certificate expires', () => {
  const day = 86_400_000;
  expect(expiryWarning(undefined, 0)).toBeUndefined();
  expect(expiryWarning(61 * day, 0)).toBeUndefined();
  expect(expiryWarning(59 * day, 0)).toBe('expiring');
  expect(expiryWarning(0, 1)).toBe('expired');
});
