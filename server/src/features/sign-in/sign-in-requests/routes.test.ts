import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { signInRequestsApi, signInRequestsPath } from '@postern/contracts/sign-in/sign-in-requests';
import { accountCenterAppId, cibaGrant } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, redirectUri, type TestClient } from '#testing/clients';
import { type ListeningApp, listeningApp, signInByPassword } from '#testing/flows';
import { asOwner } from '#testing/regions';
import { createBrowser } from '../../../platform/testing/browser.ts';
import { endSessionsOf } from '../../access/oidc/index.ts';

let app: ListeningApp;
let token: string;
let desk: TestClient;
const password = 'correct horse battery';
const orders = 'https://orders.example';

let people = 0;
async function createPerson() {
  people += 1;
  const username = `person${people}`;
  const primaryEmail = `${username}@fjord.example`;
  const primaryPhone = `1415555${String(1000 + people)}`;
  const { body } = await app.call(usersApi.create, { token, body: { username, password, primaryEmail, primaryPhone } });
  await app.write('default', (db) => sql`update users set email_verified_at = now() where id = ${body.id}`.execute(db));
  return { id: body.id, username, primaryEmail, primaryPhone };
}

/** The person signs in to the account center, or to another public application. */
async function tokenOf(username: string, clientId = accountCenterAppId, uri = `${app.endpoint}/account/callback`) {
  const browser = createBrowser();
  const config = await client.discovery(new URL(`${app.endpoint}/oidc`), clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: uri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  await browser.follow(url.href, [`${app.endpoint}/sign-in`]);
  const done = await browser.follow(await signInByPassword(browser, app.endpoint, { username, password }), [uri]);
  const tokens = await client.authorizationCodeGrant(config, new URL(done), { pkceCodeVerifier: verifier });
  return { accessToken: tokens.access_token, browser };
}

beforeAll(async () => {
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  await app.call(accountCenterApi.update, { token, body: { enabled: true } });
  await app.call(resourcesApi.create, { token, body: { name: 'Orders', indicator: orders } });
  desk = await createClient(app, token, {
    type: 'Traditional',
    customClientMetadata: { isBackchannelAuthenticationEnabled: true },
  });
});
afterAll(() => app.close());

async function post(by: TestClient, path: string, form: Record<string, string>) {
  const response = await fetch(`${app.endpoint}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${by.id}:${by.secret}`)}` },
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const ask = (form: Record<string, string>, by = desk) => post(by, '/oidc/backchannel', { scope: 'openid', ...form });
const poll = ({ body }: { body: Record<string, unknown> }, by = desk, more = {}) =>
  post(by, '/oidc/token', { grant_type: cibaGrant, auth_req_id: String(body.auth_req_id), ...more });
const list = async (accessToken: string) => (await app.call(signInRequestsApi.list, { token: accessToken })).body;
const answer = (accessToken: string, id: string, isApproved: boolean) =>
  app.call(signInRequestsApi.answer, { token: accessToken, params: { id }, body: { isApproved } });
const pending = { status: 400, body: { error: 'authorization_pending' } };

async function mailsTo(recipient: string) {
  await app.worker.drain();
  return app.read('default', (db) =>
    db.selectFrom('mailbox_messages').select(['content', 'link']).where('recipient', '=', recipient).execute(),
  );
}

/** One request and the token of the account center of its person. */
async function asked(form: Record<string, string> = {}, by = desk) {
  const person = await createPerson();
  const request = await ask({ login_hint: person.username, ...form }, by);
  expect(request.status).toBe(200);
  const { accessToken, browser } = await tokenOf(person.username);
  const [shown] = await list(accessToken);
  return { person, request, accessToken, browser, id: shown?.id ?? '', shown };
}

describe('an approved request', () => {
  test('gives tokens once, with the sign-in of the person', async () => {
    const { person, request, accessToken, id, shown } = await asked({
      binding_message: 'Order 42',
      scope: 'openid offline_access',
      resource: orders,
    });
    expect(request.body).toEqual({ auth_req_id: expect.any(String), expires_in: 600 });
    expect(shown).toMatchObject({ application: { id: desk.id, name: 'Test Traditional' }, bindingMessage: 'Order 42' });
    expect(await poll(request)).toMatchObject(pending);
    expect((await answer(accessToken, id, true)).status).toBe(204);
    expect(await list(accessToken)).toEqual([]);
    const tokens = await poll(request, desk, { resource: orders });
    expect(tokens.status).toBe(200);
    expect(decodeJwt(String(tokens.body.id_token))).toMatchObject({ sub: person.id, auth_time: expect.any(Number) });
    expect(decodeJwt(String(tokens.body.access_token))).toMatchObject({ sub: person.id, aud: orders });
    const refreshed = await post(desk, '/oidc/token', {
      grant_type: 'refresh_token',
      refresh_token: String(tokens.body.refresh_token),
    });
    expect(refreshed.status).toBe(200);
    // A second redemption fails, and ends what the first one got.
    expect(await poll(request)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await answer(accessToken, id, true)).status).toBe(404);
  });

  test('one of eight polls at once gets tokens, and the replay revokes them', async () => {
    const { accessToken, id, request } = await asked({ scope: 'openid offline_access' });
    await answer(accessToken, id, true);
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(request)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(7);
    const refresh_token = String(winners[0]?.body.refresh_token);
    const refreshed = await post(desk, '/oidc/token', { grant_type: 'refresh_token', refresh_token });
    expect(refreshed.body.error).toBe('invalid_grant');
  });

  test('gives nothing after the password of the person was changed', async () => {
    const { person, request, accessToken, id } = await asked();
    await answer(accessToken, id, true);
    const body = { password: 'another horse battery' };
    await app.call(usersApi.setPassword, { token, params: { userId: person.id }, body });
    expect(await poll(request)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is found by user name, email address, phone number, user ID and ID token', async () => {
    const { person, request, accessToken, id } = await asked();
    await answer(accessToken, id, true);
    const { body } = await poll(request);
    const hints: Record<string, string>[] = [
      { login_hint: person.primaryEmail.toUpperCase() },
      { login_hint: `+${person.primaryPhone}` },
      { login_hint: person.id },
      { id_token_hint: String(body.id_token) },
    ];
    for (const [count, hint] of hints.entries()) {
      expect((await ask(hint)).status).toBe(200);
      expect(await list(accessToken)).toHaveLength(count + 1);
    }
    const both = await ask({ login_hint: person.id, id_token_hint: String(body.id_token) });
    expect(both).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('is recorded', async () => {
    const { accessToken, id, request } = await asked();
    await answer(accessToken, id, true);
    await poll(request);
    await app.worker.drain();
    const rows = await app.read('default', (db) =>
      db.selectFrom('logs').select('key').where(sql<boolean>`payload ->> 'subjectId' = ${id}`).execute(),
    );
    expect(rows.map(({ key }) => key).toSorted()).toEqual(['SignInRequest.Allowed', 'SignInRequest.Created']);
  });
});

test('a refused request gives no tokens, and cannot be approved later', async () => {
  const { accessToken, id, request } = await asked();
  expect((await answer(accessToken, id, false)).status).toBe(204);
  expect(await poll(request)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  expect((await answer(accessToken, id, true)).status).toBe(404);
  expect(await poll(request)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
});

test('an expired request cannot be approved or redeemed', async () => {
  const { accessToken, id, request } = await asked({ requested_expiry: '30' });
  expect(request.body.expires_in).toBe(30);
  await app.write('default', async (db) => {
    await sql`update sign_in_requests set expires_at = now() where id = ${id}`.execute(db);
  });
  expect(await list(accessToken)).toEqual([]);
  expect((await answer(accessToken, id, true)).status).toBe(404);
  expect(await poll(request)).toMatchObject(pending);
  await app.write('default', (db) =>
    sql`update oidc_models set expires_at = now() - interval '1 second',
        payload = jsonb_set(payload, '{exp}', to_jsonb(floor(extract(epoch from now()) - 1)))
      where id = (select request_digest from sign_in_requests where id = ${id})`.execute(db),
  );
  expect(await poll(request)).toMatchObject({ status: 400, body: { error: 'expired_token' } });
  const other = await createClient(app, token, {
    type: 'Traditional',
    customClientMetadata: { isBackchannelAuthenticationEnabled: true },
  });
  expect(await poll(request, other)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('two answers at the same moment count once and leave one grant', async () => {
  const { person, accessToken, id, request } = await asked();
  const grants = () =>
    app.read('default', (db) =>
      sql<{ count: number }>`select count(*)::int as count from oidc_models
        where model = 'Grant' and account_id = ${person.id} and payload ->> 'clientId' = ${desk.id}`
        .execute(db)
        .then(({ rows }) => rows[0]?.count),
    );
  const answers = await Promise.all(Array.from({ length: 8 }, () => answer(accessToken, id, true)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 7 }, () => 404)]);
  expect(await grants()).toBe(1);
  expect((await poll(request)).status).toBe(200);
});

describe('attacks', () => {
  test('an approval while the person is signed out everywhere is refused and leaves no grant', async () => {
    const { person, accessToken, id } = await asked();
    let approval: ReturnType<typeof answer> | undefined;
    await app.write('default', async (db) => {
      await endSessionsOf(db, person.id);
      approval = answer(accessToken, id, true);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await asOwner(app.address, waiting)).length, { timeout: 20_000 }).toBe(1);
    });
    expect((await approval)?.status).toBe(404);
    const left = await app.read('default', (db) =>
      db.selectFrom('oidc_models').select('model').where('account_id', '=', person.id).execute(),
    );
    expect(left).toEqual([]);
  });

  test('another person does not see the request and cannot answer it', async () => {
    const { id, request } = await asked();
    const other = await createPerson();
    const { accessToken } = await tokenOf(other.username);
    expect(await list(accessToken)).toEqual([]);
    expect((await answer(accessToken, id, true)).status).toBe(404);
    expect(await poll(request)).toMatchObject(pending);
  });

  test('another application can neither answer with a token of the person nor redeem the request', async () => {
    const { person, id, request } = await asked();
    const spa = await createClient(app, token, { type: 'SPA' });
    const { accessToken } = await tokenOf(person.username, spa.id, redirectUri);
    expect((await app.call(signInRequestsApi.list, { token: accessToken })).status).toBe(403);
    expect((await answer(accessToken, id, true)).status).toBe(403);
    const thief = await createClient(app, token, {
      type: 'Traditional',
      customClientMetadata: { isBackchannelAuthenticationEnabled: true },
    });
    expect(await poll(request, thief)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('the cookies of a signed-in browser do not answer', async () => {
    const { browser, id, request } = await asked();
    const path = signInRequestsApi.answer.path.replace(':id', id);
    for (const origin of [app.endpoint, 'https://evil.example']) {
      const response = await browser.request(`${app.endpoint}${path}`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: '{"isApproved":true}',
      });
      expect(response.status).toBe(401);
    }
    expect(await poll(request)).toMatchObject(pending);
  });

  test('an unknown and a suspended user look like any other', async () => {
    const person = await createPerson();
    await app.call(usersApi.setSuspended, { token, params: { userId: person.id }, body: { isSuspended: true } });
    for (const hint of ['nobody@fjord.example', 'nobody', '-', person.username]) {
      const request = await ask({ login_hint: hint, binding_message: 'Order 1' });
      expect(request).toEqual({ status: 200, body: { auth_req_id: expect.any(String), expires_in: 600 } });
      expect(await poll(request)).toMatchObject(pending);
    }
    for (const hint of ['y'.repeat(257), 'a\0b']) {
      expect(await ask({ login_hint: hint })).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    }
    expect(await mailsTo('nobody@fjord.example')).toEqual([]);
    expect(await mailsTo(person.primaryEmail)).toEqual([]);
  });

  test('a flood is stopped for known and unknown users alike', async () => {
    const person = await createPerson();
    for (const hint of [person.primaryEmail, 'flooded@fjord.example']) {
      const statuses: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        statuses.push((await ask({ login_hint: hint })).status);
      }
      expect(statuses, hint).toEqual([200, 200, 200, 200, 200, 429, 429]);
    }
    // Other names of the same person cause neither more emails nor more requests in the account center.
    const { username, id, primaryPhone } = person;
    for (const hint of [username, username.toUpperCase(), id, primaryPhone, `+${primaryPhone}`]) {
      expect((await ask({ login_hint: hint })).status).toBe(200);
    }
    expect((await mailsTo(person.primaryEmail)).length).toBeLessThanOrEqual(5);
    expect(await list((await tokenOf(username)).accessToken)).toHaveLength(5);
  });

  test('a username that equals the ID of another user does not receive their requests', async () => {
    const victim = await createPerson();
    await app.write('default', (db) =>
      sql`update users set username = ${victim.id} where username = 'person1'`.execute(db),
    );
    await ask({ login_hint: victim.id });
    const { accessToken } = await tokenOf(victim.username);
    expect(await list(accessToken)).toHaveLength(1);
  });

  test('binding messages are shown as text and have one short line', async () => {
    const message = '<b onclick=alert(1)>Order</b>';
    const { shown, person } = await asked({ binding_message: message });
    expect(shown?.bindingMessage).toBe(message);
    const [mail] = await mailsTo(person.primaryEmail);
    expect(mail?.content).not.toContain('onclick');
    for (const wrong of ['', ' ', 'x'.repeat(129), 'one\ntwo', 'a\u202eb']) {
      const { status, body } = await ask({ login_hint: 'anybody', binding_message: wrong });
      // An empty parameter counts as missing.
      expect([status, body.error], wrong).toEqual(wrong === '' ? [200, undefined] : [400, 'invalid_binding_message']);
    }
  });

  test('the database contains neither the request ID nor the token of the application', async () => {
    const other = await pingApplication('https://127.0.0.1:9/ping');
    const { request, id } = await asked({ client_notification_token: 'secret-of-the-desk' }, other);
    const rows = await app.read('default', (db) =>
      sql<{ text: string }>`select (select jsonb_agg(to_jsonb(m)) from oidc_models m)::text
        || (select request_digest from sign_in_requests where id = ${id}) as text`.execute(db),
    );
    expect(rows.rows[0]?.text).not.toContain(String(request.body.auth_req_id));
    expect(rows.rows[0]?.text).not.toContain('secret-of-the-desk');
  });
});

test('the email links to the page of the requests', async () => {
  const { person } = await asked();
  const [mail] = await mailsTo(person.primaryEmail);
  expect(mail?.link).toBe(`${app.endpoint}${signInRequestsPath}`);
  expect(mail?.content).toContain('10 minutes');
});

const pingApplication = (backchannelNotificationUri: string) =>
  createClient(app, token, {
    type: 'Traditional',
    customClientMetadata: { isBackchannelAuthenticationEnabled: true, backchannelNotificationUri },
  });

test('ping: the application is notified once after the answer', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: String((await request.toArray()).join('')) });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address must be HTTPS; this server has no certificate.
  const { egress } = app.app;
  const { fetch: fetchSafely } = egress;
  egress.fetch = (url, init) => fetchSafely(url.replace('https:', 'http:'), init);
  try {
    const by = await pingApplication(`https://127.0.0.1:${(server.address() as AddressInfo).port}/ping`);
    expect(await ask({ login_hint: 'anybody' }, by)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const { request, accessToken, id } = await asked({ client_notification_token: 'token-of-the-desk' }, by);
    await app.worker.drain();
    expect(received).toEqual([]);
    await answer(accessToken, id, true);
    await app.worker.drain();
    expect(received).toHaveLength(1);
    expect(received[0]?.headers.authorization).toBe('Bearer token-of-the-desk');
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ auth_req_id: request.body.auth_req_id });
    expect((await poll(request, by)).status).toBe(200);
  } finally {
    egress.fetch = fetchSafely;
    server.close();
  }
});

describe('settings', () => {
  test('are off by default, and only for confidential first-party applications', async () => {
    const plain = await createClient(app, token, { type: 'Traditional' });
    expect((await ask({ login_hint: 'anybody' }, plain)).status).toBe(400);
    const on = { customClientMetadata: { isBackchannelAuthenticationEnabled: true } };
    for (const application of [
      { type: 'SPA' },
      { type: 'Native' },
      { type: 'MachineToMachine' },
      { type: 'Traditional', isThirdParty: true },
    ] as const) {
      const { status } = await app.call(applicationsApi.create, {
        token,
        body: {
          name: 'x',
          ...(application.type === 'MachineToMachine'
            ? {}
            : { oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] } }),
          ...application,
          ...on,
        },
      });
      expect(status, JSON.stringify(application)).toBe(400);
    }
  });

  test('need the account center', async () => {
    await app.call(accountCenterApi.update, { token, body: { enabled: false } });
    const refused = await ask({ login_hint: 'anybody' });
    await app.call(accountCenterApi.update, { token, body: { enabled: true } });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});
