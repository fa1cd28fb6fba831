import { z } from 'zod';
import type { App } from '#platform/app';
import type { SealedColumn } from '#platform/secrets/sealed-columns';

/** Details of a block for administrators. The identifier is sealed: it may belong to a person without an account. */
const Payload = z.object({ identifier: z.string().optional(), isKnownDevice: z.boolean().default(false) });

const purposeOf = (tenantId: string) => `locked-identifier/${tenantId}`;

export const sealedIdentifiers: SealedColumn = {
  table: 'sentinel_activities',
  column: 'payload',
  purpose: ({ tenantId }) => purposeOf(tenantId),
};

type Locked = { target: string; device?: string };

/** Without a vault the identifier is not stored; the table then has its hash only. */
export const sealIdentifier = ({ vault }: App, tenantId: string, { target, device }: Locked) => ({
  ...(vault.isReady ? { identifier: vault.seal(purposeOf(tenantId), target) } : {}),
  isKnownDevice: device !== undefined,
});

export function openIdentifier({ vault, log }: App, tenantId: string, payload: unknown) {
  const { identifier, isKnownDevice } = Payload.parse(payload);
  if (identifier === undefined || !vault.isReady) {
    return { identifier: null, isKnownDevice };
  }
  try {
    return { identifier: vault.open(purposeOf(tenantId), identifier), isKnownDevice };
  } catch (error) {
    // The list stays usable when the vault key was replaced.
    log.warn({ err: error, tenantId }, 'locked identifier cannot be opened');
    return { identifier: null, isKnownDevice };
  }
}
