// The sections of CHANGELOG.md: `## Unreleased` first, then `## <version> - <date>` for each release.
const unreleased = '## Unreleased\n';

/** The text of a section, without its heading. */
function sectionOf(text, name) {
  const sections = text.split(/^(?=## )/m).filter((section) => section.startsWith('## '));
  const found = sections.find((section) => section.slice(3).split('\n', 1)[0].split(' - ', 1)[0] === name);
  return found?.slice(found.indexOf('\n') + 1);
}

/** The paragraphs above the first group of entries. */
const summaryIn = (section) => section.split(/^(?=#|- |\S[^:.]*:$)/m, 1)[0].trim();

export const hasRelease = (text, version) => sectionOf(text, version) !== undefined;

export const hasUnreleasedEntries = (text) => /^- /m.test(sectionOf(text, 'Unreleased') ?? '');

/** What a person who upgrades reads first; also the text of the tag. */
export const summaryOf = (text, version) => summaryIn(sectionOf(text, version) ?? '');

/** Why these changes cannot be released yet, a sentence each. */
export function findChangelogProblems(text, version) {
  const section = sectionOf(text, 'Unreleased');
  if (section === undefined) return ['CHANGELOG.md has no section "## Unreleased".'];
  const problems = [];
  if (hasRelease(text, version)) problems.push(`CHANGELOG.md already has a section for ${version}.`);
  if (!hasUnreleasedEntries(text)) problems.push('CHANGELOG.md has no entries below "## Unreleased".');
  if (!summaryIn(section)) {
    problems.push(
      'CHANGELOG.md has no summary. Write a paragraph below "## Unreleased", before the first group: what is new, what is safer, and what to do on upgrade, for people who use Postern. Then commit it.',
    );
  }
  return problems;
}

/** The changelog with the unreleased changes below the heading of this version, and an empty `## Unreleased` above. */
export const releaseChanges = (text, version, date) =>
  text.replace(unreleased, `${unreleased}\n## ${version} - ${date}\n`);
