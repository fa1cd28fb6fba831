// Full-text search in the browser. The index is loaded when the search is opened for the first time.
const dialog = document.getElementById('site-search');
const input = document.getElementById('site-search-input');
const list = document.getElementById('site-search-results');
const status = document.getElementById('site-search-status');
const { index: indexUrl, operations: operationsUrl } = document.getElementById('site-search-script').dataset;
// The documentation may be below a path of its host.
const root = indexUrl.slice(0, indexUrl.lastIndexOf('assets/'));
const MOST_RESULTS = 12;
const isHistory = /^(changelog|decisions)/;

let index;
let loading;
let active = -1;

async function read(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The index answered ${answer.status}`);
  return answer.json();
}

async function load() {
  const sections = await Promise.all([indexUrl, operationsUrl].map(read));
  index = sections.flat().map((section) => ({
    ...section,
    searched: [section.title, section.heading, `${section.text} ${section.code}`].map((text) => text.toLowerCase()),
  }));
}

async function open() {
  if (dialog.open) return;
  dialog.showModal();
  input.select();
  loading ??= load();
  try {
    await loading;
    show();
  } catch {
    loading = undefined;
    status.textContent = 'The search could not be loaded. Close it and try again.';
  }
}

/** Every word must be found; one in a title or heading counts more than one in the text. */
function scoreOf({ searched: [title, heading, text], id, page }, words) {
  const phrase = words.join(' ');
  let score = (id ? 0 : 1) + (words.length > 1 && `${title} ${heading} ${text}`.includes(phrase) ? 10 : 0);
  for (const word of words) {
    const found =
      (title.includes(word) ? (id ? 2 : 20) : 0) + (heading.includes(word) ? 10 : 0) + (text.includes(word) ? 1 : 0);
    if (found === 0) return 0;
    score += found + (heading.startsWith(word) ? 5 : 0);
  }
  // People who search want to know how something is, seldom how it came to be, and rather from a page than from the
  // list of operations.
  if (isHistory.test(page)) return score / 3;
  if (page.startsWith('api/')) return id ? score * 0.9 : score / 2;
  return score;
}

function find(words) {
  return index
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_RESULTS);
}

/** The text around the first word that is found. */
function excerptOf({ text }, words) {
  const lower = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)));
  const start = Number.isFinite(at) && at > 40 ? text.indexOf(' ', at - 40) + 1 : 0;
  return (start > 0 ? '… ' : '') + text.slice(start, start + 140);
}

/** Appends a text in which the words are marked. */
function appendMarked(parent, text, words) {
  const pattern = new RegExp(words.map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|'), 'gi');
  let end = 0;
  for (const { 0: found, index: start } of text.matchAll(pattern)) {
    const mark = document.createElement('mark');
    mark.textContent = found;
    parent.append(text.slice(end, start), mark);
    end = start + found.length;
  }
  parent.append(text.slice(end));
}

function resultOf({ section }, number, words) {
  const item = document.createElement('li');
  item.id = `site-result-${number}`;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', 'false');
  item.dataset.href = `${root}${section.page}${section.id ? `#${section.id}` : ''}`;
  const name = document.createElement('strong');
  appendMarked(name, section.heading ? `${section.title} › ${section.heading}` : section.title, words);
  const excerpt = document.createElement('span');
  appendMarked(excerpt, excerptOf(section, words), words);
  item.append(name, excerpt);
  item.addEventListener('click', () => go(item));
  item.addEventListener('pointermove', () => choose(number));
  return item;
}

function choose(number) {
  active = number;
  for (const [at, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(at === number));
  const item = list.children[number];
  if (!item) return input.removeAttribute('aria-activedescendant');
  input.setAttribute('aria-activedescendant', item.id);
  item.scrollIntoView({ block: 'nearest' });
}

function go(item) {
  dialog.close();
  location.assign(item.dataset.href);
}

function show() {
  if (!index) return;
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const results = words.length > 0 ? find(words) : [];
  list.replaceChildren(...results.map((result, number) => resultOf(result, number, words)));
  input.setAttribute('aria-expanded', String(results.length > 0));
  choose(results.length > 0 ? 0 : -1);
  if (words.length === 0) status.textContent = 'Type a word. Arrow keys choose a result, Enter opens it.';
  else if (results.length === 0) status.textContent = `Nothing was found for “${input.value.trim()}”.`;
  else status.textContent = results.length === 1 ? '1 result' : `${results.length} results`;
}

input.addEventListener('input', show);
input.addEventListener('keydown', (event) => {
  const count = list.children.length;
  if (event.key === 'Enter' && count > 0) go(list.children[active]);
  else if (event.key === 'ArrowDown' && count > 0) choose((active + 1) % count);
  else if (event.key === 'ArrowUp' && count > 0) choose((active - 1 + count) % count);
  else return;
  event.preventDefault();
});
dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
document.getElementById('site-open-search').addEventListener('click', open);
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  const isShortcut =
    event.key === '/' ? !isTyping : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!isShortcut) return;
  event.preventDefault();
  open();
});
