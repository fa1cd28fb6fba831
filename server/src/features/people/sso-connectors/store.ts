import type { JsonObject } from '@postern/contracts/fields';
import type { SsoProviderName } from '@postern/contracts/people/sso-configs';
import type { SsoBranding } from '@postern/contracts/people/sso-connectors';
import { sql } from 'kysely';
import type { ConfigSealer } from '#features/messages/connectors';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';

export type SsoConnectorRow = {
  tenantId: string;
  id: string;
  providerName: SsoProviderName;
  connectorName: string;
  config: JsonObject;
  domains: string[];
  branding: SsoBranding;
  syncProfile: boolean;
  enableTokenStorage: boolean;
  createdAt: number;
  isConfigured: boolean;
  /** The document behind `metadataUrl`, as it was read last. */
  metadataXml: string | null;
  /** Why the last refresh of the metadata failed. */
  metadataError: string | null;
  /** The certificate of our key pair, if the connector has one. */
  certificate: string | null;
  /** The certificate of the key pair that will be used next; the metadata contains it already. */
  nextCertificate: string | null;
};

const columns = [
  'tenant_id as tenantId',
  'id',
  'provider_name as providerName',
  'connector_name as connectorName',
  'config',
  'domains',
  'branding',
  'sync_profile as syncProfile',
  'enable_token_storage as enableTokenStorage',
  'created_at as createdAt',
  'is_configured as isConfigured',
  'metadata_xml as metadataXml',
  'metadata_error as metadataError',
  sql<string | null>`(select k.certificate from sso_connector_keys k
    where k.tenant_id = sso_connectors.tenant_id and k.connector_id = sso_connectors.id)`.as('certificate'),
  sql<string | null>`(select k.certificate from sso_connector_spare_keys k where k.tenant_id = sso_connectors.tenant_id
    and k.connector_id = sso_connectors.id and k.state = 'next')`.as('nextCertificate'),
] as const;

/** The contract allows no other providers and shapes. */
function openRow(stored: unknown, sealer: ConfigSealer): SsoConnectorRow {
  const row = stored as SsoConnectorRow;
  return { ...row, config: sealer.open(row.id, row.config) };
}

export async function listSsoConnectorRows(db: Db, sealer: ConfigSealer, page?: Page): Promise<SsoConnectorRow[]> {
  const query = db.selectFrom('sso_connectors').select(columns).orderBy('created_at', 'desc').orderBy('id');
  const rows = await (page ? query.limit(page.limit).offset(page.offset) : query).execute();
  return rows.map((row) => openRow(row, sealer));
}

/** In the order of the ids. */
export async function findSsoConnectorRows(db: Db, ids: string[], sealer: ConfigSealer): Promise<SsoConnectorRow[]> {
  if (ids.length === 0) {
    return [];
  }
  const rows = await db.selectFrom('sso_connectors').select(columns).where('id', 'in', ids).execute();
  return rows.map((row) => openRow(row, sealer)).sort((one, two) => ids.indexOf(one.id) - ids.indexOf(two.id));
}

export async function countSsoConnectors(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('sso_connectors')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function findSsoConnectorRow(
  db: Db,
  id: string,
  sealer: ConfigSealer,
): Promise<SsoConnectorRow | undefined> {
  const row = await db.selectFrom('sso_connectors').select(columns).where('id', '=', id).executeTakeFirst();
  return row && openRow(row, sealer);
}

export type SsoConnectorChanges = Partial<
  Pick<
    SsoConnectorRow,
    'connectorName' | 'config' | 'domains' | 'branding' | 'syncProfile' | 'enableTokenStorage' | 'metadataXml'
  >
> & { certificateExpiresAt?: number | null };

const stored = (id: string, changes: SsoConnectorChanges, sealer: ConfigSealer) => ({
  ...(changes.connectorName === undefined ? {} : { connector_name: changes.connectorName }),
  ...(changes.config === undefined
    ? {}
    : {
        config: JSON.stringify(sealer.seal(id, changes.config)),
        is_configured: Object.keys(changes.config).length > 0,
        metadata_xml: changes.metadataXml ?? null,
        metadata_read_at: changes.metadataXml ? sql<Date>`now()` : null,
        metadata_error: null,
        certificate_expires_at: changes.certificateExpiresAt ? new Date(changes.certificateExpiresAt) : null,
      }),
  ...(changes.domains === undefined ? {} : { domains: JSON.stringify(changes.domains) }),
  ...(changes.branding === undefined ? {} : { branding: JSON.stringify(changes.branding) }),
  ...(changes.syncProfile === undefined ? {} : { sync_profile: changes.syncProfile }),
  ...(changes.enableTokenStorage === undefined ? {} : { enable_token_storage: changes.enableTokenStorage }),
});

export async function insertSsoConnector(
  db: Db,
  {
    id,
    providerName,
    connectorName,
    ...changes
  }: { id: string; providerName: string; connectorName: string } & SsoConnectorChanges,
  sealer: ConfigSealer,
): Promise<SsoConnectorRow> {
  const row = await db
    .insertInto('sso_connectors')
    .values({ ...stored(id, changes, sealer), id, provider_name: providerName, connector_name: connectorName })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return openRow(row, sealer);
}

export async function updateSsoConnector(
  db: Db,
  id: string,
  changes: SsoConnectorChanges,
  sealer: ConfigSealer,
): Promise<SsoConnectorRow | undefined> {
  const row = await db
    .updateTable('sso_connectors')
    // Keeps an update without changes valid SQL.
    .set((eb) => ({ id: eb.ref('id'), ...stored(id, changes, sealer) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && openRow(row, sealer);
}

/** Returns its name, or undefined if there was none. */
export async function deleteSsoConnector(db: Db, id: string): Promise<{ connectorName: string } | undefined> {
  return db
    .deleteFrom('sso_connectors')
    .where('id', '=', id)
    .returning('connector_name as connectorName')
    .executeTakeFirst();
}
