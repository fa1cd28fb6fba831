import { createHash, createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import type { ConnectorSession } from '../kit/interface.ts';
import { createIssuer, fakeProvider, optionsFor, request } from '../testing.ts';
import { apple } from './apple/index.ts';
import { google } from './google/index.ts';
import { oidc } from './oidc/index.ts';

let provider: Awaited<ReturnType<typeof fakeProvider>>;
afterEach(() => provider.close());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

type Issuer = Awaited<ReturnType<typeof createIssuer>>;
type Forgery = [string, (issuer: Issuer, claims: JWTPayload) => Promise<string> | string];

/** Tokens that must be rejected (attacks 9 and 11). */
const forgeries: Forgery[] = [
  ['signed by somebody else', ({ sign }, claims) => sign(claims, { isForged: true })],
  ['of another issuer', ({ sign }, claims) => sign({ ...claims, iss: 'https://evil.test' })],
  ['for another client', ({ sign }, claims) => sign({ ...claims, aud: 'other' })],
  ['that has expired', ({ sign }, claims) => sign({ ...claims, iat: now() - 7200 }, { expiresIn: '-1h' })],
  ['without a signature', (_, claims) => `${encode({ alg: 'none' })}.${encode({ ...claims, exp: now() + 60 })}.`],
  [
    'signed with the public key as a secret',
    ({ jwks }, claims) => {
      const text = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode({ ...claims, iat: now(), exp: now() + 60 })}`;
      return `${text}.${createHmac('sha256', JSON.stringify(jwks.keys[0])).update(text).digest('base64url')}`;
    },
  ],
  ['that was issued to another application', ({ sign }, claims) => sign({ ...claims, azp: 'other' })],
  [
    'for several applications, without the one it was issued to',
    ({ sign }, claims) => sign({ ...claims, aud: [String(claims.aud), 'other'] }),
  ],
  ['with a number as the subject', ({ sign }, claims) => sign({ ...claims, sub: 42 as unknown as string })],
  ['that is none', () => 'not.a.token'],
];

describe('OpenID Connect', () => {
  const issuer = 'https://idp.test';
  const config = {
    authorizationEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    clientId: 'client',
    clientSecret: 'secret',
    scope: 'profile email',
    idTokenVerificationConfig: { jwksUri: `${issuer}/jwks`, issuer },
    authRequestOptionalConfig: { prompt: 'login', maxAge: 60 },
  };
  const base = { iss: issuer, aud: 'client', sub: 'person-1' };

  async function comeBack(
    tokenFor: (nonce: string, issuer: Issuer) => Promise<string> | string,
    change: object = {},
    keep: (session: ConnectorSession) => ConnectorSession = (session) => session,
    { answer = {}, metadata = {} }: { answer?: object; metadata?: object } = {},
  ) {
    const signer = await createIssuer(issuer, 'client');
    let token = '';
    provider = await fakeProvider({
      [`${issuer}/token`]: () => ({ body: { id_token: token, access_token: 'at' } }),
      [`${issuer}/jwks`]: { body: signer.jwks },
      [`${issuer}/.well-known/openid-configuration`]: { body: metadata },
    });
    const connector = await oidc(optionsFor({ ...config, ...change }, provider.egress));
    let session: ConnectorSession = {};
    const uri = await connector.getAuthorizationUri(request, async (kept) => {
      session = kept;
    });
    token = await tokenFor(String(session.nonce), signer);
    const info = () => connector.getUserInfo({ code: 'c', state: request.state, ...answer }, async () => keep(session));
    return { info, query: Object.fromEntries(new URL(uri).searchParams) };
  }

  test('returns the user of a valid token', async () => {
    const claims = {
      name: 'Ada',
      email: 'ada@x.test',
      email_verified: true,
      phone_number: '49',
      picture: 'https://x.test/p',
    };
    const { info, query } = await comeBack((nonce, { sign }) => sign({ ...claims, nonce }));
    expect(query).toMatchObject({
      scope: 'openid profile email',
      prompt: 'login',
      max_age: '60',
      response_type: 'code',
    });
    expect(query.nonce).toMatch(/^[\da-f-]{36}$/);
    const { rawData, ...known } = await info();
    expect(known).toEqual({
      id: 'person-1',
      name: 'Ada',
      email: 'ada@x.test',
      isEmailVerified: true,
      avatar: 'https://x.test/p',
    });
    expect(query).toMatchObject({ code_challenge: expect.any(String), code_challenge_method: 'S256' });
    const redeemed = provider.calls.find(({ url }) => url.pathname === '/token');
    const verifier = new URLSearchParams(redeemed?.body).get('code_verifier') ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query.code_challenge);
    expect(rawData).toMatchObject({ phone_number: '49' });
  });

  const promise = { issuer, authorization_response_iss_parameter_supported: true };
  test.each<[string, object, object, string | undefined]>([
    ['its own issuer', { iss: issuer }, {}, undefined],
    ['a foreign issuer', { iss: 'https://evil.test' }, {}, 'issuer_mismatch'],
    ['an issuer on the same host', { iss: `${issuer}/other` }, {}, 'issuer_mismatch'],
    ['no issuer, which was never promised', {}, {}, undefined],
    ['no issuer, although the metadata promises one', {}, promise, 'issuer_missing'],
    ['the promised issuer', { iss: issuer }, promise, undefined],
  ])('handles a response with %s', async (_what, answer, metadata, error) => {
    const { info } = await comeBack((nonce, { sign }) => sign({ nonce }), {}, undefined, { answer, metadata });
    await (error
      ? expect(info()).rejects.toMatchObject({ code: 'authorization_failed', data: { error } })
      : expect(info()).resolves.toMatchObject({ id: 'person-1' }));
    // A code of another server is not sent to this one.
    expect(provider.calls.some(({ url }) => url.pathname === '/token')).toBe(error === undefined);
  });

  test('accepts "true" as true only if configured', async () => {
    const claims = { email: 'ada@x.test', email_verified: 'true' };
    const strict = await comeBack((nonce, { sign }) => sign({ ...claims, nonce }));
    expect((await strict.info()).email).toBeUndefined();
    await provider.close();
    const lax = await comeBack((nonce, { sign }) => sign({ ...claims, nonce }), {
      acceptStringTypedBooleanClaims: true,
    });
    expect((await lax.info()).email).toBe('ada@x.test');
  });

  test.each([
    [undefined, false, undefined],
    [undefined, true, 'ada@x.test'],
    [false, true, undefined],
    ['false', true, undefined],
    [null, true, undefined],
  ])('email_verified %s with trustUnverifiedEmail %s', async (verified, trustUnverifiedEmail, email) => {
    const claims = { email: 'ada@x.test', ...(verified === undefined ? {} : { email_verified: verified }) };
    const { info } = await comeBack((nonce, { sign }) => sign({ ...claims, nonce }), { trustUnverifiedEmail });
    expect((await info()).email).toBe(email);
  });

  test.each(forgeries)('rejects a token %s', async (_what, forge) => {
    const { info } = await comeBack((nonce, signer) => forge(signer, { ...base, nonce }));
    await expect(info()).rejects.toMatchObject({ code: 'social_invalid_id_token' });
  });

  test('rejects a token with another nonce, without one, or for a sign-in without a stored one', async () => {
    for (const nonce of ['other', undefined]) {
      const { info } = await comeBack((_, { sign }) => sign(nonce ? { nonce } : {}));
      await expect(info()).rejects.toMatchObject({
        code: 'social_invalid_id_token',
        data: { error: 'nonce_mismatch' },
      });
      await provider.close();
    }
    const { info } = await comeBack(
      (nonce, { sign }) => sign({ nonce }),
      {},
      ({ nonce: _, ...rest }) => rest,
    );
    await expect(info()).rejects.toMatchObject({ code: 'social_invalid_id_token', data: { error: 'nonce_missing' } });
  });
});

describe('Apple', () => {
  const issuer = 'https://appleid.apple.com';
  const base = { iss: issuer, aud: 'com.example.web', sub: 'person-1' };

  async function comeBack(scope: string, tokenFor: (nonce: string, issuer: Issuer) => Promise<string> | string) {
    const signer = await createIssuer(issuer, 'com.example.web');
    provider = await fakeProvider({ [`${issuer}/auth/keys`]: { body: signer.jwks } });
    const connector = await apple(optionsFor({ clientId: 'com.example.web', scope }, provider.egress));
    let session: ConnectorSession = {};
    const uri = await connector.getAuthorizationUri(request, async (kept) => {
      session = kept;
    });
    const id_token = await tokenFor(String(session.nonce), signer);
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'liar@x.test' });
    const info = () => connector.getUserInfo({ id_token, user, state: request.state }, async () => session);
    return { info, query: Object.fromEntries(new URL(uri).searchParams) };
  }

  test('returns the user of a valid token, and the name of the form', async () => {
    const { info, query } = await comeBack('name email', (nonce, { sign }) =>
      sign({ nonce, email: 'ada@x.test', email_verified: 'true' }),
    );
    expect(query).toMatchObject({ response_type: 'code id_token', response_mode: 'form_post', scope: 'name email' });
    expect(await info()).toMatchObject({ id: 'person-1', name: 'Ada Lovelace', email: 'ada@x.test' });
  });

  test('requests no form without a scope', async () => {
    const { query } = await comeBack('', (nonce, { sign }) => sign({ nonce }));
    expect([query.response_mode, query.scope]).toEqual(['fragment', undefined]);
  });

  test.each(forgeries)('rejects a token %s', async (_what, forge) => {
    const { info } = await comeBack('email', (nonce, signer) => forge(signer, { ...base, nonce }));
    await expect(info()).rejects.toMatchObject({ code: 'social_invalid_id_token' });
  });

  test('rejects a token of another sign-in', async () => {
    const { info } = await comeBack('email', (_, { sign }) => sign({ nonce: 'other' }));
    await expect(info()).rejects.toMatchObject({ code: 'social_invalid_id_token' });
  });
});

describe('Google One Tap', () => {
  const issuer = 'https://accounts.google.com';
  const base = { iss: issuer, aud: 'client', sub: 'person-1' };

  async function tap(tokenFor: (issuer: Issuer) => Promise<string> | string) {
    const signer = await createIssuer(issuer, 'client');
    provider = await fakeProvider({ 'https://www.googleapis.com/oauth2/v3/certs': { body: signer.jwks } });
    const connector = await google(optionsFor({ clientId: 'client', clientSecret: 's' }, provider.egress));
    const credential = await tokenFor(signer);
    return connector.getUserInfo({ credential }, async () => ({}));
  }

  test('returns the user of a valid credential', async () => {
    expect(await tap(({ sign }) => sign({ email: 'ada@x.test', email_verified: true }))).toMatchObject({
      id: 'person-1',
      email: 'ada@x.test',
    });
    await provider.close();
    expect(await tap(({ sign }) => sign({ iss: 'accounts.google.com' }))).toMatchObject({ id: 'person-1' });
  });

  test.each(forgeries)('rejects a credential %s', async (_what, forge) => {
    await expect(tap((signer) => forge(signer, base))).rejects.toMatchObject({ code: 'social_invalid_id_token' });
  });
});
