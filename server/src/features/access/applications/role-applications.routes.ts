import { type Application, applicationSearchFields } from '@postern/contracts/access/applications';
import { rolesApi } from '@postern/contracts/access/roles';
import type { SearchQuery } from '@postern/contracts/fields';
import { internalSecretPrefix } from '@postern/contracts/wire';
import { getRole } from '#features/access/roles';
import { route, type Scope } from '#platform/route';
import { readSearch } from '#platform/search';
import { countApplications, listApplications } from './store.ts';

/** The list shows the holders of a role, not their credentials. */
const withoutLegacySecret = (application: Application): Application =>
  application.secret.startsWith(internalSecretPrefix) ? application : { ...application, secret: '******' };

/** The applications that hold a role: a filtered list of applications. */
export function roleApplicationRoutes(scope: Scope): void {
  route(scope, rolesApi.listApplications, async ({ db, params, query, page, total }) => {
    const filter = { search: readSearch(query as SearchQuery, applicationSearchFields), roleId: params.id };
    await getRole(db, params.id);
    total(await countApplications(db, filter));
    return (await listApplications(db, filter, page)).map(withoutLegacySecret);
  });
}
