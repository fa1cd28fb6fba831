import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../server/src/testing/flows.ts';
import { removeFolder, requireFile, startProgram, temporaryFolder } from './program.ts';

const root = new URL('..', import.meta.url).pathname;
const run = promisify(execFile);
const large = { maxBuffer: 64 * 1024 * 1024 };

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => removeFolder(folder));

const pack = async (format: string) => {
  const { stdout } = await run('npm', ['run', '--silent', 'package', '--', '--format', format, '--out', folder], {
    ...large,
    cwd: root,
  });
  return stdout.trim().split('\n').at(-1) ?? '';
};

/** Starts a server from a package and asks it for its health. `inside` are words before the command, such as unshare. */
async function expectToStart(launcher: string, inside: string[] = []): Promise<void> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    DATA_DIR: join(folder, `data-${port}`),
  };
  const script = `ip link set lo up 2>/dev/null; "${launcher}" start & server=$!
    for i in $(seq 60); do sleep 0.5; "${launcher}" health && break; done
    "${launcher}" health && "${launcher}" db status; code=$?; kill $server; wait $server; exit $code`;
  const [command = '', ...args] = [...inside, 'sh', '-c', script];
  const { stdout } = await run(command, args, { ...large, env });
  expect(stdout).toContain('Postern is ready');
  expect(stdout).toContain('0001_foundation');
}

test('the archive starts on a machine without network', async () => {
  const file = await pack('tar');
  await run('tar', ['xzf', file, '-C', folder]);
  const name = readdirSync(folder).find((entry) => entry.startsWith('postern-') && !entry.endsWith('.gz')) ?? '';
  const sbom = JSON.parse(readFileSync(join(folder, name, 'sbom.cdx.json'), 'utf8'));
  const packages = sbom.components.map((one: { name: string }) => one.name);
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'oidc-provider']));
  expect(packages).not.toContain('vitest');
  await expectToStart(join(folder, name, 'bin', 'postern'), ['unshare', '--net']);
});

test('the Debian package contains the unit and its settings, and starts', async () => {
  const file = await pack('deb');
  const tree = join(folder, 'deb');
  await run('dpkg-deb', ['-x', file, tree]);
  const { stdout } = await run('dpkg-deb', ['-f', file, 'Package', 'Depends']);
  expect(stdout).toContain('Package: postern');
  expect(readFileSync(join(tree, 'usr/lib/systemd/system/postern.service'), 'utf8')).toContain('ProtectSystem=strict');
  expect(readFileSync(join(tree, 'etc/postern/postern.env'), 'utf8')).toContain('DATABASE_URL');
  await expectToStart(join(tree, 'opt/postern/bin/postern'));
});

/** The build stage needs a registry of images; the package that it makes is built here instead. */
test('the image is built on a fresh Debian and runs as its own user', { timeout: 600_000 }, async () => {
  const buildah = requireFile('/usr/bin/buildah', 'buildah');
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
  const build = (...args: string[]) => run(buildah, [...storage, ...args], { ...large, cwd: folder });
  await run('debootstrap', ['--variant=minbase', 'bookworm', join(folder, 'base')], large);
  await pack('folder');
  const name = readdirSync(folder).find((entry) => entry.startsWith('postern-') && !entry.endsWith('.gz')) ?? '';
  const { stdout: made } = await build('from', 'scratch');
  await build('add', '-q', made.trim(), join(folder, 'base'), '/');
  await build('commit', '-q', made.trim(), 'localhost/base');
  await writeFile(join(folder, 'Built'), `FROM localhost/base\nCOPY ${name} /postern\n`);
  await build('bud', '--isolation', 'chroot', '-f', 'Built', '-t', 'localhost/built', '.');
  const whole = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const last = whole.replace(/(AS build\n)[\s\S]*?(?=FROM \$\{BASE_IMAGE\})/, '$1\n');
  await writeFile(join(folder, 'Last'), last);
  await build(
    ...['bud', '--isolation', 'chroot', '-f', 'Last', '-t', 'localhost/postern'],
    ...['--build-arg', 'BUILD_IMAGE=localhost/built', '--build-arg', 'BASE_IMAGE=localhost/base', '.'],
  );
  const { stdout: container } = await build('from', 'localhost/postern');
  const [port, adminPort] = [await freePort(), await freePort()];
  const server = await startProgram(
    buildah,
    [
      ...storage,
      ...['run', '--isolation', 'chroot', '--env', `PORT=${port}`, '--env', `ADMIN_PORT=${adminPort}`],
      ...[container.trim(), '--', '/opt/postern/bin/postern', 'start'],
    ],
    { port },
  );
  try {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    const { stdout: processes } = await run('ps', ['-eo', 'uid,args']);
    expect(processes).toMatch(/^ *10001 .*\/opt\/postern\/bin\/node/m);
  } finally {
    await server.stop();
  }
});

describe('the Helm chart', () => {
  type Rendered = { kind: string; apiVersion: string };
  const modules: Record<string, string> = { v1: 'core/v1', 'networking.k8s.io/v1': 'networking/v1' };

  async function render(values: string): Promise<Rendered[]> {
    requireFile('/usr/bin/go', 'golang-go');
    const { stdout } = await run(
      'go',
      ['run', join(root, 'real/helm/render.go'), join(root, 'deploy/helm/postern'), values],
      {
        ...large,
        env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'go') },
      },
    );
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Rendered);
  }

  /** As literals, so that the compiler also rejects fields that Kubernetes does not know. */
  const literalOf = (one: Rendered, at: number) =>
    `export const x${at}: import('kubernetes-types/${modules[one.apiVersion] ?? one.apiVersion}').${one.kind} = ${JSON.stringify(one)};`;

  test.each([
    ['with its defaults', '{}', 5],
    [
      'with everything on',
      '{autoscaling: {enabled: true}, s3: {bucket: b, endpoint: "https://s3.example.com", publicUrl: "https://f.example.com"}, env: [{name: LOG_LEVEL, value: info}], nodeSelector: {disk: fast}, tolerations: [{key: a, operator: Exists}], affinity: {nodeAffinity: {}}, imagePullSecrets: [{name: pull}], ingress: {className: nginx, annotations: {a: "b"}}}',
      6,
    ],
    ['without an ingress', '{ingress: {enabled: false}}', 4],
  ])('%s is what Kubernetes accepts', async (_what, values, count) => {
    const objects = await render(values);
    expect(objects).toHaveLength(count);
    const check = join(root, 'real', '.chart-check');
    await mkdir(check, { recursive: true });
    try {
      await writeFile(join(check, 'chart.ts'), objects.map(literalOf).join('\n'));
      const flags = [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        join(check, 'chart.ts'),
      ];
      await run(join(root, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...flags], large).catch((error) => {
        throw new Error(error.stdout);
      });
    } finally {
      await removeFolder(check);
    }
  });
});
