import { type Sealer, sealerFor } from '#platform/secrets/seal-column';
import { type SealedColumn, sealPlainJson } from '#platform/secrets/sealed-columns';
import type { Vault } from '#platform/secrets/vault';

const purposeOf = (tenantId: string, id: string) => `oidc-key/${tenantId}/${id}`;

/** Encrypts the private keys and cookie keys of one tenant, by their ID. */
export type KeySealer = (id: string) => Sealer;

export const keySealer =
  ({ vault }: { vault: Vault }, tenantId: string): KeySealer =>
  (id) =>
    sealerFor(vault, purposeOf(tenantId, id));

export const sealedKeys: SealedColumn = {
  table: 'oidc_keys',
  column: 'value',
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: sealPlainJson,
};
