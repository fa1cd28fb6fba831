import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocket, type Server as Socket } from 'node:net';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { createEgress } from '#platform/egress/egress';
import { type TestApp, testApp } from '#testing/test-app';
import { sendMessage, socialConnector } from './index.ts';

let app: TestApp;
let token: string;
let server: Server;
let socket: Socket;
let calls = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    calls += 1;
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  });
  socket = createSocket((connection) => {
    calls += 1;
    connection.end();
  });
  await Promise.all([server, socket].map((one) => new Promise<void>((ready) => one.listen(0, '127.0.0.1', ready))));
  app = await testApp();
  token = await app.managementToken();
});
afterAll(async () => {
  await app.close();
  server.close();
  socket.close();
});
beforeEach(async () => {
  calls = 0;
  await app.write('default', async (db) => void (await db.deleteFrom('connectors').execute()));
});

const portOf = (one: Server | Socket) => (one.address() as AddressInfo).port;
const create = (connectorId: string, config: object, metadata?: object) =>
  app.call(connectorsApi.create, { token, body: { connectorId, config, metadata } as never });
const send = (to = 'a@example.org') =>
  sendMessage(app.app, 'default', { kind: 'Email', to, type: 'SignIn', payload: { code: '1' } });

const smtpConfig = (host: string, port: number) => ({
  host,
  port,
  auth: { user: 'u', pass: 'canary-pass' },
  fromEmail: 'a@b.cd',
  templates: [],
});
const oidcConfig = (change: object = {}) => ({
  authorizationEndpoint: 'https://203.0.114.1/auth',
  tokenEndpoint: 'https://203.0.114.1/token',
  clientId: 'c',
  clientSecret: 'canary-client-secret',
  scope: 'openid',
  idTokenVerificationConfig: { jwksUri: 'https://203.0.114.1/jwks', issuer: 'https://203.0.114.1' },
  ...change,
});

describe('private addresses (attack 23)', () => {
  const inside = [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0x7f.1',
    '2130706433',
    '0.0.0.0',
    'localhost',
  ];

  test.each(inside)('%s is rejected on save and on test', async (host) => {
    const config = { endpoint: `http://${host}:${portOf(server)}/` };
    const refused = { status: 400, body: { code: 'connector.invalid_config' } };
    expect(await create('http-email', config)).toMatchObject(refused);
    expect(
      await app.call(connectorsApi.test, {
        token,
        params: { factoryId: 'http-email' },
        body: { email: 'a@b.cd', config },
      }),
    ).toMatchObject(refused);
    expect(calls).toBe(0);
  });

  test('rejects a private mail server and an address nested in a config', async () => {
    expect(await create('simple-mail-transfer-protocol', smtpConfig('127.0.0.1', portOf(socket)))).toMatchObject({
      status: 400,
      body: {
        code: 'connector.invalid_config',
        details:
          'config.host: custom, The host 127.0.0.1 is not a public address. Requests into private networks are refused unless ALLOW_PRIVATE_EGRESS is set.',
      },
    });
    const jwks = oidcConfig({
      idTokenVerificationConfig: { jwksUri: 'http://10.1.2.3/jwks', issuer: 'https://x.test' },
    });
    expect(await create('oidc', jwks, { target: 'x' })).toMatchObject({
      status: 400,
      body: { details: expect.stringMatching(/^config\.idTokenVerificationConfig\.jwksUri/) },
    });
  });

  test('names the field of the address', async () => {
    const jwks = oidcConfig({
      idTokenVerificationConfig: { jwksUri: 'http://10.1.2.3/jwks', issuer: 'https://x.test' },
    });
    const { body } = await create('oidc', jwks, { target: 'x' });
    expect((body as unknown as { data: unknown }).data).toEqual({
      issues: [
        {
          path: ['config', 'idTokenVerificationConfig', 'jwksUri'],
          code: 'custom',
          message:
            'The host 10.1.2.3 is not a public address. Requests into private networks are refused unless ALLOW_PRIVATE_EGRESS is set.',
        },
      ],
    });
  });

  test('rejects a hostname that changes to a private address after it was saved', async () => {
    const plain = app.app.egress;
    // Public on save, private on use: DNS rebinding.
    let address = '203.0.114.7';
    app.app.egress = createEgress({ allowPrivate: false, resolve: async () => [{ address, family: 4 }] });
    try {
      expect((await create('http-email', { endpoint: `http://moved.test:${portOf(server)}/` })).status).toBe(200);
      address = '127.0.0.1';
      await expect(send()).rejects.toMatchObject({ code: 'connector.general' });
      address = '203.0.114.7';
      const smtp = smtpConfig('moved.test', portOf(socket));
      expect((await create('simple-mail-transfer-protocol', smtp)).status).toBe(200);
      address = '127.0.0.1';
      await expect(send()).rejects.toMatchObject({ code: 'connector.general' });
      address = '203.0.114.7';
      const { body } = await create('oidc', oidcConfig({ tokenEndpoint: `http://moved.test:${portOf(server)}/` }), {
        target: 'x',
      });
      address = '127.0.0.1';
      const social = await socialConnector(app.app, 'default', body.id);
      const session = async () => ({ nonce: 'n', redirectUri: 'https://x.test' });
      await expect(social.getUserInfo({ code: 'c' }, session)).rejects.toMatchObject({ code: 'connector.general' });
    } finally {
      app.app.egress = plain;
    }
    expect(calls).toBe(0);
  });

  test('does not follow a redirect', async () => {
    const plain = app.app.egress;
    app.app.egress = createEgress({ allowPrivate: true });
    try {
      await create('http-email', { endpoint: `http://127.0.0.1:${portOf(server)}/` });
      await expect(send()).rejects.toMatchObject({ code: 'connector.general' });
    } finally {
      app.app.egress = plain;
    }
    expect(calls).toBe(1);
  });

  test('accepts a host that does not exist yet', async () => {
    expect((await create('http-email', { endpoint: 'https://not-there-yet.invalid/' })).status).toBe(200);
    await expect(send()).rejects.toMatchObject({ code: 'connector.general' });
  });
});

describe('secrets of a config (attack 21)', () => {
  const canaries = ['canary-pass', 'canary-client-secret', 'canary-header', 'canary-token'];

  test('appear in no log line, audit log row or error', async () => {
    const reported: unknown[] = [];
    const keep = (answer: unknown) => reported.push(answer);
    await create('simple-mail-transfer-protocol', smtpConfig('203.0.114.9', 25));
    await create('oidc', oidcConfig(), { target: 'x' });
    keep(await create('simple-mail-transfer-protocol', { ...smtpConfig('203.0.114.9', 25), port: 'canary-pass' }));
    keep(await create('oidc', oidcConfig({ clientSecret: { a: 'canary-client-secret' } }), { target: 'y' }));
    keep(await create('http-email', { endpoint: 'canary-token', authorization: 'canary-header' }));
    keep(await create('twilio-short-message-service', { accountSID: '../canary', authToken: 'canary-token' }));
    keep(await create('http-email', { endpoint: 'http://127.0.0.1/', authorization: 'canary-header\r\nX: y' }));
    keep(
      await app.call(connectorsApi.test, {
        token,
        params: { factoryId: 'http-email' },
        body: { email: 'a@b.cd', config: { endpoint: 'https://nobody.invalid/', authorization: 'canary-header' } },
      }),
    );
    const { body } = await create('http-email', {
      endpoint: 'https://nobody.invalid/',
      authorization: 'canary-header',
    });
    keep(await send('b@example.org').catch((error: unknown) => [error, String(error), (error as Error).stack]));
    await app.call(connectorsApi.remove, { token, params: { id: body.id } });
    await flushLogs(app.app);
    await app.worker.drain();
    const rows = await app.app.tenancy.system((db) => db.selectFrom('logs').selectAll().execute());
    const outbox = await app.app.tenancy.system((db) => db.selectFrom('outbox').selectAll().execute());
    expect(reported.every((answer) => Array.isArray(answer) || (answer as { status: number }).status === 400)).toBe(
      true,
    );
    const everything = [JSON.stringify(reported), JSON.stringify(rows), JSON.stringify(outbox), app.logs.join('\n')];
    for (const canary of canaries) {
      expect([canary, everything.map((text) => text.includes(canary))]).toEqual([canary, [false, false, false, false]]);
    }
  });

  test('are visible to administrators only, who may change them', async () => {
    const { body } = await create('http-email', {
      endpoint: 'https://nobody.invalid/',
      authorization: 'canary-header',
    });
    expect(body.config.authorization).toBe('canary-header');
    const { status } = await app.call(connectorsApi.get, { params: { id: body.id } });
    expect(status).toBe(401);
  });
});
