import { createContext, type ReactNode, useContext } from 'react';
import { type Feature, type NavGroup, type NavItem, navGroups } from '../feature.ts';

const FeaturesContext = createContext<readonly Feature[]>([]);

export function FeaturesProvider({ features, children }: { features: readonly Feature[]; children: ReactNode }) {
  return <FeaturesContext value={features}>{children}</FeaturesContext>;
}

export function useFeatures(): readonly Feature[] {
  return useContext(FeaturesContext);
}

export type NavSection = { group: NavGroup; items: NavItem[] };

/** Sections of the sidebar in their order; one without items is left out. */
export function navOf(features: readonly Feature[]): NavSection[] {
  const items = features.flatMap((feature) => feature.nav ?? []);
  return navGroups
    .map((group) => ({ group, items: items.filter((item) => item.group === group) }))
    .filter((section) => section.items.length > 0);
}
