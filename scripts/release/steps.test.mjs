import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../runtime.mjs';
import { releaseSteps } from './steps.mjs';

const version = { version: '0.2.0', date: '2026-02-03', node: 'node' };
const stepsFor = (more) => releaseSteps({ ...version, isWritten: false, isTagged: false, ...more });
const says = (steps) => steps.map((step) => step.says);

test('a release checks translations, writes, commits, builds and makes the tag last', () => {
  expect(says(stepsFor())).toEqual([
    'Check that no translation is missing',
    'Set the version 0.2.0 in all packages, the lock file and the Helm chart',
    'Write the section 0.2.0 - 2026-02-03 of CHANGELOG.md',
    'Commit',
    'Build the archive in packages/0.2.0',
    'Build the Debian package',
    'Build the archive of the sources, with the Dockerfile',
    'List the packages of the product (SBOM)',
    'Write the checksums',
    'Make the tag v0.2.0',
  ]);
});

test('an interrupted release continues with what is missing', () => {
  expect(says(stepsFor({ isWritten: true }))).toEqual(
    says(stepsFor()).filter((one) => !/^(Set|Write the sec|Com)/.test(one)),
  );
  expect(says(stepsFor({ isWritten: true, isTagged: true })).at(-1)).toBe('Write the checksums');
});

test('the translations are checked as `npm run phrases -- --complete` does, also in a dry run', () => {
  const checks = stepsFor().filter(({ isCheck }) => isCheck);
  expect(checks.map(({ file, args }) => [file, ...args.slice(-2)])).toEqual([
    ['node', 'scripts/phrases.ts', '--complete'],
  ]);
});

test('no step sends anything to another machine', () => {
  const commands = stepsFor().flatMap(({ file, args = [] }) => [file, ...args]);
  expect(commands.filter((word) => /push|publish|upload/.test(word))).toEqual([]);
});

test('the scripts of the steps exist', () => {
  const scripts = stepsFor().flatMap(({ args = [] }) => args.filter((word) => word.startsWith('scripts/')));
  expect(scripts).toContain('scripts/package.mjs');
  expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
