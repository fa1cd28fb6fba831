import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { resolveMigrations, touchedContracts, touchedSpecs, touchedTests } from './changed-tests.mjs';

const specs = [
  'access/applications',
  'access/applications-tabs',
  'platform/console',
  'experience/profile-fields',
  'access/roles',
  'sign-in/sign-in',
  'sign-in/sign-in-codes',
  'sign-in/social',
  'cloud/tenant-plans',
  'people/user-list',
  'people/users',
].map((name) => `e2e/${name}.spec.ts`);
const nameOf = (spec) => basename(spec, '.spec.ts');
const specsFor = (...changed) => touchedSpecs(changed, specs).map(nameOf);
const all = specs.map(nameOf);

test.each([
  ['server/src/features/applications/store.ts', ['applications', 'applications-tabs']],
  ['server/src/features/people/users/store.ts', ['user-list', 'users']],
  ['console/src/features/users/list/users-page.tsx', ['user-list', 'users']],
  ['contracts/src/roles.ts', ['roles']],
  ['contracts/src/custom-profile-fields.ts', ['profile-fields']],
  ['console/src/features/plans/plans-page.tsx', ['tenant-plans']],
  ['connectors/social/google/google.ts', ['social']],
  ['e2e/access/roles.spec.ts', ['roles']],
  ['console/src/features/people/users/user-list.phrases.en.json', ['user-list', 'users']],
  ['console/src/features/access/roles/fields.tsx', ['roles']],
  ['translations/de/people.user-list.json', ['user-list']],
  ['translations/de/access.roles.json', ['roles']],
  ['translations/de/sign-in.wire.pages.json', ['sign-in', 'sign-in-codes']],
  ['console/src/paths/roles.ts', ['roles']],
  ['experience/src/steps/social/social-button.tsx', ['social']],
  ['experience/src/steps/password/password-step.tsx', ['sign-in', 'sign-in-codes']],
  ['translations/de/platform.nav.json', []],
  ['scripts/phrases/translated/access.roles.json', []],
])('a change in %s runs the browser specs of its slice', (file, expected) => {
  expect(specsFor(file)).toEqual(expected);
});

test.each([
  'server/src/platform/http/route.ts',
  'server/migrations/0001_start.sql',
  'server/src/features/index.ts',
  'server/src/features/oidc/provider.ts',
  'contracts/src/errors.ts',
  'console/src/platform/shell/shell.tsx',
  'experience/src/parts/button.tsx',
  'console/src/platform/list/phrases.en.json',
  'ui/src/button.tsx',
  'e2e/product.ts',
  'package-lock.json',
  'playwright.config.ts',
])('a change in %s, which any page may use, runs all browser specs', (file) => {
  expect(specsFor(file)).toEqual(all);
});

test('documents and unit tests run no browser spec', () => {
  expect(specsFor('docs/architecture.md', 'CHANGELOG.md', 'server/src/features/roles/roles.test.ts')).toEqual([]);
});

test.each([
  ...['.github/workflows/check.yml', '.github/CODEOWNERS', '.vscode/settings.json', '.editorconfig'],
  ...['renovate.json', 'biome.json', 'SECURITY.md', 'CODE_OF_CONDUCT.md'],
])('no test reads %s', (file) => {
  expect(specsFor(file)).toEqual([]);
  expect(testsFor(file)).toEqual([]);
});

test('several changes run the specs of each', () => {
  expect(specsFor('contracts/src/roles.ts', 'e2e/sign-in/social.spec.ts')).toEqual(['roles', 'social']);
});

const imports = {
  'server/src/testing/test-app.ts': ['server/src/app.ts'],
  'server/src/app.ts': ['server/src/features/index.ts', 'server/src/platform/http/route.ts'],
  'server/src/features/index.ts': ['server/src/features/roles/index.ts', 'server/src/features/billing/index.ts'],
  'server/src/features/roles/index.ts': ['server/src/features/roles/store.ts'],
  'server/src/features/roles/store.ts': ['contracts/src/roles.ts'],
  'server/src/features/roles/roles.test.ts': ['server/src/testing/test-app.ts'],
  'server/src/features/billing/index.ts': ['server/src/features/billing/charge.ts'],
  'server/src/features/billing/charge.ts': [],
  'server/src/features/billing/charge.test.ts': ['server/src/testing/test-app.ts'],
  'server/src/sweep.test.ts': ['server/src/testing/test-app.ts'],
  'server/src/platform/http/route.ts': [],
  'contracts/src/roles.ts': [],
  'contracts/src/roles.test.ts': ['contracts/src/roles.ts'],
  'console/src/features/roles/sort.ts': ['contracts/src/roles.ts'],
  'console/src/features/roles/sort.test.ts': ['console/src/features/roles/sort.ts'],
  'console/src/features/index.ts': ['console/src/features/access/roles/list-page.tsx'],
  'console/src/testing/open-screen.tsx': ['console/src/features/index.ts'],
  'console/src/features/access/roles/list-page.tsx': ['console/src/platform/list/pager.tsx'],
  'console/src/features/access/roles/screens.test.tsx': ['console/src/testing/open-screen.tsx'],
  'console/src/features/access/scopes/screens.test.tsx': ['console/src/testing/open-screen.tsx'],
  'console/src/platform/list/pager.tsx': [],
  'experience/src/testing/open-page.tsx': ['experience/src/main.tsx'],
  'experience/src/main.tsx': ['experience/src/steps/index.ts'],
  'experience/src/steps/index.ts': [
    'experience/src/steps/consent/index.tsx',
    'experience/src/steps/register/index.tsx',
  ],
  'experience/src/steps/consent/index.tsx': ['experience/src/parts/page.tsx'],
  'experience/src/steps/register/index.tsx': ['experience/src/parts/page.tsx'],
  'experience/src/steps/consent/screens.test.tsx': ['experience/src/testing/open-page.tsx'],
  'experience/src/steps/register/screens.test.tsx': ['experience/src/testing/open-page.tsx'],
  'experience/src/parts/page.tsx': [],
  'scripts/build.mjs': [],
};
const files = Object.keys(imports);
const testsFor = (...changed) => touchedTests(changed, files, (file) => imports[file] ?? []);
const allTests = files.filter((file) => file.includes('.test.'));

test('a slice of the server runs its own tests and those of the whole product', () => {
  expect(testsFor('server/src/features/billing/charge.ts')).toEqual([
    'server/src/features/billing/charge.test.ts',
    'server/src/sweep.test.ts',
  ]);
});

test('a contract runs the tests of everything that imports it', () => {
  expect(testsFor('contracts/src/roles.ts')).toEqual([
    'server/src/features/roles/roles.test.ts',
    'server/src/sweep.test.ts',
    'contracts/src/roles.test.ts',
    'console/src/features/roles/sort.test.ts',
  ]);
});

test('a slice tries the operations of the contracts that it serves, the platform those of all', () => {
  const contracts = {
    'contracts/src/access/roles.ts': [],
    'contracts/src/cloud/plans.ts': [],
    'server/src/features/access/roles/index.ts': [
      'server/src/features/access/roles/store.ts',
      'contracts/src/access/roles.ts',
    ],
    'server/src/features/access/roles/store.ts': [],
    'server/src/features/cloud/plans/index.ts': ['contracts/src/cloud/plans.ts'],
    'server/src/app.ts': ['server/src/features/access/roles/index.ts', 'server/src/features/cloud/plans/index.ts'],
  };
  const contractsFor = (...changed) => touchedContracts(changed, Object.keys(contracts), (file) => contracts[file]);
  expect(contractsFor('server/src/features/access/roles/store.ts', 'docs/roles.md')).toEqual([
    'contracts/src/access/roles.ts',
  ]);
  expect(contractsFor('contracts/src/cloud/plans.ts')).toEqual(['contracts/src/cloud/plans.ts']);
  expect(
    contractsFor('server/src/features/access/roles/store.ts', 'server/src/platform/http/route.ts'),
  ).toBeUndefined();
});

test('a page runs no test of the server', () => {
  expect(testsFor('console/src/features/roles/sort.ts')).toEqual(['console/src/features/roles/sort.test.ts']);
});

test('the platform and migrations run all tests of the server', () => {
  const ofServer = allTests.filter((file) => file.startsWith('server/'));
  expect(testsFor('server/src/platform/http/route.ts')).toEqual(ofServer);
  expect(testsFor('server/migrations/0001_start.sql')).toEqual(ofServer);
});

test('a text of the console runs the screens of its slice, a translation none', () => {
  expect(testsFor('translations/de/access.roles.json')).toEqual([]);
  expect(testsFor('console/src/features/access/roles/phrases.en.json')).toEqual([
    'console/src/features/access/roles/screens.test.tsx',
  ]);
});

test('a page runs the screens of its slice, and what all pages use runs all screens', () => {
  expect(testsFor('console/src/features/access/roles/list-page.tsx')).toEqual([
    'console/src/features/access/roles/screens.test.tsx',
  ]);
  const all = allTests.filter((file) => /^console.*screens.test.tsx$/.test(file));
  expect(testsFor('console/src/platform/list/pager.tsx')).toEqual(all);
  expect(testsFor('console/src/testing/open-screen.tsx')).toEqual(all);
});

test('a hosted page runs its own screens, and what all hosted pages use runs the screens of all', () => {
  expect(testsFor('experience/src/steps/consent/index.tsx')).toEqual(['experience/src/steps/consent/screens.test.tsx']);
  const all = allTests.filter((file) => /^experience.*screens.test.tsx$/.test(file));
  expect(all).toHaveLength(2);
  for (const file of ['parts/page.tsx', 'main.tsx', 'account/frame.tsx', 'testing/open-page.tsx']) {
    expect(testsFor(`experience/src/${file}`)).toEqual(all);
  }
});

test('files of unknown use run all tests, documents and browser specs none', () => {
  expect(testsFor('package-lock.json')).toEqual(allTests);
  expect(testsFor('vitest.config.ts')).toEqual(allTests);
  expect(testsFor('docs/security.md', 'e2e/access/roles.spec.ts')).toEqual([]);
});

test('a new migration runs the tests of the slices that use its tables, and a released one those of all', () => {
  const texts = {
    'server/migrations/0200_badges.sql': `create table badges (id text references tenants (id) on delete cascade);
      create index badges__newest on badges (id);`,
    'server/migrations/0100_roles.sql': 'alter table roles add column color text;',
    'server/src/features/access/badges/store.ts': "db.selectFrom('badges')",
    'server/src/features/access/roles/roles.store.ts': "db.selectFrom('roles')",
    'server/src/platform/db/db-types.ts': 'badges: Badges',
  };
  const resolve = (...changed) =>
    resolveMigrations(changed, Object.keys(texts), (file) => texts[file], '0150_last.sql');
  const types = 'server/src/platform/db/db-types.ts';
  expect(resolve('server/migrations/0200_badges.sql', types, 'README.md')).toEqual([
    'README.md',
    'server/src/features/access/badges/store.ts',
  ]);
  expect(resolve('server/migrations/0100_roles.sql', types)).toEqual(['server/migrations/0100_roles.sql', types]);
});

test('a change of slices runs no test about processes and nodes', () => {
  const more = { ...imports, 'server/src/crash.test.ts': ['server/src/testing/test-app.ts'] };
  const chosen = (file) => touchedTests([file], Object.keys(more), (one) => more[one] ?? []);
  expect(chosen('server/src/features/billing/charge.ts')).not.toContain('server/src/crash.test.ts');
  expect(chosen('server/src/platform/http/route.ts')).toContain('server/src/crash.test.ts');
});
