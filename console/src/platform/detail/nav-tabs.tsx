import { useTranslation } from 'react-i18next';
import { tabsUnder, useFeatures, useVisitor } from '../router/features.tsx';
import type { PagePath } from '../router/page-path.ts';
import { Tabs } from './tabs.tsx';

type NavTabsProps = {
  of: PagePath<string>;
  /** Under a page header without cards, over a list. */
  overList?: boolean;
  /** By path; `null` while loading. */
  counts?: Record<string, number | null>;
  /** The current tab, if it has no address below that of the others. */
  current?: PagePath<string>;
};

/** The row of tabs of a page of the sidebar. */
export function NavTabs({ of, overList, counts, current }: NavTabsProps) {
  const { t } = useTranslation();
  const tabs = tabsUnder(useFeatures(), of, useVisitor()).filter(({ isOutsideRow }) => !isOutsideRow);
  return (
    <Tabs
      overList={overList}
      tabs={tabs.map(({ path, label }) => ({
        to: path,
        label: label(t),
        count: counts?.[path.path],
        isCurrent: current && current.path === path.path,
      }))}
    />
  );
}
