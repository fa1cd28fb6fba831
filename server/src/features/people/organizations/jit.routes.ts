import { organizationJitApi } from '@postern/contracts/people/organization-jit';
import { requireOrganizationRoles } from '#features/access/organization-template';
import { listMaskedConnectors } from '#features/people/sso-connectors';
import type { Db } from '#platform/db/db';
import { lockOwner, lockRow, requireRows } from '#platform/db/relations';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import {
  countJit,
  deleteJit,
  deleteOtherJit,
  insertJit,
  type JitKind,
  listEmailDomains,
  listJitConnectorIds,
  listJitRoles,
} from './jit.store.ts';
import { getOrganization } from './require.ts';

const tell = (db: Db, kind: JitKind, organizationId: string) =>
  emit(db, { name: 'Organization.Jit.Updated', subjectId: organizationId, data: { kind } });

async function add(db: Db, kind: JitKind, organizationId: string, values: string[]): Promise<void> {
  if ((await insertJit(db, kind, organizationId, values)) > 0) {
    await tell(db, kind, organizationId);
  }
}

/** New users of the connector become members of the organization. */
export const addJitConnector = (db: Db, organizationId: string, connectorId: string) =>
  add(db, 'ssoConnector', organizationId, [connectorId]);

/** The caller has locked the organization, so that two requests do not mix their lists. */
async function replace(db: Db, kind: JitKind, organizationId: string, values: string[]): Promise<void> {
  const removed = await deleteOtherJit(db, kind, organizationId, values);
  const added = await insertJit(db, kind, organizationId, values);
  if (removed + added > 0) {
    await tell(db, kind, organizationId);
  }
}

async function remove(db: Db, kind: JitKind, organizationId: string, value: string): Promise<void> {
  if (!(await deleteJit(db, kind, organizationId, value))) {
    throw new AppError('entity.not_found');
  }
  await tell(db, kind, organizationId);
}

export function organizationJitRoutes(scope: Scope): void {
  domainRoutes(scope);
  roleRoutes(scope);
  connectorRoutes(scope);
}

function domainRoutes(scope: Scope): void {
  route(scope, organizationJitApi.listDomains, async ({ db, params: { id }, page, total }) => {
    await getOrganization(db, id);
    if (page) {
      total(await countJit(db, 'emailDomain', id));
    }
    return listEmailDomains(db, id, page);
  });

  route(scope, organizationJitApi.addDomain, async ({ db, tenantId, params: { id }, body: { emailDomain } }) => {
    await lockRow(db, 'organizations', id);
    await getOrganization(db, id);
    if ((await insertJit(db, 'emailDomain', id, [emailDomain])) === 0) {
      throw new AppError('entity.unique_integrity_violation');
    }
    await tell(db, 'emailDomain', id);
    return { tenantId, organizationId: id, emailDomain };
  });

  route(scope, organizationJitApi.replaceDomains, async ({ db, params: { id }, body: { emailDomains } }) => {
    await lockRow(db, 'organizations', id);
    await getOrganization(db, id);
    await replace(db, 'emailDomain', id, emailDomains);
  });

  route(scope, organizationJitApi.removeDomain, async ({ db, params: { id, emailDomain } }) =>
    remove(db, 'emailDomain', id, emailDomain.toLowerCase()),
  );
}

function roleRoutes(scope: Scope): void {
  route(scope, organizationJitApi.listRoles, async ({ db, params: { id }, page, total }) => {
    await getOrganization(db, id);
    if (page) {
      total(await countJit(db, 'role', id));
    }
    return listJitRoles(db, id, page);
  });

  route(scope, organizationJitApi.addRoles, async ({ db, params: { id }, body: { organizationRoleIds } }) => {
    await requireRows(db, 'organizations', [id]);
    await requireOrganizationRoles(db, organizationRoleIds, 'User');
    await add(db, 'role', id, organizationRoleIds);
  });

  route(scope, organizationJitApi.replaceRoles, async ({ db, params: { id }, body: { organizationRoleIds } }) => {
    await lockOwner(db, 'organizations', id);
    await requireOrganizationRoles(db, organizationRoleIds, 'User');
    await replace(db, 'role', id, organizationRoleIds);
  });

  route(scope, organizationJitApi.removeRole, async ({ db, params }) =>
    remove(db, 'role', params.id, params.organizationRoleId),
  );
}

function connectorRoutes(scope: Scope): void {
  route(scope, organizationJitApi.listConnectors, async ({ app, db, tenantId, params: { id }, page, total }) => {
    await getOrganization(db, id);
    if (page) {
      total(await countJit(db, 'ssoConnector', id));
    }
    return listMaskedConnectors(app, tenantId, db, await listJitConnectorIds(db, id, page));
  });

  route(scope, organizationJitApi.addConnectors, async ({ db, params: { id }, body: { ssoConnectorIds } }) => {
    await requireRows(db, 'organizations', [id]);
    await requireRows(db, 'sso_connectors', ssoConnectorIds);
    await add(db, 'ssoConnector', id, ssoConnectorIds);
  });

  route(scope, organizationJitApi.replaceConnectors, async ({ db, params: { id }, body: { ssoConnectorIds } }) => {
    await lockOwner(db, 'organizations', id);
    await requireRows(db, 'sso_connectors', ssoConnectorIds);
    await replace(db, 'ssoConnector', id, ssoConnectorIds);
  });

  route(scope, organizationJitApi.removeConnector, async ({ db, params }) =>
    remove(db, 'ssoConnector', params.id, params.ssoConnectorId),
  );
}
