import type { Feature, NavItem } from '../feature.ts';
import { navOf, useFeatures } from './features.tsx';

/** The first item of the sidebar: the target of the tenant's root. */
export const homePageOf = (features: readonly Feature[]): NavItem | undefined =>
  navOf(features).flatMap(({ items }) => items)[0];

export const useHomePage = (): NavItem | undefined => homePageOf(useFeatures());
