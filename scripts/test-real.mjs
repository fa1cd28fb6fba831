// `npm run test:real [word]`: tests with programs of others, from Debian's packages: see CONTRIBUTING.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { runChild } from './run-child.mjs';
import { root, runMain, SetupError } from './runtime.mjs';

const packages = [
  'apache2',
  'buildah',
  'debootstrap',
  'golang-github-ghodss-yaml-dev',
  'golang-github-masterminds-sprig-dev',
  'golang-go',
  'libapache2-mod-auth-mellon',
  // LemonLDAP::NG only recommends what its SAML issuer loads.
  'libemail-sender-perl',
  'libgd-securityimage-perl',
  'libimage-magick-perl',
  'libio-string-perl',
  'liblasso-perl',
  'liblemonldap-ng-portal-perl',
  'libmime-tools-perl',
  'libplack-perl',
  'libstring-random-perl',
  'libxml-libxml-perl',
  'libxml-simple-perl',
  'pebble',
  'php-cli',
  'php-curl',
  'php-mbstring',
  'php-xml',
  'simplesamlphp',
];

const isInstalled = (name) => {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '$' + '{Status}', name], { encoding: 'utf8' });
  return stdout?.includes('install ok installed') ?? false;
};

function run(command, args) {
  const isRoot = process.getuid?.() === 0;
  const [program, ...rest] = isRoot ? [command, ...args] : ['sudo', '-n', command, ...args];
  // The tests start their own instances. RUNLEVEL=1 keeps the packages from starting services of the system.
  execFileSync(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}

await runMain(async () => {
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length > 0) {
    console.log(`Installing ${missing.join(' ')}`);
    try {
      run('apt-get', ['update']);
      run('apt-get', ['install', '-y', '--no-install-recommends', ...missing]);
    } catch (error) {
      throw new SetupError(
        `These Debian packages could not be installed: ${missing.join(' ')}. Install them and run this again. (${error.message})`,
      );
    }
  }
  process.chdir(root);
  return runChild([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'real/vitest.config.ts',
    ...process.argv.slice(2),
  ]);
});
