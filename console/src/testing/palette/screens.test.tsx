import { rolesApi } from '@postern/contracts/access/roles';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import words from '../../features/help/assistant/words.phrases.en.json';
import { features } from '../../features/index.ts';
import { api, expectNoProblems, openScreen } from '../open-screen.tsx';
import { answerThings } from './answer-things.ts';
import { queries, queriesIn } from './queries.ts';

afterEach(expectNoProblems);

const search = page.getByRole('combobox');

async function openPalette(language: string): Promise<void> {
  answerThings(api);
  api.byDefault(rolesApi.list, []);
  await openScreen('/no-such-page', { language });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search).toHaveFocus();
}

const firstResult = () => document.querySelector('[role=option] [data-name]')?.textContent ?? '';

/** Types each query and returns those whose first result is another one. */
async function wrongOnes(table: readonly (readonly [string, string])[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [query, first] of table) {
    const wanted = first.replace('…', '');
    await search.fill(query);
    await expect
      .poll(firstResult, { timeout: 3000, interval: 20 })
      .toBe(wanted)
      .catch(() => {
        wrong.push(`${query}: ${firstResult()} instead of ${first}`);
      });
  }
  await userEvent.keyboard('{Escape}');
  return wrong;
}

test('the first result of the palette is what 120 people meant', async () => {
  expect(queries.length + Object.values(queriesIn).flat().length).toBeGreaterThanOrEqual(120);
  await openPalette('en');
  expect(await wrongOnes(queries)).toEqual([]);
});

test.each(Object.keys(queriesIn))('the palette understands words in %s and in English', async (language) => {
  await openPalette(language);
  expect(await wrongOnes(queriesIn[language] ?? [])).toEqual([]);
});

test('every page and tab has other words for the palette, and no words are without a page or an action', () => {
  const every = [...features.oss, ...features.cloud];
  const paths = every.flatMap(({ nav, navTabs = [], ownPage }) =>
    [nav, ...navTabs, ownPage].flatMap((one) => (one ? [one.path.path] : [])),
  );
  const commands = every.flatMap(({ commands: list = [] }) => list.map(({ id }) => id));
  const own = ['create', 'docs', 'help', 'news', 'sign-out', 'light', 'dark', 'auto'];
  expect(paths.filter((path) => !(path in words))).toEqual([]);
  expect(Object.keys(words).filter((key) => ![...paths, ...commands, ...own].includes(key))).toEqual([]);
});
