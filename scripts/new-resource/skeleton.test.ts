import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API } from 'typescript/unstable/async';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../find-chromium.mjs';
import { binOf, checks } from '../steps.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'postern-new-'));
const own = '@postern';

/** Links the packages of this installation, but with the workspaces of the copy. */
function linkPackages(folder: string): void {
  if (!existsSync(join(root, folder))) {
    return;
  }
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder)).filter((one) => one !== own)) {
    symlinkSync(join(root, folder, name), join(copy, folder, name));
  }
}

beforeAll(() => {
  const left = ['node_modules', 'dist', '.git', '.data', '.cache', 'test-results'];
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(basename(path)) });
  linkPackages('node_modules');
  mkdirSync(join(copy, 'node_modules', own));
  for (const name of readdirSync(join(root, 'node_modules', own))) {
    linkPackages(join(name, 'node_modules'));
    symlinkSync(join(copy, name), join(copy, 'node_modules', own, name));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

type Outcome = { status: number | null; output: string };

const run = (...args: string[]) => runIn({}, ...args);

const runIn = (environment: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    // Its own tests start a runner in a runner, and need no built server.
    const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, ...inherited } = process.env;
    const env = { ...inherited, POSTERN_TEST_BUILDS: 'none', ...environment };
    const child = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject).once('close', (status) => resolve({ status, output }));
  });

const ours = /zebra-crossings|\/features\/index\.ts$|\/console\/src\/phrases\.ts$|\/contracts\/src\/events\.ts$/;

/**
 * Compiler errors in the new files and the lists that contain them. The API of the compiler checks only these files,
 * which takes a fraction of the time.
 */
async function complaints(project: string): Promise<string[]> {
  const compiler = new API({ cwd: copy });
  try {
    const config = join(copy, project, 'tsconfig.json');
    const snapshot = await compiler.updateSnapshot({ openProjects: [config] });
    const program = snapshot.getProject(config)?.program;
    const files = (await program?.getSourceFileNames())?.filter((file) => ours.test(file)) ?? [];
    expect(files.filter((file) => file.includes('zebra-crossings')).length).toBeGreaterThan(3);
    const found = await Promise.all(
      files.map(async (file) => [
        ...((await program?.getSyntacticDiagnostics(file)) ?? []),
        ...((await program?.getSemanticDiagnostics(file)) ?? []),
      ]),
    );
    return found.flat().map(({ fileName, text }) => `${fileName}: ${text}`);
  } finally {
    await compiler.close();
  }
}

test('a new resource compiles and is formatted, on the server and in the console', { timeout: 240_000 }, async () => {
  const { status, output } = await run('scripts/new-resource.ts', 'people/zebra-crossings');
  expect([status, output]).toEqual([0, expect.stringContaining('zebra-crossings')]);
  const written = output.match(/\S+\.tsx?$/gm) ?? [];
  const biome = join('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  expect(await run(biome, 'ci', '--error-on-warnings', ...written)).toMatchObject({ status: 0 });
  expect(await run('scripts/db-types.ts')).toMatchObject({ status: 0 });
  expect(await complaints('.')).toEqual([]);
  expect(await complaints('console')).toEqual([]);
});

const stepOf = (name: string) => checks.find((step) => step.name === name)?.args() ?? [];

test('its checks and tests pass untouched, in a browser too', { timeout: 1_200_000 }, async () => {
  for (const name of ['wings and slices', 'migrations', 'phrases', 'import rules', 'dead code']) {
    expect(await run(...stepOf(name)), name).toMatchObject({ status: 0 });
  }

  // The other parts of the product are the same as here, and built.
  for (const app of ['experience', 'docs', 'server']) {
    symlinkSync(join(root, app, 'dist'), join(copy, app, 'dist'));
  }
  const vite = join(root, 'console/node_modules/vite/bin/vite.js');
  const builder = existsSync(vite) ? vite : binOf('vite');
  expect(await run(builder, 'build', 'console', '--logLevel=error')).toMatchObject({ status: 0 });
  const environment = { CHROMIUM_PATH: await findChromium() };
  const tests = await runIn(environment, binOf('vitest'), 'run', 'zebra-crossings');
  expect(tests.status, tests.output).toBe(0);
  const spec = await runIn(
    environment,
    binOf('@playwright/test', 'playwright'),
    'test',
    'zebra-crossings',
    '--workers=1',
  );
  expect(spec).toMatchObject({ status: 0, output: expect.stringContaining('2 passed') });
});

test('writes nothing the second time', async () => {
  const { status, output } = await run('scripts/new-resource.ts', 'people/zebra-crossings');
  expect([status, output]).toEqual([1, expect.stringContaining('already exist. Nothing was written')]);
});
