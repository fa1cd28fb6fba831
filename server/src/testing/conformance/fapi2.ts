import { consentApi } from '@postern/contracts/sign-in/consent';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { signInByPassword } from '#testing/flows';
import { createBrowser } from '../../platform/testing/browser.ts';
import { after } from './basic.ts';
import { type Check, type Plan, passes, skips, warns } from './plan.ts';
import { type Answer, get, type KeyParty, person, post, random, redirectUri, type World } from './world.ts';

type Claims = Record<string, unknown>;
type Form = Record<string, string | undefined>;

const now = () => Math.floor(Date.now() / 1000);

/** The setting under test: the profile `fapi2` of an application with an ES256 key. */
type Setting = { world: World; one: KeyParty; other: KeyParty; dpop: DpopKey };
type DpopKey = { privateKey: CryptoKey; jwk: Record<string, unknown>; thumbprint: string };

async function dpopKey(): Promise<DpopKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)) };
  return { privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
}

const settings = new WeakMap<World, Promise<Setting>>();

async function prepare(world: World): Promise<Setting> {
  const [one, other, dpop] = await Promise.all([
    world.registerWithKey({ securityProfile: 'fapi2' }),
    world.registerWithKey({ securityProfile: 'fapi2' }),
    dpopKey(),
  ]);
  return { world, one, other, dpop };
}

function settingOf(world: World): Promise<Setting> {
  const known = settings.get(world) ?? prepare(world);
  settings.set(world, known);
  return known;
}

const test =
  (run: (setting: Setting) => Promise<unknown>): Check =>
  async (world) => {
    await run(await settingOf(world));
  };

/** A client assertion (RFC 7523), with changed claims or header. */
async function assertion(
  { world }: Setting,
  party: KeyParty,
  claims: Claims = {},
  alg = 'ES256',
  key = party.privateKey,
) {
  const all: Claims = {
    iss: party.id,
    sub: party.id,
    aud: world.issuer,
    jti: random(),
    iat: now(),
    exp: now() + 60,
    ...claims,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await new SignJWT(given)
      .setProtectedHeader({ alg, ...(alg === 'ES256' ? { kid: party.jwk.kid ?? '' } : {}) })
      .sign(key),
  };
}

/** A DPoP proof (RFC 9449). */
async function proof(key: DpopKey, htu: string, claims: Claims = {}, header: Claims = {}, by = key.privateKey) {
  const all: Claims = { jti: random(), htm: 'POST', htu, iat: now(), ...claims };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new SignJWT(given)
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk as never, ...header })
    .sign(by);
}

const drop = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined));

type Pushed = { answer: Answer; verifier: string; sent: Record<string, string> };
type PushOptions = {
  party?: KeyParty;
  params?: Form;
  claims?: Claims;
  headers?: Record<string, string>;
  auth?: Record<string, string>;
};

async function push(setting: Setting, options: PushOptions = {}): Promise<Pushed> {
  const { party = setting.one, params = {}, claims, headers } = options;
  const verifier = client.randomPKCECodeVerifier();
  const sent = drop({
    client_id: party.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email',
    state: random(),
    nonce: random(),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...params,
  });
  const auth = options.auth ?? (await assertion(setting, party, claims));
  const answer = await post(
    setting.world.metadata.pushed_authorization_request_endpoint,
    { ...sent, ...auth },
    headers,
  );
  return { answer, verifier, sent };
}

async function pushed(setting: Setting, options: PushOptions = {}) {
  const result = await push(setting, options);
  expect([result.answer.status, result.answer.body]).toMatchObject([201, { expires_in: expect.any(Number) }]);
  expect(result.answer.body.expires_in).toBeLessThan(600);
  return { ...result, requestUri: String(result.answer.body.request_uri) };
}

const expectPushRefusal = async (setting: Setting, options: PushOptions, errors: string[]) => {
  const { answer } = await push(setting, options);
  expect([400, 401]).toContain(answer.status);
  expect(errors).toContain(answer.body.error);
};

function visit({ world, one }: Setting, requestUri: string, browser = world.signedIn, party = one, more: Form = {}) {
  const query = new URLSearchParams(drop({ client_id: party.id, request_uri: requestUri, ...more }));
  return world.visit(`${world.metadata.authorization_endpoint}?${query}`, browser);
}

async function obtainCode(setting: Setting, options: PushOptions = {}) {
  const { requestUri, verifier, sent } = await pushed(setting, options);
  const { params, page } = await visit(setting, requestUri, setting.world.signedIn, options.party);
  expect(params?.toString() ?? page).toContain('code=');
  expect(params?.get('iss')).toBe(setting.world.issuer);
  expect(params?.get('state') ?? undefined).toBe(sent.state);
  return { code: params?.get('code') ?? '', verifier, sent };
}

type RedeemOptions = {
  party?: KeyParty;
  form?: Form;
  claims?: Claims;
  auth?: Record<string, string>;
  dpop?: string | null;
};

async function redeem(setting: Setting, code: string, verifier: string, options: RedeemOptions = {}) {
  const { party = setting.one, form = {}, claims } = options;
  const { token_endpoint: url } = setting.world.metadata;
  const dpop = options.dpop === undefined ? await proof(setting.dpop, url) : options.dpop;
  const auth = options.auth ?? (await assertion(setting, party, claims));
  return post(
    url,
    drop({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      ...auth,
      ...form,
    }),
    dpop === null ? {} : { dpop },
  );
}

async function expectRefusal(answer: Answer | Promise<Answer>, errors: string[]) {
  const { status, body } = await answer;
  expect([400, 401]).toContain(status);
  expect(errors).toContain(body.error);
}

async function userinfo({ world, dpop }: Setting, accessToken: string, scheme = 'DPoP', claims: Claims = {}) {
  const url = world.metadata.userinfo_endpoint;
  const ath = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(accessToken))).toString('base64url');
  return get(url, {
    authorization: `${scheme} ${accessToken}`,
    dpop: await proof(dpop, url, { htm: 'GET', ath, ...claims }),
  });
}

async function flow(setting: Setting, options: PushOptions = {}) {
  const { code, verifier, sent } = await obtainCode(setting, options);
  const answer = await redeem(setting, code, verifier, options.party ? { party: options.party } : {});
  expect([answer.status, answer.body]).toMatchObject([200, { token_type: expect.stringMatching(/^dpop$/i) }]);
  const party = options.party ?? setting.one;
  const claims = await setting.world.verifyIdToken(answer.body.id_token, party.id, sent.nonce);
  return { code, verifier, answer, claims, accessToken: String(answer.body.access_token) };
}

const happyFlow = test(async (setting) => {
  for (const party of [setting.one, setting.other]) {
    const { answer, accessToken } = await flow(setting, { party });
    // FAPI 2.0 §5.4.1: no RS256.
    expect(decodeProtectedHeader(String(answer.body.id_token)).alg).toBe('ES256');
    expect((await userinfo(setting, accessToken)).body.sub).toBe(setting.world.user.id);
    expect((await userinfo({ ...setting, dpop: await dpopKey() }, accessToken)).status).toBe(401);
  }
});

/** The claims of the request are at userinfo and in the ID token, without a scope for them. */
const claimsParameter = test(async (setting) => {
  const claims = JSON.stringify({ userinfo: { name: { essential: true } }, id_token: { name: { essential: true } } });
  const { accessToken, claims: idToken } = await flow(setting, { params: { scope: 'openid', claims } });
  expect((await userinfo(setting, accessToken)).body.name).toBe(person.name);
  expect(idToken.name).toBe(person.name);
});

const discovery: Check = async ({ metadata }) => {
  expect(metadata.pushed_authorization_request_endpoint).toEqual(expect.any(String));
  expect(metadata.code_challenge_methods_supported).toEqual(['S256']);
  expect(metadata.token_endpoint_auth_methods_supported).toContain('private_key_jwt');
  expect(metadata.token_endpoint_auth_signing_alg_values_supported).toEqual(
    expect.arrayContaining(['PS256', 'ES256', 'EdDSA']),
  );
  expect(metadata.dpop_signing_alg_values_supported).toContain('ES256');
  expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
  expect(metadata.id_token_signing_alg_values_supported).toContain('ES256');
  expect(metadata.grant_types_supported).not.toContain('password');
  expect(metadata.grant_types_supported).not.toContain('implicit');
};

const userRejects: Check = async (world) => {
  const setting = await settingOf(world);
  const party = await world.registerWithKey({ securityProfile: 'fapi2' }, { isThirdParty: true });
  const { requestUri, sent } = await pushed(setting, { party, params: { scope: 'openid' } });
  const browser = createBrowser();
  const query = new URLSearchParams({ client_id: party.id, request_uri: requestUri });
  const { endpoint } = world.app;
  await browser.follow(`${world.metadata.authorization_endpoint}?${query}`, [`${endpoint}/sign-in`]);
  await browser.follow(await signInByPassword(browser, endpoint, person), [`${endpoint}/consent`]);
  const denied = await browser.request(`${endpoint}${consentApi.deny.path}`, {
    method: consentApi.deny.method,
    headers: { origin: endpoint },
  });
  const { redirectTo } = (await denied.json()) as { redirectTo: string };
  const { params } = await world.visit(redirectTo, browser);
  expect([params?.get('error'), params?.get('state'), params?.get('iss')]).toEqual([
    'access_denied',
    sent.state,
    world.issuer,
  ]);
};

const succeeds = (params: Form) =>
  test(async (setting) => {
    const { accessToken } = await flow(setting, { params });
    expect((await userinfo(setting, accessToken)).status).toBe(200);
  });

const headerCase = test(async (setting) => {
  const { accessToken } = await flow(setting);
  for (const scheme of ['DPoP', 'dpop', 'DPOP']) {
    expect((await userinfo(setting, accessToken, scheme)).status).toBe(200);
  }
});

const proofAt = (claims: () => Claims, isAccepted: boolean) =>
  test(async (setting) => {
    const { code, verifier } = await obtainCode(setting);
    const dpop = await proof(setting.dpop, setting.world.metadata.token_endpoint, claims());
    const answer = redeem(setting, code, verifier, { dpop });
    await (isAccepted
      ? expect(answer).resolves.toMatchObject({ status: 200 })
      : expectRefusal(answer, ['invalid_dpop_proof']));
  });

const parProof = async ({ dpop, world }: Setting) => ({
  dpop: await proof(dpop, world.metadata.pushed_authorization_request_endpoint),
});

const mismatchedJkt = test(async (setting) => {
  const params = { dpop_jkt: (await dpopKey()).thumbprint };
  const options = { params, headers: await parProof(setting) };
  await expectPushRefusal(setting, options, ['invalid_dpop_proof', 'invalid_request']);
});

const boundCode = (isMatching: boolean, byProof: boolean) =>
  test(async (setting) => {
    const { code, verifier } = await obtainCode(
      setting,
      byProof ? { headers: await parProof(setting) } : { params: { dpop_jkt: setting.dpop.thumbprint } },
    );
    const key = isMatching ? setting.dpop : await dpopKey();
    const answer = redeem(setting, code, verifier, { dpop: await proof(key, setting.world.metadata.token_endpoint) });
    await (isMatching
      ? expect(answer).resolves.toMatchObject({ status: 200 })
      : expectRefusal(answer, ['invalid_grant', 'invalid_dpop_proof']));
  });

/** Parameters next to a request URI are ignored (RFC 9126 §4). */
const ignoresOutside = (name: 'nonce' | 'state', isPushed: boolean) =>
  test(async (setting) => {
    const { requestUri, sent, verifier } = await pushed(setting, isPushed ? {} : { params: { [name]: undefined } });
    const outside = { [name]: random() };
    const { params } = await visit(setting, requestUri, setting.world.signedIn, setting.one, outside);
    expect(params?.get('state') ?? undefined).toBe(sent.state);
    const answer = await redeem(setting, params?.get('code') ?? '', verifier);
    await setting.world.verifyIdToken(answer.body.id_token, setting.one.id, sent.nonce);
  });

const wrongClient = test(async (setting) => {
  const { code, verifier } = await obtainCode(setting);
  const auth = await assertion(setting, setting.one);
  const answer = redeem(setting, code, verifier, { auth, form: { client_id: setting.other.id } });
  await expectRefusal(answer, ['invalid_client', 'invalid_request', 'invalid_grant']);
});

const codeOfAnother = test(async (setting) => {
  const { code, verifier } = await obtainCode(setting);
  await expectRefusal(redeem(setting, code, verifier, { party: setting.other }), ['invalid_grant']);
});

const reuse = test(async (setting) => {
  const { code, verifier, accessToken } = await flow(setting);
  await after(1000, () => expectRefusal(redeem(setting, code, verifier), ['invalid_grant']));
  expect((await userinfo(setting, accessToken)).status).toBe(401);
});

const expiredCode = test(async (setting) => {
  const { code, verifier } = await obtainCode(setting);
  await after(61_000, () => expectRefusal(redeem(setting, code, verifier), ['invalid_grant']));
});

const assertionRefused = (claimsOf: (setting: Setting) => Claims) =>
  test(async (setting) => {
    const { code, verifier } = await obtainCode(setting);
    const answer = redeem(setting, code, verifier, { claims: claimsOf(setting) });
    await expectRefusal(answer, ['invalid_client']);
  });

const rs256Assertion: Check = async (world) => {
  const setting = await settingOf(world);
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const { kty, n, e } = await exportJWK(publicKey);
  const { id } = await world.register({
    customClientMetadata: { securityProfile: 'fapi2', jwks: { keys: [{ kty: kty as 'RSA', n: n ?? '', e: e ?? '' }] } },
  });
  const party = { id, privateKey, jwk: {} };
  const signed = (alg: string, key: CryptoKey) => assertion(setting, party, {}, alg, key);
  await expectPushRefusal(setting, { party, auth: await signed('RS256', privateKey) }, ['invalid_client']);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey);
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' };
  const pss = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  expect((await push(setting, { party, auth: await signed('PS256', pss) })).answer.status).toBe(201);
};

const audience = (audienceOf: (setting: Setting) => unknown) =>
  test((setting) =>
    expectPushRefusal(setting, { claims: { aud: audienceOf(setting) } }, ['invalid_client', 'invalid_request']),
  );

const dpopNegatives = test(async (setting) => {
  const { token_endpoint: url } = setting.world.metadata;
  const stranger = await dpopKey();
  const wrong = [
    proof(setting.dpop, url, {}, { typ: 'JWT' }),
    proof(setting.dpop, url, {}, { jwk: undefined }),
    proof(setting.dpop, url, {}, { jwk: { ...setting.dpop.jwk, d: 'AAAA' } }),
    proof(setting.dpop, url, { jti: undefined }),
    proof(setting.dpop, url, { htm: 'GET' }),
    proof(setting.dpop, url, { htm: undefined }),
    proof(setting.dpop, `${url}/other`),
    proof(setting.dpop, url, { iat: undefined }),
    proof(setting.dpop, url, { iat: now() - 3600 }),
    proof(setting.dpop, url, { iat: now() + 3600 }),
    proof(setting.dpop, url, {}, {}, stranger.privateKey),
    Promise.resolve('not.a.jwt'),
  ];
  const { code, verifier } = await obtainCode(setting);
  for (const dpop of wrong) {
    await expectRefusal(redeem(setting, code, verifier, { dpop: await dpop }), [
      'invalid_dpop_proof',
      'invalid_request',
    ]);
  }
  const { accessToken } = await flow(setting);
  const bearer = await get(setting.world.metadata.userinfo_endpoint, { authorization: `Bearer ${accessToken}` });
  expect(bearer.status).toBe(401);
  expect((await userinfo(setting, accessToken, 'DPoP', { ath: 'x'.repeat(43) })).status).toBe(401);
});

const refresh = test(async (setting) => {
  const { answer, claims } = await flow(setting, { params: { scope: 'openid offline_access', prompt: 'consent' } });
  const { token_endpoint: url } = setting.world.metadata;
  const ask = async (party: KeyParty) =>
    post(
      url,
      {
        grant_type: 'refresh_token',
        refresh_token: String(answer.body.refresh_token),
        ...(await assertion(setting, party)),
      },
      { dpop: await proof(setting.dpop, url) },
    );
  await expectRefusal(ask(setting.other), ['invalid_grant']);
  const next = await ask(setting.one);
  expect(next.status).toBe(200);
  // FAPI 2.0 §5.3.2.1: no rotation.
  expect(next.body.refresh_token).toBe(answer.body.refresh_token);
  expect((await setting.world.verifyIdToken(next.body.id_token, setting.one.id, claims.nonce as string)).sub).toBe(
    claims.sub,
  );
  expect((await userinfo(setting, String(next.body.access_token))).status).toBe(200);
});

const reusesBeforeSignIn = test(async (setting) => {
  const { requestUri } = await pushed(setting);
  const browser = createBrowser();
  const { endpoint } = setting.world.app;
  const query = new URLSearchParams({ client_id: setting.one.id, request_uri: requestUri });
  const url = `${setting.world.metadata.authorization_endpoint}?${query}`;
  await browser.follow(url, [`${endpoint}/sign-in`]);
  const { params, page } = await setting.world.visit(url, browser);
  expect(params?.toString() ?? page).toContain('code=');
});

const reusesRequestUri = test(async (setting) => {
  const { requestUri } = await pushed(setting);
  expect((await visit(setting, requestUri)).params?.get('code')).toEqual(expect.any(String));
  const again = await visit(setting, requestUri);
  expect(again.params?.get('code') ?? null).toBeNull();
});

const expiredRequestUri = test(async (setting) => {
  const { requestUri, answer } = await pushed(setting);
  const { params } = await after((Number(answer.body.expires_in) + 1) * 1000, () => visit(setting, requestUri));
  expect(params?.get('code') ?? null).toBeNull();
});

const foreignRequestUri = test(async (setting) => {
  const { requestUri } = await pushed(setting);
  const { params } = await visit(setting, requestUri, setting.world.signedIn, setting.other);
  expect(params?.get('code') ?? null).toBeNull();
});

const otherMethods = test(async ({ world }) => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status } = await fetch(world.metadata.pushed_authorization_request_endpoint, { method });
    expect([400, 404, 405]).toContain(status);
  }
});

const withoutPar = test(async ({ world, one }) => {
  const challenge = await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier());
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const { params } = await world.authorize({ client: { id: one.id, secret: '' }, params: pkce });
  expect(params?.get('code') ?? null).toBeNull();
  expect(params?.get('error') ?? 'invalid_request').toBe('invalid_request');
});

const refusesPush = (params: Form, errors = ['invalid_request']) =>
  test((setting) => expectPushRefusal(setting, { params }, errors));

const duplicates = test(async (setting) => {
  const { one, world } = setting;
  const form = new URLSearchParams({
    client_id: one.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    ...(await assertion(setting, one)),
  });
  form.append('state', 'one');
  form.append('state', 'two');
  const url = world.metadata.pushed_authorization_request_endpoint;
  const answer = await fetch(url, { method: 'POST', body: form });
  expect(answer.status).toBe(400);
});

/** An application whose requests must be signed, and what it sends. */
async function signer(setting: Setting) {
  const party = await setting.world.registerWithKey({ securityProfile: 'fapi2', isSignedRequestRequired: true });
  const verifier = client.randomPKCECodeVerifier();
  const params: Claims = {
    iss: party.id,
    aud: setting.world.issuer,
    client_id: party.id,
    response_type: 'code',
    response_mode: 'jwt',
    redirect_uri: redirectUri,
    scope: 'openid',
    state: random(),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nbf: now(),
    exp: now() + 60,
  };
  const sign = (claims: Claims, key = party.privateKey) =>
    new SignJWT({ ...params, ...claims }).setProtectedHeader({ alg: 'ES256' }).sign(key);
  const url = setting.world.metadata.pushed_authorization_request_endpoint;
  const ask = async (form: Record<string, string>, auth?: Record<string, string>) =>
    post(url, { client_id: party.id, ...form, ...(auth ?? (await assertion(setting, party))) });
  return { party, verifier, params, sign, ask };
}
type Signer = Awaited<ReturnType<typeof signer>>;

const badRequestObject = ['invalid_request_object', 'invalid_request'];

const refusesRequest = (requestOf: (signer: Signer, setting: Setting) => Promise<string> | string) =>
  test(async (setting) => {
    const own = await signer(setting);
    await expectRefusal(own.ask({ request: await requestOf(own, setting) }), badRequestObject);
  });

const refusesClaims = (claimsOf: () => Claims) => refusesRequest(({ sign }) => sign(claimsOf()));

/** The whole flow with a signed request; the response is a signed JWT (JARM). */
const signedFlow = (claimsOf: (setting: Setting) => Claims = () => ({})) =>
  test(async (setting) => {
    const { party, verifier, params, sign, ask } = await signer(setting);
    const answer = await ask({ request: await sign(claimsOf(setting)) });
    expect([answer.status, answer.body]).toMatchObject([201, { request_uri: expect.any(String) }]);
    const { params: sent } = await visit(setting, String(answer.body.request_uri), setting.world.signedIn, party);
    const claims = await setting.world.verifyResponse(sent?.get('response') ?? '', party.id);
    expect(claims).toMatchObject({ state: params.state, code: expect.any(String) });
    expect((await redeem(setting, String(claims.code), verifier, { party })).status).toBe(200);
  });

/** A key that the application does not have, with the algorithm of one of its keys. */
const foreignSignature = refusesRequest(async ({ sign }) => sign({}, (await generateKeyPair('ES256')).privateKey));

const invalidSignature = refusesRequest(async ({ sign }) => {
  const request = await sign({});
  const at = request.length - 20;
  return `${request.slice(0, at)}${request[at] === 'A' ? 'B' : 'A'}${request.slice(at + 1)}`;
});

const signedByRsa = refusesRequest(async ({ params }) =>
  new SignJWT(params).setProtectedHeader({ alg: 'RS256' }).sign((await generateKeyPair('RS256')).privateKey),
);

/** The request object of another application, pushed by this one. */
const foreignKey = test(async (setting) => {
  const [own, other] = [await signer(setting), await signer(setting)];
  await expectRefusal(own.ask({ request: await other.sign({}) }), badRequestObject);
});

const unsignedAtPar = test(async (setting) => {
  const { params, ask } = await signer(setting);
  const { iss: _issuer, aud: _audience, nbf: _start, exp: _end, ...plain } = params;
  await expectRefusal(ask(plain as Record<string, string>), badRequestObject);
});

const signedDiscovery: Check = async (world) => {
  await discovery(world);
  expect(world.metadata.request_parameter_supported).toBe(true);
  expect(world.metadata.request_object_signing_alg_values_supported).toEqual(
    expect.arrayContaining(['PS256', 'ES256']),
  );
  expect(world.metadata.authorization_signing_alg_values_supported).toContain('ES256');
  expect(world.metadata.response_modes_supported).toContain('jwt');
};

const prefix = 'fapi2-security-profile-final';

export const fapi2Plan: Plan = {
  id: 'fapi2-security-profile-final-test-plan',
  title: 'FAPI 2.0 Security Profile (plain FAPI, OpenID Connect, private_key_jwt, DPoP)',
  modules: {
    [`${prefix}-discovery-end-point-verification`]: passes(discovery),
    [`${prefix}-happy-flow`]: passes(happyFlow),
    [`${prefix}-user-rejects-authentication`]: passes(userRejects),
    [`${prefix}-ensure-authorization-request-without-state-success`]: passes(succeeds({ state: undefined })),
    [`${prefix}-ensure-authorization-request-without-nonce-success`]: passes(succeeds({ nonce: undefined })),
    [`${prefix}-ensure-authorization-request-with-64-char-nonce-success`]: passes(succeeds({ nonce: 'n'.repeat(64) })),
    [`${prefix}-ensure-other-scope-order-succeeds`]: passes(succeeds({ scope: 'email openid' })),
    [`${prefix}-test-claims-parameter-identity-claims`]: passes(claimsParameter),
    [`${prefix}-access-token-type-header-case-sensitivity`]: passes(headerCase),
    [`${prefix}-check-dpop-proof-nbf-exp`]: passes(proofAt(() => ({ nbf: now(), exp: now() + 60 }), true)),
    [`${prefix}-ensure-dpopproof-with-iat-10seconds-before-succeeds`]: passes(
      proofAt(() => ({ iat: now() - 10 }), true),
    ),
    [`${prefix}-ensure-dpopproof-with-iat-10seconds-after-succeeds`]: passes(
      proofAt(() => ({ iat: now() + 10 }), true),
    ),
    [`${prefix}-ensure-mismatched-dpop-jkt-fails`]: passes(mismatchedJkt),
    [`${prefix}-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt`]: passes(boundCode(false, true)),
    [`${prefix}-ensure-token-endpoint-fails-with-mismatched-dpop-jkt`]: passes(boundCode(false, false)),
    [`${prefix}-ensure-dpopproof-at-par-endpoint-binding-success`]: passes(boundCode(true, true)),
    [`${prefix}-ensure-dpop-auth-code-binding-success`]: passes(boundCode(true, false)),
    [`${prefix}-ensure-different-nonce-inside-and-outside-request-object`]: passes(ignoresOutside('nonce', true)),
    [`${prefix}-ensure-different-state-inside-and-outside-request-object`]: passes(ignoresOutside('state', true)),
    [`${prefix}-ensure-authorization-request-with-long-nonce`]: passes(succeeds({ nonce: 'n'.repeat(384) })),
    [`${prefix}-ensure-authorization-request-with-long-state`]: passes(succeeds({ state: 's'.repeat(384) })),
    [`${prefix}-state-only-outside-request-object-not-used`]: passes(ignoresOutside('state', false)),
    [`${prefix}-ensure-request-object-without-redirect-uri-fails`]: passes(
      refusesPush({ redirect_uri: undefined }, ['invalid_request', 'invalid_redirect_uri']),
    ),
    [`${prefix}-ensure-registered-redirect-uri`]: passes(
      refusesPush({ redirect_uri: 'https://rp.example.com/other' }, ['invalid_request', 'invalid_redirect_uri']),
    ),
    [`${prefix}-plain-fapi-tolerate-unregistered-redirect-uri`]: skips(
      'only registered redirect URIs are accepted',
      refusesPush({ redirect_uri: `${redirectUri}?unregistered` }, ['invalid_request', 'invalid_redirect_uri']),
    ),
    [`${prefix}-ensure-unsigned-authorization-request-without-using-par-fails`]: passes(withoutPar),
    [`${prefix}-ensure-redirect-uri-in-authorization-request`]: passes(
      refusesPush({ redirect_uri: undefined }, ['invalid_request', 'invalid_redirect_uri']),
    ),
    [`${prefix}-ensure-response-type-code-idtoken-fails`]: passes(
      refusesPush({ response_type: 'code id_token' }, [
        'unsupported_response_type',
        'invalid_request',
        'unauthorized_client',
      ]),
    ),
    [`${prefix}-ensure-response-type-token-fails`]: passes(
      refusesPush({ response_type: 'token' }, ['unsupported_response_type', 'invalid_request', 'unauthorized_client']),
    ),
    [`${prefix}-ensure-client-id-in-token-endpoint`]: passes(wrongClient),
    [`${prefix}-ensure-holder-of-key-required`]: warns(
      'checked without TLS: versions and ciphers are those of the proxy in front of the server',
      test(async (setting) => {
        const { code, verifier } = await obtainCode(setting);
        const errors = ['invalid_request', 'invalid_grant', 'invalid_dpop_proof'];
        await expectRefusal(redeem(setting, code, verifier, { dpop: null }), errors);
      }),
    ),
    [`${prefix}-ensure-authorization-code-is-bound-to-client`]: passes(codeOfAnother),
    [`${prefix}-attempt-reuse-authorization-code-after-one-second`]: passes(reuse),
    [`${prefix}-ensure-token-endpoint-fails-with-expired-auth-code`]: passes(expiredCode),
    [`${prefix}-ensure-signed-client-assertion-with-RS256-fails`]: passes(rs256Assertion),
    [`${prefix}-ensure-client-assertion-in-token-endpoint`]: passes(
      test(async (setting) => {
        const { code, verifier } = await obtainCode(setting);
        const answer = redeem(setting, code, verifier, { auth: { client_id: setting.one.id } });
        await expectRefusal(answer, ['invalid_client', 'invalid_request']);
      }),
    ),
    [`${prefix}-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails`]: passes(
      assertionRefused(() => ({ iat: now() - 360, exp: now() - 300 })),
    ),
    [`${prefix}-ensure-client-assertion-with-wrong-aud-fails`]: passes(
      assertionRefused(() => ({ aud: 'https://other.example' })),
    ),
    [`${prefix}-ensure-client-assertion-with-no-sub-fails`]: passes(assertionRefused(() => ({ sub: undefined }))),
    [`${prefix}-dpop-negative-tests`]: passes(dpopNegatives),
    [`${prefix}-refresh-token`]: passes(refresh),
    [`${prefix}-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds`]: passes(reusesBeforeSignIn),
    [`${prefix}-par-attempt-reuse-request_uri`]: passes(reusesRequestUri),
    [`${prefix}-par-attempt-to-use-expired-request_uri`]: passes(expiredRequestUri),
    [`${prefix}-par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted`]: passes(
      test(async (setting) => {
        await pushed(setting, { claims: { nbf: now() + 8, iat: now() + 8 } });
      }),
    ),
    [`${prefix}-par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails`]: passes(
      test((setting) => {
        const claims = { nbf: now() + 70, iat: now() + 70, exp: now() + 130 };
        return expectPushRefusal(setting, { claims }, ['invalid_client', 'invalid_request']);
      }),
    ),
    [`${prefix}-par-attempt-to-use-request_uri-for-different-client`]: passes(foreignRequestUri),
    [`${prefix}-par-authorization-request-containing-request_uri-form-param`]: passes(
      refusesPush({ request_uri: 'urn:ietf:params:oauth:request_uri:x' }, [
        'invalid_request',
        'request_uri_not_supported',
      ]),
    ),
    [`${prefix}-par-attempt-invalid-http-method`]: passes(otherMethods),
    [`${prefix}-par-ensure-pkce-required`]: passes(
      refusesPush({ code_challenge: undefined, code_challenge_method: undefined }),
    ),
    [`${prefix}-ensure-pkce-code-verifier-required`]: passes(
      test(async (setting) => {
        const { code, verifier } = await obtainCode(setting);
        const answer = redeem(setting, code, verifier, { form: { code_verifier: undefined } });
        await expectRefusal(answer, ['invalid_grant', 'invalid_request']);
      }),
    ),
    [`${prefix}-incorrect-pkce-code-verifier-rejected`]: passes(
      test(async (setting) => {
        const { code } = await obtainCode(setting);
        await expectRefusal(redeem(setting, code, client.randomPKCECodeVerifier()), ['invalid_grant']);
      }),
    ),
    [`${prefix}-par-plain-pkce-rejected`]: passes(refusesPush({ code_challenge_method: 'plain' })),
    [`${prefix}-par-without-duplicate-parameters`]: passes(duplicates),
    [`${prefix}-par-test-array-as-audience-fails`]: passes(
      audience(({ world }) => [world.issuer, 'https://other.example']),
    ),
    [`${prefix}-par-test-par-endpoint-url-as-audience-fails`]: passes(
      audience(({ world }) => world.metadata.pushed_authorization_request_endpoint),
    ),
    [`${prefix}-par-test-token-endpoint-url-as-audience-fails`]: passes(
      audience(({ world }) => world.metadata.token_endpoint),
    ),
  },
};

/** The modules of the plan that are about signatures. Its others are those of the security profile above. */
export const messageSigningPlan: Plan = {
  id: 'fapi2-message-signing-final-test-plan',
  title: 'FAPI 2.0 Message Signing (signed requests and JARM)',
  modules: {
    [`${prefix}-discovery-end-point-verification`]: passes(signedDiscovery),
    [`${prefix}-happy-flow`]: passes(signedFlow()),
    [`${prefix}-ensure-request-object-with-multiple-aud-succeeds`]: passes(
      signedFlow(({ world }) => ({ aud: [world.issuer, 'https://other.example'] })),
    ),
    [`${prefix}-ensure-request-object-with-nbf-8-seconds-in-the-future-is-accepted`]: passes(
      signedFlow(() => ({ nbf: now() + 8, exp: now() + 68 })),
    ),
    [`${prefix}-ensure-request-object-without-exp-fails`]: passes(refusesClaims(() => ({ exp: undefined }))),
    [`${prefix}-ensure-request-object-without-nbf-fails`]: passes(refusesClaims(() => ({ nbf: undefined }))),
    [`${prefix}-ensure-request-object-without-redirect-uri-fails`]: passes(
      refusesClaims(() => ({ redirect_uri: undefined })),
    ),
    [`${prefix}-ensure-expired-request-object-fails`]: passes(
      refusesClaims(() => ({ nbf: now() - 360, exp: now() - 300 })),
    ),
    [`${prefix}-ensure-request-object-with-bad-aud-fails`]: passes(
      refusesClaims(() => ({ aud: 'https://other.example' })),
    ),
    [`${prefix}-ensure-request-object-with-exp-over-60-fails`]: passes(refusesClaims(() => ({ exp: now() + 4200 }))),
    [`${prefix}-ensure-request-object-with-nbf-over-60-fails`]: passes(refusesClaims(() => ({ nbf: now() - 4200 }))),
    [`${prefix}-ensure-signed-request-object-with-RS256-fails`]: passes(signedByRsa),
    [`${prefix}-ensure-request-object-signature-algorithm-is-not-none`]: passes(
      refusesRequest(({ params }) => new UnsecuredJWT(params).encode()),
    ),
    [`${prefix}-ensure-request-object-with-invalid-signature-fails`]: passes(invalidSignature),
    [`${prefix}-ensure-matching-key-in-authorization-request`]: passes(async (world) => {
      await foreignSignature(world);
      await foreignKey(world);
    }),
    [`${prefix}-ensure-unsigned-request-at-par-endpoint-fails`]: passes(unsignedAtPar),
    [`${prefix}-par-authorization-request-containing-request_uri`]: passes(
      refusesClaims(() => ({ request_uri: 'urn:ietf:params:oauth:request_uri:x' })),
    ),
  },
};
