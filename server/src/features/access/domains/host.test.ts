import { applicationsApi } from '@postern/contracts/access/applications';
import { domainsApi } from '@postern/contracts/access/domains';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator, relatedOriginsHeader } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSecretOf } from '#testing/clients';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings, visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { addDomain, getOn } from './testing.ts';
import { startDns } from './testing-dns.ts';

const domain = 'login.acme.example';
const origin = `http://${domain}`;
let dns: Awaited<ReturnType<typeof startDns>>;
let app: TestApp;
let token: string;

beforeAll(async () => {
  dns = await startDns();
  dns.records.set(domain, 'core.test');
  app = await testApp({ DNS_RESOLVER: dns.address });
  token = await app.managementToken();
  await addDomain(app, 'default', token, domain);
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

test('the open-source edition does not limit the number of domains', async () => {
  for (const name of ['two', 'three', 'four']) {
    const created = await app.call(domainsApi.create, { token, body: { domain: `${name}.acme.example` } });
    expect(created.status).toBe(201);
    await app.call(domainsApi.remove, { token, params: { id: created.body.id } });
  }
});

test('people sign in on the custom domain: pages, cookies, redirects and issuer are of this domain', async () => {
  const password = 'a long enough secret';
  await app.call(usersApi.create, { token, body: { username: 'ann', password } });
  const ann = visitor(app, 'default', origin);
  const redirectUri = `${origin}/demo-app`;
  const page = await ann.arrive({ redirect_uri: redirectUri });
  expect(new URL(page, origin).origin).toBe(origin);
  expect((await ann.start('SignIn')).status).toBe(204);
  const { body } = await ann.step('POST', '/verification/password', {
    identifier: { type: 'username', value: 'ann' },
    password,
  });
  expect((await ann.identify(body.verificationId)).status).toBe(204);
  const submitted = await ann.submit();
  expect(submitted.body.redirectTo).toMatch(new RegExp(`^${origin}/oidc/`));
  const end = new URL(await ann.follow(submitted.body.redirectTo));
  expect(`${end.origin}${end.pathname}`).toBe(redirectUri);
  expect(end.searchParams.get('iss')).toBe(`${origin}/oidc`);
});

test('a page of another origin cannot continue a sign-in of the custom domain', async () => {
  const ann = visitor(app, 'default', origin);
  await ann.arrive({ redirect_uri: `${origin}/demo-app` });
  for (const other of ['http://core.test', 'http://evil.example']) {
    const { status } = await ann.step('PUT', '', { interactionEvent: 'SignIn' }, { origin: other });
    expect([other, status]).toEqual([other, 403]);
  }
});

test('tokens of either issuer are valid on either host, and no longer when the domain is deleted', async () => {
  const created = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Machine', type: 'MachineToMachine' },
  });
  const { id } = created.body;
  await app.write('default', (db) =>
    db.insertInto('applications_roles').values({ application_id: id, role_id: 'admin-role' }).execute(),
  );
  const { status, body } = await app.inject(app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: {
      host: domain,
      authorization: `Basic ${Buffer.from(`${id}:${await defaultSecretOf(app, token, id)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: managementApiIndicator('default'),
      scope: 'all',
    }).toString(),
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  const custom = (body as { access_token: string }).access_token;
  expect(decodeJwt(custom).iss).toBe(`${origin}/oidc`);
  const statusOn = async (host: string, bearer: string) =>
    (await getOn(app, host, '/api/domains', { authorization: `Bearer ${bearer}` })).status;
  for (const host of [domain, 'core.test']) {
    for (const bearer of [custom, token]) {
      expect([host, await statusOn(host, bearer)]).toEqual([host, 200]);
    }
  }
  const [mine] = (await app.call(domainsApi.list, { token })).body;
  await app.call(domainsApi.remove, { token, params: { id: mine?.id ?? '' } });
  expect(await statusOn('core.test', custom)).toBe(401);
  expect(await statusOn('core.test', token)).toBe(200);
  await addDomain(app, 'default', token, domain);
});

test('passkeys: the origins of the tenant are related', async () => {
  const { body } = await getOn(app, domain, '/.well-known/webauthn');
  expect(body).toEqual({ origins: ['http://core.test', origin] });
});

describe('passkeys', () => {
  const password = 'a long enough secret';
  const unsupported = { [relatedOriginsHeader]: 'unsupported' };

  async function identified(username: string, on: string) {
    const person = visitor(app, 'default', on);
    await person.arrive({ redirect_uri: `${on}/demo-app` });
    await person.start('SignIn');
    const identifier = { type: 'username', value: username };
    const { body } = await person.step('POST', '/verification/password', { identifier, password });
    expect((await person.identify(body.verificationId)).status).toBe(204);
    return person;
  }

  /** Creates a user with a passkey, which was made on a page of this origin. */
  async function withPasskey(username: string, on: string, headers: Record<string, string> = {}) {
    await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
    const { id } = (await app.call(usersApi.create, { token, body: { username, password } })).body;
    await changeSettings(app, { mfa: { factors: ['WebAuthn', 'BackupCode'], policy: 'NoPrompt' } });
    const authenticator = createAuthenticator();
    const person = await identified(username, on);
    const { body } = await person.step('POST', '/verification/web-authn/registration', undefined, headers);
    const rpId = body.registrationOptions.rp.id;
    const payload = authenticator.register(body.registrationOptions.challenge, { rpId, origin: on });
    const { verificationId } = body;
    expect(
      await person.step('POST', '/verification/web-authn/registration/verify', { verificationId, payload }),
    ).toMatchObject({ status: 200 });
    expect((await person.step('POST', '/profile/mfa', { type: 'WebAuthn', verificationId })).status).toBe(204);
    await changeSettings(app, { mfa: { factors: ['WebAuthn'], policy: 'NoPrompt' } });
    expect((await person.submit()).status).toBe(200);
    return { username, id, authenticator, rpId };
  }

  type Owner = Awaited<ReturnType<typeof withPasskey>>;

  async function signIn({ username, id, authenticator }: Owner, on: string, headers: Record<string, string> = {}) {
    const person = await identified(username, on);
    const { status, body } = await person.step('POST', '/verification/web-authn/authentication', undefined, headers);
    if (status !== 200) {
      return [status, (body as { code?: string }).code];
    }
    const { rpId, challenge } = body.authenticationOptions;
    const payload = authenticator.authenticate(challenge, id, { rpId, origin: on });
    const { verificationId } = body;
    await person.step('POST', '/verification/web-authn/authentication/verify', { verificationId, payload }, headers);
    return [(await person.submit()).status, rpId];
  }

  test('of the default domain work on the custom domain, and the other way around', async () => {
    for (const [username, made] of [
      ['bea', 'http://core.test'],
      ['cara', origin],
    ] as const) {
      const owner = await withPasskey(username, made);
      expect(owner.rpId).toBe('core.test');
      expect(await signIn(owner, 'http://core.test')).toEqual([200, 'core.test']);
      expect(await signIn(owner, origin)).toEqual([200, 'core.test']);
    }
  });

  test('that sign in answer a request for their own host', async () => {
    await changeSettings(app, { passkeySignIn: { enabled: true } });
    const person = visitor(app, 'default', origin);
    await person.arrive({ redirect_uri: `${origin}/demo-app` });
    await person.start('SignIn');
    const path = '/verification/sign-in-passkey/authentication';
    const { body } = await person.step('POST', path);
    const payload = createAuthenticator().authenticate(body.authenticationOptions.challenge, 'someone', { origin });
    const answer = await person.step(
      'POST',
      `${path}/verify`,
      { ...body, payload, authenticationOptions: undefined },
      unsupported,
    );
    expect([answer.status, answer.code]).toEqual([400, 'session.passkey_sign_in.conflict_rp_id']);
    await changeSettings(app, { passkeySignIn: {} });
  });

  test('belong to the host of the page in a browser without related origins', async () => {
    const owner = await withPasskey('dora', origin, unsupported);
    expect(owner.rpId).toBe(domain);
    expect(await signIn(owner, origin, unsupported)).toEqual([200, domain]);
    // Another browser of the same person.
    expect(await signIn(owner, origin)).toEqual([200, domain]);
    expect(await signIn(owner, 'http://core.test')).toEqual([400, 'session.mfa.webauthn_verification_not_found']);
    const usual = await withPasskey('ella', 'http://core.test');
    expect(await signIn(usual, origin, unsupported)).toEqual([400, 'session.mfa.webauthn_verification_not_found']);
  });
});

test('an unknown host is answered as before, with the default endpoint', async () => {
  const { body } = await getOn(app, 'other.acme.example', '/oidc/.well-known/openid-configuration');
  expect((body as { issuer: string }).issuer).toBe('http://core.test/oidc');
});

test('the OpenAPI document names the host it was asked on', async () => {
  for (const [host, url] of [
    [domain, origin],
    ['core.test', 'http://core.test'],
  ] as const) {
    const { body } = await getOn(app, host, '/api/swagger.json');
    expect((body as { servers: unknown }).servers).toEqual([{ url }]);
  }
});
