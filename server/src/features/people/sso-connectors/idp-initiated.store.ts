import type { IdpInitiatedAuthConfig, SetIdpInitiatedAuthConfig } from '@postern/contracts/people/sso-connectors';
import type { Db } from '#platform/db/db';

const columns = [
  'tenant_id as tenantId',
  'connector_id as connectorId',
  'default_application_id as defaultApplicationId',
  'redirect_uri as redirectUri',
  'auth_parameters as authParameters',
  'auto_send_authorization_request as autoSendAuthorizationRequest',
  'client_idp_initiated_auth_callback_uri as clientIdpInitiatedAuthCallbackUri',
  'created_at as createdAt',
] as const;

export async function putIdpInitiatedConfig(
  db: Db,
  connectorId: string,
  given: SetIdpInitiatedAuthConfig,
): Promise<IdpInitiatedAuthConfig> {
  const values = {
    default_application_id: given.defaultApplicationId,
    auto_send_authorization_request: given.autoSendAuthorizationRequest,
    redirect_uri: given.autoSendAuthorizationRequest ? (given.redirectUri ?? null) : null,
    auth_parameters: JSON.stringify(given.autoSendAuthorizationRequest ? (given.authParameters ?? {}) : {}),
    client_idp_initiated_auth_callback_uri: given.autoSendAuthorizationRequest
      ? null
      : given.clientIdpInitiatedAuthCallbackUri,
  };
  const row = await db
    .insertInto('sso_connector_idp_initiated_auth_configs')
    .values({ connector_id: connectorId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connector_id']).doUpdateSet(values))
    .returning(columns)
    .executeTakeFirstOrThrow();
  // The contract validated the JSON column on write.
  return row as IdpInitiatedAuthConfig;
}

export async function findIdpInitiatedConfig(db: Db, connectorId: string): Promise<IdpInitiatedAuthConfig | undefined> {
  const row = await db
    .selectFrom('sso_connector_idp_initiated_auth_configs')
    .select(columns)
    .where('connector_id', '=', connectorId)
    .executeTakeFirst();
  // The contract validated the JSON column on write.
  return row as IdpInitiatedAuthConfig | undefined;
}

/** Returns false if there was none. */
export async function deleteIdpInitiatedConfig(db: Db, connectorId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sso_connector_idp_initiated_auth_configs')
    .where('connector_id', '=', connectorId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

type LandingApplication = { type: string; redirectUris: string[]; isThirdParty: boolean };

export async function findLandingApplication(db: Db, id: string): Promise<LandingApplication | undefined> {
  const row = await db
    .selectFrom('applications')
    .select(['type', 'oidc_client_metadata as metadata', 'is_third_party as isThirdParty'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    return undefined;
  }
  const { redirectUris = [] } = row.metadata as { redirectUris?: string[] };
  return { type: row.type, isThirdParty: row.isThirdParty, redirectUris };
}
