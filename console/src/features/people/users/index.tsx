import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { roleHolders, roleTabs } from '#features/access/roles/places.ts';
import { roleUsersPath } from '#paths/roles.ts';
import {
  createUserPath,
  userLogPath,
  userLogsPath,
  userPath,
  userRolesPath,
  userSettingsPath,
  userSocialIdentityPath,
  userSsoIdentityPath,
  usersPath,
} from '#paths/users.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { userTabs } from './places.ts';

export const users: Feature = {
  phrases: ['users', 'userJobs', 'userList', 'userDetails', 'roles', 'profileFields', 'audit'],
  nav: { group: 'users', path: usersPath, label: (t) => t('nav.users'), icon: IconUsers },
  pages: [
    {
      path: usersPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
      children: [
        {
          path: createUserPath,
          component: lazyRouteComponent(() => import('./create-dialog.tsx'), 'CreateDialog'),
        },
      ],
    },
    {
      path: userPath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage'),
      redirect: userSettingsPath,
      tabs: userTabs,
    },
    {
      path: userLogPath,
      component: lazyRouteComponent(() => import('./log-page.tsx'), 'LogPage'),
    },
    {
      path: userSocialIdentityPath,
      component: lazyRouteComponent(() => import('./identities/identity-page.tsx'), 'IdentityPage'),
    },
    {
      path: userSsoIdentityPath,
      component: lazyRouteComponent(() => import('./identities/sso-identity-page.tsx'), 'SsoIdentityPage'),
    },
  ],
  commands: [
    {
      id: 'create-user',
      icon: IconUserPlus,
      label: (t, who) => (who ? t('users.createNamed', { name: who }) : t('users.create')),
      to: createUserPath,
      search: (who) => (who.includes('@') ? { email: who } : { name: who || undefined }),
      takesQuery: 'name or email',
    },
  ],
  fills: [
    fill(
      userTabs,
      {
        page: {
          path: userSettingsPath,
          component: lazyRouteComponent(() => import('./settings/tab.tsx'), 'SettingsTab'),
        },
        label: (t) => t('users.tabs.settings'),
        order: 10,
      },
      {
        page: {
          path: userRolesPath,
          component: lazyRouteComponent(() => import('./roles-tab.tsx'), 'RolesTab'),
        },
        label: (t) => t('users.tabs.roles'),
        order: 20,
      },
      {
        page: { path: userLogsPath, component: lazyRouteComponent(() => import('./logs-tab.tsx'), 'LogsTab') },
        label: (t) => t('users.tabs.logs'),
        order: 50,
      },
    ),
    fill(roleTabs, {
      page: {
        path: roleUsersPath,
        component: lazyRouteComponent(() => import('./role-users.tsx'), 'RoleUsersTab'),
      },
      label: (t) => t('roles.tabs.users'),
      phrases: ['users'],
      order: 20,
      isFor: ({ type }) => type === 'User',
    }),
    fill(roleHolders, {
      type: 'User',
      assign: lazyRouteComponent(() => import('./role-users.tsx'), 'AssignUsers'),
    }),
  ],
  find: {
    group: (t) => t('nav.users'),
    load: async () => (await import('./find.ts')).findUsers,
  },
};
