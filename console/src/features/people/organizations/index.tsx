import { IconBuilding } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { applicationTabs } from '#features/access/applications/places.ts';
import { userTabs } from '#features/people/users/places.ts';
import { applicationAccessPath, applicationOrganizationsPath } from '#paths/applications.ts';
import {
  createOrganizationPath,
  organizationBrandingPath,
  organizationInvitationsPath,
  organizationLogPath,
  organizationLogsPath,
  organizationMachinesPath,
  organizationMembersPath,
  organizationPath,
  organizationProvisioningPath,
  organizationSettingsPath,
  organizationsPath,
} from '#paths/organizations.ts';
import { userOrganizationsPath } from '#paths/users.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { organizationTabs } from './places.ts';

export const organizations: Feature = {
  phrases: ['organizations', 'users', 'applications', 'roles', 'audit'],
  nav: { group: 'users', path: organizationsPath, label: (t) => t('nav.organizations'), icon: IconBuilding },
  pages: [
    {
      path: organizationsPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
      children: [
        {
          path: createOrganizationPath,
          component: lazyRouteComponent(() => import('./create-dialog.tsx'), 'CreateDialog'),
        },
      ],
    },
    {
      path: organizationPath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage'),
      redirect: organizationSettingsPath,
      tabs: organizationTabs,
    },
    { path: organizationLogPath, component: lazyRouteComponent(() => import('./logs-tab.tsx'), 'LogPage') },
  ],
  fills: [
    fill(
      organizationTabs,
      {
        page: {
          path: organizationSettingsPath,
          component: lazyRouteComponent(() => import('./settings-tab.tsx'), 'SettingsTab'),
        },
        label: (t) => t('organizations.tabs.settings'),
        order: 10,
      },
      {
        page: {
          path: organizationMembersPath,
          component: lazyRouteComponent(() => import('./members-tab.tsx'), 'MembersTab'),
        },
        label: (t) => t('organizations.tabs.members'),
        order: 20,
      },
      {
        page: {
          path: organizationMachinesPath,
          component: lazyRouteComponent(() => import('./machines-tab.tsx'), 'MachinesTab'),
        },
        label: (t) => t('organizations.tabs.machines'),
        order: 30,
      },
      {
        page: {
          path: organizationInvitationsPath,
          component: lazyRouteComponent(() => import('./invitations-tab.tsx'), 'InvitationsTab'),
        },
        label: (t) => t('organizations.tabs.invitations'),
        order: 40,
      },
      {
        page: {
          path: organizationProvisioningPath,
          component: lazyRouteComponent(() => import('./provisioning-tab.tsx'), 'ProvisioningTab'),
        },
        label: (t) => t('organizations.tabs.jit'),
        order: 50,
      },
      {
        page: {
          path: organizationBrandingPath,
          component: lazyRouteComponent(() => import('./branding-tab.tsx'), 'BrandingTab'),
        },
        label: (t) => t('organizations.tabs.branding'),
        order: 60,
      },
      {
        page: {
          path: organizationLogsPath,
          component: lazyRouteComponent(() => import('./logs-tab.tsx'), 'LogsTab'),
        },
        label: (t) => t('organizations.tabs.logs'),
        order: 70,
      },
    ),
    fill(userTabs, {
      page: {
        path: userOrganizationsPath,
        component: lazyRouteComponent(() => import('./holder-organizations.tsx'), 'UserOrganizationsTab'),
      },
      label: (t) => t('nav.organizations'),
      order: 60,
      phrases: ['organizations'],
    }),
    fill(applicationTabs, {
      page: {
        path: applicationOrganizationsPath,
        component: lazyRouteComponent(() => import('./holder-organizations.tsx'), 'ApplicationOrganizationsTab'),
      },
      label: (t) => t('nav.organizations'),
      order: 60,
      phrases: ['organizations'],
      isFor: ({ type }) => type === 'MachineToMachine',
    }),
    fill(applicationTabs, {
      page: {
        path: applicationAccessPath,
        component: lazyRouteComponent(() => import('./access-tab.tsx'), 'AccessTab'),
      },
      label: (t) => t('applications.tabs.access'),
      order: 25,
      phrases: ['organizations', 'roles', 'users'],
      isFor: ({ type }) => type !== 'MachineToMachine',
    }),
  ],
  commands: [
    {
      id: 'create-organization',
      icon: IconBuilding,
      label: (t, name) => (name ? t('organizations.createNamed', { name }) : t('organizations.create')),
      to: createOrganizationPath,
      search: (name) => ({ name: name || undefined }),
      takesQuery: 'name',
    },
  ],
  find: [
    {
      group: (t) => t('nav.organizations'),
      load: async () => (await import('./find.ts')).findOrganizations,
    },
    {
      group: (t) => t('organizations.tabs.invitations'),
      load: async () => (await import('./find-invitations.ts')).findInvitations,
    },
  ],
};
