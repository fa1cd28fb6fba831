import { lazyRouteComponent } from '@tanstack/react-router';
import { mailboxPath, oldMailboxPath } from '#paths/mailbox.ts';
import { tenantSettingsPath } from '#paths/tenant-settings.ts';
import { config } from '#platform/config.ts';
import type { Feature } from '#platform/feature.ts';

const page: Feature = {
  phrases: ['mailbox', 'emailTemplates'],
  navTabs: [{ under: tenantSettingsPath, path: mailboxPath, label: (t) => t('nav.mailbox'), order: 60 }],
  pages: [
    { path: mailboxPath, component: lazyRouteComponent(() => import('./mailbox-page.tsx'), 'MailboxPage') },
    { path: oldMailboxPath, redirect: mailboxPath },
  ],
};

/** Disabled if the server has no mailbox. */
export const mailbox: Feature = config.hasMailbox ? page : { phrases: [] };
