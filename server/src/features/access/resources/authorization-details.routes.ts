import { authorizationDetailsApi } from '@postern/contracts/access/authorization-details';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { listDetailsTypes, replaceDetailsTypes } from './authorization-details.store.ts';
import { isBuiltIn } from './built-in.ts';
import { findResource } from './store.ts';

async function getResource(db: Db, id: string) {
  const resource = await findResource(db, id);
  if (!resource) {
    throw new AppError('entity.not_exists_with_id', { values: { name: 'Resource', id } });
  }
  return resource;
}

export function authorizationDetailsRoutes(scope: Scope): void {
  route(scope, authorizationDetailsApi.list, async ({ db, params }) =>
    listDetailsTypes(db, (await getResource(db, params.id)).id),
  );

  route(scope, authorizationDetailsApi.replace, {
    changesSettings: true,
    handle: async ({ db, tenantId, params, body }) => {
      const { id, indicator } = await getResource(db, params.id);
      if (isBuiltIn(tenantId, indicator)) {
        throw new AppError('resource.cannot_modify_management_api');
      }
      await replaceDetailsTypes(db, id, body);
      const types = body.map(({ type }) => type);
      await emit(db, { name: 'Resource.Data.Updated', subjectId: id, data: { authorizationDetailsTypes: types } });
      return listDetailsTypes(db, id);
    },
  });
}
