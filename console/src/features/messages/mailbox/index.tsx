import { IconMailbox } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { mailboxPath } from '#paths/mailbox.ts';
import { config } from '#platform/config.ts';
import type { Feature } from '#platform/feature.ts';

const page: Feature = {
  phrases: ['mailbox', 'emailTemplates'],
  nav: { group: 'developer', path: mailboxPath, label: (t) => t('nav.mailbox'), icon: IconMailbox },
  pages: [{ path: mailboxPath, component: lazyRouteComponent(() => import('./mailbox-page.tsx'), 'MailboxPage') }],
};

/** Disabled if the server has no mailbox. */
export const mailbox: Feature = config.hasMailbox ? page : { phrases: [] };
