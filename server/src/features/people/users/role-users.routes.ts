import type { SearchQuery } from '@postern/contracts/fields';
import { roleUsersApi } from '@postern/contracts/people/role-users';
import { userSearchFields } from '@postern/contracts/people/users';
import { getRole } from '#features/access/roles';
import { route, type Scope } from '#platform/route';
import { readSearch } from '#platform/search';
import { countUsers, listUsers } from './list.store.ts';

/** The users with a role: the filtered list of users. */
export function roleUserRoutes(scope: Scope): void {
  route(scope, roleUsersApi.list, async ({ db, params, query, page, total }) => {
    const filter = { search: readSearch(query as SearchQuery, userSearchFields), only: { roleId: params.id } };
    await getRole(db, params.id);
    if (!page) {
      // `paged: always` guarantees a page.
      return [];
    }
    const count = await countUsers(db, filter);
    total(count);
    return count === 0 ? [] : listUsers(db, filter, page);
  });
}
