import { applicationsApi } from '@postern/contracts/access/applications';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { usersApi } from '@postern/contracts/people/users';
import { auditApi } from '@postern/contracts/records/audit';
import { actionsApi } from '@postern/contracts/sign-in/actions';
import { managementApiIndicator } from '@postern/contracts/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { createBrowser } from '#platform/testing/browser';
import { authorize, type ListeningApp, listeningApp } from '#testing/flows';

const redirectUri = 'http://localhost:9/callback';
const ada = { username: 'ada', password: 'correct horse battery' };
const proxied = { 'x-logto-cf-country': 'NO', 'x-logto-cf-city': '  Oslo ' };
const context = { country: 'NO', city: 'Oslo' };

let app: ListeningApp;
let token: string;

beforeAll(async () => {
  app = await listeningApp({ TRUST_PROXY: '1' });
  token = await app.managementToken();
  await app.call(usersApi.create, { token, body: ada });
});
afterAll(() => app.close());

async function entriesOf(applicationId: string) {
  await flushLogs(app.app);
  const { body } = await app.call(auditApi.list, { token, query: { applicationId, page_size: '100' } });
  return body.map(({ key, payload }) => [key, payload.signInContext] as const);
}

test('each entry of a sign-in says what the proxy says: pages, steps, actions and ended grants', async () => {
  const script = 'const runAction = async () => ({});';
  await app.call(actionsApi.save, { token, params: { actionType: 'postSignIn' }, body: { script, enabled: true } });
  const oidcClientMetadata = { redirectUris: [redirectUri], postLogoutRedirectUris: [] };
  const body = { name: 'App', type: 'SPA' as const, oidcClientMetadata, customClientMetadata: { maxAllowedGrants: 1 } };
  const { id } = (await app.call(applicationsApi.create, { token, body })).body;
  const issuer = `${app.endpoint}/oidc`;
  for (const browser of [createBrowser(proxied), createBrowser(proxied)]) {
    await authorize({ issuer, clientId: id, redirectUri, person: ada, browser });
  }
  const entries = await entriesOf(id);
  const expected = [
    'Interaction.Create',
    'Interaction.SignIn.Verification.Password.Submit',
    'Interaction.SignIn.Submit',
    'Interaction.End',
    'Action.PostSignIn',
    'RevokeGrants',
  ];
  expect([...new Set(entries.map(([key]) => key))]).toEqual(expect.arrayContaining(expected));
  for (const [key, found] of entries) {
    // The client of the test, which is no browser behind the proxy, asks for the tokens.
    expect(found, key).toEqual(key.startsWith('ExchangeTokenBy.') ? undefined : context);
  }
});

test('each entry of a token request does, also those of scripts; without a proxy there is nothing', async () => {
  const script = 'const getCustomJwtClaims = async () => ({ a: 1 });';
  await app.call(customJwtApi.save, { token, params: { tokenTypePath: 'client-credentials' }, body: { script } });
  const { body: machine } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Robot', type: 'MachineToMachine' },
  });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: machine.id } });
  const ask = (headers: Record<string, string>) =>
    fetch(`${app.endpoint}/oidc/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: machine.id,
        client_secret: secrets[0]?.value ?? '',
        resource: managementApiIndicator('default'),
      }),
    });
  await ask(proxied);
  const entries = await entriesOf(machine.id);
  expect(Object.fromEntries(entries)).toEqual({
    'ExchangeTokenBy.ClientCredentials': context,
    'JwtCustomizer.ClientCredentials': context,
  });
  await ask({});
  expect((await entriesOf(machine.id)).filter(([, found]) => found === undefined)).toHaveLength(2);
});
