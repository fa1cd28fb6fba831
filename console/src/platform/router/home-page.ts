import type { NavItem } from '../feature.ts';
import { navOf, useFeatures } from './features.tsx';

/** The first visible item of the sidebar: the target of the tenant's root. */
export function useHomePage(): NavItem | undefined {
  return navOf(useFeatures())[0]?.items[0];
}
