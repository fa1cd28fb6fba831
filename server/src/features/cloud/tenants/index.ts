import type { Feature } from '#platform/app';
import { deletionRoutes } from './delete-account.routes.ts';
import { erasuresOf } from './erase.ts';
import { expireInvitations } from './invitations.store.ts';
import { tenantRoutes } from './routes.ts';
import { mailsOf } from './send-invitation.ts';

export { createTenant } from './create.ts';
export { deleteAsOperator } from './delete.ts';
export { type Deletion, listDeletions } from './deletions.store.ts';
export { findDatabaseRegion } from './erase.store.ts';
export { deleteMember as removeFromOrganization } from './members.store.ts';
export { findTenant, setPlan, setSuspended, type TenantRow } from './store.ts';

/** Cloud edition only: in the open-source edition, deleting the only administrator would lock everybody out. */
export const accountDeletion: Feature = { name: 'account-deletion', adminRoutes: deletionRoutes };

export const tenants: Feature = {
  name: 'tenants',
  adminRoutes: tenantRoutes,
  jobs: [{ name: 'tenants.expire-invitations', everySeconds: 600, run: (db) => expireInvitations(db) }],
  // What a node that has gone left behind; whoever orders something wakes their own node at once.
  wakes: [
    { everySeconds: 5, wake: (app) => mailsOf(app).wake() },
    { everySeconds: 5, wake: (app) => erasuresOf(app).wake() },
  ],
  stop: async (app) => {
    await Promise.all([mailsOf(app).stop(), erasuresOf(app).stop()]);
  },
};
