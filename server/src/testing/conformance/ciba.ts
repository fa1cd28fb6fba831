import { createServer } from 'node:http';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { signInRequestsApi } from '@postern/contracts/sign-in/sign-in-requests';
import { accountCenterAppId, cibaGrant } from '@postern/contracts/wire';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { createTestCertificate } from '#testing/certificates';
import { freePort, signInByPassword } from '#testing/flows';
import { createBrowser } from '../../platform/testing/browser.ts';
import { after } from './basic.ts';
import { type Check, type Plan, passes, warns } from './plan.ts';
import { type Answer, get, type KeyParty, post, random, type World } from './world.ts';

type Claims = Record<string, unknown>;
/** How a claim is set: undefined removes it. */
type ClaimsOf = (setting: Setting) => Claims;
type Certificate = { header: string };
type Party = KeyParty & { certificate: Certificate };
/** `mutual` authenticates with its certificate, the others with their keys. */
type Setting = { world: World; one: Party; other: Party; mutual: Party };
type Person = { username: string; password: string };

const now = () => Math.floor(Date.now() / 1000);
const secondsOfMinutes = (minutes: number) => minutes * 60;
const password = 'a phrase for sign-in requests';

const given = (all: Claims): Claims =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));

async function registerParty(world: World, custom: Parameters<World['registerWithKey']>[0] = {}): Promise<Party> {
  const certificate = await createTestCertificate({ subject: `CN=${random()}` });
  const isMutual = custom.tlsCertificates !== undefined;
  const party = await world.registerWithKey({
    securityProfile: 'fapi2',
    isCertificateBound: true,
    isSignedRequestRequired: true,
    isBackchannelAuthenticationEnabled: true,
    ...custom,
    ...(isMutual ? { tlsCertificates: [certificate.pem] } : {}),
  });
  return { ...party, certificate };
}

async function prepare(world: World): Promise<Setting> {
  await world.app.call(accountCenterApi.update, { token: world.token, body: { enabled: true } });
  const [one, other, mutual] = await Promise.all([
    registerParty(world),
    registerParty(world),
    registerParty(world, { tlsCertificates: [] }),
  ]);
  return { world, one, other, mutual };
}

const settings = new WeakMap<World, Promise<Setting>>();

const test =
  (run: (setting: Setting) => Promise<unknown>): Check =>
  async (world) => {
    const setting = settings.get(world) ?? prepare(world);
    settings.set(world, setting);
    await run(await setting);
  };

const keyHeader = ({ jwk }: Party, alg: string) => ({ alg, ...(alg === 'ES256' ? { kid: jwk.kid ?? '' } : {}) });

async function assertion({ world }: Setting, party: Party, claims: Claims = {}, alg = 'ES256', key?: CryptoKey) {
  const all = {
    iss: party.id,
    sub: party.id,
    aud: world.issuer,
    jti: random(),
    iat: now(),
    exp: now() + 60,
    ...claims,
  };
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await new SignJWT(given(all))
      .setProtectedHeader(keyHeader(party, alg))
      .sign(key ?? party.privateKey),
  };
}

const requestClaims = ({ world }: Setting, party: Party, claims: Claims): Claims =>
  given({
    iss: party.id,
    aud: world.issuer,
    iat: now(),
    nbf: now(),
    exp: now() + 300,
    jti: random(),
    scope: 'openid email',
    login_hint: `nobody-${random()}`,
    ...claims,
  });

const signRequest = (setting: Setting, party: Party, claims: Claims = {}) =>
  new SignJWT(requestClaims(setting, party, claims))
    .setProtectedHeader(keyHeader(party, 'ES256'))
    .sign(party.privateKey);

type AskOptions = {
  party?: Party;
  claims?: Claims;
  /** The whole form besides the client authentication. */
  form?: Record<string, string>;
  auth?: Record<string, string>;
};

const headersOf = ({ certificate }: Party) => ({ 'client-cert': certificate.header });

async function ask(setting: Setting, { party = setting.one, claims, form, auth }: AskOptions = {}): Promise<Answer> {
  return post(
    String(setting.world.metadata.backchannel_authentication_endpoint),
    {
      ...(form ?? { request: await signRequest(setting, party, claims) }),
      ...(auth ?? (await assertion(setting, party))),
    },
    headersOf(party),
  );
}

async function accept(setting: Setting, options: AskOptions = {}): Promise<string> {
  const { status, body } = await ask(setting, options);
  expect([status, body]).toMatchObject([200, { auth_req_id: expect.any(String), expires_in: expect.any(Number) }]);
  // CIBA §7.3: unguessable, of characters that need no encoding.
  expect(body.auth_req_id).toMatch(/^[\w.-]{22,}$/);
  return String(body.auth_req_id);
}

const refuse = async (setting: Setting, options: AskOptions, errors = ['invalid_request'], statuses = [400]) => {
  const { status, body } = await ask(setting, options);
  expect([statuses.includes(status), errors.includes(String(body.error)), body]).toMatchObject([
    true,
    true,
    { error: expect.any(String) },
  ]);
};

type TokenOptions = {
  party?: Party;
  auth?: Record<string, string>;
  headers?: Record<string, string>;
  form?: Record<string, string>;
};

const requestToken = async (setting: Setting, authReqId: string, options: TokenOptions = {}): Promise<Answer> => {
  const { party = setting.one, auth, headers = headersOf(party), form = {} } = options;
  return post(
    setting.world.metadata.token_endpoint,
    { grant_type: cibaGrant, auth_req_id: authReqId, ...(auth ?? (await assertion(setting, party))), ...form },
    headers,
  );
};

async function createPerson({ world }: Setting): Promise<Person & { id: string }> {
  const person = { username: `ciba_${random().replaceAll('-', '').slice(0, 12)}`, password };
  const { body } = await world.app.call(usersApi.create, { token: world.token, body: person });
  return { ...person, id: body.id };
}

/** The person answers in the account center. */
async function answer({ world }: Setting, person: Person, isApproved: boolean): Promise<void> {
  const { endpoint } = world.app;
  const browser = createBrowser();
  const redirectUri = `${endpoint}/account/callback`;
  const config = await client.discovery(new URL(world.issuer), accountCenterAppId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  await browser.follow(url.href, [`${endpoint}/sign-in`]);
  const done = await browser.follow(await signInByPassword(browser, endpoint, person), [redirectUri]);
  const tokens = await client.authorizationCodeGrant(config, new URL(done), { pkceCodeVerifier: verifier });
  const token = tokens.access_token;
  const { body: requests } = await world.app.call(signInRequestsApi.list, { token });
  expect(requests).toHaveLength(1);
  const { status } = await world.app.call(signInRequestsApi.answer, {
    token,
    params: { id: requests[0]?.id ?? '' },
    body: { isApproved },
  });
  expect(status).toBe(204);
}

async function asked(setting: Setting, options: AskOptions = {}) {
  const person = await createPerson(setting);
  const claims = { login_hint: person.username, ...options.claims };
  return { person, authReqId: await accept(setting, { ...options, claims }) };
}

/** The whole flow. The token is bound to the certificate of the application (RFC 8705 §3). */
async function flow(setting: Setting, options: AskOptions = {}, { auth }: TokenOptions = {}) {
  const { party = setting.one } = options;
  const { person, authReqId } = await asked(setting, options);
  await answer(setting, person, true);
  const tokens = await requestToken(setting, authReqId, { party, ...(auth ? { auth } : {}) });
  expect([tokens.status, tokens.body]).toMatchObject([200, { token_type: 'Bearer' }]);
  const claims = decodeJwt(String(tokens.body.id_token));
  expect(claims).toMatchObject({ iss: setting.world.issuer, aud: party.id, sub: person.id });
  expect([claims.acr, claims.auth_time]).toEqual([expect.any(String), expect.any(Number)]);
  return { authReqId, person, tokens };
}

const completes =
  (claims: Claims = {}): Check =>
  (world) =>
    test((setting) => flow(setting, { claims }))(world);

const discovery: Check = async ({ metadata, issuer }) => {
  expect(metadata.backchannel_authentication_endpoint).toBe(`${issuer}/backchannel`);
  expect(metadata.backchannel_token_delivery_modes_supported).toEqual(['poll', 'ping']);
  expect(metadata.backchannel_user_code_parameter_supported).toBe(false);
  expect(metadata.backchannel_authentication_request_signing_alg_values_supported).toEqual(
    expect.arrayContaining(['PS256', 'ES256']),
  );
  expect(metadata.grant_types_supported).toContain(cibaGrant);
  expect(metadata.tls_client_certificate_bound_access_tokens).toBe(true);
  expect(metadata.token_endpoint_auth_methods_supported).toEqual(
    expect.arrayContaining(['private_key_jwt', 'tls_client_auth']),
  );
};

const happyFlow = test(async (setting) => {
  const { tokens, authReqId } = await flow(setting);
  const userinfo = (party: Party) =>
    get(setting.world.metadata.userinfo_endpoint, {
      authorization: `Bearer ${tokens.body.access_token}`,
      ...headersOf(party),
    });
  expect((await userinfo(setting.one)).status).toBe(200);
  // Another certificate does not use the token.
  expect((await userinfo(setting.other)).status).toBe(401);
  expect((await requestToken(setting, authReqId)).body.error).toBe('invalid_grant');
  await flow(setting, { party: setting.other, claims: { acr_values: 'urn:postern:acr:1fa' } });
});

const rejects = test(async (setting) => {
  const { person, authReqId } = await asked(setting);
  await answer(setting, person, false);
  const { status, body } = await requestToken(setting, authReqId);
  expect([status, body.error]).toEqual([400, 'access_denied']);
});

const polls = test(async (setting) => {
  const { authReqId } = await asked(setting);
  for (const _ of [1, 2, 3]) {
    const { status, body } = await requestToken(setting, authReqId);
    expect([status, body.error]).toEqual([400, 'authorization_pending']);
  }
});

const expires = test(async (setting) => {
  const { authReqId } = await asked(setting, { claims: { requested_expiry: 30 } });
  await after(31_000, async () => {
    const { status, body } = await requestToken(setting, authReqId);
    expect([status, body.error]).toEqual([400, 'expired_token']);
  });
});

const badBindingMessage = test(async (setting) => {
  await refuse(setting, { claims: { binding_message: 'x'.repeat(1000) } }, ['invalid_binding_message']);
});

const refusesRequest = (claimsOf: ClaimsOf): Check => test((setting) => refuse(setting, { claims: claimsOf(setting) }));
const lacksClaim = (name: string): Check => refusesRequest(() => ({ [name]: undefined }));

/** Signed with a key that is registered, but with an algorithm that FAPI excludes. */
const signedByRsa = test(async (setting) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const party = await registerRsa(setting, publicKey);
  for (const [alg, isAccepted] of [
    ['PS256', true],
    ['RS256', false],
  ] as const) {
    const key = await keyFor(privateKey, alg);
    const request = await new SignJWT(requestClaims(setting, party, {})).setProtectedHeader({ alg }).sign(key);
    const auth = await assertion(setting, party, {}, 'PS256', await keyFor(privateKey, 'PS256'));
    const { status, body } = await ask(setting, { party, form: { request }, auth });
    expect([alg, status, body.error]).toEqual([
      alg,
      isAccepted ? 200 : 400,
      isAccepted ? undefined : 'invalid_request',
    ]);
  }
});

async function keyFor(key: CryptoKey, alg: string): Promise<CryptoKey> {
  return (await importJWK({ ...(await exportJWK(key)), alg }, alg)) as CryptoKey;
}

async function registerRsa(setting: Setting, publicKey: CryptoKey): Promise<Party> {
  const jwk = { ...(await exportJWK(publicKey)), use: 'sig' };
  const certificate = await createTestCertificate({ subject: `CN=${random()}` });
  const { id } = await setting.world.register({
    customClientMetadata: {
      securityProfile: 'fapi2',
      isCertificateBound: true,
      isSignedRequestRequired: true,
      isBackchannelAuthenticationEnabled: true,
      jwks: { keys: [jwk as never] },
    },
  });
  return { id, privateKey: setting.one.privateKey, jwk, certificate };
}

const assertionByRsa = (isTokenRequest: boolean): Check =>
  test(async (setting) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const party = await registerRsa(setting, publicKey);
    const auth = await assertion(setting, party, {}, 'RS256', privateKey);
    const answered = isTokenRequest
      ? await requestToken(setting, 'unknown', { party, auth })
      : await ask(setting, { party, form: { request: 'not.read.before' }, auth });
    expect([[400, 401].includes(answered.status), answered.body.error]).toEqual([true, 'invalid_client']);
  });

const unsignedRequest = test(async (setting) => {
  const request = new UnsecuredJWT(requestClaims(setting, setting.one, {})).encode();
  await refuse(setting, { form: { request } });
});

const badAlgorithm = test(async (setting) => {
  const signed = await signRequest(setting, setting.one);
  const [, payload, signature] = signed.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'ES384', kid: setting.one.jwk.kid })).toString('base64url');
  await refuse(setting, { form: { request: `${header}.${payload}.${signature}` } });
});

const signedByOther = test(async (setting) => {
  const request = await new SignJWT(requestClaims(setting, setting.one, {}))
    .setProtectedHeader(keyHeader(setting.other, 'ES256'))
    .sign(setting.other.privateKey);
  await refuse(setting, { form: { request } });
});

const withoutRequest = test((setting) =>
  refuse(setting, { form: { scope: 'openid', login_hint: 'nobody', client_id: setting.one.id } }),
);

const multipleHints = test(async (setting) => {
  const { tokens } = await flow(setting);
  await refuse(setting, { claims: { id_token_hint: String(tokens.body.id_token) } });
  await refuse(setting, { claims: { login_hint_token: 'a.b.c' } });
  // None, empty, unsupported, and of somebody else.
  await refuse(setting, { claims: { login_hint: undefined } });
  await refuse(setting, { claims: { login_hint: '' } });
  await refuse(setting, { claims: { login_hint: undefined, login_hint_token: 'a.b.c' } });
  await refuse(setting, { claims: { login_hint: undefined, id_token_hint: 'not.a.token' } });
});

const wrongAuthReqId = test(async (setting) => {
  const { authReqId } = await asked(setting);
  const { status, body } = await requestToken(setting, random());
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
  // That of another application.
  expect((await requestToken(setting, authReqId, { party: setting.other })).body.error).toBe('invalid_grant');
});

/** Client authentication by certificate: `client_id` says whose. */
const wrongClientId = (at: 'backchannel' | 'token'): Check =>
  test(async (setting) => {
    const { mutual: party, other } = setting;
    const auth = { client_id: party.id };
    const authReqId = await accept(setting, { party, auth });
    const wrong = { client_id: other.id };
    const answered =
      at === 'token'
        ? await requestToken(setting, authReqId, { party, auth: wrong })
        : await ask(setting, { party, auth: wrong });
    expect([[400, 401].includes(answered.status), answered.body.error]).toEqual([true, 'invalid_client']);
  });

const otherIssuer = test(async (setting) => {
  const { mutual: party, other } = setting;
  const request = await signRequest(setting, other);
  await refuse(setting, { party, auth: { client_id: party.id }, form: { request } }, [
    'invalid_request',
    'invalid_client',
  ]);
});

const withoutAssertion = (at: 'backchannel' | 'token'): Check =>
  test(async (setting) => {
    const auth = { client_id: setting.one.id };
    const answered =
      at === 'token' ? await requestToken(setting, await accept(setting), { auth }) : await ask(setting, { auth });
    expect([400, 401]).toContain(answered.status);
    expect(['invalid_client', 'invalid_request']).toContain(answered.body.error);
  });

const refreshes = test(async (setting) => {
  const { tokens } = await flow(setting, { claims: { scope: 'openid email offline_access' } });
  const form = { grant_type: 'refresh_token', refresh_token: String(tokens.body.refresh_token) };
  expect(form.refresh_token).toMatch(/^[\x20-\x7e]+$/);
  const refresh = (party: Party) => requestToken(setting, '', { party, form });
  expect((await refresh(setting.other)).body.error).toBe('invalid_grant');
  const fresh = await refresh(setting.one);
  expect([fresh.status, fresh.body.access_token]).toEqual([200, expect.any(String)]);
});

const holderOfKey = test(async (setting) => {
  const { person, authReqId } = await asked(setting);
  await answer(setting, person, true);
  const { status, body } = await requestToken(setting, authReqId, { headers: {} });
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
});

/** The application is notified once, whatever it answers, and fetches the tokens. */
const notifies = (status: number, body = ''): Check =>
  test(async (setting) => {
    const { app } = setting.world;
    const received: { authorization: string | undefined; body: unknown; url: string | undefined }[] = [];
    const server = createServer(async (request, response) => {
      const text = String((await request.toArray()).join(''));
      received.push({ authorization: request.headers.authorization, body: JSON.parse(text), url: request.url });
      response.writeHead(status, { location: '/elsewhere' }).end(body);
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    // The address must be HTTPS; this server has no certificate.
    const { egress } = app.app;
    const { fetch: fetchSafely } = egress;
    egress.fetch = (url, init) => fetchSafely(url.includes(`:${port}/`) ? url.replace('https:', 'http:') : url, init);
    try {
      const party = await registerParty(setting.world, {
        backchannelNotificationUri: `https://127.0.0.1:${port}/ping`,
      });
      const token = random();
      const { person, authReqId } = await asked(setting, { party, claims: { client_notification_token: token } });
      await answer(setting, person, true);
      await app.worker.drain();
      expect(received).toEqual([{ authorization: `Bearer ${token}`, body: { auth_req_id: authReqId }, url: '/ping' }]);
      const { rows } = await app.app.tenancy.system((db) =>
        sql`select 1 from jobs where queue = 'sign-in-requests.ping'`.execute(db),
      );
      // Not again later.
      expect(rows).toEqual([]);
      expect((await requestToken(setting, authReqId, { party })).status).toBe(200);
    } finally {
      egress.fetch = fetchSafely;
      server.close();
    }
  });

const prefix = 'fapi-ciba-id1';
const request = `${prefix}-ensure-request-object`;
const ping = `${prefix}-ping-backchannel-notification-endpoint`;

export const cibaPlan: Plan = {
  id: `${prefix}-test-plan`,
  title: 'FAPI-CIBA (plain FAPI, poll and ping, private_key_jwt, certificate-bound tokens)',
  modules: {
    [`${prefix}-discovery-end-point-verification`]: passes(discovery),
    [prefix]: passes(happyFlow),
    [`${prefix}-user-rejects-authentication`]: passes(rejects),
    [`${prefix}-multiple-call-to-token-endpoint`]: passes(polls),
    [`${prefix}-auth-req-id-expired`]: passes(expires),
    [`${prefix}-ensure-authorization-request-with-binding-message-succeeds`]: passes(
      completes({ binding_message: '1234' }),
    ),
    [`${prefix}-ensure-other-scope-order-succeeds`]: passes(completes({ scope: 'email openid' })),
    [`${prefix}-ensure-requested-expiry-as-string-succeeds`]: passes(completes({ requested_expiry: '30' })),
    [`${prefix}-ensure-authorization-request-with-potentially-bad-binding-message`]: passes(badBindingMessage),
    [`${request}-missing-aud-fails`]: passes(lacksClaim('aud')),
    [`${request}-bad-aud-fails`]: passes(refusesRequest(() => ({ aud: 'https://other.example' }))),
    [`${request}-missing-iss-fails`]: passes(lacksClaim('iss')),
    [`${request}-bad-iss-fails`]: passes(refusesRequest(({ other }) => ({ iss: other.id }))),
    [`${request}-missing-exp-fails`]: passes(lacksClaim('exp')),
    [`${request}-expired-exp-fails`]: passes(
      refusesRequest(() => ({ exp: now() - secondsOfMinutes(5), nbf: now() - secondsOfMinutes(10) })),
    ),
    [`${request}-exp-is-70-minutes-in-future-fails`]: passes(
      refusesRequest(() => ({ exp: now() + secondsOfMinutes(70) })),
    ),
    [`${request}-missing-iat-fails`]: passes(lacksClaim('iat')),
    [`${request}-missing-nbf-fails`]: passes(lacksClaim('nbf')),
    [`${request}-nbf-is-10-minutes-in-future-fails`]: passes(
      refusesRequest(() => ({ nbf: now() + secondsOfMinutes(10), exp: now() + secondsOfMinutes(15) })),
    ),
    [`${request}-nbf-is-70-minutes-in-past-fails`]: passes(
      refusesRequest(() => ({ nbf: now() - secondsOfMinutes(70) })),
    ),
    [`${request}-missing-jti-fails`]: passes(lacksClaim('jti')),
    [`${request}-signature-algorithm-is-none-fails`]: passes(unsignedRequest),
    [`${request}-signature-algorithm-is-bad-fails`]: passes(badAlgorithm),
    [`${request}-signature-algorithm-is-RS256-fails`]: passes(signedByRsa),
    [`${request}-signed-by-other-client-fails`]: passes(signedByOther),
    [`${prefix}-ensure-authorization-request-with-multiple-hints-fails`]: passes(multipleHints),
    [`${prefix}-ensure-wrong-auth-req-id-in-token-endpoint-request`]: passes(wrongAuthReqId),
    [`${prefix}-ensure-different-client-id-and-issuer-in-backchannel-authorization-request`]: passes(otherIssuer),
    [`${prefix}-ensure-wrong-client-id-in-token-endpoint-request`]: passes(wrongClientId('token')),
    [`${prefix}-ensure-wrong-client-id-in-backchannel-authorization-request`]: passes(wrongClientId('backchannel')),
    [`${prefix}-ensure-without-client-assertion-in-token-endpoint-request`]: passes(withoutAssertion('token')),
    [`${prefix}-ensure-without-client-assertion-in-backchannel-authorization-request`]: passes(
      withoutAssertion('backchannel'),
    ),
    [`${prefix}-ensure-client-assertion-signature-algorithm-in-backchannel-authorization-request-is-RS256-fails`]:
      passes(assertionByRsa(false)),
    [`${prefix}-ensure-client-assertion-signature-algorithm-in-token-endpoint-request-is-RS256-fails`]: passes(
      assertionByRsa(true),
    ),
    [`${prefix}-ensure-client-assertion-with-iss-aud-to-token-endpoint-succeeds`]: passes(completes()),
    [`${ping}-response-has-body`]: passes(notifies(200, 'a body')),
    [`${ping}-response-401`]: passes(notifies(401)),
    [`${ping}-response-403`]: passes(notifies(403)),
    [`${prefix}-ping-with-mtls-ciba-notification-endpoint-response-401-and-require-server-does-not-retry`]: passes(
      notifies(401),
    ),
    [`${ping}-return-redirect-request`]: passes(notifies(301)),
    [`${prefix}-ensure-unsigned-backchannel-authorization-request-fails`]: passes(withoutRequest),
    [`${prefix}-refresh-token`]: passes(refreshes),
    [`${prefix}-ensure-mtls-holder-of-key-required`]: warns(
      'checked without TLS: versions and ciphers are those of the proxy in front of the server',
      holderOfKey,
    ),
  },
};
