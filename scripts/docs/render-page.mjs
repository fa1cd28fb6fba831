// The layout of a page: top bar, navigation, content, table of contents, previous and next page. Its ids start with
// `site-`, because those of the content are generated from its headings.
import { escapeHtml } from './escape.mjs';
import { groups } from './groups.mjs';
import { addressOf } from './read-pages.mjs';

const icon = (path) =>
  `<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;

const icons = {
  menu: icon('<path d="M4 6h16M4 12h16M4 18h16"/>'),
  search: icon('<circle cx="10.5" cy="10.5" r="6.5"/><path d="M20 20l-4.9-4.9"/>'),
  theme: icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor"/>'),
};

const navLink = (page, current) => {
  const isHere = page.name === current?.name || page.name === current?.parent;
  return `<li><a href="${addressOf(page.name)}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`;
};

const navGroup = (title, pages, current) =>
  pages.length > 0
    ? `<li class="nav-group"><p class="group">${title}</p><ul>${pages.map((page) => navLink(page, current)).join('')}</ul></li>`
    : '';

const isApi = (page) => page?.name === 'api' || page?.parent === 'api';

/** The pages of the API reference have their own navigation: they are more than all other pages. */
function navigation(pages, current) {
  const titles = [...new Set([...groups.map(({ title }) => title), ...pages.map(({ group }) => group)])];
  const own = isApi(current)
    ? pages.filter(({ parent }) => parent === 'api')
    : pages.filter(({ parent }) => parent === undefined);
  const parts = titles.map((title) =>
    navGroup(
      title,
      own.filter(({ group }) => group === title),
      current,
    ),
  );
  const overview = pages.find(({ name }) => name === 'api');
  const back = '<li><a class="back" href="/docs/">All documentation</a></li>';
  const first = isApi(current)
    ? `<li class="nav-group"><ul>${back}${navLink(overview, { name: current.name })}</ul></li>`
    : '';
  return `<nav id="site-nav" class="nav" aria-label="Pages"><ul>${first}${parts.join('')}</ul></nav>`;
}

function contents(headings) {
  if (headings.length < 2) return '';
  const links = headings.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<aside class="toc"><nav aria-labelledby="site-toc-title"><p id="site-toc-title" class="group">On this page</p><ul>${links.join('')}</ul></nav></aside>`;
}

function neighbours(pages, current) {
  const chain = pages.filter(({ parent }) => parent === current.parent);
  const at = chain.indexOf(current);
  const link = (page, word, rel) =>
    page
      ? `<a class="${rel}" rel="${rel}" href="${addressOf(page.name)}"><span>${word}</span>${escapeHtml(page.title)}</a>`
      : '';
  return `<nav class="neighbours" aria-label="Previous and next page">${link(chain[at - 1], 'Previous', 'prev')}${link(chain[at + 1], 'Next', 'next')}</nav>`;
}

const search = `<dialog id="site-search" class="search" aria-label="Search the documentation">
<div class="search-field">${icons.search}<input id="site-search-input" type="text" role="combobox" aria-expanded="false" aria-controls="site-search-results" aria-autocomplete="list" aria-label="Search" placeholder="Search the documentation" autocomplete="off" spellcheck="false"><kbd>Esc</kbd></div>
<ul id="site-search-results" role="listbox" aria-label="Results"></ul>
<p id="site-search-status" role="status"></p>
</dialog>`;

/** `assets` are the URLs of the files that every page loads. */
function frame({ title, description, assets, nav, main, aside = '', head = '' }) {
  return `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Postern</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" type="image/svg+xml" href="${assets['app-icon.svg']}">
<script src="${assets['theme.js']}"></script>
<link rel="stylesheet" href="${assets['site.css']}">
<script type="module" src="${assets['site.js']}"></script>
<script type="module" src="${assets['search.js']}" id="site-search-script" data-index="${assets['search.json']}" data-operations="${assets['search-api.json']}"></script>${head}
</head>
<body>
<a class="skip" href="#site-main">Skip to content</a>
<header class="bar">
<button type="button" id="site-menu" class="icon-button" aria-controls="site-nav" aria-expanded="false" aria-label="Menu">${icons.menu}</button>
<a class="brand" href="/docs/"><img src="${assets['app-icon.svg']}" width="24" height="24" alt="">Postern <span>Documentation</span></a>
<button type="button" id="site-open-search" class="search-button">${icons.search}<span>Search</span><kbd>/</kbd></button>
<button type="button" id="site-theme" class="icon-button" aria-label="Theme">${icons.theme}</button>
</header>
<div class="columns">
${nav}
<main id="site-main" tabindex="-1">${main}</main>
${aside}
</div>
${search}
</body>
</html>
`;
}

export function renderPage(page, pages, assets) {
  const { title, description, html, headings, group, parent } = page;
  const above = pages.find(({ name }) => name === parent);
  const trail = above ? `<a href="${addressOf(above.name)}">${escapeHtml(above.title)}</a>` : group;
  const head =
    parent === 'api'
      ? `\n<link rel="stylesheet" href="${assets['api.css']}">\n<script type="module" src="${assets['try.js']}"></script>`
      : '';
  return frame({
    title,
    description,
    assets,
    nav: navigation(pages, page),
    main: `<article><p class="trail">${trail}</p>${html}</article>${neighbours(pages, page)}`,
    aside: contents(headings),
    head,
  });
}

export function renderIndex(pages, assets) {
  const cards = groups.map(({ title }) => {
    const own = pages.filter(({ group, parent }) => group === title && !parent);
    const links = own.map(
      (page) =>
        `<li class="card-page"><a href="${addressOf(page.name)}">${escapeHtml(page.title)}</a><p>${escapeHtml(page.description)}</p></li>`,
    );
    return `<section class="card"><h2>${title}</h2><ul>${links.join('')}</ul></section>`;
  });
  const lead = 'Everything about running Postern, connecting applications and changing the code.';
  return frame({
    title: 'Documentation',
    description: lead,
    assets,
    nav: navigation(pages),
    main: `<div class="home"><h1>Documentation</h1><p class="lead">${lead}</p><div class="cards">${cards.join('')}</div></div>`,
  });
}

export const renderNotFound = (pages, assets) =>
  frame({
    title: 'Page not found',
    description: 'There is no such page.',
    assets,
    nav: navigation(pages),
    main: `<article><h1>Page not found</h1><p>There is no page at this address. Search with <kbd>/</kbd>, or choose one from <a href="/docs/">all pages</a>.</p></article>`,
  });
