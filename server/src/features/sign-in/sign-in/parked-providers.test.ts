import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOwner, openAccountCenter } from '#testing/account';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { encode, metadataOf, type SigningKey, signedResponse, signingKey } from '#testing/saml';
import { changeSettings, type StepAnswer, type Visitor, ways } from '#testing/sign-in';
import { arrived, comeBack, leaveFor, socialProvider } from '#testing/social';
import { connectSso, leaveForSso, proveSso, returnFromSso } from '#testing/sso';
import { type TestApp, testApp } from '#testing/test-app';

/**
 * What a provider has proven ends with the settings of its connector: an administrator or a customer replaces them because
 * the provider, its key or its secret is in wrong hands (attack 53).
 */
let app: TestApp;
let token: string;
let company: TestIdentityProvider;
let successor: TestIdentityProvider;
let social: Awaited<ReturnType<typeof socialProvider>>;
const [key, next] = [signingKey(), signingKey()];
const entityId = 'https://idp.example/saml';
const notAnswered = { status: 404, code: 'session.verification_session_not_found' };

beforeAll(async () => {
  [company, successor, social] = [await identityProvider(), await identityProvider(), await socialProvider()];
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64'), ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  await openAccountCenter(app, token);
});
afterAll(async () => {
  company.close();
  successor.close();
  social.close();
  await app.close();
});
beforeEach(() =>
  changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }, { identifier: 'email', password: true }),
    signUp: { identifiers: ['username'], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    singleSignOnEnabled: true,
    socialSignInConnectorTargets: ['acme'],
  }),
);

const answer = ({ status, code }: StepAnswer) => ({ status, code });

/** The steps that are left, until one is refused. */
async function finish(steps: (() => Promise<StepAnswer>)[]): Promise<{ status: number; code: string | undefined }> {
  for (const step of steps) {
    const done = await step();
    if (done.status >= 400) {
      return answer(done);
    }
  }
  return { status: 200, code: undefined };
}

/** How many steps were taken before the change. */
const moments = { 'the request': 1, 'the answer': 2, 'the identification': 3 };

describe('a sign-in with OpenID Connect does not go on', () => {
  const changes: Record<string, (id: string) => Promise<unknown>> = {
    'another provider': (id) => change(id, { config: successor.config }),
    'another client': (id) => change(id, { config: { ...company.config, clientId: 'another client' } }),
    'another secret': (id) => change(id, { config: { ...company.config, clientSecret: 'another secret' } }),
    'no connector': (id) => app.call(ssoConnectorsApi.remove, { token, params: { id } }),
  };
  async function change(id: string, body: object) {
    expect((await app.call(ssoConnectorsApi.update, { token, params: { id }, body })).status).toBe(200);
  }

  /** A person who has signed in with the company before, and starts again. */
  async function employee() {
    const { id, domain } = await connectSso(app, token, { config: company.config });
    company.hire({ sub: `of ${id}`, email: `ada@${domain}`, email_verified: true });
    const before = await arrived(app, 'Register');
    expect((await before.identify(await proveSso(before, id, company))).status).toBe(201);
    expect((await before.submit()).status).toBe(200);
    const browser = await arrived(app);
    const { authorizationUri, verificationId } = await leaveForSso(browser, id);
    const data = await company.visit(authorizationUri);
    const steps = [
      () => returnFromSso(browser, id, verificationId, data),
      () => browser.identify(verificationId),
      () => browser.submit(),
    ];
    return { id, steps };
  }

  test('unless the settings are the same, or say the same in another order', async () => {
    const { id, steps } = await employee();
    expect((await finish(steps.splice(0, 1))).status).toBe(200);
    const { issuer, clientSecret, clientId } = company.config;
    await change(id, { config: { issuer, clientSecret, clientId }, domains: [`more.${id}.example`], branding: {} });
    expect((await finish(steps)).status).toBe(200);
  });

  test.each(
    Object.entries(moments).flatMap(([moment, count]) =>
      Object.keys(changes).map((name) => [moment, name, count] as const),
    ),
  )('after %s with %s', async (_moment, name, count) => {
    const { id, steps } = await employee();
    expect((await finish(steps.splice(0, count - 1))).status).toBe(200);
    await changes[name]?.(id);
    expect(await finish(steps)).toEqual(
      name === 'no connector' ? { status: 404, code: expect.any(String) } : notAnswered,
    );
  });
});

describe('a sign-in with SAML', () => {
  const document = (...keys: SigningKey[]) => {
    const [first, ...more] = keys.map((one) =>
      metadataOf({ entityId, signInEndpoint: 'https://idp.example/sso', key: one }),
    );
    const descriptors = more.map((one) => /<md:KeyDescriptor.*<\/md:KeyDescriptor>/.exec(one)?.[0] ?? '');
    return String(first).replace('<md:SingleSignOnService', `${descriptors.join('')}<md:SingleSignOnService`);
  };
  const setKeys = (id: string, ...keys: SigningKey[]) => change(id, { metadata: document(...keys) });
  async function change(id: string, config: Record<string, unknown>) {
    const { status, body } = await app.call(ssoConnectorsApi.update, { token, params: { id }, body: { config } });
    expect([status, body]).toMatchObject([200, {}]);
  }

  async function post(id: string, xml: string): Promise<StepAnswer & { data: object }> {
    const form = new URLSearchParams({ SAMLResponse: encode(xml), RelayState: 'st' });
    const { statusCode, headers, payload } = await app.core.inject({
      method: 'POST',
      url: `/api/authn/single-sign-on/saml/${id}`,
      headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
    const data = Object.fromEntries(new URL(String(headers.location ?? 'http://core.test')).searchParams);
    const body = payload ? JSON.parse(payload) : undefined;
    return { status: statusCode, code: body?.code, body, headers, data };
  }

  /** A sign-in that waits for its provider, and its steps from there. */
  async function leave(id: string, domain: string, browser: Visitor, signedBy: SigningKey) {
    const { authorizationUri, verificationId } = await leaveForSso(browser, id);
    const packed = new URL(authorizationUri).searchParams.get('SAMLRequest') ?? '';
    const request = inflateRawSync(Buffer.from(packed, 'base64')).toString();
    const [, inResponseTo] = /\sID="([^"]+)"/.exec(request) ?? [];
    const assertion = {
      issuer: entityId,
      audience: `http://core.test/enterprise-sso/${id}`,
      recipient: `http://core.test/api/authn/single-sign-on/saml/${id}`,
      inResponseTo,
      nameId: 'ada',
      attributes: { email: `ada@${domain}`, staff: 'ada' },
    };
    let data = {};
    return [
      async () => {
        const posted = await post(id, signedResponse(assertion, signedBy));
        data = posted.data;
        return posted;
      },
      () => returnFromSso(browser, id, verificationId, data),
      () => browser.identify(verificationId),
      () => browser.submit(),
    ];
  }

  async function employee(signedBy = key, keys = [key]) {
    const { id, domain } = await connectSso(app, token, {
      providerName: 'SAML',
      config: { metadata: document(...keys) },
    });
    expect((await finish(await leave(id, domain, await arrived(app, 'Register'), signedBy))).status).toBe(200);
    return { id, steps: await leave(id, domain, await arrived(app), signedBy) };
  }

  const changes: Record<string, (id: string) => Promise<unknown>> = {
    'another certificate': (id) => setKeys(id, next),
    'another provider': (id) => change(id, { metadata: document(key).replace(entityId, 'https://other.example') }),
    'another attribute for the person': (id) =>
      change(id, { metadata: document(key), attributeMapping: { id: 'staff' } }),
  };
  test.each(
    Object.entries({ 'the response': 1, 'the answer': 2, 'the identification': 3 }).flatMap(([moment, count]) =>
      Object.keys(changes).map((name) => [moment, name, count] as const),
    ),
  )('does not go on after %s with %s', async (_moment, name, count) => {
    const { id, steps } = await employee();
    expect((await finish(steps.splice(0, count))).status).toBe(200);
    await changes[name]?.(id);
    expect(await finish(steps)).toEqual(notAnswered);
  });

  test('does not go on after one of several certificates was taken away', async () => {
    const { id, steps } = await employee(next, [key, next]);
    expect((await finish(steps.splice(0, 1))).status).toBe(200);
    await setKeys(id, key);
    expect(await finish(steps)).toEqual(notAnswered);
  });

  test('goes on after a certificate was added beside the present one, or replaced before the response', async () => {
    const { id, steps } = await employee();
    expect((await finish(steps.splice(0, 2))).status).toBe(200);
    await setKeys(id, key, next);
    expect((await finish(steps)).status).toBe(200);
    const other = await employee();
    await setKeys(other.id, next);
    // Signed by the certificate that was replaced.
    expect((await finish(other.steps)).status).toBe(401);
  });
});

describe('a proof of a social provider ends', () => {
  const connect = (target = 'acme') => social.connect(app, token, target, { trustAddresses: true });
  const configNow = async (id: string) =>
    (await app.call(connectorsApi.get, { token, params: { id } })).body.config as Record<string, unknown>;
  async function change(id: string, body: object) {
    expect((await app.call(connectorsApi.update, { token, params: { id }, body })).status).toBe(200);
  }
  const changes: Record<string, (id: string) => Promise<unknown>> = {
    'another secret': async (id) =>
      change(id, { config: { ...(await configNow(id)), clientSecret: 'another secret' } }),
    'another address': async (id) =>
      change(id, { config: { ...(await configNow(id)), authorizationEndpoint: 'https://other.example/authorize' } }),
    'another connector of the same provider': async (id) => {
      await app.call(connectorsApi.remove, { token, params: { id } });
      remove = await connect();
      await offer();
    },
  };
  let remove: string | undefined;

  let count = 0;
  async function person() {
    count += 1;
    const code = `social ${count}`;
    const identity = { id: code, email: `social${count}@example.com`, email_verified: true };
    social.people.set(code, identity);
    return { code, identity };
  }

  /** The last connector of a provider takes it from the sign-in pages. */
  const offer = () => changeSettings(app, { socialSignInConnectorTargets: ['acme'] });

  async function withConnector<T>(work: (id: string) => Promise<T>): Promise<T> {
    remove = await connect();
    await offer();
    const id = remove;
    try {
      return await work(id);
    } finally {
      await app.call(connectorsApi.remove, { token, params: { id: remove } });
    }
  }

  async function linked(code: string) {
    const { body } = await app.call(usersApi.create, {
      token,
      body: { username: `s_${randomBytes(4).toString('hex')}` },
    });
    const params = { userId: body.id, target: 'acme' };
    expect((await app.call(userIdentitiesApi.set, { token, params, body: { userId: code } })).status).toBe(201);
    return body.id;
  }

  test.each(
    Object.entries(moments).flatMap(([moment, taken]) =>
      Object.keys(changes).map((name) => [moment, name, taken] as const),
    ),
  )('after %s with %s', async (_moment, name, taken) => {
    await withConnector(async (id) => {
      const { code } = await person();
      await linked(code);
      const browser = await arrived(app);
      const verificationId = await leaveFor(browser, id);
      const steps = [
        () => comeBack(browser, id, verificationId, { code, state: 'st' }),
        () => browser.identify(verificationId),
        () => browser.submit(),
      ];
      expect((await finish(steps.splice(0, taken - 1))).status).toBe(200);
      await changes[name]?.(id);
      expect((await finish(steps)).status).toBe(404);
    });
  });

  test('also when it waits to be linked at the end of a sign-in with a password', async () => {
    for (const name of Object.keys(changes)) {
      await withConnector(async (id) => {
        const { code } = await person();
        const owner = await newOwner(app, token);
        const browser = await arrived(app);
        const identifier = { type: 'username', value: owner.username };
        const proof = await browser.step('POST', '/verification/password', { identifier, password: owner.password });
        await browser.identify(proof.body.verificationId);
        const verificationId = await leaveFor(browser, id);
        await comeBack(browser, id, verificationId, { code, state: 'st' });
        expect((await browser.step('POST', '/profile', { type: 'social', verificationId })).status).toBe(204);
        await changes[name]?.(id);
        expect([name, (await browser.submit()).status]).toEqual([name, 404]);
      });
    }
  });

  test('also when it waits for the details of a new person, and its addresses are not trusted any more', async () => {
    const untrust = (id: string) => change(id, { trustAddresses: false });
    for (const [name, spoil] of Object.entries({ ...changes, 'no trust in addresses': untrust })) {
      await withConnector(async (id) => {
        const { code, identity } = await person();
        const browser = await arrived(app, 'Register');
        const verificationId = await leaveFor(browser, id);
        await comeBack(browser, id, verificationId, { code, state: 'st' });
        expect((await browser.identify(verificationId)).status).toBe(422);
        await spoil(id);
        const username = `late_${randomBytes(4).toString('hex')}`;
        await browser.step('POST', '/profile', { type: 'username', value: username });
        expect([name, (await browser.identify()).status]).toEqual([name, 404]);
        const { body } = await app.call(usersApi.list, { token, query: { search: identity.email } });
        expect(body).toEqual([]);
      });
    }
  });

  test('also in the account center, as a permission and to be linked', async () => {
    for (const name of Object.keys(changes)) {
      await withConnector(async (connectorId) => {
        const { code } = await person();
        const owner = await newOwner(app, token);
        const asked = { token: owner.token };
        const redirectUri = 'https://app.example/linked';
        const begin = async () =>
          (
            await app.call(accountVerificationsApi.beginSocial, {
              ...asked,
              body: { connectorId, redirectUri, state: 'st' },
            })
          ).body.verificationRecordId;
        const show = (verificationRecordId: string) =>
          app.call(accountVerificationsApi.verifySocial, {
            ...asked,
            body: { verificationRecordId, connectorData: { redirectUri, code, state: 'st' } },
          });
        const link = async (record: string) =>
          app.call(accountApi.linkIdentity, {
            ...asked,
            headers: await owner.permit(),
            body: { newIdentifierVerificationRecordId: record },
          });
        const first = await begin();
        await show(first);
        expect((await link(first)).status).toBe(204);
        const [waiting, permission] = [await begin(), await begin()];
        expect((await show(permission)).status).toBe(200);
        await changes[name]?.(connectorId);
        expect((await show(waiting)).status).toBeGreaterThanOrEqual(400);
        const headers = { [verificationIdHeader]: permission };
        const refused = await app.call(accountApi.setPassword, {
          ...asked,
          headers,
          body: { password: 'of the attacker 1' },
        });
        expect([name, refused.status]).toEqual([name, 401]);
        await app.call(accountApi.unlinkIdentity, {
          ...asked,
          headers: await owner.permit(),
          params: { target: 'acme' },
        });
        expect((await link(permission)).status).toBe(400);
      });
    }
  });
});

test('an account at a company is linked only by the sign-in that it identifies', async () => {
  await changeSettings(app, { signUp: { identifiers: ['email'], password: false, verify: true } });
  const { id, domain } = await connectSso(app, token, { config: company.config });
  const email = `ada@${domain}`;
  const password = 'correct horse battery';
  const { body } = await app.call(usersApi.create, { token, body: { primaryEmail: email, password } });
  company.hire({ sub: `late ${id}`, email, email_verified: true });
  const browser = await arrived(app);
  expect((await browser.identify(await proveSso(browser, id, company))).status).toBe(204);
  // The domain does not belong to the company any more, so that the password is accepted.
  await app.call(ssoConnectorsApi.update, { token, params: { id }, body: { domains: ['elsewhere.example'] } });
  const identifier = { type: 'email', value: email };
  const proof = await browser.step('POST', '/verification/password', { identifier, password });
  expect((await browser.identify(proof.body.verificationId)).status).toBe(204);
  expect((await browser.submit()).status).toBe(200);
  const query = { includeSsoIdentities: 'true' as const };
  const shown = await app.call(usersApi.get, { token, params: { userId: body.id }, query });
  expect(shown.body.ssoIdentities).toEqual([]);
});
