// `npm run build`: builds both web apps, renders the documentation and packs the server. start.mjs uses the same
// functions to build only what is stale.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress, filesIn, forgetSuperseded } from './dist-files.mjs';
import { childEnvironment, nodePath, remember, report, root, run, runMain } from './runtime.mjs';

const shared = [join('contracts', 'src'), 'package-lock.json'];

/** What is built into the `dist` folder of each app, from which sources, by which script. */
const apps = {
  console: {
    sources: ['console', 'ui', 'translations', join('scripts', 'phrases'), 'CHANGELOG.md', ...shared],
    args: () => vite('console'),
    isPage: true,
  },
  experience: {
    sources: ['experience', 'ui', 'translations', ...shared],
    args: () => vite('experience'),
    isPage: true,
  },
  docs: {
    sources: [
      ...['docs', 'CHANGELOG.md', 'CONTRIBUTING.md', 'ui', 'package-lock.json'],
      ...[join('scripts', 'build-docs.mjs'), join('scripts', 'docs'), join('scripts', 'collect-contracts.ts')],
      // The API reference.
      ...[join('contracts', 'src'), join('server', 'src', 'platform', 'openapi.ts')],
      join('server', 'src', 'platform', 'describe-fields.ts'),
    ],
    args: () => [join(root, 'scripts', 'build-docs.mjs')],
    isPage: true,
  },
  server: {
    sources: ['server', 'connectors', 'translations', join('scripts', 'pack-server.mjs'), ...shared],
    args: () => [join(root, 'scripts', 'pack-server.mjs')],
  },
};

export const hasFreshApps = () => staleApps().length === 0;

export const buildStaleApps = () => buildApps(staleApps());

/** Runs before the tests (vitest's globalSetup), because some tests start the built server. A caller who runs others says so. */
export async function setup() {
  if (process.env.POSTERN_TEST_BUILDS === 'none') return;
  const stale = ['server', 'docs'].filter((app) => !isFresh(app));
  if (stale.length > 0) await buildApps(stale);
}

/** For `npm run dev`, which builds no web app. */
export async function buildStaleDocs() {
  if (!isFresh('docs')) await buildApps(['docs']);
}

const staleApps = () => Object.keys(apps).filter((app) => !isFresh(app));

async function buildApps(names) {
  await report(`Building ${new Intl.ListFormat('en').format(names)}`, async () => {
    // Computed first: changes during a build belong to the next one.
    const stamps = names.map((app) => stampOf(sourcesOf(app)));
    // A development build of React must not be served, whatever NODE_ENV is.
    const env = { ...childEnvironment(), NODE_ENV: 'production' };
    await Promise.all(
      names.map(async (app) => {
        const dist = join(root, app, 'dist');
        // Some file systems have a resolution of two seconds.
        const startedAt = Date.now() - 2000;
        await run(nodePath(), apps[app].args(), { cwd: join(root, app), env });
        const current = filesIn(dist).filter((file) => statSync(file).mtimeMs >= startedAt);
        if (apps[app].isPage) await compress(current);
        forgetSuperseded(dist, new Set(current));
      }),
    );
    names.forEach((app, index) => {
      writeFileSync(stampFile(app), stamps[index]);
    });
  });
}

// Files of the previous build stay for a while, see forgetSuperseded.
const vite = (app) => [viteOf(app), 'build', '--no-emptyOutDir'];

function viteOf(app) {
  const folder = dirname(createRequire(join(root, app, 'package.json')).resolve('vite/package.json'));
  return join(folder, 'bin', 'vite.js');
}

const stampFile = (app) => join(root, app, 'dist', '.build-hash');

/**
 * Compares sizes and times first, which takes milliseconds; then contents, so that a clone or switching branches back
 * and forth builds nothing.
 */
function isFresh(app) {
  if (!existsSync(stampFile(app))) return false;
  const [times, contents] = readFileSync(stampFile(app), 'utf8').split('\n');
  const files = sourcesOf(app);
  if (times === hashTimes(files)) return true;
  if (contents !== hashContents(files)) return false;
  remember(stampFile(app), stampOf(files));
  return true;
}

const stampOf = (files) => `${hashTimes(files)}\n${hashContents(files)}`;

function hashTimes(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

function hashContents(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

const sourcesOf = (app) => apps[app].sources.flatMap((path) => filesIn(join(root, path), isIgnored));

const isIgnored = (name) => name === 'node_modules' || name === 'dist' || /^\.|\.test\.|~$/.test(name);

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await runMain(() => buildApps(Object.keys(apps)));
