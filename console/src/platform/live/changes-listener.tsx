import { useEffect } from 'react';
import { useTenantId } from '../tenant.ts';
import { followChanges } from './follow-changes.ts';
import { createRefresher } from './refresh.ts';

/** Refreshes the open pages of a tenant when something changes elsewhere. */
export function ChangesListener() {
  const tenantId = useTenantId();
  useEffect(() => {
    const refresher = createRefresher(tenantId);
    const stop = followChanges(tenantId, { onChange: refresher.add, onGap: refresher.refreshAll });
    return () => {
      stop();
      refresher.stop();
    };
  }, [tenantId]);
  return null;
}
