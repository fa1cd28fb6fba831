import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeSettings } from '#testing/sign-in';
import { connectSso } from '#testing/sso';
import { metadataOf, signingKey } from '#testing/saml';
import { findSlow, type Prepared } from '#testing/find-slow';
import { type TestApp, testApp } from '#testing/test-app';

vi.setConfig({ testTimeout: 600_000 });

let app: TestApp;
let samlId: string;
beforeAll(async () => {
  app = await testApp();
  const token = await app.managementToken();
  const metadata = metadataOf({ entityId: 'https://idp.example/saml', signInEndpoint: 'https://idp.example/sso', key: signingKey() });
  samlId = (await connectSso(app, token, { providerName: 'SAML', config: { metadata } })).id;
  await changeSettings(app, { singleSignOnEnabled: true });
});
afterAll(() => app.close());

const long = 'a'.repeat(7000);
const segments = ['%00', '%', '%ff', '%2e%2e%2f', '..%5c..', '%F0%9F%98%80', '__proto__', 'constructor', long, "'", '%0d%0aset-cookie:x=y', '%E2%80%AE', '\\', '%2f%2fevil.example', ';x=y'];
const places = [
  '/callback/', '/sign-in/', '/register/', '/consent/', '/direct/sso/', '/direct/social/', '/direct/', '/social/landing/', '/social/', '/springboard/', '/one-time-token/', '/magic-link/', '/undo-change/', '/not-me/', '/error/', '/account/', '/account/x/', '/invitation/', '/sso-setup/', '/sso-test/', '/demo-app/', '/assets/experience/', '/console/', '/docs/', '/.well-known/', '/.well-known/acme-challenge/', '/api/authn/single-sign-on/saml/', '/oidc/', '/oidc/auth/', '/oidc/device/', '/oidc/device/auth/', '/oidc/session/end/', '/user-assets/', '/scim/v2/', '/api/saml/', '/saml/', '/api/.well-known/', '/',
];
const pages = ['/', '/sign-in', '/register', '/consent', '/springboard', '/switch-account', '/one-time-token', '/magic-link', '/undo-change', '/not-me', '/error', '/unknown-session', '/account', '/account/callback', '/invitation/x', '/sso-test/x', '/demo-app', '/callback/x', `/callback/SAML`, '/social/landing/x', '/direct/sso/x', '/oidc/auth', '/oidc/device', '/oidc/session/end', '/oidc/session/end/success', '/oidc/me', '/oidc/jwks', '/oidc/.well-known/openid-configuration', '/.well-known/webauthn', '/.well-known/openid-configuration', '/robots.txt', '/favicon.ico'];
const names = ['state', 'app_id', 'organization_id', 'login_hint', 'ui_locales', 'interaction', 'i', 'preview', 'code', 'fallback', 'one_time_token', 'token', 'user_code', 'redirect', 'to', 'url', 'id', 'email', 'identifier', 'connectorId', 'client_id', 'redirect_uri', 'scope', 'prompt', 'request', 'request_uri', 'claims', 'resource', 'acr_values', 'max_age', 'id_token_hint', 'post_logout_redirect_uri', 'logout_hint', 'direct_sign_in', 'first_screen', 'response_mode', 'response_type', 'display', 'extra', 'google_one_tap_credential'];
const values = ['%00', 'a&%1$s=b', '%ff%fe', 'test.%00', '[object%20Object]', '%7B%22a%22%3A%7B%7D%7D', '-1', '1e999', '%F0%9F%98%80', '%ED%A0%80', long.slice(0, 3000)];

const odd = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const cookies = () => {
  const context = 'postern_default_context';
  const objects = [null, [], 'x', 1, { appId: {} }, { appId: 1 }, { appId: '\0' }, { appId: 'demo-app', organizationId: {} }, { organizationId: '\0' }, { organizationId: [] }, { organizationId: 1 }, { organizationId: 'x'.repeat(3000) }, { uiLocales: {} }, { uiLocales: 1 }, { uiLocales: ['de'] }, { uiLocales: '\0' }, { uiLocales: `${'de '.repeat(1500)}` }, { uiLocales: 'x-'.repeat(2000) }, { appId: '__proto__', organizationId: '__proto__', uiLocales: '__proto__' }, { __proto__: null, constructor: 1 }];
  const other = ['_language', '_session', '_session.sig', '_interaction', '_interaction.sig', '_interactions', '_device', '_trusted', '_state', '_resume'].flatMap((name) =>
    ['%00', '%', 'x'.repeat(4000), '.'.repeat(3000), '~', '~~', 'a~b', '{}', '"', '\u00ff'].map((value) => `postern_default${name}=${value}`),
  );
  return [
    ...objects.map((one) => `${context}=${odd(one)}`),
    `${context}=%`, `${context}=${'%5B'.repeat(2500)}`, '=', ';;;;', '='.repeat(5000), ';'.repeat(7000), '; '.repeat(3500), `a=b;${' '.repeat(7000)}x`, `${'a=b; '.repeat(1500)}`,
    '_sso_test=%00', 'language=%00', ...other,
  ];
};

const headers = { host: 'core.test', accept: 'text/html' };
const one = (name: string, options: object): Prepared => [
  name,
  async () => () => app.core.inject({ method: 'GET', headers, ...options } as never) as never,
];

async function probe(list: Prepared[]) {
  const { slow, count } = await findSlow(list);
  console.log(count, slow.join('\n'));
  return slow;
}

test('paths', async () => {
  expect(await probe(places.filter((p) => p !== '/').flatMap((place) => segments.flatMap((segment) => [one(`${place}${segment.slice(0, 20)}`, { url: `${place}${segment}` }), ...(place.includes('saml') ? [one(`${place}${segment.slice(0, 20)}/metadata`, { url: `${place}${segment}/metadata` })] : []), ...(place === '/callback/' ? [one(`${place}${segment.slice(0, 20)}?state=test.`, { url: `${place}${segment}?state=test.a` })] : [])])))).toEqual([]);
});
test('queries', async () => {
  expect(await probe(pages.flatMap((page) => names.flatMap((name) => values.map((value) => one(`${page}?${name}=${value.slice(0, 30)}`, { url: `${page}?${name}=${value.replace('%1$s', name)}` })))))).toEqual([]);
});
test('cookies', async () => {
  expect(await probe(['/sign-in', '/unknown-session', '/account', '/consent', '/oidc/auth?client_id=demo-app&response_type=code&scope=openid&redirect_uri=http://core.test/demo-app&code_challenge=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&code_challenge_method=S256', '/oidc/device', '/oidc/session/end', '/callback/x?state=test.x', '/api/experience/interaction', '/api/interaction/consent', '/api/.well-known/sign-in-exp'].flatMap((page) => cookies().map((cookie) => one(`${page.slice(0, 20)} cookie ${cookie.slice(0, 70)}`, { url: page, headers: { ...headers, cookie, origin: 'http://core.test' } }))))).toEqual([]);
});
test('headers', async () => {
  const list: Prepared[] = [];
  for (const page of ['/sign-in', '/unknown-session', '/account', '/oidc/device', '/oidc/auth?client_id=x', '/oidc/session/end', '/undo-change']) {
    for (const [name, value] of Object.entries({
      'accept-language': ['de;q=x', `${'de,'.repeat(2500)}`, 'de-'.repeat(2500), '*', '\u00ff', ';', 'x'.repeat(7000), `${'a;q=0.1,'.repeat(900)}`],
      accept: ['', '*/*', 'x'.repeat(7000), `${'text/html,'.repeat(700)}`, 'application/json', 'text/html;q=x'],
      host: ['', 'evil', 'core.test:99999', 'core.test.', '[::1', 'CORE.TEST', 'core.test@evil', 'a b', 'x'.repeat(3000), '*.core.test', 'xn--', '%00'],
      'x-forwarded-host': ['evil', ',', '\u00ff'],
      'x-forwarded-proto': ['x', 'javascript'],
      'user-agent': ['x'.repeat(7000), '(', '('.repeat(3000)],
      'if-none-match': ['"', 'W/"x"', `${'"x",'.repeat(1500)}`],
      'sec-fetch-site': ['x'], 'x-postern-interaction': ['\u00ff', 'x'.repeat(3000)], authorization: ['Bearer', 'Bearer ', 'DPoP x', `Bearer ${'a.'.repeat(3000)}`, 'Basic \u00ff', 'Basic %%%', `Basic ${btoa('a')}`, `Basic ${btoa('%:%')}`, `Basic ${btoa('\0:\0')}`],
      'content-type': ['\u00ff', 'application/json', 'multipart/form-data', 'x/'.repeat(2000)],
      range: ['bytes=0-', 'bytes=-1', 'x'], 'content-length': ['5'],
    })) {
      for (const v of value) list.push(one(`${page} ${name}: ${v.slice(0, 30)}`, { url: page, headers: { ...headers, [name]: v } }));
    }
  }
  expect(await probe(list)).toEqual([]);
});
test('bodies', async () => {
  const types = ['', 'application/x-www-form-urlencoded', 'application/json', 'application/x-www-form-urlencoded; charset=utf-16', 'application/json; charset=x', 'text/plain', 'multipart/form-data; boundary=x', 'multipart/form-data', 'application/xml', 'application/x-www-form-urlencoded;', 'application/jwt', '\u00ff'];
  const bodies = ['', '{', '[]', 'null', '1', '"x"', '{"a":{}}', '{"client_id":{}}', '{"client_id":["a","b"],"resource":[[]]}', 'a=%', 'client_id=%00&scope=%00', 'client_id=demo-app&scope=openid%00', 'xsrf=%00&user_code=%00', '__proto__=1', '{"__proto__":{"a":1}}', 'grant_type=%00', 'grant_type=authorization_code&client_id=demo-app&code=%00', 'grant_type=refresh_token&client_id=demo-app&refresh_token=%00', 'token=%00&client_id=demo-app', 'grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=demo-app&device_code=%00', 'grant_type=client_credentials&client_id=%00&client_secret=%00', 'request=a.b.c&client_id=demo-app', 'request_uri=urn:ietf:params:oauth:request_uri:%00&client_id=demo-app', 'id_token_hint=a.b.c', 'logout_token=a.b.c', 'logout=yes&xsrf=x', 'SAMLResponse=%00&RelayState=%00', 'SAMLRequest=x', 'state=%00&code=%00', '\u0000'.repeat(100), 'g_csrf_token=%00&credential=%00'];
  const targets = ['/oidc/auth', '/oidc/token', '/oidc/token/introspection', '/oidc/token/revocation', '/oidc/device', '/oidc/device/auth', '/oidc/request', '/oidc/session/end', '/oidc/session/end/confirm', '/oidc/me', '/oidc/backchannel', '/oidc/reg', '/oidc/jwks', '/oidc/x', '/callback/x', '/callback/%00', '/sign-in', '/consent', '/', `/api/authn/single-sign-on/saml/${samlId}`, '/api/authn/single-sign-on/saml/%00', '/account', '/undo-change'];
  const list: Prepared[] = [];
  for (const url of targets) for (const type of types) for (const payload of bodies) {
    if (type !== '' || bodies.indexOf(payload) < 4) list.push(one(`POST ${url} ${type} ${payload.slice(0, 40)}`, { method: 'POST', url, payload, headers: { ...headers, ...(type ? { 'content-type': type } : {}) } }));
  }
  for (const url of targets) for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND']) list.push(one(`${method} ${url}`, { method, url }));
  expect(await probe(list)).toEqual([]);
});
