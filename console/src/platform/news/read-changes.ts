type Changes = { title: string; text: string };

/** Links to pages of the documentation lead to their addresses. Other files of the repository have none. */
const withPageLinks = (text: string, docsUrl: string) =>
  text.replace(/\[([^\]]+)\]\((?![a-z]+:)([^)#]*)(#[^)]*)?\)/gi, (_, label: string, path: string, anchor = '') => {
    const page = /^docs\/(?:[\w-]+\/)*?((?:decisions\/)?[\w-]+)\.md$/.exec(path)?.[1];
    return page ? `[${label}](${docsUrl}/${page}${anchor})` : label;
  });

/** `### Fixed`, or a line such as `Sign-in:` that groups the entries below it. */
const titleOf = (line: string) => /^### (.+)$/.exec(line)?.[1] ?? /^(\S[^:.]*):$/.exec(line)?.[1];

/** The entries of a version by group. Groups without entries are left out. */
function groupsOf(lines: readonly string[], docsUrl: string): Changes[] {
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
    .map((group) => ({ title: group.title, text: withPageLinks(group.lines.join('\n').trim(), docsUrl) }))
    .filter(({ text }) => text !== '');
}

/** The newest version with entries. Before a release, that is the section of changes without a version. */
export function readNewest(changelog: string, docsUrl: string): { version: string; groups: Changes[] } {
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    const [version = '', ...lines] = section.split('\n');
    const groups = groupsOf(lines, docsUrl);
    if (groups.length > 0) {
      return { version: version.trim(), groups };
    }
  }
  return { version: '', groups: [] };
}
