import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp } from '../server/src/testing-flows.ts';
import { createConnector, prepareSso, signInByProvider } from './sso.ts';

let app: ListeningApp;
let server: Server;
let issuer: string;
let prepared: Awaited<ReturnType<typeof prepareSso>>;
let connectorId: string;

beforeAll(async () => {
  app = await listeningApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  prepared = await prepareSso(app);
  let handle: ReturnType<Provider['callback']> | undefined;
  server = createServer((request, response) => handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUris: string[] = [`${app.endpoint}/callback/placeholder`];
  const start = () => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: 'postern', client_secret: 'secret of the client', redirect_uris: redirectUris }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: false,
      findAccount: async (_context, sub) => ({
        accountId: sub,
        claims: async () => ({ sub, name: 'Ada Lovelace', email: `${sub}@company.example`, email_verified: true }),
      }),
    });
    handle = provider.callback();
  };
  start();
  connectorId = await createConnector(app, prepared.token, {
    providerName: 'OIDC',
    config: { clientId: 'postern', clientSecret: 'secret of the client', issuer },
  });
  redirectUris.splice(0, 1, `${app.endpoint}/callback/${connectorId}`);
  start();
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await app?.close();
});

test('oidc-provider signs a user in through its login and consent pages', async () => {
  const user = await signInByProvider(app, prepared, connectorId, async (visitor, first) => {
    const consent = await visitor.submit(first, { login: 'ada', password: 'engine' });
    return visitor.submit(consent);
  });
  expect(user).toMatchObject({
    primaryEmail: 'ada@company.example',
    name: 'Ada Lovelace',
    ssoIdentities: [{ issuer, identityId: 'ada', ssoConnectorId: connectorId }],
  });
});
