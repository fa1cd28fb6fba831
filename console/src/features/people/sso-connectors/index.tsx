import type { SsoConnectorWithProviderConfig } from '@postern/contracts/people/sso-connectors';
import { IconId, IconPlus } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  createSsoConnectorPath,
  ssoConnectionPath,
  ssoConnectorPath,
  ssoConnectorsPath,
  ssoExperiencePath,
  ssoIdpInitiatedPath,
} from '#paths/sso-connectors.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { ssoConnectorTabs } from './places.ts';

const isSaml = ({ providerType }: SsoConnectorWithProviderConfig) => providerType === 'saml';

export const ssoConnectors: Feature = {
  phrases: ['ssoConnectors'],
  nav: {
    group: 'authentication',
    path: ssoConnectorsPath,
    label: (t) => t('nav.enterpriseSso'),
    icon: IconId,
  },
  pages: [
    {
      path: ssoConnectorsPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
      children: [
        {
          path: createSsoConnectorPath,
          component: lazyRouteComponent(() => import('./create-dialog.tsx'), 'CreateDialog'),
        },
      ],
    },
    {
      path: ssoConnectorPath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage'),
      redirect: ssoConnectionPath,
      tabs: ssoConnectorTabs,
    },
  ],
  fills: [
    fill(
      ssoConnectorTabs,
      {
        page: {
          path: ssoConnectionPath,
          component: lazyRouteComponent(() => import('./connection-tab.tsx'), 'ConnectionTab'),
        },
        label: (t) => t('ssoConnectors.tabs.connection'),
        order: 10,
      },
      {
        page: {
          path: ssoExperiencePath,
          component: lazyRouteComponent(() => import('./experience-tab.tsx'), 'ExperienceTab'),
        },
        label: (t) => t('ssoConnectors.tabs.experience'),
        order: 20,
      },
      {
        page: {
          path: ssoIdpInitiatedPath,
          component: lazyRouteComponent(() => import('./idp-initiated-tab.tsx'), 'IdpInitiatedTab'),
        },
        label: (t) => t('ssoConnectors.tabs.idpInitiated'),
        order: 30,
        isFor: isSaml,
      },
    ),
  ],
  commands: [
    {
      id: 'create-sso-connector',
      icon: IconPlus,
      label: (t) => t('ssoConnectors.create'),
      to: createSsoConnectorPath,
    },
  ],
  find: {
    group: (t) => t('nav.enterpriseSso'),
    load: async () => (await import('./find.ts')).findSsoConnectors,
  },
};
