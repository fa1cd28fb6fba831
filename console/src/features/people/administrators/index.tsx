import { IconUserShield } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { administratorInvitationPath, administratorPath, administratorsPath } from '#paths/administrators.ts';
import type { Feature } from '#platform/feature.ts';

/** For the open-source edition. In the cloud edition, tenants have members instead. */
export const administrators: Feature = {
  phrases: ['administrators', 'tenantSettings', 'tenants', 'userSessions', 'users', 'audit'],
  nav: {
    group: 'developer',
    path: administratorsPath,
    label: (t) => t('nav.administrators'),
    icon: IconUserShield,
  },
  pages: [
    {
      path: administratorsPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'AdministratorsPage'),
    },
    {
      path: administratorPath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'AdministratorPage'),
    },
  ],
  outerPages: [
    {
      path: administratorInvitationPath,
      component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
    },
  ],
};
