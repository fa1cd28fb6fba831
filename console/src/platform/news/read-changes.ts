/** `path` is that of the picture for the light theme; its twin for the dark theme ends with `-dark.webp`. */
type Highlight = { title: string; text: string; picture?: { path: string; alt: string } };

export type Release = { version: string; date: string; summary: string; highlights: Highlight[] };

/** Links to pages of the documentation lead to their addresses. Other files of the repository have none. */
const withPageLinks = (text: string, docsUrl: string) =>
  text.replace(/\[([^\]]+)\]\((?![a-z]+:)([^)#]*)(#[^)]*)?\)/gi, (_, label: string, path: string, anchor = '') => {
    const page = /^docs\/(?:[\w-]+\/)*?((?:decisions\/)?[\w-]+)\.md$/.exec(path)?.[1];
    return page ? `[${label}](${docsUrl}/${page}${anchor})` : label;
  });

const picturePattern = /!\[([^\]]*)\]\(([^)]+)\)/;

/** `- **Title.** Text` with an optional picture. */
function readHighlight(entry: string, docsUrl: string): Highlight {
  const [picture, alt, path] = picturePattern.exec(entry) ?? [];
  const text = entry
    .replace(picture ?? '', '')
    .replace(/\n +/g, '\n')
    .trim();
  const [start = '', title = ''] = /^\*\*(.+?)\.?\*\*\s*/.exec(text) ?? [];
  return {
    title,
    text: withPageLinks(text.slice(start.length), docsUrl),
    ...(path === undefined || alt === undefined ? {} : { picture: { path, alt } }),
  };
}

function readHighlights(section: string, docsUrl: string): Highlight[] {
  const [, found = ''] = /^### Highlights\n([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(section) ?? [];
  return found
    .split(/^- /m)
    .slice(1)
    .map((entry) => readHighlight(entry, docsUrl));
}

/** What to do on upgrade is for operators; the whole changelog has it. */
const summaryOf = (section: string) =>
  (section.split(/^(?=### )/m, 1)[0] ?? '')
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => !paragraph.startsWith('**On upgrade'))
    .join('\n\n');

/**
 * What people notice in each release, newest first: its highlights, or else its summary. Changes without a release are
 * left out.
 */
export function readReleases(changelog: string, docsUrl: string): Release[] {
  const [, ...sections] = changelog.split(/^## /m);
  return sections.flatMap((text) => {
    const end = text.indexOf('\n');
    const [, version, date] = /^(\S+) - (\d{4}-\d{2}-\d{2})$/.exec(text.slice(0, end).trim()) ?? [];
    if (version === undefined || date === undefined) {
      return [];
    }
    const section = text.slice(end + 1);
    const highlights = readHighlights(section, docsUrl);
    const summary = highlights.length > 0 ? '' : withPageLinks(summaryOf(section), docsUrl);
    return [{ version, date, summary, highlights }];
  });
}
