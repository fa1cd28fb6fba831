import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../runtime.mjs';
import { findChangelogProblems, hasRelease, hasUnreleasedEntries, releaseChanges, summaryOf } from './changelog.mjs';

const before = `# Changelog

Text.

## Unreleased

Badges are new. Nothing to do on upgrade.

People like them.

### Added

Badges:

- Badges.

## 0.1.0 - 2026-01-02

The first release.

### Added

- All.
`;

const after = before.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 - 2026-02-03\n');

test('the unreleased changes become the section of the version, below an empty one', () => {
  expect(releaseChanges(before, '0.2.0', '2026-02-03')).toBe(after);
  expect(hasUnreleasedEntries(before)).toBe(true);
  expect(hasUnreleasedEntries(after)).toBe(false);
  expect(hasRelease(before, '0.2.0')).toBe(false);
  expect(hasRelease(after, '0.2.0')).toBe(true);
});

test('the summary is the text above the first group', () => {
  expect(summaryOf(after, '0.2.0')).toBe('Badges are new. Nothing to do on upgrade.\n\nPeople like them.');
  expect(summaryOf(after, '0.1.0')).toBe('The first release.');
  expect(summaryOf(after, '9.9.9')).toBe('');
});

test('a changelog with a summary and entries can be released', () => {
  expect(findChangelogProblems(before, '0.2.0')).toEqual([]);
});

test.each([
  ['no section', before.replace('## Unreleased\n', ''), '0.2.0', ['has no section "## Unreleased"']],
  ['the version exists', before, '0.1.0', ['already has a section for 0.1.0']],
  ['no summary', before.replace(/Badges are new[^#]*/, ''), '0.2.0', ['has no summary']],
  ['only a line that names a group', before.replace(/Badges are new[^#]*### Added\n/, ''), '0.2.0', ['has no summary']],
  ['nothing new', after, '0.3.0', ['has no entries', 'has no summary']],
])('%s: the release is refused', (_, text, version, expected) => {
  expect(findChangelogProblems(text, version)).toEqual(expected.map((part) => expect.stringContaining(part)));
});

test('every release in the changelog of the product has a summary', () => {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const versions = [...text.matchAll(/^## (\d\S*)/gm)].map(([, version]) => version);
  expect(versions).toContain('0.1.0');
  expect(versions.filter((version) => !summaryOf(text, version))).toEqual([]);
});
