import type { App } from '#platform/app';
import { sealerFor } from '#platform/seal-column';
import type { KeySealer } from './store.ts';

/** Encrypts the keys that sign deliveries. */
export const keySealer =
  ({ vault }: App): KeySealer =>
  (tenantId, id) =>
    sealerFor(vault, `webhook/${tenantId}/${id}`);
