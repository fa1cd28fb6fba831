import { createHash } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { usersApi } from '@postern/contracts/people/users';
import { deviceCodeGrant, managementApiIndicator } from '@postern/contracts/wire';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, redirectUri } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { type Browser, createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
let userId: string;
const ada = { username: 'ada', password: 'correct horse battery' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  userId = (await app.call(usersApi.create, { token, body: ada })).body.id;
});
afterAll(() => app.close());

const issuer = () => `${app.endpoint}/oidc`;

describe('pushed authorization requests', () => {
  test('accepts a pushed request and rejects others if the application requires it', async () => {
    const web = await createClient(app, token, {
      type: 'Traditional',
      customClientMetadata: { isPushedRequestRequired: true },
    });
    const parameters = { redirect_uri: redirectUri, scope: 'openid' };
    const plain = await fetch(client.buildAuthorizationUrl(web.config, parameters), { redirect: 'manual' });
    expect(plain.headers.get('location')).toContain('error=invalid_request');
    const pushed = await client.buildAuthorizationUrlWithPAR(web.config, parameters);
    expect([...pushed.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const browser = createBrowser();
    await browser.follow(pushed.href, [`${app.endpoint}/sign-in`]);
    const callback = await browser.follow(await signInByPassword(browser, app.endpoint, ada), [redirectUri]);
    const tokens = await client.authorizationCodeGrant(web.config, new URL(callback), { idTokenExpected: true });
    expect(tokens.claims()?.sub).toBe(userId);
    // The reference is valid for one request only.
    const again = await createBrowser().request(pushed.href, { headers: { accept: 'text/html' } });
    expect(again.headers.get('location')).not.toContain('/sign-in');
  });
});

describe('DPoP', () => {
  const keyPair = () => client.randomDPoPKeyPair('ES256');

  test('binds tokens to the key of the client at the token endpoint, at userinfo and on refresh', async () => {
    const spa = await createClient(app, token, { type: 'SPA', customClientMetadata: { isDpopRequired: true } });
    const handle = client.getDPoPHandle(spa.config, await keyPair());
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(spa.config, {
      redirect_uri: redirectUri,
      scope: 'openid offline_access',
      prompt: 'consent',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const browser = createBrowser();
    await browser.follow(url.href, [`${app.endpoint}/sign-in`]);
    const callback = new URL(await browser.follow(await signInByPassword(browser, app.endpoint, ada), [redirectUri]));
    const checks = { pkceCodeVerifier: verifier };
    await expect(client.authorizationCodeGrant(spa.config, callback, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const tokens = await client.authorizationCodeGrant(spa.config, callback, checks, undefined, { DPoP: handle });
    expect(tokens.token_type).toBe('dpop');
    await client.fetchUserInfo(spa.config, tokens.access_token, userId, { DPoP: handle });
    await expect(client.fetchUserInfo(spa.config, tokens.access_token, userId)).rejects.toThrow();
    const thief = client.getDPoPHandle(spa.config, await keyPair());
    await expect(
      client.refreshTokenGrant(spa.config, tokens.refresh_token ?? '', undefined, { DPoP: thief }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
    const next = await client.refreshTokenGrant(spa.config, tokens.refresh_token ?? '', undefined, { DPoP: handle });
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
  });

  test('the management API accepts a bound token only with a proof of its key, for this request, once', async () => {
    const machine = await createClient(app, token, {
      type: 'MachineToMachine',
      customClientMetadata: { isDpopRequired: true },
    });
    await app.call(applicationsApi.update, { token, params: { id: machine.id }, body: { isAdmin: true } });
    const keys = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(keys.publicKey);
    const prove = (claims: Record<string, unknown>, by = keys.privateKey, publicKey = jwk) =>
      new SignJWT({ jti: crypto.randomUUID(), ...claims })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicKey })
        .setIssuedAt()
        .sign(by);
    const asked = await fetch(`${issuer()}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${machine.id}:${machine.secret}`)}`,
        dpop: await prove({ htm: 'POST', htu: `${issuer()}/token` }),
      },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: managementApiIndicator('default'),
        scope: 'all',
      }),
    });
    const { access_token: bound } = (await asked.json()) as { access_token: string };
    expect(decodeJwt(bound).cnf).toHaveProperty('jkt');

    const url = `${app.endpoint}/api/users`;
    const ath = createHash('sha256').update(bound).digest('base64url');
    const status = async (scheme: string, proof?: string) =>
      (
        await fetch(`${url}?page=1`, {
          headers: { authorization: `${scheme} ${bound}`, ...(proof ? { dpop: proof } : {}) },
        })
      ).status;
    const right = { htm: 'GET', htu: url, ath };
    const proof = await prove(right);
    expect(await status('Bearer')).toBe(401);
    expect(await status('DPoP')).toBe(401);
    expect(await status('Bearer', proof)).toBe(401);
    expect(await status('DPoP', proof)).toBe(200);
    expect(await status('DPoP', proof)).toBe(401);
    const other = await generateKeyPair('ES256', { extractable: true });
    for (const wrong of [
      prove({ ...right, htm: 'POST' }),
      prove({ ...right, htu: `${app.endpoint}/api/roles` }),
      prove({ ...right, htu: 'https://evil.example/api/users' }),
      prove({ ...right, ath: 'x'.repeat(43) }),
      prove({ htm: 'GET', htu: url }),
      prove(right, other.privateKey, await exportJWK(other.publicKey)),
      prove(right, other.privateKey, jwk),
      prove({ ...right, iat: 1 }).then(() => 'not a jwt'),
    ]) {
      expect(await status('DPoP', await wrong)).toBe(401);
    }
    // A proof for an unbound token protects nothing.
    const plain = await fetch(url, {
      headers: {
        authorization: `DPoP ${token}`,
        dpop: await prove({ ...right, ath: createHash('sha256').update(token).digest('base64url') }),
      },
    });
    expect(plain.status).toBe(401);
  });

  test('accepts one of twenty concurrent requests with the same proof', async () => {
    const machine = await createClient(app, token, { type: 'MachineToMachine' });
    const keys = await generateKeyPair('ES256', { extractable: true });
    const proof = await new SignJWT({ jti: 'once', htm: 'POST', htu: `${issuer()}/token` })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: await exportJWK(keys.publicKey) })
      .setIssuedAt()
      .sign(keys.privateKey);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${issuer()}/token`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${machine.id}:${machine.secret}`)}`, dpop: proof },
          body: new URLSearchParams({ grant_type: 'client_credentials', resource: managementApiIndicator('default') }),
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });
});

describe('device flow', () => {
  const setUp = (customClientMetadata = { isDeviceFlowEnabled: true }) =>
    createClient(app, token, { type: 'Native', customClientMetadata });

  async function open(browser: Browser, url = `${issuer()}/device`) {
    const page = await (await browser.request(url, { headers: { accept: 'text/html' } })).text();
    return { page, xsrf: /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '' };
  }

  const send = (browser: Browser, fields: Record<string, string>) =>
    browser.request(`${issuer()}/device`, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams(fields),
    });

  /** Enters the code, confirms it, and signs in. */
  async function approve(browser: Browser, userCode: string, person = ada) {
    const { xsrf } = await open(browser);
    const confirm = await (await send(browser, { xsrf, user_code: userCode })).text();
    const again = /name="xsrf" value="([^"]+)"/.exec(confirm)?.[1] ?? xsrf;
    const answer = await send(browser, { xsrf: again, user_code: userCode, confirm: 'yes' });
    if (answer.status !== 303) {
      return { confirm, done: await answer.text() };
    }
    await browser.follow(new URL(answer.headers.get('location') ?? '', app.endpoint).href, [`${app.endpoint}/sign-in`]);
    const resumed = await browser.request(await signInByPassword(browser, app.endpoint, person), {
      headers: { accept: 'text/html' },
    });
    return { confirm, done: await resumed.text() };
  }

  const poll = async (id: string, deviceCode: string, more: Record<string, string> = {}) => {
    const response = await fetch(`${issuer()}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: deviceCodeGrant, client_id: id, device_code: deviceCode, ...more }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  test('issues tokens to a device after a user approves its code in a browser', async () => {
    const device = await setUp();
    const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid offline_access' });
    expect(started.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    expect((await poll(device.id, started.device_code)).body.error).toBe('authorization_pending');
    const { confirm, done } = await approve(createBrowser(), started.user_code);
    expect(confirm).toContain('Test Native');
    expect(confirm).toContain(started.user_code);
    expect(done).toContain('Device connected');
    const { status, body } = await poll(device.id, started.device_code);
    expect(status).toBe(200);
    expect(decodeJwt(body.id_token ?? '')).toMatchObject({ sub: userId, aud: device.id });
    expect(body.refresh_token).toBeTruthy();
    expect((await poll(device.id, started.device_code)).body.error).toBe('invalid_grant');
  });

  test('a link with the code fills it in but does not approve it', async () => {
    const device = await setUp();
    const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid' });
    const browser = createBrowser();
    const short = started.verification_uri_complete ?? '';
    expect(new URL(short).pathname).toBe('/device');
    const { page } = await open(browser, await browser.follow(short, [issuer()]));
    expect(page).toContain(`value="${started.user_code}"`);
    expect((await poll(device.id, started.device_code)).body.error).toBe('authorization_pending');
  });

  test('a device gets no tokens if the user cancels', async () => {
    const device = await setUp();
    const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid' });
    const browser = createBrowser();
    const { xsrf } = await open(browser);
    await send(browser, { xsrf, user_code: started.user_code, abort: 'yes' });
    expect((await poll(device.id, started.device_code)).body.error).toBe('access_denied');
  });

  describe('attack 32: device flow', () => {
    test('rejects an application without the setting', async () => {
      const plain = await setUp({ isDeviceFlowEnabled: false });
      await expect(client.initiateDeviceAuthorization(plain.config, { scope: 'openid' })).rejects.toThrow();
      expect((await poll(plain.id, 'x'.repeat(43))).body.error).toBe('invalid_request');
    });

    test('the tokens belong to the user who confirmed, regardless of later sessions', async () => {
      const device = await setUp();
      const mallory = { username: 'mallory', password: 'not a great secret' };
      await app.call(usersApi.create, { token, body: mallory });
      const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid' });
      await approve(createBrowser(), started.user_code);
      const second = createBrowser();
      const { xsrf } = await open(second);
      const late = await (await send(second, { xsrf, user_code: started.user_code, confirm: 'yes' })).text();
      expect(late).toContain('already used');
      expect(decodeJwt((await poll(device.id, started.device_code)).body.id_token ?? '').sub).toBe(userId);
    });

    test('rejects a forged confirmation form', async () => {
      const device = await setUp();
      const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid' });
      const browser = createBrowser();
      await open(browser);
      await send(browser, { xsrf: 'forged', user_code: started.user_code, confirm: 'yes' });
      expect((await poll(device.id, started.device_code)).body.error).toBe('authorization_pending');
    });

    test('does not grant scopes that were added after the approval or that no role grants', async () => {
      const device = await setUp();
      const started = await client.initiateDeviceAuthorization(device.config, {
        scope: 'openid all',
        resource: managementApiIndicator('default'),
      });
      await approve(createBrowser(), started.user_code);
      const { body } = await poll(device.id, started.device_code, {
        scope: 'openid profile all',
        resource: managementApiIndicator('default'),
      });
      expect(decodeJwt(body.access_token ?? '').scope).toBe('');
    });

    test('rejects the digest in the table as a device code', async () => {
      const device = await setUp();
      const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid' });
      await approve(createBrowser(), started.user_code);
      const digest = createHash('sha256').update(started.device_code).digest('base64url');
      expect((await poll(device.id, `#${digest}`)).body.error).toBe('invalid_grant');
      expect((await poll(device.id, started.device_code)).status).toBe(200);
    });

    test('rejects a device code of another client', async () => {
      const [device, other] = [await setUp(), await setUp()];
      const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid' });
      await approve(createBrowser(), started.user_code);
      expect((await poll(other.id, started.device_code)).body.error).toBe('invalid_grant');
    });

    test('one of fifty concurrent polls gets tokens, and the replay revokes them', async () => {
      const device = await setUp();
      const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid offline_access' });
      await approve(createBrowser(), started.user_code);
      const answers = await Promise.all(Array.from({ length: 50 }, () => poll(device.id, started.device_code)));
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      const refreshed = client.refreshTokenGrant(device.config, winners[0]?.body.refresh_token ?? '');
      await expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    test('attack 1: a device gets no tokens if the user is suspended after approving', async () => {
      const device = await setUp();
      const started = await client.initiateDeviceAuthorization(device.config, { scope: 'openid' });
      await approve(createBrowser(), started.user_code);
      const suspend = (isSuspended: boolean) =>
        app.write('default', (db) =>
          db.updateTable('users').set({ is_suspended: isSuspended }).where('id', '=', userId).execute(),
        );
      await suspend(true);
      try {
        expect((await poll(device.id, started.device_code)).body.error).toBe('invalid_grant');
      } finally {
        await suspend(false);
      }
    });

    test('throttles guessing of codes', async () => {
      const browser = createBrowser();
      let last = '';
      for (let guess = 0; guess < 25; guess += 1) {
        const { xsrf } = await open(browser);
        last = await (await send(browser, { xsrf, user_code: 'BBBBBBBB' })).text();
      }
      expect(last).toContain('Too many attempts');
      await app.write('default', (db) => sql`delete from sentinel_activities`.execute(db));
    });
  });
});

test('a published client signs in when DPoP and pushed requests are available but not required', async () => {
  const spa = await createClient(app, token, { type: 'SPA' });
  const { tokens } = await authorize({ issuer: issuer(), clientId: spa.id, redirectUri, person: ada });
  expect(tokens.token_type).toBe('bearer');
});
