import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { freePort } from '../free-port.ts';
import { closeLeftovers, createFirstAdministrator, watchConsole } from '../product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['console', 'docs', 'experience', 'scripts'];
const linked = [
  ...['connectors', 'contracts', 'node_modules', 'server', 'translations', 'ui'],
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'package.json', 'package-lock.json', 'tsconfig.json'],
];

/** A copy of the web apps, so that a test can change their source. The documentation is built already. */
async function copyTree() {
  const tree = await mkdtemp(join(tmpdir(), 'postern-dev-'));
  const built = join(root, 'docs', 'dist');
  const filter = (path: string) => !['node_modules', 'dist'].includes(basename(path)) || path === built;
  await Promise.all([
    ...copied.map((name) => cp(join(root, name), join(tree, name), { recursive: true, filter })),
    ...linked.map((name) => symlink(join(root, name), join(tree, name))),
  ]);
  // Packages that npm did not place at the root.
  const own = copied.map((name) => join(name, 'node_modules')).filter((path) => existsSync(join(root, path)));
  await Promise.all(own.map((path) => symlink(join(root, path), join(tree, path))));
  return {
    path: tree,
    async change(file: string, before: string, after: string) {
      const source = await readFile(join(tree, file), 'utf8');
      expect(source, file).toContain(before);
      await writeFile(join(tree, file), source.replace(before, after));
    },
    remove: () => rm(tree, { recursive: true, force: true }),
  };
}

/** Starts `npm run dev`. A second start in the same tree finds the packages that Vite prepared for the first. */
async function startDevelopment(tree: string, edition: 'oss' | 'cloud') {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(tree, 'scripts', 'dev.mjs')], {
    cwd: tree,
    env: {
      ...process.env,
      EDITION: edition,
      DATA_DIR: join(tree, `.data-${edition}`),
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(tmpdir(), 'postern-test-compile'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('Postern is ready') && resolve());
  });
  await Promise.race([ready, ended.then(() => Promise.reject(new Error('npm run dev ended before it was ready.')))]);
  const adminEndpoint = `http://localhost:${adminPort}`;
  return {
    endpoint: edition === 'oss' ? `http://localhost:${port}` : `http://*.localhost:${port}`,
    adminEndpoint,
    consoleUrl: edition === 'oss' ? `${adminEndpoint}/console` : adminEndpoint,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

type Tree = Omit<Awaited<ReturnType<typeof copyTree>>, 'path' | 'remove'> & {
  start(edition: 'oss' | 'cloud'): ReturnType<typeof startDevelopment>;
};

const test = base.extend<{ tidy: undefined; tree: Tree }>({
  tidy: [closeLeftovers, { auto: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  tree: async ({}, use) => {
    const { path, change, remove } = await copyTree();
    const started: Awaited<ReturnType<typeof startDevelopment>>[] = [];
    await use({
      change,
      async start(edition) {
        const development = await startDevelopment(path, edition);
        started.push(development);
        return development;
      },
    });
    await Promise.all(started.map((development) => development.stop()));
    await remove();
  },
});

/** A reload clears this mark. */
const mark = (page: Page) => page.evaluate('globalThis.isStillTheSamePage = true');
const isMarked = (page: Page) => page.evaluate('globalThis.isStillTheSamePage === true');

test('npm run dev shows changed components and texts in open pages without a reload, and serves the cloud edition', async ({
  browser,
  page,
  tree,
}) => {
  test.slow();
  const complaints = watchConsole(page);
  const heading = page.getByRole('heading', { level: 1 });

  await test.step('in the open-source edition', async () => {
    const development = await tree.start('oss');
    await page.goto(`${development.endpoint}/unknown-session`);
    await expect(heading).toBeVisible();
    const german = await browser.newPage({ locale: 'de-DE' });
    await german.goto(`${development.endpoint}/unknown-session`);
    await expect(german.getByRole('heading', { level: 1 })).toContainText('Hier läuft keine Anmeldung');
    await german.close();
    await mark(page);
    await tree.change('experience/src/parts/dead-end.tsx', '</h1>', ' (changed)</h1>');
    await expect(heading).toContainText('(changed)');
    expect(await isMarked(page)).toBe(true);

    await createFirstAdministrator(page, development);
    await expect(heading).toHaveText('Get started');
    await mark(page);
    await tree.change('console/src/platform/page/page-header.tsx', '{title}</h1>', '{title} (changed)</h1>');
    await expect(heading).toHaveText('Get started (changed)');
    expect(await isMarked(page)).toBe(true);
    await tree.change('console/src/platform/shell/nav.phrases.en.json', '"Get started"', '"First steps"');
    await expect(heading).toHaveText('First steps (changed)');
    expect(await isMarked(page)).toBe(true);
    expect(complaints).toEqual([]);
    // A browser without a link is told so with 401, which it notes in its console.
    await page.goto(`${development.endpoint}/setup/unknown`);
    await expect(heading).toContainText('The set-up is no longer open');
    await mark(page);
    await tree.change(
      'experience/src/setup/phrases.en.json',
      '"The set-up is no longer open"',
      '"The set-up has ended"',
    );
    await expect(heading).toContainText('The set-up has ended');
    expect(await isMarked(page)).toBe(true);
    // An open page would try to connect again.
    await page.goto('about:blank');
    await development.stop();
  });

  await test.step('in the cloud edition: the console at the root, and its sign-in pages', async () => {
    complaints.length = 0;
    const development = await tree.start('cloud');
    await page.goto(development.consoleUrl);
    await page.waitForURL(`${development.adminEndpoint}/sign-in?*`);
    await expect(heading).toBeVisible();
    expect(complaints).toEqual([]);
  });
});
