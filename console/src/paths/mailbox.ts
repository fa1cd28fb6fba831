import { pagePath } from '#platform/router/page-path.ts';

export const mailboxPath = pagePath('mailbox');
