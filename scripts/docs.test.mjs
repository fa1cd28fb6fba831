import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { anchorOf } from './docs/anchor.mjs';
import { root } from './runtime.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const docs = readdirSync(join(root, 'docs'), { recursive: true })
  .filter((path) => path.endsWith('.md'))
  .map((path) => join('docs', path));
const pages = ['README.md', 'CONTRIBUTING.md', ...docs];

const anchorsOf = (path) => [...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, text]) => anchorOf(text));

function linksOf(path) {
  const links = [];
  marked.walkTokens(marked.lexer(read(path)), ({ type, href }) => {
    if ((type === 'link' || type === 'image') && !/^[a-z]+:/.test(href)) links.push(href);
  });
  return links;
}

function isBroken(page, link) {
  const [file, anchor] = link.split('#');
  const target = file ? relative(root, join(root, dirname(page), file)) : page;
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

test('relative links in the documentation are valid', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page).flatMap((link) => (isBroken(page, link) ? `${page}: ${link}` : [])),
  );
  expect(broken).toEqual([]);
});

test('the README links to every page of the documentation', () => {
  const linked = linksOf('README.md').map((link) => link.split('#')[0]);
  expect(docs.filter((page) => !page.includes('decisions') && !linked.includes(page))).toEqual([]);
});

test('operations lists every environment variable of the configuration', () => {
  const schema =
    /const Environment = z\.object\(\{\n(.*?)^\}\);/ms.exec(read('server/src/platform/config.ts'))?.[1] ?? '';
  const names = [...schema.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['NODE_ENV', 'PORT', 'DATABASE_URL', 'ADMIN_GITHUB_CLIENT_SECRET']));
  const page = read('docs/operations.md');
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('operations lists every command of the CLI', () => {
  const files = readdirSync(join(root, 'server/src/cli')).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  );
  const texts = files.map((name) => read(join('server/src/cli', name)));
  const names = texts.flatMap((text) => [...text.matchAll(/name: '([a-z]+ [a-z\d-]+)'/g)].map(([, name]) => name));
  expect(names).toEqual(expect.arrayContaining(['db migrate', 'tenant deletions']));
  const page = read('docs/operations.md');
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test('every npm command that the documentation names exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = pages.flatMap((page) => [...read(page).matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name));
  expect(named).toContain('dev');
  expect([...new Set(named)].filter((name) => !scripts[name])).toEqual([]);
});
