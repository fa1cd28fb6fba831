import { IconUserShield } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { createRolePath, roleGeneralPath, rolePath, rolePermissionsPath, rolesPath } from '#paths/roles.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { roleTabs } from './places.ts';

export const roles: Feature = {
  phrases: ['roles'],
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
      tabs: roleTabs,
    },
  ],
  fills: [
    fill(
      roleTabs,
      {
        page: {
          path: rolePermissionsPath,
          component: lazyRouteComponent(() => import('./permissions-tab.tsx'), 'PermissionsTab'),
        },
        label: (t) => t('roles.tabs.permissions'),
        order: 10,
      },
      {
        page: { path: roleGeneralPath, component: lazyRouteComponent(() => import('./general-tab.tsx'), 'GeneralTab') },
        label: (t) => t('roles.tabs.general'),
        order: 30,
      },
    ),
  ],
  commands: [
    {
      id: 'create-role',
      icon: IconUserShield,
      label: (t, name) => (name ? t('roles.createNamed', { name }) : t('roles.create')),
      to: createRolePath,
      search: (name) => ({ name: name || undefined }),
      takesQuery: 'name',
    },
  ],
  find: {
    group: (t) => t('nav.roles'),
    load: async () => (await import('./find.ts')).findRoles,
  },
};
