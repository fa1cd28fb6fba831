import type { LiveEvent } from '@postern/contracts/cloud/live';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';

export type Farewell = Extract<LiveEvent, { kind: 'removed' | 'deleted' }>;

/** Why this window left a tenant; stored in the tab, so that it survives a reload. */
export const saveFarewell = (farewell: Farewell) => writeJson(sessionStorage, storageKeys.farewell, farewell);

export function readFarewell(tenantId: string): Farewell | undefined {
  const farewell = readJson<Farewell>(sessionStorage, storageKeys.farewell);
  return farewell?.tenantId === tenantId ? farewell : undefined;
}

/** The name of the person who suspended the account; null if it is not shown. */
export const saveSuspendedBy = (by: string | null) => writeJson(sessionStorage, storageKeys.suspendedBy, { by });

export const readSuspendedBy = () =>
  readJson<{ by: string | null }>(sessionStorage, storageKeys.suspendedBy)?.by ?? undefined;
