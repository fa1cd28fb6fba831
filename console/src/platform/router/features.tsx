import { createContext, type ReactNode, useContext } from 'react';
import {
  type Feature,
  type NavGroup,
  type NavItem,
  type NavTab,
  navGroups,
  type PageTab,
  type Visitor,
} from '../feature.ts';
import { entriesOf, type Place } from '../place.ts';
import { useAbilities } from './abilities.ts';
import { useCurrentTenant } from './current-tenant.ts';
import type { PagePath } from './page-path.ts';

const FeaturesContext = createContext<readonly Feature[]>([]);

export function FeaturesProvider({ features, children }: { features: readonly Feature[]; children: ReactNode }) {
  return <FeaturesContext value={features}>{children}</FeaturesContext>;
}

export function useFeatures(): readonly Feature[] {
  return useContext(FeaturesContext);
}

/** The entries of a place in this edition. */
export const usePlace = <Entry,>(place: Place<Entry>): Entry[] => entriesOf(useFeatures(), place);

const inOrder = <Tab extends { order: number }>(tabs: readonly Tab[]) =>
  tabs.toSorted((one, two) => one.order - two.order);

/** The tabs of a details page; all of them while the subject is loading. */
export const useTabsOf = <Subject,>(place: Place<PageTab<Subject>>, subject: Subject | undefined): PageTab<Subject>[] =>
  inOrder(usePlace(place).filter(({ isFor }) => subject === undefined || !isFor || isFor(subject)));

const isPath = (one: PagePath<string> | undefined, other: PagePath<string>) => one?.path === other.path;

/** The pages below a page of the sidebar, for this person, in order. */
export function tabsUnder(features: readonly Feature[], page: PagePath<string>, visitor: Visitor): NavTab[] {
  const tabs = features.flatMap(({ nav, navTabs = [] }) => {
    const first = navTabs[0]?.order ?? 0;
    return navTabs
      .filter(({ under }) => isPath(under ?? nav?.path, page))
      .map((tab) => ({ ...tab, order: tab.order ?? first }));
  });
  return inOrder(tabs).filter(({ isFor }) => !isFor || isFor(visitor));
}

export function useVisitor(): Visitor {
  return { abilities: useAbilities(), tenant: useCurrentTenant() };
}

/** Whether addresses that start with this word, such as `operator`, belong to pages outside of tenants. */
export const isOuterArea = (features: readonly Feature[], word: string): boolean =>
  features
    .flatMap(({ outerPages = [], publicPages = [] }) => [...outerPages, ...publicPages])
    .some(({ path: { path } }) => path.split('/')[0] === word);

export type NavSection = { group: NavGroup; items: NavItem[] };

/** Sections of the sidebar in order; empty ones are omitted. */
export function navOf(features: readonly Feature[]): NavSection[] {
  const items = features.flatMap((feature) => feature.nav ?? []);
  return navGroups
    .map((group) => ({ group, items: items.filter((item) => item.group === group) }))
    .filter((section) => section.items.length > 0);
}
