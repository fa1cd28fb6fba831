import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSecretOf } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { type Browser, createBrowser } from '../../../../platform/testing/browser.ts';

const person = { username: 'leaver', password: 'signs out again soon' };
const origin = 'https://rp.example.com';

let app: ListeningApp;
let token: string;
let issuer: string;

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  issuer = `${app.endpoint}/oidc`;
  await app.call(usersApi.create, { token, body: person });
});
afterAll(() => app.close());

const settings = (front: object, redirectUri = `${origin}/callback`) => ({
  oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [`${origin}/bye`], ...front },
});

async function register(front: object, redirectUri?: string) {
  const body = { name: 'Shop', type: 'Traditional' as const, ...settings(front, redirectUri) };
  const { body: application } = await app.call(applicationsApi.create, { token, body });
  return { clientId: application.id, clientSecret: await defaultSecretOf(app, token, application.id) };
}
type Party = Awaited<ReturnType<typeof register>>;

const signIn = (party: Party, browser: Browser, redirectUri = `${origin}/callback`) =>
  authorize({ issuer, redirectUri, person, browser, ...party });

/** Confirms the sign-out as the page does; returns what the browser gets. */
async function signOut({ config, tokens, browser }: Awaited<ReturnType<typeof signIn>>) {
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${origin}/bye`,
    state: 'a&b',
  });
  const page = await (await browser.request(url.href, { headers: { accept: 'text/html' } })).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const done = await browser.request(`${issuer}/session/end/confirm`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  const text = await done.text();
  const read = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, one = '']) => one.replaceAll('&#38;', '&'));
  return {
    status: done.status,
    location: done.headers.get('location'),
    policy: done.headers.get('content-security-policy') ?? '',
    frames: read(/<iframe[^>]* src="([^"]*)"/g),
    target: read(/id="next" href="([^"]*)"/g),
  };
}

test('a sign-out opens the address of each application in a frame, then returns', async () => {
  const plain = await register({ frontchannelLogoutUri: `${origin}/front?kept=1` });
  const other = 'https://other.example.com';
  const withSession = await register(
    { frontchannelLogoutUri: `${other}/front?kept=1`, frontchannelLogoutSessionRequired: true },
    `${other}/callback`,
  );
  const browser = createBrowser();
  const first = await signIn(plain, browser);
  const second = await signIn(withSession, browser, `${other}/callback`);
  expect([first.tokens.claims()?.sid, second.tokens.claims()?.sid]).toEqual([undefined, expect.any(String)]);
  const { status, frames, target, policy, location } = await signOut(first);
  const query = new URLSearchParams({ kept: '1', iss: issuer, sid: String(second.tokens.claims()?.sid) });
  expect([status, location]).toEqual([200, null]);
  expect(frames.toSorted()).toEqual([`${other}/front?${query}`, `${origin}/front?kept=1`]);
  expect(target).toEqual([`${origin}/bye?state=a%26b`]);
  const [, framed = ''] = /frame-src ([^;]*)/.exec(policy) ?? [];
  expect(framed.split(' ').toSorted()).toEqual([other, origin]);
  expect(policy).toContain("frame-ancestors 'none'");
  const silent = `${issuer}/auth?${new URLSearchParams({ client_id: plain.clientId, redirect_uri: `${origin}/callback`, response_type: 'code', scope: 'openid', prompt: 'none' })}`;
  expect(await browser.follow(silent, [origin])).toContain('error=login_required');
});

test('without such an address the browser returns at once', async () => {
  const party = await register({});
  const { status, location, frames } = await signOut(await signIn(party, createBrowser()));
  expect([status, location, frames]).toEqual([303, `${origin}/bye?state=a%26b`, []]);
});

test('only pages on an origin of the application can be opened', async () => {
  const { clientId: id } = await register({});
  for (const frontchannelLogoutUri of [
    'https://victim.example/sign-out',
    'http://rp.example.com/front',
    `${origin}:8443/front`,
    'https://evil.rp.example.com/front',
  ]) {
    const body = settings({ frontchannelLogoutUri });
    const refused = {
      status: 400,
      body: { code: 'guard.invalid_input', details: expect.stringContaining('one of the redirect URIs') },
    };
    expect(await app.call(applicationsApi.update, { token, params: { id }, body })).toMatchObject(refused);
    const made = await app.call(applicationsApi.create, { token, body: { name: 'x', type: 'SPA', ...body } });
    expect(made).toMatchObject(refused);
  }
  const script = settings({ frontchannelLogoutUri: 'javascript:alert(1)' });
  expect((await app.call(applicationsApi.update, { token, params: { id }, body: script })).status).toBe(400);
});

test('discovery names it', async () => {
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(metadata).toMatchObject({ frontchannel_logout_supported: true, frontchannel_logout_session_supported: true });
});
