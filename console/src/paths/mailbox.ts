import { pagePath } from '#platform/router/page-path.ts';

export const mailboxPath = pagePath('tenant-settings/mailbox');
/** Before there was a page of settings. */
export const oldMailboxPath = pagePath('mailbox');
