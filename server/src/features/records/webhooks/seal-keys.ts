import type { App } from '#platform/app';
import { sealerFor } from '#platform/secrets/seal-column';
import { type SealedColumn, sealPlainJson, sealPlainText } from '#platform/secrets/sealed-columns';
import type { KeySealer } from './store.ts';

const purposeOf = (tenantId: string, id: string) => `webhook/${tenantId}/${id}`;

/** Encrypts the keys that sign deliveries, and the settings: their headers and often the URL contain secrets. */
export const keySealer =
  ({ vault }: App): KeySealer =>
  (tenantId, id) =>
    sealerFor(vault, purposeOf(tenantId, id));

export const sealedHooks: SealedColumn[] = ['signing_key', 'previous_signing_key', 'config'].map((column) => ({
  table: 'hooks',
  column,
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: column === 'config' ? sealPlainJson : sealPlainText,
}));
