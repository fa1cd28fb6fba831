import { IconSettings } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { getStartedCards } from '#features/people/get-started/places.ts';
import { domainsPath } from '#paths/domains.ts';
import {
  historyPath,
  invitationsPath,
  membersPath,
  ownSettingsPath,
  tenantSettingsPath,
} from '#paths/tenant-settings.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { ConvertReminder } from './convert-reminder.tsx';

export const tenantSettings: Feature = {
  phrases: [
    'tenantSettings',
    'tenantHistory',
    'tenants',
    'administrators',
    'billing',
    'domains',
    'getStarted',
    'plans',
  ],
  nav: { group: 'tenant', path: tenantSettingsPath, label: (t) => t('nav.tenantSettings'), icon: IconSettings },
  navTabs: [
    { path: ownSettingsPath, label: (t) => t('tenantSettings.tabs.settings'), order: 10 },
    { path: membersPath, label: (t) => t('tenantSettings.tabs.members'), order: 20 },
    {
      path: invitationsPath,
      label: (t) => t('tenantSettings.invitations.title'),
      order: 25,
      isOutsideRow: true,
      isFor: ({ abilities }) => abilities?.inviteMembers === true,
    },
    { path: domainsPath, label: (t) => t('tenantSettings.tabs.domains'), order: 30 },
    {
      path: historyPath,
      label: (t) => t('tenantSettings.tabs.history'),
      order: 80,
      isFor: ({ abilities }) => abilities?.manageTenant === true,
    },
  ],
  pages: [
    { path: tenantSettingsPath, component: lazyRouteComponent(() => import('./entry-page.tsx'), 'EntryPage') },
    { path: ownSettingsPath, component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage') },
    { path: membersPath, component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage') },
    { path: domainsPath, component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage') },
    { path: historyPath, component: lazyRouteComponent(() => import('./history-page.tsx'), 'HistoryPage') },
    { path: invitationsPath, component: lazyRouteComponent(() => import('./invitations-page.tsx'), 'InvitationsPage') },
  ],
  fills: [fill(getStartedCards, ConvertReminder)],
  find: [
    {
      group: (t) => t('nav.domains'),
      load: async () => (await import('#features/access/domains/shared/find.ts')).findDomains,
    },
    {
      group: (t) => t('tenantSettings.tabs.members'),
      load: async () => (await import('./find.ts')).findMembers,
    },
    {
      group: (t) => t('tenantSettings.invitations.title'),
      load: async () => (await import('./find.ts')).findInvitations,
      isFor: ({ abilities }) => abilities?.inviteMembers === true,
    },
  ],
};
