import type {
  AddConsentScopes,
  ConsentScopes,
  ConsentScopeType,
  ConsentUserScope,
} from '@postern/contracts/access/application-consent';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Whether the application registered itself, so that the policy for dynamic clients decides what it may request. */
export async function isRegistered(db: Db, applicationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('registered_clients')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the given ids that exist. */
export async function findOrganizationScopeIds(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) {
    return new Set();
  }
  const rows = await db.selectFrom('organization_scopes').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the given scopes that exist, with the API resource of each. */
export async function findScopeIndicators(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resource_id')
    .select(['scopes.id as id', 'resources.indicator as indicator'])
    .where('scopes.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, indicator }) => [id, indicator]));
}

export async function insertConsentScopes(db: Db, applicationId: string, added: AddConsentScopes): Promise<void> {
  const application_id = applicationId;
  const { organizationScopes = [], resourceScopes = [], organizationResourceScopes = [], userScopes = [] } = added;
  if (organizationScopes.length > 0) {
    await db
      .insertInto('application_consent_organization_scopes')
      .values(organizationScopes.map((organization_scope_id) => ({ application_id, organization_scope_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (resourceScopes.length > 0) {
    await db
      .insertInto('application_consent_resource_scopes')
      .values(resourceScopes.map((scope_id) => ({ application_id, scope_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (organizationResourceScopes.length > 0) {
    await db
      .insertInto('application_consent_organization_resource_scopes')
      .values(organizationResourceScopes.map((scope_id) => ({ application_id, scope_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (userScopes.length > 0) {
    await db
      .insertInto('application_consent_user_scopes')
      .values(userScopes.map((user_scope) => ({ application_id, user_scope })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

type ResourceTable = 'application_consent_resource_scopes' | 'application_consent_organization_resource_scopes';

async function listResourceScopes(db: Db, table: ResourceTable, applicationId: string) {
  const rows = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resource_id')
    .select([
      'scopes.id as id',
      'scopes.name as name',
      'scopes.description as description',
      'resources.id as resourceId',
      'resources.name as resourceName',
      'resources.indicator as indicator',
    ])
    .where(
      sql<SqlBool>`scopes.id in (select scope_id from ${sql.table(table)} where application_id = ${applicationId})`,
    )
    .orderBy('resources.name')
    .orderBy('resources.id')
    .orderBy('scopes.name')
    .execute();
  const byResource = Map.groupBy(rows, ({ resourceId }) => resourceId);
  return [...byResource].map(([id, scopes]) => ({
    resource: { id, name: scopes[0]?.resourceName ?? '', indicator: scopes[0]?.indicator ?? '' },
    scopes: scopes.map(({ id: scopeId, name, description }) => ({ id: scopeId, name, description })),
  }));
}

export async function listConsentScopes(db: Db, applicationId: string): Promise<ConsentScopes> {
  const organizationScopes = await db
    .selectFrom('application_consent_organization_scopes as given')
    .innerJoin('organization_scopes as scope', 'scope.id', 'given.organization_scope_id')
    .select(['scope.id', 'scope.name', 'scope.description'])
    .where('given.application_id', '=', applicationId)
    .orderBy('scope.name')
    .execute();
  const userScopes = await db
    .selectFrom('application_consent_user_scopes')
    .select('user_scope as scope')
    .where('application_id', '=', applicationId)
    .orderBy('user_scope')
    .execute();
  return {
    organizationScopes,
    resourceScopes: await listResourceScopes(db, 'application_consent_resource_scopes', applicationId),
    organizationResourceScopes: await listResourceScopes(
      db,
      'application_consent_organization_resource_scopes',
      applicationId,
    ),
    // Only names from the contract are written.
    userScopes: userScopes.map(({ scope }) => scope as ConsentUserScope),
  };
}

export async function deleteConsentScope(
  db: Db,
  applicationId: string,
  type: ConsentScopeType,
  scopeId: string,
): Promise<boolean> {
  const queries = {
    'organization-scopes': () =>
      db.deleteFrom('application_consent_organization_scopes').where('organization_scope_id', '=', scopeId),
    'resource-scopes': () => db.deleteFrom('application_consent_resource_scopes').where('scope_id', '=', scopeId),
    'organization-resource-scopes': () =>
      db.deleteFrom('application_consent_organization_resource_scopes').where('scope_id', '=', scopeId),
    'user-scopes': () => db.deleteFrom('application_consent_user_scopes').where('user_scope', '=', scopeId),
  };
  const { numDeletedRows } = await queries[type]().where('application_id', '=', applicationId).executeTakeFirst();
  return numDeletedRows > 0;
}
