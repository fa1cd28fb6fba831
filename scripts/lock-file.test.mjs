import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.mjs';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Where Node would look for a package, from the innermost folder outwards. */
function isLocked(path, name) {
  for (let folder = path; folder !== '.'; folder = dirname(folder)) {
    if (packages[`${folder}/node_modules/${name}`]) return true;
  }
  return packages[`node_modules/${name}`] !== undefined;
}

// `npm ci` installs what the lock file lists and nothing else, without a word about a missing binary.
test('the lock file lists the binaries of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});
