import { createHash } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { deviceCodeGrant, interactionHeader, interactionParam } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readNewPasskey } from '#features/people/users';
import { appWithFactors, createPerson, factorPassword } from '#testing/factors';
import { createAuthenticator } from '#testing/passkeys';
import { changeSettings, type StepAnswer, type Visitor, visitor, ways } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';

/**
 * Tabs of one browser in which devices and applications wait for different people, who use passkeys and passwords. Whatever
 * the order of the last steps, each gets the person who signed in in its own tab (attack 57).
 */
let app: TestApp;
let shopId: string;
let deviceId: string;
const shopUri = 'https://shop.example/callback';
const verifier = 'v'.repeat(43);
const here = { rpId: 'core.test', origin: 'http://core.test' };

beforeAll(async () => {
  app = await appWithFactors({ factors: ['WebAuthn'], policy: 'NoPrompt' });
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    mfa: { factors: [], policy: 'NoPrompt' },
    passkeySignIn: { enabled: true },
  });
  const token = await app.managementToken();
  const oidcClientMetadata = { redirectUris: [shopUri], postLogoutRedirectUris: [] };
  const create = async (body: object) =>
    (await app.call(applicationsApi.create, { token, body: body as never })).body.id;
  shopId = await create({ name: 'Shop', type: 'SPA', oidcClientMetadata });
  deviceId = await create({ name: 'TV', type: 'Native', customClientMetadata: { isDeviceFlow: true } });
});
afterAll(() => app.close());

async function newPerson() {
  const { id, username } = await createPerson(app);
  const authenticator = createAuthenticator();
  const challenge = 'Y2hhbGxlbmdl';
  const made = authenticator.register(challenge, { flags: 0, ...here });
  const passkey = await readNewPasskey(made, { challenge, rpId: here.rpId, origins: [here.origin] }, undefined);
  const factor = { ...passkey, id: authenticator.credentialId, type: 'WebAuthn', createdAt: new Date().toISOString() };
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = ${JSON.stringify([factor])}::jsonb where id = ${id}`.execute(db),
  );
  return { id, username, authenticator };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

async function send(browser: Visitor, url: string, form?: Record<string, string>) {
  const answer = await app.core.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: {
      host: 'core.test',
      accept: 'text/html',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  });
  for (const { name, value } of answer.cookies) {
    browser.cookies.set(name, value);
  }
  return { text: answer.payload, location: String(answer.headers.location ?? ''), status: answer.statusCode };
}

/** As a browser does, with the form that ends the session of another person. Returns the address outside of the server. */
async function browse(browser: Visitor, address: string): Promise<string> {
  let next = new URL(address, here.origin);
  let form: Record<string, string> | undefined;
  for (let hops = 0; hops < 10 && next.origin === here.origin && next.pathname.startsWith('/oidc/'); hops += 1) {
    const { location, text } = await send(browser, next.pathname + next.search, form);
    form = undefined;
    const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
    if (location) {
      next = new URL(location, here.origin);
    } else if (action) {
      next = new URL(action.replaceAll('&amp;', '&'), here.origin);
      form = Object.fromEntries(
        [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      );
    } else {
      break;
    }
  }
  return next.href;
}

const post = async (url: string, form: Record<string, string>) =>
  (
    await app.core.inject({
      method: 'POST',
      url,
      headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  ).json() as Record<string, string>;

const subjectOf = ({ id_token: token }: Record<string, string>) => (token ? decodeJwt(token).sub : undefined);

type Tab = {
  step(method: string, path: string, body?: unknown): Promise<StepAnswer>;
  follow(redirectTo: string): Promise<void>;
  /** The person whose tokens the device or the application gets. */
  subject(): Promise<string | undefined>;
};

const stepsOf = (browser: Visitor, address: string): Tab['step'] => {
  const name = new URL(address, 'http://core.test').searchParams.get(interactionParam) ?? '';
  expect(name).toMatch(/^[\w-]{16}$/);
  return (method, path, body) => browser.step(method, path, body, { [interactionHeader]: name });
};

async function openDevice(browser: Visitor): Promise<Tab> {
  const issued = await post('/oidc/device/auth', { client_id: deviceId, scope: 'openid' });
  const { text } = await send(browser, '/oidc/device');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const { location } = await send(browser, '/oidc/device', { xsrf, user_code: issued.user_code ?? '', confirm: 'yes' });
  return {
    step: stepsOf(browser, location),
    follow: async (redirectTo) => void (await browse(browser, redirectTo)),
    subject: async () =>
      subjectOf(
        await post('/oidc/token', {
          grant_type: deviceCodeGrant,
          client_id: deviceId,
          device_code: issued.device_code ?? '',
        }),
      ),
  };
}

async function openShop(browser: Visitor): Promise<Tab> {
  const address = await browser.arrive({
    client_id: shopId,
    redirect_uri: shopUri,
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  let code = '';
  return {
    step: stepsOf(browser, address),
    async follow(redirectTo) {
      code = new URL(await browse(browser, redirectTo)).searchParams.get('code') ?? '';
    },
    subject: async () =>
      subjectOf(
        await post('/oidc/token', {
          grant_type: 'authorization_code',
          client_id: shopId,
          redirect_uri: shopUri,
          code,
          code_verifier: verifier,
        }),
      ),
  };
}

async function byPasskey({ step }: Tab, { id, authenticator }: Person): Promise<string> {
  const { body } = await step('POST', '/verification/sign-in-passkey/authentication');
  const { verificationId, authenticationOptions } = body;
  const payload = authenticator.authenticate(authenticationOptions.challenge, id);
  const shown = await step('POST', '/verification/sign-in-passkey/authentication/verify', { verificationId, payload });
  expect(shown.status).toBe(200);
  return verificationId;
}

async function byPassword({ step }: Tab, { username }: Person): Promise<string> {
  const identifier = { type: 'username', value: username };
  const { body } = await step('POST', '/verification/password', { identifier, password: factorPassword });
  return body.verificationId;
}

async function identify(tab: Tab, person: Person, prove = byPasskey): Promise<void> {
  expect((await tab.step('PUT', '', { interactionEvent: 'SignIn' })).status).toBe(204);
  const verificationId = await prove(tab, person);
  expect((await tab.step('POST', '/identification', { verificationId })).status).toBe(204);
}

/** All orders in which two tabs take their last two steps. */
const orders = ['1122', '1212', '1221', '2112', '2121', '2211'];

describe.each([
  ['a device and an application', openDevice, openShop],
  ['two devices', openDevice, openDevice],
  ['two applications', openShop, openShop],
])('%s', (_what, openFirst, openSecond) => {
  test.each(orders)('get the person of their own tab: %s', async (order) => {
    const browser = visitor(app);
    const people = [await newPerson(), await newPerson()] as const;
    const tabs = [await openFirst(browser), await openSecond(browser)] as const;
    await identify(tabs[0], people[0], byPasskey);
    await identify(tabs[1], people[1], order === '1212' ? byPasskey : byPassword);
    const next: (string | undefined)[] = [undefined, undefined];
    const subjects: (string | undefined)[] = [undefined, undefined];
    for (const digit of order) {
      const index = Number(digit) - 1;
      const tab = tabs[index as 0 | 1];
      const redirectTo = next[index];
      if (redirectTo === undefined) {
        const { status, body } = await tab.step('POST', '/submit');
        expect(status).toBe(200);
        next[index] = body.redirectTo;
      } else {
        await tab.follow(redirectTo);
        subjects[index] = await tab.subject();
      }
    }
    expect(subjects).toEqual(people.map(({ id }) => id));
  });
});

test('a challenge for a passkey belongs to its tab, also one from before the sign-in begins', async () => {
  const browser = visitor(app);
  const person = await newPerson();
  const [device, shop] = [await openDevice(browser), await openShop(browser)];
  const ask = await device.step('POST', '/preflight/sign-in-passkey/authentication');
  expect(ask.status).toBe(200);
  const early = ask.body.authenticationOptions.challenge;
  for (const { step } of [device, shop]) {
    expect((await step('PUT', '', { interactionEvent: 'SignIn' })).status).toBe(204);
  }
  const { body } = await device.step('POST', '/verification/sign-in-passkey/authentication');
  const path = '/verification/sign-in-passkey/authentication/verify';
  const answer = (challenge: string) => person.authenticator.authenticate(challenge, person.id);
  const { verificationId, authenticationOptions } = body;
  const payload = answer(authenticationOptions.challenge);
  expect((await shop.step('POST', path, { verificationId, payload })).status).toBeGreaterThanOrEqual(400);
  expect((await shop.step('POST', path, { payload })).status).toBeGreaterThanOrEqual(400);
  expect((await shop.step('POST', path, { payload: answer(early) })).status).toBeGreaterThanOrEqual(400);
  expect(
    (await device.step('POST', path, { verificationId, payload: answer(authenticationOptions.challenge) })).status,
  ).toBe(200);
  const proof = { verificationId };
  expect((await shop.step('POST', '/identification', proof)).status).toBeGreaterThanOrEqual(400);
  expect((await device.step('POST', '/identification', proof)).status).toBe(204);
});
