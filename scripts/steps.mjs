// The steps of `npm run check`, shared with `npm test`.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './runtime.mjs';

/** The script of a package's command: run directly by this Node, without a shell or a wrapper. */
export function binOf(name, command = name) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

const biome = () => fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));

/**
 * With one thread: several check the same types again, which takes twice the CPU time. The next check starts from the result
 * of this one.
 */
const typesOf = (project) => [
  ...[binOf('typescript', 'tsc'), '-p', project, '--singleThreaded', '--incremental'],
  ...['--tsBuildInfoFile', join('.cache', 'types', `${project === '.' ? 'server' : project}.tsbuildinfo`)],
];

const formatAndLint = 'format and lint';

export const checks = [
  { name: formatAndLint, args: () => [biome(), 'ci', '--error-on-warnings', '.'] },
  { name: 'types of the server', args: () => typesOf('.') },
  { name: 'types of the console', args: () => typesOf('console') },
  { name: 'types of the sign-in pages', args: () => typesOf('experience') },
  {
    name: 'import rules',
    args: () => [
      binOf('dependency-cruiser', 'depcruise'),
      '--config',
      '.dependency-cruiser.mjs',
      'contracts/src',
      'connectors',
      'server/src',
      'console/src',
      'experience/src',
      'ui/src',
    ],
  },
  { name: 'wings and slices', args: () => ['scripts/check-slices.mjs'] },
  { name: 'migrations', args: () => ['scripts/check-migrations.mjs'] },
  { name: 'phrases', args: () => ['--disable-warning=ExperimentalWarning', 'scripts/phrases.ts'] },
  { name: 'dead code', args: () => [binOf('knip'), '--treat-config-hints-as-errors'] },
  { name: 'database types', args: () => ['--disable-warning=ExperimentalWarning', 'scripts/db-types.ts', '--check'] },
];

/** The checks for a change: format and lint of its files only, because these depend on no other file. */
export const checksOf = (changed) =>
  checks
    .map((step) => {
      const args = () => [...step.args().slice(0, -1), '--no-errors-on-unmatched', ...changed];
      return step.name === formatAndLint ? { ...step, args } : step;
    })
    .filter(({ name }) => name !== formatAndLint || changed.length > 0);

/** Runs a step and prints its output only on failure. */
export function runStep({ name, args }, { show = false, env = {} } = {}) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(process.execPath, args(), {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
        if (show) process.stdout.write(text);
      });
    }
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
      if (code !== 0 && !show) process.stdout.write(`${output}\n`);
      resolve({ name, isGood: code === 0, output });
    });
  });
}

/** Two at a time, for machines with two cores. */
export async function runAll(steps) {
  const waiting = [...steps];
  const results = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step));
  };
  await Promise.all([worker(), worker()]);
  return results;
}
