import { userBulkApi } from '@postern/contracts/people/user-jobs-bulk';
import { scopes } from '@postern/contracts/wire';
import { requireUserRoles } from '#features/access/roles';
import { countSelected, freezeFilter } from '#features/people/users';
import { AppError } from '#platform/errors';
import { route, type Scope } from '#platform/route';
import { showJob, startUserJob } from '../job.ts';

export function userBulkRoutes(scope: Scope): void {
  route(scope, userBulkApi.start, {
    respond: async ({ app, tenantId, caller, body, languages }) => {
      const { kind, roleIds, excludedIds = [] } = body;
      // Deleting many users needs the permission to delete one, although the method is POST.
      if (kind === 'delete' && !caller.scopes.has(scopes.all) && !caller.scopes.has('delete:data')) {
        throw new AppError('auth.forbidden');
      }
      const filter = body.filter && freezeFilter(body.filter);
      const userIds = body.userIds && [...new Set(body.userIds)];
      const job = await startUserJob(app, tenantId, async (db) => {
        if (roleIds) {
          await requireUserRoles(db, roleIds);
        }
        return {
          kind,
          input: { ...(filter ? { filter } : {}), ...(roleIds ? { roleIds } : {}) },
          secrets: JSON.stringify({ userIds, excludedIds }),
          total: userIds?.length ?? (await countSelected(db, { filter: filter ?? {}, excludedIds })),
          createdBy: caller.subject,
        };
      });
      return showJob(job, languages);
    },
  });
}
