import type { App, Feature } from '#platform/app';
import { erasuresOf } from './erase.ts';
import { expireInvitations } from './invitations.store.ts';
import { tenantRoutes } from './routes.ts';
import { mailsOf } from './send-invitation.ts';

export { createTenant } from './create.ts';
export { deleteAsOperator } from './delete.ts';
export { type Deletion, listDeletions } from './deletions.store.ts';
export { findDatabaseRegion } from './erase.store.ts';
export { leaveForGood } from './leave-for-good.ts';
export { deleteMember as removeFromOrganization } from './members.store.ts';
export { listMemberships } from './memberships.store.ts';
export { sortOut } from './sort-out.ts';
export { findTenant, setPlan, setSuspended, type TenantRow } from './store.ts';

/** After the transaction in which they were deleted: this node forgets them at once, the others by NOTIFY. */
export function eraseSoon(app: App, tenantIds: readonly string[]): void {
  for (const tenantId of tenantIds) {
    app.cache.drop(tenantId);
  }
  erasuresOf(app).wake();
}

export const tenants: Feature = {
  name: 'tenants',
  adminRoutes: tenantRoutes,
  jobs: [
    // What a node that has gone left behind; whoever orders something wakes their own node at once.
    { name: 'tenants.send-invitations', everySeconds: 5, run: async (_db, app) => mailsOf(app).wake() },
    { name: 'tenants.erase', everySeconds: 5, run: async (_db, app) => erasuresOf(app).wake() },
    { name: 'tenants.expire-invitations', everySeconds: 600, run: (db) => expireInvitations(db) },
  ],
  stop: async (app) => {
    await Promise.all([mailsOf(app).stop(), erasuresOf(app).stop()]);
  },
};
