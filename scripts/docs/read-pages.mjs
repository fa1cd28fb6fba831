// Reads the Markdown of all pages: title, first sentence, and the URL of each file at /docs.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Marked } from 'marked';
import { root } from '../runtime.mjs';
import { groups, sources } from './groups.mjs';

const readText = (path) => readFileSync(join(root, path), 'utf8');
const markdownIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length).split(sep).join('/'))
    .sort();

export const addressOf = (name) => `/docs/${name}`;

const lexer = new Marked();

function readPage(name, group, path, text) {
  const tokens = lexer.lexer(text);
  const title = tokens.find(({ type, depth }) => type === 'heading' && depth === 1)?.text;
  if (!title) throw new Error(`${path} has no title`);
  const first = tokens.find(({ type }) => type === 'paragraph')?.text ?? '';
  const plain = first
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replaceAll('\n', ' ');
  return {
    name,
    group,
    path,
    title,
    tokens,
    description: /^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain,
  };
}

function listDecisions(decisions) {
  const lines = decisions.map(({ title, path }) => `- [${title}](${path.replace('docs/', '')})`);
  return `# Decisions\n\nDesign choices and their reasons, each on half a page.\n\n${lines.join('\n')}\n`;
}

/** All pages in the order of the navigation, then the decisions. Every page must be in a group. */
export function readPages() {
  const listed = groups.flatMap(({ title, folder, pages }) =>
    pages.map((name) => ({ name, group: title, path: name in sources ? sources[name] : `${folder}/${name}.md` })),
  );
  const missing = markdownIn('docs')
    .map((name) => `docs/${name}.md`)
    .filter((file) => !file.startsWith('docs/decisions/') && !listed.some(({ path }) => path === file));
  if (missing.length > 0)
    throw new Error(`No group in scripts/docs/groups.mjs contains the page ${missing.join(', ')}`);
  const decisions = markdownIn(join('docs', 'decisions')).map((name) => {
    const path = `docs/decisions/${name}.md`;
    return { ...readPage(`decisions/${name}`, 'Start here', path, readText(path)), parent: 'decisions' };
  });
  const pages = listed.map(({ name, group, path }) =>
    path
      ? readPage(name, group, path, readText(path))
      : readPage(name, group, `docs/${name}.md`, listDecisions(decisions)),
  );
  return [...pages, ...decisions];
}
