import type { Application, ApplicationType } from '@postern/contracts/access/applications';
import { describe, expect, test } from 'vitest';
import { automatic, settingsForm, settingsOf, updateOf } from './settings-form.ts';

const app = (type: ApplicationType): Application => ({
  tenantId: 'default',
  id: 'books',
  name: 'Bookshop',
  secret: '',
  description: null,
  type,
  oidcClientMetadata: { redirectUris: ['https://books.example/cb'], postLogoutRedirectUris: [], logoUri: 'kept' },
  customClientMetadata: { idTokenTtl: 600 },
  protectedAppMetadata: null,
  customData: {},
  isThirdParty: false,
  appLevelAccessControlEnabled: false,
  createdAt: 0,
});

const wrongFields = (type: ApplicationType, values: object) =>
  settingsForm(type)
    .safeParse({ ...settingsOf(app(type)), ...values })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

test('only native apps may use a custom scheme', () => {
  const values = { redirectUris: ['com.example.books://cb'], postLogoutRedirectUris: ['com.example.books://out'] };
  expect(wrongFields('Native', values)).toEqual([]);
  expect(wrongFields('SPA', values)).toEqual(['redirectUris.0']);
});

test('reports each invalid or duplicate URI at its row', () => {
  const redirectUris = ['https://books.example/cb', 'books', 'https://books.example/cb', 'https://x.example/#a'];
  expect(wrongFields('Traditional', { redirectUris })).toEqual(['redirectUris.1', 'redirectUris.3', 'redirectUris.2']);
  expect(wrongFields('SPA', { corsAllowedOrigins: ['https://a.example/path'] })).toEqual(['corsAllowedOrigins.0']);
});

test('applications for users need a redirect URI; machines and devices do not', () => {
  expect(wrongFields('SPA', { redirectUris: [] })).toEqual(['redirectUris']);
  expect(wrongFields('SPA', { redirectUris: [], customData: '{' })).toEqual(['customData', 'redirectUris']);
  expect(wrongFields('Native', { redirectUris: [], isDeviceFlowEnabled: true })).toEqual([]);
  expect(wrongFields('MachineToMachine', { redirectUris: [] })).toEqual([]);
});

test('refresh tokens are valid for a whole number of days, 1 to 180', () => {
  const wrong = ['', '0', '181', '1.5', 'ten'].filter((days) => wrongFields('SPA', { refreshTokenTtlInDays: days })[0]);
  expect(wrong).toEqual(['', '0', '181', '1.5', 'ten']);
  expect(wrongFields('SPA', { refreshTokenTtlInDays: ' 180 ' })).toEqual([]);
});

test('the number of sign-ins is a whole number from 1, and removed when it is empty', () => {
  const wrong = ['0', '-1', '1.5', 'two'].filter((count) => wrongFields('SPA', { maxAllowedGrants: count })[0]);
  expect(wrong).toEqual(['0', '-1', '1.5', 'two']);
  const before = { ...app('SPA'), customClientMetadata: { maxAllowedGrants: 3 } };
  const values = settingsOf(before);
  const sent = (maxAllowedGrants: string) =>
    updateOf(before, settingsForm('SPA').parse({ ...values, maxAllowedGrants })).customClientMetadata?.maxAllowedGrants;
  expect([values.maxAllowedGrants, sent('3'), sent(' 5 '), sent('')]).toEqual(['3', 3, 5, undefined]);
});

test('token settings are sent, and reset by selecting the default', () => {
  const chosen = { idTokenSignedResponseAlg: 'RS256', accessTokenWithoutResource: 'resource' } as const;
  const before = { ...app('SPA'), customClientMetadata: chosen };
  const values = settingsOf(before);
  expect(updateOf(before, settingsForm('SPA').parse(values)).customClientMetadata).toMatchObject(chosen);
  const back = { ...values, idTokenSignedResponseAlg: automatic, accessTokenWithoutResource: automatic };
  const { customClientMetadata } = updateOf(before, settingsForm('SPA').parse(back));
  expect(JSON.parse(JSON.stringify(customClientMetadata))).not.toHaveProperty('idTokenSignedResponseAlg');
  expect(JSON.parse(JSON.stringify(customClientMetadata))).not.toHaveProperty('accessTokenWithoutResource');
  expect(wrongFields('SPA', { idTokenSignedResponseAlg: 'none' })).toEqual(['idTokenSignedResponseAlg']);
});

test('pairwise subjects are sent with their sector, and end only when public ones are chosen', () => {
  const send = (before: Application, values: object) =>
    JSON.parse(
      JSON.stringify(
        updateOf(before, settingsForm('SPA').parse({ ...settingsOf(before), ...values })).oidcClientMetadata,
      ),
    );
  const sectorIdentifierUri = 'https://books.example/uris.json';
  const sent = send(app('SPA'), {
    subjectType: 'pairwise',
    sectorIdentifierUri,
    initiateLoginUri: ' https://x.example/l ',
  });
  expect(sent).toMatchObject({ subjectType: 'pairwise', sectorIdentifierUri, initiateLoginUri: 'https://x.example/l' });
  expect(Object.keys(send(app('SPA'), {}))).not.toContain('subjectType');
  const after = { ...app('SPA'), oidcClientMetadata: sent };
  expect(send(after, { subjectType: 'public' })).toEqual({
    ...sent,
    subjectType: 'public',
    sectorIdentifierUri: undefined,
    backchannelLogoutSessionRequired: false,
  });
  expect(wrongFields('SPA', { initiateLoginUri: 'shop', sectorIdentifierUri: 'shop' })).toEqual([
    'sectorIdentifierUri',
    'initiateLoginUri',
  ]);
});

test('keeps values that the form does not show, and sends no sign-in settings for a machine', () => {
  const values = (type: ApplicationType) =>
    settingsForm(type).parse({ ...settingsOf(app(type)), isDpopRequired: true });
  expect(updateOf(app('SPA'), values('SPA'))).toMatchObject({
    oidcClientMetadata: { logoUri: 'kept' },
    customClientMetadata: { idTokenTtl: 600, isDpopRequired: true, isPushedRequestRequired: false },
  });
  const machine = updateOf(app('MachineToMachine'), values('MachineToMachine'));
  expect(Object.keys(machine)).toEqual(['name', 'description', 'customData', 'customClientMetadata']);
  expect(JSON.parse(JSON.stringify(machine.customClientMetadata))).toEqual({
    idTokenTtl: 600,
    isDpopRequired: true,
    isCertificateBound: false,
    isSignedRequestRequired: false,
  });
});

describe('client authentication', () => {
  const key = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const;
  const jwks = JSON.stringify({ keys: [key] });
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const web = (custom: Application['customClientMetadata']) => ({
    ...app('Traditional'),
    customClientMetadata: custom,
  });
  const sent = (before: Application, values: object) =>
    JSON.parse(
      JSON.stringify(
        updateOf(before, settingsForm('Traditional').parse({ ...settingsOf(before), ...values })).customClientMetadata,
      ),
    );

  test('with keys needs the keys or their address, and only public ones', () => {
    const errors = (values: object) => wrongFields('Traditional', { authMethod: 'key', ...values });
    expect(errors({})).toEqual(['jwks']);
    expect(errors({ jwks })).toEqual([]);
    expect(errors({ jwksUri: 'https://a.example/jwks' })).toEqual([]);
    expect(errors({ jwks, jwksUri: 'https://a.example/jwks' })).toEqual(['jwksUri']);
    expect(errors({ jwks: '{' })).toEqual(['jwks']);
    expect(errors({ jwks: JSON.stringify({ keys: [{ ...key, d: 'private' }] }) })).toEqual(['jwks']);
  });

  test('with a secret excludes signed requests and FAPI 2.0', () => {
    expect(wrongFields('Traditional', { isFapi: true })).toEqual(['authMethod']);
    expect(wrongFields('Traditional', { isSignedRequestRequired: true })).toEqual(['authMethod']);
    expect(wrongFields('Traditional', { isFapi: true, authMethod: 'key', jwks })).toEqual([]);
    // A type without the field is not checked.
    expect(wrongFields('SPA', { isFapi: true })).toEqual([]);
  });

  test('with certificates needs a name or the certificates, and keys only for signed requests', () => {
    expect(wrongFields('Traditional', { authMethod: 'issued' })).toEqual(['certificateValue']);
    expect(wrongFields('Traditional', { authMethod: 'registered' })).toEqual(['tlsCertificates']);
    expect(wrongFields('Traditional', { authMethod: 'registered', tlsCertificates: `${pem}x` })).toEqual([
      'tlsCertificates',
    ]);
    const registered = { authMethod: 'registered', tlsCertificates: pem + pem };
    expect(wrongFields('Traditional', registered)).toEqual([]);
    expect(wrongFields('Traditional', { ...registered, isSignedRequestRequired: true })).toEqual(['jwks']);
  });

  test('sends the settings of the chosen method and removes the others', () => {
    const before = web({ jwks: { keys: [key] }, isSignedRequestRequired: true, securityProfile: 'fapi2' });
    expect(sent(before, {})).toMatchObject(before.customClientMetadata);
    const secret = sent(before, { authMethod: 'secret', isSignedRequestRequired: false, isFapi: false });
    expect([secret.jwks, secret.securityProfile, secret.isSignedRequestRequired]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    const registered = sent(before, { authMethod: 'registered', tlsCertificates: pem + pem });
    expect(registered).toMatchObject({ tlsCertificates: [pem, pem], jwks: { keys: [key] } });
    const issued = sent(web({ tlsCertificates: [pem] }), {
      authMethod: 'issued',
      certificateName: 'sanDns',
      certificateValue: 'a.example',
    });
    expect(issued).toMatchObject({ tlsClientAuth: { name: 'sanDns', value: 'a.example' } });
    expect(issued).not.toHaveProperty('tlsCertificates');
  });
});

test('a front-channel sign-out address is a web address, and removed when it is empty', () => {
  const uri = 'https://books.example/front';
  expect(wrongFields('SPA', { frontchannelLogoutUri: 'books' })).toEqual(['frontchannelLogoutUri']);
  const before = app('SPA');
  before.oidcClientMetadata.frontchannelLogoutUri = uri;
  before.oidcClientMetadata.frontchannelLogoutSessionRequired = true;
  const values = settingsOf(before);
  const sent = (more: object) => {
    const metadata = updateOf(before, settingsForm('SPA').parse({ ...values, ...more })).oidcClientMetadata;
    return [metadata?.frontchannelLogoutUri, metadata?.frontchannelLogoutSessionRequired];
  };
  expect(sent({})).toEqual([uri, true]);
  expect(sent({ frontchannelLogoutUri: '', frontchannelLogoutSessionRequired: false })).toEqual([undefined, undefined]);
});
