import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import {
  afterwards,
  createConnector,
  isSignedIn,
  prepareSso,
  signInByProvider,
  signOut,
  visitByProvider,
} from './sso.ts';
import type { Page, Visitor } from './visitor.ts';

let app: ListeningApp;
let server: Server;
let issuer: string;
let prepared: Awaited<ReturnType<typeof prepareSso>>;
let connectorId: string | undefined;

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
      clients: [
        {
          client_id: 'postern',
          client_secret: 'secret of the client',
          redirect_uris: redirectUris,
          post_logout_redirect_uris: [`${app.endpoint}/api/authn/single-sign-on/logout`],
          ...(connectorId
            ? {
                backchannel_logout_uri: `${app.endpoint}/api/authn/single-sign-on/oidc/${connectorId}/logout`,
                backchannel_logout_session_required: true,
              }
            : {}),
        },
      ],
      features: { backchannelLogout: { enabled: true } },
      // Its own dispatcher refuses the addresses of this machine.
      fetch: (url, options) =>
        fetch(url as URL, { ...(options as RequestInit), dispatcher: undefined } as RequestInit) as never,
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
    config: { clientId: 'postern', clientSecret: 'secret of the client', issuer, signOutOfProvider: true },
  });
  redirectUris.splice(0, 1, `${app.endpoint}/callback/${connectorId}`);
  start();
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await app?.close();
});

const atProvider = async (visitor: Visitor, first: Page) => {
  const consent = await visitor.submit(first, { login: 'ada', password: 'engine' });
  return visitor.submit(consent);
};

test('oidc-provider signs a user in through its login and consent pages', async () => {
  const user = await signInByProvider(app, prepared, connectorId ?? '', atProvider);
  expect(user).toMatchObject({
    primaryEmail: 'ada@company.example',
    name: 'Ada Lovelace',
    ssoIdentities: [{ issuer, identityId: 'ada', ssoConnectorId: connectorId }],
  });
});

test('a sign-out here continues at oidc-provider, and then at the application', async () => {
  const { visitor } = await visitByProvider(app, prepared, connectorId ?? '', atProvider);
  expect(await isSignedIn(app, prepared.clientId, visitor)).toBe(true);
  const question = await signOut(app, prepared.clientId, visitor);
  expect(question.url).toContain(`${issuer}/session/end`);
  expect((await visitor.submit(question, { logout: 'yes' })).url).toBe(`${afterwards}?state=bye`);
  expect(await isSignedIn(app, prepared.clientId, visitor)).toBe(false);
});

test('a sign-out at oidc-provider ends the session here by its back-channel logout', async () => {
  const { visitor } = await visitByProvider(app, prepared, connectorId ?? '', atProvider);
  expect(await isSignedIn(app, prepared.clientId, visitor)).toBe(true);
  await visitor.submit(await visitor.open(`${issuer}/session/end`), { logout: 'yes' });
  expect(await isSignedIn(app, prepared.clientId, visitor)).toBe(false);
});
