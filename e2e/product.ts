import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { removeFolder } from '../server/src/platform/testing/remove-folder.ts';
import { freePort } from './free-port.ts';
import type { Environment, StartOptions } from './host.ts';
import { type Host, startHost } from './start-host.ts';

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;
type Edition = StartOptions['edition'];
type Ports = StartOptions['ports'];

export type Product = {
  endpoint: string;
  adminEndpoint: string;
  consoleUrl: string;
  /** Browser state of the first administrator; undefined if there is none yet. */
  signedIn?: SignedIn;
  databaseUrl: string;
  /** Runs statements for a tenant, `*` for all of them; returns the rows of the last one. */
  ask(tenantId: string, statements: string[]): Promise<unknown[]>;
  /** Runs a command of `npm run cli` next to the product; returns its output. */
  cli(words: string[], environment?: Environment): Promise<string>;
};

type Running = Product & { stop(): Promise<void> };

const newPorts = async (): Promise<Ports> => [await freePort(), await freePort()];

function addresses(edition: Edition, [port, adminPort]: Ports) {
  const adminEndpoint = `http://localhost:${adminPort}`;
  return {
    endpoint: edition === 'oss' ? `http://localhost:${port}` : `http://*.localhost:${port}`,
    adminEndpoint,
    consoleUrl: edition === 'oss' ? `${adminEndpoint}/console` : adminEndpoint,
  };
}

const main = fileURLToPath(new URL('../server/dist/main.js', import.meta.url));

/** The product as `npm start` runs it: the bundled server in its own process, with its embedded database. */
async function startFromScratch(environment: Environment): Promise<Running> {
  const ports = await newPorts();
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-e2e-'));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(ports[0]),
      ADMIN_PORT: String(ports[1]),
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(tmpdir(), 'postern-test-compile'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => text.includes('Postern is ready') && resolve());
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it was ready.`)));
  });
  const refuse = () => Promise.reject(new Error('Tests with isFresh use the product through its pages alone.'));
  return {
    ...addresses('oss', ports),
    databaseUrl: '',
    ask: refuse,
    cli: refuse,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await removeFolder(dataDir);
    },
  };
}

/**
 * The starting point for products of an edition: their ports and, in the open-source edition, a first administrator.
 */
type Prepared = { ports: Ports; template?: string; signedIn?: SignedIn };

async function startHosted(host: Host, options: StartOptions): Promise<Running & { productId: number }> {
  const { productId, databaseUrl } = await host.call('start', options);
  return {
    ...addresses(options.edition, options.ports),
    productId,
    databaseUrl,
    ask: (tenantId, statements) => host.call('ask', productId, tenantId, statements),
    cli: (words, environment = {}) => host.call('cli', productId, words, environment),
    stop: () => host.call('stop', productId),
  };
}

/** The first administrator signs up once per worker; the tests start with copies of the resulting database. */
async function prepare(edition: Edition, browser: Browser, host: Host): Promise<Prepared> {
  const ports = await newPorts();
  if (edition === 'cloud') {
    return { ports };
  }
  const product = await startHosted(host, { edition, ports, environment: {} });
  const page = await browser.newPage();
  await createFirstAdministrator(page, product);
  await expectSignedIn(page);
  const signedIn = await page.context().storageState();
  await page.context().close();
  const template = `postern_administrator_${ports[0]}`;
  await host.call('stopAndKeep', product.productId, template);
  return { ports, template, signedIn };
}

/** Starts products for the tests of a worker; all products of an edition use the same ports, one after the other. */
type Start = (edition: Edition, environment?: Environment) => Promise<Running>;

/** Contexts that are kept for the next test of the worker. */
export const kept = new WeakSet<BrowserContext>();

/**
 * Ignores errors of requests that are in flight when a test ends. This applies from the call on; the browser's
 * confirmation is awaited only briefly, because a page that is navigating may never respond.
 */
async function forgetRoutes(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const forgotten = pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' }));
  await Promise.race([Promise.allSettled(forgotten), sleep(2000)]);
}

/** Pages left open by a test would keep running during later tests. */
export async function closeLeftovers({ browser }: { browser: Browser }, use: (nothing: undefined) => Promise<void>) {
  await use(undefined);
  for (const context of browser.contexts().filter((one) => !kept.has(one))) {
    await context.close();
  }
}

type Fixtures = { environment: Environment; isFresh: boolean; oss: Product; cloud: Product; tidy: undefined };

/** Every test gets its own product, with a real database and real pages. */
export const test = base.extend<Fixtures, { startCopy: Start }>({
  tidy: [closeLeftovers, { auto: true }],
  /** Additional operator settings, set with `test.use({ environment: { … } })`. */
  environment: [{}, { option: true }],
  /** A fresh installation, without an administrator. */
  isFresh: [false, { option: true }],
  startCopy: [
    async ({ browser }, use) => {
      const host = startHost();
      const prepared = new Map<Edition, Promise<Prepared>>();
      await use(async (edition, environment = {}) => {
        const one = prepared.get(edition) ?? prepare(edition, browser, host);
        prepared.set(edition, one);
        const { signedIn, ...place } = await one;
        return { ...(await startHosted(host, { edition, environment, ...place })), ...(signedIn ? { signedIn } : {}) };
      });
      await host.end();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  oss: async ({ environment, isFresh, startCopy, browser }, use) => {
    const product = isFresh ? await startFromScratch(environment) : await startCopy('oss', environment);
    await use(product);
    await forgetRoutes(browser);
    await product.stop();
  },
  cloud: async ({ environment, startCopy, browser }, use) => {
    const product = await startCopy('cloud', environment);
    await use(product);
    await forgetRoutes(browser);
    await product.stop();
  },
});

export { expectAccessible, expectNarrow, expectReadable, expectToFit } from './expect-accessible.ts';
export { expect };

/** Runs statements for a tenant, `*` for all of them; returns the rows of the last one. */
export const askDatabase = async <Row>(product: Product, tenantId: string, ...statements: string[]) =>
  (await product.ask(tenantId, statements)) as Row[];

/** Inserts data that has no API yet into the default tenant. */
export const fillDatabase = (product: Product, ...statements: string[]) =>
  askDatabase(product, 'default', ...statements);

/**
 * Fills a code editor. The editor clears itself first: typing over colored text makes the browser keep its style in an
 * attribute, which the page's CSP blocks.
 */
export async function fillCode(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a');
  await editor.press('Delete');
  await editor.page().keyboard.insertText(text);
}

/** Collects everything the browser reports: errors, CSP violations, failed requests. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const { url, lineNumber, columnNumber } = message.location();
    return message.type() === 'error' && complaints.push(`${message.text()} (${url}:${lineNumber}:${columnNumber})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** All tokens are stored once list and account are visible; leaving earlier could lose a refresh token in flight. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByText(/^\d of 4 done$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account: admin' })).toBeVisible();
}

export async function createFirstAdministrator(
  page: Page,
  product: Pick<Product, 'consoleUrl'>,
  username = 'admin',
): Promise<void> {
  await page.goto(product.consoleUrl);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('administrators choose well');
  await page.getByRole('button', { name: /create/i }).click();
  await page.waitForURL(/\/console\/(?!callback)/);
}

/** Closes a form with unsaved input by keyboard: it asks for confirmation. */
export async function discardInput(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
