import type { Application } from '@postern/contracts/access/applications';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { roleHolders, roleTabs } from '#features/access/roles/places.ts';
import {
  applicationBrandingPath,
  applicationLogPath,
  applicationLogsPath,
  applicationPath,
  applicationPermissionsPath,
  applicationProtectionPath,
  applicationRolesPath,
  applicationSettingsPath,
  applicationsPath,
  applicationTokenPath,
  createApplicationPath,
  dynamicClientsPath,
  thirdPartyApplicationsPath,
} from '#paths/applications.ts';
import { roleApplicationsPath } from '#paths/roles.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { isBranded } from './kinds.ts';
import { applicationTabs } from './places.ts';

const isMachine = ({ type }: Application) => type === 'MachineToMachine';
const isProtected = ({ type }: Application) => type === 'Protected';

export const applications: Feature = {
  phrases: ['applications', 'audit', 'domains', 'guides', 'roles'],
  nav: {
    group: 'authentication',
    path: applicationsPath,
    label: (t) => t('nav.applications'),
    icon: IconApps,
  },
  navTabs: [
    { path: applicationsPath, label: (t) => t('applications.lists.own') },
    { path: thirdPartyApplicationsPath, label: (t) => t('applications.lists.thirdParty') },
    { path: dynamicClientsPath, label: (t) => t('applications.lists.dynamic') },
  ],
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
      tabs: applicationTabs,
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
      takesQuery: 'name',
    },
  ],
  fills: [
    fill(
      applicationTabs,
      {
        page: {
          path: applicationSettingsPath,
          component: lazyRouteComponent(() => import('./settings-tab.tsx'), 'SettingsTab'),
        },
        label: (t) => t('applications.tabs.settings'),
        order: 10,
      },
      {
        page: {
          path: applicationProtectionPath,
          component: lazyRouteComponent(() => import('./protection-tab.tsx'), 'ProtectionTab'),
        },
        label: (t) => t('applications.tabs.protection'),
        order: 15,
        isFor: isProtected,
      },
      {
        page: {
          path: applicationRolesPath,
          component: lazyRouteComponent(() => import('./roles-tab.tsx'), 'RolesTab'),
        },
        label: (t) => t('applications.tabs.roles'),
        order: 20,
        isFor: isMachine,
      },
      {
        page: {
          path: applicationPermissionsPath,
          component: lazyRouteComponent(() => import('./permissions-tab.tsx'), 'PermissionsTab'),
        },
        label: (t) => t('applications.tabs.permissions'),
        order: 30,
        isFor: ({ isThirdParty }: Application) => isThirdParty,
      },
      {
        page: {
          path: applicationBrandingPath,
          component: lazyRouteComponent(() => import('./branding-tab.tsx'), 'BrandingTab'),
        },
        label: (t) => t('applications.tabs.branding'),
        order: 40,
        isFor: ({ type }: Application) => isBranded(type),
      },
      {
        page: {
          path: applicationTokenPath,
          component: lazyRouteComponent(() => import('./token-tab.tsx'), 'TokenTab'),
        },
        label: (t) => t('applications.tabs.token'),
        order: 50,
        isFor: ({ type }: Application) => type !== 'SAML',
      },
      {
        page: { path: applicationLogsPath, component: lazyRouteComponent(() => import('./logs-tab.tsx'), 'LogsTab') },
        label: (t) => t('applications.tabs.logs'),
        order: 55,
        isFor: isMachine,
      },
    ),
    fill(roleTabs, {
      page: {
        path: roleApplicationsPath,
        component: lazyRouteComponent(() => import('./role-applications.tsx'), 'RoleApplicationsTab'),
      },
      label: (t) => t('roles.tabs.applications'),
      phrases: [],
      order: 20,
      isFor: ({ type }) => type === 'MachineToMachine',
    }),
    fill(roleHolders, {
      type: 'MachineToMachine',
      assign: lazyRouteComponent(() => import('./role-applications.tsx'), 'AssignApplications'),
    }),
  ],
  find: {
    group: (t) => t('nav.applications'),
    load: async () => (await import('./find.ts')).findApplications,
  },
};
