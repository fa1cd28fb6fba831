// Renders docs/*.md for /docs on the admin address: one HTML file per page, its assets, and the search index.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { readTags } from './docs/api/read-operations.mjs';
import { renderTag, renderTagList } from './docs/api/render-tags.mjs';
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

/** `sections` are the search index of the pages, `operations` the one of the API reference. */
function writeAssets(sections, operations) {
  const site = (name) => readFileSync(join(root, 'scripts', 'docs', 'site', name), 'utf8');
  const ui = (name) => readFileSync(join(root, 'ui', 'src', name));
  const tokens = ui('tokens.css')
    .toString()
    .replace(/url\("(fonts\/[^"]+)"\)/g, (_, font) => `url("${basename(writeAsset(basename(font), ui(font)))}")`);
  const own = ['theme.js', 'site.js', 'search.js', 'try.js', 'api.css'].map((name) => [
    name,
    writeAsset(name, site(name)),
  ]);
  return {
    ...Object.fromEntries(own),
    'site.css': writeAsset('site.css', tokens + site('site.css')),
    'app-icon.svg': writeAsset('app-icon.svg', ui('logo/app-icon.svg')),
    'search.json': writeAsset('search.json', JSON.stringify(sections)),
    'search-api.json': writeAsset('search-api.json', JSON.stringify(operations)),
  };
}

/** Width and height in the header of a WebP file in the simple lossy or the extended format. */
function sizeOf(file, bytes) {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  throw new Error(`${file} is not a WebP file that this script can measure`);
}

/** Copies the pictures of the documentation. Returns the URL and size of each by its path in the project. */
function writePictures() {
  const folder = join(root, 'docs', 'images');
  const files = readdirSync(folder).map((file) => {
    const bytes = readFileSync(join(folder, file));
    return [`docs/images/${file}`, { url: writeAsset(file, bytes), ...sizeOf(file, bytes) }];
  });
  return new Map(files);
}

const highlight = await createHighlighter();
const known = readPages();
const pictures = writePictures();
const tags = (await readTags()).map((tag) => renderTag(tag, highlight, writeAsset));
const list = renderTagList(tags);
const pages = known.map((page) => {
  const rendered = renderMarkdown(page, known, highlight, pictures);
  return page.name === 'api'
    ? { ...page, ...rendered, html: rendered.html + list.html, headings: [...rendered.headings, ...list.headings] }
    : { ...page, ...rendered };
});
const sectionsOf = (some) => some.flatMap(({ sections }) => sections);
const assets = writeAssets(sectionsOf(pages), sectionsOf(tags));
const all = [...pages, ...tags];
for (const page of all) write(`${page.name}.html`, renderPage(page, all, assets));
write('index.html', renderIndex(all, assets));
write('404.html', renderNotFound(all, assets));
