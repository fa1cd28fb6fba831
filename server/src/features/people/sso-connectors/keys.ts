import type { JsonObject } from '@postern/contracts/fields';
import { SamlSsoConfig, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import { createCertificate } from '#features/access/saml-applications';
import type { App } from '#platform/app';
import { sealerFor } from '#platform/seal-column';
import { type SealedColumn, sealPlainText } from '#platform/sealed-columns';
import { findStoredKey, type StoredKey } from './keys.store.ts';
import type { SsoConnectorRow } from './store.ts';

const purposeOf = (tenantId: string, connectorId: string) => `sso-connector-key/${tenantId}/${connectorId}`;

export const sealedConnectorKeys: SealedColumn = {
  table: 'sso_connector_keys',
  column: 'private_key',
  key: ['connector_id'],
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: sealPlainText,
};

const yearsValid = 10;

/** Whether the settings of a connector need a key pair of ours. */
function needsKey(config: JsonObject): boolean {
  const { signRequests, encryptAssertions } = SamlSsoConfig.safeParse(config).data ?? {};
  return Boolean(signRequests || encryptAssertions);
}

/** A key pair as the identity provider knows it. */
type ConnectorKey = { privateKey: string; certificate: string };

/** Creates a key pair for the settings of a connector; undefined if they need none. Slow: must run outside a transaction. */
export async function createKeyFor(
  app: App,
  tenantId: string,
  { providerName, config }: Pick<SsoConnectorRow, 'providerName'> & { config: JsonObject | undefined },
): Promise<(ConnectorKey & { expiresAt: number }) | undefined> {
  if (!config || ssoProviderTypes[providerName] !== 'saml' || !needsKey(config)) {
    return undefined;
  }
  const { hostname } = new URL(app.endpointOf(tenantId));
  const { privateKey, certificate, expiresAt } = await createCertificate(hostname, yearsValid);
  return { privateKey, certificate, expiresAt: expiresAt.getTime() };
}

/** The key as it is stored. */
export const sealKey = ({ vault }: App, tenantId: string, connectorId: string, key: StoredKey): StoredKey => ({
  ...key,
  privateKey: sealerFor(vault, purposeOf(tenantId, connectorId)).seal(key.privateKey),
});

/** The key pair of a connector; undefined if it has none. */
async function findKey(app: App, { tenantId, id }: Pick<SsoConnectorRow, 'tenantId' | 'id'>) {
  const stored = await app.tenancy.read(tenantId, (db) => findStoredKey(db, id));
  return (
    stored && {
      certificate: stored.certificate,
      privateKey: sealerFor(app.vault, purposeOf(tenantId, id)).open(stored.privateKey),
    }
  );
}

/** The parts of the key pair that the settings of a SAML connector use. */
export async function keysInUse(
  app: App,
  row: Pick<SsoConnectorRow, 'tenantId' | 'id' | 'config'>,
): Promise<{ signing?: ConnectorKey; decryption?: ConnectorKey }> {
  const { signRequests, encryptAssertions } = SamlSsoConfig.parse(row.config);
  const key = signRequests || encryptAssertions ? await findKey(app, row) : undefined;
  return key ? { ...(signRequests ? { signing: key } : {}), ...(encryptAssertions ? { decryption: key } : {}) } : {};
}
