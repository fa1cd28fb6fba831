import { directorySyncApi } from '@postern/contracts/people/directory-sync';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { changeMapping, createMapping, removeMapping } from './change-mapping.ts';
import { countMappings, countNamedGroups, listGroupSizes, listMappings } from './mappings.store.ts';
import { parseFilter } from './parse.ts';
import { userSchema } from './schema.ts';
import { countRequests, hasConnector, listRequests, putDeletion, shareConnector } from './store.ts';
import { listTokens } from './tokens.store.ts';
import { connectorMissing, issueToken, revokeToken, showSync } from './tokens.ts';
import { countDirectoryUsers, listDirectoryUsers } from './users.store.ts';

async function requireConnector(db: Db, id: string): Promise<void> {
  if (!(await hasConnector(db, id))) {
    throw connectorMissing(id);
  }
}

/** A text of JSON is a text of the filter language (RFC 7644 §3.4.2.2). */
const filterFor = (q: string) =>
  parseFilter(`userName co ${JSON.stringify(q)} or externalId co ${JSON.stringify(q)}`, userSchema);

type Paged = { page: Page | undefined; total(count: number): void };

/** A page of something that belongs to a connector. */
async function showPage<T>(
  db: Db,
  id: string,
  { page, total }: Paged,
  count: (db: Db, connectorId: string) => Promise<number>,
  list: (db: Db, connectorId: string, page: Page) => Promise<T[]>,
): Promise<T[]> {
  await requireConnector(db, id);
  const found = await count(db, id);
  total(found);
  // `paged: always` gives every call a page.
  return page && found > 0 ? list(db, id, page) : [];
}

/** The management API of directory sync. */
export function directorySyncRoutes(scope: Scope): void {
  route(scope, directorySyncApi.get, ({ app, tenantId, db, params: { id } }) => showSync(app, tenantId, db, id));

  route(scope, directorySyncApi.update, async ({ app, tenantId, db, params: { id }, body }) => {
    if (!(await shareConnector(db, id))) {
      throw connectorMissing(id);
    }
    await putDeletion(db, id, body.deletion);
    await emit(db, { name: 'DirectorySync.Data.Updated', subjectId: id, data: { fields: Object.keys(body) } });
    return showSync(app, tenantId, db, id);
  });

  route(scope, directorySyncApi.listTokens, async ({ db, params: { id } }) => {
    await requireConnector(db, id);
    return listTokens(db, id);
  });

  route(scope, directorySyncApi.createToken, ({ db, params: { id }, body }) => issueToken(db, id, body));

  route(scope, directorySyncApi.removeToken, ({ db, params: { id, tokenId } }) => revokeToken(db, id, tokenId));

  route(scope, directorySyncApi.listUsers, ({ db, params: { id }, query: { q }, page, total }) => {
    const filter = q ? filterFor(q) : undefined;
    return showPage(
      db,
      id,
      { page, total },
      (some, connectorId) => countDirectoryUsers(some, connectorId, filter),
      (some, connectorId, slice) => listDirectoryUsers(some, connectorId, filter, slice),
    );
  });

  route(scope, directorySyncApi.listGroups, ({ db, params: { id }, query: { q }, page, total }) =>
    showPage(
      db,
      id,
      { page, total },
      (some, connectorId) => countNamedGroups(some, connectorId, q),
      (some, connectorId, slice) => listGroupSizes(some, connectorId, q, slice),
    ),
  );

  route(scope, directorySyncApi.listMappings, ({ db, params: { id }, page, total }) =>
    showPage(db, id, { page, total }, countMappings, listMappings),
  );

  route(scope, directorySyncApi.createMapping, async ({ db, params: { id }, body }) => {
    await requireConnector(db, id);
    return createMapping(db, id, body);
  });

  route(scope, directorySyncApi.updateMapping, ({ db, params: { id, mappingId }, body }) =>
    changeMapping(db, id, mappingId, body.organizationRoleIds),
  );

  route(scope, directorySyncApi.removeMapping, ({ db, params: { id, mappingId } }) => removeMapping(db, id, mappingId));

  route(scope, directorySyncApi.listRequests, ({ db, params: { id }, page, total }) =>
    showPage(db, id, { page, total }, countRequests, listRequests),
  );
}
