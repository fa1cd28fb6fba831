import { createHash } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { rolesApi } from '@postern/contracts/access/roles';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { captchaApi } from '@postern/contracts/experience/captcha';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { mailboxApi } from '@postern/contracts/messages/mailbox';
import { organizationApplicationsApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { changesApi } from '@postern/contracts/records/changes';
import { logStreamsApi } from '@postern/contracts/records/log-streams';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registeredEndpoints } from '#platform/http/route';
import { defaultSecretOf } from '#testing/clients';
import { type TestApp, testApp } from '#testing/test-app';
import { administratorTokens } from '#testing/tokens';

let app: TestApp;
let admin: string;
let reader: string;

beforeAll(async () => {
  app = await testApp();
  admin = (await administratorTokens(app, 'owner', 'admin')).token;
  reader = (await administratorTokens(app, 'reader', 'reader')).token;
});
afterAll(() => app.close());

const management = () => registeredEndpoints(app.app).filter(({ auth }) => auth.kind === 'management');
const label = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

const send = (token: string, method: AnyEndpoint['method'], url: string, payload?: string) =>
  app.core.inject({
    method,
    url,
    headers: {
      host: 'core.test',
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });

test('a read-only administrator cannot change anything', async () => {
  const writes = management().filter(({ method, isForReaders }) => method !== 'GET' && !isForReaders);
  expect(writes.length).toBeGreaterThan(150);
  for (const contract of writes) {
    const url = contract.path.replace(/:(\w+)/g, 'aaaaaaaaaaaa');
    const { statusCode, payload } = await send(reader, contract.method, url, contract.body ? '{}' : undefined);
    expect([label(contract), statusCode, JSON.parse(payload).code]).toEqual([label(contract), 403, 'auth.forbidden']);
  }
});

/** Creates an object of every kind that has a secret. Returns the secrets, and the IDs by which objects are read. */
async function plant() {
  const token = admin;
  const secrets: Record<string, string> = {
    connector: 'canary-client-secret-of-github',
    captcha: 'canary-secret-key-of-captcha',
    variable: 'canary-variable-of-the-script',
    hookHeader: 'canary-header-of-the-webhook',
    hookPath: 'canary-path-of-the-webhook',
    streamPath: 'canary-path-of-the-stream',
    sso: 'canary-client-secret-of-sso',
  };
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'ada' } });
  const { body: machine } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'machine', type: 'MachineToMachine' },
  });
  const params = { id: machine.id };
  const { body: second } = await app.call(applicationsApi.createSecret, { token, params, body: { name: 'second' } });
  const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Acme' } });
  await app.call(organizationApplicationsApi.add, {
    token,
    params: { id: organization.id },
    body: { applicationIds: [machine.id] },
  });
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'machines', description: 'x', type: 'MachineToMachine' },
  });
  await app.call(rolesApi.assignApplications, {
    token,
    params: { id: role.id },
    body: { applicationIds: [machine.id] },
  });
  const { body: pat } = await app.call(personalAccessTokensApi.create, {
    token,
    params: { userId: user.id },
    body: { name: 'pat' },
  });
  const { body: once } = await app.call(oneTimeTokensApi.create, { token, body: { email: 'once@example.com' } });
  const { body: connector } = await app.call(connectorsApi.create, {
    token,
    body: { connectorId: 'github-universal', config: { clientId: 'id', clientSecret: secrets.connector } },
  });
  await app.call(captchaApi.save, {
    token,
    body: { config: { type: 'Turnstile', siteKey: 'site', secretKey: secrets.captcha ?? '' } },
  });
  await app.call(customJwtApi.save, {
    token,
    params: { tokenTypePath: 'access-token' },
    body: {
      script: 'const getCustomJwtClaims = async () => ({});',
      environmentVariables: { KEY: secrets.variable ?? '' },
    },
  });
  const { body: hook } = await app.call(webhooksApi.create, {
    token,
    body: {
      name: 'hook',
      events: ['Role.Created'],
      config: { url: `https://203.0.114.1/${secrets.hookPath}`, headers: { authorization: secrets.hookHeader ?? '' } },
    },
  });
  const { body: stream } = await app.call(logStreamsApi.create, {
    token,
    body: {
      name: 'stream',
      type: 'webhook',
      enabled: false,
      webhook: { url: `https://203.0.114.1/${secrets.streamPath}`, signingKey: 'canarySigningKey0123456789abcdef' },
    },
  });
  const { body: sso } = await app.call(ssoConnectorsApi.create, {
    token,
    body: { providerName: 'OIDC', connectorName: 'Acme' },
  });
  await app.write('default', (db) =>
    db
      .updateTable('sso_connectors')
      .set({ config: JSON.stringify({ clientId: 'x', clientSecret: secrets.sso, issuer: 'https://203.0.114.1' }) })
      .where('id', '=', sso.id)
      .execute(),
  );
  Object.assign(secrets, {
    machine: await defaultSecretOf(app, token, machine.id),
    second: second.value,
    pat: pat.value,
    once: once.token,
    hookKey: hook.signingKey,
    streamKey: 'canarySigningKey0123456789abcdef',
  });
  const ids = [machine, user, organization, role, once, connector, hook, stream, sso].map(({ id }) => id);
  return { secrets, ids };
}

test('a read-only administrator reads everything except secrets', async () => {
  const { secrets, ids } = await plant();
  await app.worker.drain();
  const reads = management().filter(({ method, path }) => method === 'GET' && path !== changesApi.watch.path);
  expect(reads.length).toBeGreaterThan(90);
  const [seen, leaked, refused] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const contract of reads) {
    const paths = contract.path.includes(':')
      ? ids.map((id) => contract.path.replace(':tokenTypePath', 'access-token').replace(/:(\w+)/g, id))
      : [contract.path];
    for (const path of new Set(paths)) {
      const url = contract.paged === 'always' ? `${path}?page=1&page_size=20` : path;
      const byAdmin = await send(admin, 'GET', url);
      if (byAdmin.statusCode !== 200) {
        continue;
      }
      const byReader = await send(reader, 'GET', url);
      if (byReader.statusCode !== 200) {
        refused.add(label(contract));
      }
      for (const [name, secret] of Object.entries(secrets)) {
        if (byAdmin.payload.includes(secret)) {
          seen.add(name);
        }
        if (byReader.payload.includes(secret)) {
          leaked.add(`${name} in ${label(contract)}`);
        }
      }
    }
  }
  expect([...leaked]).toEqual([]);
  expect([...refused].sort()).toEqual([
    // Codes and links that were sent to users.
    `GET ${mailboxApi.list.path}`,
  ]);
  // Administrators see all of them, except the key of the log stream, which no response contains.
  expect(Object.keys(secrets).filter((name) => !seen.has(name))).toEqual(['streamKey']);
  const { body: hooks } = await app.call(webhooksApi.list, { token: reader, query: {} });
  expect(hooks[0]).toMatchObject({ name: 'hook', signingKey: '', config: { url: 'https://203.0.114.1', headers: {} } });
});

test('a read-only administrator does not read stored passwords', async () => {
  const passwordDigest = createHash('sha256').update('x').digest('hex');
  const body = { username: 'hashed', passwordDigest, passwordAlgorithm: 'SHA256' as const };
  const { id: userId } = (await app.call(usersApi.create, { token: admin, body })).body;
  const query = { includePasswordHash: 'true' };
  const read = async (token: string) => {
    const { body: one } = await app.call(usersApi.get, { token, params: { userId }, query });
    const { body: all } = await app.call(usersApi.list, { token, query: { ...query, search: '%hashed%' } });
    return [one, ...all].map((user) => user.passwordDigest);
  };
  expect(await read(admin)).toEqual([passwordDigest, passwordDigest]);
  expect(await read(reader)).toEqual(['', '']);
});
