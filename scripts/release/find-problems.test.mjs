import { expect, test } from 'vitest';
import { releaseChanges } from './changelog.mjs';
import { findProblems } from './find-problems.mjs';

const changelog = '# Changelog\n\n## Unreleased\n\nBadges are new.\n\n### Added\n\n- Badges.\n';
const fresh = { current: '0.1.0', version: '0.2.0', changelog, changed: [], head: 'a1', platform: 'linux' };
const written = { ...fresh, current: '0.2.0', changelog: releaseChanges(changelog, '0.2.0', '2026-02-03') };

test('a clean tree with a summary can be released', () => {
  expect(findProblems(fresh)).toEqual([]);
});

test('an interrupted release can be finished, and its archives can be built again', () => {
  expect(findProblems(written)).toEqual([]);
  expect(findProblems({ ...written, tagged: 'a1' })).toEqual([]);
});

test.each([
  ['another system', { ...fresh, platform: 'darwin' }, ['Releases are made on Linux']],
  ['changes', { ...fresh, changed: ['a', 'b'] }, ['Commit these changes or put them aside first: a, b.']],
  ['many changes', { ...fresh, changed: ['a', 'b', 'c', 'd', 'e'] }, ['a, b, c and 2 more.']],
  ['nothing new', { ...written, version: '0.3.0' }, ['has no entries', 'has no summary']],
  ['a tag without its version', { ...fresh, tagged: 'b2' }, ['The tag v0.2.0 exists already.']],
  ['a later commit', { ...written, tagged: 'b2' }, ['git checkout v0.2.0']],
  [
    'entries after the version was set',
    { ...written, changelog: written.changelog.replace('## Unreleased\n', '## Unreleased\n\n- Later.\n') },
    ['has entries that are not part of 0.2.0'],
  ],
])('%s: the release is refused', (_, state, expected) => {
  expect(findProblems(state)).toEqual(expected.map((part) => expect.stringContaining(part)));
});
