import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { type CreateConnector, connectorsApi } from '@postern/contracts/messages/connectors';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { socialConnector } from './index.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => app.write('default', async (db) => void (await db.deleteFrom('connectors').execute())));

const create = (body: CreateConnector) => app.call(connectorsApi.create, { token, body });
const client = { clientId: 'id', clientSecret: 'secret' };
const github = { connectorId: 'github-universal', config: client };
const mail = { connectorId: 'http-email', config: { endpoint: 'https://203.0.114.1/mail' } };
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('the sign-in pages', () => {
  test('show the available connectors without their config, and One Tap with its client id', async () => {
    const oneTap = { isEnabled: true, autoSelect: true };
    const { body } = await create({
      connectorId: 'google-universal',
      config: { clientId: 'google-client', clientSecret: 'canary-secret', oneTap },
    });
    await app.write('default', (db) =>
      db.updateTable('sign_in_experiences').set({ social_sign_in_connector_targets: '["google"]' }).execute(),
    );
    const { body: experience } = await app.call(wellKnownApi.experience);
    expect(experience.socialConnectors).toEqual([
      {
        id: body.id,
        target: 'google',
        platform: 'Universal',
        name: { en: 'Google' },
        logo: expect.stringMatching(/^data:/),
        logoDark: null,
        isTokenStorageSupported: true,
      },
    ]);
    expect(experience.googleOneTap).toEqual({ ...oneTap, clientId: 'google-client', connectorId: body.id });
    expect(JSON.stringify(experience)).not.toContain('canary');
  });
});

describe('the authorization URI', () => {
  const authorize = (connectorId: string, body: { state: string; redirectUri: string }) =>
    app.call(connectorsApi.authorizationUri, { token, params: { connectorId }, body });
  const good = { state: 'abc', redirectUri: 'https://app.example.com/callback' };

  test('is returned for a social connector', async () => {
    const { body } = await create(github);
    const answer = await authorize(body.id, good);
    expect(answer.status).toBe(200);
    const url = new URL(answer.body.redirectTo);
    expect(url.origin).toBe('https://github.com');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'id',
      state: 'abc',
      redirect_uri: good.redirectUri,
    });
  });

  test('is rejected for everything else', async () => {
    const { body: sender } = await create(mail);
    const { body: empty } = await create({ connectorId: 'discord-universal' });
    expect(await authorize(sender.id, good)).toMatchObject(refused(400, 'connector.unexpected_type'));
    expect(await authorize('nothing', good)).toMatchObject(refused(404, 'entity.not_found'));
    expect(await authorize(empty.id, { ...good, state: '' })).toMatchObject(refused(400, 'session.insufficient_info'));
    expect(await authorize(empty.id, { ...good, redirectUri: 'x' })).toMatchObject(
      refused(400, 'session.insufficient_info'),
    );
    expect(await authorize(empty.id, good)).toMatchObject(refused(400, 'connector.invalid_config'));
  });
});

describe('an OpenID Connect provider', () => {
  let provider: Server;
  let origin: string;
  let nonce: string;
  let asked: string[];

  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const answers: Record<string, () => Promise<object>> = {
      '/jwks': async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }),
      '/token': async () => ({
        access_token: 'at',
        refresh_token: 'rt',
        id_token: await new SignJWT({ nonce, email: 'ada@example.org', email_verified: true, name: 'Ada' })
          .setProtectedHeader({ alg: 'ES256', kid: 'k' })
          .setIssuer(origin)
          .setAudience('id')
          .setSubject('ada')
          .setIssuedAt()
          .setExpirationTime('1m')
          .sign(privateKey),
      }),
    };
    provider = createServer(async (request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify(await answers[request.url ?? '']?.()));
    });
    await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready));
    origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  });
  afterAll(() => void provider.close());

  test('is called over real connections, and its keys are cached', async () => {
    asked = [];
    const config = {
      ...client,
      authorizationEndpoint: `${origin}/auth`,
      tokenEndpoint: `${origin}/token`,
      scope: 'openid email',
      idTokenVerificationConfig: { jwksUri: `${origin}/jwks`, issuer: origin },
    };
    const { body } = await create({
      connectorId: 'oidc',
      config,
      metadata: { target: 'acme' },
      enableTokenStorage: true,
    });
    for (const state of ['one', 'two', 'three', 'four']) {
      const social = await socialConnector(app.app, 'default', body.id);
      expect(social).toMatchObject({ target: 'acme', factoryId: 'oidc', isStandard: true, enableTokenStorage: true });
      let session = {};
      const request = { state, redirectUri: 'https://x.test/callback', jti: 'j', headers: {} };
      const uri = await social.getAuthorizationUri(request, async (kept) => {
        session = kept;
      });
      nonce = new URL(uri).searchParams.get('nonce') ?? '';
      const both = await social.getTokenResponseAndUserInfo({ code: 'c', state }, async () => session);
      expect(both).toMatchObject({
        tokenResponse: { access_token: 'at', refresh_token: 'rt' },
        userInfo: { id: 'ada', name: 'Ada', email: 'ada@example.org' },
      });
    }
    expect(asked.filter((path) => path === '/token')).toHaveLength(4);
    // Twice if the notification of the change arrives during the test: then the connector is created again.
    expect(asked.filter((path) => path === '/jwks').length).toBeLessThanOrEqual(2);
    const social = await socialConnector(app.app, 'default', body.id);
    await expect(
      social.getUserInfo({ code: 'c', state: 'one' }, async () => ({ nonce: 'other', redirectUri: 'https://x.test' })),
    ).rejects.toMatchObject({ code: 'connector.social_invalid_id_token', status: 401 });
  });
});
