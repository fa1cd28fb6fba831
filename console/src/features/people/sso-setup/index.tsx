import { lazyRouteComponent } from '@tanstack/react-router';
import { organizationTabs } from '#features/people/organizations/places.ts';
import { ssoConnectorTabs, ssoListParts } from '#features/people/sso-connectors/places.ts';
import { ssoConnectorsPath } from '#paths/sso-connectors.ts';
import { organizationSsoSetupPath, ssoConnectorSetupPath, ssoSetupLinksPath } from '#paths/sso-setup.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';

export const ssoSetup: Feature = {
  phrases: ['ssoSetup', 'ssoConnectors'],
  navTabs: [
    {
      under: ssoConnectorsPath,
      path: ssoSetupLinksPath,
      label: (t) => t('ssoSetup.title'),
      isOutsideRow: true,
    },
  ],
  pages: [{ path: ssoSetupLinksPath, component: lazyRouteComponent(() => import('./links-page.tsx'), 'LinksPage') }],
  fills: [
    fill(ssoListParts, {
      action: lazyRouteComponent(() => import('./list-parts.tsx'), 'InviteButton'),
      notice: lazyRouteComponent(() => import('./list-parts.tsx'), 'WaitingNotice'),
    }),
    fill(ssoConnectorTabs, {
      page: {
        path: ssoConnectorSetupPath,
        component: lazyRouteComponent(() => import('./links-tab.tsx'), 'ConnectorLinksTab'),
      },
      label: (t) => t('ssoSetup.tab'),
      order: 50,
    }),
    fill(organizationTabs, {
      page: {
        path: organizationSsoSetupPath,
        component: lazyRouteComponent(() => import('./links-tab.tsx'), 'OrganizationLinksTab'),
      },
      label: (t) => t('ssoSetup.tab'),
      order: 55,
    }),
  ],
};
