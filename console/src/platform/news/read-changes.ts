type Changes = { title: string; text: string };

/** Links to files of the repository: the text is enough, and the page that lists all changes has the links. */
const withoutFileLinks = (text: string) => text.replace(/\[([^\]]+)\]\((?![a-z]+:)[^)]*\)/gi, '$1');

/** `### Fixed`, or a line such as `Sign-in:` that groups the entries below it. */
const titleOf = (line: string) => /^### (.+)$/.exec(line)?.[1] ?? /^(\S[^:.]*):$/.exec(line)?.[1];

/** The entries of a version by group. Groups without entries are left out. */
function groupsOf(lines: readonly string[]): Changes[] {
  const groups: { title: string; lines: string[] }[] = [];
  for (const line of lines) {
    const title = titleOf(line);
    if (title !== undefined) {
      groups.push({ title, lines: [] });
    } else {
      groups.at(-1)?.lines.push(line);
    }
  }
  return groups
    .map((group) => ({ title: group.title, text: withoutFileLinks(group.lines.join('\n').trim()) }))
    .filter(({ text }) => text !== '');
}

/** The newest version with entries. Before a release, that is the section of changes without a version. */
export function readNewest(changelog: string): { version: string; groups: Changes[] } {
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    const [version = '', ...lines] = section.split('\n');
    const groups = groupsOf(lines);
    if (groups.length > 0) {
      return { version: version.trim(), groups };
    }
  }
  return { version: '', groups: [] };
}
