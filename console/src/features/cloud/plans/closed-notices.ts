import { useState } from 'react';
import { readJson, storageKeys, writeJson } from '#platform/storage.ts';

type Closed = Record<string, string[]>;

const read = (): Closed => {
  const kept = readJson<Closed>(sessionStorage, storageKeys.closedNotices);
  return typeof kept === 'object' && kept !== null ? kept : {};
};

/** Closed notices of this tenant; they stay closed for the lifetime of the window. */
export function useClosedNotices(tenantId: string) {
  const [closed, setClosed] = useState(read);
  const ofTenant = closed[tenantId];
  const list = Array.isArray(ofTenant) ? ofTenant : [];
  return {
    closed: list,
    close: (notice: string) => {
      const next = { ...read(), [tenantId]: [...list, notice] };
      writeJson(sessionStorage, storageKeys.closedNotices, next);
      setClosed(next);
    },
  };
}
