import { IconKey, IconTemplate, IconUserShield } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  createOrganizationRolePath,
  createOrganizationScopePath,
  organizationRoleGeneralPath,
  organizationRolePath,
  organizationRolePermissionsPath,
  organizationRolesPath,
  organizationScopesPath,
  organizationTemplatePath,
} from '#paths/organization-template.ts';
import type { Feature } from '#platform/feature.ts';

export const organizationTemplate: Feature = {
  phrases: ['organizationTemplate', 'roles'],
  nav: {
    group: 'authorization',
    path: organizationTemplatePath,
    label: (t) => t('nav.organizationTemplate'),
    icon: IconTemplate,
  },
  navTabs: [
    { path: organizationRolesPath, label: (t) => t('organizationTemplate.tabs.roles') },
    { path: organizationScopesPath, label: (t) => t('organizationTemplate.tabs.scopes') },
  ],
  pages: [
    {
      path: organizationTemplatePath,
      redirect: organizationRolesPath,
      children: [
        {
          path: organizationRolesPath,
          component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage'),
          children: [
            {
              path: createOrganizationRolePath,
              component: lazyRouteComponent(() => import('./create-role.tsx'), 'CreateRolePage'),
            },
          ],
        },
        {
          path: organizationScopesPath,
          component: lazyRouteComponent(() => import('./scopes-page.tsx'), 'ScopesPage'),
          children: [
            {
              path: createOrganizationScopePath,
              component: lazyRouteComponent(() => import('./scope-dialog.tsx'), 'CreateScopePage'),
            },
          ],
        },
        {
          path: organizationRolePath,
          component: lazyRouteComponent(() => import('./role-page.tsx'), 'RolePage'),
          redirect: organizationRolePermissionsPath,
          children: [
            {
              path: organizationRolePermissionsPath,
              component: lazyRouteComponent(() => import('./permissions-tab.tsx'), 'PermissionsTab'),
            },
            {
              path: organizationRoleGeneralPath,
              component: lazyRouteComponent(() => import('./general-tab.tsx'), 'GeneralTab'),
            },
          ],
        },
      ],
    },
  ],
  commands: [
    {
      id: 'create-organization-role',
      icon: IconUserShield,
      label: (t, name) =>
        name ? t('organizationTemplate.roles.createNamed', { name }) : t('organizationTemplate.roles.create'),
      to: createOrganizationRolePath,
      search: (name) => ({ name: name || undefined }),
      takesQuery: 'name',
    },
    {
      id: 'create-organization-permission',
      icon: IconKey,
      label: (t) => t('organizationTemplate.scopes.create'),
      to: createOrganizationScopePath,
    },
  ],
  find: {
    group: (t) => t('nav.organizationTemplate'),
    load: async () => (await import('./find.ts')).findInTemplate,
  },
};
