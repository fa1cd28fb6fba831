import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { ConnectorError } from '../kit/fail.ts';
import { type Call, type fakeProvider, request, type SocialCase, visitProvider } from '../testing.ts';
import { formOf, oauthCases } from './testing-oauth-cases.ts';
import { ownCases } from './testing-own-cases.ts';

const cases = [...oauthCases, ...ownCases];

let provider: Awaited<ReturnType<typeof fakeProvider>> | undefined;
afterEach(() => provider?.close());

async function visit(...given: Parameters<typeof visitProvider>) {
  const visited = await visitProvider(...given);
  provider = visited.provider;
  return visited;
}

const verifierIn = (call: Call | undefined): unknown =>
  call?.body.startsWith('{') ? JSON.parse(call.body).code_verifier : formOf(call).code_verifier;

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(cases.map((one): [string, SocialCase] => [one.name, one]))('%s', (_name, one) => {
  test('redirects to the provider and reads the user', async () => {
    const { uri, back, session, provider: fake } = await visit(one, one.answers());
    const pkce = one.usesPkce
      ? { code_challenge: expect.stringMatching(/^[\w-]{43}$/), code_challenge_method: 'S256' }
      : {};
    const query = Object.entries(one.query).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]);
    expect(uri.href.split(/[?#]/)[0]).toBe(one.address);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...Object.fromEntries(query),
      state: 'some-state',
      ...pkce,
    });
    const { rawData, ...info } = await back();
    expect(info).toEqual(one.info);
    expect(rawData).toBeTypeOf('object');
    one.check?.(fake.calls, session);
    // The secret is for the provider: neither the browser nor the profile may contain it.
    expect(uri.href + JSON.stringify([info, rawData, session])).not.toMatch(/canary|PRIVATE/);
  });

  test.each<[string, object, string]>([
    ['the person refuses', { error: 'access_denied', error_description: 'no' }, 'authorization_failed'],
    ['the state is another one', { code: 'c', auth_code: 'c', state: 'other' }, 'authorization_failed'],
    ['the state is missing', { code: 'c', auth_code: 'c' }, 'authorization_failed'],
    ['there is no code', { state: request.state }, 'social_auth_code_invalid'],
    [
      'the code is no text',
      { code: { $ne: 1 }, auth_code: ['c'], authCode: 1, state: request.state },
      'social_auth_code_invalid',
    ],
    [
      'the issuer is another one',
      { code: 'c', auth_code: 'c', state: request.state, iss: 'https://evil.test' },
      'authorization_failed',
    ],
  ])('makes no call if %s', async (_what, data, code) => {
    const { back, provider: fake } = await visit(one, one.answers());
    const error = await errorOf(back(data));
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({ code });
    expect(fake.calls).toEqual([]);
  });

  test('repeats the error of the provider for a wrong code, without the secret', async () => {
    const { back } = await visit(one, one.refusal);
    const error = await errorOf(back());
    expect(error).toMatchObject({ code: 'social_auth_code_invalid', data: one.refusalData });
    expect(JSON.stringify(error)).not.toMatch(/canary|PRIVATE/);
  });

  test('refuses a user without an ID', async () => {
    const { back } = await visit(one, one.withoutId);
    const error = await errorOf(back());
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({
      code: expect.stringMatching(/^(?:invalid_response|authorization_failed|social_invalid_access_token)$/),
    });
  });

  test('drops hostile values', async () => {
    const { back } = await visit(one, one.answers(one.hostile));
    const { rawData: _, ...info } = await back();
    expect(info).toEqual({ id: one.info.id });
  });

  test.each<[string, { status?: number; body?: unknown }]>([
    ['it is down', { status: 503, body: 'x' }],
    ['it sends HTML', { body: '<html>' }],
    ['it sends a list', { body: [] }],
    ['it sends an empty object', { body: {} }],
    ['it sends too much', { body: 'x'.repeat(2_000_000) }],
  ])('reports a provider that does not answer: %s', async (_what, reply) => {
    const everything = Object.fromEntries(Object.keys(one.answers()).map((address) => [address, reply]));
    const { back } = await visit(one, everything);
    const error = await errorOf(back());
    expect(error).toBeInstanceOf(ConnectorError);
    expect(JSON.stringify(error)).not.toMatch(/canary|PRIVATE/);
  });

  test('names the fields of an empty config', async () => {
    const { connector } = await visit(one, one.answers());
    const { success, ...result } = connector.configGuard.safeParse({});
    const required = connector.metadata.formItems?.filter((item) => item.required).map(({ key }) => key);
    expect(success).toBe(false);
    expect('error' in result && result.error.issues?.map(({ path }) => path[0])).toEqual(required);
  });
});

describe.each(cases.filter(({ usesPkce }) => usesPkce).map((one): [string, SocialCase] => [one.name, one]))(
  'PKCE with %s',
  (name, one) => {
    test('stores the verifier until the code is redeemed, and it matches the challenge', async () => {
      const { uri, back, session, provider: fake } = await visit(one, one.answers());
      await back();
      const verifier = String(verifierIn(fake.calls[0]));
      expect(verifier).toBe(session.codeVerifier);
      expect(uri.searchParams.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'));
    });

    test('a caller without a session gets a request that it can finish', async () => {
      const { uri, back, provider: fake } = await visit(one, one.answers(), { keepsSession: false });
      await errorOf(back({ code: 'the-code', state: request.state, redirectUri: request.redirectUri }));
      const challenge = uri.searchParams.get('code_challenge');
      // X refuses requests without PKCE, so its verifier is derived from state and secret.
      expect(challenge !== null).toBe(name === 'X');
      const verifier = verifierIn(fake.calls[0]);
      expect(verifier === undefined ? null : createHash('sha256').update(String(verifier)).digest('base64url')).toBe(
        challenge,
      );
    });
  },
);
