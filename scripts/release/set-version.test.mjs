import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../runtime.mjs';
import { setVersion } from './set-version.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const { version: current, workspaces } = JSON.parse(read('package.json'));
const releases = JSON.parse(read('server/migrations/releases.json'));

/** The lines that differ, each with its old and its new text. */
function difference(path, text) {
  const [before, after] = [read(path).split('\n'), text.split('\n')];
  expect([path, after.length]).toEqual([path, before.length]);
  return before.flatMap((line, at) => (line === after[at] ? [] : [`${line.trim()} > ${after[at].trim()}`]));
}

test('a release changes the version in every package, the lock file and the Helm chart, and nothing else', () => {
  const files = setVersion(read, '99.0.0', '0200_last.sql').filter(({ path }) => !path.endsWith('releases.json'));
  expect(files.map(({ path }) => path)).toEqual([
    'package.json',
    ...workspaces.map((name) => `${name}/package.json`),
    'package-lock.json',
    'deploy/helm/postern/Chart.yaml',
  ]);
  const changes = Object.fromEntries(files.map(({ path, text }) => [path, difference(path, text)]));
  expect(changes['package.json']).toEqual([`"version": "${current}", > "version": "99.0.0",`]);
  expect(changes['console/package.json']).toEqual([
    `"version": "${current}", > "version": "99.0.0",`,
    `"@postern/contracts": "${current}", > "@postern/contracts": "99.0.0",`,
    `"@postern/ui": "${current}", > "@postern/ui": "99.0.0",`,
  ]);
  expect(changes['deploy/helm/postern/Chart.yaml']).toEqual([
    `version: ${current} > version: 99.0.0`,
    `appVersion: ${current} > appVersion: 99.0.0`,
  ]);
  const own = files.slice(0, -2).flatMap(({ path }) => changes[path]);
  // The lock file repeats every package, and has a version of its own.
  expect(changes['package-lock.json']).toHaveLength(own.length + 1);
  for (const change of changes['package-lock.json']) expect(change).toMatch(/^"(version|@postern\/\w+)": /);
});

test('the release is added to those to which an installation can return, once', () => {
  const added = { version: '99.0.0', lastMigration: '0200_last.sql' };
  const text = setVersion(read, added.version, added.lastMigration).at(-1).text;
  expect(JSON.parse(text)).toEqual([...releases, added]);
  const again = setVersion((path) => (path.endsWith('releases.json') ? text : read(path)), '99.0.0', '0201_later.sql');
  expect(JSON.parse(again.at(-1).text)).toEqual([...releases, { version: '99.0.0', lastMigration: '0201_later.sql' }]);
});

test('setting the current version changes no package', () => {
  for (const { path, text } of setVersion(read, current, releases.at(-1).lastMigration)) {
    expect([path, text]).toEqual([path, read(path)]);
  }
});

test('the list of releases names migrations that exist, and the version of this tree', () => {
  const migrations = readdirSync(join(root, 'server/migrations'));
  expect(releases.filter(({ lastMigration }) => !migrations.includes(lastMigration))).toEqual([]);
  expect(releases.at(-1).version).toBe(current);
});
