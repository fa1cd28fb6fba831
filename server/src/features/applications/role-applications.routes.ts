import { applicationSearchFields } from '@postern/contracts/applications';
import type { SearchQuery } from '@postern/contracts/fields';
import { rolesApi } from '@postern/contracts/roles';
import { getRole } from '#features/roles';
import { route, type Scope } from '#platform/route';
import { readSearch } from '#platform/search';
import { countApplications, listApplications } from './store.ts';

/** The applications that hold a role: the list of applications, narrowed. */
export function roleApplicationRoutes(scope: Scope): void {
  route(scope, rolesApi.listApplications, async ({ db, params, query, page, total }) => {
    const filter = { search: readSearch(query as SearchQuery, applicationSearchFields), roleId: params.id };
    await getRole(db, params.id);
    total(await countApplications(db, filter));
    return listApplications(db, filter, page);
  });
}
