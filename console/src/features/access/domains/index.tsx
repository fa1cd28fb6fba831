import { IconWorld } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { domainsPath } from '#paths/domains.ts';
import type { Feature } from '#platform/feature.ts';

/** For the open-source edition. In the cloud edition the page is a tab of the tenant settings. */
export const domains: Feature = {
  phrases: ['domains'],
  nav: { group: 'developer', path: domainsPath, label: (t) => t('nav.domains'), icon: IconWorld },
  pages: [{ path: domainsPath, component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage') }],
};
