import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountApi } from '@postern/contracts/account/account';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { verificationIdHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEditable, newOwner, type Owner, openAccountCenter } from '#testing/account';
import { lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

/** A provider whose codes are user ids. */
let provider: Server;
let app: TestApp;
let manager: string;
let connectorId: string;
const redirectUri = 'https://app.example/linked';
const state = 'a state of the application';

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    const form = new URLSearchParams(text);
    const code = form.get('code') ?? request.headers.authorization?.slice('Bearer '.length) ?? '';
    const access = form.get('grant_type') === 'refresh_token' ? `renewed by ${form.get('refresh_token')}` : code;
    const more = code.startsWith('once') ? {} : { refresh_token: `of ${code}` };
    const tokens = { access_token: access, token_type: 'Bearer', scope: 'read', expires_in: 3600, ...more };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/token' ? tokens : { sub: code, name: `The ${code}` }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  manager = await app.managementToken();
  connectorId = await createConnector('acme');
  await openAccountCenter(app, manager);
});
afterAll(async () => {
  provider.close();
  await app.close();
});

async function createConnector(target: string, enableTokenStorage = false): Promise<string> {
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const { body } = await app.call(connectorsApi.create, {
    token: manager,
    body: {
      connectorId: 'oauth2',
      enableTokenStorage,
      metadata: { target, name: { en: target } },
      config: {
        authorizationEndpoint: 'https://acme.example/authorize',
        tokenEndpoint: `${origin}/token`,
        userInfoEndpoint: `${origin}/me`,
        clientId: 'postern',
        clientSecret: 'secret of the connector',
        tokenEndpointResponseType: 'json',
        profileMap: { id: 'sub' },
      },
    },
  });
  return body.id;
}

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const begin = ({ token }: Owner, more: object = {}) =>
  app.call(accountVerificationsApi.beginSocial, { token, body: { connectorId, redirectUri, state, ...more } });
const show = ({ token }: Owner, verificationRecordId: string, connectorData: object) =>
  app.call(accountVerificationsApi.verifySocial, {
    token,
    body: { verificationRecordId, connectorData: { redirectUri, ...connectorData } },
  });

async function proveIdentity(person: Owner, id: string, connector = connectorId): Promise<string> {
  const { body } = await begin(person, { connectorId: connector });
  expect(codeOf(await show(person, body.verificationRecordId, { code: id, state }))).toEqual([200, undefined]);
  return body.verificationRecordId;
}

const link = async ({ token, permit }: Owner, record: string, headers?: Record<string, string>) =>
  app.call(accountApi.linkIdentity, {
    token,
    headers: headers ?? (await permit()),
    body: { newIdentifierVerificationRecordId: record },
  });

const identitiesOf = async ({ id }: Owner) =>
  (await app.call(usersApi.get, { token: manager, params: { userId: id } })).body.identities;

test('links a social account and unlinks it with another proof', async () => {
  const person = await newOwner(app, manager, { primaryEmail: 'linker@example.com' });
  const begun = await begin(person);
  expect(begun.status).toBe(201);
  expect(new URL(begun.body.authorizationUri).searchParams.get('redirect_uri')).toBe(redirectUri);
  const record = await proveIdentity(person, 'acme-1');
  expect(codeOf(await link(person, record, { [verificationIdHeader]: record }))).toEqual([
    401,
    'verification_record.permission_denied',
  ]);
  expect((await link(person, record)).status).toBe(204);
  expect(await identitiesOf(person)).toMatchObject({ acme: { userId: 'acme-1' } });
  await expect.poll(async () => (await lastMessage(app, 'linker@example.com')).content).toContain('linked accounts');
  expect(codeOf(await link(person, record))).toEqual([400, 'verification_record.not_found']);

  const proof = await proveIdentity(person, 'acme-1');
  const unlink = (target: string, headers: Record<string, string>) =>
    app.call(accountApi.unlinkIdentity, { token: person.token, params: { target }, headers });
  // A sign-in at a provider is no proof, not even at the linked one.
  expect(codeOf(await unlink('acme', { [verificationIdHeader]: proof }))[0]).toBe(401);
  const headers = await person.permit();
  expect(codeOf(await unlink('nothing', headers))).toEqual([404, 'user.identity_not_exist']);
  expect(codeOf(await unlink('__proto__', headers))).toEqual([404, 'user.identity_not_exist']);
  expect((await unlink('acme', headers)).status).toBe(204);
  expect(await identitiesOf(person)).toEqual({});
});

describe('people without a password and an address', () => {
  test('link, replace and unlink accounts and set a password without a proof, and with one afterwards', async () => {
    const person = await newOwner(app, manager);
    await app.write('default', (db) =>
      sql`update users set password_encrypted = null where id = ${person.id}`.execute(db),
    );
    const { token } = person;
    expect((await app.call(accountApi.get, { token })).body).toMatchObject({
      hasPassword: false,
      hasSecurityVerificationMethod: false,
    });
    expect((await link(person, await proveIdentity(person, 'bare-1'), {})).status).toBe(204);
    const body = { newIdentifierVerificationRecordId: await proveIdentity(person, 'bare-2') };
    expect((await app.call(accountApi.replaceIdentity, { token, body })).status).toBe(204);
    expect(await identitiesOf(person)).toMatchObject({ acme: { userId: 'bare-2' } });
    // Everything else needs one: a sign-in at the linked provider.
    expect(codeOf(await app.call(accountApi.update, { token, body: { username: 'bare_new' } }))[0]).toBe(401);
    const headers = { [verificationIdHeader]: await proveIdentity(person, 'bare-2') };
    expect((await app.call(accountApi.update, { token, headers, body: { username: 'bare_new' } })).status).toBe(200);
    expect((await app.call(accountApi.unlinkIdentity, { token, params: { target: 'acme' } })).status).toBe(204);
    const password = { password: 'a phrase that nobody knows yet' };
    expect((await app.call(accountApi.setPassword, { token, body: password })).status).toBe(204);
    expect((await app.call(accountApi.get, { token })).body).toMatchObject({ hasSecurityVerificationMethod: true });
    expect(codeOf(await app.call(accountApi.setPassword, { token, body: { password: 'yet another phrase' } }))).toEqual(
      [401, 'verification_record.permission_denied'],
    );
    expect(codeOf(await link(person, await proveIdentity(person, 'bare-3'), {}))[0]).toBe(401);
  });
});

test('rejects an account of another user and a replacement of a linked one', async () => {
  const [one, two] = [await newOwner(app, manager), await newOwner(app, manager)];
  expect((await link(one, await proveIdentity(one, 'acme-3'))).status).toBe(204);
  const used = [400, 'user.identity_already_in_use'];
  expect(codeOf(await link(two, await proveIdentity(two, 'acme-3')))).toEqual(used);
  expect(codeOf(await link(one, await proveIdentity(one, 'acme-4')))).toEqual(used);
  expect(await identitiesOf(one)).toMatchObject({ acme: { userId: 'acme-3' } });
});

test('replaces a linked account where that is asked for, but never one of another user', async () => {
  const [one, two] = [await newOwner(app, manager), await newOwner(app, manager)];
  const replace = async ({ token, permit }: Owner, record: string, headers?: Record<string, string>) =>
    app.call(accountApi.replaceIdentity, {
      token,
      headers: headers ?? (await permit()),
      body: { newIdentifierVerificationRecordId: record },
    });
  const target = 'replaced';
  const connector = await createConnector(target, true);
  const tokens = async (id: string) =>
    (
      await app.read('default', (db) =>
        sql`select from secret_social_connector_relations where target = ${target} and identity_id = ${id}`.execute(db),
      )
    ).rows.length;
  const first = await proveIdentity(one, 'many-7', connector);
  expect(codeOf(await replace(one, first, {}))).toEqual([401, 'verification_record.permission_denied']);
  expect((await replace(one, first)).status).toBe(204);
  expect(await identitiesOf(one)).toMatchObject({ [target]: { userId: 'many-7' } });
  expect(await tokens('many-7')).toBe(1);
  expect((await replace(one, await proveIdentity(one, 'many-8', connector))).status).toBe(204);
  expect(await identitiesOf(one)).toMatchObject({ [target]: { userId: 'many-8' } });
  expect([await tokens('many-7'), await tokens('many-8')]).toEqual([0, 1]);
  const taken = await replace(two, await proveIdentity(two, 'many-8', connector));
  expect(codeOf(taken)).toEqual([422, 'user.identity_already_in_use']);
  expect(codeOf(await replace(two, 'unknown'))).toEqual([400, 'verification_record.not_found']);
});

test('links an account once when two users link it at the same time (attack 38)', async () => {
  const people = [await newOwner(app, manager), await newOwner(app, manager)];
  const records = [];
  for (const person of people) {
    records.push({ person, record: await proveIdentity(person, 'acme-5'), headers: await person.permit() });
  }
  const answers = await Promise.all(records.map(({ person, record, headers }) => link(person, record, headers)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(204);
  expect([400, 422]).toContain(statuses[1]);
});

test('binds the flow to the user who started it and to its state, and accepts it once', async () => {
  const [one, two] = [await newOwner(app, manager), await newOwner(app, manager)];
  const { body } = await begin(one);
  const id = body.verificationRecordId;
  expect(codeOf(await show(two, id, { code: 'acme-6', state }))).toEqual([400, 'verification_record.not_found']);
  expect(codeOf(await show(one, id, { code: 'acme-6', state: 'other' }))[1]).toBe('session.csrf_token_mismatch');
  expect(codeOf(await link(one, id))).toEqual([400, 'verification_record.not_found']);
  expect((await show(one, id, { code: 'acme-6', state })).status).toBe(200);
  expect(codeOf(await show(one, id, { code: 'acme-7', state }))).toEqual([400, 'verification_record.not_found']);
});

test('rejects unknown connectors, script URLs, closed fields and missing scopes', async () => {
  const person = await newOwner(app, manager);
  expect(codeOf(await begin(person, { connectorId: 'none' }))).toEqual([422, 'session.invalid_connector_id']);
  // Not social (observed 2, row 30).
  const { body: mail } = await app.call(connectorsApi.create, {
    token: manager,
    body: { connectorId: 'http-email', config: { endpoint: 'https://203.0.114.1/mail' } },
  });
  expect(codeOf(await begin(person, { connectorId: mail.id }))).toEqual([400, 'connector.unexpected_type']);
  await app.call(connectorsApi.remove, { token: manager, params: { id: mail.id } });
  expect(codeOf(await begin(person, { redirectUri: 'javascript:alert(1)' }))).toEqual([400, 'request.invalid_input']);
  const bare = await newOwner(app, manager, {}, 'openid profile');
  expect(codeOf(await link(bare, 'x'))).toEqual([401, 'auth.unauthorized']);
  await openAccountCenter(app, manager, { ...allEditable, social: 'ReadOnly' });
  expect(codeOf(await link(person, 'x'))).toEqual([400, 'account_center.field_not_editable']);
  await openAccountCenter(app, manager);
});

test('never exposes the secret or the session of the connector (attack 21)', async () => {
  const person = await newOwner(app, manager);
  const { body } = await begin(person);
  const shown = await show(person, body.verificationRecordId, { code: 'acme-8', state });
  const account = await app.call(accountApi.get, { token: person.token });
  expect(JSON.stringify([body, shown.body, account.body])).not.toContain('secret of the connector');
  expect(Object.keys(body).sort()).toEqual(['authorizationUri', 'expiresAt', 'verificationRecordId']);
});

describe('tokens of a provider', () => {
  let keeper: string;
  beforeAll(async () => {
    keeper = await createConnector('keeper', true);
  });
  const read = ({ token }: Owner, target = 'keeper') =>
    app.call(accountApi.identityToken, { token, params: { target } });
  const renew = ({ token }: Owner, target: string, verificationRecordId: string) =>
    app.call(accountApi.renewIdentityToken, { token, params: { target }, body: { verificationRecordId } });
  const expire = ({ id }: Owner) =>
    app.write('default', (db) =>
      sql`update secrets set metadata = metadata || '{"expiresAt": 1}' where user_id = ${id}`.execute(db),
    );

  test('are stored if the connector is configured so, readable by their owner only, and refreshed on expiry', async () => {
    const [person, other] = [await newOwner(app, manager), await newOwner(app, manager)];
    const missing = [404, 'secrets.third_party_token_set.token_not_found'];
    expect(codeOf(await read(person))).toEqual(missing);
    expect((await link(person, await proveIdentity(person, 'many-1', keeper))).status).toBe(204);
    const { body } = await read(person);
    expect(body).toMatchObject({ access_token: 'many-1', scope: 'read', token_type: 'Bearer' });
    expect(codeOf(await read(other))).toEqual(missing);
    await expire(person);
    expect((await read(person)).body).toMatchObject({ access_token: 'renewed by of many-1', expires_in: 3600 });
    const bare = await newOwner(app, manager, {}, 'openid profile');
    expect(codeOf(await read(bare))).toEqual([403, 'auth.forbidden']);
  });

  test('are deleted if they cannot be refreshed, and stored again after a new sign-in at the provider', async () => {
    const person = await newOwner(app, manager);
    await link(person, await proveIdentity(person, 'once-1', keeper));
    await expire(person);
    expect(codeOf(await read(person))).toEqual([401, 'secrets.third_party_token_set.access_token_expired']);
    expect(codeOf(await read(person))).toEqual([404, 'secrets.third_party_token_set.token_not_found']);

    const strange = await proveIdentity(person, 'once-2', keeper);
    expect(codeOf(await renew(person, 'keeper', strange))).toEqual([422, 'user.identity_not_exists_in_current_user']);
    const again = await proveIdentity(person, 'once-1', keeper);
    expect(codeOf(await renew(person, 'acme', again))).toEqual([
      422,
      'verification_record.social_verification.invalid_target',
    ]);
    expect((await renew(person, 'keeper', again)).body).toMatchObject({ access_token: 'once-1' });
    expect((await read(person)).body).toMatchObject({ access_token: 'once-1' });
    expect(codeOf(await renew(person, 'keeper', again))).toEqual([400, 'verification_record.not_found']);
  });

  test('are not available from connectors that store none, nor from enterprise providers', async () => {
    const person = await newOwner(app, manager);
    await link(person, await proveIdentity(person, 'many-2'));
    expect(codeOf(await renew(person, 'acme', await proveIdentity(person, 'many-2')))).toEqual([
      422,
      'verification_record.social_verification.token_response_not_found',
    ]);
    const params = { connectorId: 'any' };
    expect(codeOf(await app.call(accountApi.ssoIdentityToken, { token: person.token, params }))).toEqual([
      404,
      'entity.not_found',
    ]);
    expect(codeOf(await read(person, 'nowhere'))).toEqual([404, 'connector.not_found']);
  });

  test('are encrypted in the verification records and absent from all logs (attack 21)', async () => {
    const person = await newOwner(app, manager);
    await proveIdentity(person, 'canary-token', keeper);
    const { rows } = await app.read('default', (db) =>
      sql<{ data: { tokenSet: unknown } }>`select data from verification_records where user_id = ${person.id}`.execute(
        db,
      ),
    );
    expect(rows.some(({ data }) => data.tokenSet !== undefined)).toBe(true);
    expect(JSON.stringify(rows.map(({ data }) => data.tokenSet))).not.toContain('canary-token');
    expect(app.logs.join('')).not.toContain('canary-token');
  });
});
