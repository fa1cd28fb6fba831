import { useRouterState } from '@tanstack/react-router';
import type { NavItem } from '../feature.ts';
import { navOf, tabsUnder, useFeatures } from './features.tsx';
import { useAddress } from './links.ts';

/** Pages that only some people have are no lists of objects. */
const anyone = { abilities: undefined, tenant: undefined };

/**
 * The list that the current address is an entry of: the nearest page of the sidebar, or its tab, above it. A tab has the
 * name of its page, because the texts of another slice may not be loaded.
 */
export function useListPage(): Pick<NavItem, 'path' | 'label'> | undefined {
  const features = useFeatures();
  const address = useAddress();
  const current = useRouterState({ select: ({ location }) => location.pathname });
  return navOf(features)
    .flatMap(({ items }) => items)
    .flatMap(({ path: own, label }) =>
      [own, ...tabsUnder(features, own, anyone).map(({ path }) => path)].map((path) => ({ path, label })),
    )
    .filter(({ path }) => current.startsWith(`${address(path)}/`))
    .sort((one, other) => other.path.path.length - one.path.path.length)[0];
}
