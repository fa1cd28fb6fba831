import { inflateRawSync } from 'node:zlib';
import type { Profile } from '@node-saml/node-saml';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp } from '#testing/flows';
import { createSamlApplication, newServiceKeys, serviceProvider, signInWithSaml } from '#testing/saml-applications';
import { type Browser, createBrowser } from '../../../platform/testing/browser.ts';

let app: ListeningApp;
let token: string;
let keys: Awaited<ReturnType<typeof newServiceKeys>>;
const maya = { username: 'maya', password: 'correct horse battery' };

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  keys = await newServiceKeys();
  await app.call(usersApi.create, { token, body: maya });
});
afterAll(() => app.close());

/** A service provider that takes part in single logout. */
async function service(name: string) {
  const { id } = await createSamlApplication(app, token, {
    entityId: `https://${name}.example/metadata`,
    acsUrl: { binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', url: `https://${name}.example/acs` },
    requestSigning: { certificate: keys.certificate, isRequired: false },
    singleLogoutUrl: `https://${name}.example/slo`,
  });
  const provider = await serviceProvider(app, id, {
    issuer: `https://${name}.example/metadata`,
    audience: `https://${name}.example/metadata`,
    callbackUrl: `https://${name}.example/acs`,
    privateKey: keys.privateKey,
    signatureAlgorithm: 'sha256',
    logoutUrl: `${app.endpoint}/api/saml/${id}/logout`,
  });
  return { id, provider, slo: `https://${name}.example/slo` };
}

type Service = Awaited<ReturnType<typeof service>>;

async function withServices(names: string[], work: (services: Service[]) => Promise<void>): Promise<void> {
  const services: Service[] = [];
  for (const name of names) {
    services.push(await service(name));
  }
  try {
    await work(services);
  } finally {
    for (const { id } of services) {
      await app.call(samlApplicationsApi.remove, { token, params: { id } });
    }
  }
}

async function signIn({ provider }: Service, browser: Browser) {
  const { fields } = await signInWithSaml(app, await provider.getAuthorizeUrlAsync('', undefined, {}), maya, browser);
  const { profile } = await provider.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse ?? '' });
  if (!profile) {
    throw new Error('The response has no profile.');
  }
  return profile;
}

async function sentTo(browser: Browser, url: string) {
  const response = await browser.request(url);
  const location = new URL(response.headers.get('location') ?? 'about:blank');
  return {
    status: response.status,
    body: await response.text(),
    to: `${location.origin}${location.pathname}`,
    query: Object.fromEntries(location.searchParams),
    original: location.search.slice(1),
  };
}

const decode = (message = '') => inflateRawSync(Buffer.from(message, 'base64')).toString();

test('a logout at one application visits the others and then answers the first', async () => {
  await withServices(['one', 'two', 'three'], async ([one, two, three]) => {
    if (!one || !two || !three) {
      throw new Error('There are three services.');
    }
    const browser = createBrowser();
    const profile = await signIn(one, browser);
    const others = new Map([
      [two.slo, { ...two, profile: await signIn(two, browser) }],
      [three.slo, { ...three, profile: await signIn(three, browser) }],
    ]);
    let step = await sentTo(browser, await one.provider.getLogoutUrlAsync(profile, 'bye', {}));
    const visited: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const other = others.get(step.to);
      visited.push(step.to);
      // The library checks the signature, the issuer, the name and the time.
      const asked = await other?.provider.validateRedirectAsync(step.query, step.original);
      expect(asked).toMatchObject({
        loggedOut: true,
        profile: { nameID: other?.profile.nameID, sessionIndex: other?.profile.sessionIndex },
      });
      const answer = await other?.provider.getLogoutResponseUrlAsync(
        asked?.profile as Profile,
        step.query.RelayState ?? '',
        {},
        true,
      );
      step = await sentTo(browser, answer ?? '');
    }
    expect(visited.sort()).toEqual([three.slo, two.slo]);
    expect([step.to, step.query.RelayState]).toEqual([one.slo, 'bye']);
    expect(await one.provider.validateRedirectAsync(step.query, step.original)).toMatchObject({ loggedOut: true });
    expect(decode(step.query.SAMLResponse)).not.toContain('PartialLogout');
  });
});

test('an application that fails, or whose answer is forged, does not stop the logout', async () => {
  await withServices(['one', 'two'], async ([one, two]) => {
    if (!one || !two) {
      throw new Error('There are two services.');
    }
    const stranger = await serviceProvider(app, two.id, {
      issuer: 'https://two.example/metadata',
      privateKey: (await newServiceKeys()).privateKey,
      signatureAlgorithm: 'sha256',
      logoutUrl: `${app.endpoint}/api/saml/${two.id}/logout`,
    });
    for (const [provider, isSuccess] of [
      [two.provider, false],
      [stranger, true],
    ] as const) {
      const browser = createBrowser();
      const profile = await signIn(one, browser);
      await signIn(two, browser);
      const step = await sentTo(browser, await one.provider.getLogoutUrlAsync(profile, '', {}));
      const { profile: asked } = await two.provider.validateRedirectAsync(step.query, step.original);
      const answer = await provider.getLogoutResponseUrlAsync(
        asked as Profile,
        step.query.RelayState ?? '',
        {},
        isSuccess,
      );
      const end = await sentTo(browser, answer);
      expect(end.to).toBe(one.slo);
      expect(decode(end.query.SAMLResponse)).toContain('urn:oasis:names:tc:SAML:2.0:status:PartialLogout');
      // The same answer does not count again.
      expect(await sentTo(browser, answer)).toMatchObject({ status: 400 });
    }
  });
});

test('a request signs out once: who finds it in a log does not sign the person out again (replay)', async () => {
  await withServices(['one'], async ([one]) => {
    if (!one) {
      throw new Error('There is a service.');
    }
    const browser = createBrowser();
    const url = await one.provider.getLogoutUrlAsync(await signIn(one, browser), '', {});
    expect((await sentTo(browser, url)).to).toBe(one.slo);
    const again = await sentTo(createBrowser(), url);
    expect([again.status, again.body]).toEqual([400, expect.stringContaining('used before')]);
  });
});

test('an application that was deleted meanwhile is left out', async () => {
  await withServices(['one'], async ([one]) => {
    const two = await service('two');
    const browser = createBrowser();
    if (!one) {
      throw new Error('There is a service.');
    }
    const profile = await signIn(one, browser);
    await signIn(two, browser);
    await app.call(samlApplicationsApi.remove, { token, params: { id: two.id } });
    const end = await sentTo(browser, await one.provider.getLogoutUrlAsync(profile, '', {}));
    expect(end.to).toBe(one.slo);
    expect(decode(end.query.SAMLResponse)).not.toContain('PartialLogout');
  });
});

test('a message that is neither a request nor a response, or both, is rejected', async () => {
  await withServices(['one'], async ([one]) => {
    const address = `${app.endpoint}/api/saml/${one?.id}/logout`;
    for (const query of ['', '?SAMLRequest=a&SAMLResponse=b', `?SAMLResponse=a&RelayState=${'x'.repeat(32)}`]) {
      const response = await fetch(`${address}${query}`, { redirect: 'manual' });
      expect([query, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        query,
        400,
        'application.saml.invalid_saml_request',
      ]);
    }
  });
});

test('a browser sees a page in its language when a message is refused, and programs get the code', async () => {
  await withServices(['one'], async ([one]) => {
    const at = (path: string, init: RequestInit = {}) =>
      fetch(`${app.endpoint}/api/${path}`, {
        ...init,
        headers: { accept: 'text/html', 'accept-language': 'de', ...init.headers },
      });
    const pages = [
      await at(`saml/${one?.id}/authn?SAMLRequest=x`),
      await at(`saml/${one?.id}/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'SAMLRequest=%3Cscript%3E',
      }),
      await at(`saml-applications/${one?.id}/callback?code=x&state=y`),
      await at('saml/unknown/start'),
    ];
    for (const page of pages) {
      const text = await page.text();
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(text).toContain('<html lang="de"');
      expect(text).toContain('Das hat nicht geklappt');
      expect(text).not.toContain('<script');
    }
    const program = await fetch(`${app.endpoint}/api/saml/${one?.id}/authn?SAMLRequest=x`);
    expect(((await program.json()) as { code: string }).code).toBe('application.saml.invalid_saml_request');
    // Other parts of the API keep their format.
    const other = await at('applications');
    expect(other.headers.get('content-type')).toContain('application/json');
  });
});
