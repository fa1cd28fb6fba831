// Markdown to HTML: headings with anchors, links between pages, highlighted code, scrollable tables.
import { posix } from 'node:path';
import { Marked } from 'marked';
import { anchorOf } from './anchor.mjs';
import { escapeHtml } from './escape.mjs';
import { addressOf } from './read-pages.mjs';

const isOutside = (href) => /^[a-z]+:/.test(href);

/** The URL of a linked file; undefined for files of the repository that are not pages. */
function resolveLink(href, page, pages) {
  const [file, anchor] = href.split('#');
  const path = file ? posix.join(posix.dirname(page.path), file) : page.path;
  const isTarget = (one) => one.path === path || one.path === `${path}.md`;
  // Old changelog entries link to files that have moved since.
  const target = pages.find(isTarget) ?? pages.find(({ name }) => path === `docs/${name}.md`);
  return target && addressOf(target.name) + (anchor ? `#${anchor}` : '');
}

/**
 * A picture `…-light.webp` is shown in the light theme, and its twin `…-dark.webp` in the dark theme. Browsers do not
 * load the one that is not displayed. `pictures` has the URL and size of each file.
 */
function renderPicture({ href, text }, page, pictures) {
  const path = posix.join(posix.dirname(page.path), href);
  const names = path.includes('-light.') ? [path, path.replace('-light.', '-dark.')] : [path];
  return names
    .map((name, at) => {
      const found = pictures.get(name);
      if (!found) throw new Error(`${page.path} shows ${name}, which does not exist`);
      const theme = names.length === 1 ? '' : ` class="only-${at === 0 ? 'light' : 'dark'}"`;
      return `<img${theme} src="${found.url}" width="${found.width}" height="${found.height}" alt="${escapeHtml(text)}" loading="lazy">`;
    })
    .join('');
}

function rendererFor(page, pages, highlight, pictures) {
  const seen = new Map();
  return {
    heading({ tokens, depth, text }) {
      const html = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${html}</h1>`;
      const base = anchorOf(plainOf(html));
      const count = seen.get(base) ?? 0;
      seen.set(base, count + 1);
      const id = count ? `${base}-${count}` : base;
      return `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(plainOf(html) || text)}"></a></h${depth}>`;
    },
    code({ text, lang }) {
      return `<div class="code"><pre tabindex="0"><code>${highlight(text, lang)}</code></pre></div>`;
    },
    table(token) {
      const cells = (row, tag) =>
        row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
      const hasHead = token.header.some(({ text }) => text !== '');
      const head = hasHead ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>` : '';
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
      return `<div class="table" role="region" aria-label="Table" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>`;
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens);
      if (isOutside(href)) return `<a href="${escapeHtml(href)}" rel="noreferrer">${html}</a>`;
      const address = resolveLink(href, page, pages);
      return address ? `<a href="${address}">${html}</a>` : html;
    },
    image: (token) => renderPicture(token, page, pictures),
    html: ({ text }) => escapeHtml(text),
  };
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const plainOf = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name])
    .replace(/\s+/g, ' ')
    .trim();

export function renderMarkdown(page, pages, highlight, pictures) {
  const marked = new Marked({ renderer: rendererFor(page, pages, highlight, pictures) });
  const html = marked.parser(page.tokens);
  const headings = [...html.matchAll(/<h([23]) id="([^"]+)">(.*?)<a class="anchor"/g)].map(([, depth, id, inner]) => ({
    depth: Number(depth),
    id,
    text: plainOf(inner),
  }));
  return { html, headings, sections: sectionsOf(html, page) };
}

const cellEnd = /<\/t[hd]>\s*(?=<t[hd])/g;

/** The search index: the sentences below each heading, and its examples of code. */
function sectionsOf(html, page) {
  return html.split(/(?=<h[1-6][ >])/).flatMap((part) => {
    const [, id = '', inner = ''] = /^<h[1-6](?: id="([^"]+)")?>(.*?)(?:<a class="anchor"|<\/h)/.exec(part) ?? [];
    const body = part.replace(/^<h[1-6].*?<\/h[1-6]>/s, '');
    const code = [...body.matchAll(/<pre.*?<\/pre>/gs)].map(([block]) => plainOf(block)).join(' ');
    const text = plainOf(
      body
        .replace(/<thead>.*?<\/thead>|<pre.*?<\/pre>/gs, ' ')
        .replace(cellEnd, ': ')
        .replace(/<\/(p|li|td|th|tr|div)>/g, ' '),
    );
    const heading = id ? plainOf(inner) : '';
    return inner || text || code ? [{ page: page.name, title: page.title, id, heading, text, code }] : [];
  });
}
