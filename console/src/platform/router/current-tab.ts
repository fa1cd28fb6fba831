import { useRouterState } from '@tanstack/react-router';
import type { NavTab } from '../feature.ts';
import { useFeatures } from './features.tsx';
import { useAddress } from './links.ts';

/** The tab of a page of the sidebar that is shown, except the one at the address of the page itself. */
export function useCurrentTab(): NavTab | undefined {
  const features = useFeatures();
  const address = useAddress();
  const current = useRouterState({ select: ({ location }) => location.pathname });
  const pages = new Set(features.flatMap(({ nav }) => nav?.path.path ?? []));
  return features
    .flatMap(({ navTabs = [] }) => navTabs)
    .find(({ path }) => !pages.has(path.path) && address(path) === current);
}
