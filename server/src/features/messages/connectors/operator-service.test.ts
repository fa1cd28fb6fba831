import type { AddressInfo } from 'node:net';
import { connectorFactoriesApi, connectorsApi } from '@postern/contracts/messages/connectors';
import { emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { adminTenantId, emailServiceFactoryId } from '@postern/contracts/wire';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { sendMessage } from './index.ts';

let app: TestApp;
let tenantId: string;
let token: string;
let adminToken: string;
let isRefusing = false;
let refusalCode = 550;
const received: string[] = [];
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: (_, __, done) =>
    done(isRefusing ? Object.assign(new Error('canary of the operator'), { responseCode: refusalCode }) : null),
  onData: (stream, _, done) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      received.push(Buffer.concat(parts).toString());
      done();
    });
  },
});

const fields = ['senderName', 'companyInformation', 'appLogo'];
const factoryOf = async (of = tenantId, given = token) =>
  (await app.call(connectorFactoriesApi.get, { token: given, tenantId: of, params: { id: emailServiceFactoryId } }))
    .body;
const keysOf = async (of = tenantId, given = token) => (await factoryOf(of, given)).formItems?.map(({ key }) => key);
const create = (config: Record<string, unknown>, of = tenantId, given = token) =>
  app.call(connectorsApi.create, {
    token: given,
    tenantId: of,
    body: { connectorId: emailServiceFactoryId, config },
  });
const send = (to: string) =>
  sendMessage(app.app, tenantId, { kind: 'Email', to, type: 'SignIn', payload: { code: '123456', locale: 'de' } });

async function connectOperator() {
  const { body } = await app.call(connectorsApi.create, {
    token: adminToken,
    tenantId: adminTenantId,
    body: {
      connectorId: 'simple-mail-transfer-protocol',
      config: {
        host: '127.0.0.1',
        port: (server.server.address() as AddressInfo).port,
        auth: { type: 'login', user: '', pass: '' },
        fromEmail: 'Platform <mail@platform.example>',
        templates: [
          { usageType: 'SignIn', contentType: 'text/plain', subject: 'operator', content: 'operator {{code}}' },
        ],
      },
    },
  });
  return body.id;
}

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  app = await testApp({ EDITION: 'cloud', ALLOW_PRIVATE_EGRESS: 'true', NODE_ENV: 'production' });
  const owner = await consolePerson(app, 'owner');
  tenantId = await owner.createTenant('Acme');
  token = await app.managementToken(tenantId);
  adminToken = await app.managementToken(adminTenantId);
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((done) => server.close(() => done()));
});
beforeEach(() => {
  received.length = 0;
  isRefusing = false;
});

test('needs the address of a service while the operator has no connector', async () => {
  expect(await keysOf()).toContain('tokenEndpoint');
  expect(await create({ senderName: 'Acme' })).toMatchObject({
    status: 400,
    body: { code: 'connector.invalid_config' },
  });
});

test('sends with the connector of the operator, in the name of the tenant', async () => {
  await connectOperator();
  expect(await keysOf()).toEqual(fields);
  expect((await factoryOf()).readme).toContain('sent by the operator');
  const { body } = await create({ senderName: 'Acme "Shop"', companyInformation: 'Acme Ltd., Bath' });
  expect(body).toMatchObject({
    config: { senderName: 'Acme "Shop"', companyInformation: 'Acme Ltd., Bath' },
    extraInfo: { fromEmail: 'mail@platform.example' },
  });
  // Templates of a tenant could abuse the address of the operator.
  await app.call(emailTemplatesApi.save, {
    token,
    tenantId,
    body: {
      templates: [
        {
          languageTag: 'de',
          templateType: 'SignIn',
          details: { subject: 'phishing', content: 'phishing {{code}}', sendFrom: 'boss@bank.example' },
        },
      ],
    },
  });
  await send('person@example.org');
  const [mail = ''] = received;
  expect(mail).toMatch(/^From: "?Acme Shop"? <mail@platform\.example>\r$/m);
  expect(mail).toMatch(/^To: person@example\.org\r$/m);
  expect(mail).toContain('123456');
  expect(mail).toContain('Acme Ltd., Bath');
  expect(mail).not.toMatch(/phishing|boss@bank|operator/);
});

test('sends a test message before anything is saved', async () => {
  const { status } = await app.call(connectorsApi.test, {
    token,
    tenantId,
    params: { factoryId: emailServiceFactoryId },
    body: { email: 'test@example.org', config: { companyInformation: 'Acme Ltd., Bath' } },
  });
  expect(status).toBe(204);
  expect(received[0]).toMatch(/^From: Platform <mail@platform\.example>\r$/m);
  expect(received[0]).toContain('000000');
});

test.each([
  ['senderName', 'https://bank.example'],
  ['senderName', 'a\r\nBcc: everybody@example.org'],
  ['companyInformation', 'see www.bank.example'],
  ['appLogo', 'javascript:alert(1)'],
])('refuses %s: %j', async (name, value) => {
  expect(await create({ [name]: value })).toMatchObject({ status: 400, body: { code: 'connector.invalid_config' } });
});

test('tells tenants nothing about the account of the operator', async () => {
  isRefusing = true;
  const error = await send('refused@example.org').then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'connector.general' });
  expect(JSON.stringify(error)).not.toMatch(/canary|platform\.example|mail server/);
});

test('says whether another attempt can help, and logs the reason for the operator', async () => {
  for (const [code, hint] of [
    [550, 'contact the operator'],
    [451, 'Try again later'],
  ] as const) {
    refusalCode = code;
    isRefusing = true;
    await expect(send(`refused${code}@example.org`)).rejects.toThrow(hint);
    const line = JSON.parse(app.logs.findLast((one) => one.includes('email of a tenant not sent')) ?? '{}');
    expect(line.err.message).toBe(
      `The connector failed. The mail server rejected the sender or the recipient. (${code})`,
    );
    expect(line.err.reason).toBe('connector.general');
  }
});

test('keeps the service that a tenant has entered itself', async () => {
  const service = {
    tokenEndpoint: 'http://127.0.0.1:1/token',
    endpoint: 'http://127.0.0.1:1/mail',
    resource: 'https://mail.example',
    appId: 'app',
    appSecret: 'secret',
  };
  const { body } = await create(service);
  expect(body.extraInfo).toBeUndefined();
  expect(body.formItems?.map(({ key }) => key)).toContain('tokenEndpoint');
  await expect(send('own@example.org')).rejects.toMatchObject({ code: 'connector.general' });
  expect(received).toEqual([]);
});

test('the operator itself needs the address of a service', async () => {
  expect(await keysOf(adminTenantId, adminToken)).toContain('tokenEndpoint');
  expect(await create({}, adminTenantId, adminToken)).toMatchObject({ status: 400 });
});

test('stops with the connector of the operator, and continues with the next one', async () => {
  await create({ senderName: 'Acme' });
  const { body } = await app.call(connectorsApi.list, { token: adminToken, tenantId: adminTenantId, query: {} });
  await Promise.all(
    body.map(({ id }) =>
      app.call(connectorsApi.remove, { token: adminToken, tenantId: adminTenantId, params: { id } }),
    ),
  );
  await expect(send('later@example.org')).rejects.toMatchObject({ code: 'connector.invalid_config' });
  await connectOperator();
  await send('latest@example.org');
  expect(received.length).toBe(1);
});
