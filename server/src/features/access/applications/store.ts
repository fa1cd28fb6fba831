import type {
  ApplicationSecret,
  ApplicationType,
  applicationSortFields,
  CreateApplication,
  CustomClientMetadata,
  OidcClientMetadata,
  ProtectedAppMetadata,
} from '@postern/contracts/access/applications';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page, Sort } from '#platform/db/paging';
import { matches, type Search } from '#platform/db/search';
import type { SecretSealer, StoredApplication } from './seal-secrets.ts';

const columns = [
  'tenant_id as tenantId',
  'id',
  'name',
  'secret',
  'description',
  'type',
  'oidc_client_metadata as oidcClientMetadata',
  'custom_client_metadata as customClientMetadata',
  'protected_app_metadata as protectedAppMetadata',
  'custom_data as customData',
  'is_third_party as isThirdParty',
  'app_level_access_control_enabled as appLevelAccessControlEnabled',
  'created_at as createdAt',
] as const;

export type ApplicationFilter = {
  search: Search | undefined;
  types?: ApplicationType[];
  isThirdParty?: boolean;
  roleId?: string;
  excludeRoleId?: string;
  excludeOrganizationId?: string;
};

function conditions({
  types,
  isThirdParty,
  roleId,
  excludeRoleId,
  excludeOrganizationId,
}: ApplicationFilter): Expression<SqlBool>[] {
  return [
    ...(types ? [sql<SqlBool>`type in (${sql.join(types)})`] : []),
    ...(isThirdParty === undefined ? [] : [sql<SqlBool>`is_third_party = ${isThirdParty}`]),
    ...(roleId ? [sql<SqlBool>`id in (select application_id from applications_roles where role_id = ${roleId})`] : []),
    ...(excludeRoleId
      ? [
          sql<SqlBool>`not exists (select from applications_roles r where r.application_id = applications.id and r.role_id = ${excludeRoleId})`,
        ]
      : []),
    ...(excludeOrganizationId
      ? [
          sql<SqlBool>`not exists (select from organization_applications o where o.application_id = applications.id and o.organization_id = ${excludeOrganizationId})`,
        ]
      : []),
  ];
}

export async function listApplications(
  db: Db,
  filter: ApplicationFilter,
  page: Page | undefined,
  sort?: Sort<(typeof applicationSortFields)[number]>,
): Promise<StoredApplication[]> {
  let query = db.selectFrom('applications').select(columns);
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  if (filter.search) {
    query = query.where(matches<'applications'>(filter.search));
  }
  query =
    sort?.field === 'name'
      ? query.orderBy(sql`lower(name)`, sort.direction).orderBy('id', sort.direction)
      : query
          .orderBy('created_at', sort?.direction ?? 'desc')
          .orderBy('id', sort?.direction === 'asc' ? 'desc' : 'asc');
  const rows = await (page ? query.limit(page.limit).offset(page.offset) : query).execute();
  return rows as StoredApplication[];
}

export async function countApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  let query = db.selectFrom('applications').select(sql<number>`count(*)`.as('total'));
  for (const condition of conditions(filter)) {
    query = query.where(condition);
  }
  if (filter.search) {
    query = query.where(matches<'applications'>(filter.search));
  }
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function findApplication(db: Db, id: string): Promise<StoredApplication | undefined> {
  const row = await db.selectFrom('applications').select(columns).where('id', '=', id).executeTakeFirst();
  return row as StoredApplication | undefined;
}

/** The creator of an application: a user or an application of a tenant, or the command line. */
export type ApplicationCreator =
  | { type: 'person' | 'application'; tenantId: string | undefined; id: string }
  | { type: 'command' };

export async function insertApplication(
  db: Db,
  id: string,
  secret: string,
  app: CreateApplication & { protection?: ProtectedAppMetadata },
  creator: ApplicationCreator,
): Promise<StoredApplication> {
  const row = await db
    .insertInto('applications')
    .values({
      id,
      secret,
      name: app.name,
      description: app.description ?? null,
      type: app.type,
      oidc_client_metadata: JSON.stringify(app.oidcClientMetadata ?? { redirectUris: [], postLogoutRedirectUris: [] }),
      custom_client_metadata: JSON.stringify(app.customClientMetadata ?? {}),
      custom_data: JSON.stringify(app.customData ?? {}),
      ...(app.protection ? { protected_app_metadata: JSON.stringify(app.protection) } : {}),
      is_third_party: app.isThirdParty ?? false,
      created_by_type: creator.type,
      ...(creator.type === 'command' ? {} : { created_by_tenant: creator.tenantId, created_by_id: creator.id }),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as StoredApplication;
}

export type ApplicationChanges = {
  name?: string;
  description?: string | null;
  oidcClientMetadata?: OidcClientMetadata;
  customClientMetadata?: CustomClientMetadata;
  customData?: Record<string, unknown>;
  protection?: ProtectedAppMetadata;
  secret?: string;
  appLevelAccessControlEnabled?: boolean;
};

export async function updateApplication(
  db: Db,
  id: string,
  changes: ApplicationChanges,
): Promise<StoredApplication | undefined> {
  const { name, description, oidcClientMetadata, customClientMetadata, customData, protection, secret } = changes;
  const { appLevelAccessControlEnabled: isControlled } = changes;
  const row = await db
    .updateTable('applications')
    .set((eb) => ({
      // Keeps an update without changes valid SQL.
      id: eb.ref('id'),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(oidcClientMetadata === undefined ? {} : { oidc_client_metadata: JSON.stringify(oidcClientMetadata) }),
      ...(customClientMetadata === undefined ? {} : { custom_client_metadata: JSON.stringify(customClientMetadata) }),
      ...(customData === undefined ? {} : { custom_data: JSON.stringify(customData) }),
      ...(protection === undefined ? {} : { protected_app_metadata: JSON.stringify(protection) }),
      ...(secret === undefined ? {} : { secret }),
      ...(isControlled === undefined ? {} : { app_level_access_control_enabled: isControlled }),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row as StoredApplication | undefined;
}

export async function mergeCustomData(db: Db, id: string, patch: Record<string, unknown>) {
  const row = await db
    .updateTable('applications')
    .set({ custom_data: sql`custom_data || ${JSON.stringify(patch)}::jsonb` })
    .where('id', '=', id)
    .returning('custom_data as customData')
    .executeTakeFirst();
  return row?.customData as Record<string, unknown> | undefined;
}

export async function deleteApplication(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('applications').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}

const secretColumns = [
  'tenant_id as tenantId',
  'application_id as applicationId',
  'name',
  'value',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

/** Their values may be sealed. */
export async function listSecrets(db: Db, applicationId: string): Promise<ApplicationSecret[]> {
  return db
    .selectFrom('application_secrets')
    .select(secretColumns)
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('name')
    .execute();
}

type NewSecret = { application: { id: string; type: string }; name: string; value: string; expiresAt?: number | null };

export async function insertSecret(
  db: Db,
  sealer: SecretSealer,
  { application, name, value, expiresAt }: NewSecret,
): Promise<ApplicationSecret> {
  const row = await db
    .insertInto('application_secrets')
    .values({
      application_id: application.id,
      application_type: application.type,
      name,
      value: sealer(application.id).seal(value),
      expires_at: typeof expiresAt === 'number' ? new Date(expiresAt) : null,
    })
    .returning(secretColumns)
    .executeTakeFirstOrThrow();
  return { ...row, value };
}

/** Its value may be sealed. */
export async function renameSecret(
  db: Db,
  applicationId: string,
  name: string,
  next: string,
): Promise<ApplicationSecret | undefined> {
  return db
    .updateTable('application_secrets')
    .set({ name: next })
    .where('application_id', '=', applicationId)
    .where('name', '=', name)
    .returning(secretColumns)
    .executeTakeFirst();
}

export async function deleteSecret(db: Db, applicationId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('application_secrets')
    .where('application_id', '=', applicationId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
