import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { mailboxApi } from '@postern/contracts/messages/mailbox';
import { defaultMessageLimits } from '@postern/contracts/messages/message-limits';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { messageCaps } from '../message-limits/take-message.ts';
import { type Message, messageChannels, sendMessage } from './index.ts';

let app: TestApp;
let token: string;
let server: Server;
let endpoint: string;
const received: { to: string; type: string; payload: Record<string, unknown> }[] = [];
let answer = { status: 204, delay: 0 };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    received.push(JSON.parse(text));
    await new Promise((done) => setTimeout(done, answer.delay));
    response.writeHead(answer.status).end('canary-key is what was sent');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mail`;
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
});
afterAll(async () => {
  await app.close();
  server.close();
});
beforeEach(async () => {
  received.length = 0;
  answer = { status: 204, delay: 0 };
  await app.write('default', async (db) => {
    await db.deleteFrom('connectors').execute();
    await db.deleteFrom('message_counters').execute();
    await db.deleteFrom('mailbox_messages').execute();
  });
});

const connect = (connectorId = 'http-email', config: object = { endpoint, authorization: 'canary-key' }) =>
  app.call(connectorsApi.create, { token, body: { connectorId, config: config as Record<string, unknown> } });
const send = (more: Partial<Message> = {}, target = app) =>
  sendMessage(target.app, 'default', {
    kind: 'Email',
    to: 'somebody@example.org',
    type: 'SignIn',
    payload: { code: '123456', locale: 'de' },
    ...more,
  });
const numbered = (index: number) => `somebody-${index}@example.org`;
const refused = (code: string, status: number) => expect.objectContaining({ code, status });

describe('a message', () => {
  test('is sent with the connector of the tenant', async () => {
    await connect();
    await send();
    expect(received).toEqual([
      { to: 'somebody@example.org', type: 'SignIn', payload: { code: '123456', locale: 'de' } },
    ]);
    expect((await app.call(mailboxApi.list, { token })).body).toEqual([]);
  });

  test('uses a changed config at once', async () => {
    const { body } = await connect('http-email', { endpoint: `${endpoint}/old` });
    await send();
    await app.call(connectorsApi.update, {
      token,
      params: { id: body.id },
      body: { config: { endpoint: 'http://127.0.0.1:1/' } },
    });
    await expect(send({ to: numbered(1) })).rejects.toEqual(refused('connector.general', 400));
  });

  test('fails without a connector in production, and nothing is stored', async () => {
    const production = await app.another({ NODE_ENV: 'production' });
    const message: Message = { kind: 'Sms', to: '491701234567', type: 'SignIn', payload: { code: '1' } };
    await expect(sendMessage(production.app, 'default', message)).rejects.toEqual(refused('connector.not_found', 501));
    expect((await app.call(mailboxApi.list, { token })).body).toEqual([]);
    expect(await messageChannels(production.app, 'default')).toEqual({ email: false, phone: false });
    expect(await messageChannels(app.app, 'default')).toEqual({ email: true, phone: true });
    const { statusCode } = await production.core.inject({
      method: 'GET',
      url: '/api/mailbox',
      headers: { host: 'core.test', authorization: `Bearer ${token}` },
    });
    expect(statusCode).toBe(404);
    await connect();
    production.app.cache.clear();
    expect(await messageChannels(production.app, 'default')).toEqual({ email: true, phone: false });
  });

  test('fails without secrets if the provider rejects it, and can be retried at once', async () => {
    await connect();
    answer.status = 500;
    const error = await send().catch((one: unknown) => one);
    expect(error).toEqual(refused('connector.general', 400));
    expect(JSON.stringify(error)).not.toContain('canary');
    answer.status = 429;
    await expect(send()).rejects.toEqual(refused('connector.rate_limit_exceeded', 429));
    answer.status = 204;
    await send();
  });

  test.each(['a@b.c\r\nBcc: d@e.f', 'a@b.c,d@e.f', 'nobody', ''])('to %j is rejected', async (to) => {
    await connect();
    await expect(send({ to })).rejects.toEqual(refused('connector.invalid_request_parameters', 400));
    expect(received).toEqual([]);
  });

  test('uses the template of the tenant with a real mail server', async () => {
    const mails: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk) => {
          text += chunk;
        });
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
    });
    await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
    const address = smtp.server.address() as AddressInfo;
    const config = {
      host: '127.0.0.1',
      port: address.port,
      auth: {},
      fromEmail: 'no-reply@example.com',
      templates: [],
    };
    expect((await connect('simple-mail-transfer-protocol', config)).status).toBe(200);
    const details = { subject: 'Für {{user.name}}', content: '<p>{{code}} {{user.name}}</p>' };
    await app.call(emailTemplatesApi.save, {
      token,
      body: { templates: [{ languageTag: 'de', templateType: 'SignIn', details }] },
    });
    await send({ payload: { code: '998877', locale: 'de', user: { name: 'A\r\nBcc: x@y.z <b>' } } });
    await new Promise<void>((done) => smtp.close(() => done()));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/998877 A\s+Bcc: x@y\.z &lt;b&gt;/);
    expect(mails[0]?.split(/\r?\n\r?\n/)[0]).not.toMatch(/^Bcc:/m);
  });
});

describe('message bombing (attack 31)', () => {
  test('limits a recipient to five messages for one purpose in half a minute', async () => {
    await connect();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => send()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(received).toHaveLength(5);
    await expect(send({ to: 'SOMEBODY@example.org' })).rejects.toEqual(refused('connector.rate_limit_exceeded', 429));
    // Another purpose has its own limit, and the limit ends after half a minute.
    await send({ type: 'Register' });
    await app.write('default', (db) =>
      db
        .updateTable('message_counters')
        .set({ window_start: new Date(Date.now() - 31_000) })
        .where('subject', 'like', 'p:%')
        .execute(),
    );
    await send();
    expect(received).toHaveLength(7);
  });

  const forget = () =>
    app.write('default', (db) => db.deleteFrom('message_counters').where('subject', 'like', 'p:%').execute());
  const fill = (subject: string, count: number) =>
    app.write('default', async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('message_counters')
        .set({ count })
        .where('subject', 'like', subject)
        .executeTakeFirst();
      expect(numUpdatedRows).toBe(1n);
    });

  test('limits the messages per recipient and hour, regardless of the requester', async () => {
    await connect();
    await send({ ip: '203.0.113.1' });
    await fill('r:%', messageCaps.Email.recipient - 1);
    await forget();
    await send({ ip: '203.0.113.2' });
    await forget();
    await expect(send({ ip: '203.0.113.3' })).rejects.toEqual(refused('connector.rate_limit_exceeded', 429));
    await send({ to: numbered(1) });
    await app.write('default', (db) =>
      db
        .updateTable('message_counters')
        .set({ window_start: new Date(Date.now() - 3_700_000) })
        .execute(),
    );
    await send();
  });

  test('limits the messages per IP address, and counts a /64 as one', async () => {
    await connect();
    await send({ to: numbered(1), ip: '2001:db8:1:2::1' });
    await fill('a:%', messageCaps.Email.address);
    await expect(send({ to: numbered(2), ip: '2001:db8:1:2:ffff::9' })).rejects.toEqual(
      refused('connector.rate_limit_exceeded', 429),
    );
    await send({ to: numbered(3), ip: '2001:db8:1:3::1' });
    await send({ to: numbered(4) });
  });

  test('limits the messages per tenant, separately for email and SMS', async () => {
    await connect();
    await connect('http-sms', { endpoint });
    await send({ to: numbered(1) });
    await fill('t:Email', defaultMessageLimits.email.hour);
    await expect(send({ to: numbered(2) })).rejects.toEqual(refused('connector.rate_limit_exceeded', 429));
    await send({ kind: 'Sms', to: '491701234567' });
  });

  test('enforces the limits for concurrent requests', async () => {
    await connect();
    await send({ to: numbered(0), ip: '203.0.113.9' });
    await fill('a:%', messageCaps.Email.address - 3);
    received.length = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => send({ to: numbered(index + 1), ip: '203.0.113.9' })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(received).toHaveLength(3);
  });
});

describe('a test message', () => {
  const config = () => ({ endpoint, authorization: 'canary-key' });
  const tryOut = (factoryId: string, body: object) =>
    app.call(connectorsApi.test, { token, params: { factoryId }, body: body as never });

  test('has the code 000000 and uses the given config, which is not stored', async () => {
    expect((await tryOut('http-email', { email: 'a@example.org', config: config(), locale: 'de' })).status).toBe(204);
    expect((await tryOut('http-email', { email: 'a@example.org', config: config() })).status).toBe(204);
    expect((await tryOut('http-sms', { phone: '491701234567', config: config() })).status).toBe(204);
    expect(received).toEqual([
      { to: 'a@example.org', type: 'Generic', ip: '127.0.0.1', payload: { code: '000000', locale: 'de' } },
      { to: 'a@example.org', type: 'Generic', ip: '127.0.0.1', payload: { code: '000000' } },
      { to: '491701234567', type: 'Generic', ip: '127.0.0.1', payload: { code: '000000' } },
    ]);
    expect((await app.call(connectorsApi.list, { token })).body).toEqual([]);
  });

  test.each<[string, string, object, number, string]>([
    ['an unknown factory', 'nothing', { email: 'a@b.cd' }, 404, 'entity.not_found'],
    ['a social factory', 'github-universal', { email: 'a@b.cd' }, 400, 'connector.unexpected_type'],
    ['nobody to send to', 'http-email', {}, 400, 'connector.insufficient_request_parameters'],
    ['a phone for e-mail', 'http-email', { phone: '49170' }, 400, 'connector.not_found'],
    ['an address for SMS', 'http-sms', { email: 'a@b.cd' }, 400, 'connector.not_found'],
    ['no address', 'http-email', { email: 'nobody' }, 400, 'guard.invalid_input'],
  ])('%s is refused', async (_what, factoryId, body, status, code) => {
    expect(await tryOut(factoryId, { config: config(), ...body })).toMatchObject({ status, body: { code } });
    expect(received).toEqual([]);
  });

  test('reports an invalid config and a rejection by the provider', async () => {
    expect(await tryOut('http-email', { email: 'a@b.cd', config: {} })).toMatchObject({
      status: 400,
      body: { code: 'connector.invalid_config' },
    });
    answer.status = 401;
    const { status, body } = await tryOut('http-email', { email: 'a@b.cd', config: config() });
    expect([status, body]).toMatchObject([
      400,
      { code: 'connector.general', message: expect.stringContaining('credentials') },
    ]);
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  test('counts against the limits', async () => {
    await tryOut('http-email', { email: 'a@b.cd', config: config() });
    await app.write('default', (db) =>
      db.updateTable('message_counters').set({ count: 1000 }).where('subject', 'like', 'r:%').execute(),
    );
    expect(await tryOut('http-email', { email: 'a@b.cd', config: config() })).toMatchObject({ status: 429 });
  });
});
