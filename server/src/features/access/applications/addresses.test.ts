import { type ApplicationType, applicationsApi } from '@postern/contracts/access/applications';
import { isOrigin, isRedirectUri, Origin, RedirectUri } from '@postern/contracts/fields';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { cpuTime } from '../../../platform/testing/measure.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

type Metadata = { redirectUris?: string[]; postLogoutRedirectUris?: string[]; backchannelLogoutUri?: string };

const body = (metadata: Metadata) => ({
  oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [], ...metadata },
});
const create = (type: ApplicationType, metadata: Metadata, on = app, by = token) =>
  on.call(applicationsApi.create, { token: by, body: { name: 'App', type, ...body(metadata) } });
const update = (id: string, metadata: Metadata) =>
  app.call(applicationsApi.update, { token, params: { id }, body: body(metadata) });

const accepted = [
  'https://app.example.com',
  'https://app.example.com/',
  'https://app.example.com/callback?from=sign-in&x=%2Fhome',
  'https://app.example.com:8443/a/b-c/~d/callback',
  'https://App.Example.com/Callback',
  'https://app.example.com:443/callback',
  'http://localhost:3000/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:3000/callback',
  'https://xn--bcher-kva.example/callback',
  'https://app.example.com/.well-known/callback',
  'https://app.example.com/a..b/callback',
];
const privateSchemes = [
  'com.example.app:/callback',
  'com.example.app://callback',
  'io.example://callback/path?x=1',
  'my-app+2://callback',
];

/** Each with a part of the expected advice. */
const refused: [string, string][] = [
  ['', 'full address'],
  ['callback', 'full address'],
  ['/callback', 'full address'],
  ['//evil.test/callback', 'full address'],
  ['app.example.com/callback', 'full address'],
  ['https://', 'full address'],
  ['javascript:alert(1)', 'javascript:'],
  ['JaVaScRiPt:alert(1)', 'javascript:'],
  ['javascript://app.example.com/%0aalert(1)', 'javascript:'],
  ['data:text/html,<script>alert(1)</script>', 'data:'],
  ['vbscript:msgbox(1)', 'vbscript:'],
  ['file:///etc/passwd', 'file:'],
  ['blob:https://app.example.com/1', 'blob:'],
  ['about:blank', 'about:'],
  ['view-source:https://app.example.com', 'view-source:'],
  ['filesystem:https://app.example.com/x', 'filesystem:'],
  ['intent://app#Intent;scheme=https;end', 'intent:'],
  ['mailto:a@b.test', 'mailto:'],
  ['ftp://app.example.com/x', 'ftp:'],
  ['wss://app.example.com/x', 'wss:'],
  [' javascript:alert(1)', 'ASCII'],
  ['java\nscript:alert(1)', 'ASCII'],
  ['\u0001javascript:alert(1)', 'ASCII'],
  ['https://app.example.com/call back', 'ASCII'],
  ['https://app.example.com/callback\t', 'ASCII'],
  ['https://аpp.example.com/callback', 'ASCII'],
  ['https://app.example.com／callback', 'ASCII'],
  ['https://app.example.com\u202e/callback', 'ASCII'],
  ['https://app.example.com\\@evil.test/', 'backslash'],
  ['https:\\\\app.example.com/callback', 'backslash'],
  ['https://app.example.com/#fragment', '#'],
  ['https://app.example.com/callback#', '#'],
  ['com.example.app:/callback#x', '#'],
  ['https://user:pass@app.example.com/', '@'],
  ['https://app.example.com@evil.test/callback', '@'],
  ['https://@app.example.com/callback', '@'],
  ['https://:@app.example.com/callback', '@'],
  ['https:app.example.com/callback', 'Start with the scheme'],
  ['https:/app.example.com/callback', 'Start with the scheme'],
  ['https:///app.example.com/callback', 'Start with the scheme'],
  ['https://app.ex%61mple.com/callback', 'Start with the scheme'],
  ['http://0x7f.1/callback', 'Start with the scheme'],
  ['http://2130706433/callback', 'Start with the scheme'],
  ['http://[0:0:0:0:0:0:0:1]/callback', 'Start with the scheme'],
  ['https://app.example.com/callback/../other', '. and ..'],
  ['https://app.example.com/callback/%2e%2e/other', '. and ..'],
  ['https://app.example.com/callback/..;/other', '. and ..'],
  ['https://app.example.com/./callback', '. and ..'],
  ['https://app.example.com/a%2fb', 'encoded slashes'],
  ['https://app.example.com/a%5Cb', 'encoded slashes'],
  ['Com.Example.App:/callback', 'lower case'],
];

describe('redirect URIs (attack 12)', () => {
  test.each([...accepted, ...privateSchemes])('%s is accepted', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  test.each(refused)('%j is rejected with advice', (uri, advice) => {
    expect(isRedirectUri(uri)).toBe(false);
    expect(RedirectUri.safeParse(uri).error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining(advice),
    ]);
  });

  test('never saves a dangerous URI in any field or operation', async () => {
    const { body: known } = await create('Native', { redirectUris: ['com.example.app:/callback'] });
    for (const [uri] of refused) {
      for (const field of ['redirectUris', 'postLogoutRedirectUris'] as const) {
        const details = expect.stringContaining(`oidcClientMetadata.${field}.0: `);
        const no = { status: 400, body: { code: 'guard.invalid_input', details } };
        expect(await create('Native', { [field]: [uri] })).toMatchObject(no);
        expect(await update(known.id, { [field]: [uri] })).toMatchObject(no);
      }
    }
    const { body: after } = await app.call(applicationsApi.get, { token, params: { id: known.id } });
    expect(after.oidcClientMetadata).toEqual({
      redirectUris: ['com.example.app:/callback'],
      postLogoutRedirectUris: [],
    });
  });

  test('stores valid URIs unchanged', async () => {
    const uris = [...accepted, ...privateSchemes];
    const { status, body: made } = await create('Native', { redirectUris: uris, postLogoutRedirectUris: uris });
    expect(status).toBe(200);
    expect(made.oidcClientMetadata).toEqual({ redirectUris: uris, postLogoutRedirectUris: uris });
  });

  test.each(['SPA', 'Traditional', 'MachineToMachine'] as const)('%s cannot use private schemes', async (type) => {
    const { body: known } = await create(type, {});
    const uris = ['https://app.example.com/', 'com.example.app:/callback'];
    const details = expect.stringMatching(/^oidcClientMetadata\.redirectUris\.1: custom, .*native apps/);
    const no = { status: 400, body: { code: 'guard.invalid_input', details } };
    expect(await create(type, { redirectUris: uris })).toMatchObject(no);
    expect(await update(known.id, { redirectUris: uris })).toMatchObject(no);
    expect((await update(known.id, { postLogoutRedirectUris: uris })).status).toBe(200);
  });

  test('wildcards are saved only before a name that one company owns', async () => {
    const { body: known } = await create('SPA', {});
    for (const field of ['redirectUris', 'postLogoutRedirectUris'] as const) {
      const uris = ['https://*.example.com/callback', 'https://app.example.com/*'];
      expect((await update(known.id, { [field]: uris })).body.oidcClientMetadata[field]).toEqual(uris);
      for (const [uri, advice] of [
        ['https://*.co.uk/', 'under co.uk'],
        ['https://*.vercel.app/', 'under vercel.app'],
        ['https://*.com/', 'last two parts'],
        ['https://a.example.com/?x=*', 'Use * only'],
      ] as const) {
        const details = expect.stringContaining(advice);
        const no = { status: 400, body: { code: 'guard.invalid_input', details } };
        expect(await create('SPA', { [field]: [uri] })).toMatchObject(no);
        expect(await update(known.id, { [field]: [uri] })).toMatchObject(no);
      }
    }
  });

  test('validates long URIs quickly', async () => {
    const took = await cpuTime(() => {
      for (const part of ['../../', '%2e', ';', '@', 'a.', '/.;']) {
        expect(RedirectUri.safeParse(`https://app.example.com/${part.repeat(100_000)}`).success).toBe(false);
        isRedirectUri(`https://app.example.com/${part.repeat(1000)}`);
      }
    });
    expect(took).toBeLessThan(500);
  });
});

describe('origins', () => {
  test.each(['https://app.example.com', 'http://localhost:3000', 'https://app.example.com:8443', 'http://[::1]:8080'])(
    '%s is accepted',
    (origin) => {
      expect(isOrigin(origin)).toBe(true);
    },
  );

  test.each([
    ['https://app.example.com/', 'Use only scheme, host and port: https://app.example.com.'],
    ['https://app.example.com/path', 'Use only scheme, host and port'],
    ['https://app.example.com:443', 'Use only scheme, host and port: https://app.example.com.'],
    ['https://App.example.com', 'Use only scheme, host and port'],
    ['https://*.example.com', 'Wildcards are not allowed'],
    ['*', 'full address'],
    ['null', 'full address'],
    ['com.example.app://callback', 'https://'],
    ['https://user@app.example.com', '@'],
    ['javascript:alert(1)', 'javascript:'],
  ])('%s is rejected with advice', (origin, advice) => {
    expect(isOrigin(origin)).toBe(false);
    expect(Origin.safeParse(origin).error?.issues[0]?.message).toContain(advice);
  });
});

describe('the back-channel logout URI', () => {
  const field = 'oidcClientMetadata.backchannelLogoutUri: ';

  test.each([
    ['com.example.app:/logout', 'https://'],
    ['javascript:alert(1)', 'javascript:'],
    ['https://app.example.com/logout#x', '#'],
    ['https://user:pass@app.example.com/logout', '@'],
    ['logout', 'full address'],
  ])('%s is rejected with advice', async (uri, advice) => {
    expect(await create('Traditional', { backchannelLogoutUri: uri })).toMatchObject({
      status: 400,
      body: { code: 'guard.invalid_input', details: expect.stringContaining(advice) },
    });
  });

  const inside = [
    'http://127.0.0.1/logout',
    'http://localhost:3001/logout',
    'http://10.0.0.1/logout',
    'http://192.168.1.1/logout',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/logout',
    'http://[::ffff:7f00:1]/logout',
    'http://[fd00::1]/logout',
    'http://0.0.0.0/logout',
  ];

  test('cannot be in the operator’s network (attack 23)', async () => {
    const { body: known } = await create('Traditional', {});
    for (const backchannelLogoutUri of inside) {
      const details = expect.stringMatching(
        new RegExp(`^${field}custom, The host [^{]+ is not a public address\\. .*ALLOW_PRIVATE_EGRESS is set\\.$`),
      );
      const no = { status: 400, body: { code: 'guard.invalid_input', details } };
      expect(await create('Traditional', { backchannelLogoutUri })).toMatchObject(no);
      expect(await update(known.id, { backchannelLogoutUri })).toMatchObject(no);
    }
  });

  test('can be private if the operator allows it', async () => {
    const open = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
    try {
      const by = await open.managementToken();
      expect((await create('Traditional', { backchannelLogoutUri: 'http://127.0.0.1/logout' }, open, by)).status).toBe(
        200,
      );
    } finally {
      await open.close();
    }
  });

  test('can have a host that does not exist yet', async () => {
    const { status } = await create('Traditional', { backchannelLogoutUri: 'https://not-yet.invalid/logout' });
    expect(status).toBe(200);
  });
});
