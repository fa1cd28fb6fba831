import { createPublicKey } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { defaultGraceSeconds, jwksMaxAgeSeconds, signingKeysApi } from '@postern/contracts/access/signing-keys';
import { usersApi } from '@postern/contracts/people/users';
import { createLocalJWKSet, createRemoteJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorize, type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { testApp } from '#testing/test-app';
import { createMachine } from '#testing/tokens';
import { createBrowser } from '../../../../platform/testing/browser.ts';
import { deleteRetiredKeys, listKeys } from './keys.store.ts';
import { newKey, rotateKeys } from './rotate-keys.ts';
import { keySealer } from './seal-keys.ts';

const redirectUri = 'http://localhost:9/callback';
const person = { username: 'ada', password: 'correct horse battery' };

let app: ListeningApp;
let token: string;
let clientId: string;

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: person });
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: ['http://localhost:9/bye'] },
    },
  });
  clientId = body.id;
});
afterAll(() => app.close());

type KeyType = 'private-keys' | 'cookie-keys';
type Rotation = { signingKeyAlgorithm?: 'EC' | 'RSA'; rotationGracePeriod?: number };

const list = async (keyType: KeyType = 'private-keys') =>
  (await app.call(signingKeysApi.list, { token, params: { keyType } })).body;
const rotate = (body: Rotation = {}, keyType: KeyType = 'private-keys') =>
  app.call(signingKeysApi.rotate, { token, params: { keyType }, body });
/** As the console does: the new key signs in an hour. */
const rotateLater = (body: Rotation = {}) => rotate({ rotationGracePeriod: defaultGraceSeconds, ...body });
const remove = (keyId: string, keyType: KeyType = 'private-keys') =>
  app.call(signingKeysApi.remove, { token, params: { keyType, keyId } });
const statuses = async (keyType?: KeyType) => (await list(keyType)).map(({ status }) => status);
const jwks = async () => (await (await fetch(`${app.endpoint}/oidc/jwks`)).json()) as JSONWebKeySet;
const machineToken = () => createMachine(app, 'default', ['admin-role']);
const headerOf = async () => decodeProtectedHeader(await machineToken());

/** Simulates the end of the grace period; a separate test covers the clock of a node. */
const endGracePeriod = () =>
  app.write('default', (db) => sql`update oidc_keys set signs_from = least(signs_from, clock_timestamp())`.execute(db));

// Tokens of retired keys are rejected, so each test starts with a new token and one key of each kind.
beforeEach(async () => {
  token = await machineToken();
  const current = [...(await list()), ...(await list('cookie-keys'))].filter(({ status }) => status === 'Current');
  const ids = current.map(({ id }) => id);
  await app.write('default', (db) => db.deleteFrom('oidc_keys').where('id', 'not in', ids).execute());
});

describe('rotation of private keys', () => {
  test('publishes the new key first and signs with it after the grace period', async () => {
    const [before] = await list();
    const { status, body } = await rotateLater();
    expect(status).toBe(200);
    expect(body.map((key) => key.status)).toEqual(['Next', 'Current']);
    expect(body[1]?.id).toBe(before?.id);
    expect((body[0]?.effectiveAt ?? 0) - (body[0]?.createdAt ?? 0)).toBeCloseTo(defaultGraceSeconds * 1000, -2);
    expect(body[1]).not.toHaveProperty('effectiveAt');
    expect((await jwks()).keys.map(({ kid }) => kid).sort()).toEqual(
      body.flatMap(({ id, companions = [] }) => [id, ...companions.map((one) => one.id)]).sort(),
    );
    expect((await headerOf()).kid).toBe(before?.id);
  });

  test('verifiers must refresh long before a new key signs', async () => {
    const { headers } = await fetch(`${app.endpoint}/oidc/jwks`);
    const maxAge = Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]);
    expect(maxAge).toBe(jwksMaxAgeSeconds);
    expect(defaultGraceSeconds).toBeGreaterThan(maxAge);
  });

  test('a verifier that fetched the keys during the grace period knows every key in use', async () => {
    await rotate({ rotationGracePeriod: 3600 });
    const kept = createLocalJWKSet(await jwks());
    const during = await machineToken();
    await endGracePeriod();
    expect((await statuses())[0]).toBe('Current');
    expect((await headerOf()).kid).toBe((await list())[0]?.id);
    const after = await machineToken();
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(during).kid);
    for (const one of [token, during, after]) {
      await expect(jwtVerify(one, kept)).resolves.toBeDefined();
    }
    expect(await statuses()).toEqual(['Current', 'Previous']);
  });

  test('a common verifier library accepts tokens before, during and after', async () => {
    const verifier = createRemoteJWKSet(new URL(`${app.endpoint}/oidc/jwks`), { cooldownDuration: 0 });
    await jwtVerify(token, verifier);
    await rotate({ rotationGracePeriod: 0 });
    const second = await machineToken();
    for (const one of [token, second]) {
      await expect(jwtVerify(one, verifier)).resolves.toBeDefined();
    }
  });

  test('the other node switches at the same time, without a write or a restart', async () => {
    const other = await app.another();
    const signerOn = async (server: typeof other) => {
      const answer = await server.core.inject({ url: '/oidc/jwks', headers: { host: new URL(app.endpoint).host } });
      return (answer.json() as JSONWebKeySet).keys[0]?.kid;
    };
    const [before] = await list();
    expect(await signerOn(other)).toBe(before?.id);
    const { body } = await rotate({ rotationGracePeriod: 1 });
    await expect.poll(async () => await signerOn(other), { timeout: 20_000, interval: 20 }).toBe(body[0]?.id);
    expect(Date.now()).toBeGreaterThanOrEqual((body[0]?.effectiveAt ?? 0) - 100);
    expect(await signerOn(app)).toBe(body[0]?.id);
  });

  test('without a grace period the new key signs at once, three times (observed 2, row 38)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [before] = await list();
      const { body } = await rotate();
      expect(body.map(({ id, status }) => [id, status])).toEqual([
        [body[0]?.id, 'Current'],
        [before?.id, 'Previous'],
      ]);
      token = await machineToken();
      expect(decodeProtectedHeader(token).kid).toBe(body[0]?.id);
    }
  });

  test('rotating again replaces a waiting key, which never signs; no key overtakes it', async () => {
    const [before] = await list();
    const first = (await rotateLater()).body[0];
    const { body } = await rotateLater();
    expect(body.map(({ id, status }) => [id, status])).toEqual([
      [body[0]?.id, 'Next'],
      [before?.id, 'Current'],
    ]);
    expect(body[0]?.id).not.toBe(first?.id);
    const refused = { status: 422, body: { code: 'oidc.invalid_request' } };
    expect(await rotate({ rotationGracePeriod: 0 })).toMatchObject(refused);
    expect(await rotate()).toMatchObject(refused);
    await endGracePeriod();
    token = await machineToken();
    expect(decodeProtectedHeader(token).kid).toBe(body[0]?.id);
    expect(await statuses()).toEqual(['Current', 'Previous']);
    await app.app.tenancy.system(deleteRetiredKeys);
    const left = await app.read('default', (db) =>
      db.selectFrom('oidc_keys').select('id').where('kind', '=', 'private').execute(),
    );
    expect(left.map(({ id }) => id).sort()).toEqual([body[0]?.id, before?.id].sort());
  });

  test('keeps at most next, current and previous; the third is removed when the next one starts', async () => {
    await rotate({ rotationGracePeriod: 0 });
    const { body } = await rotate({ rotationGracePeriod: 3600 });
    expect(body.map(({ status }) => status)).toEqual(['Next', 'Current', 'Previous']);
    await endGracePeriod();
    token = await machineToken();
    expect(await statuses()).toEqual(['Current', 'Previous']);
    expect((await jwks()).keys).toHaveLength(4);
    const third = body[2]?.id ?? '';
    expect((await remove(third)).status).toBe(404);
    await app.app.tenancy.system(deleteRetiredKeys);
    const left = await app.read('default', (db) => db.selectFrom('oidc_keys').select('id').execute());
    expect(left.map(({ id }) => id)).not.toContain(third);
    expect(await statuses()).toEqual(['Current', 'Previous']);
  });

  test('concurrent rotations leave one key per state, and the signing key is in the list', async () => {
    await rotate({ rotationGracePeriod: 0 });
    // Not over HTTP: a token whose key another rotation has retired is rejected.
    const keys = await Promise.all(Array.from({ length: 8 }, () => newKey('private')));
    await Promise.all(
      keys.map((key, n) =>
        app.app.tenancy.write(
          'default',
          (db) => rotateKeys(db, keySealer(app.app, 'default'), key, { rotationGracePeriod: n % 2 === 0 ? 3600 : 0 }),
          {
            changesSettings: true,
          },
        ),
      ),
    );
    token = await machineToken();
    const found = await statuses();
    expect([...new Set(found)]).toEqual(found);
    expect(found).toEqual(expect.arrayContaining(['Current', 'Previous']));
    expect((await list()).map(({ id }) => id)).toContain(decodeProtectedHeader(token).kid);
  });

  test.each([
    [{ rotationGracePeriod: -1 }],
    [{ rotationGracePeriod: 604_801 }],
    [{ rotationGracePeriod: 0.5 }],
    [{ signingKeyAlgorithm: 'DSA' }],
    [{ unknown: true }],
  ])('rejects %j', async (body) => {
    expect((await rotate(body as Rotation)).status).toBe(400);
  });

  test('rejects an unknown kind of key', async () => {
    const params = { keyType: 'public-keys' };
    expect((await app.call(signingKeysApi.list, { token, params })).status).toBe(400);
  });
});

describe('RSA and EC together', () => {
  test('the current key signs ID tokens and access tokens, whatever its kind', async () => {
    const signIn = () => authorize({ issuer: `${app.endpoint}/oidc`, clientId, redirectUri, person });
    const older = await signIn();
    const { body } = await rotate({ signingKeyAlgorithm: 'RSA', rotationGracePeriod: 0 });
    expect(body.map(({ signingKeyAlgorithm }) => signingKeyAlgorithm)).toEqual(['RSA', 'EC']);
    expect(await headerOf()).toMatchObject({ alg: 'RS256', kid: body[0]?.id });
    const newer = await signIn();
    expect(decodeProtectedHeader(newer.tokens.id_token ?? '')).toMatchObject({ alg: 'RS256', kid: body[0]?.id });
    const { keys } = await jwks();
    expect(keys.find(({ kty }) => kty === 'RSA')?.n?.length).toBeGreaterThan(680);

    // Signing out with an ID token of the previous key still works (OpenID Connect RP-Initiated Logout §2).
    const out = client.buildEndSessionUrl(older.config, {
      id_token_hint: older.tokens.id_token ?? '',
      post_logout_redirect_uri: 'http://localhost:9/bye',
    });
    const answer = await older.browser.request(out.href, { headers: { accept: 'text/html' } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('name="xsrf"')]);

    const { body: back } = await rotate({ signingKeyAlgorithm: 'EC', rotationGracePeriod: 0 });
    expect((await headerOf()).kid).toBe(back[0]?.id);
    expect((await headerOf()).alg).toBe('ES256');
  });

  test('rejects a modified hint', async () => {
    const { config, tokens, browser } = await authorize({
      issuer: `${app.endpoint}/oidc`,
      clientId,
      redirectUri,
      person,
    });
    const [head, , signature] = (tokens.id_token ?? '').split('.');
    const claims = Buffer.from(JSON.stringify({ ...tokens.claims(), sub: 'somebody' })).toString('base64url');
    const out = client.buildEndSessionUrl(config, { id_token_hint: `${head}.${claims}.${signature}` });
    expect((await browser.request(out.href)).status).toBe(400);
  });
});

describe('deleting a key', () => {
  test('keeps the only key', async () => {
    const [only] = await list();
    const { status, body } = await remove(only?.id ?? '');
    expect([status, body]).toMatchObject([422, { code: 'oidc.key_required' }]);
  });

  test('returns 404 for an unknown key', async () => {
    expect(await remove('nothing')).toMatchObject({ status: 404, body: { code: 'oidc.key_not_found' } });
  });

  test('is possible only for the previous private key (observed 2, row 38)', async () => {
    await rotate();
    token = await machineToken();
    const { body } = await rotateLater();
    expect(body.map(({ status }) => status)).toEqual(['Next', 'Current', 'Previous']);
    for (const { id } of body.slice(0, 2)) {
      expect(await remove(id)).toMatchObject({ status: 422, body: { code: 'oidc.only_previous_key_can_be_deleted' } });
    }
    expect((await remove(body[2]?.id ?? '')).status).toBe(204);
    expect(await statuses()).toEqual(['Next', 'Current']);
  });

  test('rejects tokens of a deleted key', async () => {
    const old = token;
    const { body } = await rotate({ rotationGracePeriod: 0 });
    token = await machineToken();
    expect((await app.call(signingKeysApi.list, { token: old, params: { keyType: 'private-keys' } })).status).toBe(200);
    await remove(body[1]?.id ?? '');
    expect((await app.call(signingKeysApi.list, { token: old, params: { keyType: 'private-keys' } })).status).toBe(401);
  });
});

describe('cookie keys', () => {
  const silently = async (browser: ReturnType<typeof createBrowser>) => {
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
      prompt: 'none',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const location = await browser.follow(`${app.endpoint}/oidc/auth?${query}`, [redirectUri]);
    const { searchParams } = new URL(location);
    return searchParams.get('error') ?? (searchParams.has('code') ? 'signed in' : '');
  };
  const signIn = async () =>
    (await authorize({ issuer: `${app.endpoint}/oidc`, clientId, redirectUri, person })).browser;

  test('sessions survive a rotation and end when the key that signed their cookie is deleted', async () => {
    const [stays, leaves] = [await signIn(), await signIn()];
    const { body } = await rotate({}, 'cookie-keys');
    expect(body.map(({ status }) => status)).toEqual(['Current', 'Previous']);
    expect(body[0]).toEqual({
      id: expect.any(String),
      createdAt: expect.any(Number),
      signsFrom: expect.any(Number),
      status: 'Current',
    });
    // A visit renews the cookie with the new key.
    expect(await silently(stays)).toBe('signed in');
    expect((await remove(body[1]?.id ?? '', 'cookie-keys')).status).toBe(204);
    expect(await silently(stays)).toBe('signed in');
    expect(await silently(leaves)).toBe('login_required');
  });

  test('have no grace period and ignore an algorithm', async () => {
    const refused = await rotate({ rotationGracePeriod: 0 }, 'cookie-keys');
    expect(refused).toMatchObject({ status: 422, body: { code: 'oidc.invalid_request' } });
    const { status, body } = await rotate({ signingKeyAlgorithm: 'RSA' }, 'cookie-keys');
    expect(status).toBe(200);
    expect(body[0]).not.toHaveProperty('signingKeyAlgorithm');
  });
});

test('a running sign-in continues through rotations of both kinds', async () => {
  const config = await client.discovery(new URL(`${app.endpoint}/oidc`), clientId, undefined, undefined, {
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const browser = createBrowser();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  await browser.follow(url.href, [`${app.endpoint}/sign-in`]);
  await rotate({ rotationGracePeriod: 0 });
  await rotate({}, 'cookie-keys');
  const resumed = await signInByPassword(browser, app.endpoint, person);
  const callback = await browser.follow(resumed, [redirectUri]);
  await rotate({ rotationGracePeriod: 0 });
  const tokens = await client.authorizationCodeGrant(config, new URL(callback), { pkceCodeVerifier: verifier });
  expect(tokens.claims()?.aud).toBe(clientId);
});

test('tokens requested during rotations are all issued and valid', async () => {
  const { body: machine } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Busy', type: 'MachineToMachine' },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: machine.id } });
  const ask = async () => {
    const answer = await fetch(`${app.endpoint}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${machine.id}:${secrets[0]?.value}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: 'https://default.logto.app/api' }),
    });
    return answer.status;
  };
  const asked: Promise<number>[] = [];
  for (let n = 0; n < 4; n += 1) {
    asked.push(...Array.from({ length: 8 }, ask));
    const rotated = rotate({ rotationGracePeriod: 0 }).then(({ status }) => status);
    asked.push(...Array.from({ length: 7 }, ask), rotated);
    // Its own token would be invalid if two rotations ended before it is verified.
    await rotated;
    token = await machineToken();
  }
  expect([...new Set(await Promise.all(asked))]).toEqual([200]);
});

describe('private key material (attack 21)', () => {
  test('appears neither in responses nor in logs', async () => {
    await rotate({ signingKeyAlgorithm: 'RSA', rotationGracePeriod: 0 });
    await rotateLater();
    await rotate({}, 'cookie-keys');
    token = await machineToken();
    const rows = await app.read('default', (db) => listKeys(db, keySealer(app.app, 'default')));
    type Stored = Record<string, string> & { companions?: Record<string, string>[] };
    const stored = rows.map(({ value }) => value as unknown as Stored);
    const canaries = [...stored, ...stored.flatMap(({ companions = [] }) => companions)].flatMap((value) =>
      Object.entries(value as Record<string, string>)
        .filter(([name]) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'secret'].includes(name))
        .map(([, text]) => text),
    );
    expect(canaries.length).toBeGreaterThan(20);
    const answers = JSON.stringify([await list(), await list('cookie-keys'), await jwks(), await rotateLater()]);
    const reported = answers + app.logs.join('\n');
    expect(canaries.filter((canary) => reported.includes(canary))).toEqual([]);
  });

  test('the fingerprint matches the published key', async () => {
    const [key] = await list();
    const jwk = (await jwks()).keys.find(({ kid }) => kid === key?.id);
    const der = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'der' });
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(der))).toString('hex');
    expect(key?.fingerprint?.sha256.unformatted).toBe(hash.toUpperCase());
    expect(key?.fingerprint?.sha256.formatted).toMatch(/^([\dA-F]{2}:){31}[\dA-F]{2}$/);
  });
});

test('another tenant sees nothing', async () => {
  const ids = (await list()).map(({ id }) => id);
  const adminToken = await app.managementToken('admin');
  const params = { keyType: 'private-keys' };
  const { body } = await app.call(signingKeysApi.list, { token: adminToken, tenantId: 'admin', params });
  expect(body.filter(({ id }) => ids.includes(id))).toEqual([]);
  const answer = await app.call(signingKeysApi.remove, {
    token: adminToken,
    tenantId: 'admin',
    params: { ...params, keyId: ids[0] ?? '' },
  });
  expect(answer.status).toBe(404);
  expect((await list()).map(({ id }) => id)).toEqual(ids);
});

test('rotations and deletions are in the audit log', async () => {
  const { body } = await rotate();
  const [id, previous] = body.map((key) => key.id);
  token = await machineToken();
  expect((await remove(previous ?? '')).status).toBe(204);
  await app.worker.drain();
  const logs = await app.read('default', (db) =>
    db
      .selectFrom('logs')
      .select(['key', 'payload'])
      .where('key', 'like', 'SigningKey.%')
      .orderBy('seq', 'desc')
      .limit(2)
      .execute(),
  );
  expect(logs).toMatchObject([
    { key: 'SigningKey.Deleted', payload: { subjectId: previous, kind: 'private' } },
    { key: 'SigningKey.Rotated', payload: { subjectId: id, kind: 'private' } },
  ]);
});

test('PRIVATE_KEY_ROTATION_GRACE_PERIOD is the grace period of rotations that name none', async () => {
  const other = await testApp({ PRIVATE_KEY_ROTATION_GRACE_PERIOD: '900' });
  const call = { token: await other.managementToken(), params: { keyType: 'private-keys' } } as const;
  const statusesOf = async (body: Rotation) =>
    (await other.call(signingKeysApi.rotate, { ...call, body })).body.map(({ status }) => status);
  const before = Date.now();
  const { body } = await other.call(signingKeysApi.rotate, { ...call, body: {} });
  expect(body.map(({ status }) => status)).toEqual(['Next', 'Current']);
  expect(Math.abs((body[0]?.effectiveAt ?? 0) - before - 900_000)).toBeLessThan(60_000);
  expect(await statusesOf({ rotationGracePeriod: 900 })).toEqual(['Next', 'Current']);
  await other.close();
});
