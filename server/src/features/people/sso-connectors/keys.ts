import type { JsonObject } from '@postern/contracts/fields';
import { SamlSsoConfig, ssoProviderTypes } from '@postern/contracts/people/sso-configs';
import type { SsoKeyState } from '@postern/contracts/people/sso-keys';
import { createCertificate } from '#features/access/saml-applications';
import type { App } from '#platform/app';
import { sealerFor } from '#platform/secrets/seal-column';
import { type SealedColumn, sealPlainText } from '#platform/secrets/sealed-columns';
import { listStoredKeys, type StoredKey } from './keys.store.ts';
import type { SsoConnectorRow } from './store.ts';

const purposeOf = (tenantId: string, connectorId: string) => `sso-connector-key/${tenantId}/${connectorId}`;

export const sealedConnectorKeys: SealedColumn = {
  table: 'sso_connector_keys',
  column: 'private_key',
  key: ['connector_id'],
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: sealPlainText,
};

export const sealedSpareKeys: SealedColumn = {
  ...sealedConnectorKeys,
  table: 'sso_connector_spare_keys',
  key: ['connector_id', 'state'],
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
): Promise<StoredKey | undefined> {
  return config && ssoProviderTypes[providerName] === 'saml' && needsKey(config) ? createKey(app, tenantId) : undefined;
}

/** Slow: must run outside a transaction. */
export async function createKey(app: App, tenantId: string): Promise<StoredKey> {
  const { hostname } = new URL(app.endpointOf(tenantId));
  const { privateKey, certificate, expiresAt } = await createCertificate(hostname, yearsValid);
  return { privateKey, certificate, expiresAt: expiresAt.getTime() };
}

/** The key as it is stored. */
export const sealKey = ({ vault }: App, tenantId: string, connectorId: string, key: StoredKey): StoredKey => ({
  ...key,
  privateKey: sealerFor(vault, purposeOf(tenantId, connectorId)).seal(key.privateKey),
});

/** The key pairs of a connector by their state. */
async function openKeys(app: App, { tenantId, id }: Pick<SsoConnectorRow, 'tenantId' | 'id'>) {
  const stored = await app.tenancy.read(tenantId, (db) => listStoredKeys(db, id));
  const { open } = sealerFor(app.vault, purposeOf(tenantId, id));
  return new Map(stored.map((one) => [one.state, { certificate: one.certificate, privateKey: open(one.privateKey) }]));
}

/**
 * The keys that the settings of a SAML connector use. Only the current one signs; identity providers may encrypt with any
 * certificate that the metadata contains or contained.
 */
export async function keysInUse(
  app: App,
  row: Pick<SsoConnectorRow, 'tenantId' | 'id' | 'config'>,
): Promise<{ signing?: ConnectorKey; decryption?: ConnectorKey[] }> {
  const { signRequests, encryptAssertions } = SamlSsoConfig.parse(row.config);
  const keys = signRequests || encryptAssertions ? await openKeys(app, row) : new Map<SsoKeyState, ConnectorKey>();
  const current = keys.get('current');
  return {
    ...(signRequests && current ? { signing: current } : {}),
    ...(encryptAssertions && current ? { decryption: [...keys.values()] } : {}),
  };
}
