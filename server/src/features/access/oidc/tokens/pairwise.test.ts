import { createServer } from 'node:http';
import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { accountApi } from '@postern/contracts/account/account';
import { accountDataApi } from '@postern/contracts/account/account-data';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { mySessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import {
  cibaGrant,
  managementApiIndicator,
  scopes,
  tokenExchangeGrant,
  tokenTypes,
  verificationIdHeader,
} from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registeredEndpoints } from '#platform/http/route';
import { openAccountCenter } from '#testing/account';
import { createClient, type TestClient } from '#testing/clients';
import { authorize, freePort, type ListeningApp, listeningApp } from '#testing/flows';
import { createBrowser } from '../../../../platform/testing/browser.ts';
import { openSubject, sealSubject } from './pairwise.ts';

let app: ListeningApp;
let token: string;
let userId: string;
const ada = { username: 'ada', password: 'correct horse battery' };
const shop = 'https://shop.example/api';

type Metadata = NonNullable<CreateApplication['oidcClientMetadata']>;

const callback = (host: string) => `https://${host}/callback`;
const pairwise = (...uris: string[]): Metadata => ({
  redirectUris: uris,
  postLogoutRedirectUris: [],
  subjectType: 'pairwise',
});

const register = (metadata: Metadata, more: Partial<CreateApplication> = {}) =>
  createClient(app, token, { type: 'Traditional', oidcClientMetadata: metadata, ...more });

/** Lists at sector identifier URIs, by path; others are missing. */
const lists: Record<string, { status?: number; body: string }> = {};
let listOrigin: string;
let asked: string[] = [];
const listServer = createServer((request, response) => {
  asked.push(request.url ?? '');
  const list = lists[request.url ?? ''];
  response.writeHead(list ? (list.status ?? 200) : 404, { location: `${listOrigin}/right` }).end(list?.body);
});

beforeAll(async () => {
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  await app.call(accountCenterApi.update, { token, body: { enabled: true } });
  userId = (await app.call(usersApi.create, { token, body: { ...ada, name: 'Ada' } })).body.id;
  const { body: resource } = await app.call(resourcesApi.create, { token, body: { name: 'Shop', indicator: shop } });
  const { body: scope } = await app.call(resourcesApi.createScope, {
    token,
    params: { resourceId: resource.id },
    body: { name: 'read' },
  });
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'clerk', description: 'clerk', type: 'User', scopeIds: [scope.id] },
  });
  await app.call(rolesApi.assignUsers, { token, params: { id: role.id }, body: { userIds: [userId] } });
  const port = await freePort();
  listOrigin = `http://127.0.0.1:${port}`;
  await new Promise<void>((resolve) => listServer.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  listServer.close();
  await app.close();
});

const issuer = () => `${app.endpoint}/oidc`;

const signIn = ({ id, secret }: TestClient, uri: string, more: Partial<Parameters<typeof authorize>[0]> = {}) =>
  authorize({ issuer: issuer(), clientId: id, clientSecret: secret ?? '', redirectUri: uri, person: ada, ...more });

const subjectOf = (tokens: { id_token?: string }) => String(decodeJwt(tokens.id_token ?? '').sub);

describe('the subject', () => {
  test('is the same in a sector, another one elsewhere, and never the ID', () => {
    const subject = sealSubject('secret', 'shop.example', 'a1b2c3d4e5f6');
    expect(subject).toMatch(/^[\w-]{30,60}$/);
    expect(sealSubject('secret', 'shop.example', 'a1b2c3d4e5f6')).toBe(subject);
    expect(openSubject('secret', 'shop.example', subject)).toBe('a1b2c3d4e5f6');
    const others = [
      sealSubject('secret', 'other.example', 'a1b2c3d4e5f6'),
      sealSubject('another', 'shop.example', 'a1b2c3d4e5f6'),
      sealSubject('secret', 'shop.example', 'a1b2c3d4e5f7'),
    ];
    expect(new Set([subject, ...others]).size).toBe(4);
    for (const wrong of [
      others[0] ?? '',
      others[1] ?? '',
      `${subject.slice(0, -1)}`,
      '',
      'a1b2c3d4e5f6',
      `${subject}=`,
    ]) {
      expect(openSubject('secret', 'shop.example', wrong)).toBeUndefined();
    }
  });

  test('applications of one host share it; others and public ones do not', async () => {
    const uris = [callback('one.example'), 'https://one.example/other', callback('two.example')];
    const clients = await Promise.all(uris.map((uri) => register(pairwise(uri))));
    const subjects = [];
    for (const [index, one] of clients.entries()) {
      subjects.push(subjectOf((await signIn(one, uris[index] ?? '')).tokens));
    }
    const open = await register({ redirectUris: [callback('one.example')], postLogoutRedirectUris: [] });
    const own = subjectOf((await signIn(open, callback('one.example'))).tokens);
    expect(subjects[0]).toBe(subjects[1]);
    expect(own).toBe(userId);
    expect(new Set([...subjects, own]).size).toBe(3);
  });

  test('is in the ID token, at userinfo, in introspection and after a refresh; the management API knows the ID', async () => {
    const uri = callback('all.example');
    const one = await register(pairwise(uri), { customClientMetadata: { alwaysIssueRefreshToken: true } });
    const { tokens, config } = await signIn(one, uri);
    const subject = subjectOf(tokens);
    expect(subject).not.toContain(userId);
    expect((await client.fetchUserInfo(config, tokens.access_token, subject)).sub).toBe(subject);
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true, sub: subject });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(subjectOf(refreshed)).toBe(subject);
    expect((await app.call(usersApi.get, { token, params: { userId } })).body.username).toBe('ada');
    expect((await app.call(usersApi.get, { token, params: { userId: subject } })).status).toBe(404);
  });

  test('is in tokens for APIs, whose exchange still finds the user', async () => {
    const uri = callback('api.example');
    const customClientMetadata = { allowTokenExchange: true };
    const one = await register(pairwise(uri), { customClientMetadata });
    const other = await register(pairwise(callback('worker.example')), { customClientMetadata });
    const open = await createClient(app, token, { type: 'Traditional', customClientMetadata });
    const { tokens } = await signIn(one, uri, {
      scope: 'openid read',
      resource: [shop],
      tokenParams: { resource: shop },
    });
    const payload = decodeJwt(tokens.access_token);
    expect([payload.aud, payload.sub]).toEqual([shop, subjectOf(tokens)]);
    const exchange = async (by: TestClient) => {
      const answer = await client.genericGrantRequest(by.config, tokenExchangeGrant, {
        subject_token: tokens.access_token,
        subject_token_type: tokenTypes.accessToken,
        resource: shop,
        scope: 'read',
      });
      return String(decodeJwt(answer.access_token).sub);
    };
    expect(await exchange(open)).toBe(userId);
    const theirs = await exchange(other);
    expect([userId, payload.sub]).not.toContain(theirs);
    expect(theirs).toBe(subjectOf((await signIn(other, callback('worker.example'))).tokens));
  });

  test('the actor of an exchange is hidden in the same way', async () => {
    const uri = callback('actor.example');
    const one = await register(pairwise(uri), { customClientMetadata: { allowTokenExchange: true } });
    const { tokens } = await signIn(one, uri, { scope: 'openid' });
    const subject = subjectOf(tokens);
    const exchange = (more: Record<string, string>) =>
      client.genericGrantRequest(one.config, tokenExchangeGrant, {
        subject_token: tokens.access_token,
        subject_token_type: tokenTypes.accessToken,
        actor_token: tokens.access_token,
        actor_token_type: tokenTypes.accessToken,
        ...more,
      });
    const jwt = await exchange({ resource: shop, scope: 'read' });
    expect(decodeJwt(jwt.access_token).act).toEqual({ sub: subject });
    const opaque = await exchange({ scope: 'openid' });
    expect(await client.tokenIntrospection(one.config, opaque.access_token)).toMatchObject({
      sub: subject,
      act: { sub: subject },
    });
    // The subject of the next exchange carries the first actor with it.
    const again = await client.genericGrantRequest(one.config, tokenExchangeGrant, {
      subject_token: jwt.access_token,
      subject_token_type: tokenTypes.accessToken,
      resource: shop,
      scope: 'read',
    });
    expect(decodeJwt(again.access_token)).toMatchObject({ sub: subject, act: { sub: subject } });
  });

  test('is in tokens for our own API, which every application may request, and the API finds the user', async () => {
    const uri = callback('admin.example');
    const one = await register(pairwise(uri));
    const own = managementApiIndicator('default');
    const more = { resource: [own], tokenParams: { resource: own } };
    const { tokens } = await signIn(one, uri, { scope: 'openid all', ...more });
    const { aud, sub } = decodeJwt(tokens.access_token);
    expect([aud, sub]).toEqual([own, subjectOf(tokens)]);
    expect(Buffer.from(tokens.access_token.split('.')[1] ?? '', 'base64url').toString()).not.toContain(userId);
    const list = async () => (await app.call(usersApi.list, { token: tokens.access_token, query: {} })).status;
    // 401 would mean that it does not know the person.
    expect(await list()).toBe(403);
  });

  test('is in the answers of the account API, which an application reads with any token', async () => {
    const uri = callback('account.example');
    const one = await register(pairwise(uri));
    await openAccountCenter(app, token);
    const { tokens } = await signIn(one, uri, { scope: `openid profile identities ${scopes.sessions}` });
    const bearer = { token: tokens.access_token };
    const { body } = await app.call(accountApi.get, bearer);
    expect([body.id, body.username]).toEqual([subjectOf(tokens), 'ada']);
    const renamed = await app.call(accountApi.update, { ...bearer, body: { name: 'Ada L' } });
    expect([renamed.status, renamed.body.id]).toEqual([200, subjectOf(tokens)]);
    const proof = await app.call(accountVerificationsApi.password, { ...bearer, body: { password: ada.password } });
    const headers = { [verificationIdHeader]: proof.body.verificationRecordId };
    for (const contract of [mySessionsApi.list, accountDataApi.listGrants] as const) {
      expect((await app.call(contract, { ...bearer, headers, query: {} })).status).toBe(200);
    }
    const reads = registeredEndpoints(app.app).filter(
      ({ auth, method }) => auth.kind === 'account' && method === 'GET',
    );
    expect(reads.length).toBeGreaterThan(5);
    for (const { path } of reads) {
      const { status, body: given } = await app.inject(app.core, {
        url: path.replace(/:\w+/g, 'aaaaaaaaaaaa'),
        headers: { host: new URL(app.endpoint).host, authorization: `Bearer ${tokens.access_token}`, ...headers },
      });
      expect([path, status < 500, JSON.stringify(given ?? '').includes(userId)]).toEqual([path, true, false]);
    }
    const open = await register({ redirectUris: [uri], postLogoutRedirectUris: [] });
    const known = (await signIn(open, uri, { scope: 'openid profile' })).tokens.access_token;
    expect((await app.call(accountApi.get, { token: known })).body.id).toBe(userId);
  });

  test('survives a rotation of the keys', async () => {
    const uri = callback('rotation.example');
    const one = await register(pairwise(uri));
    const before = subjectOf((await signIn(one, uri)).tokens);
    // The third one deletes the first key.
    for (const keyType of ['private-keys', 'private-keys', 'cookie-keys', 'cookie-keys'] as const) {
      const isPrivate = keyType === 'private-keys';
      const { status } = await app.call(signingKeysApi.rotate, {
        token,
        params: { keyType },
        body: isPrivate ? { rotationGracePeriod: 0 } : {},
      });
      token = await app.managementToken();
      expect([keyType, status]).toEqual([keyType, 200]);
    }
    expect(subjectOf((await signIn(one, uri)).tokens)).toBe(before);
    const kinds = await app.write('default', (db) =>
      sql<{ value: object }>`select value from oidc_keys where kind = 'subject'`.execute(db),
    );
    // One for all, and sealed.
    expect(kinds.rows).toHaveLength(1);
    expect(JSON.stringify(kinds.rows)).not.toContain('"secret"');
  });
});

describe('hints', () => {
  const uri = callback('hints.example');
  let one: TestClient;
  beforeAll(async () => {
    one = await register({ ...pairwise(uri), postLogoutRedirectUris: ['https://hints.example/bye'] });
  });

  const ask = async (params: Record<string, string>, browser = createBrowser()) => {
    const query = new URLSearchParams({
      client_id: one.id,
      redirect_uri: uri,
      response_type: 'code',
      scope: 'openid',
      prompt: 'none',
      ...params,
    });
    const reached = await browser.follow(`${issuer()}/auth?${query}`, [uri]);
    return new URL(reached).searchParams;
  };

  test('an ID token, or a claim, names the person by their subject, and not by their ID', async () => {
    const { tokens, browser } = await signIn(one, uri);
    const subject = subjectOf(tokens);
    const naming = (value: string) => ({ claims: JSON.stringify({ id_token: { sub: { value } } }) });
    expect((await ask({ id_token_hint: tokens.id_token ?? '' }, browser)).has('code')).toBe(true);
    expect((await ask(naming(subject), browser)).has('code')).toBe(true);
    expect((await ask(naming(userId), browser)).get('error')).toBe('login_required');
  });

  test('a sign-out with the ID token of the person asks nothing', async () => {
    const { tokens, browser, config } = await signIn(one, uri);
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'https://hints.example/bye',
    });
    const page = await (await browser.request(url.href, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('requestSubmit');
  });

  test('a sign-in request names the person by an ID token (CIBA)', async () => {
    const asking = await register(pairwise(uri), {
      customClientMetadata: { isBackchannelAuthenticationEnabled: true },
    });
    const { tokens } = await signIn(asking, uri);
    const ask = async (hint: Record<string, string>) => {
      const answer = await fetch(`${issuer()}/backchannel`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${asking.id}:${asking.secret}`)}` },
        body: new URLSearchParams({ scope: 'openid', ...hint }),
      });
      const body = (await answer.json()) as { auth_req_id?: string };
      expect([answer.status, body]).toMatchObject([200, { auth_req_id: expect.any(String) }]);
      return body;
    };
    const body = await ask({ id_token_hint: tokens.id_token ?? '' });
    await ask({ login_hint: subjectOf(tokens) });
    const { rows } = await app.write('default', (db) =>
      sql<{
        userId: string;
      }>`select user_id as "userId" from sign_in_requests where application_id = ${asking.id}`.execute(db),
    );
    expect(rows).toEqual([{ userId }, { userId }]);
    const poll = client.genericGrantRequest(asking.config, cibaGrant, { auth_req_id: body.auth_req_id ?? '' });
    await expect(poll).rejects.toMatchObject({ error: 'authorization_pending' });
  });

  test('a logout token names the person as the application knows them', async () => {
    const received: string[] = [];
    const port = await freePort();
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
      received.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '');
      response.end();
    }).listen(port, '127.0.0.1');
    const told = await register({ ...pairwise(uri), backchannelLogoutUri: `http://127.0.0.1:${port}/` });
    const { tokens } = await signIn(told, uri);
    await app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } });
    await expect.poll(() => received.length).toBe(1);
    expect(decodeJwt(received[0] ?? '').sub).toBe(subjectOf(tokens));
    await app.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: false } });
    server.close();
  });
});

describe('the sector', () => {
  const create = (metadata: Metadata, type: CreateApplication['type'] = 'Traditional') =>
    app.call(applicationsApi.create, { token, body: { name: 'Shop', type, oidcClientMetadata: metadata } });
  const two = () => [callback('one.example'), callback('two.example')];
  const refused = async (metadata: Metadata, field: string, text: string, type?: CreateApplication['type']) => {
    const { status, body } = await create(metadata, type);
    expect([status, body]).toMatchObject([400, { code: 'guard.invalid_input' }]);
    expect(JSON.stringify(body)).toContain(field);
    expect(JSON.stringify(body)).toContain(text);
  };

  test('redirect URIs of several hosts, of wildcards and of private schemes need a list', async () => {
    const text = 'do not have exactly one host';
    await refused(pairwise(...two()), 'sectorIdentifierUri', text);
    await refused(pairwise(), 'sectorIdentifierUri', text);
    await refused(pairwise('https://*.shop.example/callback'), 'sectorIdentifierUri', text);
    await refused(pairwise('com.example.app://callback'), 'sectorIdentifierUri', text, 'Native');
    expect((await create(pairwise(callback('one.example'), 'https://one.example:8443/b'))).status).toBe(200);
  });

  test('is the host of the list, which must contain every redirect URI', async () => {
    const sectorIdentifierUri = `${listOrigin}/right`;
    lists['/right'] = { body: JSON.stringify([...two(), 'https://more.example/']) };
    lists['/part'] = { body: JSON.stringify(two().slice(0, 1)) };
    lists['/object'] = { body: '{"redirect_uris":[]}' };
    lists['/text'] = { body: '[' };
    lists['/numbers'] = { body: '[1]' };
    lists['/moved'] = { status: 302, body: '' };
    lists['/large'] = { body: JSON.stringify([...two(), 'x'.repeat(300_000)]) };
    const at = (path: string): Metadata => ({ ...pairwise(...two()), sectorIdentifierUri: `${listOrigin}${path}` });
    expect((await create(at('/right'))).status).toBe(200);
    await refused(at('/part'), 'sectorIdentifierUri', callback('two.example'));
    for (const path of ['/object', '/text', '/numbers', '/moved', '/large', '/missing']) {
      await refused(at(path), 'sectorIdentifierUri', 'does not answer with a JSON array');
    }
    await refused(
      { ...pairwise(...two()), sectorIdentifierUri: 'http://127.0.0.1:1/' },
      'sectorIdentifierUri',
      'cannot be reached',
    );
    for (const address of ['http://shop.example/list', 'ftp://shop.example/list', 'https://']) {
      expect((await create({ ...pairwise(...two()), sectorIdentifierUri: address })).status).toBe(400);
    }
    const clients = await Promise.all(two().map((uri) => register({ ...pairwise(uri), sectorIdentifierUri })));
    const subjects = [];
    for (const [index, one] of clients.entries()) {
      subjects.push(subjectOf((await signIn(one, two()[index] ?? '')).tokens));
    }
    expect(new Set(subjects).size).toBe(1);
  });

  test('the list is read again when addresses are added, not when a name changes or people sign in', async () => {
    lists['/again'] = { body: JSON.stringify(two()) };
    const metadata = { ...pairwise(...two()), sectorIdentifierUri: `${listOrigin}/again` };
    const one = await register(metadata);
    asked = [];
    delete lists['/again'];
    const params = { id: one.id };
    const update = (oidcClientMetadata: Metadata) =>
      app.call(applicationsApi.update, { token, params, body: { name: 'New', oidcClientMetadata } });
    expect((await update(metadata)).status).toBe(200);
    expect((await update({ ...metadata, redirectUris: two().slice(0, 1) })).status).toBe(200);
    await signIn(one, callback('one.example'));
    expect(asked).toEqual([]);
    expect((await update({ ...metadata, redirectUris: [...two(), callback('three.example')] })).status).toBe(400);
    expect(asked).toEqual(['/again']);
  });

  test('a program that does not know the setting does not end it', async () => {
    const uri = callback('kept.example');
    const one = await register(pairwise(uri));
    const before = subjectOf((await signIn(one, uri)).tokens);
    const params = { id: one.id };
    const update = (oidcClientMetadata: Metadata) =>
      app.call(applicationsApi.update, { token, params, body: { oidcClientMetadata } });
    const plain = { redirectUris: [uri, 'https://kept.example/b'], postLogoutRedirectUris: [] };
    expect((await update(plain)).body.oidcClientMetadata).toMatchObject({ subjectType: 'pairwise' });
    expect(subjectOf((await signIn(one, uri)).tokens)).toBe(before);
    // The addresses are checked with the kept setting.
    expect((await update({ ...plain, redirectUris: two() })).status).toBe(400);
    expect((await update({ ...plain, subjectType: 'public' })).status).toBe(200);
    expect(subjectOf((await signIn(one, uri)).tokens)).toBe(userId);
  });

  test('only applications that sign people in have it', async () => {
    const m2m = await create(pairwise(callback('one.example')), 'MachineToMachine');
    expect([m2m.status, JSON.stringify(m2m.body)]).toEqual([400, expect.stringContaining('cannot have pairwise')]);
    await refused(
      { redirectUris: [callback('one.example')], postLogoutRedirectUris: [], sectorIdentifierUri: listOrigin },
      'sectorIdentifierUri',
      'Only applications with pairwise subjects',
    );
    expect((await create({ ...pairwise(callback('a.example')), subjectType: 'secret' as 'public' })).status).toBe(400);
  });

  test('private addresses are refused', async () => {
    const guarded = await listeningApp();
    try {
      const answer = await guarded.call(applicationsApi.create, {
        token: await guarded.managementToken(),
        body: {
          name: 'Shop',
          type: 'SPA',
          oidcClientMetadata: { ...pairwise(...two()), sectorIdentifierUri: 'https://127.0.0.1/list' },
        },
      });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        400,
        expect.stringContaining('not a public address'),
      ]);
    } finally {
      await guarded.close();
    }
  });

  test('discovery announces both types', async () => {
    const answer = await fetch(`${issuer()}/.well-known/openid-configuration`);
    expect(await answer.json()).toMatchObject({ subject_types_supported: ['public', 'pairwise'] });
  });
});
