import { decodeProtectedHeader, UnsecuredJWT } from 'jose';
import * as client from 'openid-client';
import { expect, vi } from 'vitest';
import { createBrowser } from '../../platform/testing/browser.ts';
import { type Check, type Module, type Plan, passes, skips, warns } from './plan.ts';
import { get, person, post, redirectUri, type World } from './world.ts';

const seconds = 1000;

/** Moves the clock of the product, instead of waiting. */
export async function after<T>(duration: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + duration });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

/** A request that must never reach the redirect URI: the person sees an error page. */
async function expectErrorPage(world: World, params: Record<string, string | undefined>) {
  const reached = await world.authorize({ params });
  expect(reached.params).toBeUndefined();
  const isErrorPage = reached.status >= 400 || reached.page?.includes('<html') === true;
  expect([reached.hasSignedIn, isErrorPage]).toEqual([false, true]);
}

const succeeds =
  (params: Record<string, string>): Check =>
  async (world) => {
    const { accessToken } = await world.flow({ params });
    expect((await world.userinfo(accessToken)).body.sub).toBe(world.user.id);
  };

const claimsOf: Record<string, string[]> = {
  profile: [
    'name',
    'family_name',
    'given_name',
    'nickname',
    'preferred_username',
    'picture',
    'birthdate',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
};

const returnsClaims =
  (...scopes: string[]): Check =>
  async (world) => {
    const { accessToken, claims } = await world.flow({ params: { scope: ['openid', ...scopes].join(' ') } });
    const { body } = await world.userinfo(accessToken);
    const wanted = scopes.flatMap((scope) => claimsOf[scope] ?? []);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(wanted));
    // The differences that the notes describe.
    expect(Object.keys(claims)).toEqual(expect.arrayContaining(wanted));
    expect(body.updated_at ?? Number.POSITIVE_INFINITY).toBeGreaterThan(1e12);
    const foreign = Object.keys(claimsOf).filter((scope) => !scopes.includes(scope));
    for (const name of foreign.flatMap((scope) => claimsOf[scope] ?? [])) {
      expect(body).not.toHaveProperty(name);
    }
  };

const inIdToken = 'the claims are also in the ID token, as in Logto';
const milliseconds = '`updated_at` is in milliseconds, as in Logto';

const server: Check = async (world) => {
  for (const party of [world.first, world.second]) {
    const config = await client.discovery(
      new URL(world.issuer),
      party.id,
      party.secret,
      client.ClientSecretBasic(party.secret),
      { execute: [client.allowInsecureRequests] },
    );
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const { params } = await world.authorize({ client: party, params: { state, nonce } });
    const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${params}`), {
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const info = await client.fetchUserInfo(config, tokens.access_token, world.user.id);
    expect(info.sub).toBe(tokens.claims()?.sub);
  }
};

/** The error is shown, or sent to the redirect URI. */
async function expectRefusal(world: World, params: Record<string, string | undefined>, errors: string[]) {
  const reached = await world.authorize({ params });
  if (reached.params) {
    expect(errors).toContain(reached.params.get('error'));
    expect(reached.params.get('code')).toBeNull();
  } else {
    expect(reached.hasSignedIn).toBe(false);
  }
}

const idTokenSignature: Check = async (world) => {
  const { answer } = await world.flow();
  const header = decodeProtectedHeader(String(answer.body.id_token));
  expect(header.kid).toEqual(expect.any(String));
  const { body } = await get(world.metadata.jwks_uri);
  const published = (body.keys as { kid: string; d?: string }[]).filter(({ kid }) => kid === header.kid);
  expect(published).toHaveLength(1);
  expect(published[0]).not.toHaveProperty('d');
  expect(world.metadata.id_token_signing_alg_values_supported).toContain(header.alg);
  // OpenID Connect Core §15.1 requires RS256; an application chooses it in its settings.
  const rsa = await world.register({ customClientMetadata: { idTokenSignedResponseAlg: 'RS256' } });
  const { answer: signed } = await world.flow({ client: rsa });
  expect(decodeProtectedHeader(String(signed.body.id_token)).alg).toBe('RS256');
};

const promptLogin: Check = async (world) => {
  const browser = createBrowser();
  const before = await world.flow({ browser, params: { max_age: '15000' } });
  expect(before.hasSignedIn).toBe(true);
  const again = await after(2 * seconds, () => world.flow({ browser, params: { prompt: 'login', max_age: '15000' } }));
  expect(again.hasSignedIn).toBe(true);
  expect(again.claims.sub).toBe(before.claims.sub);
  expect(again.claims.auth_time).toBeGreaterThan(Number(before.claims.auth_time));
};

const promptNoneNotLoggedIn: Check = async (world) => {
  const { params, sent } = await world.authorize({ browser: createBrowser(), params: { prompt: 'none' } });
  expect([params?.get('error'), params?.get('state'), params?.get('code')]).toEqual([
    'login_required',
    sent.state,
    null,
  ]);
};

const staysSignedIn =
  (params: Record<string, string>): Check =>
  async (world) => {
    const before = await world.flow({ params: { max_age: '15000' } });
    const again = await world.flow({ params: { ...params, ...(params.max_age ? {} : { max_age: '15000' }) } });
    expect([again.hasSignedIn, again.claims.sub, again.claims.auth_time]).toEqual([
      false,
      before.claims.sub,
      before.claims.auth_time,
    ]);
  };

const maxAge1: Check = async (world) => {
  const browser = createBrowser();
  const before = await world.flow({ browser, params: { max_age: '10000' } });
  const again = await after(2 * seconds, () => world.flow({ browser, params: { max_age: '1' } }));
  expect(again.hasSignedIn).toBe(true);
  expect(again.claims.auth_time).toBeGreaterThan(Number(before.claims.auth_time));
};

const idTokenHint: Check = async (world) => {
  const { answer, claims } = await world.flow();
  const again = await world.flow({ params: { prompt: 'none', id_token_hint: String(answer.body.id_token) } });
  expect(again.claims.sub).toBe(claims.sub);
};

const acrValues: Check = async (world) => {
  const [wanted] = world.metadata.acr_values_supported as string[];
  const { claims } = await world.flow({ params: { acr_values: wanted ?? '' } });
  expect(claims.acr).toEqual(expect.any(String));
};

const reuses =
  (pause: number): Check =>
  async (world) => {
    const { code, accessToken } = await world.flow();
    expect((await world.userinfo(accessToken)).status).toBe(200);
    const again = await after(pause, () => world.redeem(code));
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    // RFC 6749 §4.1.2: tokens that were issued for the code are revoked.
    expect((await world.userinfo(accessToken)).status).toBe(401);
  };

const postRequest: Check = async (world) => {
  const { accessToken } = await world.flow({ isPost: true });
  expect((await world.userinfo(accessToken)).status).toBe(200);
};

const clientSecretPost: Check = async (world) => {
  const { code, sent } = await world.obtainCode();
  const { id, secret } = world.first;
  const answer = await post(world.metadata.token_endpoint, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: id,
    client_secret: secret,
  });
  expect(answer.status).toBe(200);
  await world.verifyIdToken(answer.body.id_token, id, sent.nonce);
};

const requestUriUnsigned: Check = async (world) => {
  expect(world.metadata.request_uri_parameter_supported).toBe(false);
  await expectRefusal(world, { request_uri: 'https://rp.example.com/request.jwt' }, ['request_uri_not_supported']);
};

const unsignedRequestObject =
  (claims: Record<string, string>): Check =>
  async (world) => {
    expect(world.metadata.request_object_signing_alg_values_supported).not.toContain('none');
    const request = new UnsecuredJWT({ client_id: world.first.id, response_type: 'code', scope: 'openid', ...claims })
      .setIssuer(world.first.id)
      .setAudience(world.issuer)
      .encode();
    await expectRefusal(world, { request }, ['request_not_supported', 'invalid_request_object', 'invalid_request']);
  };

const claimsEssential: Check = async (world) => {
  expect(world.metadata.claims_parameter_supported).toBe(true);
  const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
  const { accessToken } = await world.flow({ params: { claims } });
  expect((await world.userinfo(accessToken)).body).toEqual({ sub: world.user.id, name: person.name });
};

const refreshToken: Check = async (world) => {
  const { answer, claims } = await world.flow({ params: { scope: 'openid offline_access', prompt: 'consent' } });
  const refresh = (party: typeof world.first) =>
    post(
      world.metadata.token_endpoint,
      { grant_type: 'refresh_token', refresh_token: String(answer.body.refresh_token) },
      world.basic(party),
    );
  const stolen = await refresh(world.second);
  expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
  const next = await refresh(world.first);
  expect(next.status).toBe(200);
  const renewed = await world.verifyIdToken(next.body.id_token, world.first.id, claims.nonce as string);
  expect([renewed.iss, renewed.sub, renewed.auth_time]).toEqual([claims.iss, claims.sub, claims.auth_time]);
  expect((await world.userinfo(String(next.body.access_token))).status).toBe(200);
};

const validPkce: Check = async (world) => {
  const verifier = client.randomPKCECodeVerifier();
  const pkce = { code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
  const { code } = await world.obtainCode({ params: pkce });
  expect((await world.redeem(code, world.first, { code_verifier: client.randomPKCECodeVerifier() })).status).toBe(400);
  const { code: another } = await world.obtainCode({ params: pkce });
  expect((await world.redeem(another, world.first, { code_verifier: verifier })).status).toBe(200);
};

const userinfoByPost =
  (isInBody: boolean): Check =>
  async (world) => {
    const { accessToken } = await world.flow();
    const answer = isInBody
      ? await post(world.metadata.userinfo_endpoint, { access_token: accessToken })
      : await post(world.metadata.userinfo_endpoint, {}, { authorization: `Bearer ${accessToken}` });
    expect([answer.status, answer.body.sub]).toEqual([200, world.user.id]);
  };

const unregisteredRedirectUri: Check = async (world) => {
  for (const uri of [
    'https://rp.example.com/other',
    `${redirectUri}?a=1`,
    `${redirectUri}/..`,
    'https://evil.example',
  ]) {
    await expectErrorPage(world, { redirect_uri: uri });
  }
};

/** In the order of the plan. */
const basicModules: Record<string, Module> = {
  'oidcc-server': passes(server),
  'oidcc-response-type-missing': passes((world) =>
    expectRefusal(world, { response_type: undefined }, ['invalid_request', 'unsupported_response_type']),
  ),
  'oidcc-idtoken-signature': passes(idTokenSignature),
  'oidcc-idtoken-unsigned': skips('ID tokens are always signed', async ({ metadata }) =>
    expect(metadata.id_token_signing_alg_values_supported).not.toContain('none'),
  ),
  'oidcc-userinfo-get': passes(succeeds({})),
  'oidcc-userinfo-post-header': passes(userinfoByPost(false)),
  'oidcc-userinfo-post-body': passes(userinfoByPost(true)),
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': passes(async (world) => {
    await world.flow({ params: { nonce: undefined } });
  }),
  'oidcc-scope-profile': warns(`${inIdToken}; ${milliseconds}`, returnsClaims('profile')),
  'oidcc-scope-email': warns(inIdToken, returnsClaims('email')),
  'oidcc-scope-address': warns(inIdToken, returnsClaims('address')),
  'oidcc-scope-phone': warns(inIdToken, returnsClaims('phone')),
  'oidcc-scope-all': warns(`${inIdToken}; ${milliseconds}`, returnsClaims('profile', 'email', 'address', 'phone')),
  'oidcc-alternate-happy-flow': passes(async (world) => {
    const { accessToken } = await world.flow({ params: { scope: 'email openid' } });
    expect((await world.userinfo(accessToken)).body.email).toBe(person.primaryEmail);
  }),
  'oidcc-display-page': passes(succeeds({ display: 'page' })),
  'oidcc-display-popup': passes(succeeds({ display: 'popup' })),
  'oidcc-prompt-login': passes(promptLogin),
  'oidcc-prompt-none-not-logged-in': passes(promptNoneNotLoggedIn),
  'oidcc-prompt-none-logged-in': passes(staysSignedIn({ prompt: 'none' })),
  'oidcc-max-age-1': passes(maxAge1),
  'oidcc-max-age-10000': passes(staysSignedIn({ max_age: '10000' })),
  'oidcc-ensure-request-with-unknown-parameter-succeeds': passes(succeeds({ extra: 'foobar' })),
  'oidcc-id-token-hint': passes(idTokenHint),
  'oidcc-login-hint': passes(succeeds({ login_hint: 'buffy@example.com' })),
  'oidcc-ui-locales': passes(succeeds({ ui_locales: 'se fr' })),
  'oidcc-claims-locales': passes(succeeds({ claims_locales: 'se' })),
  'oidcc-ensure-request-with-acr-values-succeeds': passes(acrValues),
  'oidcc-codereuse': passes(reuses(0)),
  'oidcc-codereuse-30seconds': passes(reuses(30 * seconds)),
  'oidcc-ensure-registered-redirect-uri': passes(unregisteredRedirectUri),
  'oidcc-ensure-post-request-succeeds': passes(postRequest),
  'oidcc-server-client-secret-post': passes(clientSecretPost),
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': passes(requestUriUnsigned),
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': skips(
    'request objects must be signed',
    unsignedRequestObject({ redirect_uri: redirectUri }),
  ),
  'oidcc-claims-essential': passes(claimsEssential),
  'oidcc-ensure-request-object-with-redirect-uri': skips(
    'request objects must be signed',
    unsignedRequestObject({ redirect_uri: 'https://rp.example.com/other' }),
  ),
  'oidcc-refresh-token': passes(refreshToken),
  'oidcc-ensure-request-with-valid-pkce-succeeds': passes(validPkce),
};

export const basicPlan: Plan = { id: 'oidcc-basic-certification-test-plan', title: 'Basic OP', modules: basicModules };

const inFormPost =
  (check: Check): Check =>
  async (world) => {
    world.mode = 'form_post';
    try {
      await check(world);
    } finally {
      world.mode = 'query';
    }
  };

export const formPostPlan: Plan = {
  id: 'oidcc-formpost-basic-certification-test-plan',
  title: 'Form Post OP',
  modules: Object.fromEntries(
    Object.entries(basicModules).map(([name, module]) => [name, { ...module, check: inFormPost(module.check) }]),
  ),
};
