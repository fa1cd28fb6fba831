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

/** `0.2.0 - 2026-11-18`; changes without a version have no date. */
function headingOf(line: string): { version: string; date: string | undefined } {
  const [version = '', date] = line.trim().split(' - ');
  return { version, date };
}

type News = { version: string; date: string | undefined; summary: string; groups: Changes[] };

/** The newest version with entries. Before a release, that is the section of changes without a version. */
export function readNewest(changelog: string, docsUrl: string): News {
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    const [heading = '', ...lines] = section.split('\n');
    const groups = groupsOf(lines, docsUrl);
    if (groups.length > 0) {
      const first = lines.findIndex((line) => titleOf(line) !== undefined);
      const summary = withPageLinks(lines.slice(0, first).join('\n').trim(), docsUrl);
      return { ...headingOf(heading), summary, groups };
    }
  }
  return { ...headingOf(''), summary: '', groups: [] };
}
