import { createServer, type Server } from 'node:http';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize, freePort, type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../../platform/testing/browser.ts';

const redirectUri = 'http://localhost:9/callback';
const person = { username: 'leaver', password: 'signs out again soon' };

let app: ListeningApp;
let token: string;
let receiver: Server;
let receiverUrl: string;
const received: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  receiverUrl = `http://127.0.0.1:${port}/logout`;
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push(new URLSearchParams(body).get('logout_token') ?? '');
      response.end();
    });
  }).listen(port, '127.0.0.1');
});
afterAll(async () => {
  await app.close();
  receiver.close();
});

async function createClient(backchannelLogoutUri: string) {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Relying party',
      type: 'Traditional',
      oidcClientMetadata: {
        redirectUris: [redirectUri],
        postLogoutRedirectUris: [],
        backchannelLogoutUri,
        backchannelLogoutSessionRequired: true,
      },
    },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: body.id } });
  return { clientId: body.id, clientSecret: secrets[0]?.value };
}

/** Signs in and out like a browser: the page submits its form by itself. */
async function signInAndOut(relyingParty: { clientId: string; clientSecret?: string }) {
  const { config, tokens, browser } = await authorize({
    issuer: `${app.endpoint}/oidc`,
    redirectUri,
    person,
    ...relyingParty,
  });
  const url = client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' });
  const page = await (await browser.request(url.href, { headers: { accept: 'text/html' } })).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await browser.request(`${app.endpoint}/oidc/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  return { config, tokens, browser };
}

async function start(environment: Record<string, string>) {
  await app?.close();
  app = await listeningApp(environment);
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: person });
}

test('back-channel logout notifies the application of the ended session', async () => {
  await start({ ALLOW_PRIVATE_EGRESS: 'true' });
  const relyingParty = await createClient(receiverUrl);
  const { tokens, browser } = await signInAndOut(relyingParty);
  await expect.poll(() => received.length).toBe(1);
  const claims = decodeJwt(received[0] ?? '');
  expect(claims).toMatchObject({ aud: relyingParty.clientId, sub: tokens.claims()?.sub, sid: tokens.claims()?.sid });
  expect(claims.events).toHaveProperty(['http://schemas.openid.net/event/backchannel-logout']);
  // The session has ended: the next request requires a sign-in.
  const query = new URLSearchParams({
    client_id: relyingParty.clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
  });
  expect(await browser.follow(`${app.endpoint}/oidc/auth?${query}`, [`${app.endpoint}/sign-in`])).toContain('/sign-in');
});

test('a user who is suspended or deleted is signed out of applications by back-channel logout', async () => {
  const relyingParty = await createClient(receiverUrl);
  const signIn = (party: typeof relyingParty) =>
    authorize({ issuer: `${app.endpoint}/oidc`, redirectUri, person, ...party });
  const endings: [string, (userId: string) => Promise<{ status: number }>][] = [
    [
      'suspended',
      (userId) => app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } }),
    ],
    ['deleted', (userId) => app.call(usersApi.remove, { token, params: { userId } })],
  ];
  for (const [name, end] of endings) {
    const before = received.length;
    const { tokens } = await signIn(relyingParty);
    const userId = tokens.claims()?.sub ?? '';
    expect([name, Math.floor((await end(userId)).status / 100)]).toEqual([name, 2]);
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(before + 1);
    const claims = decodeJwt(received.at(-1) ?? '');
    expect(claims).toMatchObject({ aud: relyingParty.clientId, sub: userId, sid: tokens.claims()?.sid });
    await app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: false } });
  }
});

test('does not call a private back-channel address unless the operator allows it (attack 23)', async () => {
  await start({});
  const before = received.length;
  for (const address of [receiverUrl, receiverUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
    const relyingParty = await createClient('https://rp.example/logout');
    // Not through the API, which rejects it on save: simulates an older release, or a hostname whose address has
    // changed.
    const metadata = JSON.stringify({
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [],
      backchannelLogoutUri: address,
    });
    await app.write('default', (db) =>
      db
        .updateTable('applications')
        .set({ oidc_client_metadata: metadata })
        .where('id', '=', relyingParty.clientId)
        .execute(),
    );
    await signInAndOut(relyingParty);
  }
  expect(received.length).toBe(before);
});

test('a pushed authorization request works like one in the URL', async () => {
  const relyingParty = await createClient('https://rp.example/logout');
  const config = await client.discovery(
    new URL(`${app.endpoint}/oidc`),
    relyingParty.clientId,
    relyingParty.clientSecret,
    undefined,
    {
      execute: [client.allowInsecureRequests],
    },
  );
  const verifier = client.randomPKCECodeVerifier();
  const url = await client.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  expect(url.searchParams.get('redirect_uri')).toBeNull();
  const browser = createBrowser();
  await browser.follow(url.href, [`${app.endpoint}/sign-in`]);
  const callback = await browser.follow(await signInByPassword(browser, app.endpoint, person), [redirectUri]);
  const tokens = await client.authorizationCodeGrant(config, new URL(callback), { pkceCodeVerifier: verifier });
  expect(tokens.claims()).toMatchObject({ aud: relyingParty.clientId });
});

test('an application may introspect and revoke only its own tokens', async () => {
  const [one, two] = [await createClient('https://rp.example/logout'), await createClient('https://rp.example/logout')];
  const { config, tokens } = await authorize({ issuer: `${app.endpoint}/oidc`, redirectUri, person, ...one });
  const other = await client.discovery(new URL(`${app.endpoint}/oidc`), two.clientId, two.clientSecret, undefined, {
    execute: [client.allowInsecureRequests],
  });
  expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({
    active: true,
    client_id: one.clientId,
  });
  expect(await client.tokenIntrospection(other, tokens.access_token)).toEqual({ active: false });
  await client.tokenRevocation(other, tokens.refresh_token ?? '').catch(() => undefined);
  expect(await client.tokenIntrospection(config, tokens.refresh_token ?? '')).toMatchObject({ active: true });
  await client.tokenRevocation(config, tokens.refresh_token ?? '');
  expect(await client.tokenIntrospection(config, tokens.refresh_token ?? '')).toEqual({ active: false });
});
