// `npm run test:real [word]`: tests with programs of others, from Debian's packages: see CONTRIBUTING.md.
import { installPackages } from './install-packages.mjs';
import { runChild } from './run-child.mjs';
import { root, runMain } from './runtime.mjs';

const packages = [
  'apache2',
  'buildah',
  'debootstrap',
  'golang-github-ghodss-yaml-dev',
  'golang-github-masterminds-sprig-dev',
  'golang-go',
  'libapache2-mod-auth-mellon',
  'libapache2-mod-auth-openidc',
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
  'python3-venv',
  'simplesamlphp',
];

await runMain(async () => {
  installPackages(packages);
  process.chdir(root);
  return runChild([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'real/vitest.config.ts',
    ...process.argv.slice(2),
  ]);
});
