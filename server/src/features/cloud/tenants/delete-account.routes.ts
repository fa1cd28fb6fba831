import { accountDeletionApi } from '@postern/contracts/account/me';
import { notify } from '#features/account/account';
import { getActiveUser, getPerson, requireOwnStatus } from '#features/account/me';
import { narrowTo } from '#features/people/provision';
import { removeUser } from '#features/people/users';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { classifyMemberships, leaveAllTenants } from './leave-all-tenants.ts';
import { listMemberships } from './members.store.ts';

/** Deletes the caller's own console account. */
export function deletionRoutes(scope: Scope): void {
  route(scope, accountDeletionApi.preview, {
    respond: async ({ app, caller, tenantId }) => {
      const { id } = await app.tenancy.read(tenantId, (db) => getActiveUser(db, { caller }));
      return classifyMemberships(await app.tenancy.system((db) => listMemberships(db, id)));
    },
  });

  route(scope, accountDeletionApi.remove, {
    respond: async (asked) => {
      const { app, tenantId } = asked;
      const { id, proven } = await app.tenancy.read(tenantId, async (db) => {
        const person = await getPerson(db, asked);
        await requireOwnStatus(asked, db, person);
        return person;
      });
      const deleted = await app.tenancy.system(async (db) => {
        const left = await leaveAllTenants(db, id);
        await narrowTo(db, tenantId);
        await requireOwnStatus(asked, db, await getPerson(db, asked), true);
        if (!(await removeUser(db, id))) {
          throw new AppError('auth.unauthorized');
        }
        await notify(db, asked, { userId: id, before: proven, notice: 'deletion' });
        return left;
      });
      // Drops them from this node's cache immediately; NOTIFY reaches the others.
      for (const deletedId of deleted) {
        app.cache.drop(deletedId);
      }
    },
  });
}
