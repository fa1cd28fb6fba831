import { IconUserShield } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '#platform/feature.ts';
import {
  createRolePath,
  roleApplicationsPath,
  roleGeneralPath,
  rolePath,
  rolePermissionsPath,
  rolesPath,
  roleUsersPath,
} from './paths.ts';

export const roles: Feature = {
  phrases: ['roles', 'users'],
  nav: { group: 'authorization', path: rolesPath, label: (t) => t('nav.roles'), icon: IconUserShield },
  pages: [
    {
      path: rolesPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
      children: [
        {
          path: createRolePath,
          component: lazyRouteComponent(() => import('./create-page.tsx'), 'CreatePage'),
        },
      ],
    },
    {
      path: rolePath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage'),
      redirect: rolePermissionsPath,
      children: [
        {
          path: rolePermissionsPath,
          component: lazyRouteComponent(() => import('./permissions-tab.tsx'), 'PermissionsTab'),
        },
        {
          path: roleUsersPath,
          component: lazyRouteComponent(() => import('./users-tab.tsx'), 'UsersTab'),
        },
        {
          path: roleApplicationsPath,
          component: lazyRouteComponent(() => import('./applications-tab.tsx'), 'ApplicationsTab'),
        },
        {
          path: roleGeneralPath,
          component: lazyRouteComponent(() => import('./general-tab.tsx'), 'GeneralTab'),
        },
      ],
    },
  ],
  commands: [
    {
      id: 'create-role',
      icon: IconUserShield,
      label: (t, name) => (name ? t('roles.createNamed', { name }) : t('roles.create')),
      to: createRolePath,
      search: (name) => ({ name: name || undefined }),
      takesQuery: true,
    },
  ],
  find: {
    group: (t) => t('nav.roles'),
    load: async () => (await import('./find.ts')).findRoles,
  },
};
