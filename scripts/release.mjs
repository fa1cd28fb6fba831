// `npm run release major|minor|patch|<version> [-- --dry-run]`: makes a release in this repository. It commits the
// version and the changelog, builds what is published, and makes a tag. It never pushes. See CONTRIBUTING.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printSbom } from './package/print-sbom.mjs';
import { releaseChanges, summaryOf } from './release/changelog.mjs';
import { chooseVersion } from './release/choose-version.mjs';
import { findProblems, isWritten } from './release/find-problems.mjs';
import { setVersion } from './release/set-version.mjs';
import { releaseSteps } from './release/steps.mjs';
import { writeChecksums } from './release/write-checksums.mjs';
import { childEnvironment, nodePath, report, root, run, runMain, SetupError } from './runtime.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const write = (path, text) => writeFileSync(join(root, path), text);
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function commitOf(name) {
  try {
    return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).trim();
  } catch {
    return undefined;
  }
}

function readState(wanted) {
  const { version: current } = JSON.parse(read('package.json'));
  const version = chooseVersion(current, wanted);
  return {
    current,
    version,
    changelog: read('CHANGELOG.md'),
    changed: git('status', '--porcelain', '--no-renames', '-z')
      .split('\0')
      .filter(Boolean)
      .map((line) => line.slice(3)),
    tagged: commitOf(`refs/tags/v${version}`),
    head: commitOf('HEAD'),
    platform: process.platform,
  };
}

/** The functions of the steps. */
function worksFor({ version, changelog }, date) {
  const out = join(root, 'packages', version);
  const lastMigration = () =>
    readdirSync(join(root, 'server', 'migrations'))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .at(-1);
  return {
    setVersion: () => {
      for (const { path, text } of setVersion(read, version, lastMigration())) write(path, text);
    },
    writeChangelog: () => write('CHANGELOG.md', releaseChanges(changelog, version, date)),
    writeSbom: async () => {
      mkdirSync(out, { recursive: true });
      writeFileSync(join(out, `postern-${version}.sbom.cdx.json`), await printSbom(root));
    },
    writeChecksums: () => writeChecksums(out),
    makeTag: () => {
      const message = `Postern ${version}\n\n${summaryOf(read('CHANGELOG.md'), version)}\n`;
      git('tag', '--annotate', '--cleanup=whitespace', '--message', message, `v${version}`);
    },
  };
}

/** Takes the checks, prints all other steps, and all reasons why the release would fail. */
async function tryOut(steps, problems, take) {
  for (const step of steps) {
    if (step.isCheck) await take(step).catch((error) => problems.push(`${step.says}: ${error.message}`));
    else process.stdout.write(`• Would: ${step.says}\n`);
  }
  for (const problem of problems) process.stdout.write(`✗ ${problem}\n`);
  process.stdout.write(`Nothing was changed.${problems.length > 0 ? ' The release would fail.' : ''}\n`);
  return problems.length > 0 ? 1 : 0;
}

await runMain(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });
  // npm takes the option for itself if `--` is missing before it.
  const isDryRun = values['dry-run'] || process.env.npm_config_dry_run === 'true';
  const state = readState(positionals.length === 1 ? positionals[0] : undefined);
  const date = new Date().toISOString().slice(0, 10);
  const problems = findProblems(state);
  const steps = releaseSteps({
    version: state.version,
    date,
    node: nodePath(),
    isWritten: isWritten(state),
    isTagged: state.tagged !== undefined,
  });
  const works = worksFor(state, date);
  const take = ({ says, file, args, work }) =>
    report(says, () => (work ? works[work]() : run(file, args, { env: childEnvironment() })));
  if (isDryRun) return tryOut(steps, problems, take);
  if (problems.length > 0) throw new SetupError(problems.join('\n'));
  for (const step of steps) await take(step);
  process.stdout.write(
    `${state.version} is in packages/${state.version}. Nothing was pushed. To publish it: git push origin HEAD v${state.version}\n`,
  );
  return 0;
});
