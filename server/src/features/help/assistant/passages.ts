import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Passage } from '@postern/contracts/help/assistant';
import type MiniSearch from 'minisearch';
import { distFolder } from '#platform/http/pages';
import { cutExcerpt } from './cut-excerpt.ts';

type Section = { page: string; title: string; id: string; heading: string; text: string; code: string };

type Index = { sections: Section[]; search: MiniSearch };

const folder = distFolder('docs');

/** History describes how something came to be; people who ask want to know how it is. */
const isHistory = /^(changelog|decisions)/;

/** A page begins with what its subject is. */
const weightOf = ({ page, id }: Pick<Section, 'page' | 'id'> = { page: '', id: '' }) =>
  (isHistory.test(page) ? 0.2 : 1) * (id === '' ? 1.5 : 1);

/** The build of the documentation names its search index on every page. */
async function load(): Promise<Index> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const file = /data-index="[^"]*\/(search-[\w-]+\.json)"/.exec(page)?.[1];
  if (!file) {
    throw new Error('The documentation names no search index.');
  }
  const sections = JSON.parse(await readFile(join(folder, 'assets', file), 'utf8')) as Section[];
  const { default: Search } = await import('minisearch');
  const search: MiniSearch = new Search({
    fields: ['title', 'heading', 'text', 'code'],
    searchOptions: {
      boost: { title: 3, heading: 4 },
      prefix: (word) => word.length > 3,
      fuzzy: (word) => (word.length > 5 ? 0.15 : false),
      boostDocument: (id) => weightOf(sections[Number(id)]),
    },
  });
  search.addAll(sections.map(({ title, heading, text, code }, id) => ({ id, title, heading, text, code })));
  return { sections, search };
}

let index: Promise<Index> | undefined;

/** Reads the index on first use: a quarter of a megabyte that most servers never need. */
function openIndex(): Promise<Index> {
  index ??= load().catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}

/** Words of questions that stand in every section. */
const fillers = new Set(
  'a an and are as at be by can could do does for from have how i in is it me my need of on or our should that the their them there this to want was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** `text` is the whole section, with its code. */
export type FoundPassage = Passage & { text: string };

export async function findPassages(question: string, most: number): Promise<FoundPassage[]> {
  const { sections, search } = await openIndex();
  const found = search.search(question, {
    processTerm: (term) => (fillers.has(term.toLowerCase()) ? null : term.toLowerCase()),
  });
  return found.slice(0, most).flatMap(({ id, terms }) => {
    const section = sections[Number(id)];
    return section
      ? [
          {
            title: section.title,
            heading: section.heading,
            path: section.id ? `${section.page}#${section.id}` : section.page,
            excerpt: cutExcerpt(section.text, terms),
            text: `${section.text} ${section.code}`.trim(),
          },
        ]
      : [];
  });
}
