import { IconApps, IconPlus } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '#platform/feature.ts';
import {
  applicationPath,
  applicationSettingsPath,
  applicationsPath,
  applicationTokenPath,
  createApplicationPath,
  thirdPartyApplicationsPath,
} from './paths.ts';

export const applications: Feature = {
  nav: {
    group: 'authentication',
    path: applicationsPath,
    label: (t) => t('applications.title'),
    icon: IconApps,
  },
  pages: [
    {
      path: applicationsPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
      children: [
        {
          path: createApplicationPath,
          component: lazyRouteComponent(() => import('./create-page.tsx'), 'CreatePage'),
        },
      ],
    },
    {
      path: thirdPartyApplicationsPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ThirdPartyListPage'),
    },
    {
      path: applicationPath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage'),
      redirect: applicationSettingsPath,
      children: [
        {
          path: applicationSettingsPath,
          component: lazyRouteComponent(() => import('./settings-tab.tsx'), 'SettingsTab'),
        },
        {
          path: applicationTokenPath,
          component: lazyRouteComponent(() => import('./token-tab.tsx'), 'TokenTab'),
        },
      ],
    },
  ],
  commands: [
    {
      id: 'create-application',
      icon: IconPlus,
      label: (t, name) => (name ? t('applications.createNamed', { name }) : t('applications.create')),
      to: createApplicationPath,
      search: (name) => ({ name: name || undefined }),
      takesQuery: true,
    },
  ],
  find: {
    group: (t) => t('applications.title'),
    load: async () => (await import('./find.ts')).findApplications,
  },
};
