import { readFile } from 'node:fs/promises';
import { samlApplicationsApi, samlBindings } from '@postern/contracts/access/saml-applications';
import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMigratedDatabase } from './platform/testing/migrated-database.ts';
import { type Visitor, visitor } from './testing/sign-in.ts';
import { createLink, setupVisitor } from './testing/sso-setup.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const endpoint = 'https://auth.example.com';
const callback = { redirect_uri: `${endpoint}/demo-app` };
const session = 'postern_default_session';
const password = 'correct horse battery';
const later = Number.MAX_SAFE_INTEGER;
let app: TestApp;
let token: string;
const saml: string[] = [];

beforeAll(async () => {
  app = await testApp({ ENDPOINT: endpoint, ADMIN_ENDPOINT: 'https://console.example.com' });
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: { username: 'ada', password } });
  for (let count = 0; count < 3; count += 1) {
    saml.push(await createSaml());
  }
});
afterAll(() => app.close());
beforeEach(() => finishUpgrade());

/** Nodes of a release that knows only plain names may still run. */
const startUpgrade = () => app.app.cookieNames.setDates({ prefixedFrom: later, plainUntil: later });
const switchNames = () => app.app.cookieNames.setDates({ prefixedFrom: 0, plainUntil: later });
const finishUpgrade = () => app.app.cookieNames.setDates({ prefixedFrom: 0, plainUntil: 0 });

async function submitPassword(person: Visitor): Promise<string> {
  await person.start('SignIn');
  const identifier = { type: 'username', value: 'ada' };
  const { body } = await person.step('POST', '/verification/password', { identifier, password });
  await person.identify(body.verificationId);
  return (await person.submit()).body.redirectTo;
}

async function signIn(person = visitor(app)): Promise<Visitor> {
  await person.arrive(callback);
  expect(await person.follow(await submitPassword(person))).toContain('/demo-app?code=');
  return person;
}

const isSignedIn = async (person: Visitor) => (await person.arrive(callback)).includes('/demo-app?code=');
const namesOf = (person: Visitor) => [...person.cookies.keys()];
const linesOf = (header: unknown) => [header].flat().map(String);

const host = new URL(endpoint).host;
const query = {
  client_id: 'demo-app',
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
  ...callback,
};

/** One request of a browser that has these cookies. Returns the lines that set cookies. */
async function visit(url: string, cookies: Map<string, string> = new Map()) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { headers, statusCode } = await app.core.inject({ url, headers: { host, accept: 'text/html', cookie } });
  return { status: statusCode, location: String(headers.location), lines: linesOf(headers['set-cookie'] ?? []) };
}

const begin = (cookies?: Map<string, string>) => visit(`/oidc/auth?${new URLSearchParams(query)}`, cookies);

function keep(cookies: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value && !line.includes('01 Jan 1970')) {
      cookies.set(name, value);
    } else {
      cookies.delete(name);
    }
  }
}

async function createSaml(): Promise<string> {
  const acsUrl = { binding: samlBindings.post, url: 'https://sp.example/acs' };
  const body = { name: 'Portal', entityId: 'https://sp.example/metadata', acsUrl, idpInitiated: {} };
  const created = await app.call(samlApplicationsApi.create, { token, body });
  expect(created.status).toBe(201);
  return created.body.id;
}

describe('on https', () => {
  test('every cookie of sign-in, SAML and set-up has the prefix __Host-, the path / and Secure, and no domain', async () => {
    const person = await signIn();
    expect(namesOf(person)).toEqual(
      expect.arrayContaining(['session', 'context', 'device'].map((name) => `__Host-postern_default_${name}`)),
    );
    for (const name of namesOf(person)) {
      expect(name).toMatch(/^__Host-/);
    }
    const opened = await setupVisitor(app).open(await createLink(app, token));
    const lines = [
      ...(await begin()).lines,
      ...(await begin(person.cookies)).lines,
      ...(await visit(`/api/saml/${saml[0]}/start`)).lines,
      ...linesOf(opened.headers['set-cookie']),
    ];
    for (const part of ['session', 'interaction', 'resume', 'context', 'saml', 'setup']) {
      expect(lines.some((line) => line.includes(part))).toBe(true);
    }
    for (const line of lines) {
      expect(line).toMatch(/^__Host-[\w.~-]+=[^;]+;/);
      expect(line).toMatch(/; path=\/(;|$)/i);
      expect(line).toMatch(/; secure/i);
      expect(line).not.toMatch(/; domain/i);
    }
  });

  test('the console has the same names, and pages learn the prefix for their own cookies', async () => {
    const client = {
      ...query,
      client_id: 'admin-console',
      redirect_uri: 'https://console.example.com/console/callback',
    };
    const { headers } = await app.admin.inject(`/oidc/auth?${new URLSearchParams(client)}`);
    expect(linesOf(headers['set-cookie']).join()).toContain('__Host-postern_admin_interaction=');
    const { payload } = await app.core.inject({ url: '/unknown-session', headers: { host, accept: 'text/html' } });
    expect(payload).toContain('"cookiePrefix":"__Host-"');
  });

  test('two SAML applications can sign in at the same time, and their cookies reach only their callbacks', async () => {
    const cookies = new Map<string, string>();
    const [one = '', two = '', third = ''] = saml;
    keep(cookies, (await visit(`/api/saml/${one}/start`)).lines);
    keep(cookies, (await visit(`/api/saml/${two}/start`)).lines);
    // One of each is for nodes of the previous release.
    expect(cookies.size).toBe(4);
    for (const id of [one, two]) {
      expect([id, await callBack(id, cookies)]).toEqual([id, 'application.saml.state_mismatch']);
    }
    const notFound = 'application.saml.sp_initiated_saml_sso_session_not_found_in_cookies';
    expect(await callBack(third, cookies)).toBe(notFound);
  });

  test('abandoned sign-ins leave a limited number of cookies, and the newest one works', async () => {
    const person = visitor(app);
    for (let count = 0; count < 12; count += 1) {
      await person.arrive(callback);
    }
    expect(namesOf(person).filter((name) => /_resume~/.test(name))).toHaveLength(5);
    expect(namesOf(person).filter((name) => /_resume\.sig~/.test(name))).toHaveLength(5);
    expect(await person.follow(await submitPassword(person))).toContain('/demo-app?code=');
  });

  test('a signature that is renewed with a new key has the prefix, the path and Secure, and the sign-in continues', async () => {
    const person = visitor(app);
    await person.arrive(callback);
    await app.call(signingKeysApi.rotate, { token, params: { keyType: 'cookie-keys' }, body: {} });
    const renewed = linesOf((await person.start('SignIn')).headers['set-cookie']);
    expect(renewed).toEqual([
      expect.stringMatching(/^__Host-postern_default_interaction\.sig=[\w-]+; .*; Path=\/; Secure$/),
    ]);
    expect(await person.follow(await submitPassword(person))).toContain('/demo-app?code=');
  });

  test('signing out removes the cookie of the session', async () => {
    const person = await signIn();
    expect(await signOut(person)).toBe(200);
    expect(namesOf(person).some((name) => name.includes('_session'))).toBe(false);
    expect(await isSignedIn(person)).toBe(false);
  });
});

/** The error of a callback with a wrong state: that error means that the session of the cookie was found. */
async function callBack(id: string, cookies: Map<string, string>): Promise<string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const url = `/api/saml-applications/${id}/callback?state=x&code=y`;
  return JSON.parse((await app.core.inject({ url, headers: { host, cookie } })).payload).code;
}

async function signOut(person: Visitor): Promise<number> {
  const cookie = () => [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { host, accept: 'text/html' };
  const asked = await app.core.inject({
    url: '/oidc/session/end?client_id=demo-app',
    headers: { ...headers, cookie: cookie() },
  });
  keep(person.cookies, linesOf(asked.headers['set-cookie'] ?? []));
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.payload) ?? [];
  const done = await app.core.inject({
    method: 'POST',
    url: '/oidc/session/end/confirm',
    headers: { ...headers, cookie: cookie(), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
  });
  keep(person.cookies, linesOf(done.headers['set-cookie'] ?? []));
  return done.statusCode < 400 ? 200 : done.statusCode;
}

describe('attack: a host of the same domain sets a cookie with the plain name', () => {
  test('it does not win over the cookie with the prefix, and counts for nothing without one', async () => {
    const [attacker, victim] = [await signIn(), await signIn()];
    const stolen = [session, `${session}.sig`].map((name) => [name, attacker.cookies.get(`__Host-${name}`) ?? '']);
    switchNames();
    const own = victim.cookies.get(`__Host-${session}`);
    for (const [name = '', value = ''] of stolen) {
      victim.cookies.set(name, value);
    }
    expect(await isSignedIn(victim)).toBe(true);
    expect(victim.cookies.get(`__Host-${session}`)).toBe(own);
    finishUpgrade();
    for (const prefix of ['', '__Secure-', '__host-']) {
      const fresh = visitor(app);
      for (const [name = '', value = ''] of stolen) {
        fresh.cookies.set(prefix + name, value);
      }
      expect([prefix, await isSignedIn(fresh)]).toEqual([prefix, false]);
    }
  });

  test('two cookies with the same name and prefix cannot come from a browser, so neither counts', async () => {
    const person = await signIn();
    const pairs = [...person.cookies].map(([name, value]) => `${name}=${value}`);
    const send = async (cookie: string) =>
      (await app.core.inject({ url: `/oidc/auth?${new URLSearchParams(query)}`, headers: { host, cookie } })).headers
        .location;
    expect(await send(pairs.join('; '))).toContain('/demo-app?code=');
    expect(await send([`__Host-${session}=other`, ...pairs].join('; '))).toContain('/sign-in');
  });
});

describe('during and after an upgrade', () => {
  test('plain names are written, which nodes of the previous release read, until all nodes know the prefix', async () => {
    startUpgrade();
    const person = await signIn();
    expect(namesOf(person).filter((name) => name.startsWith('__'))).toEqual([]);
    for (const line of (await begin()).lines) {
      expect(line).toMatch(/; secure/i);
    }
    const page = await app.core.inject({ url: '/unknown-session', headers: { host, accept: 'text/html' } });
    expect(page.payload).not.toContain('cookiePrefix');
  });

  test('people stay signed in, and their cookies get the prefix at the next visit', async () => {
    startUpgrade();
    const [person, absent] = [await signIn(), await signIn()];
    switchNames();
    expect(await isSignedIn(person)).toBe(true);
    expect(namesOf(person)).toContain(`__Host-${session}`);
    expect(namesOf(person)).not.toContain(session);
    finishUpgrade();
    expect(await isSignedIn(person)).toBe(true);
    expect(await isSignedIn(absent)).toBe(false);
  });

  test('a sign-in continues when the names change in between, in either order', async () => {
    for (const [first, second] of [
      [startUpgrade, switchNames],
      // The clock of the second node is behind.
      [switchNames, startUpgrade],
    ] as const) {
      first();
      const person = visitor(app);
      await person.arrive(callback);
      second();
      expect(await person.follow(await submitPassword(person))).toContain('/demo-app?code=');
      first();
      expect(await isSignedIn(person)).toBe(true);
      second();
      expect(await isSignedIn(person)).toBe(true);
    }
  });

  test('signing out removes the cookies with both names', async () => {
    startUpgrade();
    const person = await signIn();
    switchNames();
    expect(await signOut(person)).toBe(200);
    expect(namesOf(person).some((name) => name.includes('_session'))).toBe(false);
  });

  test('a new installation uses the prefix at once; an upgrade begins after a day and accepts plain names for 30 days', async () => {
    const client = await openMigratedDatabase();
    const dates = `select prefixed_from <= now() as begun, plain_until <= now() as over,
      prefixed_from between now() + interval '23 hours' and now() + interval '25 hours' as waits,
      plain_until - prefixed_from = interval '30 days' as accepts from cookie_names`;
    expect((await client.query(dates)).rows).toEqual([{ begun: true, over: true, waits: false, accepts: false }]);
    await client.query(`drop table cookie_names; insert into tenants (id, name) values ('one', 'One')`);
    await client.query(await readFile(new URL('../migrations/0094_cookie_names.sql', import.meta.url), 'utf8'));
    expect((await client.query(dates)).rows).toEqual([{ begun: false, over: false, waits: true, accepts: true }]);
  });
});

test('below a path of a shared host, names begin with __Secure-, because neighbors must not get the cookies', async () => {
  const shared = await testApp({ ENDPOINT: 'https://example.com/auth', ADMIN_ENDPOINT: 'https://example.com/admin' });
  try {
    const redirect_uri = 'https://example.com/auth/demo-app';
    const { headers } = await shared.core.inject(`/oidc/auth?${new URLSearchParams({ ...query, redirect_uri })}`);
    for (const line of linesOf(headers['set-cookie'])) {
      expect(line).toMatch(/^__Secure-postern_default_[\w.]+=[^;]+; .*path=\/auth(\/[^;]*)?;.* secure/i);
    }
    const { id, secret } = await createLink(shared, await shared.managementToken());
    const input = { body: { id, secret }, headers: { origin: 'https://example.com' } };
    const opened = await setupVisitor(shared).call(ssoSetupApi.open, input);
    expect(linesOf(opened.headers['set-cookie'])[0]).toMatch(
      /^__Secure-postern_setup=[^;]+; .*; Path=\/auth\/api\/sso-setup; Secure$/,
    );
  } finally {
    await shared.close();
  }
});

test('plain HTTP keeps the plain names', async () => {
  const local = await testApp();
  try {
    const redirect_uri = 'http://core.test/demo-app';
    const { headers } = await local.core.inject(`/oidc/auth?${new URLSearchParams({ ...query, redirect_uri })}`);
    for (const line of linesOf(headers['set-cookie'])) {
      expect(line).toMatch(/^postern_default_/);
    }
  } finally {
    await local.close();
  }
});
