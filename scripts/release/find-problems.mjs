import { findChangelogProblems, hasRelease, hasUnreleasedEntries } from './changelog.mjs';

const list = (names) =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

/** True if an earlier run has written this version and committed it. */
export const isWritten = ({ current, version, changelog }) => version === current && hasRelease(changelog, version);

/**
 * What prevents the release, a sentence each. `changed` are the files that are not committed, `tagged` is the commit of
 * the tag of this version, if it exists, and `head` the current commit.
 */
export function findProblems(state) {
  const { version, changelog, changed, tagged, head, platform } = state;
  const problems = [];
  if (platform !== 'linux') problems.push('Releases are made on Linux, because the archives are for it.');
  if (changed.length > 0) problems.push(`Commit these changes or put them aside first: ${list(changed)}.`);
  if (!isWritten(state)) return [...problems, ...findChangelogProblems(changelog, version), ...findOldTag(state)];
  if (tagged !== undefined && tagged !== head) {
    problems.push(`The tag v${version} names another commit. To build its archives again: git checkout v${version}`);
  }
  if (tagged === undefined && hasUnreleasedEntries(changelog)) {
    problems.push(
      `CHANGELOG.md has entries that are not part of ${version}. Release a higher version, or check out the commit that set ${version}.`,
    );
  }
  return problems;
}

const findOldTag = ({ version, tagged }) =>
  tagged === undefined ? [] : [`The tag v${version} exists already. Choose a higher version.`];
