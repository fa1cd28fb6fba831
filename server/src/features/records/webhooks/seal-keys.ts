import type { App } from '#platform/app';
import { isSealed, sealerFor } from '#platform/seal-column';
import type { SealedColumn } from '#platform/sealed-columns';
import type { KeySealer } from './store.ts';

const purposeOf = (tenantId: string, id: string) => `webhook/${tenantId}/${id}`;

/** Encrypts the keys that sign deliveries. */
export const keySealer =
  ({ vault }: App): KeySealer =>
  (tenantId, id) =>
    sealerFor(vault, purposeOf(tenantId, id));

export const sealedKeys: SealedColumn[] = ['signing_key', 'previous_signing_key'].map((column) => ({
  table: 'hooks',
  column,
  purpose: ({ tenantId, id }) => purposeOf(tenantId, id),
  sealPlain: (value, { seal }) => (typeof value === 'string' && !isSealed(value) ? seal(value) : value),
}));
