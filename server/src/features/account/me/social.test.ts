import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { meApi, meSocialApi } from '@postern/contracts/account/me';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

/** A provider whose codes are user ids. */
let provider: Server;
let app: TestApp;
let manager: string;
let connectorId: string;
let count = 0;
const redirectUri = 'http://admin.test/handle-social';
const canary = 'canary-of-the-connector-secret';

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    const code = new URLSearchParams(text).get('code') ?? request.headers.authorization?.slice('Bearer '.length) ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(
        request.url === '/token' ? { access_token: code, token_type: 'Bearer' } : { sub: code, name: `The ${code}` },
      ),
    );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  app = await testApp({ EDITION: 'cloud', ALLOW_PRIVATE_EGRESS: 'true' });
  manager = await app.managementToken(adminTenantId);
  connectorId = await createConnector('acme');
  await createConnector('hidden');
  await changeSettings(app, { socialSignInConnectorTargets: ['acme'] }, adminTenantId);
});
afterAll(async () => {
  provider.close();
  await app.close();
});

async function createConnector(target: string): Promise<string> {
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const { body } = await app.call(connectorsApi.create, {
    token: manager,
    tenantId: adminTenantId,
    body: {
      connectorId: 'oauth2',
      metadata: { target, name: { en: target } },
      config: {
        authorizationEndpoint: 'https://acme.example/authorize',
        tokenEndpoint: `${origin}/token`,
        userInfoEndpoint: `${origin}/me`,
        clientId: 'postern',
        clientSecret: canary,
        tokenEndpointResponseType: 'json',
        profileMap: { id: 'sub' },
      },
    },
  });
  return body.id;
}

/** Without a password by default, so that there is nothing to verify. */
async function newPerson({ withPassword = false } = {}) {
  count += 1;
  const { me: token } = await consoleTokens(app, `linker${count}`);
  const id = decodeJwt(token).sub ?? '';
  const primary_email = `linker${count}@example.com`;
  await app.write(adminTenantId, (db) =>
    db
      .updateTable('users')
      .set({ primary_email, ...(withPassword ? {} : { password_encrypted: null }) })
      .where('id', '=', id)
      .execute(),
  );
  return { id, token, email: primary_email };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const begin = ({ token }: Person, more: object = {}) =>
  app.call(meSocialApi.authorizationUri, { token, body: { connectorId, state: 'mine', redirectUri, ...more } });
const link = ({ token }: Person, data: Record<string, unknown>, connector = connectorId) =>
  app.call(meSocialApi.link, { token, body: { connectorId: connector, connectorData: { redirectUri, ...data } } });
const unlink = ({ token }: Person, connector = connectorId) =>
  app.call(meSocialApi.unlink, { token, params: { connectorId: connector } });
const identitiesOf = async ({ token }: Person) => (await app.call(meApi.get, { token })).body.identities;

test('lists the providers of the sign-in page without their settings (attack 21)', async () => {
  const { token } = await newPerson();
  const { status, body } = await app.call(meSocialApi.connectors, { token });
  expect([status, body]).toMatchObject([200, [{ id: connectorId, target: 'acme', type: 'Social', config: {} }]]);
  expect(body).toHaveLength(1);
  expect(JSON.stringify(body)).not.toContain(canary);
});

test('links an account, notifies the user and unlinks it', async () => {
  const person = await newPerson();
  const begun = await begin(person);
  expect(begun.status).toBe(200);
  const address = new URL(begun.body.redirectTo).searchParams;
  expect([address.get('redirect_uri'), address.get('state')]).toEqual([redirectUri, 'mine']);
  expect(codeOf(await link(person, { code: 'acme-1', state: 'mine' }))).toEqual([204, undefined]);
  expect(await identitiesOf(person)).toMatchObject({ acme: { userId: 'acme-1', details: { name: 'The acme-1' } } });
  await expect
    .poll(async () => (await lastMessage(app, person.email, adminTenantId)).content)
    .toContain('linked accounts');
  expect(codeOf(await unlink(person))).toEqual([204, undefined]);
  expect(await identitiesOf(person)).toEqual({});
  expect(codeOf(await unlink(person))).toEqual([404, 'user.identity_not_exist']);
});

describe('the only way to sign in', () => {
  /** Somebody with an email address and a linked account, and without a password. */
  async function withTwoWays(): Promise<Person> {
    const person = await newPerson();
    await begin(person);
    await link(person, { code: `only-${person.email}`, state: 'mine' });
    await app.write(adminTenantId, (db) =>
      sql`update users set username = null, password_encrypted = null, password_encryption_method = null
        where primary_email = ${person.email}`.execute(db),
    );
    return person;
  }
  const unlinkEmail = ({ token }: Person) => app.call(meApi.update, { token, body: { primaryEmail: null } });

  test('is not unlinked', async () => {
    const person = await withTwoWays();
    expect((await unlinkEmail(person)).status).toBe(200);
    expect(codeOf(await unlink(person))).toEqual([400, 'user.last_sign_in_method_required']);
    expect(Object.keys(await identitiesOf(person))).toEqual(['acme']);
  });

  test('stays when both are unlinked at the same moment', async () => {
    const person = await withTwoWays();
    const answers = await Promise.all([unlinkEmail(person), unlink(person)]);
    expect(answers.filter(({ status }) => status >= 400)).toHaveLength(1);
  });
});

test('rejects an account of another user and a replacement of a linked one', async () => {
  const [one, two] = [await newPerson(), await newPerson()];
  const go = async (person: Person, code: string) => {
    await begin(person);
    return codeOf(await link(person, { code, state: 'mine' }));
  };
  expect(await go(one, 'acme-2')).toEqual([204, undefined]);
  const used = [422, 'user.identity_already_in_use'];
  expect(await go(two, 'acme-2')).toEqual(used);
  expect(await go(one, 'acme-3')).toEqual(used);
  expect(await go(one, 'acme-2')).toEqual([204, undefined]);
  expect(await identitiesOf(two)).toEqual({});
});

test('attack 38: links an account once if two users link it at the same time', async () => {
  const people = [await newPerson(), await newPerson()];
  await Promise.all(people.map((person) => begin(person)));
  const answers = await Promise.all(people.map((person) => link(person, { code: 'acme-race', state: 'mine' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
});

describe('the flow to the provider', () => {
  const mismatch = [400, 'session.csrf_token_mismatch'];

  test('belongs to the user who started it, and works once', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await begin(person, { state: 'a state of the person' });
    const data = { code: 'acme-4', state: 'a state of the person' };
    expect(codeOf(await link(other, data))).toEqual(mismatch);
    expect(codeOf(await link(person, { ...data, state: 'another' }))).toEqual(mismatch);
    expect(codeOf(await link(person, { code: 'acme-4' }))).toEqual(mismatch);
    const both = await Promise.all([link(person, data), link(person, data)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect(codeOf(await link(person, data))).toEqual(mismatch);
    expect(await identitiesOf(other)).toEqual({});
  });

  test('ends when the secret of the connector is replaced', async () => {
    const person = await newPerson();
    await begin(person);
    const params = { id: connectorId };
    const at = { token: manager, tenantId: adminTenantId, params };
    const { config } = (await app.call(connectorsApi.get, at)).body;
    await app.call(connectorsApi.update, { ...at, body: { config: { ...config, clientSecret: 'another' } } });
    expect(codeOf(await link(person, { code: 'replaced', state: 'mine' }))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    await app.call(connectorsApi.update, { ...at, body: { config: { ...config, clientSecret: canary } } });
    expect(await identitiesOf(person)).toEqual({});
  });

  test('expires after ten minutes', async () => {
    const person = await newPerson();
    await begin(person);
    await app.write(adminTenantId, (db) =>
      db.updateTable('verification_records').set({ expires_at: new Date() }).where('user_id', '=', person.id).execute(),
    );
    expect(codeOf(await link(person, { code: 'acme-5', state: 'mine' }))).toEqual(mismatch);
  });

  test('requires all parameters and returns to the console only', async () => {
    const person = await newPerson();
    const thin = [400, 'session.insufficient_info'];
    expect(codeOf(await begin(person, { state: '' }))).toEqual(thin);
    expect(codeOf(await begin(person, { redirectUri: '' }))).toEqual(thin);
    expect(codeOf(await begin(person, { connectorId: '' }))).toEqual(thin);
    expect(codeOf(await begin(person, { connectorId: 'nobody' }))).toEqual([404, 'entity.not_found']);
    for (const elsewhere of [
      'https://evil.example/handle-social',
      'http://admin.test.evil.example/x',
      'http://admin.test@evil.example/x',
      'javascript:alert(1)',
      'data:text/html,x',
      '/handle-social',
    ]) {
      expect(codeOf(await begin(person, { redirectUri: elsewhere }))).toEqual([400, 'request.invalid_input']);
    }
  });

  test('is available for social connectors of the admin tenant only (attack 19)', async () => {
    const person = await newPerson();
    const tokens = await consoleTokens(app, 'owner');
    const tenantId = await tokens.createTenant('Mine');
    const created = await app.call(connectorsApi.create, {
      token: await app.managementToken(tenantId),
      tenantId,
      body: { connectorId: 'github-universal', config: { clientId: 'x', clientSecret: 'x' } },
    });
    expect(created.status).toBe(200);
    const mail = await app.call(connectorsApi.create, {
      token: manager,
      tenantId: adminTenantId,
      body: {
        connectorId: 'http-email',
        config: { endpoint: 'https://mail.example/send' },
      },
    });
    expect(mail.status).toBe(200);
    expect(codeOf(await begin(person, { connectorId: created.body.id }))).toEqual([404, 'entity.not_found']);
    expect(codeOf(await unlink(person, created.body.id))).toEqual([404, 'entity.not_found']);
    expect(codeOf(await link(person, { state: 'mine' }, 'nobody'))).toEqual([404, 'entity.not_found']);
    expect(codeOf(await begin(person, { connectorId: mail.body.id }))).toEqual([400, 'connector.unexpected_type']);
    expect(codeOf(await link(person, { state: 'mine' }, mail.body.id))).toEqual([422, 'session.invalid_connector_id']);
    await app.call(connectorsApi.remove, { token: manager, tenantId: adminTenantId, params: { id: mail.body.id } });
  });
});

test('requires the password if there is one, so a stolen token cannot link', async () => {
  const person = await newPerson({ withPassword: true });
  const none = [400, 'session.verification_session_not_found'];
  expect(codeOf(await begin(person))).toEqual(none);
  expect(codeOf(await link(person, { code: 'acme-6', state: 'mine' }))).toEqual(none);
  await app.call(meApi.verifyPassword, { token: person.token, body: { password: 'a long enough secret' } });
  expect((await begin(person)).status).toBe(200);
  expect((await link(person, { code: 'acme-6', state: 'mine' })).status).toBe(204);
});
