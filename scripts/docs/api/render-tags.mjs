// The pages of the API reference, in the form of the other pages.

import { wings } from '../../wings.mjs';
import { escapeHtml } from '../escape.mjs';
import { addressOf } from '../read-pages.mjs';
import { renderOperation, tryOf } from './render-operation.mjs';

const titleOf = (wing) => wing[0].toUpperCase() + wing.slice(1);

/** The first sentence, for the table of contents. */
const shortOf = (summary) => (/^.*?(?=[.;:,](?: |$))/.exec(summary)?.[0] ?? summary).replaceAll('`', '');

const section = (page, { id, method, path, summary, body }) => ({
  page: page.name,
  title: `API: ${page.title}`,
  id,
  heading: `${method} ${path}: ${shortOf(summary)}`,
  text: `${summary} ${Object.keys(body?.schema.properties ?? {}).join(' ')}`.trim(),
});

/** `writeAsset` stores what the panel for trying operations loads. */
export function renderTag(tag, highlight, writeAsset) {
  const { name, title, operations } = tag;
  const count = operations.length === 1 ? 'one operation' : `${operations.length} operations`;
  const description = `${title}: ${count} of the API.`;
  const known = Object.fromEntries(
    operations.filter(({ auth }) => auth.where).map((operation) => [operation.id, tryOf(operation)]),
  );
  const url = writeAsset(`${name.replace('/', '-')}.json`, JSON.stringify(known));
  return {
    name,
    title,
    description,
    group: titleOf(tag.wing),
    parent: 'api',
    html: `<div class="operations" data-operations="${url}"><h1>${escapeHtml(title)}</h1>${operations.map((one) => renderOperation(one, highlight)).join('')}</div>`,
    headings: operations.map(({ id, summary }) => ({ depth: 2, id, text: shortOf(summary) })),
    sections: [
      { page: name, title: `API: ${title}`, id: '', heading: '', text: description },
      ...operations.map((operation) => section(tag, operation)),
    ],
  };
}

/** The list of all pages of the reference, for its first page. */
export function renderTagList(tags) {
  const groups = wings.flatMap((wing) => {
    const own = tags.filter((tag) => tag.group === titleOf(wing));
    const links = own.map(({ name, title }) => `<li><a href="${addressOf(name)}">${escapeHtml(title)}</a></li>`);
    return own.length > 0 ? [`<li><strong>${titleOf(wing)}</strong><ul>${links.join('')}</ul></li>`] : [];
  });
  const title = 'All operations';
  return {
    html: `<h2 id="all-operations">${title}<a class="anchor" href="#all-operations" aria-label="Link to ${title}"></a></h2><ul class="tags">${groups.join('')}</ul>`,
    headings: [{ depth: 2, id: 'all-operations', text: title }],
  };
}
