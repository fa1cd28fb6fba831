import type { PhraseGroup } from '#phrases';
import type { Feature } from '../feature.ts';
import type { PagePath } from './page-path.ts';

/** The phrases of all tabs of the row in which this page is one: the page shows the labels of the others. */
export function rowPhrases(features: readonly Feature[], page: PagePath<string>): PhraseGroup[] {
  const tabs = features.flatMap(({ nav, navTabs = [], phrases }) =>
    navTabs.map(({ under = nav?.path, path }) => ({ row: under?.path, path: path.path, phrases })),
  );
  const rows = tabs.filter(({ path }) => path === page.path).map(({ row }) => row);
  return tabs.filter(({ row }) => rows.includes(row)).flatMap(({ phrases }) => phrases);
}
