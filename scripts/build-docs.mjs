// Renders docs/*.md for /docs on the admin address: one HTML file per page, its assets, and the search index.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { createHighlighter } from './docs/highlight.mjs';
import { readPages } from './docs/read-pages.mjs';
import { renderMarkdown } from './docs/render-markdown.mjs';
import { renderIndex, renderNotFound, renderPage } from './docs/render-page.mjs';
import { root } from './runtime.mjs';

const dist = join(root, 'docs', 'dist');

function write(path, content) {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), content);
}

/** Writes a file whose name contains a content hash. Returns the URL. */
function writeAsset(name, content) {
  const hash = createHash('sha256').update(content).digest('base64url').replace(/[-_]/g, '').slice(0, 8);
  const hashed = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  write(`assets/${hashed}`, content);
  return `/docs/assets/${hashed}`;
}

function writeAssets(sections) {
  const site = (name) => readFileSync(join(root, 'scripts', 'docs', 'site', name), 'utf8');
  const ui = (name) => readFileSync(join(root, 'ui', 'src', name));
  const tokens = ui('tokens.css')
    .toString()
    .replace(/url\("(fonts\/[^"]+)"\)/g, (_, font) => `url("${basename(writeAsset(basename(font), ui(font)))}")`);
  const own = ['theme.js', 'site.js', 'search.js'].map((name) => [name, writeAsset(name, site(name))]);
  return {
    ...Object.fromEntries(own),
    'site.css': writeAsset('site.css', tokens + site('site.css')),
    'app-icon.svg': writeAsset('app-icon.svg', ui('logo/app-icon.svg')),
    'search.json': writeAsset('search.json', JSON.stringify(sections)),
  };
}

const highlight = await createHighlighter();
const known = readPages();
const pages = known.map((page) => ({ ...page, ...renderMarkdown(page, known, highlight) }));
const assets = writeAssets(pages.flatMap(({ sections }) => sections));
for (const page of pages) write(`${page.name}.html`, renderPage(page, pages, assets));
write('index.html', renderIndex(pages, assets));
write('404.html', renderNotFound(pages, assets));
