import { type ApplicationAccess, applicationAccessApi } from '@postern/contracts/access/application-access';
import type { Db } from '#platform/db/db';
import { lockRow, requireRows } from '#platform/db/relations';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { hasAccessRules, hasMachineRole, listAccess, listNamedAccess, replaceAccess } from './access.store.ts';
import { getApplication, missing } from './application.ts';

const refuse = (details: string) =>
  new AppError('request.invalid_input', { status: 422, values: { details }, details });
const unknown = () => new AppError('entity.relation_foreign_key_not_found');

/** Without any rule nobody could use the application. */
const withoutRules = () => refuse('Add somebody who may use the application first.');

/** Access control is turned on only with a rule. Locks the application, so that its rules do not go meanwhile. */
export async function checkAccessSwitch(
  db: Db,
  applicationId: string,
  { appLevelAccessControlEnabled }: { appLevelAccessControlEnabled?: boolean | undefined },
): Promise<void> {
  if (!appLevelAccessControlEnabled) {
    return;
  }
  await lockRow(db, 'applications', applicationId);
  if (!(await hasAccessRules(db, applicationId))) {
    throw withoutRules();
  }
}

const isEmpty = (access: ApplicationAccess) => Object.values(access).every((list) => list.length === 0);

async function requireExisting(db: Db, access: ApplicationAccess): Promise<void> {
  const { userIds, userRoleIds, organizationIds, organizationRoleRules } = access;
  const organizationRoleIds = organizationRoleRules.flatMap((rule) => rule.organizationRoleIds);
  await requireRows(db, 'users', userIds, unknown);
  await requireRows(db, 'roles', userRoleIds, unknown);
  const organizations = [...organizationIds, ...organizationRoleRules.map(({ organizationId }) => organizationId)];
  await requireRows(db, 'organizations', organizations, unknown);
  await requireRows(db, 'organization_roles', organizationRoleIds, unknown);
  if (await hasMachineRole(db, userRoleIds, organizationRoleIds)) {
    throw new AppError('entity.db_constraint_violated');
  }
}

export function applicationAccessRoutes(scope: Scope): void {
  route(scope, applicationAccessApi.get, async ({ db, params: { applicationId } }) => {
    await getApplication(db, applicationId);
    return listAccess(db, applicationId);
  });

  route(scope, applicationAccessApi.listNames, async ({ db, params: { applicationId } }) => {
    await getApplication(db, applicationId);
    return listNamedAccess(db, applicationId);
  });

  route(scope, applicationAccessApi.save, async ({ db, params: { applicationId }, body }) => {
    if (body.organizationRoleRules.some(({ organizationRoleIds }) => organizationRoleIds.length === 0)) {
      throw refuse('Name at least one role for each organization.');
    }
    if (!(await lockRow(db, 'applications', applicationId))) {
      throw missing(applicationId);
    }
    const { appLevelAccessControlEnabled: isOn } = await getApplication(db, applicationId);
    if (isOn && isEmpty(body)) {
      throw withoutRules();
    }
    await requireExisting(db, body);
    await replaceAccess(db, applicationId, body);
    await emit(db, { name: 'Application.Data.Updated', subjectId: applicationId, data: { access: 'replaced' } });
    return body;
  });
}
