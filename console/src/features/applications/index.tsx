import { IconApps, IconPlus } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '#platform/feature.ts';
import {
  applicationBrandingPath,
  applicationLogPath,
  applicationLogsPath,
  applicationOrganizationsPath,
  applicationPath,
  applicationPermissionsPath,
  applicationRolesPath,
  applicationSettingsPath,
  applicationsPath,
  applicationTokenPath,
  createApplicationPath,
  thirdPartyApplicationsPath,
} from './paths.ts';

export const applications: Feature = {
  phrases: ['applications', 'audit', 'guides', 'roles', 'users'],
  nav: {
    group: 'authentication',
    path: applicationsPath,
    label: (t) => t('nav.applications'),
    icon: IconApps,
  },
  pages: [
    {
      path: applicationsPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
    },
    {
      path: createApplicationPath,
      component: lazyRouteComponent(() => import('./create-page.tsx'), 'CreatePage'),
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
          path: applicationRolesPath,
          component: lazyRouteComponent(() => import('./roles-tab.tsx'), 'RolesTab'),
        },
        {
          path: applicationPermissionsPath,
          component: lazyRouteComponent(() => import('./permissions-tab.tsx'), 'PermissionsTab'),
        },
        {
          path: applicationBrandingPath,
          component: lazyRouteComponent(() => import('./branding-tab.tsx'), 'BrandingTab'),
        },
        {
          path: applicationOrganizationsPath,
          component: lazyRouteComponent(() => import('./organizations-tab.tsx'), 'OrganizationsTab'),
        },
        {
          path: applicationLogsPath,
          component: lazyRouteComponent(() => import('./logs-tab.tsx'), 'LogsTab'),
        },
        {
          path: applicationTokenPath,
          component: lazyRouteComponent(() => import('./token-tab.tsx'), 'TokenTab'),
        },
      ],
    },
    {
      path: applicationLogPath,
      component: lazyRouteComponent(() => import('./log-page.tsx'), 'LogPage'),
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
    group: (t) => t('nav.applications'),
    load: async () => (await import('./find.ts')).findApplications,
  },
};
