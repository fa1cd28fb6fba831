import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { factorAcr } from '@postern/contracts/access/authentication-context';
import { nameIdFormats, samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp } from '#testing/flows';
import {
  acsUrl,
  certificatesIn,
  createSamlApplication,
  metadataOf,
  newServiceKeys,
  postMessage,
  readPostForm,
  serviceProvider,
  signInFrom,
  signInWithSaml,
} from '#testing/saml-applications';
import { createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
let userId: string;
const maya = { username: 'maya', password: 'correct horse battery' };
const profile = { name: 'Maya <Lin> & Co', primaryEmail: 'maya@example.com' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  userId = (await app.call(usersApi.create, { token, body: { ...maya, ...profile } })).body.id;
});
afterAll(() => app.close());

const removed = (id: string) => app.call(samlApplicationsApi.remove, { token, params: { id } });

test('a service provider signs a user in by redirect and reads name, attributes and relay state', async () => {
  const { id } = await createSamlApplication(app, token);
  const provider = await serviceProvider(app, id);
  const start = await provider.getAuthorizeUrlAsync('page=7&x=<b>', undefined, {});
  const { url, fields, response } = await signInWithSaml(app, start, maya);
  expect(url).toBe(acsUrl);
  expect(fields.RelayState).toBe('page=7&x=<b>');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
  expect(received).toMatchObject({
    issuer: `${app.endpoint}/saml/${id}`,
    nameID: userId,
    nameIDFormat: nameIdFormats.persistent,
    sessionIndex: expect.stringMatching(/^[\dA-Za-z]{32}$/),
    sub: userId,
    email: profile.primaryEmail,
    name: profile.name,
  });
  await removed(id);
});

test('two tabs of a browser sign in to the same application, each with its own relay state (attack 57)', async () => {
  const { id } = await createSamlApplication(app, token);
  const provider = await serviceProvider(app, id);
  const browser = createBrowser();
  const callbacks = [];
  for (const tab of ['one', 'two']) {
    const start = await provider.getAuthorizeUrlAsync(tab, undefined, {});
    callbacks.push({ tab, callback: (await signInFrom(app, start, maya, browser)).callback });
  }
  for (const { tab, callback } of callbacks) {
    const posted = readPostForm(await (await browser.request(callback)).text());
    expect(posted.fields.RelayState).toBe(tab);
    const { profile: received } = await provider.validatePostResponseAsync({
      SAMLResponse: posted.fields.SAMLResponse ?? '',
    });
    expect(received?.nameID).toBe(userId);
  }
  await removed(id);
});

test('relay states have up to 2048 characters', async () => {
  const { id } = await createSamlApplication(app, token);
  const provider = await serviceProvider(app, id);
  const start = new URL(await provider.getAuthorizeUrlAsync('', undefined, {}));
  for (const [length, status] of [
    [2048, 302],
    [2049, 400],
  ] as const) {
    start.searchParams.set('RelayState', 'x'.repeat(length));
    expect((await createBrowser().request(start.href)).status).toBe(status);
  }
  await removed(id);
});

// Some libraries compress posted messages too.
test.each([
  ['plain', true],
  ['compressed', false],
])(
  'a service provider signs a user in by POST, with a signed and %s request',
  async (_kind, skipRequestCompression) => {
    const keys = await newServiceKeys();
    const requestSigning = { certificate: keys.certificate, isRequired: true };
    const { id } = await createSamlApplication(app, token, {
      requestSigning,
      nameIdFormat: nameIdFormats.emailAddress,
      attributeMapping: {
        username: 'urn:login',
        sub: 'uid',
        email_verified: 'verified',
        name: 'https://acme.example/name',
      },
    });
    const provider = await serviceProvider(app, id, {
      privateKey: keys.privateKey,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      authnRequestBinding: 'HTTP-POST',
      skipRequestCompression,
    });
    const form = await provider.getAuthorizeFormAsync('relay');
    const [, request = ''] = /name="SAMLRequest" value="([^"]+)"/.exec(form) ?? [];
    const { browser, location = '' } = await postMessage(`${app.endpoint}/api/saml/${id}/authn`, {
      SAMLRequest: request,
      RelayState: 'relay',
    });
    const { fields } = await signInWithSaml(app, location, maya, browser);
    const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
    expect(received).toMatchObject({
      nameID: profile.primaryEmail,
      nameIDFormat: nameIdFormats.emailAddress,
      'urn:login': 'maya',
      uid: userId,
      verified: 'true',
    });
    expect(received).not.toHaveProperty('name');
    const xml = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
    const formats = [...xml.matchAll(/<saml:Attribute Name="([^"]+)" NameFormat="[^"]+:(\w+)"/g)].map((one) =>
      one.slice(1),
    );
    expect(Object.fromEntries(formats)).toEqual({
      'urn:login': 'uri',
      'https://acme.example/name': 'uri',
      uid: 'basic',
      verified: 'basic',
    });
    await removed(id);
  },
);

test('a request can name any of the addresses of the application', async () => {
  const other = 'https://other.example/acs';
  const { id } = await createSamlApplication(app, token, { additionalAcsUrls: [other] });
  const provider = await serviceProvider(app, id, { callbackUrl: other });
  const { url, fields } = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya);
  expect(url).toBe(other);
  const xml = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
  expect(xml).toContain(`Destination="${other}"`);
  expect(xml).toContain(`Recipient="${other}"`);
  const stranger = await serviceProvider(app, id, { callbackUrl: 'https://stranger.example/acs' });
  const refused = await fetch(await stranger.getAuthorizeUrlAsync('', undefined, {}), { redirect: 'manual' });
  expect(refused.status).toBe(400);
  // A sign-in that began before the address was removed gets no response there.
  const start = await provider.getAuthorizeUrlAsync('', undefined, {});
  await app.call(samlApplicationsApi.update, { token, params: { id }, body: { additionalAcsUrls: [] } });
  expect((await fetch(start, { redirect: 'manual' })).status).toBe(400);
  await removed(id);
});

test('a request can name an address by its index; an unknown index is refused', async () => {
  const other = 'https://other.example/acs';
  const { id } = await createSamlApplication(app, token, { additionalAcsUrls: [other] });
  const provider = await serviceProvider(app, id, { disableRequestAcsUrl: true });
  const start = async (index: string) => {
    const address = new URL(await provider.getAuthorizeUrlAsync('', undefined, {}));
    const xml = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const named = xml.replace(/ ProtocolBinding="[^"]*"/, ` AssertionConsumerServiceIndex="${index}"`);
    expect(named).not.toContain('AssertionConsumerServiceURL');
    address.searchParams.set('SAMLRequest', deflateRawSync(named).toString('base64'));
    return address.href;
  };
  expect((await signInWithSaml(app, await start('0'), maya)).url).toBe(acsUrl);
  expect((await signInWithSaml(app, await start('1'), maya)).url).toBe(other);
  for (const index of ['2', '-1', '1.0', '0x1', 'first', '99999999999']) {
    const refused = await fetch(await start(index), { redirect: 'manual', headers: { accept: 'application/json' } });
    expect([index, refused.status, await refused.json()]).toMatchObject([
      index,
      400,
      { code: 'application.saml.invalid_saml_request' },
    ]);
  }
  await removed(id);
});

test('attributes with a text are the same for all users, or contain their claims', async () => {
  const { id } = await createSamlApplication(app, token, {
    attributeMapping: { email: 'mail' },
    additionalAttributes: [
      { name: 'tenant', value: 'acme' },
      { name: 'label', value: '{{ name }} ({{username}})' },
      { name: 'mail', value: 'team@example.com' },
      { name: 'phone', value: '{{phone_number}}' },
    ],
  });
  const provider = await serviceProvider(app, id);
  const { fields } = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya);
  const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
  expect(received).toMatchObject({
    tenant: 'acme',
    label: 'Maya <Lin> & Co (maya)',
    mail: [profile.primaryEmail, 'team@example.com'],
  });
  expect(received).not.toHaveProperty('phone');
  const body = { additionalAttributes: [{ name: 'x', value: '{{password}}' }] };
  const { status } = await app.call(samlApplicationsApi.update, { token, params: { id }, body });
  expect(status).toBe(400);
  await removed(id);
});

test('a signed request by redirect is verified', async () => {
  const keys = await newServiceKeys();
  const { id } = await createSamlApplication(app, token, {
    requestSigning: { certificate: keys.certificate, isRequired: true },
  });
  const provider = await serviceProvider(app, id, { privateKey: keys.privateKey, signatureAlgorithm: 'sha512' });
  const start = await provider.getAuthorizeUrlAsync('a b/c', undefined, {});
  const { fields } = await signInWithSaml(app, start, maya);
  expect(fields.RelayState).toBe('a b/c');
  const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
  expect(received?.nameID).toBe(userId);
  await removed(id);
});

test.each([
  { encryptThenSign: false, wantAssertionsSigned: true },
  { encryptThenSign: true, wantAssertionsSigned: false },
])('an encrypted assertion is read by the application only: %j', async ({ encryptThenSign, wantAssertionsSigned }) => {
  const keys = await newServiceKeys();
  const { id } = await createSamlApplication(app, token, {
    encryption: { encryptAssertion: true, encryptThenSign, certificate: keys.certificate },
  });
  const provider = await serviceProvider(app, id, { decryptionPvk: keys.privateKey, wantAssertionsSigned });
  const { fields } = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya);
  const response = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
  expect(response).toContain('EncryptedAssertion');
  expect(response).not.toContain(profile.primaryEmail);
  expect(response).not.toContain(userId);
  const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
  expect(received).toMatchObject({ nameID: userId, email: profile.primaryEmail });
  await removed(id);
});

test('a new certificate is published first, then signs; an application that knows both notices nothing', async () => {
  const { id } = await createSamlApplication(app, token);
  const { body: next } = await app.call(samlApplicationsApi.createSecret, {
    token,
    params: { id },
    body: { lifeSpanInYears: 1 },
  });
  // Reads the metadata during the overlap.
  const provider = await serviceProvider(app, id);
  const both = certificatesIn(await metadataOf(app, id));
  expect(both).toHaveLength(2);
  const signIn = async () => {
    const { fields } = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya);
    const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
    expect(received?.nameID).toBe(userId);
    return Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
  };
  expect(certificatesIn(await signIn())).toEqual([both[0], both[0]]);
  await app.call(samlApplicationsApi.updateSecret, {
    token,
    params: { id, secretId: next.id },
    body: { active: true },
  });
  expect(certificatesIn(await signIn())).toEqual([both[1], both[1]]);
  expect(certificatesIn(await metadataOf(app, id))).toEqual([both[1], both[0]]);
  await removed(id);
});

test('a transient name is different each time, an unspecified one is the user ID', async () => {
  const { id } = await createSamlApplication(app, token, { nameIdFormat: nameIdFormats.transient });
  const provider = await serviceProvider(app, id);
  const nameOf = async () => {
    const { fields } = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya);
    const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
    return received?.nameID;
  };
  const [one, two] = [await nameOf(), await nameOf()];
  expect(one).not.toBe(two);
  expect([one, two]).not.toContain(userId);
  const body = { nameIdFormat: nameIdFormats.unspecified };
  await app.call(samlApplicationsApi.update, { token, params: { id }, body });
  expect(await nameOf()).toBe(userId);
  await removed(id);
});

test('an email name needs a verified email address', async () => {
  const tom = { username: 'tom', password: 'correct horse battery' };
  await app.call(usersApi.create, { token, body: tom });
  const { id } = await createSamlApplication(app, token, { nameIdFormat: nameIdFormats.emailAddress });
  const provider = await serviceProvider(app, id);
  const start = await provider.getAuthorizeUrlAsync('', undefined, {});
  await expect(signInWithSaml(app, start, tom)).rejects.toMatchObject({
    status: 400,
    body: { code: 'application.saml.missing_email_address' },
  });
  await removed(id);
});

test('a requested context that this server does not have gets NoAuthnContext', async () => {
  const { id } = await createSamlApplication(app, token);
  const provider = await serviceProvider(app, id, { authnContext: ['urn:oasis:names:tc:SAML:2.0:ac:classes:X509'] });
  const start = await provider.getAuthorizeUrlAsync('', undefined, {});
  const { fields } = await signInWithSaml(app, start, maya, createBrowser());
  const xml = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
  expect([xml.includes('status:NoAuthnContext'), xml.includes('Assertion ')]).toEqual([true, false]);
  await removed(id);
});

test('a request for a second factor is answered only by a sign-in with one', async () => {
  const { id } = await createSamlApplication(app, token);
  const mfa = 'https://refeds.org/profile/mfa';
  const provider = await serviceProvider(app, id, { authnContext: [mfa] });
  const browser = createBrowser();
  const demand = await browser.request(await provider.getAuthorizeUrlAsync('', undefined, {}));
  const acr = new URL(demand.headers.get('location') ?? '').searchParams.get('acr_values');
  expect(acr).toBe(factorAcr);
  // A browser that removes the demand gets no assertion.
  const weak = new URL(demand.headers.get('location') ?? '');
  weak.searchParams.delete('acr_values');
  const { fields } = await signInWithSaml(app, weak.href, maya, browser);
  const xml = Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
  expect([xml.includes('status:NoAuthnContext'), xml.includes('Assertion ')]).toEqual([true, false]);
  await removed(id);
});

test('a request that forces a sign-in is answered only by a new one', async () => {
  const { id } = await createSamlApplication(app, token);
  const provider = await serviceProvider(app, id, { forceAuthn: true });
  const browser = createBrowser();
  const start = async (sp = provider) => sp.getAuthorizeUrlAsync('', undefined, {});
  const responseOf = async (from: string) => {
    const { fields } = await signInWithSaml(app, from, maya, browser);
    return Buffer.from(fields.SAMLResponse ?? '', 'base64').toString();
  };
  expect(await responseOf(await start())).toContain('status:Success');
  // The sign-in becomes older than clocks may differ.
  await app.write('default', (db) =>
    sql`update oidc_models set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int - 60))
      where model = 'Session' and payload ? 'loginTs'`.execute(db),
  );
  // A browser that removes the demand gets no assertion.
  const weak = new URL((await browser.request(await start())).headers.get('location') ?? '');
  weak.searchParams.delete('prompt');
  weak.searchParams.delete('max_age');
  const refused = await responseOf(weak.href);
  expect([refused.includes('status:AuthnFailed'), refused.includes('Assertion ')]).toEqual([true, false]);
  // Without a page, nobody can sign in again, also with a session.
  const both = await serviceProvider(app, id, { forceAuthn: true, passive: true });
  expect(await responseOf(await start(both))).toContain('status:NoPassive');
  expect(await responseOf(await start())).toContain('status:Success');
  await removed(id);
});

test('a passive request gets an answer without asking a user who has no session', async () => {
  const { id } = await createSamlApplication(app, token);
  const provider = await serviceProvider(app, id, { passive: true });
  const browser = createBrowser();
  const start = await provider.getAuthorizeUrlAsync('', undefined, {});
  const { fields } = await signInWithSaml(app, start, maya, browser);
  expect(Buffer.from(fields.SAMLResponse ?? '', 'base64').toString()).toContain('status:NoPassive');
  const failed = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
  expect(failed.profile).toBeNull();
  // With a session, the same request succeeds without a page.
  const asked = await serviceProvider(app, id);
  await signInWithSaml(app, await asked.getAuthorizeUrlAsync('', undefined, {}), maya, browser);
  const again = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya, browser);
  const { profile: received } = await provider.validatePostResponseAsync({
    SAMLResponse: again.fields.SAMLResponse ?? '',
  });
  expect(received?.nameID).toBe(userId);
  await removed(id);
});

test('a sign-in without a request works only if the application allows it, with the configured relay state', async () => {
  const { id } = await createSamlApplication(app, token);
  const start = `${app.endpoint}/api/saml/${id}/start?RelayState=https://evil.example`;
  expect((await fetch(start, { redirect: 'manual' })).status).toBe(400);
  const body = { idpInitiated: { relayState: 'https://sp.example/home' } };
  await app.call(samlApplicationsApi.update, { token, params: { id }, body });
  const { fields, url } = await signInWithSaml(app, start, maya);
  expect([url, fields.RelayState]).toEqual([acsUrl, 'https://sp.example/home']);
  expect(Buffer.from(fields.SAMLResponse ?? '', 'base64').toString()).not.toContain('InResponseTo');
  const provider = await serviceProvider(app, id, { validateInResponseTo: 'never' as never });
  const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
  expect(received?.nameID).toBe(userId);
  await removed(id);
});

test('single logout ends the session and answers with a signed response', async () => {
  const keys = await newServiceKeys();
  const { id } = await createSamlApplication(app, token, {
    requestSigning: { certificate: keys.certificate, isRequired: false },
    singleLogoutUrl: 'https://sp.example/slo',
  });
  expect(await metadataOf(app, id)).toContain(`Location="${app.endpoint}/api/saml/${id}/logout"`);
  const provider = await serviceProvider(app, id, {
    privateKey: keys.privateKey,
    signatureAlgorithm: 'sha256',
    logoutUrl: `${app.endpoint}/api/saml/${id}/logout`,
  });
  const browser = createBrowser();
  const { fields } = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya, browser);
  const { profile: received } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
  const passive = await serviceProvider(app, id, {
    passive: true,
    privateKey: keys.privateKey,
    signatureAlgorithm: 'sha256',
  });
  const isSignedIn = async () => {
    const start = await passive.getAuthorizeUrlAsync('', undefined, {});
    const { fields: posted } = await signInWithSaml(app, start, maya, browser);
    return !Buffer.from(posted.SAMLResponse ?? '', 'base64')
      .toString()
      .includes('NoPassive');
  };
  expect(await isSignedIn()).toBe(true);
  const logout = await provider.getLogoutUrlAsync(received as never, 'bye', {});
  const answer = await browser.request(logout);
  const location = new URL(answer.headers.get('location') ?? '');
  expect(`${location.origin}${location.pathname}`).toBe('https://sp.example/slo');
  const query = Object.fromEntries(location.searchParams);
  expect(query.RelayState).toBe('bye');
  const { loggedOut } = await provider.validateRedirectAsync(query, location.search.slice(1));
  expect(loggedOut).toBe(true);
  expect(await isSignedIn()).toBe(false);
  await removed(id);
});

test('the metadata names the addresses, the certificate and the name format', async () => {
  const { id } = await createSamlApplication(app, token);
  const response = await fetch(`${app.endpoint}/api/saml-applications/${id}/metadata`);
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  const metadata = await response.text();
  expect(metadata).toContain(`entityID="${app.endpoint}/saml/${id}"`);
  expect(metadata).toContain(`Location="${app.endpoint}/api/saml/${id}/authn"`);
  expect(metadata).toContain('WantAuthnRequestsSigned="false"');
  expect(metadata).toContain(nameIdFormats.persistent);
  expect(metadata).not.toContain('SingleLogoutService');
  const { body: secrets } = await app.call(samlApplicationsApi.listSecrets, { token, params: { id } });
  const [secret] = secrets;
  await app.call(samlApplicationsApi.updateSecret, {
    token,
    params: { id, secretId: secret?.id ?? '' },
    body: { active: false },
  });
  const without = await fetch(`${app.endpoint}/api/saml-applications/${id}/metadata`);
  expect([without.status, ((await without.json()) as { code: string }).code]).toEqual([
    404,
    'application.saml.no_active_secret',
  ]);
  await removed(id);
});

test('the audit log contains the request and the response, with the user', async () => {
  const { id } = await createSamlApplication(app, token);
  const provider = await serviceProvider(app, id);
  await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya);
  await app.worker.drain();
  await expect
    .poll(async () => {
      const rows = await app.read('default', (db) =>
        db.selectFrom('logs').select(['key', 'payload']).where('key', 'like', 'SamlApplication.%').execute(),
      );
      return rows
        .filter(({ payload }) => (payload as { applicationId?: string }).applicationId === id)
        .map(({ key, payload }) => [key, (payload as { userId?: string }).userId])
        .sort();
    })
    .toEqual([
      ['SamlApplication.AuthnRequest', undefined],
      ['SamlApplication.Callback', userId],
    ]);
  await removed(id);
});
