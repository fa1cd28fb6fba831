import { createHash } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, createBrowser } from '#platform/testing/browser';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';

const ada = { username: 'ada', password: 'correct horse battery' };
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const preview = 'https://pr-1.example.com/callback';
const [pattern, bye] = ['https://pr-*.example.com/callback', 'https://pr-*.example.com/bye'];

let app: ListeningApp;
let token: string;
let browser: Browser;
let spa: string;
let native: string;

const create = async (type: 'SPA' | 'Native', redirectUris: string[]) => {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Previews',
      type,
      oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [bye, 'my.app:/bye'] },
    },
  });
  return body.id;
};
const issuer = () => `${app.endpoint}/oidc`;
const request = (id: string, uri: string | undefined) =>
  new URLSearchParams({
    client_id: id,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(uri === undefined ? {} : { redirect_uri: uri }),
  });

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
  spa = await create('SPA', [pattern]);
  native = await create('Native', ['http://localhost:3000/callback', 'http://127.0.0.1/*']);
  browser = createBrowser();
  await browser.follow(`${issuer()}/auth?${request(spa, preview)}`, [`${app.endpoint}/sign-in`]);
  await browser.follow(await signInByPassword(browser, app.endpoint, ada), [preview]);
});
afterAll(() => app.close());

/** Where the signed-in browser is sent. */
async function land(id: string, uri: string | undefined): Promise<string> {
  const { headers } = await browser.request(`${issuer()}/auth?${request(id, uri)}`, {
    headers: { accept: 'text/html' },
  });
  return headers.get('location') ?? '';
}

test('a code for an address that fits gives tokens, only with that address', async () => {
  const code = async () => new URL(await land(spa, preview)).searchParams.get('code') ?? '';
  const redeem = async (uri: string) => {
    const form = { grant_type: 'authorization_code', client_id: spa, code: await code(), code_verifier: verifier };
    const answer = await fetch(`${issuer()}/token`, {
      method: 'POST',
      headers: { origin: 'https://pr-1.example.com' },
      body: new URLSearchParams({ ...form, redirect_uri: uri }),
    });
    return [answer.status, answer.headers.get('access-control-allow-origin')];
  };
  expect(await redeem(preview)).toEqual([200, 'https://pr-1.example.com']);
  expect((await redeem('https://pr-2.example.com/callback'))[0]).toBe(400);
  expect((await redeem(pattern))[0]).toBe(400);
});

test.each([
  pattern,
  undefined,
  'https://pr-.example.com/callback',
  'https://pr-1.evil.example.com/callback',
  'https://pr-1.example.com.evil.test/callback',
  'https://evil.test\\.example.com/callback',
  'https://pr-1.example.com@evil.test/callback',
  'https://pr-1.example.com:8443/callback',
  'https://pr-1.example.com/x/../callback',
])('nothing is sent to %s', async (uri) => {
  expect(await land(spa, uri)).toMatch(/oidc\.invalid_re/);
});

test('native applications listen on any port of this computer', async () => {
  expect(await land(native, 'http://localhost:49152/callback')).not.toContain('invalid');
  expect(await land(native, 'http://127.0.0.1:49152/x')).not.toContain('invalid');
  expect(await land(native, 'http://localhost:49152/x')).toContain('oidc.invalid_redirect_uri');
});

test('people return after sign-out to addresses that fit', async () => {
  const status = async (uri: string) => {
    const query = new URLSearchParams({ client_id: spa, post_logout_redirect_uri: uri });
    return (await browser.request(`${issuer()}/session/end?${query}`)).status;
  };
  expect(await status('https://pr-1.example.com/bye')).toBe(200);
  expect(await status('my.app:/bye')).toBe(200);
  for (const uri of [bye, 'https://pr-1.example.com/other', 'https://pr-1.evil.test/bye', 'my.app:/other']) {
    expect(await status(uri), uri).toBeGreaterThanOrEqual(300);
  }
});
