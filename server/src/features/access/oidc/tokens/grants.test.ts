import { applicationConsentApi } from '@postern/contracts/access/application-consent';
import { applicationsApi } from '@postern/contracts/access/applications';
import { factorAcr } from '@postern/contracts/access/authentication-context';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import {
  managementApiIndicator,
  organizationAudience,
  tokenExchangeGrant,
  tokenTypes,
  scopes as wire,
} from '@postern/contracts/wire';
import { calculateJwkThumbprint, decodeJwt, exportJWK } from 'jose';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestSecret } from '#platform/secrets/ids';
import {
  createClient,
  insertTestOrganization,
  insertTestOrganizationRole,
  redirectUri,
  type TestClient,
} from '#testing/clients';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { flushLogs } from '../../../records/audit/index.ts';
import { digest } from '../engine/adapter.ts';

let app: ListeningApp;
let token: string;
let spa: TestClient;
let web: TestClient;
let machine: TestClient;
let userId: string;
let outsider: string;
const ada = { username: 'ada', password: 'correct horse battery' };
const shop = 'https://shop.example/api';
const scopeIds: Record<string, string> = {};

async function seed() {
  const { body: resource } = await app.call(resourcesApi.create, {
    token,
    body: { name: 'Shop', indicator: shop, accessTokenTtl: 120 },
  });
  for (const name of ['read', 'write', 'refund', 'ship']) {
    const { body } = await app.call(resourcesApi.createScope, {
      token,
      params: { resourceId: resource.id },
      body: { name },
    });
    scopeIds[name] = body.id;
  }
  const ids = (...names: string[]) => names.map((name) => scopeIds[name] ?? '');
  const role = async (name: string, type: 'User' | 'MachineToMachine', scopes: string[]) =>
    (await app.call(rolesApi.create, { token, body: { name, description: name, type, scopeIds: scopes } })).body.id;
  const clerk = await role('clerk', 'User', ids('read', 'write'));
  const robot = await role('robot', 'MachineToMachine', ids('read'));
  await app.call(rolesApi.assignUsers, { token, params: { id: clerk }, body: { userIds: [userId] } });
  await app.call(rolesApi.assignApplications, { token, params: { id: robot }, body: { applicationIds: [machine.id] } });
  await insertTestOrganizationRole(app, {
    id: 'manager',
    scopes: ['invite', 'report'],
    resourceScopeIds: ids('refund'),
  });
  await insertTestOrganizationRole(app, {
    id: 'courier',
    type: 'MachineToMachine',
    scopes: ['report'],
    resourceScopeIds: ids('ship'),
  });
  await insertTestOrganization(app, {
    id: 'acme',
    members: { [userId]: ['manager'] },
    machines: { [machine.id]: ['courier'] },
  });
  await insertTestOrganization(app, { id: 'bare', members: { [userId]: [] } });
  await insertTestOrganization(app, { id: 'strict', members: { [userId]: ['manager'] }, isMfaRequired: true });
  await insertTestOrganization(app, { id: 'foreign' });
}

beforeAll(async () => {
  app = await listeningApp();
  token = await app.managementToken();
  userId = (await app.call(usersApi.create, { token, body: { ...ada, name: 'Ada' } })).body.id;
  outsider = (await app.call(usersApi.create, { token, body: { username: 'eve', password: 'eve eve eve eve' } })).body
    .id;
  const customClientMetadata = { allowTokenExchange: true };
  spa = await createClient(app, token, { type: 'SPA', customClientMetadata });
  web = await createClient(app, token, { type: 'Traditional', customClientMetadata });
  machine = await createClient(app, token, { type: 'MachineToMachine' });
  await seed();
});
afterAll(() => app.close());

const allScopes = `openid profile offline_access read write refund ship invite report ${wire.organizations}`;
const signIn = (more: Partial<Parameters<typeof authorize>[0]> = {}) =>
  authorize({
    issuer: `${app.endpoint}/oidc`,
    clientId: spa.id,
    redirectUri,
    person: ada,
    scope: allScopes,
    resource: [shop, 'urn:logto:resource:organizations'],
    ...more,
  });

const scopesOf = (accessToken: string) =>
  String(decodeJwt(accessToken).scope ?? '')
    .split(' ')
    .filter(Boolean)
    .sort();

describe('resources', () => {
  test('a token has the requested scopes that a role grants, with the lifetime of the resource', async () => {
    const { config, tokens } = await signIn();
    const answer = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop });
    expect(decodeJwt(answer.access_token)).toMatchObject({ aud: shop, client_id: spa.id, sub: userId });
    expect(scopesOf(answer.access_token)).toEqual(['read', 'refund', 'write']);
    expect(answer.expires_in).toBe(120);
    const fewer = await client.refreshTokenGrant(config, answer.refresh_token ?? '', {
      resource: shop,
      scope: 'openid read',
    });
    expect(scopesOf(fewer.access_token)).toEqual(['read']);
  });

  test('attack 2: roles in an organization that requires a second factor need one in this session', async () => {
    const guarded = { username: 'grace', password: 'grace grace grace' };
    const { id } = (await app.call(usersApi.create, { token, body: guarded })).body;
    await insertTestOrganization(app, { id: 'guarded', members: { [id]: ['manager'] }, isMfaRequired: true });
    const { config, tokens } = await signIn({ person: guarded });
    let refresh = tokens.refresh_token ?? '';
    const held = async () => {
      const answer = await client.refreshTokenGrant(config, refresh, { resource: shop });
      refresh = answer.refresh_token ?? refresh;
      return scopesOf(answer.access_token);
    };
    expect(await held()).toEqual([]);
    await app.write('default', (db) =>
      sql`update users set mfa_verifications = '[{"type":"Totp"}]' where id = ${id}`.execute(db),
    );
    expect(await held()).toEqual([]);
    await app.write('default', (db) =>
      sql`update oidc_models set payload = payload || ${JSON.stringify({ acr: factorAcr })}::jsonb
        where model = 'RefreshToken' and account_id = ${id}`.execute(db),
    );
    expect(await held()).toEqual(['refund']);
  });

  test('a refresh gets nothing that the sign-in was not granted, whatever it asks for', async () => {
    const { config, tokens } = await signIn({ scope: 'openid read offline_access', resource: [shop] });
    const ask = (more: Record<string, string>) =>
      client.refreshTokenGrant(config, tokens.refresh_token ?? '', more).then(
        ({ access_token }) => scopesOf(access_token),
        ({ error }) => error,
      );
    for (const [more, refusal] of [
      [{ resource: shop, scope: 'read write' }, 'invalid_scope'],
      [{ scope: 'openid email' }, 'invalid_scope'],
      [{ resource: managementApiIndicator('default') }, 'invalid_target'],
      [{ resource: 'urn:logto:resource:organizations' }, 'invalid_target'],
      [{ resource: `${shop}/` }, 'invalid_target'],
      [{ resource: shop.toUpperCase() }, 'invalid_target'],
      [{ resource: organizationAudience('acme') }, 'insufficient_scope'],
      [{ organization_id: 'acme' }, 'insufficient_scope'],
      [{ organization_id: 'acme', resource: shop }, 'insufficient_scope'],
    ] as const) {
      expect([more, await ask(more)]).toEqual([more, refusal]);
    }
    // None of them has used the token.
    expect(await ask({ resource: shop })).toEqual(['read']);
  });

  test('a role change applies to the next token', async () => {
    const { config, tokens } = await signIn();
    const { body: roles } = await app.call(rolesApi.list, { token, query: { search: '%clerk%' } });
    const params = { id: roles[0]?.id ?? '', scopeId: scopeIds.write ?? '' };
    await app.call(rolesApi.removeScope, { token, params });
    const answer = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop });
    expect(scopesOf(answer.access_token)).toEqual(['read', 'refund']);
    await app.call(rolesApi.assignScopes, { token, params, body: { scopeIds: [params.scopeId] } });
    const again = await client.refreshTokenGrant(config, answer.refresh_token ?? '', { resource: shop });
    expect(scopesOf(again.access_token)).toEqual(['read', 'refund', 'write']);
  });

  test('without a resource the token is opaque, unless there is a default resource', async () => {
    const { tokens } = await signIn({ resource: [], scope: 'openid offline_access read' });
    expect(tokens.access_token.split('.')).toHaveLength(1);
    const { body: resources } = await app.call(resourcesApi.list, { token });
    const id = resources.find(({ indicator }) => indicator === shop)?.id ?? '';
    await app.call(resourcesApi.setDefault, { token, params: { id }, body: { isDefault: true } });
    try {
      const preset = await signIn({ resource: [], scope: 'openid offline_access read' });
      expect(decodeJwt(preset.tokens.access_token)).toMatchObject({ aud: shop, scope: 'read' });
    } finally {
      await app.call(resourcesApi.setDefault, { token, params: { id }, body: { isDefault: false } });
    }
    const opaque = await signIn({ resource: [], scope: 'openid offline_access read' });
    expect(opaque.tokens.access_token.split('.')).toHaveLength(1);
  });
});

describe('the scopes of tokens for a resource', () => {
  const scopeOf = (accessToken: string) => decodeJwt(accessToken).scope;

  test('are in the order of the request (observed 2, row 18)', async () => {
    for (const [scope, granted] of [
      ['openid offline_access write read', 'write read'],
      ['read openid write offline_access', 'read write'],
    ] as const) {
      const { config, tokens } = await signIn({ resource: [shop], scope });
      const answer = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop });
      expect(scopeOf(answer.access_token)).toBe(granted);
      const again = { resource: shop, scope: 'write openid read' };
      const refreshed = await client.refreshTokenGrant(config, answer.refresh_token ?? '', again);
      expect(scopeOf(refreshed.access_token)).toBe('write read');
    }
  });

  test('are an empty text in the JWT if nothing was granted to a person (observed 2, row 17)', async () => {
    const { config, tokens } = await signIn({ resource: [shop], scope: 'openid offline_access ship' });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop });
    expect(scopeOf(refreshed.access_token)).toBe('');
    const named = await signIn({ resource: [shop], scope: 'openid ship' });
    expect(scopeOf(named.tokens.access_token)).toBe('');
  });
});

describe('organization tokens', () => {
  test('for an organization only: its audience, and the scopes of the roles in it', async () => {
    const { config, tokens } = await signIn();
    const answer = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { organization_id: 'acme' });
    const claims = decodeJwt(answer.access_token);
    expect(claims).toMatchObject({ aud: organizationAudience('acme') });
    expect(claims).not.toHaveProperty('organization_id');
    expect(scopesOf(answer.access_token)).toEqual(['invite', 'report']);
    expect(answer.expires_in).toBe(3600);
    const bare = await client.refreshTokenGrant(config, answer.refresh_token ?? '', { organization_id: 'bare' });
    expect(scopesOf(bare.access_token)).toEqual([]);
  });

  test('with a resource: the token names the organization, and only roles in it count', async () => {
    const { config, tokens } = await signIn();
    const inAcme = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      organization_id: 'acme',
      resource: shop,
    });
    expect(decodeJwt(inAcme.access_token)).toMatchObject({ aud: shop, organization_id: 'acme' });
    expect(scopesOf(inAcme.access_token)).toEqual(['read', 'refund', 'write']);
    const inBare = await client.refreshTokenGrant(config, inAcme.refresh_token ?? '', {
      organization_id: 'bare',
      resource: shop,
    });
    expect(scopesOf(inBare.access_token)).toEqual(['read', 'write']);
  });

  test('are rejected without the scope, without membership and without a required second factor', async () => {
    const { config, tokens } = await signIn();
    const refused = (parameters: Record<string, string>) =>
      client.refreshTokenGrant(config, tokens.refresh_token ?? '', parameters);
    await expect(refused({ organization_id: 'foreign' })).rejects.toMatchObject({
      error: 'access_denied',
      status: 403,
    });
    await expect(refused({ organization_id: 'strict' })).rejects.toMatchObject({ error: 'access_denied', status: 403 });
    await expect(refused({ organization_id: 'strict', resource: shop })).rejects.toMatchObject({ status: 403 });
    await app.write('default', (db) =>
      sql`update users set mfa_verifications = '[{"type":"Totp"}]' where id = ${userId}`.execute(db),
    );
    // The user has a factor, but has not used it in this session.
    await expect(refused({ organization_id: 'strict' })).rejects.toMatchObject({ error: 'access_denied', status: 403 });
    await app.write('default', (db) =>
      sql`update oidc_models set payload = payload || ${JSON.stringify({ acr: factorAcr })}::jsonb
        where model = 'RefreshToken' and account_id = ${userId}`.execute(db),
    );
    const granted = await refused({ organization_id: 'strict' });
    expect(scopesOf(granted.access_token)).toEqual(['invite', 'report']);
    const plain = await signIn({ scope: 'openid offline_access read' });
    await expect(
      client.refreshTokenGrant(plain.config, plain.tokens.refresh_token ?? '', { organization_id: 'acme' }),
    ).rejects.toMatchObject({ error: 'insufficient_scope', status: 403 });
  });
});

describe('machines', () => {
  const ask = (parameters: Record<string, string>) => client.clientCredentialsGrant(machine.config, parameters);

  test('attack 33: never grants unregistered scopes or those of another organization', async () => {
    const answer = await ask({ resource: shop, scope: 'read write refund ship all made-up' });
    expect(scopesOf(answer.access_token)).toEqual(['read']);
    await expect(ask({ organization_id: 'foreign' })).rejects.toMatchObject({ error: 'access_denied', status: 403 });
    await expect(ask({ organization_id: 'bare', resource: shop, scope: 'ship' })).rejects.toMatchObject({
      error: 'access_denied',
    });
    await expect(ask({ organization_id: 'no such thing' })).rejects.toMatchObject({ error: 'access_denied' });
  });

  test('get tokens for an organization, and for a resource within an organization', async () => {
    const own = await ask({ organization_id: 'acme', scope: 'report invite' });
    expect(decodeJwt(own.access_token)).toMatchObject({ aud: organizationAudience('acme'), sub: machine.id });
    expect(scopesOf(own.access_token)).toEqual(['report']);
    const within = await ask({ organization_id: 'acme', resource: shop, scope: 'read ship' });
    expect(decodeJwt(within.access_token)).toMatchObject({ aud: shop, organization_id: 'acme' });
    expect(scopesOf(within.access_token)).toEqual(['ship']);
  });

  test('have no scope if none was requested, and an empty one for an organization (observed 2, row 19)', async () => {
    const answer = await ask({ resource: shop });
    expect(answer).not.toHaveProperty('scope');
    expect(decodeJwt(answer.access_token)).not.toHaveProperty('scope');
    const none = await ask({ resource: shop, scope: 'refund' });
    expect(none).not.toHaveProperty('scope');
    expect(decodeJwt(none.access_token)).not.toHaveProperty('scope');
    const own = await ask({ organization_id: 'acme' });
    expect(own.scope).toBe('');
    expect(decodeJwt(own.access_token).scope).toBe('');
    expect((await ask({ organization_id: 'acme', scope: 'report' })).scope).toBe('report');
  });

  test('without a target are for the default resource (observed 2, row 20)', async () => {
    const { body: resources } = await app.call(resourcesApi.list, { token });
    const id = resources.find(({ indicator }) => indicator === shop)?.id ?? '';
    const preset = (isDefault: boolean) =>
      app.call(resourcesApi.setDefault, { token, params: { id }, body: { isDefault } });
    await preset(true);
    try {
      const answer = await ask({ scope: 'read write' });
      expect(decodeJwt(answer.access_token)).toMatchObject({ aud: shop, scope: 'read', sub: machine.id });
      expect(answer.scope).toBe('read');
    } finally {
      await preset(false);
    }
  });

  test('are rejected without a target and with two resources', async () => {
    await expect(ask({})).rejects.toMatchObject({ error: 'invalid_target' });
    const two = new URLSearchParams({ scope: 'read' });
    two.append('resource', shop);
    two.append('resource', 'https://default.logto.app/api');
    await expect(client.clientCredentialsGrant(machine.config, two)).rejects.toMatchObject({ error: 'invalid_target' });
  });

  test('get no more tokens for an organization after removal from it', async () => {
    const other = await createClient(app, token, { type: 'MachineToMachine' });
    await insertTestOrganization(app, { id: 'shortlived', machines: { [other.id]: [] } });
    await client.clientCredentialsGrant(other.config, { organization_id: 'shortlived' });
    await app.write('default', (db) =>
      db.deleteFrom('organization_applications').where('organization_id', '=', 'shortlived').execute(),
    );
    await expect
      .poll(() => client.clientCredentialsGrant(other.config, { organization_id: 'shortlived' }).then(String, String))
      .toContain('ResponseBodyError');
  });
});

describe('token exchange', () => {
  const exchange = (parameters: Record<string, string>, by = web) =>
    client.genericGrantRequest(by.config, tokenExchangeGrant, parameters);
  const subjectToken = async (of = userId, context?: Record<string, unknown>) =>
    (await app.call(subjectTokensApi.create, { token, body: { userId: of, ...(context ? { context } : {}) } })).body
      .subjectToken;
  const personal = async (of = userId) =>
    (
      await app.call(personalAccessTokensApi.create, {
        token,
        params: { userId: of },
        body: { name: `key ${Math.random()}` },
      })
    ).body.value;
  const bySubject = (subject: string, more: Record<string, string> = {}) => ({
    subject_token: subject,
    subject_token_type: tokenTypes.accessToken,
    ...more,
  });

  test('a subject token can be exchanged once, with the scopes of its user', async () => {
    const subject = await subjectToken();
    const answer = await exchange(bySubject(subject, { resource: shop, scope: 'read write ship' }));
    expect(decodeJwt(answer.access_token)).toMatchObject({ sub: userId, aud: shop, client_id: web.id });
    expect(scopesOf(answer.access_token)).toEqual(['read', 'write']);
    expect(answer).not.toHaveProperty('refresh_token');
    expect(answer).not.toHaveProperty('id_token');
    expect(answer.token_type.toLowerCase()).toBe('bearer');
    await expect(exchange(bySubject(subject, { resource: shop }))).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('has the scopes in the order of the request, and an empty text without any (observed 2, rows 17 and 18)', async () => {
    const both = await exchange(bySubject(await subjectToken(), { resource: shop, scope: 'write ship read' }));
    expect([both.scope, decodeJwt(both.access_token).scope]).toEqual(['write read', 'write read']);
    const none = await exchange(bySubject(await subjectToken(), { resource: shop, scope: 'ship' }));
    expect([none.scope, decodeJwt(none.access_token).scope]).toEqual(['', '']);
    const byPersonal = { subject_token: await personal(), subject_token_type: tokenTypes.personalAccessToken };
    const plain = await exchange({ ...byPersonal, resource: shop });
    expect([plain.scope, decodeJwt(plain.access_token).scope]).toEqual(['', '']);
  });

  test('one of fifty concurrent exchanges of a subject token succeeds', async () => {
    const subject = await subjectToken();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => exchange(bySubject(subject, { resource: shop, scope: 'read' }))),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a rejected exchange does not consume the subject token', async () => {
    const subject = await subjectToken();
    await expect(exchange(bySubject(subject, { resource: 'https://nowhere.example' }))).rejects.toMatchObject({
      error: 'invalid_target',
    });
    await expect(exchange(bySubject(subject, { organization_id: 'foreign' }))).rejects.toMatchObject({ status: 403 });
    await exchange(bySubject(subject, { resource: shop, scope: 'read' }));
  });

  test('rejects an expired subject token', async () => {
    const subject = await subjectToken();
    await app.write('default', (db) =>
      sql`update subject_tokens set expires_at = now() - interval '1 second' where id = ${digestSecret(subject)}`.execute(
        db,
      ),
    );
    await expect(exchange(bySubject(subject, { resource: shop }))).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('a personal access token can be exchanged repeatedly until it is deleted', async () => {
    const value = await personal();
    const parameters = {
      subject_token: value,
      subject_token_type: tokenTypes.personalAccessToken,
      resource: shop,
      scope: 'read',
    };
    expect(scopesOf((await exchange(parameters)).access_token)).toEqual(['read']);
    expect(scopesOf((await exchange(parameters, spa)).access_token)).toEqual(['read']);
    await app.write('default', (db) =>
      sql`update personal_access_tokens set expires_at = now() - interval '1 second' where value_digest = ${digestSecret(value)}`.execute(
        db,
      ),
    );
    await expect(exchange(parameters)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('issues tokens for an organization and for a resource within it', async () => {
    const answer = await exchange(bySubject(await subjectToken(), { organization_id: 'acme', scope: 'invite ship' }));
    expect(decodeJwt(answer.access_token)).toMatchObject({ aud: organizationAudience('acme'), scope: 'invite' });
    const within = await exchange(
      bySubject(await subjectToken(), { organization_id: 'acme', resource: shop, scope: 'refund' }),
    );
    expect(decodeJwt(within.access_token)).toMatchObject({ organization_id: 'acme', scope: 'refund' });
  });

  test('without a resource the token is opaque and valid for userinfo', async () => {
    const answer = await exchange(bySubject(await subjectToken(), { scope: 'openid profile' }));
    expect(answer.access_token.split('.')).toHaveLength(1);
    expect(await client.fetchUserInfo(web.config, answer.access_token, userId)).toMatchObject({ name: 'Ada' });
  });

  test('an actor token sets the actor', async () => {
    const { tokens: actor } = await signIn({
      clientId: web.id,
      clientSecret: web.secret ?? '',
      resource: [],
      scope: 'openid',
    });
    const more = {
      resource: shop,
      scope: 'read',
      actor_token: actor.access_token,
      actor_token_type: tokenTypes.accessToken,
    };
    const answer = await exchange(bySubject(await subjectToken(), more));
    expect(decodeJwt(answer.access_token)).toMatchObject({ sub: userId, act: { sub: userId } });
    for (const bad of [
      { ...more, actor_token: 'x'.repeat(43) },
      { ...more, actor_token_type: tokenTypes.personalAccessToken },
      { ...more, actor_token: answer.access_token },
    ]) {
      await expect(exchange(bySubject(await subjectToken(), bad))).rejects.toMatchObject({ error: 'invalid_grant' });
    }
  });

  test('attack 11: an actor token that is bound to a key needs a proof of this key', async () => {
    const { tokens: actor } = await signIn({
      clientId: web.id,
      clientSecret: web.secret ?? '',
      resource: [],
      scope: 'openid',
    });
    const owner = await client.randomDPoPKeyPair();
    const thief = await client.randomDPoPKeyPair();
    const handleOf = (keys = owner) => client.getDPoPHandle(web.config, keys);
    const jkt = await calculateJwkThumbprint(await exportJWK(owner.publicKey));
    await app.write('default', (db) =>
      sql`update oidc_models set payload = payload || ${JSON.stringify({ jkt })}::jsonb
        where model = 'AccessToken' and id = ${digest(actor.access_token)}`.execute(db),
    );
    const ask = async (DPoP?: client.DPoPHandle) =>
      client.genericGrantRequest(
        web.config,
        tokenExchangeGrant,
        bySubject(await subjectToken(), {
          resource: shop,
          actor_token: actor.access_token,
          actor_token_type: tokenTypes.accessToken,
        }),
        DPoP ? { DPoP } : {},
      );
    await expect(ask()).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(ask(handleOf(thief))).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(decodeJwt((await ask(handleOf())).access_token)).toMatchObject({ act: { sub: userId }, cnf: { jkt } });
  });

  test('attack 11: rejects JWTs that are no access token of a user, and foreign ones', async () => {
    const { config, tokens } = await signIn();
    const own = (await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop })).access_token;
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: userId }))}.`;
    const ofMachine = (await client.clientCredentialsGrant(machine.config, { resource: shop })).access_token;
    const [head = '', body = '', signature = ''] = own.split('.');
    const other = btoa(JSON.stringify({ ...decodeJwt(own), sub: outsider })).replaceAll('=', '');
    const forged = [`${head}.${other}.${signature}`, `${head}.${body}.`, `${head}.${body}.AAAA`];
    for (const jwt of [
      tokens.id_token ?? '',
      ofMachine,
      unsigned,
      ...forged,
      tokens.refresh_token ?? '',
      'x',
      'a.b.c',
    ]) {
      for (const type of [tokenTypes.accessToken, tokenTypes.personalAccessToken, tokenTypes.impersonationToken]) {
        await expect(
          exchange({ subject_token: jwt, subject_token_type: type, resource: shop }),
          jwt,
        ).rejects.toMatchObject({ error: 'invalid_grant' });
      }
    }
    for (const type of [
      tokenTypes.personalAccessToken,
      tokenTypes.impersonationToken,
      'urn:ietf:params:oauth:token-type:jwt',
    ]) {
      await expect(exchange({ subject_token: own, subject_token_type: type, resource: shop })).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    }
  });

  test('a subject token is also accepted as an impersonation token', async () => {
    const subject = await subjectToken();
    const parameters = { subject_token: subject, subject_token_type: tokenTypes.impersonationToken, resource: shop };
    expect(decodeJwt((await exchange(parameters)).access_token)).toMatchObject({ sub: userId });
    await expect(exchange(parameters)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  const byAccessToken = (value: string, more: Record<string, string> = {}) => ({
    subject_token: value,
    subject_token_type: tokenTypes.accessToken,
    resource: shop,
    scope: 'read',
    ...more,
  });

  test('an access token of the user is exchanged repeatedly, as a JWT and opaque; what is issued lives no longer', async () => {
    const { config, tokens } = await signIn();
    const jwt = (await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop })).access_token;
    for (let round = 0; round < 2; round += 1) {
      const answer = await exchange(byAccessToken(jwt));
      expect(decodeJwt(answer.access_token)).toMatchObject({ sub: userId, client_id: web.id, scope: 'read' });
      expect(decodeJwt(answer.access_token).exp).toBeLessThanOrEqual(decodeJwt(jwt).exp ?? 0);
    }
    const plain = await signIn({ scope: 'openid', resource: [] });
    expect(plain.tokens.access_token.split('.')).toHaveLength(1);
    for (let round = 0; round < 2; round += 1) {
      const answer = await exchange(byAccessToken(plain.tokens.access_token));
      expect(decodeJwt(answer.access_token)).toMatchObject({ sub: userId });
    }
    await client.tokenRevocation(plain.config, plain.tokens.access_token);
    await expect(exchange(byAccessToken(plain.tokens.access_token))).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('attack: opaque tokens that are exchanged for each other do not live longer than the first one', async () => {
    const { tokens } = await signIn({ scope: 'openid', resource: [] });
    await app.write('default', (db) =>
      sql`update oidc_models set payload = payload || jsonb_build_object('exp', floor(extract(epoch from now())) + 60),
        expires_at = now() + interval '60 seconds'
        where model = 'AccessToken' and id = ${digest(tokens.access_token)}`.execute(db),
    );
    const plain = (subject: string) => exchange(bySubject(subject, { scope: 'openid' }));
    let value = tokens.access_token;
    for (let round = 0; round < 2; round += 1) {
      const answer = await plain(value);
      expect(answer.expires_in).toBeLessThanOrEqual(60);
      value = answer.access_token;
    }
    const jwt = await exchange(byAccessToken(value));
    expect(jwt.expires_in).toBeLessThanOrEqual(60);
  });

  test('attack: an opaque access token from before the proofs of its user changed is refused', async () => {
    const { tokens } = await signIn({ scope: 'openid', resource: [] });
    expect((await exchange(byAccessToken(tokens.access_token))).access_token).toBeTruthy();
    const epochIn = (seconds: number) =>
      app.write('default', (db) =>
        sql`update users set security_epoch = (floor(extract(epoch from now())) + ${seconds}) * 1000000
          where id = ${userId}`.execute(db),
      );
    await epochIn(5);
    await expect(exchange(byAccessToken(tokens.access_token))).rejects.toMatchObject({ error: 'invalid_grant' });
    await epochIn(-100);
  });

  test('attack: what was exchanged again ends with the personal access token that it began with', async () => {
    const value = await personal();
    const byPersonal = { subject_token: value, subject_token_type: tokenTypes.personalAccessToken };
    const opaque = (await exchange({ ...byPersonal, scope: 'openid' })).access_token;
    const jwt = (await exchange({ ...byPersonal, resource: shop, scope: 'read' })).access_token;
    const [ofOpaque, ofJwt] = [
      (await exchange(bySubject(opaque, { scope: 'openid' }))).access_token,
      (await exchange(bySubject(jwt, { scope: 'openid' }))).access_token,
    ];
    const again = (await exchange(byAccessToken(jwt))).access_token;
    for (const each of [opaque, ofOpaque, ofJwt]) {
      expect(await client.fetchUserInfo(web.config, each, userId)).toMatchObject({ sub: userId });
    }
    const { body } = await app.call(personalAccessTokensApi.list, { token, params: { userId } });
    const { name = '' } = body.find((one) => one.value === value) ?? body.at(-1) ?? {};
    await app.call(personalAccessTokensApi.remove, { token, params: { userId, name } });
    for (const each of [opaque, ofOpaque, ofJwt]) {
      await expect(client.fetchUserInfo(web.config, each, userId)).rejects.toThrow();
    }
    for (const each of [opaque, ofOpaque, ofJwt, jwt, again]) {
      await expect(exchange(bySubject(each, { scope: 'openid' }))).rejects.toMatchObject({ error: 'invalid_grant' });
    }
  });

  test('attack: another exchange does not hide who acts for the user', async () => {
    const actorToken = async () => {
      const by = { clientId: web.id, clientSecret: web.secret ?? '', resource: [], scope: 'openid' };
      const { tokens } = await signIn(by);
      return { actor_token: tokens.access_token, actor_token_type: tokenTypes.accessToken };
    };
    const { id } = (await app.call(usersApi.create, { token, body: {} })).body;
    const first = await exchange(bySubject(await subjectToken(id), { resource: shop, ...(await actorToken()) }));
    const act = { sub: userId };
    expect(decodeJwt(first.access_token)).toMatchObject({ sub: id, act });
    const second = await exchange(byAccessToken(first.access_token));
    expect(decodeJwt(second.access_token)).toMatchObject({ sub: id, act });
    const opaque = await exchange(bySubject(second.access_token, { scope: 'openid' }));
    expect(await client.tokenIntrospection(web.config, opaque.access_token)).toMatchObject({ active: true, act });
    const third = await exchange(byAccessToken(opaque.access_token));
    expect(decodeJwt(third.access_token).act).toEqual(act);
    let value = third.access_token;
    for (let round = 1; round < 5; round += 1) {
      value = (await exchange(byAccessToken(value, await actorToken()))).access_token;
    }
    expect(decodeJwt(value).act).toEqual({ ...act, act: { ...act, act: { ...act, act: { ...act, act } } } });
    await expect(exchange(byAccessToken(value, await actorToken()))).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('attack: an access token from before the user was signed out everywhere is refused', async () => {
    const { config, tokens } = await signIn();
    const jwt = (await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop })).access_token;
    expect((await exchange(byAccessToken(jwt))).access_token).toBeTruthy();
    const later = (decodeJwt(jwt).iat ?? 0) + 2;
    await app.write('default', (db) =>
      sql`update users set security_epoch = ${later * 1_000_000} where id = ${userId}`.execute(db),
    );
    await expect(exchange(byAccessToken(jwt))).rejects.toMatchObject({ error: 'invalid_grant' });
    await app.write('default', (db) =>
      sql`update users set security_epoch = ${(later - 10) * 1_000_000} where id = ${userId}`.execute(db),
    );
  });

  test('attack: an access token of a third-party application or bound to a key is refused', async () => {
    const { privateKey, publicKey } = await client.randomDPoPKeyPair('ES256');
    const DPoP = client.getDPoPHandle(spa.config, { privateKey, publicKey });
    const { config, tokens } = await signIn();
    const jwt = (await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: shop })).access_token;
    const opaque = tokens.access_token;
    const bound = await client.genericGrantRequest(web.config, tokenExchangeGrant, byAccessToken(jwt), { DPoP });
    await expect(exchange(byAccessToken(bound.access_token))).rejects.toMatchObject({ error: 'invalid_grant' });
    await app.write('default', (db) =>
      sql`update applications set is_third_party = true where id = ${spa.id}`.execute(db),
    );
    for (const one of [jwt, opaque]) {
      await expect(exchange(byAccessToken(one))).rejects.toMatchObject({ error: 'invalid_grant' });
    }
    await app.write('default', (db) =>
      sql`update applications set is_third_party = false where id = ${spa.id}`.execute(db),
    );
    for (const one of [jwt, opaque]) {
      expect((await exchange(byAccessToken(one))).access_token).toBeTruthy();
    }
  });

  test('only applications that may exchange tokens do, and third-party applications never may', async () => {
    const change = (id: string, customClientMetadata: object) =>
      app.call(applicationsApi.update, { token, params: { id }, body: { customClientMetadata } });
    const plain = await createClient(app, token, { type: 'Traditional' });
    const ask = async () => exchange(bySubject(await subjectToken(), { resource: shop }), plain);
    await expect(ask()).rejects.toMatchObject({ error: 'unauthorized_client' });
    expect((await change(plain.id, { allowTokenExchange: true })).status).toBe(200);
    expect((await ask()).access_token).toBeTruthy();
    expect((await change(plain.id, {})).status).toBe(200);
    await expect(ask()).rejects.toMatchObject({ error: 'unauthorized_client' });
    const job = await createClient(app, token, {
      type: 'MachineToMachine',
      customClientMetadata: { allowTokenExchange: true },
    });
    expect((await exchange(bySubject(await subjectToken(), { resource: shop }), job)).access_token).toBeTruthy();

    const refused = { status: 422, body: { code: 'application.third_party_application_cannot_enable_token_exchange' } };
    const body = { name: 'Other', type: 'Traditional', isThirdParty: true } as const;
    const customClientMetadata = { allowTokenExchange: true };
    expect(await app.call(applicationsApi.create, { token, body: { ...body, customClientMetadata } })).toMatchObject(
      refused,
    );
    const stranger = await createClient(app, token, body);
    expect(await change(stranger.id, customClientMetadata)).toMatchObject(refused);
  });

  test('attack 1: rejects tokens of a suspended or deleted user', async () => {
    const [subject, value] = [await subjectToken(outsider), await personal(outsider)];
    const byPersonal = { subject_token: value, subject_token_type: tokenTypes.personalAccessToken };
    const [opaque, jwt] = [await exchange(byPersonal), await exchange({ ...byPersonal, resource: shop })];
    await app.call(usersApi.setSuspended, { token, params: { userId: outsider }, body: { isSuspended: true } });
    const attempts = [
      bySubject(subject, { resource: shop }),
      { ...byPersonal, resource: shop },
      byAccessToken(opaque.access_token),
      byAccessToken(jwt.access_token),
    ];
    for (const attempt of attempts) {
      await expect(exchange(attempt)).rejects.toMatchObject({ error: 'invalid_grant' });
    }
    await app.call(usersApi.remove, { token, params: { userId: outsider } });
    for (const attempt of attempts) {
      await expect(exchange(attempt)).rejects.toMatchObject({ error: 'invalid_grant' });
    }
  });

  test('attack 2: proves no second factor to organizations that require one', async () => {
    const { id } = (await app.call(usersApi.create, { token, body: {} })).body;
    await insertTestOrganization(app, { id: 'vaulted', members: { [id]: ['manager'] }, isMfaRequired: true });
    await insertTestOrganization(app, { id: 'plain', members: { [id]: ['manager'] } });
    await app.write('default', (db) =>
      sql`update users set mfa_verifications = '[{"type":"Totp"}]' where id = ${id}`.execute(db),
    );
    const refused: Record<string, string>[] = [
      { organization_id: 'vaulted', scope: 'invite' },
      { resource: organizationAudience('vaulted'), scope: 'invite' },
      { organization_id: 'vaulted', resource: shop, scope: 'refund' },
    ];
    const ways = [
      async () => bySubject(await subjectToken(id)),
      async () => ({ subject_token: await personal(id), subject_token_type: tokenTypes.personalAccessToken }),
    ];
    for (const way of ways) {
      for (const more of refused) {
        await expect(exchange({ ...(await way()), ...more })).rejects.toMatchObject({
          error: 'access_denied',
          status: 403,
        });
      }
      const plain = await exchange({ ...(await way()), organization_id: 'plain', scope: 'invite' });
      expect(decodeJwt(plain.access_token)).toMatchObject({ scope: 'invite' });
      expect(decodeJwt(plain.access_token)).not.toHaveProperty('amr');
    }
    await app.call(organizationsApi.update, { token, params: { id: 'plain' }, body: { isMfaRequired: true } });
    for (const way of ways) {
      const answer = await exchange({ ...(await way()), resource: shop, scope: 'refund' });
      expect(decodeJwt(answer.access_token).scope, 'roles in organizations that require a factor').toBe('');
    }
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'the password is changed',
      (id) =>
        app.call(usersApi.setPassword, { token, params: { userId: id }, body: { password: 'quite another one' } }),
    ],
    [
      'the account is suspended and resumed',
      async (id) => {
        for (const isSuspended of [true, false]) {
          await app.call(usersApi.setSuspended, { token, params: { userId: id }, body: { isSuspended } });
        }
      },
    ],
    ['all sessions are ended', (id) => app.call(userSessionsApi.removeAll, { token, params: { userId: id } })],
  ])('attack 53: rejects a subject token after %s', async (_what, change) => {
    const { id } = (await app.call(usersApi.create, { token, body: {} })).body;
    const [before, atOnce] = [await subjectToken(id), await subjectToken(id)];
    await exchange(bySubject(atOnce, { resource: shop }));
    await change(id);
    await expect(exchange(bySubject(before, { resource: shop }))).rejects.toMatchObject({ error: 'invalid_grant' });
    await exchange(bySubject(await subjectToken(id), { resource: shop }));
  });

  test('rejects machines and third-party applications, and names missing parameters', async () => {
    const subject = await subjectToken();
    await expect(exchange(bySubject(subject), machine)).rejects.toMatchObject({ error: 'unauthorized_client' });
    await expect(exchange({ subject_token: subject })).rejects.toMatchObject({ error: 'invalid_request' });
    const stranger = await createClient(app, token, { type: 'Traditional', isThirdParty: true });
    await expect(exchange(bySubject(subject, { resource: shop }), stranger)).rejects.toMatchObject({
      error: 'unauthorized_client',
    });
  });
});

test('a third-party application cannot request user scopes it was not assigned', async () => {
  const stranger = await createClient(app, token, { type: 'Traditional', isThirdParty: true });
  const ask = async (scope: string) => {
    const url = client.buildAuthorizationUrl(stranger.config, { redirect_uri: redirectUri, scope });
    const response = await fetch(url, { redirect: 'manual' });
    return response.headers.get('location') ?? '';
  };
  expect(await ask('openid email')).toContain('error=invalid_scope');
  await app.call(applicationConsentApi.addScopes, {
    token,
    params: { applicationId: stranger.id },
    body: { userScopes: ['email'] },
  });
  expect(await ask('openid email')).toContain('/sign-in');
});

test('the audit log shows who got which tokens, without codes, tokens and secrets', async () => {
  const { tokens } = await signIn();
  await client.clientCredentialsGrant(machine.config, { resource: shop, scope: 'read' });
  await expect(client.clientCredentialsGrant(machine.config, {})).rejects.toThrow();
  await flushLogs(app.app);
  const { body: logs } = await app.call(auditApi.list, { token, query: { applicationId: machine.id } });
  expect(logs[0]).toMatchObject({
    key: 'ExchangeTokenBy.ClientCredentials',
    payload: { result: 'Error', applicationId: machine.id, error: expect.stringContaining('invalid_target') },
  });
  expect(logs[1]).toMatchObject({
    payload: {
      result: 'Success',
      applicationSecret: { name: 'Default secret' },
      tokenTypes: ['AccessToken'],
      scope: 'read',
      params: { grant_type: 'client_credentials', resource: shop },
    },
  });
  const { body: mine } = await app.call(auditApi.list, { token, query: { userId } });
  expect(mine.map(({ key }) => key)).toContain('ExchangeTokenBy.AuthorizationCode');
  const all = JSON.stringify([logs, mine]);
  for (const secret of [tokens.access_token, tokens.refresh_token, tokens.id_token, machine.secret]) {
    expect(all).not.toContain(secret);
  }
});
