import { expireInvitations } from '#features/people/organizations';
import type { Feature } from '#platform/app';
import { deletionRoutes } from './delete-account.routes.ts';
import { eraseQueue } from './erase.store.ts';
import { eraseTenant } from './erase.ts';
import { invitationQueue } from './invitations.store.ts';
import { tenantRoutes } from './routes.ts';
import { sendInvitation } from './send-invitation.ts';

export { countChanges, listChanges } from './changes.store.ts';
export { createTenant, requireFreeTenantSlot } from './create.ts';
export { deleteAsOperator } from './delete.ts';
export { type Deletion, findDatabaseRegion, listDeletions } from './erase.store.ts';
export { findTenant, setPlan, setSuspended, startGrace, type TenantRow } from './store.ts';

/** Cloud edition only: in the open-source edition, deleting the only administrator would lock everyone out. */
export const accountDeletion: Feature = { name: 'account-deletion', adminRoutes: deletionRoutes };

export const tenants: Feature = {
  name: 'tenants',
  adminRoutes: tenantRoutes,
  jobs: [{ name: 'tenants.expire-invitations', everySeconds: 600, run: (db) => expireInvitations(db) }],
  queues: [
    { queue: invitationQueue, maxAttempts: 8, firstPauseSeconds: 20, run: sendInvitation },
    // Erasing is retried until it succeeds.
    { queue: eraseQueue, maxAttempts: Number.POSITIVE_INFINITY, longestPauseSeconds: 3600, run: eraseTenant },
  ],
};
