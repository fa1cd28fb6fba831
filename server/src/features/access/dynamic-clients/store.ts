import type {
  AddConsentScopes,
  ConsentScopes,
  ConsentScopeType,
  ConsentUserScope,
} from '@postern/contracts/access/application-consent';
import {
  type DynamicClientPolicy,
  type DynamicRegistration,
  defaultDynamicClientPolicy,
  type InitialAccessToken,
  type RegistrationMode,
} from '@postern/contracts/access/dynamic-clients';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Statement } from '#platform/tenancy/tenancy';

const policyColumns = ['registration', 'allowed_hosts as allowedHosts', 'unused_days as unusedDays'] as const;

type PolicyRow = { registration: string; allowedHosts: unknown; unusedDays: number };

// Only this store writes the columns, after the contract has checked them.
const toPolicy = ({ registration, allowedHosts, unusedDays }: PolicyRow): DynamicClientPolicy => ({
  registration: registration as RegistrationMode,
  allowedHosts: allowedHosts as string[],
  unusedDays,
});

export async function findPolicy(db: Db): Promise<DynamicClientPolicy> {
  const row = await db.selectFrom('dynamic_client_settings').select(policyColumns).executeTakeFirst();
  return row ? toPolicy(row) : defaultDynamicClientPolicy;
}

export async function savePolicy(db: Db, changes: Partial<DynamicClientPolicy>): Promise<DynamicClientPolicy> {
  // One statement: of two changes at the same time, each keeps what the other one changed.
  const { registration, allowedHosts, unusedDays } = changes;
  const given = {
    ...(registration === undefined ? {} : { registration }),
    ...(allowedHosts === undefined ? {} : { allowed_hosts: JSON.stringify([...new Set(allowedHosts)]) }),
    ...(unusedDays === undefined ? {} : { unused_days: unusedDays }),
  };
  if (Object.keys(given).length === 0) {
    return findPolicy(db);
  }
  const row = await db
    .insertInto('dynamic_client_settings')
    .values(given)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ updated_at: sql`now()`, ...given }))
    .returning(policyColumns)
    .executeTakeFirstOrThrow();
  return toPolicy(row);
}

type ResourceTable = 'dynamic_client_resource_scopes' | 'dynamic_client_organization_resource_scopes';

async function listResourceScopes(db: Db, table: ResourceTable): Promise<ConsentScopes['resourceScopes']> {
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
    .where(sql<boolean>`scopes.id in (select scope_id from ${sql.table(table)})`)
    .orderBy('resources.name')
    .orderBy('resources.id')
    .orderBy('scopes.name')
    .execute();
  return [...Map.groupBy(rows, ({ resourceId }) => resourceId)].map(([id, scopes]) => ({
    resource: { id, name: scopes[0]?.resourceName ?? '', indicator: scopes[0]?.indicator ?? '' },
    scopes: scopes.map(({ id: scopeId, name, description }) => ({ id: scopeId, name, description })),
  }));
}

export async function listCeiling(db: Db): Promise<ConsentScopes> {
  const organizationScopes = await db
    .selectFrom('organization_scopes as s')
    .innerJoin('dynamic_client_organization_scopes as c', 'c.organization_scope_id', 's.id')
    .select(['s.id', 's.name', 's.description'])
    .orderBy('s.name')
    .execute();
  const userScopes = await db
    .selectFrom('dynamic_client_user_scopes')
    .select('user_scope as scope')
    .orderBy('user_scope')
    .execute();
  return {
    organizationScopes,
    resourceScopes: await listResourceScopes(db, 'dynamic_client_resource_scopes'),
    organizationResourceScopes: await listResourceScopes(db, 'dynamic_client_organization_resource_scopes'),
    // Only names from the contract are written.
    userScopes: userScopes.map(({ scope }) => scope as ConsentUserScope),
  };
}

export async function addToCeiling(db: Db, added: AddConsentScopes): Promise<void> {
  const { organizationScopes = [], resourceScopes = [], organizationResourceScopes = [], userScopes = [] } = added;
  if (organizationScopes.length > 0) {
    await db
      .insertInto('dynamic_client_organization_scopes')
      .values(organizationScopes.map((organization_scope_id) => ({ organization_scope_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (resourceScopes.length > 0) {
    await db
      .insertInto('dynamic_client_resource_scopes')
      .values(resourceScopes.map((scope_id) => ({ scope_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (organizationResourceScopes.length > 0) {
    await db
      .insertInto('dynamic_client_organization_resource_scopes')
      .values(organizationResourceScopes.map((scope_id) => ({ scope_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (userScopes.length > 0) {
    await db
      .insertInto('dynamic_client_user_scopes')
      .values(userScopes.map((user_scope) => ({ user_scope })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function removeFromCeiling(db: Db, type: ConsentScopeType, scopeId: string): Promise<boolean> {
  const queries = {
    'organization-scopes': () =>
      db.deleteFrom('dynamic_client_organization_scopes').where('organization_scope_id', '=', scopeId),
    'resource-scopes': () => db.deleteFrom('dynamic_client_resource_scopes').where('scope_id', '=', scopeId),
    'organization-resource-scopes': () =>
      db.deleteFrom('dynamic_client_organization_resource_scopes').where('scope_id', '=', scopeId),
    'user-scopes': () => db.deleteFrom('dynamic_client_user_scopes').where('user_scope', '=', scopeId),
  };
  const { numDeletedRows } = await queries[type]().executeTakeFirst();
  return numDeletedRows > 0;
}

const tokenColumns = [
  'id',
  'name',
  'max_uses as maxUses',
  'uses',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

export const listTokens = (db: Db): Promise<InitialAccessToken[]> =>
  db.selectFrom('initial_access_tokens').select(tokenColumns).orderBy('created_at', 'desc').orderBy('id').execute();

export async function countTokens(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('initial_access_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type NewToken = { id: string; name: string; digest: string; maxUses: number | null; expiresAt: number | null };

export const insertToken = (db: Db, { id, name, digest, maxUses, expiresAt }: NewToken): Promise<InitialAccessToken> =>
  db
    .insertInto('initial_access_tokens')
    .values({ id, name, digest, max_uses: maxUses, expires_at: expiresAt === null ? null : new Date(expiresAt) })
    .returning(tokenColumns)
    .executeTakeFirstOrThrow();

export async function deleteToken(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('initial_access_tokens').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}

const isUsable = '(expires_at is null or expires_at > now()) and (max_uses is null or uses < max_uses)';

/** $1 digest. No row if the token is unknown, has expired or is used up. */
export const findUsableToken: Statement = {
  name: 'dynamic_clients_find_token',
  text: `select id from initial_access_tokens where digest = $1 and ${isUsable}`,
};

/** In the transaction of the registration. False if others have used it up or deleted it in the meantime. */
export async function useToken(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`update initial_access_tokens set uses = uses + 1 where id = ${id} and ${sql.raw(isUsable)}
    returning id`.execute(db);
  return rows.length > 0;
}

type Registration = { applicationId: string; metadata: object; tokenId: string | null; unusedDays: number };

export async function insertRegistration(db: Db, registration: Registration): Promise<void> {
  const { applicationId, metadata, tokenId, unusedDays } = registration;
  await db
    .insertInto('registered_clients')
    .values({
      application_id: applicationId,
      metadata: JSON.stringify(metadata),
      initial_access_token_id: tokenId,
      unused_until: sql`now() + ${unusedDays} * interval '1 day'`,
    })
    .execute();
}

export async function updateRegistration(db: Db, applicationId: string, metadata: object): Promise<void> {
  await db
    .updateTable('registered_clients')
    .set({ metadata: JSON.stringify(metadata) })
    .where('application_id', '=', applicationId)
    .execute();
}

export async function countRegistrations(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('registered_clients')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findRegistration(db: Db, applicationId: string): Promise<DynamicRegistration | undefined> {
  const row = await db
    .selectFrom('registered_clients as r')
    .leftJoin('initial_access_tokens as t', 't.id', 'r.initial_access_token_id')
    .select([
      'r.application_id as applicationId',
      'r.registered_at as registeredAt',
      'r.used_at as usedAt',
      't.name as initialAccessTokenName',
      'r.metadata',
    ])
    .where('r.application_id', '=', applicationId)
    .executeTakeFirst();
  // Only this store writes the column.
  return row && { ...row, metadata: row.metadata as Record<string, unknown> };
}

/** A person has allowed the application something, so it stays. */
export async function keepRegistration(db: Db, applicationId: string): Promise<void> {
  await db
    .updateTable('registered_clients')
    .set({ used_at: sql`now()`, unused_until: null })
    .where('application_id', '=', applicationId)
    .where('used_at', 'is', null)
    .execute();
}

const deletedAtOnce = 500;

/** For all tenants. Returns whether more may be left. */
export async function deleteUnused(db: Db): Promise<boolean> {
  const { rows } = await sql`with due as (
      select tenant_id, application_id from registered_clients where unused_until < now()
      order by unused_until limit ${deletedAtOnce} for update skip locked)
    delete from applications a using due where a.tenant_id = due.tenant_id and a.id = due.application_id
    returning a.id`.execute(db);
  return rows.length >= deletedAtOnce;
}
