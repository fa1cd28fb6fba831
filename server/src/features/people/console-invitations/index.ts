import type { Feature } from '#platform/app';
import { consoleInvitationRoutes } from './routes.ts';

/** The first screen of an invitation to the console, for people who have not signed in. */
export const consoleInvitations: Feature = { name: 'console-invitations', adminRoutes: consoleInvitationRoutes };
