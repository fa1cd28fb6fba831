import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import {
  deviceCodeGrant,
  managementApiIndicator,
  organizationsResource,
  tokenExchangeGrant,
  tokenTypes,
} from '@postern/contracts/wire';
import { calculatePKCECodeChallenge } from 'openid-client';
import { expect } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { registeredEndpoints } from '#platform/http/route';
import { findPerson } from '../features/cloud/operators/appoint.store.ts';
import type { Recorder } from './plans.ts';
import { changeSettings, type Visitor, visitor, ways } from './sign-in.ts';
import type { TestApp } from './test-app.ts';

const password = 'a long phrase of words';
const verifier = 'v'.repeat(43);
const known = { username: 'Known', email: 'known@example.org', phone: '491511234567' };
const unknown = { username: 'nobody', email: 'nobody@example.org', phone: '491519999999' };

type Client = { id: string; secret: string };

/** A tenant with a user, and all flows that callers without a login can use. */
export type OpenPaths = Awaited<ReturnType<typeof prepareOpenPaths>>;

export async function prepareOpenPaths(app: TestApp, recorder: Recorder) {
  const token = await app.managementToken();
  const { body: user } = await app.call(usersApi.create, {
    token,
    body: { username: known.username, primaryEmail: known.email, primaryPhone: known.phone, password },
  });
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
      { identifier: 'phone', password: true, verificationCode: true },
    ),
    signInMode: 'SignInAndRegister',
    forgotPasswordMethods: ['EmailVerificationCode', 'PhoneVerificationCode'],
    emailBlocklistPolicy: {},
  });
  const host = new URL(app.app.endpointOf('default')).host;
  // Reads of the test itself, such as a code from the mailbox, are not recorded.
  const aside: TestApp = {
    ...app,
    read: (tenantId, work) => recorder.aside(() => app.read(tenantId, work)),
    write: (tenantId, work) => recorder.aside(() => app.write(tenantId, work)),
  };
  const post = async (url: string, fields: Record<string, string>, client?: Client) => {
    const answer = await app.inject(app.core, {
      method: 'POST',
      url,
      headers: {
        host,
        'content-type': 'application/x-www-form-urlencoded',
        ...(client ? { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` } : {}),
      },
      payload: new URLSearchParams(fields).toString(),
    });
    return answer as { status: number; body: Record<string, string> };
  };

  return {
    app,
    token,
    user,
    post,
    ask: (fields: Record<string, string>, client?: Client) => post('/oidc/token', fields, client),
    get: (url: string, headers: Record<string, string> = {}) =>
      app.inject(app.core, { method: 'GET', url, headers: { host, ...headers } }),
    /**
     * Clears the caches first, like a new node, so that cached reads are recorded as well. Writes the audit log last, so
     * that the size of a batch does not depend on the speed of the machine.
     */
    path<T>(name: string, work: () => Promise<T>): Promise<T> {
      app.app.cache.clear();
      return recorder.during(name, async () => {
        const result = await work();
        await flushLogs(app.app);
        return result;
      });
    },
    async arrive(event: 'SignIn' | 'Register' | 'ForgotPassword'): Promise<Visitor> {
      const person = visitor(aside);
      await person.arrive({
        code_challenge: await calculatePKCECodeChallenge(verifier),
        scope: 'openid profile offline_access',
        prompt: 'login consent',
        resource: organizationsResource,
      });
      await person.start(event);
      return person;
    },
    /** Returns the redirect URL with a code; empty if the sign-in was rejected. */
    async finish(person: Visitor, verificationId: string): Promise<string> {
      await person.identify(verificationId);
      const { body } = await person.submit();
      return body?.redirectTo ? person.follow(body.redirectTo) : '';
    },
    signUpWith(...identifiers: ('username' | 'email' | 'phone')[]) {
      const isUsername = identifiers.includes('username');
      return changeSettings(app, { signUp: { identifiers, password: isUsername, verify: !isUsername } });
    },
  };
}

/** The flows in which the case of usernames can matter. */
export async function goByUsername({ app, user, path, arrive, finish, signUpWith }: OpenPaths): Promise<void> {
  const isFolded = !app.config.caseSensitiveUsername;
  const names = [
    { name: 'known username', value: known.username, status: 200 },
    { name: 'username in another case', value: 'kNOWN', status: isFolded ? 200 : 422 },
    { name: 'unknown username', value: unknown.username, status: 422 },
  ];
  for (const { name, value, status } of names) {
    await path(`password of a ${name}`, async () => {
      const person = await arrive('SignIn');
      const identifier = { type: 'username', value };
      const answer = await person.step('POST', '/verification/password', { identifier, password });
      expect([name, answer.status]).toEqual([name, status]);
    });
  }
  await signUpWith('username');
  await path('register with a username', async () => {
    const person = await arrive('Register');
    const identifier = { type: 'username', value: 'Newcomer' };
    const { body } = await person.step('POST', '/verification/new-password-identity', { identifier, password });
    expect(await finish(person, body.verificationId)).toContain('code=');
  });
  await path('CLI: appoint an operator', () =>
    app.read('default', async (db) => {
      for (const who of [known.username, 'kNOWN', known.email, user.id, unknown.username]) {
        await findPerson(db, who);
      }
    }),
  );
}

async function goByAddress({ path, arrive, finish, signUpWith }: OpenPaths, type: 'email' | 'phone'): Promise<void> {
  const fresh = {
    register: { email: 'new@example.org', phone: '491518888888' }[type],
    signIn: { email: 'other@example.org', phone: '491517777777' }[type],
    forgot: { email: 'third@example.org', phone: '491516666666' }[type],
  };
  for (const [name, value] of [
    ['known', known[type]],
    ['unknown', unknown[type]],
  ] as const) {
    await path(`password of a ${name} ${type}`, async () => {
      const person = await arrive('SignIn');
      const { status } = await person.step('POST', '/verification/password', { identifier: { type, value }, password });
      expect(status).toBe(name === 'known' ? 200 : 422);
    });
  }
  await signUpWith(type);
  await path(`code to a known ${type}`, async () => {
    const person = await arrive('SignIn');
    expect(await finish(person, await person.proveAddress('SignIn', type, known[type]))).toContain('code=');
  });
  await path(`register with a code to an unknown ${type}`, async () => {
    const person = await arrive('Register');
    expect(await finish(person, await person.proveAddress('Register', type, fresh.register))).toContain('code=');
  });
  await path(`code to an unknown ${type}`, async () => {
    const person = await arrive('SignIn');
    expect((await person.identify(await person.proveAddress('SignIn', type, fresh.signIn))).status).toBe(404);
  });
  for (const [name, value] of [
    ['known', known[type]],
    ['unknown', fresh.forgot],
  ] as const) {
    await path(`forgotten password of a ${name} ${type}`, async () => {
      const person = await arrive('ForgotPassword');
      await person.identify(await person.proveAddress('ForgotPassword', type, value));
      await person.step('PUT', '/profile/password', { password: `${password} ${type}` });
      expect((await person.submit()).status).toBe(name === 'known' ? 204 : 404);
    });
  }
  await path(`wrong code for a ${type}`, async () => {
    const person = await arrive('SignIn');
    const identifier = { type, value: known[type] };
    await person.step('POST', '/verification/verification-code/verify', {
      identifier,
      verificationId: 'unknown',
      code: '000000',
    });
  });
}

/** A provider whose codes are the ids of its users. */
function startProvider(): Promise<Server> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    const code = new URLSearchParams(text).get('code') ?? request.headers.authorization?.slice('Bearer '.length) ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/token' ? { access_token: code } : { id: code }));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function goBySocial({ app, token, path, arrive, finish, signUpWith }: OpenPaths): Promise<void> {
  const provider = await startProvider();
  const { port } = provider.address() as AddressInfo;
  const { body: connector } = await app.call(connectorsApi.create, {
    token,
    body: {
      connectorId: 'oauth2',
      metadata: { target: 'acme', name: { en: 'acme' } },
      config: {
        authorizationEndpoint: 'https://acme.example/authorize',
        tokenEndpoint: `http://127.0.0.1:${port}/token`,
        userInfoEndpoint: `http://127.0.0.1:${port}/me`,
        clientId: 'postern',
        clientSecret: 'secret',
        tokenEndpointResponseType: 'json',
      },
    },
  });
  await changeSettings(app, { socialSignInConnectorTargets: ['acme'] });
  await signUpWith();
  // The account is new in the first round and known in the second.
  for (const event of ['Register', 'SignIn'] as const) {
    await path(`social account, ${event}`, async () => {
      const person = await arrive(event);
      const base = `/verification/social/${connector.id}`;
      const redirectUri = `http://core.test/callback/${connector.id}`;
      const { body } = await person.step('POST', `${base}/authorization-uri`, { state: 'st', redirectUri });
      const connectorData = { code: 'acme-1', state: 'st', redirectUri };
      await person.step('POST', `${base}/verify`, { verificationId: body.verificationId, connectorData });
      expect(await finish(person, body.verificationId)).toContain('code=');
    });
  }
  provider.close();
}

async function goByOneTimeToken({ app, token, path, arrive, finish }: OpenPaths): Promise<void> {
  const { body: link } = await app.call(oneTimeTokensApi.create, { token, body: { email: known.email } });
  for (const [name, value] of Object.entries({ unknown: 'u'.repeat(32), known: link.token })) {
    await path(`${name} one-time token`, async () => {
      const person = await arrive('SignIn');
      const identifier = { type: 'email', value: known.email };
      const { status, body } = await person.step('POST', '/verification/one-time-token/verify', {
        identifier,
        token: value,
      });
      expect(status).toBe(name === 'known' ? 200 : 404);
      await finish(person, body.verificationId ?? 'unknown');
    });
  }
}

async function redeemAndRefresh({ path, arrive, finish, ask }: OpenPaths): Promise<Record<string, string>> {
  return path('sign-in, code, refresh', async () => {
    const person = await arrive('SignIn');
    const identifier = { type: 'email', value: known.email };
    const { body } = await person.step('POST', '/verification/password', { identifier, password });
    const callback = await finish(person, body.verificationId);
    const client = { client_id: 'demo-app' };
    const { body: first } = await ask({
      ...client,
      grant_type: 'authorization_code',
      code: new URL(callback, 'http://core.test').searchParams.get('code') ?? '',
      redirect_uri: 'http://core.test/demo-app',
      code_verifier: verifier,
    });
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
    const { status, body: next } = await ask({ ...client, ...refresh });
    expect(status).toBe(200);
    return next;
  });
}

async function goByGrants(paths: OpenPaths): Promise<void> {
  const { app, token, user, path, ask, post, get } = paths;
  const tokens = await redeemAndRefresh(paths);
  const create = async (body: Pick<CreateApplication, 'name' | 'type'> & Partial<CreateApplication>) => {
    const { body: made } = await app.call(applicationsApi.create, { token, body });
    const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: made.id } });
    return { id: made.id, secret: secrets[0]?.value ?? '' };
  };
  const oidcClientMetadata = { redirectUris: ['http://core.test/callback'], postLogoutRedirectUris: [] };
  const web = await create({
    name: 'Web',
    type: 'Traditional',
    oidcClientMetadata,
    customClientMetadata: { allowTokenExchange: true },
  });
  const customClientMetadata = { isDeviceFlowEnabled: true };
  const device = await create({ name: 'TV', type: 'Native', oidcClientMetadata, customClientMetadata });
  const machine = await create({ name: 'Machine', type: 'MachineToMachine' });
  const { body: subject } = await app.call(subjectTokensApi.create, { token, body: { userId: user.id } });
  const { body: personal } = await app.call(personalAccessTokensApi.create, {
    token,
    params: { userId: user.id },
    body: { name: 'key' },
  });
  const exchange = (value: string, type: string) => ({
    grant_type: tokenExchangeGrant,
    subject_token: value,
    subject_token_type: type,
  });
  const grants: [fields: Record<string, string>, client: Client, status: number][] = [
    [exchange(subject.subjectToken, tokenTypes.accessToken), web, 200],
    [exchange('unknown', tokenTypes.accessToken), web, 400],
    [exchange(personal.value, tokenTypes.personalAccessToken), web, 200],
    [exchange('unknown', tokenTypes.personalAccessToken), web, 400],
    [{ grant_type: 'authorization_code', code: 'unknown', redirect_uri: 'http://core.test/callback' }, web, 400],
    [{ grant_type: 'refresh_token', refresh_token: 'unknown' }, web, 400],
    [{ grant_type: 'client_credentials' }, { id: 'unknown', secret: 'unknown' }, 400],
    [{ grant_type: 'client_credentials', resource: managementApiIndicator('default') }, machine, 200],
    [{ grant_type: 'client_credentials', organization_id: 'unknown' }, machine, 403],
  ];
  for (const [fields, client, status] of grants) {
    const name = `${fields.grant_type} of ${client.id === 'unknown' ? 'an unknown' : 'a known'} application`;
    await path(`${name}, ${status}`, async () =>
      expect([fields, (await ask(fields, client)).status]).toEqual([fields, status]),
    );
  }
  await path('device', async () => {
    const { status, body } = await post('/oidc/device/auth', { client_id: device.id, scope: 'openid' });
    expect(status).toBe(200);
    for (const code of [body.device_code ?? '', 'unknown']) {
      const answer = await ask({ grant_type: deviceCodeGrant, device_code: code, client_id: device.id });
      expect(answer.status).toBe(400);
    }
    await get('/oidc/device?user_code=AAAA-BBBB');
  });
  await path('introspection, userinfo, revocation, sign-out', async () => {
    for (const value of [tokens.access_token ?? '', 'unknown']) {
      await post('/oidc/token/introspection', { token: value }, web);
      await get('/oidc/me', { authorization: `Bearer ${value}` });
    }
    await post('/oidc/token/revocation', { token: tokens.refresh_token ?? '', client_id: 'demo-app' });
    await get('/oidc/session/end');
    await get(`/oidc/session/end?id_token_hint=${tokens.id_token}`);
  });
}

/** Pages, documents, and each endpoint without a token, with ids that do not exist. */
async function goToEveryEndpoint({ app, path, get, arrive }: OpenPaths): Promise<void> {
  for (const url of ['/', '/sign-in', '/oidc/jwks', '/oidc/.well-known/openid-configuration', '/account']) {
    await path(`GET ${url}`, () => get(url));
  }
  const isOpen = ({ auth }: AnyEndpoint) => auth.kind === 'none' || auth.kind === 'interaction';
  const person = await arrive('SignIn');
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { host, origin } = new URL(app.app.endpointOf('default'));
  for (const { method, path: pattern, body } of registeredEndpoints(app.app).filter(isOpen)) {
    await path(`${method} ${pattern}`, () =>
      app.inject(app.core, {
        method,
        url: pattern.replace(/:\w+/g, 'unknown'),
        headers: { host, cookie, origin, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { payload: '{}' } : {}),
      }),
    );
  }
}

export async function goEveryWay(paths: OpenPaths): Promise<void> {
  await goByUsername(paths);
  // Before the password is changed by the forgot-password flow.
  await goByGrants(paths);
  await goByAddress(paths, 'email');
  await goByOneTimeToken(paths);
  await goBySocial(paths);
  await goToEveryEndpoint(paths);
}
