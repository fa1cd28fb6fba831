import { pbkdf2Sync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applicationsApi } from '@postern/contracts/access/applications';
import { rolesApi, userRolesApi } from '@postern/contracts/access/roles';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findFactors, hashPassword, openFactorSecret } from '#features/people/users';
import { signingKey } from '#testing/saml';
import { type TestApp, testApp } from '#testing/test-app';
import { importer, newOnes, reasons } from './testing-import.ts';

const password = 'an old password';
const vaultKey = Buffer.alloc(32, 5).toString('base64');

let app: TestApp;
let token: string;
let cli: ReturnType<typeof importer>;
let folder: string;

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: vaultKey });
  token = await app.managementToken();
  cli = importer(app, { ALLOW_PRIVATE_EGRESS: 'true', IMPORT_TOKEN: 'the-token', SECRET_VAULT_KEK: vaultKey });
});
afterAll(() => app.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-cli-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const save = async (name: string, content: unknown) => {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const saveAll = async (files: Record<string, unknown>) => {
  for (const [name, content] of Object.entries(files)) {
    await save(`${name}.json`, content);
  }
};

const find = async (username: string) =>
  (await app.call(usersApi.list, { token, query: { search: `%${username}%` } })).body[0];

/** Serves the files of the folder like the API that they come from. */
async function serve(prefix: string, answer: (content: unknown, url: URL) => unknown = (content) => content) {
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://api.test');
    if (request.headers.authorization !== 'Bearer the-token') {
      response.writeHead(401).end('{}');
      return;
    }
    const path = decodeURIComponent(url.pathname.slice(prefix.length)).replace(/^\//, '') || 'index';
    try {
      const content: unknown = JSON.parse(await readFile(join(folder, `${path}.json`), 'utf8'));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(content, url)));
    } catch {
      response.writeHead(404).end('{}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** The bcrypt digest of the password. */
async function bcrypt(): Promise<string> {
  const { hash } = await import('@node-rs/bcrypt');
  return hash(password, 4);
}

describe('Auth0', () => {
  const files = {
    clients: [
      { client_id: 'global', name: 'All Applications', global: true },
      {
        client_id: 'AbCdEfGhIjKlMnOpQrStUvWxYz012345',
        client_secret: 'auth0-secret-value-of-the-portal',
        name: 'Portal',
        app_type: 'regular_web',
        callbacks: ['https://portal.example.com/callback', 'https://*.co.uk/callback'],
      },
    ],
    'resource-servers': [
      { identifier: 'https://auth0.example.com/api/v2/', is_system: true, scopes: [] },
      { identifier: 'https://api.auth0.test', name: 'API', token_lifetime: 900, scopes: [{ value: 'read:all' }] },
      { identifier: 'not a uri', name: 'Broken' },
    ],
    roles: [{ id: 'rol_1', name: 'Auth0 editor', description: '' }],
    'roles/rol_1/permissions': [
      { resource_server_identifier: 'https://api.auth0.test', permission_name: 'read:all' },
      { resource_server_identifier: 'https://gone.test', permission_name: 'x' },
    ],
    'roles/rol_1/users': [{ user_id: 'auth0|1' }],
    organizations: [{ id: 'org_1234567890abcdef', name: 'acme', display_name: 'Acme of Auth0' }],
    'organizations/org_1234567890abcdef/members': [{ user_id: 'auth0|1', roles: [{ name: 'Auth0 editor' }] }],
    connections: [
      { name: 'Username-Password-Authentication', strategy: 'auth0' },
      { name: 'github', strategy: 'github', options: { client_id: 'i', client_secret: 'github-secret-value' } },
      { name: 'corporate', strategy: 'samlp', options: {} },
    ],
    branding: { colors: { primary: '#abcdef' }, logo_url: 'https://example.com/auth0.svg' },
  };
  const users = async () =>
    [
      { user_id: 'auth0|1', email: 'auth0-ada@example.com', email_verified: true, username: 'auth0_ada' },
      { user_id: 'auth0|2', email: 'broken' },
    ]
      .map((user) => JSON.stringify(user))
      .join('\n');

  test('imports a folder with answers of the API, an export of users and their digests', async () => {
    await saveAll(files);
    const args = [
      'auth0',
      '--file',
      folder,
      '--users',
      await save('export.ndjson', await users()),
      '--hashes',
      await save('hashes.ndjson', JSON.stringify({ _id: { $oid: '1' }, passwordHash: await bcrypt() })),
    ];
    const plan = await cli.report(...args, '--dry-run');
    expect(newOnes(plan)).toEqual({
      applications: 1,
      resources: 1,
      permissions: 1,
      roles: 1,
      'organization roles': 1,
      organizations: 1,
      connectors: 1,
      'sign-in settings': 3,
      users: 1,
    });
    const lines = reasons(plan);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^application Portal: Its client ID does not fit\. Change AbCd\w+ to [\da-z]{21} /),
        expect.stringContaining('https://*.co.uk/callback is not valid here and is left out.'),
        expect.stringContaining('resource not a uri: '),
        'role Auth0 editor: The permission x of https://gone.test is left out: it does not exist here.',
        'connector corporate: Set up the provider samlp in the console.',
        expect.stringMatching(/^user broken: primaryEmail: /),
      ]),
    );
    expect(JSON.stringify(plan)).not.toContain('secret-value');
    expect(await find('auth0_ada')).toBeUndefined();

    expect(newOnes(await cli.report(...args))).toEqual(newOnes(plan));
    expect(await cli.verify(token, 'auth0_ada', password)).toBe(204);
    const members = await app.call(organizationMembersApi.list, { token, params: { id: 'org_1234567890abcdef' } });
    expect(members.body).toMatchObject([{ username: 'auth0_ada', organizationRoles: [{ name: 'Auth0 editor' }] }]);
    const { body: roles } = await app.call(rolesApi.list, { token, query: { search: '%Auth0 editor%' } });
    expect(roles).toMatchObject([{ usersCount: 1 }]);
    expect(newOnes(await cli.report(...args))).toEqual({});
  });

  test('imports from the API with cursors and page numbers', async () => {
    await saveAll({ ...files, users: [{ user_id: 'auth0|9', username: 'auth0_live', email: 'live@auth0.test' }] });
    const url = await serve('/api/v2', (content, { pathname, searchParams }) => {
      if (!pathname.endsWith('/members')) {
        return content;
      }
      // The second page has one more member.
      return searchParams.has('from') ? { members: [{ user_id: 'auth0|9' }] } : { members: content, next: 'cursor' };
    });
    const report = await cli.report('auth0', '--url', url);
    expect(reasons(report)).toContainEqual(expect.stringContaining('users passwords: The API does not return'));
    expect(await find('auth0_live')).toMatchObject({ primaryEmail: 'live@auth0.test' });
    const members = await app.call(organizationMembersApi.list, { token, params: { id: 'org_1234567890abcdef' } });
    expect(members.body.map(({ username }) => username)).toContain('auth0_live');
  });

  test('explains that the API lists only a thousand users', async () => {
    const many = Array.from({ length: 1200 }, (_, n) => ({ user_id: `auth0|${n}`, username: `many_${n}` }));
    await saveAll({ clients: [], users: many });
    const url = await serve('/api/v2', (content, { searchParams }) => {
      const from = Number(searchParams.get('page') ?? 0) * 100;
      return Array.isArray(content) ? content.slice(from, from + 100) : content;
    });
    const { code, err } = await cli.call('auth0', '--url', url);
    expect([code, err]).toEqual([1, expect.stringContaining('lists only the first 1000 users')]);
    expect(await find('many_1')).toBeUndefined();
  });
});

describe('Keycloak', () => {
  const credential = (algorithm: string, digest: string, bytes: number) => {
    const salt = Buffer.from('a salt of bytes');
    return {
      type: 'password',
      secretData: JSON.stringify({
        value: pbkdf2Sync(password, salt, 1000, bytes, digest).toString('base64'),
        salt: salt.toString('base64'),
      }),
      credentialData: JSON.stringify({ hashIterations: 1000, algorithm }),
    };
  };
  const argon2 = async () => {
    const { digest } = await hashPassword(password);
    const [, , , parameters = '', salt = '', value = ''] = digest.split('$');
    const [memory, rounds, parallelism] = parameters.split(',').map((part) => part.slice(2));
    return {
      type: 'password',
      secretData: JSON.stringify({ value, salt }),
      credentialData: JSON.stringify({
        hashIterations: Number(rounds),
        algorithm: 'argon2',
        additionalParameters: { type: ['id'], memory: [memory], parallelism: [parallelism], version: ['1.3'] },
      }),
    };
  };
  const realm = async () => ({
    realm: 'main',
    clients: [
      { clientId: 'account', publicClient: true },
      {
        clientId: 'kc-web',
        secret: '**********',
        redirectUris: ['https://kc.example.com/*', 'https://kc.example.com/cb'],
      },
      { clientId: 'kc-saml', protocol: 'saml' },
      { clientId: 'kc-job', secret: 'keycloak-secret', serviceAccountsEnabled: true, standardFlowEnabled: false },
    ],
    roles: {
      realm: [{ name: 'offline_access' }, { name: 'kc-staff', description: 'Staff', composite: true }],
      client: { 'kc-web': [{ name: 'editor' }], account: [{ name: 'view-profile' }] },
    },
    groups: [{ name: 'everyone' }],
    identityProviders: [
      { alias: 'google', providerId: 'google', config: { clientId: 'i', clientSecret: '**********' } },
    ],
    organizations: [{ id: '6d9ad5ab-0bd8-4b3c-92a4-2a5f8b3d3c11', name: 'Acme', members: [{ username: 'kc_ada' }] }],
    users: [
      { username: 'service-account-kc-job', serviceAccountClientId: 'kc-job' },
      {
        id: '1',
        username: 'kc_ada',
        enabled: true,
        realmRoles: ['kc-staff', 'offline_access'],
        clientRoles: { 'kc-web': ['editor'] },
        credentials: [credential('pbkdf2-sha256', 'sha256', 32)],
      },
      { id: '2', username: 'kc_bob', credentials: [credential('pbkdf2-sha512', 'sha512', 64)] },
      { id: '3', username: 'kc_eve', credentials: [await argon2()] },
    ],
  });

  test('imports a realm export with its users, who keep their passwords', async () => {
    const path = await save('main.json', JSON.stringify(await realm(), null, 2));
    const plan = await cli.report('keycloak', '--file', path, '--dry-run');
    expect(newOnes(plan)).toEqual({ applications: 3, roles: 2, organizations: 1, users: 3 });
    expect(reasons(plan)).toEqual(
      expect.arrayContaining([
        'application kc-saml: The source has no ACS URL without wildcards. Enter it in the console.',
        'application kc-web: The source does not show its secret, so it gets a new one.',
        expect.stringMatching(/^role kc-staff: It contains other roles/),
        expect.stringMatching(/^connector google: The source does not show/),
        'group /everyone: Groups do not exist here, and it has no roles. Use organizations or roles instead.',
      ]),
    );
    await cli.report('keycloak', '--file', path);
    const statuses = await Promise.all(['kc_ada', 'kc_bob', 'kc_eve'].map((name) => cli.verify(token, name, password)));
    expect(statuses).toEqual([204, 204, 204]);
    const job = await app.call(applicationsApi.listSecrets, { token, params: { id: 'kc-job' } });
    expect(job.body).toMatchObject([{ value: 'keycloak-secret' }]);
    const { body: roles } = await app.call(rolesApi.list, { token, query: { search: '%kc-%' } });
    expect(roles.map(({ name, usersCount }) => [name, usersCount])).toEqual([
      ['kc-staff', 1],
      ['kc-web:editor', 1],
    ]);
    expect(newOnes(await cli.report('keycloak', '--file', path))).toEqual({});
  });

  const otp = (secret: string, more: object = {}) => ({
    type: 'otp',
    secretData: JSON.stringify({ value: secret }),
    credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1', ...more }),
  });

  test('imports authenticator apps, and names second factors that it cannot import', async () => {
    const users = [
      { username: 'kc_totp', credentials: [otp('12345678901234567890'), { type: 'webauthn' }] },
      { username: 'kc_hotp', credentials: [otp('12345678901234567890', { subType: 'hotp' })] },
    ];
    const path = await save('factors.json', { realm: 'main', users });
    const report = await cli.report('keycloak', '--file', path);
    expect(reasons(report)).toEqual([
      'user kc_totp: Its second factor webauthn is not imported.',
      'user kc_hotp: The authenticator app is not imported: it does not use SHA-1, 6 digits and 30 seconds.',
    ]);
    const user = await find('kc_totp');
    const factors = (await app.read('default', (db) => findFactors(db, user?.id ?? ''))) ?? [];
    expect(factors).toMatchObject([{ type: 'Totp', key: expect.stringMatching(/^v1\./) }]);
    const { key = '' } = factors[0] as { key?: string };
    // The secret of the test values of RFC 6238.
    expect(openFactorSecret(app.app.vault, { tenantId: 'default', userId: user?.id ?? '' }, key)).toBe(
      'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    );
    const other = await find('kc_hotp');
    expect(await app.read('default', (db) => findFactors(db, other?.id ?? ''))).toEqual([]);
    const without = importer(app, {});
    await save('factors.json', {
      realm: 'main',
      users: [{ username: 'kc_no_vault', credentials: [otp('12345678901234567890')] }],
    });
    expect(reasons(await without.report('keycloak', '--file', path))).toEqual([
      'user kc_no_vault: The authenticator app is not imported: set SECRET_VAULT_KEK to store its secret.',
    ]);
    expect(await find('kc_no_vault')).toBeDefined();
  });

  test('members of groups get the roles of their groups and of the groups above them', async () => {
    const path = await save('groups.json', {
      realm: 'main',
      roles: { realm: [{ name: 'kc-member' }, { name: 'kc-lead' }] },
      groups: [{ name: 'team', realmRoles: ['kc-member'], subGroups: [{ name: 'leads', realmRoles: ['kc-lead'] }] }],
      users: [
        { username: 'kc_member', groups: ['/team'] },
        { username: 'kc_lead', groups: ['/team/leads'] },
      ],
    });
    const report = await cli.report('keycloak', '--file', path);
    expect(reasons(report)).toEqual([
      'group /team: Groups do not exist here. Its members get its roles: kc-member.',
      'group /team/leads: Groups do not exist here. Its members get its roles: kc-member, kc-lead.',
    ]);
    const rolesOf = async (name: string) => {
      const user = await find(name);
      const { body } = await app.call(userRolesApi.list, { token, params: { userId: user?.id ?? '' } });
      return body.map((role) => role.name).sort();
    };
    expect(await rolesOf('kc_member')).toEqual(['kc-member']);
    expect(await rolesOf('kc_lead')).toEqual(['kc-lead', 'kc-member']);
  });

  test('imports identity providers that speak OpenID Connect, and names everything that it leaves out', async () => {
    const config = {
      clientId: 'at-acme',
      clientSecret: 'secret at acme',
      authorizationUrl: 'https://idp.example/auth',
      tokenUrl: 'https://idp.example/token',
      jwksUrl: 'https://idp.example/jwks',
      issuer: 'https://idp.example',
      clientAuthMethod: 'client_secret_basic',
    };
    const path = await save('providers.json', {
      realm: 'main',
      clients: [
        { clientId: 'kc-off', enabled: false, redirectUris: ['https://off.example.com/cb'] },
        { clientId: 'kc-api', bearerOnly: true },
        {
          clientId: 'https://sp.example',
          protocol: 'saml',
          redirectUris: ['https://sp.example/*', 'https://sp.example/second'],
          attributes: {
            saml_assertion_consumer_url_post: 'https://sp.example/acs',
            saml_name_id_format: 'username',
            'saml.client.signature': 'true',
            'saml.signing.certificate': signingKey().certificate,
          },
          protocolMappers: [
            {
              protocolMapper: 'saml-user-property-mapper',
              config: { 'user.attribute': 'email', 'attribute.name': 'urn:oid:0.9.2342.19200300.100.1.3' },
            },
            {
              protocolMapper: 'saml-hardcode-attribute-mapper',
              config: { 'attribute.name': 'tier', 'attribute.value': 'gold' },
            },
            { name: 'js', protocolMapper: 'saml-javascript-mapper' },
          ],
        },
      ],
      identityProviders: [
        { alias: 'kc-acme', providerId: 'oidc', displayName: 'Acme staff', config },
        { alias: 'kc-masked', providerId: 'keycloak-oidc', config: { ...config, clientSecret: '**********' } },
        { alias: 'kc-unsigned', providerId: 'oidc', config: { ...config, jwksUrl: undefined } },
        { alias: 'kc-saml-idp', providerId: 'saml', config: { singleSignOnServiceUrl: 'https://saml.example' } },
        { alias: 'kc-disabled', providerId: 'oidc', enabled: false, config },
      ],
      components: { 'org.keycloak.storage.UserStorageProvider': [{ name: 'ldap', providerId: 'ldap' }] },
      users: [
        {
          username: 'kc_linked',
          federatedIdentities: [
            { identityProvider: 'kc-acme', userId: 'acme-7' },
            { identityProvider: 'kc-saml-idp', userId: '7' },
          ],
        },
      ],
    });
    const report = await cli.report('keycloak', '--file', path);
    expect(newOnes(report)).toMatchObject({ connectors: 1, users: 1 });
    expect(reasons(report)).toEqual([
      'application kc-off: It is disabled in the source.',
      'application kc-api: It only accepts tokens. Create an API resource in the console.',
      'application https://sp.example: The name ID username does not exist here. It gets the ID of the user.',
      'application https://sp.example: The attribute js is left out. Map it in the console.',
      expect.stringMatching(/^connector kc-masked: The source does not show/),
      expect.stringMatching(/^connector kc-unsigned: The source has no issuer/),
      'connector kc-saml-idp: Set up the provider saml in the console.',
      'connector kc-disabled: It is disabled in the source.',
      expect.stringMatching(/^user federation ldap: It reads users of another directory/),
      expect.stringMatching(/^application https:\/\/sp.example: Give it the metadata of this server/),
      'user kc_linked: Its account at kc-saml-idp is not imported.',
    ]);
    const { body: found } = await app.call(applicationsApi.list, { token, query: { types: 'SAML' } });
    const id = found.find(({ name }) => name === 'https://sp.example')?.id ?? '';
    expect((await app.call(samlApplicationsApi.get, { token, params: { id } })).body).toMatchObject({
      entityId: 'https://sp.example',
      acsUrl: { url: 'https://sp.example/acs' },
      additionalAcsUrls: ['https://sp.example/second'],
      requestSigning: { isRequired: true },
      attributeMapping: { email: 'urn:oid:0.9.2342.19200300.100.1.3' },
      additionalAttributes: [{ name: 'tier', value: 'gold' }],
    });
    const { body: keys } = await app.call(samlApplicationsApi.listSecrets, { token, params: { id } });
    expect(keys).toMatchObject([{ active: true }]);
    const { body: connectors } = await app.call(connectorsApi.list, { token, query: {} });
    expect(connectors.find(({ metadata }) => metadata.target === 'kc-acme')).toMatchObject({
      connectorId: 'oidc',
      trustAddresses: false,
      config: { clientId: 'at-acme', tokenEndpointAuthMethod: 'client_secret_basic' },
    });
    expect((await find('kc_linked'))?.identities).toMatchObject({ 'kc-acme': { userId: 'acme-7' } });
  });

  test('imports a folder with separate files of users', async () => {
    const { users: _, ...rest } = await realm();
    await save('main-realm.json', rest);
    await save('main-users-0.json', {
      realm: 'main',
      users: [{ id: '7', username: 'kc_folder', createdTimestamp: 1 }],
    });
    await cli.report('keycloak', '--file', folder);
    expect(await find('kc_folder')).toMatchObject({ username: 'kc_folder' });
  });

  test('imports from the admin API', async () => {
    const { clients, roles, organizations } = await realm();
    await saveAll({
      index: { realm: 'main' },
      clients,
      roles: [...roles.realm, { name: 'kc-writer' }],
      'roles/kc-staff/users': [{ id: '8', username: 'kc_live' }],
      organizations,
      'organizations/6d9ad5ab-0bd8-4b3c-92a4-2a5f8b3d3c11/members': [{ id: '8', username: 'kc_live' }],
      groups: [{ id: 'g1', name: 'all', subGroups: [{ id: 'g2', name: 'writers', realmRoles: ['kc-writer'] }] }],
      'groups/g2/members': [{ id: '8', username: 'kc_live' }],
      users: [{ id: '8', username: 'kc_live', createdTimestamp: 1_600_000_000_000 }],
    });
    const url = await serve('/admin/realms/main');
    await cli.report('keycloak', '--url', `${url}/admin/realms/main`);
    const user = await find('kc_live');
    const given = await app.call(userRolesApi.list, { token, params: { userId: user?.id ?? '' } });
    expect(given.body.map(({ name }) => name).sort()).toEqual(['kc-staff', 'kc-writer']);
  });

  test('rejects other files', async () => {
    const errorOf = async (content: unknown) =>
      (await cli.call('keycloak', '--file', await save('broken.json', content))).err;
    expect(await errorOf('{"realm": "x", "users": [')).toMatch(/broken\.json cannot be read: /);
    expect(await errorOf([1])).toContain('does not contain a JSON object');
    expect(await errorOf({ users: [] })).toContain('is not a realm export of Keycloak');
    expect(await errorOf({ realm: 'x', clients: [{}] })).toContain('contains a client without clientId');
    expect(await errorOf({ realm: 'x', users: [{ username: 'kc_before' }, {}] })).toContain('a user without username');
    expect(await find('kc_before')).toBeUndefined();
    expect((await cli.call('keycloak', '--file', join(folder, 'none'))).err).toContain('does not exist');
    expect((await cli.call('keycloak')).err).toBe('Name the source with one of --url, --file.\n');
  });
});

describe('Clerk', () => {
  test('imports the CSV export with digests', async () => {
    const header =
      'id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,' +
      'unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher';
    const row = `user_1,Clara,Clerk,clerk_clara,clara@clerk.test,,clara@clerk.test,,,,,${await bcrypt()},bcrypt`;
    const path = await save('users.csv', `${header}\n${row}\n`);
    expect(newOnes(await cli.report('clerk', '--file', path, '--dry-run'))).toEqual({ users: 1 });
    await cli.report('clerk', '--file', path);
    expect(await find('clerk_clara')).toMatchObject({ name: 'Clara Clerk', primaryEmail: 'clara@clerk.test' });
    expect(await cli.verify(token, 'clerk_clara', password)).toBe(204);
    expect(newOnes(await cli.report('clerk', '--file', path))).toEqual({});
  });

  test('imports an export of users that only --users names, with authenticator apps', async () => {
    const row = 'user_4,clerk_alone,alone@clerk.test,GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const path = await save('alone.csv', `id,username,primary_email_address,totp_secret\n${row}\n`);
    const report = await cli.report('clerk', '--users', path);
    expect([newOnes(report), reasons(report)]).toEqual([{ users: 1 }, []]);
    const user = await find('clerk_alone');
    expect(await app.read('default', (db) => findFactors(db, user?.id ?? ''))).toMatchObject([{ type: 'Totp' }]);
  });

  test('imports from the API with organizations and applications', async () => {
    await saveAll({
      organizations: { data: [{ id: 'org_2abcdefghijklmnopqrstuvwxyz0', name: 'Clerk Acme' }], total_count: 1 },
      'organizations/org_2abcdefghijklmnopqrstuvwxyz0/memberships': {
        data: [{ role: 'org:admin', public_user_data: { user_id: 'user_2' } }],
      },
      oauth_applications: { data: [{ client_id: 'clerk-app', name: 'Partner', redirect_uris: ['https://p.test/cb'] }] },
      users: [
        {
          id: 'user_2',
          username: 'clerk_live',
          email_addresses: [{ id: 'e', email_address: 'live@clerk.test', verification: { status: 'verified' } }],
          primary_email_address_id: 'e',
          external_accounts: [{ provider: 'oauth_google', provider_user_id: 'clerk-google-1' }],
          public_metadata: { tier: 1 },
        },
      ],
    });
    const url = await serve('/v1');
    await cli.report('clerk', '--url', url);
    expect(await find('clerk_live')).toMatchObject({
      identities: { google: { userId: 'clerk-google-1' } },
      customData: { public_metadata: { tier: 1 } },
    });
    const { body: organizations } = await app.call(organizationsApi.list, { token, query: { q: 'Clerk Acme' } });
    const members = await app.call(organizationMembersApi.list, {
      token,
      params: { id: organizations[0]?.id ?? '' },
    });
    expect(members.body).toMatchObject([{ username: 'clerk_live', organizationRoles: [{ name: 'org:admin' }] }]);
    expect(newOnes(await cli.report('clerk', '--url', url))).toEqual({});
    expect((await cli.call('clerk', '--url', url, '--token', 'wrong')).err).toContain('rejected the token (401)');
  });

  test('imports many users in batches, reports the progress and leaves out duplicates', async () => {
    const rows = Array.from({ length: 5001 }, (_, n) => `user_${n},crowd_${n},crowd_${n}@clerk.test`);
    const again = ['user_x,crowd_x,crowd_7@clerk.test'];
    const path = await save('many.csv', ['id,username,primary_email_address', ...rows, ...again].join('\n'));
    const { code, out } = await cli.call('clerk', '--file', path);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Checked 5000 users\nImported 5000 users\nKIND /)]);
    expect(out).toMatch(/\nusers +5001 +0\n/);
    expect(out).toContain('- user crowd_7@clerk.test: Another user of the source has the same identifier.');
    const { headers } = await app.call(usersApi.list, { token, query: { search: 'crowd_%' } });
    expect(headers['total-number']).toBe('5001');
  });

  test('rejects a file of another product before it changes anything', async () => {
    const path = await save('users.json', [{ id: 'user_3', username: 'clerk_first' }, { localId: 'x' }]);
    expect((await cli.call('clerk', '--file', path)).err).toContain('a user without id');
    expect(await find('clerk_first')).toBeUndefined();
  });
});

describe('a file that is not what the product exports is refused', () => {
  test.each([
    ['auth0', 'hello\nworld\n'],
    ['auth0', 'a,b\n1,2\n'],
    ['clerk', 'hello'],
    ['clerk', '<html></html>\n'],
    ['firebase', 'hello\n'],
    ['keycloak', 'hello\n'],
    ['auth0', ' \n'],
    ['clerk', ''],
  ])('%s %j', async (product, content) => {
    const { code, err } = await cli.call(product, '--file', await save('some.txt', content), '--dry-run');
    expect(code).toBe(1);
    expect(err).toMatch(/some\.txt( is not a file with JSON|: The file contains no users| cannot be read)/);
  });

  test('so are files of a folder, and a folder without such files', async () => {
    await saveAll({ clients: 'not JSON' });
    expect((await cli.call('auth0', '--file', folder)).err).toContain('clients.json is not a file with JSON.');
    await saveAll({ clients: [], users: '' });
    expect((await cli.call('auth0', '--file', folder)).code).toBe(1);
    await saveAll({ users: [] });
    expect((await cli.call('auth0', '--file', folder)).out).toContain('Everything fits.');
    await rm(join(folder, 'clients.json'));
    await rm(join(folder, 'users.json'));
    expect((await cli.call('auth0', '--file', folder)).err).toContain('contains no JSON files');
  });

  test('Auth0 takes --users alone and names second factors', async () => {
    const path = await save('users.ndjson', {
      user_id: 'auth0|9',
      email: 'auth0-alone@example.com',
      email_verified: true,
      multifactor: ['guardian'],
    });
    const report = await cli.report('auth0', '--users', path);
    expect([newOnes(report), reasons(report)]).toEqual([
      { users: 1 },
      ['user auth0-alone@example.com: Its second factor guardian is not imported.'],
    ]);
  });
});

describe('Firebase', () => {
  /** The published example of Firebase's scrypt: the password is `user1password`. */
  const parameters = `hash_config {
    algorithm: SCRYPT,
    base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
    base64_salt_separator: Bw==,
    rounds: 8,
    mem_cost: 14,
  }`;
  const users = {
    users: [
      {
        localId: '1',
        email: 'fire@firebase.test',
        emailVerified: true,
        passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
        salt: '42xEC+ixf3L2lw==',
        createdAt: '1600000000000',
        providerUserInfo: [{ providerId: 'github.com', rawId: 'fire-github' }],
      },
    ],
  };

  test('imports an export with the parameters of the project', async () => {
    const path = await save('export.json', users);
    const without = await cli.report('firebase', '--file', path, '--dry-run');
    expect(reasons(without)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^users passwords: Digests need the parameters/),
        expect.stringMatching(/^user fire@firebase\.test: passwordDigest: /),
      ]),
    );
    const args = ['firebase', '--file', path, '--hash-parameters', await save('parameters.txt', parameters)];
    await cli.report(...args);
    expect(await find('fire@firebase.test')).toMatchObject({ identities: { github: { userId: 'fire-github' } } });
    expect(await cli.verify(token, 'fire@firebase.test', 'user1password')).toBe(204);
    expect(newOnes(await cli.report(...args))).toEqual({});
  });

  test('imports from the API, which continues with a token', async () => {
    await saveAll({ 'accounts:batchGet': { users: [{ localId: '2', email: 'one@firebase.test' }] } });
    const url = await serve('/v1/projects/p', (content, { searchParams }) =>
      searchParams.has('nextPageToken')
        ? { users: [{ localId: '3', email: 'two@firebase.test' }] }
        : { ...(content as object), nextPageToken: 'more' },
    );
    expect(newOnes(await cli.report('firebase', '--url', `${url}/v1/projects/p`))).toEqual({ users: 2 });
  });

  test('rejects unreadable parameters without printing them', async () => {
    const path = await save('export.json', users);
    const broken = await save('parameters.txt', 'base64_signer_key: a-private-key\nrounds: many');
    const { code, err } = await cli.call('firebase', '--file', path, '--hash-parameters', broken);
    expect([code, err]).toEqual([1, expect.stringContaining('does not contain the parameters')]);
    expect(err).not.toContain('a-private-key');
    const wrong = await save('wrong.json', [{ localId: '5', email: 'five@firebase.test' }, { uid: '6' }]);
    expect((await cli.call('firebase', '--file', wrong)).err).toContain('a user without localId');
    expect(await find('five@firebase.test')).toBeUndefined();
  });
});
