import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '#platform/feature.ts';
import {
  createUserPath,
  userLogPath,
  userLogsPath,
  userOrganizationsPath,
  userPath,
  userRolesPath,
  userSessionsPath,
  userSettingsPath,
  userSocialIdentityPath,
  usersPath,
  userTimelinePath,
} from './paths.ts';

export const users: Feature = {
  phrases: ['users', 'userJobs', 'userList', 'userDetails', 'roles', 'profileFields', 'userSessions', 'audit'],
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
      children: [
        {
          path: userSettingsPath,
          component: lazyRouteComponent(() => import('./settings/tab.tsx'), 'SettingsTab'),
        },
        {
          path: userRolesPath,
          component: lazyRouteComponent(() => import('./roles-tab.tsx'), 'RolesTab'),
        },
        {
          path: userOrganizationsPath,
          component: lazyRouteComponent(() => import('./organizations-tab.tsx'), 'OrganizationsTab'),
        },
        {
          path: userSessionsPath,
          component: lazyRouteComponent(() => import('#features/user-sessions/sessions-tab.tsx'), 'SessionsTab'),
        },
        {
          path: userTimelinePath,
          component: lazyRouteComponent(() => import('#features/user-sessions/timeline-tab.tsx'), 'TimelineTab'),
        },
        {
          path: userLogsPath,
          component: lazyRouteComponent(() => import('./logs-tab.tsx'), 'LogsTab'),
        },
      ],
    },
    {
      path: userLogPath,
      component: lazyRouteComponent(() => import('./log-page.tsx'), 'LogPage'),
    },
    {
      path: userSocialIdentityPath,
      component: lazyRouteComponent(() => import('./identities/identity-page.tsx'), 'IdentityPage'),
    },
  ],
  commands: [
    {
      id: 'create-user',
      icon: IconUserPlus,
      label: (t, who) => (who ? t('users.createNamed', { name: who }) : t('users.create')),
      to: createUserPath,
      search: (who) => (who.includes('@') ? { email: who } : { name: who || undefined }),
      takesQuery: true,
    },
  ],
  find: {
    group: (t) => t('nav.users'),
    load: async () => (await import('./find.ts')).findUsers,
  },
};
