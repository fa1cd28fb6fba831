import { createContext, type ReactNode, useContext } from 'react';
import { type Feature, type NavGroup, type NavItem, navGroups, type PageTab } from '../feature.ts';
import { entriesOf, type Place } from '../place.ts';

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

export type NavSection = { group: NavGroup; items: NavItem[] };

/** Sections of the sidebar in order; empty ones are omitted. */
export function navOf(features: readonly Feature[]): NavSection[] {
  const items = features.flatMap((feature) => feature.nav ?? []);
  return navGroups
    .map((group) => ({ group, items: items.filter((item) => item.group === group) }))
    .filter((section) => section.items.length > 0);
}
