import { applicationsApi } from '@postern/contracts/access/applications';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { pathOf } from '@postern/contracts/endpoint';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { defaultTenantId } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKeys, type PrivateKey } from './features/access/oidc/keys/keys.store.ts';
import { keySealer } from './features/access/oidc/keys/seal-keys.ts';
import { flushLogs, recordLog } from './features/records/audit/index.ts';
import { registeredEndpoints } from './platform/http/route.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

/**
 * Stores known secrets, calls every readable endpoint, provokes errors, and then checks that no secret appears except
 * in the endpoints whose purpose is to show it (attack 21).
 */
let app: TestApp;
let token: string;
let applicationId: string;
let userId: string;
let connectorId: string;
let hookId: string;
const connectorSecret = 'a connector secret that is a canary';
const hookHeader = 'Bearer a-header-that-is-a-canary';
const legacySecret = 'LegacyCanary0123456789abcdefghij';
const password = 'a password that is a canary';
type Canary = 'secret' | 'legacy' | 'pat' | 'subject' | 'password' | 'digest' | 'key' | 'connector' | 'hook' | 'header';
let canaries: Record<Canary, string>;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  const body = { name: 'Guarded', type: 'MachineToMachine' } as const;
  applicationId = (await app.call(applicationsApi.create, { token, body })).body.id;
  userId = (await app.call(usersApi.create, { token, body: { username: 'guarded', password } })).body.id;
  const created = await app.call(applicationsApi.createSecret, {
    token,
    params: { id: applicationId },
    body: { name: 'canary' },
  });
  const pat = await app.call(personalAccessTokensApi.create, { token, params: { userId }, body: { name: 'canary' } });
  const subject = await app.call(subjectTokensApi.create, { token, body: { userId } });
  const config = { clientId: 'x', clientSecret: connectorSecret };
  const social = { connectorId: 'google-universal', config };
  connectorId = (await app.call(connectorsApi.create, { token, body: social })).body.id;
  const { body: hook } = await app.call(webhooksApi.create, {
    token,
    body: {
      events: ['User.Created', 'User.Data.Updated'],
      // The name does not exist, so the delivery fails and is shown with its error.
      config: { url: 'https://hooks.invalid/', headers: { authorization: hookHeader } },
    },
  });
  hookId = hook.id;
  await app.call(usersApi.update, { token, params: { userId }, body: { name: 'Guarded' } });
  await app.worker.drain();
  const stored = await app.write(defaultTenantId, async (db) => {
    await db.updateTable('applications').set({ secret: legacySecret }).where('id', '=', applicationId).execute();
    await db
      .insertInto('applications_roles')
      .values({ application_id: applicationId, role_id: 'admin-role' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const user = await db
      .selectFrom('users')
      .select('password_encrypted as digest')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const keys = await listKeys(db, keySealer(app.app, defaultTenantId));
    const [{ d: key = '', companions = [] } = {}] = keys
      .filter(({ kind }) => kind === 'private')
      .map(({ value }) => value as PrivateKey);
    return { digest: user.digest ?? '', key, companion: companions[0]?.d ?? '' };
  });
  canaries = {
    secret: created.body.value,
    legacy: legacySecret,
    pat: pat.body.value,
    subject: subject.body.subjectToken,
    password,
    connector: connectorSecret,
    hook: hook.signingKey,
    header: hookHeader,
    ...stored,
  };
});
afterAll(() => app.close());

const held = (text: string) => (Object.keys(canaries) as Canary[]).filter((name) => text.includes(canaries[name]));

/** Endpoints that are allowed to return these secrets. */
const allowed: Record<string, Canary[]> = {
  '/api/applications': ['legacy'],
  '/api/applications/:id': ['legacy'],
  '/api/applications/:id/secrets': ['secret'],
  '/api/connectors/:id': ['connector'],
  '/api/hooks': ['hook', 'header'],
  '/api/hooks/:id': ['hook', 'header'],
  '/api/users/:userId/personal-access-tokens': ['pat'],
};

/** Real ids for known paths; other parameters get a placeholder. */
function paramsFor(path: string): Record<string, string> {
  const ids = { applications: applicationId, roles: 'admin-role', connectors: connectorId, hooks: hookId };
  const id = Object.entries(ids).find(([word]) => path.startsWith(`/api/${word}`))?.[1] ?? 'x';
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'x']);
  const known = {
    id,
    applicationId,
    userId,
    resourceId: 'management-api',
    keyType: 'private-keys',
    tokenTypePath: 'access-token',
    tenantId: defaultTenantId,
  };
  return { ...Object.fromEntries(names), ...known };
}

test('every canary is long enough', () => {
  for (const value of Object.values(canaries)) {
    expect(value.length).toBeGreaterThan(20);
  }
});

test('attack 21: no endpoint returns a secret of another endpoint', async () => {
  const readable = registeredEndpoints(app.app).filter(
    // An event stream only ends with its connection; the slice changes tests that it contains no values.
    ({ method, auth, file }) =>
      method === 'GET' && ['management', 'none'].includes(auth.kind) && !file?.includes('text/event-stream'),
  );
  let good = 0;
  for (const contract of readable) {
    for (const query of [{}, { page: '1', page_size: '100' }] as Record<string, string>[]) {
      const answer = await app.inject(app.core, {
        method: 'GET',
        url: pathOf(contract, paramsFor(contract.path)),
        query: contract.paged ? query : {},
        headers: { host: 'core.test', authorization: `Bearer ${token}` },
      });
      const text = JSON.stringify([answer.body, answer.headers]);
      good += answer.status === 200 ? 1 : 0;
      expect([contract.path, held(text)]).toEqual([contract.path, allowed[contract.path] ?? []]);
    }
  }
  expect(good).toBeGreaterThan(20);
});

test('no error response repeats a secret', async () => {
  const inject = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET', url: string, payload?: unknown) =>
    app.inject(app.core, {
      method,
      url,
      headers: {
        host: 'core.test',
        authorization: `Bearer ${token}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
  const grant = (fields: Record<string, string>) =>
    app.inject(app.core, {
      method: 'POST',
      url: '/oidc/token',
      headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const client = { client_id: applicationId, client_secret: canaries.secret };
  const answers = [
    // Duplicate names, invalid bodies, and entities that do not exist.
    await inject('POST', `/api/applications/${applicationId}/secrets`, { name: 'canary' }),
    await inject('POST', `/api/applications/${applicationId}/secrets`, { name: 7, value: canaries.secret }),
    await inject('PATCH', `/api/applications/${applicationId}`, { made_up: canaries.secret }),
    await inject('POST', `/api/users/${userId}/personal-access-tokens`, { name: 'canary' }),
    await inject('POST', `/api/users/${userId}/personal-access-tokens`, { name: 'x', value: canaries.pat }),
    await inject('POST', '/api/users', { username: 'guarded', password }),
    await inject('POST', '/api/users', { username: 'x y', password }),
    await inject('POST', '/api/subject-tokens', { userId: 'nobody', context: { canary: canaries.subject } }),
    await inject('POST', '/api/connectors', {
      connectorId: 'google-universal',
      config: { clientSecret: connectorSecret },
    }),
    await inject('PATCH', `/api/connectors/${connectorId}`, { config: { clientId: 7, clientSecret: connectorSecret } }),
    await inject('POST', '/api/connectors/http-email/test', {
      email: 'a@b.cd',
      config: { endpoint: 'http://127.0.0.1/', authorization: connectorSecret },
    }),
    await inject('PATCH', `/api/hooks/${hookId}`, { config: { url: 7, headers: { authorization: hookHeader } } }),
    await inject('POST', `/api/hooks/${hookId}/test`, {
      events: ['User.Created'],
      config: { url: 'http://169.254.169.254/', headers: { authorization: hookHeader } },
    }),
    await inject('POST', `/api/users/${userId}/password/verify`, { password: `${password}!` }),
    // Errors of the OIDC engine, with the secret in valid and invalid places.
    await grant({ grant_type: 'client_credentials', resource: 'https://no.such.api', ...client }),
    await grant({ grant_type: 'client_credentials', ...client, client_secret: `${canaries.secret}x` }),
    await grant({ grant_type: 'no-such-grant', ...client }),
    await grant({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: canaries.pat,
      subject_token_type: 'urn:no:such:type',
      ...client,
    }),
  ];
  for (const [index, { status, body }] of answers.entries()) {
    expect([index, status >= 400 && status < 500, held(JSON.stringify(body))]).toEqual([index, true, []]);
  }
});

test('no audit log row and no log line contains a secret', async () => {
  recordLog(app.app, defaultTenantId, {
    key: 'ExchangeTokenBy.ClientCredentials',
    payload: {
      params: { client_secret: canaries.secret, subject_token: canaries.pat },
      password,
      secret: legacySecret,
    },
  });
  await flushLogs(app.app);
  await app.worker.drain();
  const rows = await app.app.tenancy.system((db) => db.selectFrom('logs').select(['key', 'payload']).execute());
  expect(rows.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      'Application.Secrets.Updated',
      'User.PersonalAccessTokens.Updated',
      'SubjectToken.Created',
      'Connector.Created',
    ]),
  );
  expect(held(JSON.stringify(rows))).toEqual([]);
  const outbox = await app.app.tenancy.system((db) => db.selectFrom('outbox').selectAll().execute());
  expect(held(JSON.stringify(outbox))).toEqual([]);
  app.app.log.info({ secret: legacySecret, token: canaries.pat, body: { value: canaries.secret } }, 'a careless line');
  const lines = app.logs.join('\n');
  expect(lines).toContain('a careless line');
  expect(held(lines)).toEqual([]);
});
