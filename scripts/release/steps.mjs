/**
 * What a release does, in this order: first it changes and commits files, then it builds what is published, and last it
 * makes the tag, so that a tag names only what can be built. Steps of an earlier run that was interrupted are left out.
 *
 * A step is a command (`file`, `args`) or the name of a function of release.mjs (`work`). Steps with `isCheck` change
 * nothing, so a dry run takes them too.
 */
export function releaseSteps({ version, date, node, isWritten, isTagged }) {
  const tag = `v${version}`;
  const out = `packages/${version}`;
  const packed = (format) => [
    node,
    ['scripts/run.mjs', '--built', 'scripts/package.mjs', '--format', format, '--out', out],
  ];
  const step = (says, [file, args], more) => ({ says, file, args, ...more });
  const phrases = [node, ['--disable-warning=ExperimentalWarning', 'scripts/phrases.ts', '--complete']];
  const checks = [step('Check that no translation is missing', phrases, { isCheck: true })];
  const writing = [
    { says: `Set the version ${version} in all packages, the lock file and the Helm chart`, work: 'setVersion' },
    { says: `Write the section ${version} - ${date} of CHANGELOG.md`, work: 'writeChangelog' },
    step('Commit', ['git', ['commit', '--all', '--quiet', '--message', `chore(release): ${version}`]]),
  ];
  const building = [
    step(`Build the archive in ${out}`, packed('tar')),
    step('Build the Debian package', packed('deb')),
    step('Build the archive of the sources, with the Dockerfile', [
      'git',
      ['archive', `--prefix=postern-${version}/`, `--output=${out}/postern-${version}-source.tar.gz`, 'HEAD'],
    ]),
    { says: 'List the packages of the product (SBOM)', work: 'writeSbom' },
    { says: 'Write the checksums', work: 'writeChecksums' },
  ];
  const tagging = [{ says: `Make the tag ${tag}`, work: 'makeTag' }];
  return [...checks, ...(isWritten ? [] : writing), ...building, ...(isTagged ? [] : tagging)];
}
