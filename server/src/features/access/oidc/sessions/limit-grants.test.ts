import { applicationsApi } from '@postern/contracts/access/applications';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { createBrowser } from '#platform/testing/browser';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';
import { startReceiver } from '../../../records/webhooks/testing.ts';

let app: ListeningApp;
let token: string;
let limited: string;
let free: string;
const redirectUri = 'http://localhost:9/callback';
const quinn = { username: 'quinn', password: 'a good long secret' };
const robin = { username: 'robin', password: 'a good long secret' };
let quinnId: string;

beforeAll(async () => {
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  quinnId = (await app.call(usersApi.create, { token, body: quinn })).body.id;
  await app.call(usersApi.create, { token, body: robin });
  const create = async (customClientMetadata: { maxAllowedGrants?: number }) => {
    const oidcClientMetadata = { redirectUris: [redirectUri], postLogoutRedirectUris: [] };
    const body = { name: 'App', type: 'SPA' as const, oidcClientMetadata, customClientMetadata };
    return (await app.call(applicationsApi.create, { token, body })).body.id;
  };
  limited = await create({ maxAllowedGrants: 2 });
  free = await create({});
});
afterAll(() => app.close());

/** A sign-in, in a browser of its own unless one is given. */
async function signIn(clientId: string, person = quinn, browser = createBrowser()) {
  const { tokens } = await authorize({ issuer: `${app.endpoint}/oidc`, clientId, redirectUri, person, browser });
  const refresh = async () => {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: tokens.refresh_token ?? '',
    });
    return (await fetch(`${app.endpoint}/oidc/token`, { method: 'POST', body })).status;
  };
  const userinfo = async () => {
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    return (await fetch(`${app.endpoint}/oidc/me`, { headers })).status;
  };
  return async () => [await userinfo(), await refresh()];
}

const works = [200, 200];
const ended = [401, 400];

const grantsOf = async (clientId: string) => {
  const { body } = await app.call(userSessionsApi.listGrants, { token, params: { userId: quinnId }, query: {} });
  return body.grants.filter(({ payload }) => payload.clientId === clientId);
};

test('a sign-in beyond the limit ends the oldest grant with its tokens, and says so', async () => {
  const receiver = await startReceiver();
  const config = { url: receiver.url };
  await app.call(webhooksApi.create, { token, body: { events: ['Grant.LimitExceeded'], config } });
  const others = [await signIn(limited, robin), await signIn(free), await signIn(free), await signIn(free)];
  const first = await signIn(limited);
  const second = await signIn(limited);
  expect([await first(), await second()]).toEqual([works, works]);
  await app.worker.drain();
  expect(receiver.received).toEqual([]);

  const before = (await grantsOf(limited)).map(({ id }) => id);
  const third = await signIn(limited);
  expect([await first(), await second(), await third()]).toEqual([ended, works, works]);
  const left = await grantsOf(limited);
  expect(left).toHaveLength(2);
  for (const other of others) {
    expect(await other()).toEqual(works);
  }

  await app.worker.drain();
  const expected = { userId: quinnId, applicationId: limited };
  expect(receiver.received.map(({ json }) => json)).toMatchObject([
    {
      event: 'Grant.LimitExceeded',
      ip: expect.any(String),
      application: { id: limited, type: 'SPA' },
      ...expected,
      revokedGrantIds: [expect.any(String)],
      maxAllowedGrants: 2,
      preRevocationActiveGrantCount: 3,
    },
  ]);
  await flushLogs(app.app);
  const { body: logs } = await app.call(auditApi.list, { token, query: { logKey: 'RevokeGrants' } });
  const { revokedGrantIds } = receiver.received[0]?.json ?? {};
  expect(logs.map(({ payload }) => payload)).toMatchObject([
    { result: 'Success', ...expected, revokeGrantIds: revokedGrantIds, reason: 'maxAllowedGrants' },
  ]);
  const gone = before.filter((id) => !left.some((grant) => grant.id === id));
  expect(revokedGrantIds).toEqual(gone);
  receiver.close();
});

test('a lowered limit applies with the next sign-in, which itself stays', async () => {
  const body = { customClientMetadata: { maxAllowedGrants: 1 } };
  await app.call(applicationsApi.update, { token, params: { id: limited }, body });
  expect((await grantsOf(limited)).length).toBe(2);
  const browser = createBrowser();
  const one = await signIn(limited, quinn, browser);
  expect([await one(), (await grantsOf(limited)).length]).toEqual([works, 1]);
  // The same session keeps its grant.
  const again = await signIn(limited, quinn, browser);
  expect([await again(), (await grantsOf(limited)).length]).toEqual([works, 1]);
});

test('sign-ins at the same moment do not exceed the limit', async () => {
  await Promise.all([signIn(limited), signIn(limited), signIn(limited)].map((one) => one.catch(() => undefined)));
  expect((await grantsOf(limited)).length).toBe(1);
});
