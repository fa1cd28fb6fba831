import type { SamlSettings } from '@postern/contracts/access/saml-applications';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Sealer } from '#platform/secrets/seal-column';

const settingColumns = [
  'attribute_mapping as attributeMapping',
  'entity_id as entityId',
  'acs_url as acsUrl',
  'additional_acs_urls as additionalAcsUrls',
  'additional_attributes as additionalAttributes',
  'encryption',
  'name_id_format as nameIdFormat',
  'request_signing as requestSigning',
  'single_logout_url as singleLogoutUrl',
  'idp_initiated as idpInitiated',
] as const;

export async function findSettings(db: Db, applicationId: string): Promise<SamlSettings | undefined> {
  const row = await db
    .selectFrom('saml_application_configs')
    .select(settingColumns)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  // JSON columns are written only by `saveSettings`.
  return row as SamlSettings | undefined;
}

const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

function toRow(settings: SamlSettings) {
  return {
    attribute_mapping: JSON.stringify(settings.attributeMapping),
    entity_id: settings.entityId,
    acs_url: toJson(settings.acsUrl),
    additional_acs_urls: JSON.stringify(settings.additionalAcsUrls),
    additional_attributes: JSON.stringify(settings.additionalAttributes),
    encryption: toJson(settings.encryption),
    name_id_format: settings.nameIdFormat,
    request_signing: toJson(settings.requestSigning),
    single_logout_url: settings.singleLogoutUrl,
    idp_initiated: toJson(settings.idpInitiated),
  };
}

export async function saveSettings(db: Db, applicationId: string, settings: SamlSettings): Promise<void> {
  const row = toRow(settings);
  await db
    .insertInto('saml_application_configs')
    .values({ application_id: applicationId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'application_id']).doUpdateSet(row))
    .execute();
}

export type SigningSecret = {
  id: string;
  certificate: string;
  createdAt: number;
  expiresAt: number;
  active: boolean;
};

const secretColumns = ['id', 'certificate', 'created_at as createdAt', 'expires_at as expiresAt', 'active'] as const;

export function listSigningSecrets(db: Db, applicationId: string): Promise<SigningSecret[]> {
  return db
    .selectFrom('saml_application_secrets')
    .select(secretColumns)
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

type NewSigningSecret = { id: string; privateKey: string; certificate: string; expiresAt: Date; active: boolean };

export function insertSigningSecret(
  db: Db,
  applicationId: string,
  { id, privateKey, certificate, expiresAt, active }: NewSigningSecret,
  sealer: Sealer,
): Promise<SigningSecret> {
  return db
    .insertInto('saml_application_secrets')
    .values({
      application_id: applicationId,
      id,
      private_key: sealer.seal(privateKey),
      certificate,
      expires_at: expiresAt,
      active,
    })
    .returning(secretColumns)
    .executeTakeFirstOrThrow();
}

export async function findPrivateKey(
  db: Db,
  applicationId: string,
  id: string,
  sealer: Sealer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('saml_application_secrets')
    .select('private_key as privateKey')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && sealer.open(row.privateKey);
}

/** At most one secret of an application is active, so the others are deactivated first. */
export async function setActiveSecret(
  db: Db,
  applicationId: string,
  id: string,
  active: boolean,
): Promise<SigningSecret | undefined> {
  if (active) {
    await db
      .updateTable('saml_application_secrets')
      .set({ active: false })
      .where('application_id', '=', applicationId)
      .where('id', '<>', id)
      .execute();
  }
  return db
    .updateTable('saml_application_secrets')
    .set({ active })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .returning(secretColumns)
    .executeTakeFirst();
}

export async function deleteSigningSecret(db: Db, applicationId: string, id: string): Promise<void> {
  await db
    .deleteFrom('saml_application_secrets')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

type Expiring = { tenantId: string; applicationId: string; id: string; expiresAt: number };

/** Active secrets that have come closer to their end than one of these days, each once. Needs a unit of the system. */
export async function markExpiring(db: Db, days: number[]): Promise<Expiring[]> {
  const { rows } = await sql<Expiring>`
    with due as (
      select tenant_id, application_id, id,
        (select min(day) from unnest(${days}::int[]) day where expires_at <= now() + day * interval '1 day') as days
      from saml_application_secrets
      where active and expires_at <= now() + ${Math.max(...days)} * interval '1 day'
    )
    update saml_application_secrets secret set warned_days = due.days from due
    where secret.tenant_id = due.tenant_id and secret.application_id = due.application_id and secret.id = due.id
      and (secret.warned_days is null or secret.warned_days > due.days)
    returning secret.tenant_id as "tenantId", secret.application_id as "applicationId", secret.id,
      secret.expires_at as "expiresAt"`.execute(db);
  return rows;
}
