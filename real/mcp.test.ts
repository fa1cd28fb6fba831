import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dynamicClientsApi } from '@postern/contracts/access/dynamic-clients';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { usersApi } from '@postern/contracts/people/users';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../server/src/platform/testing/browser.ts';
import { type ListeningApp, listeningApp, signInByPassword } from '../server/src/testing/flows.ts';
import { npmPackages } from './npm-packages.ts';

/** Published clients of the Model Context Protocol against a server that only knows the address of Postern. */

const iris = { username: 'iris', password: 'correct horse battery' };
const redirectUrl = 'http://localhost:7777/callback';

let app: ListeningApp;
let server: Server;
let resource: string;
let sdk: Awaited<ReturnType<typeof npmPackages>>;

/** What this test uses of the packages. They have no types here, because the test installs them. */
type Tools = {
  registerTool(name: string, about: object, run: () => object): void;
  connect(transport: Transport): Promise<void>;
  callTool(call: object): Promise<unknown>;
  close(): Promise<void>;
};
type Transport = {
  close(): Promise<void>;
  handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
  finishAuth(code: string | null, issuer?: string): Promise<void>;
};
type Module = {
  McpServer: new (about: object) => Tools;
  StreamableHTTPServerTransport: new (options: object) => Transport;
  Client: new (about: object) => Tools;
  StreamableHTTPClientTransport: new (address: URL, options: object) => Transport;
};

const load = async (name: string): Promise<Module> =>
  import(pathToFileURL(createRequire(join(sdk.folder, 'package.json')).resolve(name)).href);

/** The tools for the caller of a token. */
async function answer(request: IncomingMessage, response: ServerResponse, scopes: string[]): Promise<void> {
  const { McpServer } = await load('@modelcontextprotocol/sdk/server/mcp.js');
  const { StreamableHTTPServerTransport } = await load('@modelcontextprotocol/sdk/server/streamableHttp.js');
  const mcp = new McpServer({ name: 'notes', version: '1.0.0' });
  mcp.registerTool('scopes', { description: 'The scopes of the caller.' }, () => ({
    content: [{ type: 'text', text: scopes.join(' ') }],
  }));
  const transport = new StreamableHTTPServerTransport({});
  response.on('close', () => void transport.close());
  await mcp.connect(transport);
  await transport.handleRequest(request, response);
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const metadata = `${new URL(resource).origin}/.well-known/oauth-protected-resource/mcp`;
  if (request.url === new URL(metadata).pathname) {
    const body = { resource, authorization_servers: [`${app.endpoint}/oidc`], scopes_supported: ['notes:read'] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return;
  }
  if (request.url !== '/mcp') {
    response.writeHead(404).end();
    return;
  }
  const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const keys = createRemoteJWKSet(new URL(`${app.endpoint}/oidc/jwks`));
  const verified = await jwtVerify(token, keys, { issuer: `${app.endpoint}/oidc`, audience: resource }).catch(
    () => undefined,
  );
  if (!verified) {
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
    return;
  }
  await answer(request, response, String(verified.payload.scope ?? '').split(' '));
}

beforeAll(async () => {
  sdk = await npmPackages('mcp', { '@modelcontextprotocol/sdk': '1.32.2', '@modelcontextprotocol/client': '2.4.0' });
  app = await listeningApp();
  server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  resource = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const token = await app.managementToken();
  const { body: user } = await app.call(usersApi.create, { token, body: iris });
  const { body: api } = await app.call(resourcesApi.create, { token, body: { name: 'Notes', indicator: resource } });
  const { body: scope } = await app.call(resourcesApi.createScope, {
    token,
    params: { resourceId: api.id },
    body: { name: 'notes:read', description: 'Read notes' },
  });
  const { body: role } = await app.call(rolesApi.create, {
    token,
    body: { name: 'reader', description: 'x', type: 'User', scopeIds: [scope.id] },
  });
  await app.call(rolesApi.assignUsers, { token, params: { id: role.id }, body: { userIds: [user.id] } });
  await app.call(dynamicClientsApi.updatePolicy, { token, body: { registration: 'open' } });
  await app.call(dynamicClientsApi.addScopes, { token, body: { resourceScopes: [scope.id] } });
});
afterAll(async () => {
  server?.close();
  await app?.close();
});

/** What a program on the device of a person remembers. */
function createProvider() {
  const kept: { client?: unknown; tokens?: unknown; url?: URL; verifier?: string } = {};
  return {
    kept,
    redirectUrl,
    clientMetadata: {
      client_name: 'Notes assistant',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientInformation: () => kept.client,
    saveClientInformation(client: unknown) {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens(tokens: unknown) {
      kept.tokens = tokens;
    },
    redirectToAuthorization(url: URL) {
      kept.url = url;
    },
    saveCodeVerifier(verifier: string) {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
  };
}

/** The person signs in and allows what the program asks for. Returns the code. */
async function allow(url: URL): Promise<URLSearchParams> {
  const browser = createBrowser();
  await browser.follow(url.href, [`${app.endpoint}/sign-in`]);
  await browser.follow(await signInByPassword(browser, app.endpoint, iris), [`${app.endpoint}/consent`]);
  const response = await browser.request(`${app.endpoint}/api/interaction/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.endpoint },
    body: '{}',
  });
  const { redirectTo } = (await response.json()) as { redirectTo: string };
  return new URL(await browser.follow(redirectTo, [redirectUrl])).searchParams;
}

const generations = [
  {
    name: '@modelcontextprotocol/sdk 1.32.2',
    read: async () => ({
      ...(await load('@modelcontextprotocol/sdk/client/index.js')),
      ...(await load('@modelcontextprotocol/sdk/client/streamableHttp.js')),
    }),
  },
  { name: '@modelcontextprotocol/client 2.4.0', read: () => load('@modelcontextprotocol/client') },
];

test.each(generations)('$name registers itself, signs a person in and calls a tool', async ({ read }) => {
  const { Client, StreamableHTTPClientTransport } = await read();
  const provider = createProvider();
  const open = () => {
    const client = new Client({ name: 'notes-assistant', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider });
    return { client, transport };
  };
  const first = open();
  await expect(first.client.connect(first.transport)).rejects.toThrow(/unauthorized/i);
  expect(provider.kept.client).toMatchObject({ client_id: expect.any(String), client_name: 'Notes assistant' });
  expect(provider.kept.url?.searchParams.get('resource')).toBe(resource);
  const back = await allow(provider.kept.url ?? expect.unreachable());
  expect(back.get('iss')).toBe(`${app.endpoint}/oidc`);
  await first.transport.finishAuth(back.get('code'), back.get('iss') ?? undefined);
  const second = open();
  await second.client.connect(second.transport);
  expect(await second.client.callTool({ name: 'scopes', arguments: {} })).toMatchObject({
    content: [{ type: 'text', text: 'notes:read' }],
  });
  await second.client.close();
});
