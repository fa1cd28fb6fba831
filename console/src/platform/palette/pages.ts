import type { TFunction } from 'i18next';
import type { Feature, Visitor } from '../feature.ts';
import type { Icon } from '../icon.ts';
import { navOf, tabsUnder } from '../router/features.tsx';
import type { PagePath } from '../router/page-path.ts';
import type { Named } from './fit.ts';
import { wordsFor, wordsOfPath } from './words.ts';

export type ListedPage = Named & {
  path: PagePath<string>;
  icon: Icon;
  /** The page of the sidebar that it is a tab of. */
  parent?: string;
  /** Outside of all tenants. */
  isOwn?: boolean;
};

const wordsOfPage = ({ path }: PagePath<string>) => [...wordsFor(path), ...wordsOfPath(path)];

/** All pages with a name, from the table that the sidebar and the rows of tabs are made from. */
export function listPages(features: readonly Feature[], visitor: Visitor, t: TFunction): ListedPage[] {
  const inTenant = navOf(features)
    .flatMap(({ items }) => items)
    .flatMap(({ path, label, icon }): ListedPage[] => {
      const parent = label(t);
      const tabs = tabsUnder(features, path, visitor).filter((tab) => tab.path.path !== path.path);
      return [
        { path, icon, label: parent, words: wordsOfPage(path) },
        ...tabs.map((tab) => ({
          path: tab.path,
          icon,
          label: tab.label(t),
          words: wordsOfPage(tab.path),
          also: [parent],
          parent,
        })),
      ];
    });
  const own = features.flatMap(({ ownPage }): ListedPage[] =>
    ownPage ? [{ ...ownPage, label: ownPage.label(t), words: wordsOfPage(ownPage.path), isOwn: true }] : [],
  );
  return [...inTenant, ...own];
}
