import { lazyRouteComponent } from '@tanstack/react-router';
import { domainsPath } from '#paths/domains.ts';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import type { Feature } from '#platform/feature.ts';

/** For the open-source edition. In the cloud edition the page is a tab of the tenant settings. */
export const domains: Feature = {
  phrases: ['domains'],
  navTabs: [{ under: tenantSettingsPath, path: domainsPath, label: (t) => t('nav.domains'), order: 30 }],
  pages: [{ path: domainsPath, component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage') }],
  find: { group: (t) => t('nav.domains'), load: async () => (await import('./shared/find.ts')).findDomains },
};
