// `npm run package`: an archive with Node, PostgreSQL and all packages, which starts without network.
//   --format tar|deb|folder (default tar), --out <folder> (default `packages`)
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { filesIn } from './dist-files.mjs';
import { npm, printSbom } from './package/print-sbom.mjs';
import { report, root, run, runMain, SetupError } from './runtime.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const formats = { tar: packTar, deb: packDeb, folder: packFolder };
/** The workspaces that the server needs at run time. */
const inWorkspaces = ['contracts', 'connectors', 'server'].flatMap((name) => ['--workspace', name]);
/** Linux only: the launcher and the units are for it. */
const debianNames = { arm64: 'arm64', x64: 'amd64' };

const isTest = (name) => /(^testing|\.test\.m?ts$)/.test(basename(name));

function copyProduct(stage) {
  mkdirSync(join(stage, 'bin'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', 'LICENSE', 'CHANGELOG.md']) {
    copyFileSync(join(root, file), join(stage, file));
  }
  // The README of the repository is for its contributors.
  copyFileSync(join(root, 'scripts', 'package', 'README.md'), join(stage, 'README.md'));
  // npm reads all workspaces of the lock file, also those that are not installed.
  for (const name of JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces) {
    mkdirSync(join(stage, name), { recursive: true });
    copyFileSync(join(root, name, 'package.json'), join(stage, name, 'package.json'));
  }
  const sources = ['contracts/src', 'connectors', 'server/src', 'server/migrations'];
  for (const path of sources) {
    const filter = (from) => !isTest(from) && basename(from) !== 'node_modules';
    cpSync(join(root, path), join(stage, path), { recursive: true, filter });
  }
  // The web apps contain theirs.
  for (const path of globSync('translations/*/*.server.json', { cwd: root }))
    cpSync(join(root, path), join(stage, path));
  for (const app of ['console', 'experience', 'docs', 'server']) copyBuild(app, stage);
  copyFileSync(join(root, 'scripts', 'server-flags.json'), join(stage, 'bin', 'server-flags.json'));
  copyFileSync(process.execPath, join(stage, 'bin', 'node'));
  chmodSync(join(stage, 'bin', 'node'), 0o755);
  copyFileSync(join(root, 'scripts', 'package', 'postern'), join(stage, 'bin', 'postern'));
  chmodSync(join(stage, 'bin', 'postern'), 0o755);
  cpSync(join(root, 'deploy'), join(stage, 'deploy'), { recursive: true });
}

/** Files that an earlier build left for open pages do not belong to a new installation. */
function copyBuild(app, stage) {
  const dist = join(root, app, 'dist');
  const list = join(dist, '.superseded.json');
  const superseded = new Set(existsSync(list) ? Object.keys(JSON.parse(readFileSync(list, 'utf8'))) : []);
  const filter = (from) => {
    const name = from.slice(dist.length + 1);
    return !superseded.has(name) && !name.startsWith('.') && !name.endsWith('.map');
  };
  cpSync(dist, join(stage, app, 'dist'), { recursive: true, filter });
}

async function installPackages(stage) {
  await npm(stage, ['ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--prefer-offline', ...inWorkspaces]);
}

async function writeSbom(stage) {
  writeFileSync(join(stage, 'sbom.cdx.json'), await printSbom(stage));
}

/** The same input gives the same archive. */
const tarFlags = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];

async function packTar(stage, out) {
  const file = join(out, `${basename(stage)}.tar.gz`);
  await report('Packing the archive', () =>
    run('tar', [...tarFlags, '-C', join(stage, '..'), '-czf', file, basename(stage)], {}),
  );
  return file;
}

function packFolder(stage, out) {
  const target = join(out, basename(stage));
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(stage, target);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    cpSync(stage, target, { recursive: true, verbatimSymlinks: true });
  }
  return target;
}

async function packDeb(stage, out, temporary) {
  const tree = join(temporary, 'tree');
  mkdirSync(join(tree, 'opt'), { recursive: true });
  renameSync(stage, join(tree, 'opt', 'postern'));
  const debian = join(root, 'deploy', 'debian');
  mkdirSync(join(tree, 'DEBIAN'));
  for (const script of ['postinst', 'prerm', 'conffiles']) {
    copyFileSync(join(debian, script), join(tree, 'DEBIAN', script));
    chmodSync(join(tree, 'DEBIAN', script), script === 'conffiles' ? 0o644 : 0o755);
  }
  const bytes = filesIn(join(tree, 'opt'), () => false).reduce((sum, file) => sum + statSync(file).size, 0);
  const architecture = debianNames[process.arch];
  const control = readFileSync(join(debian, 'control'), 'utf8')
    .replace('{version}', version)
    .replace('{architecture}', architecture)
    .replace('{size}', String(Math.ceil(bytes / 1024)));
  writeFileSync(join(tree, 'DEBIAN', 'control'), control);
  for (const [from, to] of [
    [join(root, 'deploy', 'systemd', 'postern.service'), 'usr/lib/systemd/system/postern.service'],
    [join(root, 'deploy', 'systemd', 'postern.env'), 'etc/postern/postern.env'],
  ]) {
    mkdirSync(join(tree, to, '..'), { recursive: true });
    copyFileSync(from, join(tree, to));
  }
  chmodSync(join(tree, 'etc/postern/postern.env'), 0o640);
  const file = join(out, `postern_${version}_${architecture}.deb`);
  await report('Packing the Debian package', () =>
    run('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', '-z1', tree, file], {}),
  );
  return file;
}

await runMain(async () => {
  const { values } = parseArgs({
    options: { format: { type: 'string', default: 'tar' }, out: { type: 'string', default: 'packages' } },
  });
  const pack = formats[values.format];
  if (!pack) throw new SetupError(`--format is one of ${Object.keys(formats).join(', ')}`);
  if (process.platform !== 'linux') throw new SetupError('Packages are made on Linux, for the same processor.');
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const temporary = mkdtempSync(join(tmpdir(), 'postern-package-'));
  try {
    const stage = join(temporary, `postern-${version}-linux-${process.arch}`);
    await report('Copying the server and the apps', async () => copyProduct(stage));
    await report('Installing the packages of the server', () => installPackages(stage));
    await report('Listing the packages', () => writeSbom(stage));
    const file = await pack(stage, out, temporary);
    process.stdout.write(`${file}\n`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});
