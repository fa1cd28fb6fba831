import { createServer } from 'node:http';
import { sessionPolicyApi } from '@postern/contracts/experience/session-policy';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { freePort } from '#testing/flows';
import { type Browser, createBrowser } from '../../platform/testing/browser.ts';
import { openFrame } from '../session-frame.ts';
import { type Check, type Plan, passes } from './plan.ts';
import { get, postLogoutRedirectUri, type RelyingParty, random, redirectUri, type World } from './world.ts';

type Params = Record<string, string | undefined>;

async function signIn(world: World, client: RelyingParty = world.first) {
  const browser = createBrowser();
  const { answer, claims } = await world.flow({ browser, client });
  return { browser, claims, idToken: String(answer.body.id_token) };
}

const isSignedIn = async (world: World, browser: Browser) =>
  (await world.authorize({ browser, params: { prompt: 'none' } })).params?.get('error') !== 'login_required';

/** Visits the end-session endpoint as a browser does: the page submits its form by itself. */
async function signOut(world: World, browser: Browser, params: Params) {
  const given = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const url = `${world.metadata.end_session_endpoint}?${new URLSearchParams(given)}`;
  const page = await browser.request(url, { headers: { accept: 'text/html' } });
  const text = await page.text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1];
  if (!xsrf) {
    return { location: page.headers.get('location') ?? undefined, status: page.status, hasForm: false, page: text };
  }
  const done = await browser.request(`${world.metadata.end_session_endpoint}/confirm`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  const location = done.headers.get('location') ?? undefined;
  return { location, status: done.status, hasForm: true, page: await done.text() };
}

const discovery: Check = async ({ metadata, issuer }) => {
  expect(metadata.end_session_endpoint).toBe(`${issuer}/session/end`);
};

const returns =
  (state: string | undefined): Check =>
  async (world) => {
    const { browser, idToken } = await signIn(world);
    const { location } = await signOut(world, browser, {
      id_token_hint: idToken,
      post_logout_redirect_uri: postLogoutRedirectUri,
      state,
    });
    expect(location).toBe(`${postLogoutRedirectUri}${state === undefined ? '' : `?state=${state}`}`);
    expect(await isSignedIn(world, browser)).toBe(false);
  };

/** The person sees a page of the server and is never sent to the given address. */
const stays =
  (paramsOf: (idToken: string) => Params, isSignedOut: boolean): Check =>
  async (world) => {
    const { browser, idToken } = await signIn(world);
    const { location, hasForm } = await signOut(world, browser, paramsOf(idToken));
    expect(location ?? world.app.endpoint).toMatch(new RegExp(`^(${world.app.endpoint}|/)`));
    expect(hasForm).toBe(isSignedOut);
    expect(await isSignedIn(world, browser)).toBe(!isSignedOut);
  };

/** The person is asked, and nothing ends or redirects before the answer. */
const asksFirst: Check = async (world) => {
  const { browser } = await signIn(world);
  const query = new URLSearchParams({ post_logout_redirect_uri: postLogoutRedirectUri, state: random() });
  const page = await browser.request(`${world.metadata.end_session_endpoint}?${query}`, {
    headers: { accept: 'text/html' },
  });
  const text = await page.text();
  expect([page.status, text.includes('name="logout"'), text.includes('requestSubmit')]).toEqual([200, true, false]);
  expect(await isSignedIn(world, browser)).toBe(true);
};

/** Changes one character of the signature. */
const tampered = (token: string) => `${token.slice(0, -10)}${token.at(-10) === 'A' ? 'B' : 'A'}${token.slice(-9)}`;

export const rpInitiatedLogoutPlan: Plan = {
  id: 'oidcc-rp-initiated-logout-certification-test-plan',
  title: 'RP-Initiated Logout OP',
  modules: {
    'oidcc-rp-initiated-logout-discovery-endpoint-verification': passes(discovery),
    'oidcc-rp-initiated-logout': passes((world) => returns(random())(world)),
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': passes(
      stays(
        (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/', state: random() }),
        false,
      ),
    ),
    'oidcc-rp-initiated-logout-modified-id-token-hint': passes(
      stays(
        (hint) => ({ id_token_hint: tampered(hint), post_logout_redirect_uri: postLogoutRedirectUri, state: random() }),
        false,
      ),
    ),
    'oidcc-rp-initiated-logout-no-id-token-hint': passes(asksFirst),
    'oidcc-rp-initiated-logout-no-params': passes(stays(() => ({}), true)),
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': passes(
      stays((hint) => ({ id_token_hint: hint, state: random() }), true),
    ),
    'oidcc-rp-initiated-logout-no-state': passes(returns(undefined)),
    'oidcc-rp-initiated-logout-only-state': passes(stays(() => ({ state: random() }), true)),
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': passes(
      stays(
        (hint) => ({
          id_token_hint: hint,
          post_logout_redirect_uri: `${postLogoutRedirectUri}?foo=bar`,
          state: random(),
        }),
        false,
      ),
    ),
    'oidcc-rp-initiated-logout-bad-id-token-hint': passes(
      stays(
        () => ({ id_token_hint: 'not.a.token', post_logout_redirect_uri: postLogoutRedirectUri, state: random() }),
        false,
      ),
    ),
  },
};

/** A server that receives logout tokens. */
async function receiver() {
  const received: string[] = [];
  const port = await freePort();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '');
      response.end();
    });
  }).listen(port, '127.0.0.1');
  return { received, uri: `http://127.0.0.1:${port}/logout`, close: () => server.close() };
}

const backchannel: Check = async (world) => {
  const { received, uri, close } = await receiver();
  try {
    const client = await world.register({
      oidcClientMetadata: {
        redirectUris: ['https://rp.example.com/callback'],
        postLogoutRedirectUris: [postLogoutRedirectUri],
        backchannelLogoutUri: uri,
        backchannelLogoutSessionRequired: true,
      },
    });
    const { browser, claims, idToken } = await signIn(world, client);
    const { location } = await signOut(world, browser, {
      id_token_hint: idToken,
      post_logout_redirect_uri: postLogoutRedirectUri,
    });
    expect(location).toBe(postLogoutRedirectUri);
    await expect.poll(() => received.length).toBe(1);
    const [token = ''] = received;
    const keys = createRemoteJWKSet(new URL(world.metadata.jwks_uri));
    const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer: world.issuer, audience: client.id });
    expect(protectedHeader.typ).toBe('logout+jwt');
    expect(payload).toMatchObject({ sub: claims.sub, sid: claims.sid, jti: expect.any(String) });
    expect(payload.exp).toBeGreaterThan(payload.iat ?? Number.POSITIVE_INFINITY);
    expect(payload.events).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
    expect(decodeJwt(token)).not.toHaveProperty('nonce');
    expect(await isSignedIn(world, browser)).toBe(false);
  } finally {
    close();
  }
};

export const backchannelLogoutPlan: Plan = {
  id: 'oidcc-backchannel-rp-initiated-logout-certification-test-plan',
  title: 'Back-Channel Logout OP',
  modules: {
    'oidcc-backchannel-logout-discovery-endpoint-verification': passes(async ({ metadata }) => {
      expect(metadata.backchannel_logout_supported).toBe(true);
      expect(metadata.backchannel_logout_session_supported).toBe(true);
    }),
    'oidcc-backchannel-rp-initiated-logout': passes(backchannel),
  },
};

/** Turns the setting of the tenant on for one check. The wire of Logto has no `session_state`. */
const offering =
  (check: Check): Check =>
  async (world) => {
    const save = (offersSessionChecks: boolean) =>
      world.app.call(sessionPolicyApi.save, {
        token: world.token,
        body: { maxMinutes: null, idleMinutes: null, maxSessions: null, offersSessionChecks },
      });
    expect((await save(true)).status).toBe(200);
    try {
      await check(world);
    } finally {
      await save(false);
    }
  };

const readFrame = async ({ issuer, metadata }: World) => {
  const { body } = await get(`${issuer}/.well-known/openid-configuration`);
  expect(body.check_session_iframe).toBe(`${issuer}/session/check`);
  expect(metadata).not.toHaveProperty('check_session_iframe');
  const { status, body: page } = await get(String(body.check_session_iframe));
  expect(status).toBe(200);
  return String(page.text);
};

const session: Check = async (world) => {
  const html = await readFrame(world);
  const browser = createBrowser();
  const { params } = await world.authorize({ browser });
  const state = params?.get('session_state') ?? '';
  expect(state).toMatch(/^[^ ]+$/);
  const check = async () => {
    const cookies = browser.cookies.get(new URL(world.issuer).host) ?? [];
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    return (await openFrame(html, cookie)(`${world.first.id} ${state}`, new URL(redirectUri).origin))?.text;
  };
  expect(await check()).toBe('unchanged');
  const tokens = await world.redeem(params?.get('code') ?? '');
  await signOut(world, browser, { id_token_hint: String(tokens.body.id_token) });
  expect(await check()).toBe('changed');
};

const setting = 'with the setting **Let applications check the session in a frame** of the tenant';

const frontchannel: Check = async (world) => {
  const client = await world.register({
    oidcClientMetadata: {
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [postLogoutRedirectUri],
      frontchannelLogoutUri: 'https://rp.example.com/frontchannel',
      frontchannelLogoutSessionRequired: true,
    },
  });
  const { browser, claims, idToken } = await signIn(world, client);
  expect(claims.sid).toEqual(expect.any(String));
  const { page } = await signOut(world, browser, {
    id_token_hint: idToken,
    post_logout_redirect_uri: postLogoutRedirectUri,
  });
  const [, src = ''] = /<iframe[^>]* src="([^"]*)"/.exec(page) ?? [];
  const frame = new URL(src.replaceAll('&#38;', '&'));
  expect(frame.origin + frame.pathname).toBe('https://rp.example.com/frontchannel');
  expect([frame.searchParams.get('iss'), frame.searchParams.get('sid')]).toEqual([world.issuer, claims.sid]);
  expect(page).toContain(`href="${postLogoutRedirectUri}"`);
  expect(await isSignedIn(world, browser)).toBe(false);
};

export const frontchannelLogoutPlan: Plan = {
  id: 'oidcc-frontchannel-rp-initiated-logout-certification-test-plan',
  title: 'Front-Channel Logout OP',
  modules: {
    'oidcc-frontchannel-logout-discovery-endpoint-verification': passes(async ({ metadata }) => {
      expect(metadata.frontchannel_logout_supported).toBe(true);
      expect(metadata.frontchannel_logout_session_supported).toBe(true);
    }),
    'oidcc-frontchannel-rp-initiated-logout': passes(frontchannel),
  },
};

export const sessionManagementPlan: Plan = {
  id: 'oidcc-session-management-certification-test-plan',
  title: 'Session Management OP',
  modules: {
    'oidcc-session-management-discovery-endpoint-verification': passes(
      offering(async (world) => void (await readFrame(world))),
      setting,
    ),
    'oidcc-session-management-rp-initiated-logout': passes(offering(session), setting),
  },
};
