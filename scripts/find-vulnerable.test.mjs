import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareVersions, findVulnerable, listLocked } from './find-vulnerable.mjs';

const lock = {
  packages: {
    '': { name: 'root', version: '1.0.0' },
    server: { name: '@postern/server', version: '1.0.0' },
    'node_modules/@postern/server': { resolved: 'server', link: true },
    'node_modules/left': { version: '2.1.0' },
    'node_modules/left/node_modules/@scope/right': { version: '1.4.9' },
    'node_modules/@scope/right': { version: '1.5.0-rc.2', dev: true },
    'node_modules/alias': { name: 'real', version: '3.0.0' },
  },
};
const advisory = (name, events, more = {}) => ({
  id: 'GHSA-test',
  summary: 'Bad',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  database_specific: { severity: 'HIGH' },
  ...more,
});
const versionsOf = (one) => findVulnerable(listLocked(lock), one).map(({ name, version }) => `${name} ${version}`);

test('lists every locked package once per version, by its real name, and no package of this repository', () => {
  expect(listLocked(lock)).toEqual([
    { name: 'left', version: '2.1.0', isDev: false },
    { name: '@scope/right', version: '1.4.9', isDev: false },
    { name: '@scope/right', version: '1.5.0-rc.2', isDev: true },
    { name: 'real', version: '3.0.0', isDev: false },
  ]);
  const real = listLocked(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')));
  expect(real.map(({ name }) => name)).toEqual(expect.arrayContaining(['oidc-provider', 'fastify', 'pg', 'react']));
  expect(real.some(({ name }) => name.startsWith('@postern/'))).toBe(false);
});

test('finds versions between introduced and fixed, and up to the last affected one', () => {
  const right = '@scope/right';
  expect(versionsOf(advisory(right, [{ introduced: '0' }, { fixed: '1.5.0' }]))).toEqual([
    '@scope/right 1.4.9',
    '@scope/right 1.5.0-rc.2',
  ]);
  expect(versionsOf(advisory(right, [{ introduced: '1.4.0' }, { fixed: '1.4.9' }]))).toEqual([]);
  expect(versionsOf(advisory(right, [{ introduced: '1.4.0' }, { last_affected: '1.4.9' }]))).toEqual([
    '@scope/right 1.4.9',
  ]);
  const twice = [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }, { fixed: '2.2.0' }];
  expect(versionsOf(advisory('left', twice))).toEqual(['left 2.1.0']);
  expect(versionsOf(advisory('real', [{ introduced: '3.0.0' }]))).toEqual(['real 3.0.0']);
});

test('ignores withdrawn advisories, other ecosystems and other names, and takes listed versions', () => {
  const all = [{ introduced: '0' }];
  expect(versionsOf(advisory('left', all, { withdrawn: '2026-01-01T00:00:00Z' }))).toEqual([]);
  expect(versionsOf(advisory('alias', all))).toEqual([]);
  const affected = (ecosystem) => [{ package: { ecosystem, name: 'left' }, versions: ['2.1.0'] }];
  expect(versionsOf(advisory('left', [], { affected: affected('PyPI') }))).toEqual([]);
  expect(findVulnerable(listLocked(lock), advisory('left', [], { affected: affected('npm') }))).toEqual([
    { name: 'left', version: '2.1.0', isDev: false, id: 'GHSA-test', severity: 'high', summary: 'Bad' },
  ]);
});

test('orders versions as Semantic Versioning does', () => {
  const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1'];
  for (const [index, version] of [...ordered, '1.0.0', '1.0.1', '1.10.0', '2.0.0'].entries()) {
    const before = [...ordered, '1.0.0', '1.0.1', '1.10.0', '2.0.0'].slice(0, index);
    expect(before.every((earlier) => compareVersions(earlier, version) < 0)).toBe(true);
    expect(compareVersions(version, version)).toBe(0);
  }
});
