import { IconPlug, IconPlus } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  connectorGuidePath,
  connectorPath,
  connectorsPath,
  createConnectorPath,
  passwordlessConnectorsPath,
  socialConnectorsPath,
  socialDemoCallbackPath,
} from '#paths/connectors.ts';
import type { Feature } from '#platform/feature.ts';

export const connectors: Feature = {
  phrases: ['connectors'],
  nav: { group: 'authentication', path: connectorsPath, label: (t) => t('nav.connectors'), icon: IconPlug },
  navTabs: [
    { path: passwordlessConnectorsPath, label: (t) => t('connectors.tabs.passwordless') },
    { path: socialConnectorsPath, label: (t) => t('connectors.tabs.social') },
  ],
  pages: [
    {
      path: connectorsPath,
      redirect: passwordlessConnectorsPath,
      children: [
        {
          path: passwordlessConnectorsPath,
          component: lazyRouteComponent(() => import('./passwordless-page.tsx'), 'PasswordlessPage'),
        },
        {
          path: socialConnectorsPath,
          component: lazyRouteComponent(() => import('./social-page.tsx'), 'SocialPage'),
        },
        {
          path: createConnectorPath,
          component: lazyRouteComponent(() => import('./create-page.tsx'), 'CreatePage'),
        },
        {
          path: connectorGuidePath,
          component: lazyRouteComponent(() => import('./guide-page.tsx'), 'GuidePage'),
        },
        {
          path: connectorPath,
          component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage'),
        },
      ],
    },
  ],
  publicPages: [
    {
      path: socialDemoCallbackPath,
      component: lazyRouteComponent(() => import('./demo-callback-page.tsx'), 'DemoCallbackPage'),
    },
  ],
  commands: (['email', 'sms', 'social'] as const).map((createType) => ({
    id: `create-connector-${createType}`,
    icon: IconPlus,
    label: (t) => t(`connectors.create.${createType}`),
    to: createConnectorPath,
    params: { tab: createType === 'social' ? 'social' : 'passwordless', createType },
  })),
  find: {
    group: (t) => t('nav.connectors'),
    load: async () => (await import('./find.ts')).findConnectors,
  },
};
