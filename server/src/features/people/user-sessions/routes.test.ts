import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RevokedGrants, userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { limitLock } from '#platform/jobs/job-claims';
import { createClient, redirectUri, type TestClient } from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import type { Running } from '../../../app.ts';
import { createBrowser } from '../../../platform/testing/browser.ts';
import { providerOf } from '../../access/oidc/index.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Two nodes on one database: a session that ends on the first is invalid on the second immediately. */
let app: ListeningApp;
let other: Running;
let token: string;
let spa: TestClient;
let web: TestClient;

beforeAll(async () => {
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  other = await app.another();
  token = await app.managementToken();
  spa = await createClient(app, token, { type: 'SPA', name: 'Shop' });
  web = await createClient(app, token, { type: 'Traditional', name: 'Blog' });
});
afterAll(() => app.close());

const patience = { timeout: 20_000 };
let count = 0;

async function newPerson() {
  count += 1;
  const person = { username: `person_${count}`, password: 'correct horse battery' };
  const { body } = await app.call(usersApi.create, { token, body: person });
  return { ...person, id: body.id };
}

type Person = Awaited<ReturnType<typeof newPerson>>;

async function redeem(server: Running, body: Record<string, string>): Promise<number> {
  const headers = { host: new URL(app.endpoint).host, 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams({ client_id: spa.id, ...body }).toString();
  return (await server.core.inject({ method: 'POST', url: '/oidc/token', headers, payload })).statusCode;
}

/** Signs in with a new browser; returns functions that check its session and tokens on the other node. */
async function signIn(person: Person, userAgent = firefox, scope = 'openid profile offline_access') {
  const browser = createBrowser({ 'user-agent': userAgent });
  const flow = { issuer: `${app.endpoint}/oidc`, clientId: spa.id, redirectUri, person, browser, scope };
  const { tokens } = await authorize(flow);
  const quietly = async ({ config }: TestClient) => {
    const code_challenge = await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier());
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile',
      prompt: 'none',
      ...pkce,
    });
    return new URL(await browser.follow(url.href, [redirectUri])).searchParams;
  };
  return {
    tokens,
    returnTo: async (at = spa) => (await quietly(at)).get('error') ?? 'signed in',
    refresh: () => redeem(other, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }),
    userinfo: async () => {
      const headers = { host: new URL(app.endpoint).host, authorization: `Bearer ${tokens.access_token}` };
      return (await other.core.inject({ method: 'GET', url: '/oidc/me', headers })).statusCode;
    },
  };
}

type SignedIn = Awaited<ReturnType<typeof signIn>>;

async function expectLive(someone: SignedIn) {
  expect(await someone.userinfo()).toBe(200);
  expect(await someone.returnTo()).toBe('signed in');
}

async function expectEnded(someone: SignedIn) {
  expect(await someone.refresh()).toBe(400);
  expect(await someone.userinfo()).toBe(401);
  expect(await someone.returnTo()).toBe('login_required');
}

const list = async ({ id: userId }: Person) =>
  (await app.call(userSessionsApi.list, { token, params: { userId } })).body.sessions;
const grants = async ({ id: userId }: Person) =>
  (await app.call(userSessionsApi.listGrants, { token, params: { userId } })).body.grants.filter(
    ({ refreshUntil }) => refreshUntil !== null,
  );
const remove = (userId: string, sessionId: string, query: { revokeGrantsTarget?: RevokedGrants } = all) =>
  app.call(userSessionsApi.remove, { token, params: { userId, sessionId }, query });
const all = { revokeGrantsTarget: 'all' } as const;
const notFound = { status: 404, body: { code: 'oidc.session_not_found' } };
const noGrant = { status: 404, body: { code: 'oidc.invalid_grant' } };

/** A grant of a person for an application, which the only session of the person lists. Returns its id. */
async function giveGrant(person: Person, clientId: string): Promise<string> {
  const provider = await providerOf(app.app, 'default');
  const grant = new provider.Grant({ accountId: person.id, clientId });
  grant.addOIDCScope('openid');
  const grantId = await grant.save();
  await app.write('default', (db) =>
    sql`update oidc_models set payload = jsonb_set(payload, array['authorizations', ${clientId}],
      jsonb_build_object('grantId', ${grantId}::text)) where model = 'Session' and account_id = ${person.id}`.execute(
      db,
    ),
  );
  return createHash('sha256').update(grantId).digest('base64url');
}

const applications = async ({ id: userId }: Person, appType?: 'firstParty' | 'thirdParty') =>
  (
    await app.call(userSessionsApi.listGrants, { token, params: { userId }, query: appType ? { appType } : {} })
  ).body.grants.map(({ application }) => application.id);

describe('the sessions of a user', () => {
  test('show for each browser when, where, how and for what it is signed in', async () => {
    const person = await newPerson();
    const before = Date.now() - 1000;
    await signIn(person, firefox);
    const second = await signIn(person, phone);
    expect(await second.returnTo(web)).toBe('signed in');
    const [newest, oldest, ...none] = await list(person);
    expect(none).toEqual([]);
    expect(newest).toEqual({
      id: expect.stringMatching(/^[\w-]{20,64}$/),
      createdAt: expect.any(Number),
      lastUsedAt: expect.any(Number),
      expiresAt: expect.any(Number),
      ip: '127.0.0.1',
      userAgent: phone,
      device: { kind: 'mobile', browser: 'Safari 18', os: 'iOS 18' },
      methods: ['Password'],
      applications: [
        { id: web.id, name: 'Blog' },
        { id: spa.id, name: 'Shop' },
      ],
      payload: {
        exp: expect.any(Number),
        iat: expect.any(Number),
        jti: expect.stringMatching(/^[\w-]{43}$/),
        uid: newest?.id,
        kind: 'Session',
        loginTs: Math.floor((newest?.createdAt ?? 0) / 1000),
        accountId: person.id,
        authorizations: {
          [spa.id]: { sid: expect.any(String), grantId: expect.stringMatching(/^[\w-]{43}$/) },
          [web.id]: { sid: expect.any(String), grantId: expect.stringMatching(/^[\w-]{43}$/) },
        },
      },
      lastSubmission: {
        interactionEvent: 'SignIn',
        userId: person.id,
        verificationRecords: [{ id: expect.any(String), type: 'Password', verified: true }],
        signInContext: { ip: '127.0.0.1', userAgent: phone },
      },
      clientId: web.id,
      accountId: person.id,
    });
    const params = { userId: person.id, sessionId: newest?.id ?? '' };
    expect((await app.call(userSessionsApi.get, { token, params })).body).toEqual(newest);
    const stranger = { ...params, userId: (await newPerson()).id };
    expect(await app.call(userSessionsApi.get, { token, params: stranger })).toMatchObject(notFound);
    expect(oldest).toMatchObject({
      userAgent: firefox,
      device: { kind: 'desktop', browser: 'Firefox 140', os: 'Linux' },
    });
    expect(newest?.createdAt).toBeGreaterThanOrEqual(before - 1000);
    expect(newest?.lastUsedAt).toBeGreaterThanOrEqual(newest?.createdAt ?? 0);
  });

  test('have public ids that grant no access', async () => {
    const person = await newPerson();
    await signIn(person);
    const [session] = await list(person);
    const cookie = createBrowser({ cookie: `postern_default_session=${session?.id}` });
    const { config } = spa;
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      prompt: 'none',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    expect(await cookie.follow(url.href, [redirectUri])).toContain('error=login_required');
  });

  test('are reused without a new session, and show the last use', async () => {
    const person = await newPerson();
    const someone = await signIn(person);
    const [first] = await list(person);
    await app.write('default', (db) =>
      sql`update oidc_models set payload = jsonb_set(payload, '{seen,at}', '1000') where uid = ${first?.id}`.execute(
        db,
      ),
    );
    expect(await someone.returnTo()).toBe('signed in');
    const [second, ...none] = await list(person);
    expect(none).toEqual([]);
    expect(second?.id).toBe(first?.id);
    expect(second?.lastUsedAt).toBeGreaterThan(Date.now() - 60_000);
    expect(second?.createdAt).toBe(first?.createdAt);
  });

  test('are empty for a user who never signed in', async () => {
    expect(await list(await newPerson())).toEqual([]);
  });

  test('show an unusual or missing user agent as it is', async () => {
    const person = await newPerson();
    await signIn(person, `<script>alert(1)</script> ${'(('.repeat(2000)}`);
    await signIn(person, ' ');
    const sessions = await list(person);
    expect(sessions.map(({ userAgent }) => userAgent?.length ?? null)).toEqual([null, 512]);
    expect(sessions[0]?.device).toEqual({ kind: 'unknown', browser: null, os: null });
  });
});

describe('attacks 1 and 3: a session that an administrator ends', () => {
  test('ends on every node immediately with its refresh and access tokens; others continue', async () => {
    const person = await newPerson();
    const kept = await signIn(person, firefox);
    const [{ id: keptId } = { id: '' }] = await list(person);
    const ended = await signIn(person, phone);
    await expectLive(ended);
    const victim = (await list(person)).find(({ id }) => id !== keptId);
    expect((await remove(person.id, victim?.id ?? '')).status).toBe(204);
    await expectEnded(ended);
    await expectLive(kept);
    expect(await kept.refresh()).toBe(200);
    expect((await list(person)).map(({ id }) => id)).toEqual([keptId]);
    expect(await remove(person.id, victim?.id ?? '')).toMatchObject(notFound);
  });

  test('is not restored by a request that had read the session or the grant before', async () => {
    const person = await newPerson();
    const someone = await signIn(person);
    const [session] = await list(person);
    const provider = await providerOf(other.app, 'default');
    const read = await provider.Session.findByUid(session?.id ?? '');
    const grant = await provider.Grant.find(read?.grantIdFor(spa.id) ?? '');
    expect((await remove(person.id, session?.id ?? '')).status).toBe(204);
    await read?.persist();
    await grant?.save();
    expect([read?.accountId, grant?.accountId]).toEqual([person.id, person.id]);
    await expectEnded(someone);
    expect(await list(person)).toEqual([]);
  });

  test('is not restored by parallel authorization requests', async () => {
    const person = await newPerson();
    const someone = await signIn(person);
    const [session] = await list(person);
    await Promise.all([
      ...Array.from({ length: 6 }, () => someone.returnTo()),
      remove(person.id, session?.id ?? ''),
      ...Array.from({ length: 6 }, () => someone.returnTo()),
    ]);
    await expectEnded(someone);
    expect(await list(person)).toEqual([]);
  });

  test('leaves no working token of parallel refreshes', async () => {
    const person = await newPerson();
    const someone = await signIn(person);
    const [session] = await list(person);
    await Promise.all([
      ...Array.from({ length: 6 }, someone.refresh),
      remove(person.id, session?.id ?? ''),
      ...Array.from({ length: 6 }, someone.refresh),
    ]);
    await expectEnded(someone);
    expect(await grants(person)).toEqual([]);
  });

  test("ends together with all others of the user, and no one else's", async () => {
    const [person, bystander] = [await newPerson(), await newPerson()];
    const both = [await signIn(person, firefox), await signIn(person, phone)];
    const untouched = await signIn(bystander);
    expect((await app.call(userSessionsApi.removeAll, { token, params: { userId: person.id } })).status).toBe(204);
    for (const one of both) {
      await expectEnded(one);
    }
    expect([await list(person), await grants(person)]).toEqual([[], []]);
    await expectLive(untouched);
    await expectLive(await signIn(person));
  });

  test("is not found under another user's id, nor is an unknown one", async () => {
    const [owner, thief] = [await newPerson(), await newPerson()];
    const someone = await signIn(owner);
    const [session] = await list(owner);
    for (const id of ['nothing', "' or 1=1 --", '%', 'x'.repeat(64)]) {
      expect(await remove(thief.id, id)).toMatchObject(notFound);
    }
    const foreign = { status: 404, body: { code: 'oidc.invalid_session_account_id' } };
    expect(await remove(thief.id, session?.id ?? '')).toMatchObject(foreign);
    expect(await remove('nobody', session?.id ?? '')).toMatchObject(foreign);
    const nobody = { token, params: { userId: 'nobody' } };
    expect(await app.call(userSessionsApi.list, nobody)).toMatchObject({ status: 200, body: { sessions: [] } });
    expect(await app.call(userSessionsApi.listGrants, nobody)).toMatchObject({ status: 200, body: { grants: [] } });
    await expectLive(someone);
  });

  test('leaves the grants alone unless it is told whose end with it', async () => {
    const partner = await createClient(app, token, { type: 'Traditional', name: 'Partner', isThirdParty: true });
    for (const [query, refreshed] of [
      [{}, 200],
      [{ revokeGrantsTarget: 'firstParty' }, 400],
    ] as const) {
      const person = await newPerson();
      const someone = await signIn(person);
      const grantOfPartner = await giveGrant(person, partner.id);
      const [session] = await list(person);
      expect((await remove(person.id, session?.id ?? '', query)).status).toBe(204);
      expect([await someone.returnTo(), await someone.refresh()]).toEqual(['login_required', refreshed]);
      const left = await applications(person);
      expect(left).toContain(partner.id);
      expect(left.includes(spa.id)).toBe(refreshed === 200);
      const params = { userId: person.id, grantId: grantOfPartner };
      expect((await app.call(userSessionsApi.removeGrant, { token, params })).status).toBe(204);
    }
  });

  test('is in the audit log with the actor', async () => {
    const person = await newPerson();
    await signIn(person);
    const [session] = await list(person);
    await remove(person.id, session?.id ?? '');
    await app.worker.drain();
    const [row] = await app.read('default', (db) =>
      db
        .selectFrom('logs')
        .select(['payload', 'user_id'])
        .where('key', '=', 'User.Sessions.Revoked')
        .where('user_id', '=', person.id)
        .execute(),
    );
    expect(row?.payload).toMatchObject({ sessionIds: [session?.id], actor: { type: 'application' }, ip: '127.0.0.1' });
  });
});

test('notifies applications with a back-channel logout address, from a queue that survives a restart', async () => {
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    received.push(new URLSearchParams(body).get('logout_token') ?? '');
    response.end();
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void receiver.close());
  const reported = await createClient(app, token, {
    type: 'Traditional',
    oidcClientMetadata: {
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [],
      backchannelLogoutUri: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/logout`,
      backchannelLogoutSessionRequired: true,
    },
  });
  const person = await newPerson();
  const someone = await signIn(person);
  expect(await someone.returnTo(reported)).toBe('signed in');
  const [session] = await list(person);
  await app.app.tenancy.system(async (db) => {
    // No worker claims jobs meanwhile.
    await sql`select pg_advisory_xact_lock(${limitLock})`.execute(db);
    await remove(person.id, session?.id ?? '');
    const { rows } = await sql<{ payload: object }>`
      select payload from jobs where queue = 'oidc.notify-applications'`.execute(db);
    const receivers = expect.arrayContaining([expect.objectContaining({ clientId: reported.id })]);
    expect(rows).toEqual([{ payload: expect.objectContaining({ userId: person.id, receivers }) }]);
    expect(received).toEqual([]);
  });
  const [logoutToken = ''] = await vi.waitFor(() => {
    expect(received).toHaveLength(1);
    return received;
  }, patience);
  expect(decodeJwt(logoutToken)).toMatchObject({ sub: person.id, aud: reported.id, sid: expect.any(String) });
});

describe('applications with access', () => {
  test('are those with a refresh token, even after the session has ended', async () => {
    const person = await newPerson();
    await signIn(person, firefox, 'openid profile');
    expect(await grants(person)).toEqual([]);
    const someone = await signIn(person, phone);
    const [session] = await list(person);
    expect(await grants(person)).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        application: { id: spa.id, name: 'Shop' },
        scopes: expect.arrayContaining(['openid', 'profile', 'offline_access']),
        resources: [],
        createdAt: expect.any(Number),
        lastUsedAt: expect.any(Number),
        expiresAt: expect.any(Number),
        refreshUntil: expect.any(Number),
        sessionId: session?.id,
        payload: {
          exp: expect.any(Number),
          iat: expect.any(Number),
          jti: expect.stringMatching(/^[\w-]{43}$/),
          kind: 'Grant',
          clientId: spa.id,
          accountId: person.id,
          openid: { scope: expect.stringContaining('offline_access') },
        },
      },
    ]);
    await app.write('default', (db) =>
      db
        .updateTable('oidc_models')
        .set({ expires_at: new Date(0) })
        .where('uid', '=', session?.id ?? '')
        .execute(),
    );
    expect(await grants(person)).toMatchObject([{ sessionId: null }]);
    expect(await someone.refresh()).toBe(200);
    expect(await grants(person)).toHaveLength(1);
  });

  test('are listed by who owns them, without those that are not registered', async () => {
    const partner = await createClient(app, token, { type: 'Traditional', name: 'Partner', isThirdParty: true });
    const person = await newPerson();
    await signIn(person, firefox, 'openid profile');
    await giveGrant(person, partner.id);
    await giveGrant(person, 'demo-app');
    expect((await applications(person)).toSorted()).toEqual([partner.id, spa.id].toSorted());
    expect(await applications(person, 'firstParty')).toEqual([spa.id]);
    expect(await applications(person, 'thirdParty')).toEqual([partner.id]);
  });

  test('whose grant has expired need nothing', async () => {
    const person = await newPerson();
    const grantId = await giveGrant(person, spa.id);
    await app.write('default', (db) =>
      db
        .updateTable('oidc_models')
        .set({ expires_at: new Date(0) })
        .where('id', '=', grantId)
        .execute(),
    );
    const params = { userId: person.id, grantId };
    expect((await app.call(userSessionsApi.removeGrant, { token, params })).status).toBe(204);
  });

  test('lose access immediately on every node, and no others do', async () => {
    const [person, thief] = [await newPerson(), await newPerson()];
    const [one, two] = [await signIn(person), await signIn(person)];
    const [newest] = await grants(person);
    const params = { userId: person.id, grantId: newest?.id ?? '' };
    expect(
      await app.call(userSessionsApi.removeGrant, { token, params: { ...params, userId: thief.id } }),
    ).toMatchObject(noGrant);
    const session = newest?.sessionId;
    expect((await app.call(userSessionsApi.removeGrant, { token, params })).status).toBe(204);
    expect((await grants(person)).map(({ id }) => id)).not.toContain(newest?.id);
    const answers = [await one.userinfo(), await two.userinfo()].toSorted();
    expect(answers).toEqual([200, 401]);
    expect([await one.refresh(), await two.refresh()].toSorted()).toEqual([200, 400]);
    // The browser stays signed in: only the application loses access.
    expect((await list(person)).map(({ id }) => id)).toContain(session);
    expect(await app.call(userSessionsApi.removeGrant, { token, params })).toMatchObject(noGrant);
  });
});
