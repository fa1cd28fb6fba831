import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { hashPassword } from '#features/people/users';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { fillLogtoDatabase } from '#testing/logto';
import { testApp } from '#testing/test-app';
import { createEmptyDatabase, databaseUrl } from '../../platform/testing/databases.ts';
import { importer, newOnes, reasons } from './testing-import.ts';

const password = 'the old password of Ada';

describe('from the database', () => {
  let app: ListeningApp;
  let token: string;
  let source: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let url: string;
  let cli: ReturnType<typeof importer>;

  beforeAll(async () => {
    app = await listeningApp();
    token = await app.managementToken();
    source = await createEmptyDatabase(inject('postgres'));
    url = databaseUrl(source.address);
    await fillLogtoDatabase(url, (await hashPassword(password)).digest);
    cli = importer(app, { ENDPOINT: app.endpoint, ADMIN_ENDPOINT: app.adminEndpoint });
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
  });

  test('a dry run lists what is new and what does not fit, and changes nothing', async () => {
    const report = await cli.report('logto', '--database', url, '--dry-run');
    expect(newOnes(report)).toEqual({
      applications: 2,
      resources: 1,
      permissions: 1,
      roles: 2,
      'organization permissions': 1,
      'organization roles': 1,
      organizations: 1,
      connectors: 1,
      'sign-in settings': expect.any(Number),
      users: 2,
    });
    expect(reasons(report)).toEqual(
      expect.arrayContaining([
        'users (1): Second factors are not imported. Users set them up again.',
        'webhooks (1): Create them in the console. They get new signing keys.',
        'application Shop: The back-channel logout URI http://169.254.169.254/logout is left out: The host 169.254.169.254 is not a public address. Requests into private networks are refused unless ALLOW_PRIVATE_EGRESS is set.',
        'application Wiki: Create applications of the type SAML in the console.',
        expect.stringMatching(/^connector carrier-pigeon \(unknown0connector\): /),
        expect.stringMatching(/^user not a username: username: /),
      ]),
    );
    expect((await app.call(usersApi.list, { token })).body).toEqual([]);
    expect((await app.call(resourcesApi.list, { token })).body).toHaveLength(1);
  });

  test('prints the plan as a table without secrets', async () => {
    const { code, out } = await cli.call('logto', '--database', url, '--dry-run');
    expect([code, out]).toEqual([0, expect.stringMatching(/^KIND +NEW +EXISTING\napplications +2 +0\n/)]);
    expect(out).toContain('What does not fit:\n');
    expect(out).not.toMatch(/secret-value|secret-of/);
  });

  test('imports everything with its IDs, secrets and relations', async () => {
    await cli.report('logto', '--database', url);
    const shop = await app.call(applicationsApi.get, { token, params: { id: 'web0app0with0secret00' } });
    expect(shop.body).toMatchObject({
      name: 'Shop',
      type: 'Traditional',
      oidcClientMetadata: { redirectUris: ['https://shop.example.com/callback'] },
      customClientMetadata: { idTokenTtl: 1800, rotateRefreshToken: true },
    });
    const secrets = await app.call(applicationsApi.listSecrets, { token, params: { id: 'web0app0with0secret00' } });
    expect(secrets.body).toMatchObject([{ name: 'Main', value: 'the-secret-of-the-shop-of-ada-00' }]);
    const { body: roles } = await app.call(rolesApi.list, { token, query: { search: '%Buyer%' } });
    const scopes = await app.call(rolesApi.listScopes, { token, params: { id: roles[0]?.id ?? '' } });
    expect(scopes.body).toMatchObject([{ name: 'read:orders', resource: { indicator: 'https://orders.example.com' } }]);
    const ada = await app.call(usersApi.get, { token, params: { userId: 'ada000000001' } });
    expect(ada.body).toMatchObject({
      username: 'ada',
      primaryEmail: 'ada@example.com',
      profile: { familyName: 'Lovelace', address: { country: 'UK' } },
      identities: { google: { userId: 'g-1' } },
      customData: { plan: 'gold' },
      createdAt: Date.parse('2020-02-02T02:02:02Z'),
      hasPassword: true,
    });
    const bob = await app.call(usersApi.get, { token, params: { userId: 'bob000000002' } });
    expect(bob.body).toMatchObject({ isSuspended: true, hasPassword: false });
    const acme = await app.call(organizationsApi.get, { token, params: { id: 'acme00000001' } });
    expect(acme.body).toMatchObject({ name: 'Acme', customData: { size: 3 } });
    const members = await app.call(organizationMembersApi.list, { token, params: { id: 'acme00000001' } });
    expect(members.body).toMatchObject([{ id: 'ada000000001', organizationRoles: [{ name: 'Owner' }] }]);
    const connectors = await app.call(connectorsApi.list, { token });
    expect(connectors.body).toMatchObject([{ id: 'google0connector', connectorId: 'google-universal' }]);
    const experience = await app.call(signInExperienceApi.get, { token });
    expect(experience.body).toMatchObject({
      color: { primaryColor: '#112233', isDarkModeEnabled: true },
      branding: { logoUrl: 'https://example.com/logo.svg' },
      languageInfo: { fallbackLanguage: 'de' },
      socialSignInConnectorTargets: ['google'],
    });
  });

  test('an imported user signs in to an imported application with the old password', async () => {
    const { tokens } = await authorize({
      issuer: `${app.endpoint}/oidc`,
      clientId: 'web0app0with0secret00',
      clientSecret: 'the-secret-of-the-shop-of-ada-00',
      redirectUri: 'https://shop.example.com/callback',
      person: { username: 'ada', password },
    });
    expect(tokens.claims()?.sub).toBe('ada000000001');
  });

  test('an imported machine gets a token of the management API with its old secret', async () => {
    const answer = await fetch(`${app.endpoint}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'machine0app0000000000',
        client_secret: 'the-old-secret-of-the-robot',
        resource: 'https://default.logto.app/api',
        scope: 'all',
      }),
    });
    const { access_token: own } = (await answer.json()) as { access_token: string };
    expect((await app.call(usersApi.list, { token: own })).status).toBe(200);
  });

  test('a second run changes nothing', async () => {
    const report = await cli.report('logto', '--database', url);
    expect(newOnes(report)).toEqual({});
    expect(report.counts).toMatchObject({ applications: { existing: 2 }, users: { existing: 2 } });
    expect((await app.call(usersApi.list, { token })).body).toHaveLength(2);
  });

  test('rejects a database that is not one of Logto, an unknown tenant and a wrong address', async () => {
    const empty = await createEmptyDatabase(inject('postgres'));
    const [notLogto, noTenant, wrong, nowhere] = [
      await cli.call('logto', '--database', databaseUrl(empty.address)),
      await cli.call('logto', '--database', url, '--source-tenant', 'x'),
      await cli.call('logto', '--database', 'mysql://x'),
      await cli.call('logto', '--database', 'postgres://ada:hidden-word@127.0.0.1:1/none'),
    ];
    await empty.drop();
    expect(notLogto).toMatchObject({ code: 1, err: expect.stringMatching(/^--database is not a database of Logto: /) });
    expect(noTenant.err).toBe('--source-tenant: the database contains no tenant x.\n');
    expect(wrong.err).toContain('--database must be an address');
    expect(nowhere.err).toMatch(/^--database cannot be used: /);
    expect(nowhere.err).not.toContain('hidden-word');
  });

  test('a source that breaks while it is read changes nothing', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`insert into organizations (tenant_id, id, name) values ('default', 'late00000001', 'Late')`);
    await client.query('alter table users rename to people');
    const { code, err } = await cli.call('logto', '--database', url);
    await client.query('alter table people rename to users');
    await client.end();
    expect([code, err]).toEqual([1, expect.stringContaining('relation "users" does not exist')]);
    const { status } = await app.call(organizationsApi.get, { token, params: { id: 'late00000001' } });
    expect(status).toBe(404);
  });
});

test('rejects broken folders, and writes nothing to the admin tenant', async () => {
  const app = await testApp();
  const folder = await mkdtemp(join(tmpdir(), 'postern-cli-import-'));
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { call } = importer(app);
  const run = async (...args: string[]) => (await call('logto', '--file', folder, ...args)).err;
  const save = (name: string, content: string) => writeFile(join(folder, `${name}.json`), content);
  expect(await run()).toContain('does not contain the file applications.json');
  await save('applications', '[{"id": "one", "name": "One"');
  expect(await run()).toMatch(/applications\.json.*: The file cannot be read/);
  await save('applications', '[{"id": "../../secrets", "name": "One", "type": "Traditional"}]');
  expect(await run()).toContain('is not a valid name of a file');
  await save('applications', '[{"name": "One", "type": "SPA"}]');
  expect(await run()).toContain('The source contains an application without id');
  await save('applications', '[]');
  await save('users', '[{"id": "abcdefghijkl", "username": "one"}]');
  expect(await run('--tenant', 'admin')).toContain('The admin tenant contains the administrators');
  expect(await run('--tenant', 'nobody')).toBe('There is no tenant nobody.\n');
  const token = await app.managementToken();
  expect((await app.call(usersApi.list, { token })).body).toEqual([]);
  expect(await run()).toBe('');
  expect((await app.call(usersApi.list, { token })).body).toMatchObject([{ id: 'abcdefghijkl' }]);
});

describe('from the management API', () => {
  let source: ListeningApp;
  let target: ListeningApp;
  let token: string;
  let sourceToken: string;

  beforeAll(async () => {
    [source, target] = [await listeningApp(), await listeningApp()];
    [sourceToken, token] = [await source.managementToken(), await target.managementToken()];
    for (let n = 0; n < 105; n += 1) {
      await source.call(usersApi.create, { token: sourceToken, body: { username: `person_${n}` } });
    }
    const { body: organization } = await source.call(organizationsApi.create, {
      token: sourceToken,
      body: { name: 'Acme' },
    });
    const { body: people } = await source.call(usersApi.list, { token: sourceToken, query: { search: 'person_7' } });
    await source.call(organizationMembersApi.add, {
      token: sourceToken,
      params: { id: organization.id },
      body: { userIds: people.map(({ id }) => id) },
    });
    await source.call(applicationsApi.create, { token: sourceToken, body: { name: 'Web', type: 'SPA' } });
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  const run = (...args: string[]) =>
    importer(target, { ALLOW_PRIVATE_EGRESS: 'true', IMPORT_TOKEN: sourceToken }).call(
      'logto',
      '--url',
      source.endpoint,
      ...args,
    );

  test('imports all pages with memberships, and says that passwords are missing', async () => {
    const { code, out, err } = await run();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('users passwords: The management API does not return password digests.');
    const { headers } = await target.call(usersApi.list, { token });
    expect(headers['total-number']).toBe('105');
    const { body: organizations } = await target.call(organizationsApi.list, { token });
    const members = await target.call(organizationMembersApi.list, {
      token,
      params: { id: organizations[0]?.id ?? '' },
    });
    expect(members.body).toMatchObject([{ username: 'person_7' }]);
    expect((await run()).out).toMatch(/users +0 +105\n/);
  });

  test('rejects a wrong token, a wrong address and a private address', async () => {
    const calls = importer(target, { ALLOW_PRIVATE_EGRESS: 'true' });
    expect((await calls.call('logto', '--url', source.endpoint, '--token', 'x')).err).toContain('rejected the token');
    expect((await calls.call('logto', '--url', source.endpoint)).err).toContain('--url needs a token');
    const wrong = await calls.call('logto', '--url', `${source.endpoint}/api`, '--token', sourceToken);
    expect(wrong.err).toContain('/api/api/applications does not exist. Check --url.');
    const guarded = importer(target, { IMPORT_TOKEN: sourceToken, ALLOW_PRIVATE_EGRESS: 'false' });
    expect((await guarded.call('logto', '--url', source.endpoint)).err).toContain('is not a public address');
  });
});
