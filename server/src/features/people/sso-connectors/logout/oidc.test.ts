import { applicationsApi } from '@postern/contracts/access/applications';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealSettings } from '#features/operations/vault';
import { identityProvider, type TestIdentityProvider } from '#testing/identity-provider';
import { changeSettings, type Visitor } from '#testing/sign-in';
import { arrived } from '#testing/social';
import { connectSso, proveSso } from '#testing/sso';
import { finishSso, isSignedIn, open, signOut } from '#testing/sso-logout';
import { type TestApp, testApp } from '#testing/test-app';
import { newRsaKeys } from '../../../../platform/testing/new-rsa-key.ts';
import { purgeProviderSessions } from '../../../access/oidc/sessions/provider-sessions.store.ts';
import { flushLogs } from '../../../records/audit/index.ts';
import { recordedRefusals } from './end-sessions.ts';

let app: TestApp;
let token: string;
let provider: TestIdentityProvider;
let count = 0;
const afterwards = 'https://shop.example/bye';

beforeAll(async () => {
  provider = await identityProvider();
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  await sealSettings({ signal: new AbortController().signal }, app.app);
  await changeSettings(app, { singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
});
afterAll(async () => {
  provider.close();
  await app.close();
});

const connect = (config: object = { signOutOfProvider: true }) =>
  connectSso(app, token, { config: { ...provider.config, ...config } });

/** A new employee of the company who signs in. */
async function employee(connectorId: string, domain: string) {
  count += 1;
  const sub = `leaver-${count}`;
  provider.hire({ sub, email: `${sub}@${domain}`, email_verified: true, name: 'Leaver' });
  const person = await arrived(app);
  const userId = await finishSso(person, await proveSso(person, connectorId, provider));
  return { person, userId, sub };
}

const rows = () =>
  app.read('default', (db) =>
    db
      .selectFrom('sso_sessions')
      .select(['user_id as userId', 'subject', 'sid', 'id_token as idToken', 'return_uri as returnUri'])
      .execute(),
  );
const rowOf = async (userId: string) => (await rows()).find((row) => row.userId === userId);

async function createApplication(): Promise<string> {
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: ['https://shop.example/cb'], postLogoutRedirectUris: [afterwards] },
    },
  });
  return body.id;
}

const logsOf = async (key: string) => {
  await app.worker.drain();
  await flushLogs(app.app);
  const found = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', key).orderBy('created_at', 'desc').execute(),
  );
  return found.map(({ payload }) => payload as Record<string, unknown>);
};

describe('a sign-out here', () => {
  test('continues at the identity provider, and then at the application', async () => {
    const { id, domain } = await connect();
    const { person, userId, sub } = await employee(id, domain);
    const stored = await rowOf(userId);
    expect(stored).toMatchObject({ subject: sub, sid: expect.any(String) });
    expect(stored?.idToken).toMatch(/^v1\./);
    const client = await createApplication();
    const start = await signOut(app, person, {
      client_id: client,
      post_logout_redirect_uri: afterwards,
      state: 'of the shop',
    });
    expect(start).toMatch(/^http:\/\/core\.test\/api\/authn\/single-sign-on\/logout\/[\dA-Za-z]{32}$/);
    // Before anything happens at the provider.
    expect(await isSignedIn(person)).toBe(false);
    const there = await open(app, start);
    expect([there.status, there.headers['cache-control']]).toEqual([302, 'no-store']);
    const url = new URL(there.to ?? '');
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`);
    const { id_token_hint: hint = '', state = '', ...others } = Object.fromEntries(url.searchParams);
    expect(others).toEqual({
      client_id: 'postern',
      post_logout_redirect_uri: 'http://core.test/api/authn/single-sign-on/logout',
    });
    expect(decodeJwt(hint)).toMatchObject({ sub, sid: stored?.sid });
    // The provider accepts the token, the client and the address.
    const asked = await fetch(url);
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('logout')]);
    const back = await open(app, `/api/authn/single-sign-on/logout?state=${state}`);
    expect([back.status, back.to]).toEqual([302, `${afterwards}?state=of+the+shop`]);
    expect(await rowOf(userId)).toBeUndefined();
    expect((await logsOf('SsoConnector.SignOut.Sent'))[0]).toMatchObject({
      result: 'Success',
      userId,
      ssoConnectorId: id,
      actor: { type: 'user', id: userId },
    });
  });

  test('stays here while the setting is off, which is the default', async () => {
    const { id, domain } = await connect({});
    const { person, userId } = await employee(id, domain);
    expect((await rowOf(userId))?.idToken).toBeNull();
    expect(await signOut(app, person)).toBe('http://core.test/oidc/session/end/success');
    expect(await rowOf(userId)).toBeUndefined();
  });

  test('stays here when the setting was turned off meanwhile, and when the provider cannot be reached', async () => {
    for (const config of [{ signOutOfProvider: false }, undefined]) {
      const { id, domain } = await connect();
      const { person, userId } = await employee(id, domain);
      if (config) {
        const body = { config: { ...provider.config, ...config } };
        expect((await app.call(ssoConnectorsApi.update, { token, params: { id }, body })).status).toBe(200);
      } else {
        await app.write('default', (db) =>
          db
            .updateTable('sso_connectors')
            .set({
              config: JSON.stringify({ ...provider.config, issuer: 'http://127.0.0.1:9', signOutOfProvider: true }),
            })
            .where('id', '=', id)
            .execute(),
        );
      }
      const { to } = await open(app, await signOut(app, person));
      expect(to).toBe('http://core.test/oidc/session/end/success');
      expect(await isSignedIn(person)).toBe(false);
      expect(await rowOf(userId)).toBeUndefined();
    }
    expect((await logsOf('SsoConnector.SignOut.Sent'))[0]).toMatchObject({ result: 'Error' });
  });

  test('a connector that has another provider by now does not send it the token of the previous one', async () => {
    const other = await identityProvider();
    const { id, domain } = await connect();
    const { person } = await employee(id, domain);
    const body = { config: { ...other.config, signOutOfProvider: true } };
    expect((await app.call(ssoConnectorsApi.update, { token, params: { id }, body })).status).toBe(200);
    const { to = '' } = await open(app, await signOut(app, person, {}));
    other.close();
    const url = new URL(to);
    expect(url.origin).toBe(new URL(other.issuer).origin);
    expect(url.searchParams.has('id_token_hint')).toBe(false);
  });

  test('attack: a state that is unknown, used, or of another tenant never leads to another site', async () => {
    const { id, domain } = await connect();
    const { person } = await employee(id, domain);
    const client = await createApplication();
    const start = await signOut(app, person, { client_id: client, post_logout_redirect_uri: afterwards });
    const home = 'http://core.test/oidc/session/end/success';
    const secret = start.split('/').at(-1) ?? '';
    // The secret of the first step is not a state.
    expect((await open(app, `/api/authn/single-sign-on/logout?state=${secret}`)).to).toBe(home);
    const state = new URL((await open(app, start)).to ?? '').searchParams.get('state') ?? '';
    expect((await open(app, start)).to).toBe(home);
    const elsewhere = await app.admin.inject({
      method: 'GET',
      url: `/api/authn/single-sign-on/logout?state=${state}`,
      headers: { host: 'admin.test' },
    });
    expect(elsewhere.headers.location).toBe('http://admin.test/oidc/session/end/success');
    for (const wrong of ['', '?state=https://evil.example', `?state=${'a'.repeat(32)}`]) {
      expect((await open(app, `/api/authn/single-sign-on/logout${wrong}`)).to).toBe(home);
    }
    const back = `/api/authn/single-sign-on/logout?state=${state}`;
    expect([(await open(app, back)).to, (await open(app, back)).to]).toEqual([afterwards, home]);
  });

  test('a sign-in as another user ends the session without a visit to the provider', async () => {
    const { id, domain } = await connect();
    const { person, userId } = await employee(id, domain);
    await person.arrive({ prompt: 'login' });
    await person.start('SignIn');
    count += 1;
    const sub = `other-${count}`;
    provider.hire({ sub, email: `${sub}@${domain}`, email_verified: true });
    const proof = await proveSso(person, id, provider);
    await person.identify(proof);
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify(proof)).status).toBe(201);
    const { redirectTo } = (await person.submit()).body;
    const { page } = await open(app, redirectTo, undefined, person);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const { to } = await open(app, '/oidc/session/end/confirm', { xsrf, logout: 'yes' }, person);
    expect(to).toContain('/oidc/auth/');
    expect(await rowOf(userId)).toBeUndefined();
  });
});

describe('a sign-out at the identity provider', () => {
  const notify = (connectorId: string, logout_token?: string) =>
    open(app, `/api/authn/single-sign-on/oidc/${connectorId}/logout`, logout_token ? { logout_token } : {});
  const codeOf = ({ page }: { page: string }) => JSON.parse(page) as { error: string; code: string };

  test('ends the session it names, with its tokens, and is in the audit log', async () => {
    const { id, domain } = await connect({});
    const { person, userId, sub } = await employee(id, domain);
    const second = await arrived(app);
    await finishSso(second, await proveSso(second, id, provider));
    const [first] = (await rows()).filter((row) => row.userId === userId);
    const sids = (await rows()).filter((row) => row.userId === userId).map(({ sid }) => sid);
    expect(new Set(sids).size).toBe(2);
    const answer = await notify(id, await provider.logoutToken({ sid: first?.sid }));
    expect([answer.status, answer.page, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
    const states = [await isSignedIn(person), await isSignedIn(second)];
    expect(states.filter(Boolean)).toHaveLength(1);
    // By subject: all of them.
    expect((await notify(id, await provider.logoutToken({ sub }))).status).toBe(200);
    expect([await isSignedIn(person), await isSignedIn(second)]).toEqual([false, false]);
    const left = await app.read('default', (db) =>
      db.selectFrom('oidc_models').select('model').where('account_id', '=', userId).execute(),
    );
    expect(left).toEqual([]);
    const [revoked] = await logsOf('User.Sessions.Revoked');
    expect(revoked).toMatchObject({ actor: { type: 'identityProvider', id }, ssoConnectorId: id });
    expect((await logsOf('SsoConnector.SignOut.Received'))[0]).toMatchObject({ result: 'Success', userId });
  });

  test('of a session that has ended is a success', async () => {
    const { id } = await connect({});
    expect((await notify(id, await provider.logoutToken({ sid: 'long gone' }))).status).toBe(200);
  });

  test('attacks: a forged, changed, old, replayed or other token ends nothing', async () => {
    const { id, domain } = await connect({});
    const { person, sub } = await employee(id, domain);
    const { privateKey: stranger } = newRsaKeys();
    const now = Math.floor(Date.now() / 1000);
    const valid = await provider.logoutToken({ sub });
    const [head = '', , signature = ''] = valid.split('.');
    const body = Buffer.from(JSON.stringify({ ...decodeJwt(valid), sub: 'boss' })).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const corpus: [name: string, token: string | undefined][] = [
      ['no token', undefined],
      ['not a token', 'x.y.z'],
      ['a forged signature', await provider.logoutToken({ sub }, stranger)],
      ['no signature', `${none}.${valid.split('.')[1]}.`],
      ['a changed subject', `${head}.${body}.${signature}`],
      ['the wrong audience', await provider.logoutToken({ sub, aud: 'somebody else' })],
      ['the wrong issuer', await provider.logoutToken({ sub, iss: 'https://evil.example' })],
      ['an expired token', await provider.logoutToken({ sub, iat: now - 400, exp: now - 300 })],
      ['an old token', await provider.logoutToken({ sub, iat: now - 3600, exp: now + 3600 })],
      ['a token of the future', await provider.logoutToken({ sub, iat: now + 3600, exp: now + 7200 })],
      ['no expiry', await provider.logoutToken({ sub, exp: undefined })],
      ['no events', await provider.logoutToken({ sub, events: undefined })],
      ['another event', await provider.logoutToken({ sub, events: { 'https://other.example': {} } })],
      ['a nonce, as in an ID token', await provider.logoutToken({ sub, nonce: 'n' })],
      ['no jti', await provider.logoutToken({ sub, jti: undefined })],
      ['neither sub nor sid', await provider.logoutToken({})],
      ['a sid that is not text', await provider.logoutToken({ sub, sid: { $ne: '' } })],
    ];
    for (const [name, attack] of corpus) {
      const answer = await notify(id, attack);
      expect([name, answer.status, codeOf(answer).error]).toEqual([name, 400, 'invalid_request']);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(await isSignedIn(person)).toBe(true);
    expect((await logsOf('SsoConnector.SignOut.Received'))[0]).toMatchObject({
      result: 'Error',
      actor: { type: 'identityProvider', id },
    });
    expect((await notify(id, valid)).status).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
    const again = await notify(id, valid);
    expect([again.status, codeOf(again).code]).toEqual([400, 'connector.authorization_failed']);
  });

  test('attack: refused messages do not fill the audit log', async () => {
    const { id } = await connect({});
    const count = async () => (await logsOf('SsoConnector.SignOut.Received')).length;
    for (let at = 0; at < recordedRefusals + 10; at += 1) {
      expect((await notify(id, 'x.y.z')).status).toBe(400);
    }
    const recorded = await count();
    expect(recorded).toBeGreaterThan(1);
    await notify(id, 'x.y.z');
    expect(await count()).toBe(recorded);
    expect((await notify(id, await provider.logoutToken({ sid: 'gone' }))).status).toBe(200);
    expect(await count()).toBe(recorded + 1);
  });

  test('attack: a token ends no session of another connector, user or tenant', async () => {
    const { id, domain } = await connect({});
    const other = await connect({});
    const { person, sub, userId } = await employee(id, domain);
    // The same provider and the same subject, but the session began with another connector.
    expect((await notify(other.id, await provider.logoutToken({ sub }))).status).toBe(200);
    const { sid } = (await rowOf(userId)) ?? {};
    expect((await notify(id, await provider.logoutToken({ sid, sub: 'somebody else' }))).status).toBe(200);
    const elsewhere = await app.admin.inject({
      method: 'POST',
      url: `/api/authn/single-sign-on/oidc/${id}/logout`,
      headers: { host: 'admin.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: await provider.logoutToken({ sub }) }).toString(),
    });
    expect(elsewhere.statusCode).toBe(400);
    expect(await isSignedIn(person)).toBe(true);
    expect((await notify('unknown', await provider.logoutToken({ sub }))).status).toBe(400);
  });
});

describe('what is stored about the session at the provider', () => {
  const purge = () => app.app.tenancy.system((db) => purgeProviderSessions(db));
  const expire = (userId: string) =>
    app.write('default', (db) =>
      sql`update sso_sessions set expires_at = now() - interval '1 hour' where user_id = ${userId}`.execute(db),
    );
  const end = async (person: Visitor, userId: string) => {
    await app.write('default', (db) => sql`delete from oidc_models where account_id = ${userId}`.execute(db));
    expect(await isSignedIn(person)).toBe(false);
  };

  test('stays as long as the session, and is then deleted', async () => {
    const { id, domain } = await connect();
    const { person, userId } = await employee(id, domain);
    await expire(userId);
    await purge();
    expect(await rowOf(userId)).toBeDefined();
    await purge();
    await end(person, userId);
    await purge();
    expect(await rowOf(userId)).toBeDefined();
    await expire(userId);
    await purge();
    expect(await rowOf(userId)).toBeUndefined();
  });

  test('goes with the session that an administrator ends', async () => {
    const { id, domain } = await connect();
    const { userId } = await employee(id, domain);
    expect((await app.call(userSessionsApi.removeAll, { token, params: { userId } })).status).toBe(204);
    expect(await rowOf(userId)).toBeUndefined();
  });

  test('the connector names its addresses for single logout', async () => {
    const { id } = await connect();
    const { body } = await app.call(ssoConnectorsApi.get, { token, params: { id } });
    expect(body.providerConfig).toMatchObject({
      endSessionEndpoint: `${provider.issuer}/session/end`,
      postLogoutRedirectUri: 'http://core.test/api/authn/single-sign-on/logout',
      backChannelLogoutUri: `http://core.test/api/authn/single-sign-on/oidc/${id}/logout`,
    });
  });
});
