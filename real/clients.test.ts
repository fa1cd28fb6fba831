import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Browser, chromium } from '@playwright/test';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { chromiumFlags, chromiumPath } from '../e2e/chromium.ts';
import { freePort, type ListeningApp, listeningApp } from '../server/src/testing/flows.ts';
import { startApache } from './apache.ts';
import { createTlsFiles } from './certificate.ts';
import { type Client, pages, servers } from './clients/clients.ts';
import { goProgram } from './go.ts';
import { npmPackages } from './npm-packages.ts';
import { type Program, removeFolder, startProgram, temporaryFolder } from './program.ts';
import { pythonWith } from './python.ts';
import { createVisitor, type Page } from './visitor.ts';

/** The version in Debian 12. */
const apacheModule = '2.4.12';
const serversFolder = new URL('clients/servers', import.meta.url).pathname;
const ada = { username: 'ada', password: 'reads the Analytical Engine' };
type Product = { app: ListeningApp; call: <T>(method: string, path: string, body?: unknown) => Promise<T> };
let product: Product;
let tls: Product & { close(): void };

async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const app = await listeningApp(environment);
  const headers = { authorization: `Bearer ${await app.managementToken()}`, 'content-type': 'application/json' };
  const call: Product['call'] = async (method, path, body) => {
    const response = await fetch(`${app.endpoint}${path}`, { method, headers, body: JSON.stringify(body) ?? null });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return (await response.json()) as never;
  };
  await call('POST', '/api/users', { ...ada, name: 'Ada Lovelace', primaryEmail: 'ada@fjord.example' });
  return { app, call };
}

/** A product behind a proxy that ends TLS. */
async function startTlsProduct(): Promise<typeof tls> {
  const folder = await temporaryFolder();
  const cert = await createTlsFiles(folder);
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  const key = await readFile(join(folder, 'tls.key'));
  await removeFolder(folder);
  const port = await freePort();
  const endpoint = `https://localhost:${port}`;
  const { app, call } = await startProduct({ ENDPOINT: endpoint, TRUST_PROXY: '1' });
  const { hostname, port: inner } = new URL(app.endpoint);
  const proxy = createTlsServer({ key, cert }, (asked, response) => {
    const { method, url, headers } = asked;
    const more = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };
    const passed = request(
      { hostname, port: inner, method, path: url, headers: { ...headers, ...more } },
      (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      },
    );
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  return { app: { ...app, endpoint }, call, close: () => proxy.close().closeAllConnections() };
}

const productFor = ({ needsTls }: Client) => (needsTls ? tls : product);

beforeAll(async () => {
  product = await startProduct();
  tls = await startTlsProduct();
});
afterAll(async () => {
  tls?.close();
  await tls?.app.close();
  await product?.app.close();
});

/** An address for a client, and an application that it is registered as. */
async function register(type: 'Traditional' | 'SPA', client: Client) {
  const { name, callback, metadata = {} } = client;
  const base = `http://localhost:${await freePort()}`;
  const { app, call } = productFor(client);
  const { id } = await call<{ id: string }>('POST', '/api/applications', {
    name,
    type,
    oidcClientMetadata: {
      redirectUris: [`${base}${callback}`],
      postLogoutRedirectUris: [`${base}/signed-out`, `${base}/sign-out`, base],
    },
    customClientMetadata: metadata,
  });
  return { app, call, base, id, port: Number(new URL(base).port) };
}

const named = (clients: readonly Client[]) =>
  clients.map((client) => [`${client.name} ${client.version}`, client] as const);

describe('clients in servers', () => {
  let program: Program | undefined;
  afterEach(async () => {
    await program?.stop();
    program = undefined;
  });

  /** Installs the packages of the client and starts its program. */
  async function startServer({ file, packages }: Client, port: number, env: Record<string, string>) {
    const name = `client-${file}`;
    const source = `${serversFolder}/${file}`;
    if (file.endsWith('.py')) {
      const wanted = Object.entries(packages).map(([one, version]) => `${one}==${version}`);
      const insecure = { AUTHLIB_INSECURE_TRANSPORT: '1', OAUTHLIB_INSECURE_TRANSPORT: '1' };
      return startProgram(await pythonWith(wanted, name), [source], { port, env: { ...env, ...insecure } });
    }
    if (file.endsWith('.go')) {
      return startProgram(await goProgram(name, source, packages), [], { port, env });
    }
    const installed = await npmPackages(name, packages);
    const copy = await installed.copy(`clients/servers/${file}`, 'clients/servers/program.mjs');
    return startProgram(process.execPath, [copy], { port, env });
  }

  const claimsOf = ({ status, url, text }: Page) => {
    expect(status, `${url}: ${text}`).toBe(200);
    return (JSON.parse(text) as { claims: unknown }).claims;
  };

  test.each(named(servers))('%s', async (_, client) => {
    const { app, call, base, id, port } = await register('Traditional', client);
    const [secret] = await call<{ value: string }[]>('GET', `/api/applications/${id}/secrets`);
    // Its own process does not know the certificate.
    const trust: Record<string, string> = client.needsTls ? { NODE_TLS_REJECT_UNAUTHORIZED: '0' } : {};
    const env = {
      ...trust,
      ISSUER: `${app.endpoint}/oidc`,
      CLIENT_ID: id,
      CLIENT_SECRET: secret?.value ?? '',
      BASE: base,
    };
    program = await startServer(client, port, env);

    const visitor = createVisitor(app.endpoint, ada);
    let page = await visitor.open(`${base}${client.signIn}`);
    if (page.text.includes('<form')) {
      page = await visitor.submit(page);
    }
    if (client.me) {
      page = await visitor.open(`${base}${client.me}`);
    }
    expect(claimsOf(page)).toMatchObject(client.claims);
    expect(visitor.signIns()).toBe(1);
    if (!client.signOut) {
      return;
    }
    const leaving = await visitor.open(`${base}${client.signOut}`, base);
    if (leaving.text.includes('op.logoutForm')) {
      expect(leaving.text, 'the page that asks has no script that answers').toContain('<script');
      await visitor.submit(leaving, { logout: 'yes' });
    }
    await visitor.open(`${base}${client.signIn}`);
    expect(visitor.signIns()).toBe(2);
  });
});

test(`mod_auth_openidc ${apacheModule}`, async () => {
  const client = { name: 'mod_auth_openidc', callback: '/callback' } as Client;
  const { app, call, base, id, port } = await register('Traditional', client);
  const [secret] = await call<{ value: string }[]>('GET', `/api/applications/${id}/secrets`);
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const { documents, program } = await startApache(
    folder,
    port,
    // The module takes only navigations to the sign-in, and the requests of Node say that they are none.
    `OIDCProviderMetadataURL ${app.endpoint}/oidc/.well-known/openid-configuration
OIDCClientID ${id}
OIDCClientSecret ${secret?.value}
OIDCRedirectURI ${base}${client.callback}
OIDCScope "openid profile email"
OIDCCryptoPassphrase "of the cookies"
OIDCPKCEMethod S256
OIDCXForwardedHeaders X-Forwarded-Host
<Location />
AuthType openid-connect
Require valid-user
OIDCUnAuthAction auth true
Header always set X-Seen "expr=%{req:OIDC_CLAIM_name}"
</Location>`,
    ['auth_openidc'],
  );
  onTestFinished(() => program.stop());
  await writeFile(join(documents, 'index.html'), 'behind the sign-in');
  const visitor = createVisitor(app.endpoint, ada);
  const page = await visitor.open(base);
  expect([page.status, page.text, page.headers.get('x-seen')], program.output()).toEqual([
    200,
    'behind the sign-in',
    'Ada Lovelace',
  ]);
});

test('the documentation lists these clients', async () => {
  const text = await readFile(new URL('../docs/clients.md', import.meta.url), 'utf8');
  const [own = ''] = text.split('\n## Clients of the Model Context Protocol');
  const rows = own
    .split('\n')
    .flatMap((line) => /^\| \[?([\w@/.-]+)[^|]*\| ([\d.]+) \|/.exec(line)?.slice(1, 3).join(' ') ?? []);
  const tested = [...servers, ...pages].map(({ name, version }) => `${name} ${version}`);
  expect(rows).toEqual([...tested, `mod_auth_openidc ${apacheModule}`]);
});

describe('clients in browsers', () => {
  let browser: Browser;
  let server: Server | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  });
  afterEach(() => void server?.close().closeAllConnections());
  afterAll(() => browser?.close());

  /** Serves the client as one script in a page at every path. */
  async function serve(client: Client, settings: { issuer: string; clientId: string; base: string }) {
    const installed = await npmPackages(`client-${client.file}`, client.packages);
    const input = await installed.copy(`clients/pages/${client.file}`, 'clients/pages/page.mjs');
    const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
    const file = join(installed.folder, 'dist/page.js');
    const { output } = await bundle.generate({ file, format: 'esm', codeSplitting: false });
    const html = `<!doctype html><html><head><link rel="icon" href="data:,"></head><body><script>window.settings = ${JSON.stringify(settings)}</script><script type="module">${output[0].code.replaceAll('</script', '<\\/script')}</script></body></html>`;
    server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
    await new Promise<void>((resolve) => server?.listen(Number(new URL(settings.base).port), '127.0.0.1', resolve));
  }

  test.each(named(pages))('%s', async (_, client) => {
    const { app, call, base, id } = await register('SPA', client);
    if (client.needsDefaultResource) {
      const { id: resourceId } = await call<{ id: string }>('POST', '/api/resources', {
        name: 'Shop',
        indicator: `${base}/api`,
      });
      const setDefault = (isDefault: boolean) =>
        call('PATCH', `/api/resources/${resourceId}/is-default`, { isDefault });
      await setDefault(true);
      onTestFinished(async () => void (await setDefault(false)));
    }
    await serve(client, { issuer: `${app.endpoint}/oidc`, clientId: id, base });
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const signIn = async () => {
      await page.goto(`${base}${client.signIn}`);
      await page.getByRole('textbox', { name: 'Username' }).fill(ada.username);
      await page.getByRole('textbox', { name: 'Password' }).fill(ada.password);
      await page.keyboard.press('Enter');
      const shown = page.locator('#claims, #failed');
      await shown.waitFor();
      return (await shown.textContent()) ?? '';
    };
    const claims = await signIn();
    expect(claims).toMatch(/^\{/);
    expect(JSON.parse(claims)).toMatchObject(client.claims);
    if (client.signOut) {
      await page.goto(`${base}${client.signOut}`);
      // A client may have sent a state, which comes back with the address.
      await page.waitForURL((url) => url.href.split('?')[0] === `${base}/signed-out`);
      await page.locator('#claims, #failed').waitFor();
      // The next sign-in asks for the password again.
      await signIn();
    }
    await context.close();
  });
});
