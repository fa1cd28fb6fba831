import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findSlow, type Prepared } from './testing/find-slow.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

// More than two thousand requests one after another.
vi.setConfig({ testTimeout: 300_000 });

/** Attacks 36 and 54 on what has no contract: hosted pages, and the pages and endpoints of the protocol. */
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const headers = { host: 'core.test', accept: 'text/html' };
const send = (name: string, options: object): Prepared => [
  name.slice(0, 120),
  async () => () => app.core.inject({ method: 'GET', headers, ...options }),
];
const long = 'a'.repeat(3000);

test('no segment of a path is an error of the server', async () => {
  const places = [
    'callback',
    'consent',
    'direct/sso',
    'social/landing',
    'springboard',
    'undo-change',
    'account',
  ].concat(
    ['invitation', 'sso-setup', 'sso-test', 'assets/experience', '.well-known/acme-challenge', 'oidc', 'oidc/device'],
    ['api/authn/single-sign-on/saml', 'user-assets', 'api/saml', 'api/.well-known'],
  );
  const segments = ['%00', '%', '%ff', '%2e%2e%2f', '%F0%9F%98%80', '__proto__', long, '%0d%0ax:y', '\\', '%2f%2fevil'];
  const { slow } = await findSlow(
    places.flatMap((place) =>
      segments.flatMap((segment) =>
        ['', '/metadata', '?state=test.a'].map((end) =>
          send(`${place}/${segment}${end}`, { url: `/${place}/${segment}${end}` }),
        ),
      ),
    ),
  );
  expect(slow).toEqual([]);
});

const request =
  '/oidc/auth?client_id=demo-app&response_type=code&scope=openid&redirect_uri=http://core.test/demo-app&code_challenge_method=S256';
const asked = `${request}&code_challenge=${'a'.repeat(43)}`;

test('no parameter of a page or of an authorization request is an error of the server', async () => {
  const names = [
    'state',
    'app_id',
    'organization_id',
    'login_hint',
    'ui_locales',
    'interaction',
    'code',
    'token',
  ].concat(
    [
      'user_code',
      'claims',
      'resource',
      'acr_values',
      'max_age',
      'id_token_hint',
      'direct_sign_in',
      'request',
      'prompt',
    ],
    [
      'one_time_token',
      'google_one_tap_credential',
      'authorization_details',
      'request_uri',
      'response_mode',
      'dpop_jkt',
    ],
  );
  const values = [
    '%00',
    '%ff%fe',
    'test.%00',
    '%ED%A0%80',
    '-1',
    '1e999',
    '%7B%22id_token%22%3A%7B%22sub%22%3A%22%5Cu0000%22%7D%7D',
    long,
  ];
  const pages = [
    `${asked}&`,
    '/oidc/device?',
    '/oidc/session/end?',
    '/sign-in?',
    '/springboard?',
    '/callback/x?',
    '/error?',
  ];
  const { slow } = await findSlow(
    pages.flatMap((page) =>
      names.flatMap((name) =>
        values.map((value) => send(`${page}${name}=${value}`, { url: `${page}${name}=${value}` })),
      ),
    ),
  );
  expect(slow).toEqual([]);
});

function hostileCookies(): string[] {
  const contexts = [null, [], 1, { appId: {} }, { appId: '\0' }, { organizationId: {} }, { organizationId: '\0' }]
    .concat([{ organizationId: long }, { uiLocales: {} }, { uiLocales: ['de'] }] as never)
    .concat([{ uiLocales: '\0' }, { uiLocales: 'x-'.repeat(2000) }, { appId: '__proto__' }] as never)
    .map((context) => encodeURIComponent(JSON.stringify(context)));
  const values = ['%00', '%', long, '.'.repeat(3000), '~', 'a~b', '{}', '"', '\u00ff'];
  const names = [
    'language',
    'session',
    'session.sig',
    'interaction',
    'interaction.sig',
    'interactions',
    'device',
    'trusted',
  ];
  return [
    ...[...contexts, '%', '%5B'.repeat(2500)].map((value) => `postern_default_context=${value}`),
    ...names.flatMap((name) => values.map((value) => `postern_default_${name}=${value}`)),
    ...['=', ';'.repeat(7000), '='.repeat(7000), `a=b;${' '.repeat(7000)}x`, 'a=b; '.repeat(1500), '_sso_test=%00'],
  ];
}

test('no cookie is an error of the server', async () => {
  const pages = ['/unknown-session', asked, '/oidc/device', '/callback/x?state=test.x', '/api/experience/interaction'];
  const { slow } = await findSlow(
    pages.flatMap((url) =>
      hostileCookies().map((cookie) => send(`${url} with ${cookie}`, { url, headers: { ...headers, cookie } })),
    ),
  );
  expect(slow).toEqual([]);
});

test('no body or content type is an error of the server', async () => {
  const types = [
    'application/x-www-form-urlencoded',
    'application/json',
    'application/json; charset=x',
    'multipart/form-data',
    '\u00ff',
  ];
  const client = 'client_id=demo-app';
  const forms = ['a=%', `${client}&scope=openid%00`, 'xsrf=%00&user_code=%00', '__proto__=1', '\0'.repeat(100)].concat(
    [`grant_type=authorization_code&${client}&code=%00`, `grant_type=refresh_token&${client}&refresh_token=%00`],
    [`token=%00&${client}`, 'grant_type=client_credentials&client_id=%00&client_secret=%00', `request=a.b.c&${client}`],
    ['id_token_hint=a.b.c', 'logout=yes&xsrf=x', 'SAMLResponse=%00&RelayState=%00', 'state=%00&code=%00'],
  );
  const texts = [
    '',
    '{',
    '[]',
    'null',
    '1',
    '{"client_id":{}}',
    '{"client_id":["a"],"resource":[[]]}',
    '{"__proto__":{"a":1}}',
  ];
  const paths = [
    'auth',
    'token',
    'token/introspection',
    'token/revocation',
    'device',
    'device/auth',
    'request',
    'me',
  ].concat(['session/end', 'session/end/confirm', 'backchannel', 'jwks', 'x']);
  const targets = [
    ...paths.map((path) => `/oidc/${path}`),
    '/callback/%00',
    '/sign-in',
    '/api/authn/single-sign-on/saml/%00',
  ];
  const { slow } = await findSlow(
    targets.flatMap((url) =>
      types.flatMap((type) =>
        [...forms, ...texts].map((payload) =>
          send(`POST ${url} ${type} ${payload}`, {
            method: 'POST',
            url,
            payload,
            headers: { ...headers, 'content-type': type },
          }),
        ),
      ),
    ),
  );
  expect(slow).toEqual([]);
});
