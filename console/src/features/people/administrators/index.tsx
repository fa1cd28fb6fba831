import { IconSettings } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  administratorInvitationPath,
  administratorPath,
  administratorsPath,
  oldAdministratorPath,
  oldAdministratorsPath,
} from '#paths/administrators.ts';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import type { Feature } from '#platform/feature.ts';

/**
 * For the open-source edition, whose settings start with the administrators. In the cloud edition, tenants have settings
 * and members instead.
 */
export const administrators: Feature = {
  phrases: ['administrators', 'consoleInvitations', 'tenantSettings', 'tenants', 'userSessions', 'users', 'audit'],
  nav: { group: 'settings', path: tenantSettingsPath, label: (t) => t('nav.settings'), icon: IconSettings },
  navTabs: [{ path: administratorsPath, label: (t) => t('nav.administrators'), order: 20 }],
  pages: [
    { path: tenantSettingsPath, redirect: administratorsPath },
    { path: oldAdministratorsPath, redirect: administratorsPath },
    { path: oldAdministratorPath, redirect: administratorPath },
    {
      path: administratorsPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'AdministratorsPage'),
    },
    {
      path: administratorPath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'AdministratorPage'),
    },
  ],
  publicPages: [
    {
      path: administratorInvitationPath,
      component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
    },
  ],
  find: [
    { group: (t) => t('nav.administrators'), load: async () => (await import('./find.ts')).findAdministrators },
    {
      group: (t) => t('tenantSettings.invitations.title'),
      load: async () => (await import('./find-invitations.ts')).findInvitations,
    },
  ],
};
